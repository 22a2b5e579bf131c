"""Nothing in the store tells who a person was whose data has been deleted.

People play on all platforms, and everything that the store has is searched afterwards: all keys and
all values.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final

import pytest

from bot.acts.act import Act
from bot.acts.forgetting import ERASED_AFTER, SETTLED_SECONDS
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import Decline
from bot.acts.gather.demo import Demo
from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.look.board import ShowBoard
from bot.acts.look.close import Close
from bot.acts.me.block import Block
from bot.acts.me.forget import ForgetMe
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.abort import Abort
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.resign import Resign
from bot.acts.play.undo import Undo
from bot.core import Core
from bot.games.catalogue import games
from bot.on_web import payloads
from bot.on_web.chats import WebChats
from bot.on_web.outbound import WebOutbound
from bot.on_web.people import Membership
from bot.on_web.push.notifier import Notifier
from bot.on_web.push.pushes import Pushes
from bot.on_web.sessions import Persona
from bot.store import codec
from bot.store.link import Link
from bot.table import steps
from bot.table.channels import Channels
from bot.table.due import REFUSED, Due
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation, Shown, Store
from bot.table.request import Reply, Request
from bot.table.seats import Person
from bot.table.settings import Settings
from bot.table.step import Step
from bot.table.subscriptions import Subscription
from bot.table.table import Status, Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from engine import Choose
from tests.bot.hands import ScriptedCorn, at_once
from tests.bot.options import options
from tests.bot.show.hall import Chat
from tests.watch import Watch

CATALOGUE: Final = Catalogue()

IDS: Final = {
    Platform.DISCORD: "88005553535000000{}",
    Platform.TELEGRAM: "700555353{}",
    Platform.WEB: "wq7f3kz9x{}",
}
"""The ids of people, which are the beginning of no other number."""

GROUPS: Final = {
    Platform.DISCORD: Place(Platform.DISCORD, "31415926535897"),
    Platform.TELEGRAM: Place(Platform.TELEGRAM, "-10027182818"),
    Platform.WEB: Place(Platform.WEB, "maize"),
}

NAMES: Final = ("Anabel", "Benicio", "Stella", "Tomasa")

READ: Final[Mapping[str, Sequence[Any]]] = {
    "string": ("get",),
    "hash": ("hgetall",),
    "list": ("lrange", 0, -1),
    "set": ("smembers",),
    "zset": ("zrange", 0, -1, False, True),  # with scores
}
"""How each type of value is read as a whole."""

KINDS: Final = ("memory", "redis", pytest.param("cluster", marks=pytest.mark.night))
"""All kinds of stores, without connections that are cut: everything would be asked for twice."""


def person(platform: Platform, number: int) -> Actor:
    """Someone on a platform."""
    name = NAMES[number]
    user = User(platform, IDS[platform].format(number))
    return Actor(
        user, name, "en", manages=True, handle="" if platform is Platform.WEB else f"{name}_7"
    )


def private(actor: Actor) -> Place:
    """Someone's private chat with the bot, as their platform calls it; in the web chat, none."""
    match actor.user.platform:
        case Platform.TELEGRAM:
            return Place(Platform.TELEGRAM, actor.user.id)
        case Platform.DISCORD:
            return Place(Platform.DISCORD, f"4669201609102990{actor.user.id[-1]}")
    return GROUPS[Platform.WEB]


class Delivering(Pushes):
    """Push services that take every message."""

    async def send(self, user: User, text: bytes, topic: str) -> None:
        assert await self._store.subscriptions(user)


@dataclass
class World:
    """A process that serves all platforms."""

    store: Store
    channels: Channels
    watch: Watch
    link: Link | None
    corn: ScriptedCorn = field(default_factory=lambda: ScriptedCorn([2, 1, 3]))
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        notifier = Notifier(self.store, Delivering(self.store, self.watch))
        web = WebOutbound(self.channels, CATALOGUE, self.watch, notifier)
        self.chats = {each: Chat(each) for each in (Platform.DISCORD, Platform.TELEGRAM)}
        self.core = Core.of(
            self.store,
            games(),
            clock=self.watch,
            hands=Hands(self.corn),
            key=bytes(32),
            work=at_once,
            catalogue=CATALOGUE,
            outbounds=self.chats | {Platform.WEB: web},
            chats=WebChats(self.channels),
        )

    async def act(self, actor: Actor, act: Act, place: Place | None = None) -> Reply:
        """Let someone press or type, and show what follows."""
        reply = await self.core.service.act(act, self.request(actor, place))
        await self.core.outbox.drain()
        return reply

    def request(self, actor: Actor, place: Place | None = None) -> Request:
        """A request whose id tells the person, as those of platforms do."""
        where = place or GROUPS[actor.user.platform]
        name = f"{actor.user.platform}:1:{actor.user.id}:{actor.handle}:{next(self.numbers)}"
        alone = where.platform is not Platform.WEB and where == private(actor)
        return Request(Operation(name), actor, where, alone=alone)

    async def post(self, actor: Actor, act: Act, place: Place | None = None) -> TableId:
        """Let someone post a table."""
        reply = await self.act(actor, act, place)
        assert not reply.refused, reply.texts
        assert reply.table is not None
        return reply.table

    async def game(self, one: Actor, other: Actor, *, moved: bool = True, **terms: Any) -> TableId:
        """Let two people play, and perhaps make the first move."""
        id_ = await self.post(one, Challenge((other,), replace(options(), terms=Terms(**terms))))
        reply = await self.act(other, Accept(id_, "maize"))
        assert not reply.refused, reply.texts
        if moved:
            await self.move(id_, (one, other))
        return id_

    async def move(self, id_: TableId, people: Sequence[Actor]) -> None:
        """Make a move."""
        table = await self.load(id_)
        seat = self.core.tables.to_move(table)
        assert seat is not None
        game = self.core.tables.games.game(table.header)
        phase = game.phase(self.core.tables.games.position(table))
        assert isinstance(phase, Choose)
        act = Move(id_, table.revision, game.write_move(phase.moves[0]))
        assert not (await self.act(people[seat], act)).refused

    async def move_to(self, place: Place, id_: TableId) -> None:
        """Let a game be shown somewhere else."""
        before = await self.load(id_)
        after = replace(before, place=place, revision=before.revision + 1)
        await self.core.tables.commit(before, Step(after, (), ()), Operation(f"move:{id_}"))
        await self.core.outbox.drain()

    async def team_game(self, *people: Actor) -> TableId:
        """Let four people play in teams."""
        first = people[0]
        id_ = await self.post(first, Open(options("aj-sayil", seats=4)))
        offered = await self.load(id_)
        seats = tuple(Person(each.user, each.name, "word") for each in people)
        game = self.core.tables.games.game(offered.header)
        step = steps.begin(replace(offered, seats=seats), game, Hands(self.corn), self.watch())
        await self.core.tables.commit(offered, step, Operation(f"begin:{id_}"))
        return id_

    async def load(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table

    async def fall_due(self) -> None:
        """Do everything that is due, all at once, and show it."""
        while dues := await self.store.claim(self.watch(), limit=64):
            handled = await asyncio.gather(
                *(self.core.handlers[due.kind](due) for due in dues), return_exceptions=True
            )
            for due, again in zip(dues, handled, strict=True):
                if again is None:
                    await self.store.done(due)
                elif not isinstance(again, BaseException):
                    await self.store.release(again, due)
                elif not isinstance(again, TimeoutError):  # which is tried again later
                    raise again
            await self.core.outbox.sweep()
            await self.core.outbox.drain()

    async def wait(self, seconds: float, every: float = 60) -> None:
        """Let time pass."""
        until = self.watch.now + seconds
        while self.watch.now < until:
            self.watch.now = min(until, self.watch.now + every)
            await self.fall_due()

    async def everything(self) -> Mapping[str, str]:
        """All that is stored, as text, by where it is."""
        if self.link is None:
            stored = {"store": vars(self.store), "channels": vars(self.channels)}
            return {name: folded(repr(value)) for name, value in stored.items()}
        client: Any = self.link.redis
        found = dict[str, str]()
        async for key in client.scan_iter(count=1000):
            kind = (await client.type(key)).decode()
            method, *arguments = READ[kind]
            value = await getattr(client, method)(key, *arguments)
            state = codec.read(value[b"s"]) if key.startswith(b"g:") else ""
            found[repr(key)] = folded(f"{key!r} {value!r} {state!r}")
        return found


def folded(text: str) -> str:
    """A text in which upper and lower case are the same."""
    return text.casefold()


async def traces(world: World, people: Iterable[Actor]) -> list[str]:
    """Where the store tells anything about people: the key, and what it tells, and around it."""
    told = {each for actor in people for each in (actor.user.id, actor.name, actor.handle) if each}
    stored = await world.everything()
    return [
        f"{key}: {text[max(0, at - 60) : at + 60]}"
        for key, text in stored.items()
        for each in sorted(told)
        if (at := text.find(each.casefold())) >= 0
    ]


async def forget(world: World, actor: Actor) -> None:
    """Let someone delete their data."""
    place = GROUPS[actor.user.platform] if actor.user.platform is Platform.WEB else private(actor)
    reply = await world.act(actor, ForgetMe(actor.user.id), place)
    assert reply.texts[0].key == "forget.done"


async def settle(world: World) -> None:
    """Wait until everything is deleted, and longer."""
    await world.fall_due()
    await world.wait(SETTLED_SECONDS + 60)
    await world.wait(ERASED_AFTER + HOUR, every=600)


async def chat(world: World, *people: Actor) -> None:
    """Let people enter the web chat and write there."""
    members = Membership(world.channels, CATALOGUE, world.store.settings, is_open=True)
    for number, actor in enumerate(people):
        await members.enter("maize", Persona(actor.user.id, actor.name), "en")
        line = payloads.line(actor.user.id, actor.name, "hello", int(world.watch()))
        await world.channels.post("maize", f"line{number}", line, once=True)


async def settings(world: World, actor: Actor) -> None:
    """Let someone set everything that can be set."""
    changes = [("quiet", "1-2"), ("zone", "UTC")]
    if actor.user.platform is not Platform.WEB:
        changes.append(("where", "private"))
    else:
        browser = Subscription("https://push.example/1", "key", "auth", 1)
        await world.store.subscribe(actor.user, browser)
    assert not (await world.act(actor, ChangeMe(tuple(changes)))).refused
    await world.store.change_settings(Place.private(actor.user), Settings(thread=True))
    if actor.user.platform is Platform.TELEGRAM:
        await world.store.change_settings(private(actor), Settings(thread=True))


async def play_everything(world: World, one: Actor, two: Actor, stays: Actor, other: Actor) -> None:
    """Let four people do all that is stored, so that there are games in all states."""
    if one.user.platform is Platform.WEB:
        await chat(world, one, two, stays, other)
    for actor in (one, two):
        await settings(world, actor)
    over = [await world.game(one, stays), await world.game(one, two), await world.game(stays, one)]
    for id_ in over:
        await world.act(one, Resign(id_, sure=True))
    await world.act(one, Abort(await world.game(one, stays, moved=False)))
    await world.game(two, one)  # which goes on
    await world.game(stays, two)
    await world.game(other, one, match=3)
    await world.team_game(one, stays, two, other)
    left = await world.team_game(stays, two, other, one)
    await world.act(one, Resign(left, sure=True))
    lobby = await world.post(stays, Open(options("aj-sayil", seats=4)))
    await world.act(one, Join(lobby, 1))
    await world.act(stays, Invite(lobby, (two,)))
    await world.act(two, Join(await world.post(one, Open(options("aj-sayil", seats=4))), 1))
    await world.post(two, Challenge((stays,), options("bul")))
    await world.post(stays, Challenge((two,), options("bul")))
    declined = await world.post(other, Challenge((two,), options("bul")))
    await world.act(two, Decline(declined))
    await world.move_to(private(one), await world.game(other, one))
    await world.move_to(private(one), over[-1])
    practice = await world.post(one, Practice("easy", options()), private(one))
    await world.act(one, Accept(practice), private(one))
    await world.act(one, ShowBoard(practice), private(one))
    await world.post(two, Demo("easy", options()), private(two))
    await world.game(stays, one, pace=Pace(3 * DAY))
    await world.wait(2 * DAY, every=4 * HOUR)  # until they are called, in private if possible
    for actor in (one, two):
        await world.act(actor, Block(other))
        await world.act(other, Block(actor))
        if actor.handle:
            by_handle = User(actor.user.platform, f"@{actor.handle.casefold()}")
            await world.act(other, Block(Actor(by_handle, actor.name)))


@pytest.fixture
async def world(
    store: Store, channels: Channels, watch: Watch, anywhere: Link | None
) -> AsyncIterator[World]:
    """A process that serves all platforms."""
    world = World(store, channels, watch, anywhere)
    yield world
    await world.core.outbox.close()


@pytest.mark.parametrize("address", KINDS, indirect=True)
@pytest.mark.parametrize("platform", Platform)
async def test_two_people_at_once(world: World, platform: Platform) -> None:
    """Two people who delete their data at once, and twice, leave nothing; the others stay."""
    people = [person(platform, number) for number in range(4)]
    one, two, stays, other = people
    await play_everything(world, *people)
    assert await traces(world, (one, two))
    if platform is not Platform.WEB:
        before = "".join((await world.everything()).values())
        assert f"@{one.user.id}" in before  # they have been reminded in private
    await asyncio.gather(*(forget(world, actor) for actor in (one, two, one)))
    await forget(world, two)
    await settle(world)
    assert await traces(world, (one, two)) == []
    assert await traces(world, (stays, other))


@pytest.mark.parametrize("address", KINDS, indirect=True)
@pytest.mark.parametrize("platform", Platform)
async def test_one_after_the_other(world: World, platform: Platform) -> None:
    """All people of the same games delete their data, each as soon as the one before has."""
    people = [person(platform, number) for number in range(4)]
    await play_everything(world, *people)
    for actor in people:
        await forget(world, actor)
        await world.fall_due()
    await settle(world)
    assert await traces(world, people) == []


@pytest.mark.parametrize("address", KINDS, indirect=True)
async def test_a_process_that_is_late(world: World) -> None:
    """What another process still writes because it read a game before goes away, too."""
    one, two = (person(Platform.TELEGRAM, number) for number in range(2))
    id_ = await world.game(one, two)
    before = await world.load(id_)
    await forget(world, one)
    await world.fall_due()
    await world.store.index(before)
    await world.store.unindex(before)
    await world.store.mark_shown(id_, Place.private(one.user), Shown(1, "17"))
    await world.store.mark_overdue(id_, private(one))
    assert world.link is None or await traces(world, (one,))
    await settle(world)
    assert await traces(world, (one,)) == []


@pytest.mark.parametrize("address", KINDS, indirect=True)
async def test_a_reminder_that_is_refused_late(world: World) -> None:
    """A platform that refuses a reminder only now doesn't make the bot remember the person."""
    one, two = (person(Platform.TELEGRAM, number) for number in range(2))
    id_ = await world.game(one, two)
    await forget(world, one)
    await world.fall_due()
    refused = Due(id_, f"{REFUSED}:{Place.private(one.user)}", world.watch())
    await world.store.schedule(refused)
    await settle(world)
    assert await traces(world, (one,)) == []


@pytest.mark.parametrize("address", KINDS, indirect=True)
async def test_a_notification_that_waits(world: World) -> None:
    """A notification that waits for the end of quiet hours doesn't make the bot remember anyone."""
    one, two = (person(Platform.WEB, number) for number in range(2))
    await chat(world, one, two)
    hour = int(world.watch() % DAY // HOUR)
    await world.act(two, ChangeMe((("quiet", f"{hour}-{(hour + 3) % 24}"), ("zone", "UTC"))))
    browser = Subscription("https://push.example/1", "key", "auth", 1)
    await world.store.subscribe(two.user, browser)
    id_ = await world.post(one, Challenge((two,), options()))
    await forget(world, two)
    await world.fall_due()
    await world.wait(4 * HOUR, every=600)
    assert await traces(world, (two,)) == []
    assert (await world.load(id_)).status is Status.OVER


@pytest.mark.parametrize("address", KINDS, indirect=True)
async def test_coming_back_at_once(world: World) -> None:
    """A person who plays again keeps their new games, in which they aren't forgotten."""
    one, two = (person(Platform.TELEGRAM, number) for number in range(2))
    await world.game(one, two)
    await forget(world, one)
    again = await world.game(one, two)
    await settle(world)
    assert (await world.load(again)).status is Status.PLAYING
    assert [table.id for table in await world.store.tables_of(one.user)] == [again]


@pytest.mark.parametrize("address", KINDS, indirect=True)
@pytest.mark.parametrize("platform", Platform)
async def test_copies_offers_and_a_moderator(world: World, platform: Platform) -> None:
    """Nor do copies, offers, nudges and games that a moderator closed tell who somebody was."""
    one, two, stays, other = (person(platform, number) for number in range(4))
    home, elsewhere = GROUPS[platform], Place(platform, "elsewhere")
    for actor in (one, two):
        await settings(world, actor)
    shown = await world.game(stays, one, pace=Pace(3 * DAY))
    for place in (elsewhere, private(one)):
        await world.act(one, ShowBoard(shown), place)
    await world.act(two, ShowBoard(await world.game(two, other)), private(two))
    for act in (Draw, Pause, Undo):
        for actor in (one, stays):
            await world.act(actor, act(shown))
            table = await world.load(shown)
            if table.asking is not None:
                await world.act(actor, Answer(shown, table.asking.revision, agrees=False))
    nudged = await world.game(stays, two, pace=Pace(3 * DAY))
    await world.act(stays, Nudge(nudged))
    await world.act(two, Nudge(nudged))
    closed = await world.game(stays, other)
    assert not (await world.act(one, Close(closed), home)).refused
    assert not (await world.act(two, Close(await world.game(one, other)), home)).refused
    assert (await world.load(shown)).copies
    assert (await world.load(closed)).closed_by is not None
    lobby = await world.post(one, Challenge((two, stays), options("aj-sayil", seats=4)))
    await world.act(one, ShowBoard(lobby), private(one))
    await world.act(stays, Decline(await world.post(two, Challenge((stays,), options("bul")))))
    await world.act(one, Cancel(await world.post(one, Challenge((other,), options("bul")))))
    team = await world.team_game(one, stays, two, other)
    await world.act(two, ShowBoard(team), private(two))
    await world.act(two, Resign(team, sure=True))
    await world.wait(2 * DAY, every=4 * HOUR)
    again = await world.act(stays, Rematch(closed))
    assert again.table is not None
    await asyncio.gather(*(forget(world, actor) for actor in (one, two)))
    await settle(world)
    assert await traces(world, (one, two)) == []

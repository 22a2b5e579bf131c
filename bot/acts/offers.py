"""Challenges and practice games: posting, answering, cancelling, and their limits."""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import structlog

from bot.acts import access, levels
from bot.acts.hints import start_hints
from bot.acts.limits import (
    CHALLENGES,
    OPEN_CHALLENGES,
    PRACTICE_GAMES,
    RUNNING_GAMES,
    WAITING_CHALLENGES,
    WORDS,
    Limits,
)
from bot.acts.options import headers_of, with_room
from bot.acts.seating import distinct, seated
from bot.acts.tables import Decision, RolledBack, Tables, offers_of, settled
from bot.table import lobby, steps
from bot.table.ids import TableId
from bot.table.intents import Accept, Options
from bot.table.naming import called, name_of, names_of
from bot.table.people import Actor, Place, User
from bot.table.ports import Operation, StoreDown
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from bot.table.upkeep import upkeep_at
from engine.corn import clean_word
from engine.text import Name, Text

_FREE = Free()

log = structlog.get_logger()


class Offers:
    """Posts tables, and lets people accept, decline or cancel them."""

    def __init__(self, tables: Tables, hands: Hands, limits: Limits, key: bytes) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._hands = hands
        self._limits = limits
        self._key = key

    def table_id(self, operation: Operation) -> TableId:
        """Return the id of the table that an operation creates, the same for every delivery.

        The hash is keyed with a secret of the store, so message ids do not reveal table ids.
        """
        digest = hashlib.blake2b(operation.encode(), key=self._key, digest_size=16).digest()
        return TableId(base64.b32encode(digest).decode().lower()[:10])

    async def challenge(
        self, request: Request, opponents: Sequence[Actor], options: Options
    ) -> Reply:
        """Post a challenge to `opponents`, or an open one if there are none."""
        people = distinct(opponents)
        return await self._offer(request, with_room(self._games, options, 1 + len(people)), people)

    async def practice(self, request: Request, level: str, options: Options) -> Reply:
        """Post a game against the computer, which begins when its host starts it."""
        levels.must_have(self._games, headers_of(self._games, options), level)
        return await self._offer(request, options, rest=Computer(level))

    async def accept(self, request: Request, asked: Accept) -> Reply:
        """Take a seat, or start one's practice game.

        If the actor has already joined, a word given with the acceptance replaces theirs.
        """
        actor, chosen = request.actor, read_word(asked.word)

        def accept(table: Table) -> Step:
            access.must_be_offered(table)
            if table.is_practice:
                return self._start(table, actor, chosen)
            mine = table.seat_of(actor.user)
            if mine is not None and chosen:
                return steps.with_word(table, mine, chosen, self._tables.now())
            if mine is not None:
                raise Refusal(_seated(table))
            if asked.revision is not None and asked.revision > table.revision:
                raise RolledBack(table)
            if table.is_lobby:
                return self.gather(seated(self._games, table, actor, word=chosen))
            seat = access.seat_to_take(table, actor)
            if seat is None:
                raise Refusal(Text("accept.addressed", name=names_of(table.asked)))
            guest = Person(actor.user, actor.name, chosen)
            game = self._games.game(table.header)
            return steps.sit(table, game, seat, guest, self._hands, self._tables.now())

        none = Text("pick.no-offer")
        offered = await self._tables.find(request, asked.table, access.can_accept, none)
        gives_word = chosen and not offered.is_practice and _can_give_word(offered, actor)
        if gives_word:
            self.count_word(request, offered.id)
        else:
            await self.must_be_welcome(actor, offered)
        reply = await self.change(request, offered.id, accept)
        return word_given(chosen) if gives_word else reply

    async def must_be_welcome(self, actor: Actor, table: Table) -> None:
        """Raise Refusal if the host blocks an actor who wants to join, or they play too much."""
        if table.status is not Status.OFFERED or table.seat_of(actor.user) is not None:
            return
        blocked = (await self._store.preferences(table.host.user)).blocked
        if any(user in blocked for user in access.users_of(actor)):
            raise Refusal(Text("accept.blocked", name=name_of(table.host)))
        await self.must_have_room(actor.user)

    async def change(
        self,
        request: Request,
        id_: TableId,
        decide: Callable[[Table], Step],
        *,
        anywhere: bool = False,
    ) -> Reply:
        """Change a table that has not begun.

        If play begins with that, people in their first game get hints from now on.
        """
        novices = frozenset[User]()

        async def decided(table: Table) -> Step:
            nonlocal novices
            step = decide(table)
            if step.table.status is not Status.OFFERED:
                if step.table.is_practice and not table.is_practice:
                    await self.must_have_room(table.host.user, practice=True)
                novices = await self._novices(step.table)
            return start_hints(step, novices)

        reply = await self._tables.change(request, id_, decided, anywhere=anywhere)
        await self._note_played(id_, novices)
        return reply

    def gather(self, table: Table, *, silent: bool = True) -> Step:
        """Return the step to a lobby whose people have changed; play begins if no seat is open."""
        now = self._tables.now()
        if lobby.is_open(table):
            return steps.gather(table, now, silent=silent)
        return steps.begin(table, self._games.game(table.header), self._hands, now)

    async def _novices(self, table: Table) -> frozenset[User]:
        """Return the people at a table who have never played."""
        people = tuple(dict.fromkeys(s.user for s in table.taken if isinstance(s, Person)))
        known = await asyncio.gather(*map(self._store.preferences, people))
        return frozenset(u for u, each in zip(people, known, strict=True) if not each.played)

    async def _note_played(self, id_: TableId, novices: Iterable[User]) -> None:
        """Record who has started to play, so that later games give them no hints."""
        with suppress(StoreDown):  # the seat is taken; at worst their next game gives hints too
            begun = await self._store.load(id_) if novices else None
            if begun is not None and begun.status is Status.PLAYING:
                for user in novices:
                    await self._store.note_played(user)

    def _start(self, table: Table, actor: Actor, word: str) -> Step:
        """Start a practice game. Raises Refusal unless the actor is its host."""
        if table.host.user != actor.user:
            raise Refusal(Text("accept.practice", name=name_of(table.host)))
        if word:
            table = steps.with_host(table, replace(table.host, word=word))
        return steps.begin(table, self._games.game(table.header), self._hands, self._tables.now())

    async def give_word(self, request: Request, table: TableId | None, word: str) -> Reply:
        """Set or replace the actor's word at a table that they have joined."""
        chosen = read_word(word)

        def give(table: Table) -> Step:
            access.must_be_offered(table)
            mine = table.seat_of(request.actor.user)
            if mine is None:
                key = "word.join" if table.is_lobby else "word.host"
                raise Refusal(Text(key, name=name_of(table.host)))
            return steps.with_word(table, mine, chosen, self._tables.now())

        if table is None:
            joined = await self._only_joined(request)
        else:
            joined = await self._tables.load(table)
        if _can_give_word(joined, request.actor):
            self.count_word(request, joined.id)
        await self._tables.change(request, joined.id, give, anywhere=True)
        return word_given(chosen)

    def count_word(self, request: Request, table: TableId) -> None:
        """Count a word, because each one edits the table's message. May raise Refusal."""
        self._limits.count(WORDS, request.actor.user, table)

    async def decline(self, request: Request, table: TableId | None) -> Reply:
        """Decline a challenge addressed to the actor; a lobby goes on without them."""

        def decline(table: Table) -> Step:
            access.must_be_challenge(table)
            if table.host.user == request.actor.user:
                raise Refusal(_own(table, "decline.self", "decline.self-open"))
            if not table.asked:
                raise Refusal(Text("decline.open"))
            kept = access.seat_kept_for(table, request.actor)
            if kept is None:
                raise Refusal(Text("decline.addressed", name=names_of(table.asked)))
            if table.is_lobby:
                return self.gather(lobby.free(table, kept))
            return steps.end(table, Ending.DECLINED, self._tables.now())

        offered = await self._tables.find(
            request, table, access.is_addressed, Text("pick.no-offer")
        )
        return await self._answer(request, offered, decline)

    async def cancel(self, request: Request, table: TableId | None) -> Reply:
        """Cancel the actor's own challenge."""

        def cancel(table: Table) -> Step:
            access.must_be_challenge(table)
            if table.host.user != request.actor.user:
                addressed = access.is_addressed(table, request.actor)
                key = "cancel.addressed" if addressed else "cancel.host"
                raise Refusal(Text(key, name=name_of(table.host)))
            return steps.end(table, Ending.CANCELLED, self._tables.now(), by=table.hosted_by)

        offered = await self._tables.find(request, table, access.is_host, Text("pick.no-own-offer"))
        return await self._answer(request, offered, cancel)

    async def _answer(self, request: Request, offered: Table, answer: Decision) -> Reply:
        """Answer a challenge; a lobby can also be answered from the private chat with its menu."""
        reply = await self._tables.change(request, offered.id, answer, anywhere=offered.is_lobby)
        return reply if offered.place == request.place else Reply((Text("lobby.done"),))

    async def block_host(self, request: Request, table: TableId) -> Reply:
        """Decline a challenge, and block its host."""
        offered = await self._tables.load(table)
        access.must_be_offered(offered)
        if offered.host.user == request.actor.user:
            raise Refusal(Text("block.self"))
        if not access.is_addressed(offered, request.actor):
            raise Refusal(Text("block.addressed"))
        host = offered.host
        for user in access.users_of(request.actor):
            await self._store.block(user, host.user, host.name)
        await self.decline(request, table)
        return Reply((Text("block.blocked", name=name_of(host)),))

    async def _only_joined(self, request: Request) -> Table:
        """Return the only table that the actor can give a word for: here, or else anywhere."""
        actor = request.actor
        joined = await self._tables.fitting(request, _can_give_word) or [
            t for t in await self._store.tables_of(actor.user) if _can_give_word(t, actor)
        ]
        if not joined:
            raise Refusal(Text("word.none"))
        if len(joined) > 1:
            raise self._tables.ambiguous(request, joined, Text("word.several"))
        return joined[0]

    async def _offer(
        self,
        request: Request,
        options: Options,
        opponents: Sequence[Actor] = (),
        rest: Free | Computer = _FREE,
    ) -> Reply:
        """Post a table with the host in the first seat, and seats reserved for `opponents`.

        All further seats are `rest`. Games against the computer have no time limits.
        """
        match, id_ = self._games.match(options), self.table_id(request.operation)
        header = self._games.header(options) if match is None else match.header
        if await self._store.load(id_) is None:
            game = self._games.game(header)
            seats = (person_of(request.actor), *(rest,) * (game.seats - 1))
            terms = options.terms
            if isinstance(rest, Computer):
                terms = Terms(match=terms.match, series=terms.series)
            table = self.new_table(id_, header, terms, request.place, seats)
            kept = await self.kept_for(request, opponents)
            await self.post(request, replace(lobby.reserve(table, game, kept), match=match))
        return Reply(table=id_)

    async def kept_for(self, request: Request, people: Sequence[Actor]) -> tuple[Kept, ...]:
        """Return seats for people whom the actor challenges or invites. Raises Refusal."""
        for person in people:
            await self.must_accept_challenges(request, person)
        for person in people:
            self._limits.count(CHALLENGES, request.actor.user, person.user)
        return tuple(Kept(person.user, person.name) for person in people)

    def new_table(
        self,
        id_: TableId,
        header: str,
        terms: Terms,
        place: Place,
        seats: tuple[Seat, ...],
        hosted_by: int = 0,
    ) -> Table:
        """Return a new table, with a new seed, ready to be posted."""
        now = int(self._tables.now())
        return Table(
            id=id_,
            code=secrets.token_urlsafe(12),
            revision=1,
            status=Status.OFFERED,
            header=header,
            seed=secrets.token_bytes(32),
            place=place,
            seats=seats,
            hosted_by=hosted_by,
            created=now,
            touched=now,
            terms=terms,
        )

    async def post(self, request: Request, table: Table) -> bool:
        """Post a table. Returns False if another operation has posted the table of this id."""
        access.must_allow_tables(await self._store.settings(table.place))
        await self.must_have_room(table.host.user, practice=table.is_practice)
        await self._reserve(table)
        step = steps.offer(table)
        create = partial(self._store.create, table, request.operation, step.dues)
        if not await settled(create):
            return False
        log.info("table.offered", table=table.id)
        self._tables.hurry(table.id, table.place)
        return True

    async def must_accept_challenges(self, request: Request, opponent: Actor) -> None:
        """Raise Refusal if the opponent blocks the actor, or has too many challenges waiting."""
        host = access.users_of(request.actor)
        if opponent.user in host:
            raise Refusal(Text("challenge.self"))
        if (await self._store.preferences(opponent.user)).refuses(*host):
            raise Refusal(Text("challenge.blocked", name=called(opponent.name)))
        tables = await self._store.tables_of(opponent.user)
        waiting = [table for table in tables if access.is_addressed(table, opponent)]
        if len(waiting) >= WAITING_CHALLENGES:
            raise Refusal(Text("challenge.enough", name=called(opponent.name)))

    async def must_have_room(self, user: User, *, practice: bool = False) -> None:
        """Raise Refusal if a person has too many practice games, or too many games with others."""
        tables = [t for t in await self._store.tables_of(user) if t.is_practice is practice]
        if practice and len(tables) >= PRACTICE_GAMES:
            raise Refusal(Text("limit.practice", count=PRACTICE_GAMES))
        if sum(table.status is Status.PLAYING for table in tables) >= RUNNING_GAMES:
            raise Refusal(Text("limit.games", count=RUNNING_GAMES))

    async def _reserve(self, table: Table) -> None:
        """Count an open challenge until it expires. Raises Refusal if the limit is reached."""
        user = table.host.user
        reserve = partial(
            self._store.take,
            offers_of(user),
            table.id,
            now=table.created,
            until=upkeep_at(table),
            limit=OPEN_CHALLENGES,
        )
        if await reserve():
            return
        for counted in await self._store.taken(offers_of(user)):
            offered = await self._store.load(TableId(counted))
            if offered is None or not access.is_host(offered, Actor(user, "")):
                # It is left over from a crash, or another player has become the host.
                await self._store.give_back(offers_of(user), counted)
        if not await reserve():
            raise Refusal(Text("challenge.too-many", count=OPEN_CHALLENGES))


def person_of(actor: Actor) -> Person:
    """Return a seat for the actor."""
    return Person(actor.user, actor.name)


def word_given(word: str) -> Reply:
    """Confirm a player's word, which the chat does not show."""
    return Reply((Text("word.given", word=Name(word)),))


def read_word(text: str) -> str:
    """Return a word as it goes into the throws. Raises Refusal if it can't."""
    try:
        return clean_word(text)
    except ValueError as wrong:
        raise Refusal(Text("word.bad")) from wrong


def _can_give_word(table: Table, actor: Actor) -> bool:
    """Return whether the actor has joined a table that waits for others."""
    return table.status is Status.OFFERED and table.seat_of(actor.user) is not None


def _seated(table: Table) -> Text:
    """Return the refusal for a player who has already joined a table."""
    if table.is_lobby:
        return Text("accept.seated")
    return _own(table, "accept.self", "accept.self-open")


def _own(table: Table, challenge: str, open_: str) -> Text:
    """Return the refusal for answering one's own challenge."""
    if not table.asked:
        return Text(open_)
    return Text(challenge, name=names_of(table.asked))

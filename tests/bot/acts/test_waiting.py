"""Lists of games say how much time is left, and /puluc next picks the most urgent one."""

from dataclasses import replace

import pytest

from bot.acts.beginnings import beginnings
from bot.acts.gather.challenge import Challenge
from bot.acts.look.board import ShowBoard
from bot.acts.look.games import ListGames, Next
from bot.table.asking import Asking, Wish
from bot.table.button import Button
from bot.table.clock import Clock, Stop
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation
from bot.table.request import Reply
from bot.table.table import Absence, Table
from bot.table.terms import Terms
from tests.bot.acts.room import ANA, BEN, CARA, Room

ELSEWHERE = Place(Platform.WEB, "garden")


async def against_ben(
    room: Room, pace: Pace | None = None, *, mover: Actor = ANA, **changes: object
) -> TableId:
    """Return a game of Ana against Ben in which `mover` is to move; `changes` are of its table."""
    id_ = await room.playing([2, 1, 3] if mover is ANA else [1, 2, 3])
    table = await room.table(id_)
    assert await room.mover(id_) == mover
    terms = Terms(pace)
    clock = Clock.start(pace, 2, (ANA, BEN).index(mover), room.now)
    await put(room, replace(table, terms=terms, clock=clock, **changes))
    return id_


async def put(room: Room, table: Table) -> None:
    """Store a table as its next revision."""
    after = replace(table, revision=table.revision + 1)
    await room.store.commit(after, (), Operation(f"put-{next(room.operations)}"), ())


async def change(room: Room, id_: TableId, **changes: object) -> None:
    """Change some fields of a table's clock."""
    table = await room.table(id_)
    assert table.clock is not None
    await put(room, replace(table, clock=replace(table.clock, **changes)))


async def listed(room: Room, actor: Actor = ANA) -> list[TableId]:
    """Return a person's tables in the order of their list."""
    return [line.table for line in await room.service.games(actor)]


async def state(room: Room, actor: Actor = ANA) -> str:
    """Return the end of a person's first line in the list."""
    reply = await room.act(actor, ListGames())
    return room.say(reply.texts[0]).partition(" in #maize. ")[2]


async def waits(room: Room, actor: Actor) -> bool:
    """Return whether a person's first table waits for them."""
    first, *_ = await room.service.games(actor)
    return first.yours


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        (ANA, "Your turn, 2 days and 19 hours left."),
        (BEN, "Ana to move, 2 days and 19 hours left."),
    ],
)
async def test_time_left(room: Room, actor: Actor, said: str) -> None:
    """The line of a game with a pace says how much time the player to move has left."""
    await against_ben(room, Pace(3 * DAY))
    room.now += 5 * HOUR
    assert await state(room, actor) == said


@pytest.mark.parametrize(("actor", "said"), [(ANA, "Your turn."), (BEN, "Ana to move.")])
async def test_without_a_pace(room: Room, actor: Actor, said: str) -> None:
    """The line of a game without a pace says only whose turn it is."""
    await against_ben(room)
    assert await state(room, actor) == said


@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_a_paused_game(room: Room, actor: Actor) -> None:
    """A paused game is listed as paused, and waits for nobody."""
    id_ = await against_ben(room, Pace(3 * DAY))
    await change(room, id_, stopped=Stop.PAUSED)
    assert await state(room, actor) == "Paused."
    assert not await waits(room, actor)


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        (ANA, "Your time is up, but you can still move."),
        (BEN, "Ana's time is up, so you can claim the win or give them a day."),
    ],
)
async def test_time_that_is_up(room: Room, actor: Actor, said: str) -> None:
    """A game in which a player's time is up waits for both: for a move, or for a decision."""
    id_ = await against_ben(room, Pace(3 * DAY))
    await change(room, id_, stopped=Stop.UP, left=(0, 3 * DAY))
    assert await state(room, actor) == said
    assert await waits(room, actor)


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        (ANA, "Your turn, 3 days left after your vacation."),
        (BEN, "Ana is on vacation and has 3 days left."),
    ],
)
async def test_a_vacation(room: Room, actor: Actor, said: str) -> None:
    """During a vacation of the player to move, the line says so, and the time doesn't shrink."""
    id_ = await against_ben(room, Pace(3 * DAY))
    await change(room, id_, stopped=Stop.VACATION, since=int(room.now) + 7 * DAY)
    room.now += 6 * DAY
    assert await state(room, actor) == said


async def test_an_offer_waits_for_its_answer(room: Room) -> None:
    """An offer waits for the opponent of the player who made it."""
    await against_ben(room, asking=Asking(Wish.DRAW, 0, 3))
    assert await state(room, BEN) == "Ana to move, and Ana is waiting for your answer."
    assert await state(room, ANA) == "Your turn."
    assert await waits(room, BEN)


async def test_a_player_who_has_gone(room: Room) -> None:
    """If a player has gone and the win can be claimed, the game waits for the opponent."""
    await against_ben(room, absence=Absence(0, int(room.now), claimable=True))
    assert await state(room, BEN) == "Ana has left, so you can claim the win or give them a day."
    assert await waits(room, BEN)


async def test_the_soonest_deadline_comes_first(room: Room) -> None:
    """Your turns come by deadline, then those without a pace by age, then others' turns."""
    theirs = await against_ben(room, Pace(HOUR), mover=BEN)
    older = await against_ben(room)
    room.now += 60
    newer = await against_ben(room)
    later = await against_ben(room, Pace(3 * DAY))
    soon = await against_ben(room, Pace(DAY))
    assert await listed(room) == [soon, later, older, newer, theirs]


async def test_time_that_is_up_is_most_urgent(room: Room) -> None:
    """A game in which time is up comes before all that have time left."""
    soon = await against_ben(room, Pace(HOUR))
    up = await against_ben(room, Pace(3 * DAY))
    await change(room, up, stopped=Stop.UP, left=(0, 3 * DAY))
    assert await listed(room) == [up, soon]


async def test_a_challenge_waits_for_you(room: Room) -> None:
    """A challenge that you can answer comes before games in which others are to move."""
    theirs = await against_ben(room, Pace(HOUR), mover=BEN)
    asked = await room.post(CARA, Challenge((ANA,)))
    assert await listed(room) == [asked, theirs]


def boards(reply: Reply) -> list[TableId | None]:
    """Return the tables whose boards a reply has a button for."""
    intents = [each.act for each in reply.choices if isinstance(each, Button)]
    return [each.table for each in intents if isinstance(each, ShowBoard)]


async def test_next(room: Room) -> None:
    """Next is the most urgent game that waits for you, with its line and a button for its board."""
    await against_ben(room)
    soon = await against_ben(room, Pace(DAY))
    reply = await room.act(ANA, Next())
    assert boards(reply) == [soon]
    (line,) = reply.texts
    assert room.say(line).endswith("Your turn, 1 day left.")


async def test_next_is_a_challenge(room: Room) -> None:
    """A challenge that waits for your answer can be next."""
    asked = await room.post(CARA, Challenge((ANA,)))
    assert boards(await room.act(ANA, Next())) == [asked]


async def test_the_button_brings_the_board(room: Room) -> None:
    """The button of the next game brings its board to where you are."""
    id_ = await against_ben(room)
    (button,) = (await room.act(ANA, Next(), place=ELSEWHERE)).choices
    assert isinstance(button, Button)
    await room.act(ANA, button.act, place=ELSEWHERE)
    assert ELSEWHERE in (await room.table(id_)).shown_in


async def test_nothing_is_next(room: Room) -> None:
    """If no game waits for you, next offers the ways to start one."""
    await against_ben(room)
    reply = await room.act(BEN, Next())
    assert [text.key for text in reply.texts] == ["next.none"]
    assert reply.choices == beginnings()


@pytest.mark.parametrize(("games", "offered"), [(1, False), (2, True)])
async def test_the_list_leads_to_the_next(room: Room, games: int, offered: bool) -> None:
    """The list of games has a button for the next one if several wait for you."""
    for _ in range(games):
        await against_ben(room)
    reply = await room.act(ANA, ListGames())
    intents = [each.act for each in reply.choices if isinstance(each, Button)]
    assert (Next() in intents) is offered

"""Turns that leave no choice play themselves."""

from dataclasses import replace

import pytest

from bot.acts.forced import to_a_choice
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.abort import Abort
from bot.acts.play.answer import Answer
from bot.acts.play.undo import Undo
from bot.table import steps
from bot.table.ids import TableId
from bot.table.pace import Pace
from bot.table.people import Actor, User
from bot.table.preferences import Preferences
from bot.table.steps import LONGEST_STORY
from bot.table.table import Ending, Status
from bot.table.terms import Terms
from bot.table.turns import Hands
from tests.bot.acts.room import ANA, BEN, Room


@pytest.fixture
def room() -> Room:
    """A chat in which turns play themselves."""
    room = Room()
    room.use(Hands(room.corn, spares_presses=True))
    return room


async def presses(room: Room, actor: Actor) -> None:
    await room.act(actor, ChangeMe((("forced", "press"),)))


async def record(room: Room, id_: TableId) -> tuple[str, ...]:
    return tuple(await room.store.record(id_))


async def told(room: Room, id_: TableId) -> list[str]:
    scene = room.games.scene(await room.table(id_), room.say)
    return [room.say(line) for line in scene.narration]


async def test_nobody_presses_without_a_choice(room: Room) -> None:
    """Both players can only enter a warrior at first; the first who has a choice is asked."""
    id_ = await room.playing([2, 1, 3, 1])
    assert await room.moves(id_) == ["b+1", "3+1"]
    assert await room.mover(id_) is ANA
    assert (await told(room, id_))[1:] == [
        "Ana throws 3. Only move: Enter → 3.",
        "Ben throws 1. Only move: Enter → 11.",
    ]


async def test_who_likes_to_press_is_asked(room: Room) -> None:
    """Whoever has set forced=press presses the only button; others still don't."""
    await presses(room, BEN)
    id_ = await room.playing([2, 1, 3, 1])
    assert await room.moves(id_) == ["b-1"]
    assert await room.mover(id_) is BEN


async def test_the_record_is_the_same(room: Room) -> None:
    """A turn that plays itself is in the record as if somebody had pressed."""
    by_itself = await room.playing([2, 1, 3, 1])
    for actor in (ANA, BEN):
        await presses(room, actor)
    pressed = await room.playing([2, 1, 3, 1])
    await room.move(ANA, pressed, "b+3")
    await room.move(BEN, pressed, "b-1")
    assert await record(room, pressed) == await record(room, by_itself)
    one, other = await room.table(by_itself), await room.table(pressed)
    assert (one.position, one.moves, one.lying) == (other.position, other.moves, other.lying)


async def test_a_turn_of_two_numbers(room: Room) -> None:
    """One press plays both numbers; it is named by what they do."""
    numbers = [2, 1, 1, 1, 2, 3, 1, 3]
    id_ = await room.playing(numbers, ruleset="aj-sayil", road=9, warriors=2)
    choices = room.games.scene(await room.table(id_), room.say).choices
    assert {each.move: room.say(each.text) for each in choices} == {
        "2a+1,3a+3": "2 → 6",
        "2a+3,5A1b-1": "2 → 5 captures 1, then 5 → 4",
    }
    await room.move(ANA, id_, "2a+3,5A1b-1")
    assert " 2a+3 5A1b-1 " in " ".join(await record(room, id_))


async def test_the_game_can_end_by_itself(room: Room) -> None:
    """The last capture needs no press if there is no other move."""
    id_ = await room.playing([2, 1, 3, 4, 1], warriors=1, road=7)
    table = await room.table(id_)
    assert (table.status, table.ending) == (Status.OVER, Ending.WON)


async def test_a_game_without_choices_has_stops(room: Room) -> None:
    """Warriors that only run past each other wait for a press after a while."""
    id_ = await room.playing([2, 1, 3], warriors=1, road=7)
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    assert LONGEST_STORY <= len(table.story) < LONGEST_STORY + 4


async def test_each_person_is_asked_for_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many turns one step has, it reads what each player has set a single time."""
    asked, read = list[User](), room.store.preferences

    async def preferences(user: User) -> Preferences:
        asked.append(user)
        return await read(user)

    id_, hands = (
        await room.playing([2, 1, 3], warriors=1, road=7),
        Hands(room.corn, spares_presses=True),
    )
    table = replace(await room.table(id_), status=Status.OFFERED, casts_by_seat=(), casts=0)
    step = steps.begin(table, room.games.game(table.header), hands, room.now)
    monkeypatch.setattr(room.store, "preferences", preferences)
    await to_a_choice(room.games, room.store, hands, step)
    assert sorted(map(str, asked)) == sorted(map(str, (ANA.user, BEN.user)))


async def test_a_game_without_a_choice_yet_can_be_aborted(room: Room) -> None:
    """Moves that played themselves don't count as the first move."""
    id_ = await room.playing([2, 1, 3, 1])
    await room.act(ANA, Abort(id_))
    assert (await room.table(id_)).ending is Ending.ABORTED


async def test_an_undo_goes_back_to_a_choice(room: Room) -> None:
    """A take-back leads to the last move that was chosen, not to one that would play itself."""
    id_ = await room.playing([2, 1, 3, 1, 1, 1, 1])
    before = await room.table(id_)
    await room.move(ANA, id_, "3+1")
    await room.act(ANA, Undo(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    await room.act(BEN, Answer(id_, asking.revision, agrees=True))
    after = await room.table(id_)
    assert (after.position, after.moves, after.forced) == (before.position, 2, 2)


async def test_the_clock_goes_along(room: Room) -> None:
    """A turn that plays itself takes no time, and brings its increment like any other."""
    await presses(room, BEN)
    pace = Pace(600, 60)
    id_ = await room.playing([2, 1, 3, 1], terms=replace(Terms(), pace=pace))
    clock = (await room.table(id_)).clock
    assert clock is not None
    assert (clock.seat, clock.left) == (1, (660, 660))

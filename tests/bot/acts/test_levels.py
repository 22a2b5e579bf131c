"""Choosing how well the computer plays: which levels there are, and how to change them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.demo import Demo
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.options import options_of
from bot.acts.registry import decode
from bot.show.presenter import make_page
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.seats import Computer, Free
from bot.table.table import Status
from bot.table.terms import Terms
from engine.header import key_of
from tests.bot.acts.gathering import opened, seen
from tests.bot.acts.room import ANA, BEN, Room, Why
from tests.bot.games.test_family import WITH_PEBBLES
from tests.bot.ops.exact import make_table
from tests.bot.options import options

SMALL = options("puluc", road=5, warriors=1)
UNSOLVED = (
    "This bot hasn't solved this game, so it can't play it at the level perfect. "
    "Levels here: easy, medium, hard."
)


@pytest.fixture
def solved(tmp_path: Path) -> Room:
    """A room whose bot has the exact table of one game."""
    make_table(tmp_path)
    return Room(exact=tmp_path)


async def levels(room: Room, id_: TableId) -> set[str]:
    """The levels of the computers at a table."""
    return {seat.level for seat in (await room.table(id_)).seats if isinstance(seat, Computer)}


LEVELS = {"Easy", "Medium", "Hard"}
"""The labels of the levels that any game has."""


async def labels(room: Room, id_: TableId) -> list[str]:
    """The labels of the buttons of a board."""
    page = make_page(room.tables.games, await room.table(id_), room.say)
    return [room.say(button.text) for button in page.buttons]


async def press(room: Room, id_: TableId, label: str) -> None:
    """Let Ana press a button of a board, by its code, without getting a reply."""
    page = make_page(room.tables.games, await room.table(id_), room.say)
    (pressed,) = (each for each in page.buttons if room.say(each.text) == label)
    assert isinstance(pressed, Button)
    reply = await room.act(ANA, decode(pressed.act.code))
    assert (reply.refused, reply.texts) == (False, ())


# which levels a game has


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_practice_at_each_level(room: Room, level: str) -> None:
    """Every game can be practised at the three levels that need no table."""
    assert await levels(room, await room.post(ANA, Practice(level))) == {level}


async def test_perfect_practice(solved: Room) -> None:
    """A game with an exact table can be practised against perfect play."""
    assert await levels(solved, await solved.post(ANA, Practice("perfect", SMALL))) == {"perfect"}


@pytest.mark.parametrize("intent", [Practice("perfect"), Demo("perfect")])
async def test_no_table(room: Room, intent: Act) -> None:
    """Without a table, perfect play is refused with the reason and the other levels."""
    reply = await room.act(ANA, intent)
    assert reply.refused
    assert [room.say(text) for text in reply.texts] == [UNSOLVED]


@pytest.mark.parametrize("intent", [Practice("perfect"), Demo("perfect")])
async def test_tables_of_other_games(solved: Room, intent: Act) -> None:
    """If the bot has tables of other games, the refusal names these as people type them."""
    reply = await solved.act(ANA, intent)
    assert reply.refused
    assert [solved.say(text) for text in reply.texts] == [
        UNSOLVED,
        "It has solved: puluc road=5 warriors=1.",
    ]


async def test_a_match(solved: Room) -> None:
    """A match of games with a table can be played against perfect play."""
    twice = replace(SMALL, terms=Terms(match=2))
    assert await levels(solved, await solved.post(ANA, Practice("perfect", twice))) == {"perfect"}


async def test_a_series(solved: Room, why: Why) -> None:
    """In a series, every game must have the level."""
    both = replace(SMALL, terms=Terms(series=("puluc", "bul")))
    assert why(await solved.act(ANA, Practice("perfect", both))) == "practice.unsolved"


async def test_a_family_without_the_level(solved: Room, why: Why) -> None:
    """A family that never has the level says which it has, and nothing about tables."""
    reply = await solved.act(ANA, Practice("perfect", options("parchis")))
    assert why(reply) == "practice.level"
    assert solved.say(reply.texts[0]) == (
        "This game has no level perfect. Levels: easy, medium, hard."
    )


async def test_perfect_computers_play_each_other(solved: Room) -> None:
    """A game of computers can be one between perfect players."""
    id_ = await solved.post(ANA, Demo("perfect", SMALL))
    assert await levels(solved, id_) == {"perfect"}


async def test_a_computer_in_a_lobby(solved: Room, why: Why) -> None:
    """In a lobby, a computer's level is that of the button, as far as the game has it."""
    id_ = await opened(solved)
    await solved.act(ANA, AddComputer(id_, 0, "hard"))
    assert await levels(solved, id_) == {"hard"}
    assert why(await solved.act(ANA, AddComputer(id_, 0, "perfect"))) == "practice.unsolved"


async def test_the_usual_level_in_a_lobby(solved: Room) -> None:
    """Computers that fill a lobby are of the usual level, not of the best one."""
    id_ = await opened(solved)
    await solved.act(ANA, AddComputer(id_))
    await solved.act(ANA, Start(id_, How.FILL))
    assert await levels(solved, id_) == {"medium"}


# changing the level of a practice game


async def test_the_buttons(room: Room) -> None:
    """Before it begins, a practice game has a button for each level but its own."""
    id_ = await room.post(ANA, Practice())
    assert LEVELS & {*await labels(room, id_)} == LEVELS - {"Medium"}
    await press(room, id_, "Hard")
    assert LEVELS & {*await labels(room, id_)} == LEVELS - {"Hard"}
    (line, *_) = make_page(room.tables.games, await room.table(id_), room.say).lines
    assert room.say(line) == "Ana vs Computer (hard). Press Start to begin."


async def test_a_button_for_perfect_play(solved: Room) -> None:
    """Perfect play has a button in a game with a table, and in no other."""
    small = await solved.post(ANA, Practice("medium", SMALL))
    usual = await solved.post(ANA, Practice())
    assert ("Perfect" in await labels(solved, small), "Perfect" in await labels(solved, usual)) == (
        True,
        False,
    )
    await press(solved, small, "Perfect")
    await press(solved, small, "Start")
    table = await solved.table(small)
    assert (table.status, table.seats[1]) == (Status.PLAYING, Computer("perfect"))


async def test_the_only_level(why: Why) -> None:
    """A game whose computers have one level has no button for it, and none is changed."""
    room = Room(families=WITH_PEBBLES)
    id_ = await room.post(ANA, Practice("easy", options("pebbles")))
    assert LEVELS.isdisjoint(await labels(room, id_))
    assert why(await room.act(ANA, Alter(id_, (("level", "hard"),)))) == "practice.level"


async def test_no_levels_without_computers(room: Room) -> None:
    """A challenge and a game of computers have no buttons for levels."""
    for posted in (Challenge((BEN,)), Open(), Demo()):
        id_ = await room.post(ANA, posted)
        assert LEVELS.isdisjoint(await labels(room, id_))


async def test_levels_in_a_team(room: Room) -> None:
    """A level is that of all computers of a practice game, which keep their seats."""
    id_ = await room.post(ANA, Practice("easy", options("aj-sayil", seats=6)))
    await press(room, id_, "Hard")
    assert await levels(room, id_) == {"hard"}
    assert await seen(room, id_) == "Ana* + + + + +"


@pytest.mark.parametrize("topic", ["", "road"])
async def test_who_changes_it(room: Room, why: Why, topic: str) -> None:
    """Only its host can change a practice game, and only before it begins."""
    id_ = await room.post(ANA, Practice())
    intents: tuple[Act, ...] = (Alter(id_, (("level", "hard"),)), ChooseOptions(id_, topic))
    for intent in intents:
        assert why(await room.act(BEN, intent)) == "lobby.host"
    await room.act(ANA, Accept(id_))
    for intent in intents:
        assert why(await room.act(ANA, intent)) == "accept.taken"


async def test_the_level_of_a_challenge(room: Room, why: Why) -> None:
    """A challenge and a lobby have no level, and stay as they are."""
    for id_ in (await opened(room), await room.post(ANA, Open())):
        assert why(await room.act(ANA, Alter(id_, (("level", "hard"),)))) == "options.level"
        assert (await room.table(id_)).revision == 1


@pytest.mark.parametrize(
    ("level", "key"), [("masterly", "practice.level"), ("perfect", "practice.unsolved")]
)
async def test_a_level_that_the_game_lacks(room: Room, why: Why, level: str, key: str) -> None:
    """A level that the game doesn't have is refused, and nothing changes."""
    id_ = await room.post(ANA, Practice())
    assert why(await room.act(ANA, Alter(id_, (("level", level),)))) == key
    assert (await room.table(id_)).revision == 1


# changing its options


async def test_the_options_of_a_practice_game(room: Room) -> None:
    """The host can change options, ruleset and match of a practice game by buttons."""
    id_ = await room.post(ANA, Practice("hard"))
    names = list[str]()
    for page in ("", "rules"):
        topics = (await room.act(ANA, ChooseOptions(id_, page))).choices
        acts = (each.act for each in topics if isinstance(each, Button))
        names += [act.topic for act in acts if isinstance(act, ChooseOptions) and act.topic]
    assert names == [
        *("size", "ruleset", "match", "rules"),
        *("road", "warriors", "table", "casts", "after-capture", "far-end", "exact"),
    ]
    for topic in {*names} - {"rules"}:
        fresh = Room()
        id_ = await fresh.post(ANA, Practice("hard"))
        choice, *_ = (await fresh.act(ANA, ChooseOptions(id_, topic))).choices
        assert isinstance(choice, Button)
        reply = await fresh.act(ANA, decode(choice.act.code))
        assert [text.key for text in reply.texts] == ["options.done", "options.which"]
        assert await levels(fresh, id_) == {"hard"}


async def test_the_computer_takes_new_seats(room: Room) -> None:
    """With another number of seats, the computer has all but that of the host."""
    id_ = await room.post(ANA, Practice("hard", options("aj-sayil")))
    for seats, plan in ((6, "Ana* + + + + +"), (4, "Ana* + + +"), (2, "Ana* +")):
        await room.act(ANA, Alter(id_, (("seats", str(seats)),)))
        assert await seen(room, id_) == plan
        assert await levels(room, id_) == {"hard"}
    assert Free() not in (await room.table(id_)).seats


async def test_a_series_against_the_computer(room: Room) -> None:
    """A practice game can become a match or a series, but gets no pace."""
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Alter(id_, (("series", "bul,boolik"),)))
    match = (await room.table(id_)).match
    assert isinstance(match, Match)
    assert [key_of(header) for header in match.headers] == ["bul", "boolik"]
    for name, value in (("pace", "3d"), ("flag", "auto"), ("expires", "7d"), ("pace", "none")):
        reply = await room.act(ANA, Alter(id_, ((name, value),)))
        assert reply.refused
        assert room.say(reply.texts[0]) == (
            f"{name}= is only for games between people. Leave it out to play against the computer."
        )


async def test_options_without_a_table(solved: Room, why: Why) -> None:
    """Against perfect play, options without a table are refused unless the level changes too."""
    id_ = await solved.post(ANA, Practice("perfect", SMALL))
    longer = ("road", "7")
    assert why(await solved.act(ANA, Alter(id_, (longer,)))) == "practice.unsolved"
    assert why(await solved.act(ANA, ChooseOptions(id_, "road"))) == "options.nothing"
    assert not (await solved.act(ANA, Alter(id_, (longer, ("level", "hard"))))).refused
    table = await solved.table(id_)
    assert dict(options_of(solved.tables.games, table).chosen)["road"] == "7"
    assert table.seats[1] == Computer("hard")


async def test_options_with_a_table(solved: Room) -> None:
    """Perfect play gets its button with the options of a game that has a table."""
    id_ = await solved.post(ANA, Practice())
    await solved.act(ANA, Alter(id_, (("road", "5"), ("warriors", "1"))))
    assert "Perfect" in await labels(solved, id_)


async def test_which_practice_game(room: Room) -> None:
    """Without a table, the host's only practice game here is changed."""
    id_ = await room.post(ANA, Practice())
    reply = await room.act(ANA, Alter(changes=(("road", "9"), ("level", "hard"))))
    assert not reply.refused
    assert await levels(room, id_) == {"hard"}
    assert " road=9 " in (await room.table(id_)).header

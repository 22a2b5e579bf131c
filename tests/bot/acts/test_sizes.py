"""Sizes of games: a short first one, changes, and the proposal of a short one at a slow pace."""

from dataclasses import replace

import pytest

from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.games.catalogue import games
from bot.games.size import Size
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, Pace
from bot.table.request import Reply
from bot.table.terms import Terms
from tests.bot.acts.room import ANA, BEN, Room, Why
from tests.bot.options import options

GAMES = games()
A_DAY = Terms(Pace(DAY))


async def size(room: Room, id_: TableId) -> Size | None:
    """The size of a table's game."""
    return GAMES.size_of((await room.table(id_)).header)


def proposed(reply: Reply) -> list[Button]:
    """The buttons that propose a short game."""
    return [e for e in reply.choices if isinstance(e, Button) and e.text == Size.SHORT.text]


@pytest.mark.parametrize("ruleset", ["puluc", "kekchi", "aj-sayil"])
async def test_a_first_game_against_the_computer(room: Room, ruleset: str) -> None:
    """The first game of a new player is short, and further ones are what the ruleset usually is."""
    assert await size(room, await room.post(ANA, Practice("easy", Options(ruleset)))) is Size.SHORT
    await room.store.note_played(ANA.user)
    later = await room.post(ANA, Practice("easy", Options(ruleset)))
    assert await size(room, later) is Size.CLASSIC


@pytest.mark.parametrize("chosen", [options(size="classic"), options(exact="yes")])
async def test_a_chosen_first_game(room: Room, chosen: Options) -> None:
    """A new player who has chosen a size or other options gets what they chose."""
    table = await room.table(await room.post(ANA, Practice("easy", chosen)))
    assert table.header == GAMES.header(chosen)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (options("bul"), ("size", "long"), options("bul", size="long")),
        (options("bul", size="short"), ("size", "classic"), options("bul")),
        (
            options("bul", road=13, exact="yes"),
            ("size", "short"),
            options("bul", size="short", exact="yes"),
        ),
        (options("bul", size="short"), ("ruleset", "kekchi"), options("kekchi", size="short")),
        (
            options("bul", size="short"),
            ("ruleset", "parchis"),
            options("parchis", seats=2, size="short"),
        ),
        (options("bul", size="short"), ("warriors", "2"), options("bul", road=7, warriors=2)),
        (
            options("aj-sayil", size="long", seats=4),
            ("seats", "8"),
            options("aj-sayil", size="long", seats=8),
        ),
        (
            options("aj-sayil", size="short", seats=6),
            ("ruleset", "a-kaakil"),
            options("a-kaakil", size="short", seats=6),
        ),
    ],
    ids=str,
)
async def test_changes(
    room: Room, before: Options, change: tuple[str, str], after: Options
) -> None:
    """A change of the seats or the ruleset keeps the size; a change of the size keeps the rest."""
    id_ = await room.post(ANA, Open(before))
    assert not (await room.act(ANA, Alter(id_, (change,)))).refused
    assert (await room.table(id_)).header == GAMES.header(after)


async def test_a_forged_size(room: Room, why: Why) -> None:
    """A size that doesn't exist is refused."""
    id_ = await room.post(ANA, Open())
    assert why(await room.act(ANA, Alter(id_, (("size", "huge"),)))) == "press.unknown"


async def test_a_size_for_several(room: Room) -> None:
    """People who are challenged by name get seats in a game of the chosen size."""
    id_ = await room.post(ANA, Challenge((BEN,), options("aj-sayil", size="short", seats=4)))
    assert await size(room, id_) is Size.SHORT


async def test_the_dialogue_proposes_a_short_game(room: Room) -> None:
    """Before a challenge at a slow pace, a button chooses the short game at that pace."""
    slow = Options("bul", terms=A_DAY)
    (button,) = proposed(await room.act(ANA, Challenge(options=slow)))
    assert button.act == Challenge(options=replace(slow, chosen=(("size", "short"),)))
    assert not proposed(await room.act(ANA, button.act))


@pytest.mark.parametrize("terms", [Terms(), Terms(Pace(12 * HOUR))])
async def test_quick_games_need_no_proposal(room: Room, terms: Terms) -> None:
    """Without a pace of a day or more, nothing is proposed."""
    assert not proposed(await room.act(ANA, Challenge(options=Options("bul", terms=terms))))


async def test_a_posted_challenge(room: Room) -> None:
    """If the pace is slow, Change game proposes a short game; nothing changes by itself."""
    id_ = await room.post(ANA, Open(Options("bul", terms=A_DAY)))
    assert await size(room, id_) is Size.CLASSIC
    reply = await room.act(ANA, ChooseOptions(id_))
    (button,) = proposed(reply)
    assert "takes" in room.say(reply.texts[0])
    await room.act(ANA, button.act)
    assert await size(room, id_) is Size.SHORT
    assert not proposed(await room.act(ANA, ChooseOptions(id_)))


async def test_a_pace_that_is_chosen_later(room: Room) -> None:
    """Who changes the pace to a slow one is proposed a short game."""
    id_ = await room.post(ANA, Open(Options("bul")))
    assert proposed(await room.act(ANA, Alter(id_, (("pace", "3d"),))))
    assert not proposed(await room.act(ANA, Alter(id_, (("pace", "10m"),))))

"""Hints, odds and reviews in words and pictures."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.show.advice import Advised, Adviser, hint, odds
from bot.show.replay import frames, moments
from bot.show.review_text import WORST, signed
from bot.show.reviews import reviewed
from bot.table.button import Link
from bot.table.former import Departure, Former
from bot.table.request import Advice, Topic
from bot.table.seats import Computer
from bot.table.settings import Colours
from bot.table.steps import end, take_back
from bot.table.table import Ending, Status, Table
from bot.table.undo import taken_back
from engine.players.registry import player
from engine.road.header import ruleset_with, write_header
from engine.text import Text
from tests.bot.hands import at_once
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY, begun, move_on
from tests.bot.show.teams import CARLA

MOST = 400
"""The maximum number of moves of a game in these tests."""

EVEN = "1 a3 44/00 2a 8b"
"""A position in which it makes no difference for people how a 3 is played."""

PNG = b"\x89PNG"
RULESETS = ("puluc", "bul", "boolik", "kekchi", "footprints", "aj-sayil", "aj-sakalil")


def played(header: str = OFFER.header, seed: int = 0) -> tuple[Table, tuple[str, ...]]:
    """Play a game at random to its end; return its table and record."""
    chance, step = Random(seed), begun(replace(OFFER, header=header))
    table, record = step.table, list(step.entries)
    while table.status is Status.PLAYING and table.moves < MOST:
        step = move_on(table, chance.choice(GAMES.scene(table, SAY).moves).move)
        table, record = step.table, [*record, *step.entries]
    return table, tuple(record)


def with_choice(header: str) -> Table:
    """Begin a game and play it until the player to move has a choice."""
    table = begun(replace(OFFER, header=header)).table
    while len(moves := GAMES.scene(table, SAY).moves) == 1:
        table = move_on(table, moves[0].move).table
    return table


def said(advised: Advised) -> list[str]:
    return [SAY(line) for line in advised.lines]


def header_of(ruleset: str) -> str:
    return write_header(ruleset_with(ruleset, {}))


@pytest.fixture(scope="module")
def over() -> tuple[Table, tuple[str, ...]]:
    """A finished game and its record."""
    return played(header_of("puluc"))


async def advised(game: tuple[Table, tuple[str, ...]], topic: Topic) -> Advised:
    """Return advice about a game, worked out in this process."""

    async def record(_table: object) -> tuple[str, ...]:
        return game[1]

    adviser = Adviser(GAMES, at_once, record)
    return await adviser.advised(Advice(topic, game[0]), "en", Colours.MAIZE)


def test_a_hint_is_the_best_move() -> None:
    """A hint names the move that the level hard would play, with the chance to win."""
    table = with_choice(header_of("puluc"))
    game, position = GAMES.game(table.header), GAMES.position(table)
    phase = game.phase(position)
    best: Any = player("hard", game, None)(position, phase.moves, Random())  # type: ignore[union-attr] # a move is due
    scene = GAMES.scene(table, SAY)
    label = next(each.text for each in scene.moves if each.move == game.write_move(best))
    first, *_ = said(hint(GAMES, table, "en", Colours.MAIZE))
    assert first.startswith(f"Best move: {SAY(label)} (")
    assert first.endswith("% to win)")


def test_the_only_move() -> None:
    """If there is only one move, a hint says so instead of judging it."""
    table = begun(replace(OFFER, header=header_of("puluc"))).table
    (line,) = said(hint(GAMES, table, "en", Colours.MAIZE))
    assert line.startswith("Your only move: Enter → ")
    assert "%" not in line


def test_a_hint_is_drawn() -> None:
    """A hint shows the board before and after the move, and says so in words."""
    table = begun(replace(OFFER, header=header_of("puluc"))).table
    (figure,) = hint(GAMES, table, "en", Colours.DARK).figures
    assert figure.picture.png.startswith(PNG)
    assert figure.picture.alt.startswith("Before: Throw: ")
    assert " Then: " in figure.picture.alt


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hint_shows_the_throws(ruleset: str) -> None:
    """The picture of a hint shows the throws that lie on the board, in every kind of turn."""
    table = begun(replace(OFFER, header=header_of(ruleset))).table
    (figure,) = hint(GAMES, table, "en", Colours.MAIZE).figures
    before, _, _ = figure.picture.alt.partition(" Then: ")
    assert before.count("Throw: ") == len(table.lying)


def test_moves_that_are_equally_good() -> None:
    """If all moves are equally good, a hint says so instead of calling one the best."""
    table = replace(begun(replace(OFFER, header=header_of("puluc"))).table, position=EVEN)
    lines = said(hint(GAMES, table, "en", Colours.MAIZE))
    assert lines[0].startswith("All your moves are equally good, for example ")
    assert len(lines) == 2


def test_a_hint_for_the_second_place() -> None:
    """Once a player has come first, a hint says what `hard` would play, not that all is equal."""
    header = GAMES.header(options("parchis", seats=3, end="last"))
    table = replace(
        OFFER,
        header=header,
        seats=(ANA, BEN, CARLA),
        status=Status.PLAYING,
        position="1 b1 g,g,g,g+ 30,40,50,c6+ h,h,h,31+ =a",
    )
    (line,) = said(hint(GAMES, table, "en", Colours.MAIZE))
    decided = "Who comes first has been decided. The level hard would play: "
    assert line == f"{decided}A 30 → 31 captures"


def test_odds() -> None:
    """The odds name each side with its chance to win, and how they were judged."""
    table = begun(replace(OFFER, header=header_of("puluc"))).table
    lines = said(odds(GAMES, table, "en", Colours.MAIZE))
    assert [line.partition(":")[0] for line in lines] == [
        "Ana",
        "Ben",
        "Estimated by the network behind the level hard.",
    ]


def test_odds_are_drawn() -> None:
    """The odds are drawn as a bar, with the same chances in words."""
    table = begun(replace(OFFER, header=header_of("puluc"))).table
    (figure,) = odds(GAMES, table, "en", Colours.CONTRAST).figures
    assert figure.picture.png.startswith(PNG)
    assert "for Ana" in figure.picture.alt


async def test_a_review(over: tuple[Table, tuple[str, ...]]) -> None:
    """A review tells of each side's choices and luck, of two throws and of the worst moves."""
    heading, ana, ben, lucky, unlucky, *rest = said(await advised(over, Topic.REVIEW))
    assert heading == "Review"
    assert (ana[:5], ben[:5]) == ("Ana: ", "Ben: ")
    assert " points lost in " in ana
    assert "luck " in ben
    assert lucky.startswith("Luckiest throw: ")
    assert unlucky.startswith("Unluckiest throw: ")
    assert all(re.match(rf"{number}\. At step \d", line) for number, line in enumerate(rest[2:], 1))
    assert 0 < len(rest[2:]) <= WORST


async def test_a_review_is_drawn(over: tuple[Table, tuple[str, ...]]) -> None:
    """A review has a chart, a picture for each of the worst moves, and a link to the page."""
    found = await advised(over, Topic.REVIEW)
    steps = [line for line in said(found) if " At step " in line]
    assert [SAY(each.caption) for each in found.figures[1:]] == steps
    assert all(each.picture.png.startswith(PNG) for each in found.figures)
    assert found.choices == (Link(Text("button.step"), "/g/code#0"),)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_step_of_a_review_is_one_of_the_replay(ruleset: str) -> None:
    """The chart has a step for each frame of the replay, and mistakes are at the same step."""
    table, record = played(header_of(ruleset), seed=1)
    told = reviewed(GAMES, table, record)
    shown = frames(GAMES, table, record, SAY)
    assert len(told.review.curve) == len(shown)
    for mistake in told.mistakes:
        assert mistake.before.position == moments(GAMES, table, record)[mistake.step].position
        assert mistake.better in {each.move for each in shown[mistake.step].scene.moves}


def ends() -> Iterator[tuple[Table, tuple[str, ...]]]:
    """Yield games that did not end on the board: resigned, aborted, and closed."""
    step = begun(replace(OFFER, header=header_of("puluc")))
    moved = move_on(step.table, GAMES.scene(step.table, SAY).moves[0].move)
    record = (*step.entries, *moved.entries)
    yield end(moved.table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table, record
    yield end(moved.table, Ending.CLOSED, 0).table, record


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_that_ended_early(number: int) -> None:
    """The chart of a game that ended with a move due has that step, and one for the end."""
    table, record = [*ends()][number]
    curve = reviewed(GAMES, table, record).review.curve
    assert len(curve) == len(frames(GAMES, table, record, SAY))
    assert curve[-1] == ((0.0, 1.0) if table.places else curve[-2])


def test_what_was_taken_back_does_not_count() -> None:
    """A move that was taken back is neither judged nor part of the chart."""
    step = begun(replace(OFFER, header=header_of("puluc")))
    moved = move_on(step.table, GAMES.scene(step.table, SAY).moves[-1].move)
    record = (*step.entries, *moved.entries)
    taken = taken_back(GAMES.game(moved.table.header), moved.table, record, (0, 1))
    assert taken is not None
    undone = take_back(moved.table, taken, 0)
    again = move_on(undone.table, GAMES.scene(undone.table, SAY).moves[0].move)
    table = end(again.table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    told = reviewed(GAMES, table, (*record, *undone.entries, *again.entries))
    shown = frames(GAMES, table, (*record, *undone.entries, *again.entries), SAY)
    assert len(told.review.curve) == len(shown)
    assert len(told.review.decisions) <= 1


def test_a_review_names_who_played_then(over: tuple[Table, tuple[str, ...]]) -> None:
    """A mistake names the player who made it, even if another has taken over the seat since."""
    table, record = over
    left = Former(0, ANA, Departure.RESIGNED, table.moves, 0)
    passed = replace(table, seats=(Computer("medium"), BEN), former=(left,))
    told = reviewed(GAMES, passed, record)
    names = {
        SAY(mistake.text).partition(", ")[2].partition(" played")[0] for mistake in told.mistakes
    }
    assert names <= {"Ana", "Ben"}
    assert SAY(told.lines[0]).startswith("Computer (medium): ")


@pytest.mark.parametrize(
    ("share", "text"), [(0.123, "+12"), (-0.006, "\N{MINUS SIGN}1"), (0.004, "0"), (-0.001, "0")]
)
def test_luck_has_a_sign(share: float, text: str) -> None:
    """Luck is written in whole percentage points with a sign, and none if it rounds to 0."""
    assert signed(share) == text

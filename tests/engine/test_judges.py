"""Judges: who will probably win, and what each move is worth."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Choose, Over
from engine.players import registry
from engine.players.judge import Source
from engine.players.perfect import ExactJudge
from engine.players.road import levels, search
from engine.players.road.judge import NetworkJudge
from engine.players.road.network import network
from engine.record import standing
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position
from engine.road.ruleset import Casts, Ruleset
from engine.road.rulesets import RULESETS
from engine.stage import Stage
from engine.tables import Table
from tests.costly import COSTLY
from tests.engine.made_up import write_table
from tests.engine.recorded import recorded
from tests.engine.solvable import mirrored, random_play, solved

OpenGame = Callable[[str], RoadGame]
Journey = Callable[[RoadGame, Random, int], list[Position]]

SMALL: Final = "puluc road=5 warriors=2"

GAMES: Final = (*RULESETS, "puluc casts=each", "footprints casts=each", "aj-sayil seats=4")
"""Every ruleset, two numbers a turn where it is unusual, and teams."""


@pytest.fixture
def exact(game: OpenGame, tmp_path: Path) -> ExactJudge:
    """A judge that knows made-up values."""
    return ExactJudge(Table(write_table(game(SMALL), tmp_path)))


def choices(game: RoadGame, passed: list[Position]) -> list[tuple[Position, Choose[Move]]]:
    """Return the positions in which there is more than one move."""
    phases = [(position, game.phase(position)) for position in passed]
    return [
        (position, phase)
        for position, phase in phases
        if isinstance(phase, Choose) and len(phase.moves) > 1
    ]


def before_throws(passed: list[Position]) -> list[Position]:
    """Return the positions in which a throw is due that isn't of the opening."""
    return [each for each in passed if each.stage is Stage.CAST]


def winners(game: RoadGame, position: Position) -> tuple[int, ...]:
    """Return the seats that have won."""
    over = game.phase(position)
    return over.winners(game.seats) if isinstance(over, Over) else ()


def before_a_win(game: RoadGame) -> tuple[Position, Choose[Move]]:
    """Return the position before the move that wins a random game."""
    last_moves = (standing(game, recorded(game, Random(seed)))[-1] for seed in count())
    return next(
        (last.position, last.phase)
        for last in last_moves
        if isinstance(last.phase, Choose) and last.phase.seat in winners(game, last.after)
    )


@COSTLY
@given(st.from_type(Ruleset), st.integers(0, 1000))
def test_estimated_odds(journey: Journey, ruleset: Ruleset, seed: int) -> None:
    """In every phase of any game, the odds by the network are probabilities that add up to 1."""
    game = RoadGame(ruleset)
    judge = NetworkJudge(game)
    for position in journey(game, Random(seed), 3):
        odds = judge.odds(position)
        assert len(odds) == game.sides
        assert sum(odds) == pytest.approx(1)
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in odds)


@pytest.mark.parametrize("words", [SMALL, "kekchi road=9 warriors=1", "boolik road=5 warriors=2"])
def test_exact_odds(game: OpenGame, journey: Journey, tmp_path: Path, words: str) -> None:
    """In every phase, the odds by a table add up to 1, and are those of the side to move."""
    opened = game(words)
    table = Table(write_table(opened, tmp_path))
    judge = ExactJudge(table)
    phases = set()
    for position in journey(opened, Random(2), 400):
        phases.add(position.stage)
        odds = judge.odds(position)
        assert sum(odds) == pytest.approx(1)
        if position.stage is not Stage.OPENING:
            assert odds[position.turn] == table.value(position)
    assert phases == {*Stage}


@pytest.mark.parametrize("position", ["1 ? 22/00", "1 ?3 22/00"])
def test_the_opening(game: OpenGame, exact: ExactJudge, position: str) -> None:
    """Throughout the opening, the sides are equal to every judge."""
    opened = game(SMALL)
    read = opened.read_position(position)
    assert exact.odds(read) == NetworkJudge(opened).odds(read) == (0.5, 0.5)


@pytest.mark.parametrize("words", GAMES)
def test_estimated_odds_before_throws(game: OpenGame, journey: Journey, words: str) -> None:
    """Before a throw, the odds by the network are the average of those after each throw."""
    opened = game(words)
    judge = NetworkJudge(opened)
    positions = before_throws(journey(opened, Random(4), 30))
    halves = {bool(position.numbers) for position in positions}
    assert halves == ({False} if opened.ruleset.casts is Casts.ONE else {False, True})
    for position in positions[-4:]:
        chances = opened.throws.chances.items()
        mean = sum(share * judge.odds(opened.cast(position, cast))[0] for cast, share in chances)
        assert judge.odds(position)[0] == pytest.approx(float(mean))


@pytest.mark.solver
@pytest.mark.parametrize("words", [SMALL, "kekchi road=9 warriors=1"])
def test_exact_odds_before_throws(game: OpenGame, tmp_path: Path, words: str) -> None:
    """Before a throw, the odds by a table are the average of those after each throw."""
    opened = game(words)
    judge = ExactJudge(solved(opened, tmp_path))
    for position in random_play(opened, Random(4), 60):
        chances = opened.throws.chances.items()
        mean = sum(share * judge.odds(opened.cast(position, cast))[0] for cast, share in chances)
        assert judge.odds(position)[0] == pytest.approx(float(mean), abs=2e-5)


@COSTLY
@given(st.from_type(Ruleset).filter(lambda ruleset: ruleset.seats == 2), st.integers(0, 1000))
def test_both_sides_are_judged_alike(journey: Journey, ruleset: Ruleset, seed: int) -> None:
    """In a mirror image of a position, the sides exchange their odds."""
    game = RoadGame(ruleset)
    judge = NetworkJudge(game)
    for position in before_throws(journey(game, Random(seed), 3))[-2:]:
        one, other = judge.odds(position)
        assert judge.odds(mirrored(game, position)) == pytest.approx((other, one))


@pytest.mark.parametrize(
    ("words", "position", "odds"),
    [
        (SMALL, "1 b 10/02 2a", (1, 0)),
        (SMALL, "1 a 01/20 2b", (0, 1)),
        ("aj-tiwil warriors=1", "1 b 00/00/11", (0.5, 0.5)),
    ],
    ids=["won", "lost", "drawn"],
)
def test_the_end(game: OpenGame, words: str, position: str, odds: tuple[float, float]) -> None:
    """At the end, the winner has all of the odds; after a draw, both sides are equal."""
    opened = game(words)
    over = opened.read_position(position)
    assert isinstance(opened.phase(over), Over)
    assert NetworkJudge(opened).odds(over) == odds


def test_the_end_by_a_table(game: OpenGame, exact: ExactJudge) -> None:
    """At the end, the winner has all of the odds by a table, too."""
    read = game(SMALL).read_position
    assert exact.odds(read("1 b 10/02 2a")) == (1, 0)
    assert exact.odds(read("1 a 01/20 2b")) == (0, 1)


def test_passes(game: OpenGame) -> None:
    """If no number can be played, the odds are those of the position after the pass."""
    opened = game("puluc exact=yes warriors=1")
    position = opened.read_position("1 a5 01/00 10a")
    after = opened.skip(position)
    assert NetworkJudge(opened).odds(position)[1] == network(opened.ruleset).value(after)


@pytest.mark.parametrize("words", GAMES)
def test_winning_moves(game: OpenGame, words: str) -> None:
    """A judge rates every move 1 that wins the game."""
    opened = game(words)
    position, (seat, moves) = before_a_win(opened)
    ratings = NetworkJudge(opened).rate(position, moves)
    won = [seat in winners(opened, opened.play(position, move)) for move in moves]
    assert any(won)
    assert all(rating == 1 for rating, wins in zip(ratings, won, strict=True) if wins)


def test_exact_ratings(game: OpenGame, journey: Journey, tmp_path: Path) -> None:
    """A judge that knows exact values rates each move as its table does."""
    opened = game(SMALL)
    table = Table(write_table(opened, tmp_path))
    for position, phase in choices(opened, journey(opened, Random(2), 40)):
        expected = [table.after(position, move) for move in phase.moves]
        assert ExactJudge(table).rate(position, phase.moves) == expected


@pytest.mark.parametrize("words", GAMES)
def test_odds_before_moves(game: OpenGame, journey: Journey, words: str) -> None:
    """Before a move, the odds of its side are those at the end of the turn, played best."""
    opened = game(words)
    judge = NetworkJudge(opened)
    for position, phase in choices(opened, journey(opened, Random(6), 40))[-5:]:
        values = search.shallow(opened, network(opened.ruleset), position, phase.moves)
        assert judge.odds(position)[opened.side(phase.seat)] == pytest.approx(max(values))


@pytest.mark.parametrize("words", GAMES)
def test_the_best_move(game: OpenGame, journey: Journey, words: str) -> None:
    """The move that `hard` chooses is rated best, or as good as equal to it."""
    opened = game(words)
    judge = NetworkJudge(opened)
    for position, phase in choices(opened, journey(opened, Random(6), 40))[-5:]:
        ratings = judge.rate(position, phase.moves)
        chosen = phase.moves.index(levels.hard(opened, position, phase.moves, Random(1)))
        assert ratings[chosen] > max(ratings) - levels.EQUAL


@pytest.mark.parametrize("words", GAMES)
@pytest.mark.parametrize("effort", [search.EFFORT, 1])
def test_moves_that_are_not_searched(
    game: OpenGame, journey: Journey, monkeypatch: pytest.MonkeyPatch, words: str, effort: int
) -> None:
    """A move that isn't searched is never rated better than one that is."""
    monkeypatch.setattr(search, "EFFORT", effort)
    opened = game(words)
    estimates = network(opened.ruleset)
    for position, phase in choices(opened, journey(opened, Random(6), 40))[-5:]:
        found = search.deep(opened, estimates, position, phase.moves)
        ratings = search.rated(opened, estimates, position, phase.moves)
        for move, rating in zip(phase.moves, ratings, strict=True):
            assert rating == found.get(move, rating)
            assert 0 <= rating <= min(found.values()) or move in found


def test_some_of_the_moves(game: OpenGame, journey: Journey) -> None:
    """A judge can rate a single move."""
    opened = game("puluc")
    for position, phase in choices(opened, journey(opened, Random(6), 40))[-5:]:
        (rating,) = NetworkJudge(opened).rate(position, phase.moves[:1])
        assert 0 < rating < 1


def test_a_table_comes_first(game: OpenGame, tmp_path: Path) -> None:
    """A game is judged by its table, and only without one by its family's judge."""
    opened = game(SMALL)
    table = Table(write_table(opened, tmp_path))
    assert registry.judge(opened, table).source is Source.TABLE
    assert registry.judge(opened, None).source is Source.NETWORK

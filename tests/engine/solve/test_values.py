"""Values of small games: known ones, and those of a second, plain solver."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.road.game import RoadGame
from engine.road.ranking import Ranking
from tests.engine import solvable
from tests.engine.solvable import OPTIONS, RULESETS

if TYPE_CHECKING:
    from engine.road.solve.solver import RoadSolver

pytestmark = pytest.mark.solver

OpenGame = Callable[[str], RoadGame]

GAMES = [
    "puluc road=5 warriors=1",
    "puluc road=6 warriors=2",
    "bul road=5 warriors=2",
    "buul road=5 warriors=2",
    "boolik road=5 warriors=2",
    "kekchi road=9 warriors=1",
    "kekchi road=5 warriors=2",
    "sapper road=5 warriors=1",
    "puluc road=5 warriors=2 table=sapper",
    "puluc road=5 warriors=2 table=plus-one",
    "bul road=5 warriors=2 table=die exact=yes",
    "buul road=5 warriors=2 table=footprints",
    "bul road=5 warriors=1 far-end=walk-back exact=yes",
    "puluc road=5 warriors=2 far-end=walk-back",
    "puluc road=5 warriors=2 far-end=liberate exact=yes",
    "bul road=5 warriors=2 casts=sum far-end=re-enter",
    "boolik road=5 warriors=2 after-capture=open",
    "boolik road=5 warriors=2 after-capture=advance far-end=recycle",
]
"""Every ruleset that can be solved, and every value of every option."""


def solved(game: RoadGame, start: float | None = None) -> "RoadSolver":
    """Return a solver that has solved a game, beginning with all values at `start` if given."""
    # not at the top, because they need Numba
    import numpy as np

    from engine.road.solve.solver import RoadSolver

    solver = RoadSolver(game.header, Ranking(game.ruleset))
    if start is not None:
        solver.exact = np.full(solver.size + 2, start)
        solver.exact[-2:] = 0, 1
    for _ in solver.sweeps():
        pass
    return solver


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("puluc road=9 warriors=2", 0.504590),
        ("bul road=9 warriors=2", 0.496381),
        pytest.param("puluc road=9 warriors=3", 0.508752, marks=pytest.mark.night),
        pytest.param("bul road=9 warriors=3", 0.500076, marks=pytest.mark.night),
    ],
)
def test_known_values(game: OpenGame, words: str, first: float) -> None:
    """On 9 spaces, the side that begins wins as often as an earlier program has found."""
    opened = game(words)
    start = Ranking(opened.ruleset).rank(opened.begin(0))
    assert solved(opened).exact[start] == pytest.approx(first, abs=1e-5)


@pytest.mark.parametrize("words", GAMES)
def test_independent_values(game: OpenGame, tmp_path: Path, words: str) -> None:
    """A table has the values of a solver that uses only the engine's public interface."""
    from tests.engine.solve import plain

    opened = game(words)
    table = solvable.solved(opened, tmp_path)
    values = plain.solve(opened)
    probed = {position: table.probe(position) for position in values}
    assert probed == pytest.approx(values, abs=1e-5)


@pytest.mark.parametrize("words", ["puluc road=5 warriors=2", "boolik road=5 warriors=2 exact=yes"])
def test_one_solution(game: OpenGame, words: str) -> None:
    """The values that a game begins with don't matter: all lead to the same solution."""
    usual = solved(game(words)).exact
    for start in (0.0, 1.0):
        assert solved(game(words), start).exact == pytest.approx(usual, abs=1e-6)


@pytest.mark.parametrize("words", ["puluc road=5 warriors=2", "boolik road=5 warriors=2 exact=yes"])
@pytest.mark.parametrize("start", [0.0, pytest.param(1.0, marks=pytest.mark.night)])
def test_one_plain_solution(game: OpenGame, words: str, start: float) -> None:
    """The plain solver finds the same values, whatever it begins with."""
    from tests.engine.solve import plain

    assert plain.solve(game(words), start) == pytest.approx(plain.solve(game(words)), abs=1e-8)


def test_residuals(game: OpenGame) -> None:
    """One more sweep over all layers changes no value by more than the tolerance."""
    import numpy as np

    from engine.road.solve import kernel
    from engine.road.solve.rules import rules_of
    from engine.road.solve.solver import TOLERANCE

    solver = solved(game("buul road=6 warriors=2"))
    rules = rules_of(solver.ranking)
    for mine, theirs, start, size in solver.ranking.layers:
        fresh, best = np.empty(size), np.empty((size, rules.odds.size), np.int32)
        kernel.improve(rules, solver.exact, mine, theirs, 0, best)
        kernel.evaluate(rules.odds, solver.exact, fresh, best)
        assert abs(fresh - solver.exact[start : start + size]).max() <= 2 * TOLERANCE


def test_all_options_are_tried(game: OpenGame) -> None:
    """The games above have every ruleset that can be solved and every value of its options."""
    headers = [game(words).ruleset for words in GAMES]
    assert {each.key for each in headers} == {*RULESETS}
    for name, values in OPTIONS.items():
        tried = {getattr(each, name.replace("-", "_")) for each in headers}
        assert len(tried) == len(values), name

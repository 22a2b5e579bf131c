"""How long it takes to solve whole games, and what they are worth to the side that begins."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.games import family_of

pytestmark = pytest.mark.solver


@pytest.mark.parametrize(("ruleset", "first"), [("puluc", 0.514295), ("bul", 0.503512)])
def test_nine_spaces(benchmark: BenchmarkFixture, ruleset: str, first: float) -> None:
    """On 9 spaces with five warriors a side, the side that begins wins as often as is known."""
    family = family_of(ruleset)
    game = family.game_with(ruleset, {"road": "9"})
    solver = family.solver(game)

    def solve() -> None:
        for _ in solver.sweeps():
            pass

    benchmark.pedantic(solve, rounds=1)
    start = family.ranking(game).rank(game.begin(0))
    values = b"".join(solver.values(65_535))
    assert abs(int.from_bytes(values[2 * start :][:2], "little") / 65_535 - first) < 1e-5

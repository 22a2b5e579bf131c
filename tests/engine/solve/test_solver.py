"""The solver of road games: what it reports, saves and goes on with, and what it writes."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.family import Unsolvable
from engine.game import Corrupt
from engine.road.game import RoadGame
from engine.road.ranking import Ranking
from engine.tables import SCALE

if TYPE_CHECKING:
    from engine.road.solve.solver import RoadSolver

pytestmark = pytest.mark.solver

OpenGame = Callable[[str], RoadGame]
Damage = Callable[[bytes], bytes]

WORDS = "boolik road=5 warriors=2"


def solver_of(game: RoadGame) -> "RoadSolver":
    # not at the top, because it needs Numba
    from engine.road.solve.solver import RoadSolver

    return RoadSolver(game.header, Ranking(game.ruleset))


def work(solver: "RoadSolver", sweeps: int) -> None:
    """Do so many sweeps, if there are as many."""
    for _, _ in zip(range(sweeps), solver.sweeps(), strict=False):
        pass


@pytest.fixture
def solved(game: OpenGame) -> "RoadSolver":
    """A solver that is done."""
    solver = solver_of(game(WORDS))
    work(solver, 1000)
    return solver


@pytest.fixture
def part(game: OpenGame, tmp_path: Path) -> Path:
    """What was saved after five sweeps."""
    solver = solver_of(game(WORDS))
    work(solver, 5)
    path = tmp_path / "boolik.values.part"
    solver.save(path, 5.0)
    return path


def test_progress(game: OpenGame) -> None:
    """The share never falls and ends at 1, when all pairs of layers are finished."""
    sweeps = [*solver_of(game(WORDS)).sweeps()]
    assert all(before.share <= after.share for before, after in pairwise(sweeps))
    assert all(after.pairs - before.pairs in (0, 1) for before, after in pairwise(sweeps))
    assert (sweeps[0].share, sweeps[-1].share) == (pytest.approx(0, abs=0.1), pytest.approx(1))
    assert sweeps[-1].pairs == 3  # both have lost a warrior, one side has, neither has


def test_the_largest_change(solved: "RoadSolver") -> None:
    """The largest change is that of the last sweep of each pair, which is small enough to stop."""
    from engine.road.solve.solver import TOLERANCE

    assert 0 < solved.change <= TOLERANCE


def test_compiling_comes_first(monkeypatch: pytest.MonkeyPatch, game: OpenGame) -> None:
    """The first state is reported once all loops are compiled, before any of the work."""
    from engine.road.solve import kernel

    used: set[str] = set()

    def loop(name: str) -> Callable[..., Any]:
        compiled = getattr(kernel, name)

        def run(*arguments: Any) -> Any:
            used.add(name)
            return compiled(*arguments)

        return run

    for name in ("improve", "evaluate", "replace"):
        monkeypatch.setattr(f"engine.road.solve.solver.{name}", loop(name))
    solver = solver_of(game(WORDS))
    first = next(solver.sweeps())
    assert used == {"improve", "evaluate", "replace"}
    assert (first.share, first.pairs) == (0, 0)
    assert set(solver.exact[: solver.size].tolist()) == {0.5}


def in_pieces(patch: pytest.MonkeyPatch) -> None:
    """Let the solver look for the moves of only 50 positions at a time."""
    patch.setattr("engine.road.solve.solver.UNBROKEN", 50)


def test_sweeps_in_pieces(
    monkeypatch: pytest.MonkeyPatch, game: OpenGame, solved: "RoadSolver"
) -> None:
    """Pieces of sweeps give more occasions to leave the work, and the very same values."""
    whole = len([*solver_of(game(WORDS)).sweeps()])
    in_pieces(monkeypatch)
    solver = solver_of(game(WORDS))
    assert len([*solver.sweeps()]) > 2 * whole
    assert solver.exact.tolist() == solved.exact.tolist()
    assert solver.change == solved.change


def test_interrupted_sweeps(
    monkeypatch: pytest.MonkeyPatch, game: OpenGame, tmp_path: Path, solved: "RoadSolver"
) -> None:
    """Work that is interrupted within every sweep for moves loses nothing but a piece each time."""
    in_pieces(monkeypatch)
    whole = len([*solver_of(game(WORDS)).sweeps()])
    solver, path = solver_of(game(WORDS)), tmp_path / "saved"
    pieces = 0
    while solver.pairs < 3:
        done = len([*zip(range(8), solver.sweeps(), strict=False)])
        pieces += done - 1  # the first one comes before any work
        solver.save(path, 0.0)
        solver = solver_of(game(WORDS))
        solver.load(path)
    assert whole <= pieces <= 2 * whole
    assert solver.exact == pytest.approx(solved.exact, abs=1e-7)


@pytest.mark.parametrize("sweeps", [1, 4, 9, 1000])
def test_going_on(game: OpenGame, tmp_path: Path, solved: "RoadSolver", sweeps: int) -> None:
    """Work that was saved goes on in another solver and leads to the same values."""
    saved, path = solver_of(game(WORDS)), tmp_path / "saved"
    work(saved, sweeps)
    saved.save(path, 12.5)
    loaded = solver_of(game(WORDS))
    assert loaded.load(path) == 12.5
    assert loaded.exact.tolist() == saved.exact.tolist()
    assert (loaded.pairs, loaded.change) == (saved.pairs, saved.change)
    work(loaded, 1000)
    assert loaded.exact == pytest.approx(solved.exact, abs=1e-7)
    assert [each.name for each in tmp_path.iterdir()] == ["saved"]


def test_finished_pairs(game: OpenGame, tmp_path: Path) -> None:
    """Pairs of layers that were finished before are not touched again."""
    saved = solver_of(game(WORDS))
    next(each for each in saved.sweeps() if each.pairs == 1)
    saved.save(tmp_path / "saved", 1.0)
    loaded = solver_of(game(WORDS))
    loaded.load(tmp_path / "saved")
    last = loaded.ranking.layers[-1]  # both have lost a warrior
    before = loaded.exact[last.start :][: last.size].tolist()
    sweeps = [*loaded.sweeps()]
    assert sweeps[0].pairs == 1
    assert loaded.exact[last.start :][: last.size].tolist() == before


def test_what_a_checkpoint_takes(game: OpenGame, tmp_path: Path) -> None:
    """The largest checkpoint is as large as the solver says beforehand, and no larger."""
    solver, path = solver_of(game(WORDS)), tmp_path / "saved"
    sizes = []
    for _ in solver.sweeps():
        solver.save(path, 1.0)
        sizes.append(path.stat().st_size)
    assert 0 <= solver.checkpoint - max(sizes) < 5000


def advanced(written: bytes) -> bytes:
    """Return a checkpoint whose head says that another pair is finished."""
    head, rest = written.split(b"\n", 1)
    state = json.loads(head)
    state["pairs"] += 1
    return json.dumps(state).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(lambda _: b"", "can't be continued; delete it", id="empty"),
        pytest.param(lambda _: b"\xff" * 9000, "can't be continued; delete it", id="not text"),
        pytest.param(lambda _: b"{}\n0\n", "can't be continued; delete it", id="no state"),
        pytest.param(lambda _: b"[]\n0\n", "can't be continued; delete it", id="other JSON"),
        pytest.param(
            lambda written: written.replace(b"\n", b"\nx", 1),
            "can't be continued; delete it",
            id="no checksum",
        ),
        pytest.param(
            lambda written: written[:60], "can't be continued", id="only half of the head"
        ),
        pytest.param(lambda written: written[:-8], "is damaged; delete it", id="truncated"),
        pytest.param(lambda written: written + bytes(8), "is damaged; delete it", id="extended"),
        pytest.param(
            lambda written: written[:-1] + bytes([written[-1] ^ 1]), "is damaged", id="last value"
        ),
        pytest.param(
            lambda written: written[:5000] + bytes(8) + written[5008:], "is damaged", id="a value"
        ),
        pytest.param(advanced, "is damaged; delete it", id="other pairs"),
    ],
)
def test_damaged_work(game: OpenGame, part: Path, damage: Damage, message: str) -> None:
    """Wrong values would never show, so a checkpoint with any damage is refused."""
    part.write_bytes(damage(part.read_bytes()))
    solver = solver_of(game(WORDS))
    with pytest.raises(Corrupt, match=message) as refused:
        solver.load(part)
    assert str(part) in str(refused.value)
    assert (solver.pairs, solver.exact.size) == (0, 0)


@pytest.mark.parametrize("words", ["buul road=5 warriors=2", "boolik road=5 warriors=1"])
def test_work_for_another_game(game: OpenGame, part: Path, words: str) -> None:
    """What was saved for another game is refused with that game."""
    with pytest.raises(Corrupt, match=f"belongs to another game, {WORDS} table=kernels casts=one;"):
        solver_of(game(words)).load(part)


def test_rounding(solved: "RoadSolver") -> None:
    """Values are rounded to the nearest of 65,536 steps, two bytes each, low byte first."""
    written = b"".join(solved.values(SCALE))
    exact = solved.exact[: solved.size].tolist()
    assert len(written) == 2 * solved.size
    for rank, value in enumerate(exact):
        stored = int.from_bytes(written[2 * rank :][:2], "little")
        assert abs(stored - value * SCALE) <= 0.5


def test_pieces(monkeypatch: pytest.MonkeyPatch, solved: "RoadSolver") -> None:
    """Values are written in pieces, whose size doesn't matter."""
    whole = b"".join(solved.values(SCALE))
    monkeypatch.setattr("engine.road.solve.solver.PIECE", 1000)
    pieces = [*solved.values(SCALE)]
    assert max(map(len, pieces)) == 2000
    assert b"".join(pieces) == whole


def test_values_that_do_not_settle(monkeypatch: pytest.MonkeyPatch, game: OpenGame) -> None:
    """If values still change after very many sweeps, the solver gives up and says so."""
    monkeypatch.setattr("engine.road.solve.solver.MOST_ROUNDS", 1)
    with pytest.raises(Unsolvable, match="don't settle"):
        work(solver_of(game(WORDS)), 1000)

"""Making a table: what is checked before, saved meanwhile, and left at the end.

The solver is one that only counts its sweeps; `test_solver.py` has the real one.
"""

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import solving
from engine.family import Sweep, Unsolvable
from engine.game import Corrupt
from engine.progress import Line
from engine.road.game import RoadGame
from engine.solving import CHECKPOINT_SECONDS, Interrupted, Solved, available_memory, build
from engine.tables import SCALE, Table
from tests.engine.made_up import made_up_values, write_table
from tests.terminal import Terminal, Watch

OpenGame = Callable[[str], RoadGame]

SMALL = "puluc road=5 warriors=1"
SWEEPS = 10


class Counting:
    """A solver that takes ten sweeps of `seconds` each; it saves how many are done and the time."""

    most, memory, checkpoint = 100, 1000, 2000

    def __init__(self, game: RoadGame, watch: Watch, seconds: float = 1.0) -> None:
        self.header = game.header
        self.made_up = made_up_values(game)
        self.size = len(self.made_up)
        self.pairs = 0
        self.change = 0.0
        self.began_at: int | None = None
        self.saved: list[float] = []
        self._watch = watch
        self._seconds = seconds

    def sweeps(self) -> Iterator[Sweep]:
        self.began_at = self.pairs
        while self.pairs < SWEEPS:
            self._watch.now += self._seconds
            self.pairs += 1
            self.change = max(self.change, 1e-9 * self.pairs)
            yield Sweep(self.pairs / SWEEPS, self.pairs)

    def save(self, path: Path, seconds: float) -> None:
        self.saved.append(self._watch.now)
        path.write_text(f"{self.pairs} sweeps in {seconds} seconds of {self.header}")

    def load(self, path: Path) -> float:
        count, _, _, seconds, _, _, header = path.read_text().split(" ", 6)
        if header != self.header:
            raise Corrupt(f"{path} belongs to another game")
        self.pairs = int(count)
        return float(seconds)

    def values(self, scale: int) -> Iterator[bytes]:
        assert scale == SCALE
        for value in self.made_up:
            yield value.to_bytes(2, "little")


class Place(NamedTuple):
    """Where a table is made, and when."""

    game: RoadGame
    watch: Watch
    out: Path

    @property
    def part(self) -> Path:
        return self.out.with_name(f"{self.out.name}.part")

    @property
    def names(self) -> list[str]:
        """What is in the folder."""
        return sorted(path.name for path in self.out.parent.iterdir())

    def solver(self, seconds: float = 1.0) -> Counting:
        return Counting(self.game, self.watch, seconds)

    def build(
        self,
        solver: Counting,
        *,
        memory: int = 10**6,
        stop: Callable[[], bool] = lambda: False,
        stream: io.StringIO | None = None,
    ) -> Solved:
        line = Line(stream or io.StringIO(), self.watch)
        return build(solver, self.out, memory=memory, line=line, stop=stop)

    def interrupted(self, sweeps: int) -> Counting:
        """Return a solver that was interrupted after so many sweeps."""
        solver = self.solver()
        with pytest.raises(Interrupted):
            self.build(solver, stop=lambda: solver.pairs == sweeps)
        return solver


@pytest.fixture
def place(game: OpenGame, tmp_path: Path) -> Place:
    return Place(game(SMALL), Watch(), tmp_path / "small.values")


def test_a_table(place: Place) -> None:
    """The table has the solver's values for its game, and nothing else is left in the folder."""
    solver = place.solver()
    place.build(solver)
    table = Table(place.out)
    table.verify()
    assert table.header == place.game.header
    head = len(place.out.read_bytes()) - 2 * solver.size
    assert place.out.read_bytes()[head:] == b"".join(solver.values(SCALE))
    assert place.names == ["small.values"]


def test_what_was_done(place: Place) -> None:
    """The number of positions, the seconds and the largest change are reported."""
    place.watch.now = 1000.0
    solved = place.build(place.solver(seconds=2.5))
    assert solved == Solved(positions=41, seconds=25.0, change=1e-8)
    summary = solving.summary(solved, place.out)
    assert summary == (
        f"{place.out}: 41 positions, solved in 25 s; largest change at the end: 1e-08"
    )


def test_the_seconds_of_all_runs(place: Place) -> None:
    """The time of interrupted runs counts, but not the time between them."""
    for sweeps in (3, 5):
        place.interrupted(sweeps)
        place.watch.now += 1000.0
    assert place.build(place.solver(seconds=2.0)).seconds == 3 + 2 + 5 * 2


def test_checkpoints(place: Place) -> None:
    """The work is saved every thirty seconds, after the sweep in which they are over."""
    solver = place.solver(seconds=12.0)
    place.build(solver)
    assert CHECKPOINT_SECONDS == 30
    assert solver.saved == [36.0, 72.0, 108.0]
    assert place.names == ["small.values"]


def test_quick_work(place: Place) -> None:
    """Work of less than thirty seconds is saved only as a table."""
    solver = place.solver(seconds=2.0)
    place.build(solver)
    assert solver.saved == []


def test_progress(place: Place) -> None:
    """The terminal shows how much is done and how long the rest takes."""
    terminal = Terminal()
    place.build(place.solver(), stream=terminal)
    assert "Solving puluc: [##########              ] 40%, 6 s left" in terminal.getvalue()


def test_no_progress_after_an_interruption(place: Place) -> None:
    """Once the work is to be interrupted, the line on the terminal doesn't come back."""
    terminal = Terminal()
    with pytest.raises(Interrupted):
        place.build(place.solver(), stop=lambda: True, stream=terminal)
    assert not terminal.getvalue()


def test_an_interruption(place: Place) -> None:
    """Interrupted work is saved after the sweep, and the message says how to go on."""
    solver = place.solver()
    with pytest.raises(Interrupted) as interrupted:
        place.build(solver, stop=lambda: solver.pairs == 4)
    assert str(interrupted.value) == "40% are done and saved; run this again to go on"
    assert place.names == ["small.values.part"]
    assert solver.saved == [4.0]


@pytest.mark.parametrize("sweeps", [1, 4, SWEEPS])
def test_going_on(place: Place, sweeps: int) -> None:
    """Interrupted work goes on where it was, and the table is the same as without."""
    place.interrupted(sweeps)
    solver = place.solver()
    place.build(solver)
    assert solver.began_at == sweeps
    assert place.names == ["small.values"]
    again = place._replace(out=place.out.with_name("again.values"))
    again.build(again.solver())
    assert again.out.read_bytes() == place.out.read_bytes()


def test_many_interruptions(place: Place) -> None:
    """Work that is interrupted after each sweep ends after as many sweeps."""
    for sweep in range(1, SWEEPS + 1):
        assert place.interrupted(sweep).began_at == sweep - 1
    place.build(place.solver())
    Table(place.out).verify()


class Full(Counting):
    """A solver whose values don't fit on the disk."""

    def values(self, scale: int) -> Iterator[bytes]:
        yield from list(super().values(scale))[:20]
        raise OSError(28, "No space left on device")


def test_a_full_disk(place: Place) -> None:
    """If the table can't be written, the saved work stays, and nothing pretends to be a table."""
    place.interrupted(7)
    with pytest.raises(OSError, match="No space left"):
        place.build(Full(place.game, place.watch))
    assert place.names == ["small.values.part"]
    solver = place.solver()
    place.build(solver)
    assert solver.began_at == 7


def test_work_for_another_game(place: Place, game: OpenGame) -> None:
    """What another game has saved is not touched."""
    other = place._replace(game=game("bul road=5 warriors=1"))
    other.interrupted(3)
    saved = place.part.read_bytes()
    with pytest.raises(Corrupt, match="belongs to another game"):
        place.build(place.solver())
    assert place.part.read_bytes() == saved
    assert place.names == ["small.values.part"]


def test_a_table_that_exists(place: Place) -> None:
    """A table that has been made is not made again."""
    write_table(place.game, place.out.parent).rename(place.out)
    before = place.out.read_bytes()
    solver = place.solver()
    with pytest.raises(Corrupt, match=f"^{place.out} is already the table of this game$"):
        place.build(solver)
    assert solver.began_at is None
    assert place.out.read_bytes() == before


def test_a_table_of_another_game(place: Place, game: OpenGame) -> None:
    """The table of another game is not overwritten."""
    write_table(game("bul road=5 warriors=1"), place.out.parent).rename(place.out)
    before = place.out.read_bytes()
    with pytest.raises(Corrupt, match=r"is another file; choose another name or delete it$"):
        place.build(place.solver())
    assert place.out.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"precious", b"puluc-values 1\n"])
def test_another_file(place: Place, content: bytes) -> None:
    """A file that isn't a table is not overwritten."""
    place.out.write_bytes(content)
    with pytest.raises(Corrupt, match=r"is another file; choose another name or delete it$"):
        place.build(place.solver())
    assert place.out.read_bytes() == content


def test_a_folder_in_the_way(place: Place) -> None:
    """A folder that is called like the table is left alone."""
    place.out.mkdir()
    with pytest.raises(Corrupt, match="choose another name"):
        place.build(place.solver())


def test_no_folder(place: Place) -> None:
    """A folder that doesn't exist is named before anything is solved."""
    elsewhere = place._replace(out=place.out.parent / "missing" / "small.values")
    solver = place.solver()
    with pytest.raises(Corrupt, match=f"^there is no folder {elsewhere.out.parent}$"):
        elsewhere.build(solver)
    assert solver.began_at is None


def test_too_little_memory(place: Place) -> None:
    """Work that needs more memory than there is doesn't begin."""
    solver = place.solver()
    solver.memory = 3_210_000_000
    message = r"^solving 41 positions needs 3\.2 GB of memory, but only 180 MB are available$"
    with pytest.raises(Unsolvable, match=message):
        place.build(solver, memory=180_000_000)
    assert solver.began_at is None
    place.build(solver, memory=3_210_000_000)


def test_too_many_positions(place: Place) -> None:
    """Games with too many positions are refused with the memory that they would need."""
    solver = place.solver()
    solver.most = 40
    message = r"^solving 41 positions needs 0 MB of memory; at most 40 positions can be solved$"
    with pytest.raises(Unsolvable, match=message):
        place.build(solver)
    assert solver.began_at is None


class Disk(NamedTuple):
    """How much space `shutil.disk_usage` finds."""

    free: int


@pytest.mark.parametrize(("free", "fits"), [(3_999_999_999, False), (4_000_000_000, True)])
def test_disk_space(monkeypatch: pytest.MonkeyPatch, place: Place, free: int, fits: bool) -> None:
    """There must be room for two checkpoints, since one exists while the next is written."""
    solver = place.solver()
    solver.checkpoint = 2_000_000_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(free))
    if fits:
        place.build(solver)
        return
    message = (
        r"^solving 41 positions needs 4\.0 GB of disk space,"
        f" but only 4.0 GB are free in {place.out.parent}$"
    )
    with pytest.raises(Unsolvable, match=message):
        place.build(solver)
    assert solver.began_at is None


def test_disk_space_when_going_on(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    """The checkpoint that exists needs no more space."""
    place.interrupted(3)
    solver = place.solver()
    needed = 2 * solver.checkpoint - place.part.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(needed - 1))
    with pytest.raises(Unsolvable, match="of disk space"):
        place.build(solver)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(needed))
    place.build(solver)


def test_available_memory() -> None:
    """The memory that is available is some of this machine's."""
    assert 10**6 < available_memory() < 10**14


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 MB"), (180_400_000, "180 MB"), (2_140_000_000, "2.1 GB"), (4e12, "4,000.0 GB")],
)
def test_sizes(count: float, text: str) -> None:
    """Sizes are in megabytes or gigabytes."""
    assert solving.size(count) == text

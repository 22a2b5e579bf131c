"""Tables of values: the files, and what they say about positions."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine.chance import cast_out
from engine.games import FAMILIES
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.ranking import Ranking
from engine.stage import Stage
from engine.tables import HEAD, SCALE, BadTable, Table, Tables, file_name, header_of
from tests.engine.made_up import made_up_values, write_table
from tests.engine.solvable import mirrored, random_play

OpenGame = Callable[[str], RoadGame]
Damage = Callable[[bytes], bytes]

SMALL = "puluc road=5 warriors=1"
HEADER = f"{SMALL} table=kernels casts=one"
POSITIONS = 41


@pytest.fixture
def path(game: OpenGame, tmp_path: Path) -> Path:
    """The table of a small game."""
    return write_table(game(SMALL), tmp_path)


@pytest.fixture
def table(path: Path) -> Table:
    return Table(path)


def test_the_file(path: Path, game: OpenGame) -> None:
    """A table is a head of 512 bytes, then two bytes for each value in order, low byte first."""
    written = path.read_bytes()
    values = b"".join(value.to_bytes(2, "little") for value in made_up_values(game(SMALL)))
    sha256 = hashlib.sha256(values).hexdigest()
    head = f"puluc-values 1\n{HEADER}\npositions={POSITIONS}\nsha256={sha256}\n"
    assert written == head.encode().ljust(511) + b"\n" + values


def test_what_a_table_tells_about_itself(table: Table, path: Path) -> None:
    """A table knows its game, its file and the number of its positions."""
    assert (table.header, table.game.header, table.path) == (HEADER, HEADER, path)
    assert len(table) == POSITIONS


@pytest.mark.parametrize("words", [SMALL, "buul road=5 warriors=2"])
@pytest.mark.parametrize("byteorder", ["little", "big"])
def test_probing(
    monkeypatch: pytest.MonkeyPatch, game: OpenGame, tmp_path: Path, words: str, byteorder: str
) -> None:
    """Probing returns what was written for a position, on processors of both byte orders."""
    opened = game(words)
    values = made_up_values(opened)
    path = write_table(opened, tmp_path)
    monkeypatch.setattr(sys, "byteorder", byteorder)
    table, position = Table(path), Ranking(opened.ruleset).position
    probed = [table.probe(position(rank)) for rank in range(len(values))]
    assert probed == [value / SCALE for value in values]


def test_both_seats(game: OpenGame, table: Table) -> None:
    """A position and its mirror image have the same value, that of the side about to throw."""
    opened = game(SMALL)
    for position in random_play(opened, Random(1), 50):
        assert table.probe(position) == table.probe(mirrored(opened, position))


def test_undamaged(table: Table) -> None:
    """Values that are those that were written are accepted."""
    table.verify()


@pytest.mark.parametrize("at", [HEAD, HEAD + 2 * POSITIONS - 1])
def test_a_damaged_value(path: Path, at: int) -> None:
    """A flipped bit in the values is noticed by reading them all, and only then."""
    written = bytearray(path.read_bytes())
    written[at] ^= 1
    path.write_bytes(written)
    damaged = Table(path)
    with pytest.raises(BadTable, match=r"is damaged; delete it, and make it again$"):
        damaged.verify()


def without_line(number: int) -> Damage:
    """Return a function that takes a line of the head away."""

    def damage(written: bytes) -> bytes:
        head = written[:HEAD].split(b"\n")
        del head[number]
        return b"\n".join(head).ljust(HEAD) + written[HEAD:]

    return damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        pytest.param(lambda _: b"", "is not a table of values", id="empty"),
        pytest.param(lambda _: b"\xff\x00" * 400, "is not a table of values", id="not text"),
        pytest.param(lambda _: b"1 a 55/00\n", "is not a table of values", id="other text"),
        pytest.param(
            lambda written: written.replace(b"values 1", b"values 2", 1),
            "is not of version 1; delete it, and make it again",
            id="other version",
        ),
        pytest.param(without_line(0), "is not a table of values", id="no format"),
        pytest.param(without_line(1), "is damaged", id="no header"),
        pytest.param(without_line(2), "is damaged", id="no number of positions"),
        pytest.param(without_line(3), "is damaged", id="no checksum"),
        pytest.param(
            lambda written: written.replace(b"puluc road", b"chess road", 1),
            "is damaged",
            id="unknown ruleset",
        ),
        pytest.param(
            lambda written: written.replace(b"road=5", b"road=4", 1), "is damaged", id="bad option"
        ),
        pytest.param(
            lambda written: written.replace(b"positions=41", b"positions=4x", 1),
            "is damaged",
            id="not a number",
        ),
        pytest.param(lambda written: written[:HEAD], "is incomplete", id="no values"),
        pytest.param(lambda written: written[:-1], "is incomplete", id="truncated"),
        pytest.param(lambda written: written[:100], "is incomplete", id="truncated in the head"),
        pytest.param(lambda written: written + b"\0", "is incomplete", id="extended"),
        pytest.param(
            lambda written: written.replace(b"road=5", b"road=6", 1),
            r"has 41 positions, not 55; delete it, and make it again",
            id="other number of positions",
        ),
        pytest.param(
            lambda written: written.replace(b"casts=one", b"casts=each", 1).replace(
                b" \n", b"\n", 1
            ),
            "can't be a table of values: only games with one number a turn can be solved",
            id="unsolvable game",
        ),
    ],
)
def test_a_file_that_cannot_be_used(path: Path, damage: Damage, message: str) -> None:
    """A file that isn't a sound table of this version is refused with its name and the reason."""
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadTable, match=message) as refused:
        Table(path)
    assert str(path) in str(refused.value)


def test_a_missing_file(tmp_path: Path) -> None:
    """A file that doesn't exist is reported as such."""
    with pytest.raises(FileNotFoundError):
        Table(tmp_path / "missing.values")


def thrown(game: RoadGame) -> Iterator[Position]:
    """Yield positions of random games after each number that can be thrown."""
    for position in random_play(game, Random(7), 100):
        yield from cast_out(game, position)


@pytest.mark.parametrize(
    "words", [SMALL, "kekchi road=9 warriors=1", "boolik road=5 warriors=2 exact=yes"]
)
def test_values_after_moves(game: OpenGame, tmp_path: Path, words: str) -> None:
    """A move wins whenever the opponent, who throws next, loses; one that ends the game wins."""
    opened = game(words)
    table = Table(write_table(opened, tmp_path))
    ends = 0
    for position in thrown(opened):
        for move in opened.moves(position):
            after = opened.play(position, move)
            over = after.stage is Stage.OVER
            ends += over
            assert table.after(position, move) == (1 if over else 1 - table.probe(after))
    assert ends


def test_values_before_moves(game: OpenGame, table: Table) -> None:
    """Between a throw and its move, the value is that after the best move."""
    opened = game(SMALL)
    for position in thrown(opened):
        moves = opened.moves(position)
        assert table.value(position) == max(table.after(position, move) for move in moves)


def test_values_before_passes(game: OpenGame, tmp_path: Path) -> None:
    """If the number can't be played, the value is that with the opponent to throw."""
    opened = game("puluc road=5 warriors=1 exact=yes")
    table = Table(write_table(opened, tmp_path))
    passes = [position for position in thrown(opened) if not opened.moves(position)]
    assert passes
    for position in passes:
        assert table.value(position) == 1 - table.probe(opened.skip(position))


def test_values_before_throws(game: OpenGame, table: Table) -> None:
    """Before a throw, the value is that in the table."""
    for position in random_play(game(SMALL), Random(7), 50):
        assert table.value(position) == table.probe(position)


def test_values_between_two_throws(game: OpenGame, tmp_path: Path) -> None:
    """Between two throws of a turn, the value is the mean of those after the second one."""
    opened = game("kekchi road=9 warriors=1")
    table = Table(write_table(opened, tmp_path))
    position = opened.read_position("1 a3? 11/00")
    odds = {4: 4, 5: 6, 6: 4, 7: 1, 8: 1}  # of 16: one to four marked sides up, or none
    after = {number: opened.read_position(f"1 a{number} 11/00") for number in odds}
    mean = sum(odds[number] * table.value(after[number]) for number in odds) / 16
    assert table.value(position) == pytest.approx(mean)


def test_values_of_games_that_are_over(game: OpenGame, table: Table) -> None:
    """A game that is over is worth 1 to the side that would move if it has won, or else 0."""
    position = game(SMALL).read_position
    assert table.value(position("1 b 10/01")) == 0
    assert table.value(position("1 a 10/01")) == 1


@pytest.mark.parametrize("position", ["1 ? 11/00", "1 ?3 11/00"])
def test_no_value_in_the_opening(game: OpenGame, table: Table, position: str) -> None:
    """The opening, in which nobody knows yet who moves first, has no value."""
    opening = game(SMALL).read_position(position)
    with pytest.raises(KeyError):
        table.value(opening)


@pytest.mark.parametrize("position", ["1 ? 11/00", "1 a3 11/00", "1 b 10/01"])
def test_no_probe(game: OpenGame, table: Table, position: str) -> None:
    """Positions in which no turn begins with a throw can't be probed."""
    read = game(SMALL).read_position(position)
    with pytest.raises(KeyError):
        table.probe(read)


def test_file_names() -> None:
    """Each game has a file name of its own, which needs no quoting in a shell."""
    headers = [FAMILIES[key].game_with(key, {}).header for key in FAMILIES]
    names = {file_name(header) for header in headers}
    assert len(names) == len(headers)
    assert file_name(HEADER) == "puluc_road-5_warriors-1_table-kernels_casts-one.values"


def test_finding_a_table(path: Path) -> None:
    """A table in the folder is found by the header of its game, and opened once."""
    tables = Tables(path.parent)
    found = tables.find(HEADER)
    assert found is not None
    assert (found.path, found.header) == (path, HEADER)
    assert tables.find(HEADER) is found


def test_finding_no_table(path: Path, game: OpenGame) -> None:
    """Other games have no table, and nothing is found where there is no folder."""
    other = game("puluc road=5 warriors=2").header
    assert Tables(path.parent).find(other) is None
    assert Tables(None).find(HEADER) is None
    assert Tables(path.parent / "missing").find(HEADER) is None


def test_finding_a_damaged_table(path: Path) -> None:
    """A damaged table is reported every time that it is looked for."""
    path.write_bytes(path.read_bytes()[:-2])
    tables = Tables(path.parent)
    for _ in range(2):
        with pytest.raises(BadTable, match="is incomplete"):
            tables.find(HEADER)


def test_finding_the_table_of_another_game(path: Path, game: OpenGame) -> None:
    """A table under the name of another game is never used for that game."""
    other = game("bul road=5 warriors=1").header
    path.rename(path.with_name(file_name(other)))
    message = f"is the table of another game; rename it to {path.name}"
    with pytest.raises(BadTable, match=message):
        Tables(path.parent).find(other)


def test_the_header_of_a_file(path: Path) -> None:
    """The head of a file says of which game it is the table."""
    assert header_of(path) == HEADER


@pytest.mark.parametrize("damage", [lambda written: written[:-1], lambda _: b"1 a 55/00\n"])
def test_the_header_of_an_unusable_file(path: Path, damage: Damage) -> None:
    """A file whose head or size is wrong has no header."""
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadTable, match=str(path)):
        header_of(path)


def test_whether_there_is_a_table(path: Path, game: OpenGame) -> None:
    """A folder has a table if `find` would find one."""
    other = game("puluc road=5 warriors=2").header
    tables = Tables(path.parent)
    assert tables.has(HEADER)
    assert not tables.has(other)
    assert not Tables(None).has(HEADER)
    path.rename(path.with_name(file_name(other)))
    assert not tables.has(HEADER)
    with pytest.raises(BadTable, match=f"rename it to {path.name}"):
        tables.has(other)


def test_an_open_table_outlives_its_file(path: Path) -> None:
    """A table that has been opened can still be used when its file has been deleted."""
    tables = Tables(path.parent)
    found = tables.find(HEADER)
    path.unlink()
    assert tables.find(HEADER) is found
    assert tables.has(HEADER)


def test_a_table_that_is_made_later(path: Path) -> None:
    """A table that is made after it has been looked for is found."""
    elsewhere = path.rename(path.with_name("elsewhere"))
    tables = Tables(path.parent)
    assert tables.find(HEADER) is None
    elsewhere.rename(path)
    found = tables.find(HEADER)
    assert found is not None
    assert found.path == path

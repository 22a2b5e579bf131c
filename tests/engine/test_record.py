"""Whole games as text."""

import pytest

from engine import Choose, Corrupt, Throw, open_game
from engine.record import Record, replay

HEADER = "puluc road=5 warriors=1 table=kernels casts=one"
ENTRIES = ("1000", "0010", "1100", "1000", "0110", "b+2", "0110", "b-2", "0011", "2+2")
WRITTEN = f"""\
record 2
[Game "{HEADER}"]

1000 0010 1100 1000
0110 b+2
0110 b-2
0011 2+2
"""


def test_a_record_reads_a_line_a_turn() -> None:
    """A record has the opening on one line and each turn on its own line."""
    assert Record(HEADER, ENTRIES).write() == WRITTEN


@pytest.mark.parametrize(
    ("header", "entries"),
    [
        (
            "kekchi road=14 warriors=5 table=kernels casts=sum",
            "1000 1100\n1000 0100 b-2\n1111 1100 b+6",
        ),
        (
            "aj-sayil road=19 warriors=5 table=kernels casts=each",
            "1100 1000\n1000 1100 ba+2 2a+1\n1110 1110 bb-3 17b-3",
        ),
        (
            "footprints road=11 warriors=5 table=footprints casts=one",
            "02 01\nba+2\n00 -\n11 2a+2",
        ),
    ],
    ids=["a sum", "two numbers", "an opening number and a pass"],
)
def test_a_turn_is_a_line(header: str, entries: str) -> None:
    """A turn's throws, moves and passes share a line, throws first; `-` is a pass."""
    expected = f'record 2\n[Game "{header}"]\n\n{entries}\n'
    assert Record(header, tuple(entries.split())).write() == expected


def test_a_record_is_read_as_it_was_written() -> None:
    """Reading a written record returns the same record."""
    assert Record.read(WRITTEN) == Record(HEADER, ENTRIES)


def test_lines_may_end_as_in_windows() -> None:
    """A byte order mark and Windows line ends don't affect reading."""
    assert Record.read("\ufeff" + WRITTEN.replace("\n", "\r\n")) == Record(HEADER, ENTRIES)


def test_a_game_that_has_not_begun_has_a_record() -> None:
    """A record without entries round-trips."""
    assert Record.read(Record(HEADER, ()).write()) == Record(HEADER, ())


def test_replay_yields_every_step() -> None:
    """A replay step has the position and phase before an entry, and the position after it."""
    game = open_game(HEADER)
    steps = list(replay(game, ENTRIES))
    assert [step.entry for step in steps] == list(ENTRIES)
    assert isinstance(steps[0].phase, Throw)
    assert isinstance(steps[5].phase, Choose)
    assert steps[6].position == steps[5].after
    assert game.write_position(steps[-1].after) == "1 b 00/00 4a1b"


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        (("10",), "entry 0, '10': kernels"),
        (("b+1",), "entry 0, 'b+1': kernels"),
        ((*ENTRIES[:5], "b+3"), "entry 5, 'b+3': other-number number=3"),
        ((*ENTRIES[:5], "0110"), "entry 5, '0110': unreadable"),
        ((*ENTRIES[:5], "-"), "entry 5, '-': unreadable"),
        ((*ENTRIES[:4], "-"), "entry 4, '-': kernels"),
        ((*ENTRIES, "0110"), "entry 10, '0110': the game is over"),
    ],
)
def test_a_bad_entry_is_named(entries: tuple[str, ...], wrong: str) -> None:
    """An unplayable entry is named with its index and the reason."""
    with pytest.raises(Corrupt) as corrupt:
        list(replay(open_game(HEADER), entries))
    assert str(corrupt.value).startswith(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "the first line must be 'record 2', not ''"),
        (WRITTEN.replace("record 2", "record 3"), "not 'record 3'"),
        ("record 2\n", "the tag Game, which holds the header, is missing"),
        (WRITTEN.replace("puluc", "chess"), "unknown ruleset 'chess'"),
    ],
)
def test_a_corrupt_record_is_named(text: str, wrong: str) -> None:
    """A corrupt record is refused with what is wrong in it."""
    with pytest.raises(Corrupt) as corrupt:
        Record.read(text)
    assert wrong in str(corrupt.value)


def test_a_record_that_cannot_be_played_is_not_written() -> None:
    """Writing a record replays it, so an unplayable record is never written."""
    with pytest.raises(Corrupt, match="entry 1"):
        Record(HEADER, ("1000", "b+1")).write()

"""Tables as bytes: they survive a round trip, and damaged ones are detected."""

import json
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store import codec
from bot.store.codec import FORMAT, read, write
from bot.table.asking import Asking, Wish
from bot.table.calls import Calls
from bot.table.clock import Clock, Stop
from bot.table.ids import TableId
from bot.table.pace import DAY, MINUTE, Pace
from bot.table.people import Place, Platform, User
from bot.table.ports import CorruptRecord, NewerRecord
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Absence, Advised, Ending, Status, Table
from bot.table.terms import SHORTEST_OFFER, Flag, Terms
from engine.corn import Recipe
from engine.game import Places
from tests.bot.show.offer import OFFER

BEN = User(Platform.WEB, "ben")

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=32)
users = st.builds(User, st.sampled_from(Platform), st.text("abc:123", min_size=1, max_size=20))
hints = st.lists(st.sampled_from(["hint.landing", "hint.capture"]), max_size=2).map(tuple)
people = st.builds(Person, users, names, names, st.none() | hints)
entries = st.lists(st.sampled_from(["0110", "1111", "b+3", "9-2", "-"]), max_size=9).map(tuple)
seats = st.builds(Free) | st.builds(Kept, users, names) | people | st.builds(Computer, names)


times = st.integers(0, 2**33)
minutes = st.integers(1, 30 * 24 * 60).map(lambda number: number * MINUTE)
paces = st.builds(Pace, minutes, st.just(0) | minutes)
terms = st.builds(
    Terms,
    st.none() | paces,
    st.sampled_from(Flag),
    st.none() | st.booleans(),
    st.just(0) | minutes.map(lambda seconds: max(seconds, SHORTEST_OFFER)),
    st.booleans(),
)
places = st.builds(Place, st.sampled_from(Platform), st.sampled_from(["maize", "@17"]))
seat_numbers = st.integers(0, 1)
untimed = st.builds(Clock, seat=seat_numbers, began=times, since=times)
timed = st.builds(
    Clock,
    seat=seat_numbers,
    began=times,
    since=times,
    pace=paces,
    left=st.tuples(times, times),
    given=times,
    stopped=st.none() | st.sampled_from(Stop),
)
calls = st.builds(Calls, st.integers(0, 2), times, times, times, st.none() | places, st.booleans())
askings = st.builds(Asking, st.sampled_from(Wish), seat_numbers, st.integers(1, 10_000))
absences = st.builds(Absence, seat_numbers, times, st.booleans())


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table that can exist, with two seats or more."""
    table = draw(_tables)
    further = draw(st.lists(seats, min_size=1, max_size=15))
    everybody = tuple(range(len(further) + 1))
    ordered = tuple((seat,) for seat in draw(st.permutations(everybody)))
    placed: dict[Ending, Places] = {Ending.DRAWN: (everybody,), Ending.WON: ordered}
    return replace(
        table,
        seats=(draw(people), *further),
        places=placed.get(table.ending, ()) if table.ending else (),
    )


_tables = st.builds(
    Table,
    id=st.text("abcdefgh234567", min_size=10, max_size=10).map(TableId),
    code=st.text("abc-_123", min_size=16, max_size=16),
    revision=st.integers(1, 10_000),
    status=st.sampled_from(Status),
    header=st.just("puluc road=11 warriors=5 table=kernels casts=one"),
    seed=st.binary(min_size=32, max_size=32),
    place=st.builds(Place, st.sampled_from(Platform), st.text("abc123", min_size=1)),
    seats=st.just(()),
    created=st.integers(0, 2**33),
    touched=st.integers(0, 2**33),
    position=st.text(max_size=60),
    before=st.text(max_size=60),
    story=entries,
    lying=entries,
    casts=st.integers(0, 999),
    casts_by_seat=st.lists(st.integers(0, 999), max_size=16).map(tuple),
    recipe=st.sampled_from(Recipe),
    moves=st.integers(0, 999),
    ending=st.none() | st.sampled_from(Ending),
    ended_by=st.none() | st.integers(0, 1),
    idle_days=st.sampled_from([0, 30, 60]),
    hint=st.sampled_from(["", "hint.landing"]),
    terms=terms,
    clock=st.none() | untimed | timed,
    calls=calls,
    asking=st.none() | askings,
    absence=st.none() | absences,
    undone=st.none() | seat_numbers,
    advised=st.lists(st.builds(Advised, seat_numbers, times, times), max_size=2).map(tuple),
)


def packed(plain: bytes) -> bytes:
    """Compress any bytes in the way tables are compressed."""
    packer = zlib.compressobj(wbits=-15, zdict=codec._DICTIONARY)  # noqa: SLF001 - the codec's own
    return bytes([FORMAT]) + packer.compress(plain) + packer.flush()


def unpack(data: bytes) -> bytes:
    dictionary = codec._DICTIONARY  # noqa: SLF001 - the codec's own
    return zlib.decompressobj(-15, zdict=dictionary).decompress(data[1:])


@given(tables())
def test_a_table_survives(table: Table) -> None:
    """Reading written bytes returns the same table."""
    assert read(write(table)) == table


@given(tables(), st.data())
def test_damaged_bytes(table: Table, data: st.DataObject) -> None:
    """Damaged bytes are read or raise CorruptRecord, with a reason; no other error escapes."""
    raw = bytearray(write(table))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        read(bytes(raw))
    except CorruptRecord as corrupt:
        assert str(corrupt)  # noqa: PT017 - both outcomes are right


@given(tables(), st.data())
def test_truncated_bytes(table: Table, data: st.DataObject) -> None:
    """Truncated bytes raise CorruptRecord."""
    raw = write(table)
    with pytest.raises(CorruptRecord):
        read(raw[: data.draw(st.integers(0, len(raw) - 1))])


@pytest.mark.parametrize(
    "plain", [b"", b"[" * 100_000, b"\xff", b"{}", b"[1]", b"3", b'{"seats":[3]}']
)
def test_other_data(plain: bytes) -> None:
    """Data that decompresses but isn't a table raises CorruptRecord."""
    with pytest.raises(CorruptRecord, match="cannot be read"):
        read(packed(plain))


def test_an_unknown_format() -> None:
    """An unknown format raises NewerRecord."""
    with pytest.raises(NewerRecord, match=f"table format 9; this release reads up to {FORMAT}"):
        read(b"\x09whatever")


@pytest.mark.parametrize("data", [b"", b"\x01whatever", b"\x02whatever"])
def test_no_format(data: bytes) -> None:
    """Nothing, and a table of a version before 1.0, raise CorruptRecord, not NewerRecord."""
    with pytest.raises(CorruptRecord, match=r"is empty|before 1\.0") as raised:
        read(data)
    assert not isinstance(raised.value, NewerRecord)


@pytest.mark.parametrize("where", ["table", "person", "computer"])
def test_an_unknown_field(where: str) -> None:
    """An unknown field raises NewerRecord, because writing the table would lose it."""
    person = {"user": "web:ana", "name": "Ana"} | ({"title": "x"} if where == "person" else {})
    computer = {"level": "easy"} | ({"thinks": "x"} if where == "computer" else {})
    written = {"seats": [person, computer]} | ({"mood": "good"} if where == "table" else {})
    with pytest.raises(NewerRecord, match=r"of a newer release: (mood|title|thinks)"):
        read(packed(json.dumps(written).encode()))


WRITTEN = {
    "terms": {"pace": "1d+1h", "flag": "auto", "vacation": True, "expires": 21600},
    "clock": {
        "seat": 1,
        "began": 5,
        "since": 9,
        "pace": "1d+1h",
        "left": [86400, 90000],
        "given": 90000,
        "stopped": "vacation",
    },
    "calls": {"count": 1, "last": 7, "nudged": 8, "revision": 3, "place": "telegram:@17:"},
    "asking": {"wish": "undo", "seat": 0, "revision": 3},
    "absence": {"seat": 1, "since": 6, "claimable": True},
}
"""How the fields that have fields of their own are stored."""


def stored(**changes: object) -> bytes:
    """A stored table with other fields."""
    return packed(json.dumps(json.loads(unpack(write(OFFER))) | changes).encode())


def test_fields_with_fields() -> None:
    """Terms, clock, reminders, offer and absence are stored by name, without defaults."""
    table = read(stored(**WRITTEN))
    assert table.terms == Terms(Pace(DAY, 60 * MINUTE), Flag.AUTO, vacation=True, expires=21600)
    assert table.clock is not None
    assert (table.clock.deadline, table.clock.stopped) == (9 + 90000, Stop.VACATION)
    assert table.calls == Calls(1, 7, 8, 3, Place.private(User(Platform.TELEGRAM, "17")))
    assert (table.asking, table.absence) == (Asking(Wish.UNDO, 0, 3), Absence(1, 6, True))
    unpacked = json.loads(unpack(write(table)))
    assert {name: unpacked[name] for name in WRITTEN} == WRITTEN


@pytest.mark.parametrize("field", WRITTEN)
def test_an_unknown_field_of_a_field(field: str) -> None:
    """An unknown field of the terms, clock, reminders, offer or absence raises NewerRecord."""
    with pytest.raises(NewerRecord, match="of a newer release: mood"):
        read(stored(**{field: {**WRITTEN[field], "mood": "good"}}))  # type: ignore[dict-item] # not a field


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("terms", 3),
        ("terms", {"pace": 3}),
        ("terms", {"pace": "soon"}),
        ("clock", []),
        ("clock", {"seat": 1}),
        ("clock", WRITTEN["clock"] | {"pace": 3}),
        ("clock", WRITTEN["clock"] | {"left": [1]}),
        ("clock", WRITTEN["clock"] | {"left": ["1", "2"]}),
        ("clock", WRITTEN["clock"] | {"stopped": 1}),
        ("calls", {"place": 3}),
        ("calls", {"count": "1"}),
        ("absence", {"seat": 0, "since": 1, "claimable": 1}),
        ("undone", "0"),
        ("place", 3),
    ],
)
def test_a_wrong_field(field: str, wrong: object) -> None:
    """A field of the wrong type or with an impossible value raises CorruptRecord."""
    with pytest.raises(CorruptRecord, match="cannot be read"):
        read(stored(**{field: wrong}))


@pytest.mark.parametrize(
    ("field", "value"),
    [("status", "dreamt"), ("asking", {"wish": "win", "seat": 0, "revision": 3})],
)
def test_an_unknown_member(field: str, value: object) -> None:
    """A status, a wish and the like that only a newer release can have raise NewerRecord."""
    with pytest.raises(NewerRecord, match=r"of a newer release: (dreamt|win)"):
        read(stored(**{field: value}))


@pytest.mark.parametrize(
    ("seat", "written"),
    [
        (Free(), {}),
        (Kept(BEN, "Ben"), {"kept": {"user": "web:ben", "name": "Ben"}}),
        (Person(BEN, "Ben", "maize"), {"user": "web:ben", "name": "Ben", "word": "maize"}),
        (Computer("easy"), {"level": "easy"}),
    ],
)
def test_a_seat(seat: Seat, written: object) -> None:
    """A seat is stored as what tells its kind."""
    state = write(replace(OFFER, seats=(seat, Free())))
    assert json.loads(unpack(state))["seats"] == [written, {}]


@pytest.mark.parametrize("seat", [{}, {"kept": {"user": "web:ben", "name": "Ben"}}])
def test_a_former_player_who_is_none(seat: object) -> None:
    """Nobody else than a person or a computer can have had a seat."""
    former = {"seat": 0, "holder": seat, "why": "left", "moves": 1, "at": 1}
    with pytest.raises(CorruptRecord, match="can't be here"):
        read(stored(former=[former]))


@given(tables())
def test_defaults_are_not_written(table: Table) -> None:
    """Fields with default values aren't written, so older releases can read them."""
    unpacked = json.loads(unpack(write(table)))
    assert ("idle_days" in unpacked) == bool(table.idle_days)
    assert ("ending" in unpacked) == (table.ending is not None)
    assert ("hint" in unpacked) == bool(table.hint)
    for seat, written in zip(table.seats, unpacked["seats"], strict=False):
        if isinstance(seat, Person):
            assert ("hints" in written) == (seat.hints is not None)

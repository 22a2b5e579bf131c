"""The tags of a record, as text and as JSON."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Corrupt
from engine.corn import Binding, Recipe, clean_word, commitment
from engine.record import Record
from engine.record_json import read_record_data, record_data
from engine.tags import Successor, Tags, quoted, unquoted

HEADER = "aj-sayil road=19 warriors=1 table=kernels casts=each seats=4"
SEED = bytes(range(32))
WORDS_OF_FOUR = ("maize", "", "", "red rain")
BINDING = Binding("k3f9qd7m2x", commitment(SEED), WORDS_OF_FOUR, SEED, Recipe.CORN_2)
TAGS = Tags(
    date="2026-11-22",
    players=("Ana", 'Ben "the Ant"', "Carla", "Computer (medium)"),
    successors=(
        Successor(1, 41, "2026-11-22T19:03:00Z", "Computer (medium)"),
        Successor(1, 41, "2026-11-22T19:07:12Z", 'Eva "E" Eins'),
    ),
    places=((1, 3), (0, 2)),
    ending="resigned",
    ended_by=2,
    binding=BINDING,
    link="https://puluc.example/g/code",
)
WRITTEN = f"""\
record 2
[Game "{HEADER}"]
[Date "2026-11-22"]
[Player "Ana"]
[Player "Ben \\"the Ant\\""]
[Player "Carla"]
[Player "Computer (medium)"]
[Seat "b 41 2026-11-22T19:03:00Z Computer (medium)"]
[Seat "b 41 2026-11-22T19:07:12Z Eva \\"E\\" Eins"]
[Result "b=d > a=c"]
[Ending "resigned"]
[EndedBy "c"]
[Recipe "puluc-corn-2"]
[Table "k3f9qd7m2x"]
[Commitment "{commitment(SEED)}"]
[Seed "{SEED.hex()}"]
[Word "maize"]
[Word ""]
[Word ""]
[Word "red rain"]
[Link "https://puluc.example/g/code"]
"""
DATA = {
    "record": 2,
    "game": HEADER,
    "date": "2026-11-22",
    "players": ["Ana", 'Ben "the Ant"', "Carla", "Computer (medium)"],
    "successors": [
        {"seat": 1, "moves": 41, "at": "2026-11-22T19:03:00Z", "player": "Computer (medium)"},
        {"seat": 1, "moves": 41, "at": "2026-11-22T19:07:12Z", "player": 'Eva "E" Eins'},
    ],
    "result": [[1, 3], [0, 2]],
    "ending": "resigned",
    "ended_by": 2,
    "recipe": "puluc-corn-2",
    "table": "k3f9qd7m2x",
    "commitment": commitment(SEED),
    "seed": SEED.hex(),
    "words": ["maize", "", "", "red rain"],
    "link": "https://puluc.example/g/code",
    "entries": [],
}


SUCCESSOR = {"seat": 0, "moves": 1, "at": "2026-11-22T19:03:00Z", "player": "Eva"}


def is_word(text: str) -> bool:
    try:
        return clean_word(text) == text
    except ValueError:
        return False


def seats_of_four() -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """Return a strategy for orders of four seats in which some may share a place."""
    cuts = st.sets(st.integers(1, 3))

    def groups(order: list[int], cut: set[int]) -> tuple[tuple[int, ...], ...]:
        ends = [0, *sorted(cut), 4]
        return tuple(tuple(sorted(order[a:b])) for a, b in pairwise(ends) if a < b)

    return st.one_of(st.just(()), st.builds(groups, st.permutations(range(4)), cuts))


def four(values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(values, values, values, values)


SUCCESSORS = st.lists(
    st.builds(
        Successor,
        seat=st.integers(0, 3),
        moves=st.integers(0, 99),
        at=st.just("2026-11-22T19:03:00Z"),
        player=st.text(),
    ),
    max_size=4,
).map(lambda some: tuple(sorted(some, key=lambda each: each.moves)))
WORDS = four(st.text(max_size=32).filter(is_word))
RECORDS = st.builds(
    Record,
    st.just(HEADER),
    st.just(()),
    st.builds(
        Tags,
        date=st.sampled_from(["", "2026-11-22"]),
        players=st.one_of(st.just(()), four(st.text())),
        successors=SUCCESSORS,
        places=seats_of_four(),
        ending=st.sampled_from(["", "won", "resigned"]),
        ended_by=st.one_of(st.none(), st.integers(0, 3)),
        binding=st.one_of(
            st.none(),
            st.builds(
                lambda words, seed, recipe: replace(BINDING, words=words, seed=seed, recipe=recipe),
                WORDS,
                st.one_of(st.none(), st.binary(min_size=1, max_size=40)),
                st.sampled_from(Recipe),
            ),
        ),
        link=st.text(),
    ),
)


def test_every_tag_has_its_line() -> None:
    """Tags are written one per line, and per-seat tags have a line for each seat."""
    assert Record(HEADER, (), TAGS).write() == WRITTEN


def test_every_tag_has_its_field() -> None:
    """JSON has the same tags, under the field names in the documentation."""
    assert record_data(Record(HEADER, (), TAGS)) == DATA


def test_unknown_metadata_is_left_out() -> None:
    """A record without metadata has only the game's tag."""
    assert Record(HEADER, ()).write() == f'record 2\n[Game "{HEADER}"]\n'
    assert record_data(Record(HEADER, ())) == {"record": 2, "game": HEADER, "entries": []}


def test_a_record_without_a_recipe() -> None:
    """A record that names no recipe is of the first one, corn-1."""
    first = replace(TAGS, binding=replace(BINDING, recipe=Recipe.CORN_1))
    assert Record.read(WRITTEN.replace('[Recipe "puluc-corn-2"]\n', "")).tags == first
    data = {name: value for name, value in DATA.items() if name != "recipe"}
    assert read_record_data(data).tags == first


def test_a_recipe_alone_is_incomplete() -> None:
    """A recipe without what it needs is refused."""
    with pytest.raises(Corrupt, match="the tag Table is missing; it is required with Recipe"):
        Record.read(f'record 2\n[Game "{HEADER}"]\n[Recipe "puluc-corn-2"]\n')
    with pytest.raises(Corrupt, match="table must be a string"):
        read_record_data({"record": 2, "game": HEADER, "recipe": "puluc-corn-2", "entries": []})


def test_the_throwers() -> None:
    """A record that can be checked says who threw, as letters in text and as numbers in JSON."""
    entries = "1000 0100 1110 1000 1100 0100 ba+2 2a+1 1110 undo 2a+1 1110"
    for tags, written in ((TAGS, True), (Tags(players=TAGS.players), False)):
        record = Record(HEADER, tuple(entries.split()), tags)
        assert ('[Throwers "acacaabb"]' in record.write().splitlines()) is written
        seats = [0, 2, 0, 2, 0, 0, 1, 1] if written else None
        assert record_data(record).get("throwers") == seats
        assert Record.read(record.write()) == record


@given(RECORDS)
def test_text_round_trips(record: Record) -> None:
    """Names, words and links of any content survive writing and reading."""
    assert Record.read(record.write()) == record


@given(RECORDS)
def test_json_round_trips(record: Record) -> None:
    """Names, words and links of any content survive writing and reading as JSON."""
    assert read_record_data(json.loads(json.dumps(record_data(record)))) == record


@given(st.text())
def test_a_value_is_one_line(text: str) -> None:
    """A value never contains any kind of line break that a reader might recognise."""
    assert len(quoted(text).splitlines()) == 1
    assert unquoted(quoted(text)) == text


def test_bidirectional_controls_are_escaped() -> None:
    """Bidirectional control characters in a name are written visibly, as escapes."""
    assert quoted("Ana\u202e\x1b\ufeff") == r'"Ana\u202e\u001b\ufeff"'


def test_unknown_tags_are_ignored() -> None:
    """Unknown tags and fields, which another program may add, are ignored."""
    extended = WRITTEN.replace("[Date", '[Clock "3+2"]\n[Date')
    assert Record.read(extended) == Record(HEADER, (), TAGS)
    assert read_record_data({**DATA, "clock": "3+2"}) == Record(HEADER, (), TAGS)


@pytest.mark.parametrize(
    ("line", "instead", "wrong"),
    [
        ('[Date "2026-11-22"]', '[Date "yesterday"]', "must be written like 2026-11-22"),
        ('[Date "2026-11-22"]', "[Date 2026-11-22]", "is not a tag"),
        ('[Date "2026-11-22"]', '[Date "\\x"]', "is not a JSON string"),
        (
            '[Date "2026-11-22"]',
            '[Date "2026-11-22"]\n[Date "2026-11-22"]',
            "the tag Date twice",
        ),
        ('[Player "Ana"]\n', "", "there must be 4 players"),
        ('[Player "Ana"]', '[Player "\\ud800"]', "is not a JSON string"),
        ('"b 41 2026-11-22T19:03:00Z C', '"b 2026-11-22T19:03:00Z C', "does not say which seat"),
        ('"b 41 2026-11-22T19:03:00Z C', '"b -1 2026-11-22T19:03:00Z C', "does not say which seat"),
        ('"b 41 2026-11-22T19:03:00Z C', '"e 41 2026-11-22T19:03:00Z C', "after the last one, d"),
        ('"b 41 2026-11-22T19:03:00Z C', '"b 41 19:03 C', "written like 2026-11-22T19:03:00Z"),
        ('"b 41 2026-11-22T19:03:00Z C', '"b 42 2026-11-22T19:03:00Z C', "in the order in which"),
        ("b=d > a=c", "b=d > a=e", "names a seat after the last one, d"),
        ("b=d > a=c", "b=d > a=b", "names a seat twice"),
        ("b=d > a=c", "2=4", "'2' is not a seat"),
        ('"resigned"', '"He gave up"', "must be one lower-case word"),
        ('[EndedBy "c"]', '[EndedBy "h"]', "names a seat after the last one, d"),
        ("puluc-corn-2", "puluc-corn-3", "unknown recipe 'puluc-corn-3'; the recipes are puluc-"),
        ('[Table "k3f9qd7m2x"]\n', "", "the tag Table is missing"),
        ('[Table "k3f9qd7m2x"]', '[Table "a b"]', "is not a table's id"),
        (commitment(SEED), commitment(SEED)[:16], "the commitment must be 64"),
        (SEED.hex(), "f", "the seed must be written in"),
        ('[Word "maize"]\n', "", "there must be 4 words"),
        ('"maize"', '"ma\\u202eize"', "all of them visible"),
        ('"maize"', '" maize"', "must be in NFC and without spaces"),
    ],
)
def test_a_corrupt_tag_is_named(line: str, instead: str, wrong: str) -> None:
    """A tag that can't be read, or doesn't fit the game, is refused with the reason."""
    assert line in WRITTEN
    with pytest.raises(Corrupt) as corrupt:
        Record.read(WRITTEN.replace(line, instead, 1))
    assert wrong in str(corrupt.value)


@pytest.mark.parametrize(
    ("field", "instead", "wrong"),
    [
        ("record", 1, "the field record: 2"),
        ("game", "chess", "unknown ruleset 'chess'"),
        ("game", None, "game must be a string"),
        ("players", "Ana", "players must be a list of strings"),
        ("players", ["Ana"], "4 players, one for each seat, not 1"),
        ("successors", {}, "successors must be a list of objects"),
        ("successors", ["Ana"], "successors must be a list of objects"),
        ("successors", [{}], "None is not a seat"),
        ("successors", [{"seat": 0, "moves": True}], "moves must be a whole number"),
        ("successors", [{"seat": 0, "moves": 1, "at": 7}], "at must be a string"),
        ("successors", [{**SUCCESSOR, "moves": -1}], "after -1 moves"),
        ("successors", [{**SUCCESSOR, "seat": 4}], "after the last one, d"),
        ("result", [0, 1], "result must be a list of groups"),
        ("result", [["a"]], "'a' is not a seat"),
        ("ended_by", True, "True is not a seat"),
        ("ended_by", 4, "names a seat after the last one, d"),
        ("recipe", "puluc-corn-3", "unknown recipe 'puluc-corn-3'; the recipes are puluc-corn-1"),
        ("recipe", 2, "recipe must be a string"),
        ("table", None, "table must be a string"),
        ("seed", 5, "seed must be a string"),
        ("words", ["maize"], "4 words, one for each seat, not 1"),
        ("entries", "0110", "entries must be a list of strings"),
    ],
)
def test_a_corrupt_field_is_named(field: str, instead: object, wrong: str) -> None:
    """A field that can't be read, or doesn't fit the game, is refused with the reason."""
    with pytest.raises(Corrupt) as corrupt:
        read_record_data({**DATA, field: instead})
    assert wrong in str(corrupt.value)


def test_invalid_tags_are_not_written() -> None:
    """Tags that no reader would accept are refused when writing."""
    with pytest.raises(Corrupt, match="4 players, one for each seat, not 1"):
        Record(HEADER, (), Tags(players=("Ana",))).write()

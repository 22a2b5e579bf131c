"""Records of tables, as people get them."""

import json
from dataclasses import replace

import pytest

from bot.acts.records import record_file, record_json, record_of
from bot.table.seats import Free
from bot.table.steps import end
from bot.table.table import Ending, Table
from engine import Corrupt
from engine.corn import commitment
from engine.record import Record
from engine.record_json import read_record_data
from engine.verify import verify
from tests.bot.show.offer import ANA, GAMES, OFFER, PRACTICE, SAY, begun

DAY = 1_795_305_600  # 2026-11-22 00:00:00 UTC


def resigned() -> tuple[Table, tuple[str, ...]]:
    """A game that Ana gave up after its opening, and its record."""
    step = begun(replace(OFFER, created=DAY, seats=(replace(ANA, word="maize"), OFFER.seats[1])))
    return end(step.table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table, step.entries


def test_everything_is_told() -> None:
    """The day, the players, the result and its cause, the link, and what binds the throws."""
    table, entries = resigned()
    record = record_of(table, entries, SAY, "https://puluc.example/g/code")
    tags = record.tags
    assert (record.header, record.entries) == (table.header, entries)
    assert (tags.date, tags.players) == ("2026-11-22", ("Ana", "Ben"))
    assert (tags.places, tags.ending, tags.ended_by) == (((1,), (0,)), "resigned", 0)
    assert tags.link == "https://puluc.example/g/code"
    assert tags.binding is not None
    assert tags.binding.words == ("maize", "")
    assert verify(record).agrees


def test_a_running_game_tells_no_seed() -> None:
    """Before the end there is the commitment, and no result."""
    step = begun()
    tags = record_of(step.table, step.entries, SAY).tags
    assert (tags.places, tags.ending, tags.ended_by) == ((), "", None)
    assert tags.binding is not None
    assert (tags.binding.commitment, tags.binding.seed) == (commitment(OFFER.seed), None)


def test_players_are_named_as_they_were_shown() -> None:
    """Computers have their names, free seats none; what cannot be seen in a name is left out."""
    assert record_of(PRACTICE, (), SAY).tags.players == ("Ana", "Computer (medium)")
    seats = (replace(ANA, name="A\u202ena"), Free())
    assert record_of(replace(OFFER, seats=seats), (), SAY).tags.players == ("Ana", "")


def test_a_record_is_sent_as_a_file() -> None:
    """Its name tells the table, and its text is the record."""
    table, entries = resigned()
    file = record_file(GAMES, table, entries, SAY)
    assert file.name == f"puluc-{table.id}.txt"
    assert Record.read(file.data.decode()) == record_of(table, entries, SAY)


def test_a_record_that_cannot_be_played_is_not_sent() -> None:
    """A file is a whole record or none."""
    table, _ = resigned()
    with pytest.raises(Corrupt):
        record_file(GAMES, table, ("nonsense",), SAY)


def test_json_tells_the_same() -> None:
    """Both forms of a record are read alike."""
    table, entries = resigned()
    record = record_of(table, entries, SAY)
    assert read_record_data(json.loads(record_json(record))) == record

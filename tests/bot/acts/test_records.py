"""Records of tables, as players download them."""

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
    """Return a game that Ana resigned after the opening, and its record."""
    step = begun(replace(OFFER, created=DAY, seats=(replace(ANA, word="maize"), OFFER.seats[1])))
    return end(step.table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table, step.entries


def test_all_tags() -> None:
    """A record has the date, players, result, ending, link and binding of the throws."""
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


def test_a_running_game_keeps_its_seed_secret() -> None:
    """Before the end a record has the commitment, but no seed and no result."""
    step = begun()
    tags = record_of(step.table, step.entries, SAY).tags
    assert (tags.places, tags.ending, tags.ended_by) == ((), "", None)
    assert tags.binding is not None
    assert (tags.binding.commitment, tags.binding.seed) == (commitment(OFFER.seed), None)


def test_players_are_named_as_they_were_shown() -> None:
    """Computers are named, free seats aren't, and invisible characters are removed from names."""
    assert record_of(PRACTICE, (), SAY).tags.players == ("Ana", "Computer (medium)")
    seats = (replace(ANA, name="A\u202ena"), Free())
    assert record_of(replace(OFFER, seats=seats), (), SAY).tags.players == ("Ana", "")


def test_a_record_is_sent_as_a_file() -> None:
    """The file's name contains the table's id, and its text is the record."""
    table, entries = resigned()
    file = record_file(GAMES, table, entries, SAY)
    assert file.name == f"puluc-{table.id}.txt"
    assert Record.read(file.data.decode()) == record_of(table, entries, SAY)


def test_a_record_that_cannot_be_played_is_not_sent() -> None:
    """A record that can't be replayed raises `Corrupt`, so a file is never partial."""
    table, _ = resigned()
    with pytest.raises(Corrupt):
        record_file(GAMES, table, ("nonsense",), SAY)


def test_json_tells_the_same() -> None:
    """The text and JSON forms of a record are read as the same record."""
    table, entries = resigned()
    record = record_of(table, entries, SAY)
    assert read_record_data(json.loads(record_json(GAMES, record))) == record

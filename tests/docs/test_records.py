"""The examples in docs/records.md are read, played and run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.table.table import Ending
from engine.game import Choose, Pass, Throw
from engine.games import open_game
from engine.parchis import header as parchis
from engine.parchis.rulesets import PARCHIS
from engine.record import Record, Undone, replay, standing
from engine.record_json import read_record_data, record_data
from engine.road.header import OPTIONS
from engine.tags import Successor
from engine.verify import verify

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "records.md").read_text("utf-8")


def section(title: str) -> str:
    """The text below a heading, up to the next heading of any level."""
    (found,) = re.findall(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    return str(found)


def block(text: str) -> str:
    """The first code block of a text, without its indentation."""
    (found,) = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)[:1]
    return re.sub(r"^    ", "", found, flags=re.M).strip("\n") + "\n"


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without the header row."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


TEXT = block(section("Text"))
COMMANDS: list[tuple[str, str]] = re.findall(
    r"^    \$ (.*)\n((?:    [^$].*\n)+)", section("On the command line"), re.M
)


def test_the_record_on_the_page() -> None:
    """The record on the page is a whole game as the engine writes it, and its throws match."""
    record = Record.read(TEXT)
    assert record.write() == TEXT
    assert verify(record).agrees
    *_, last = replay(open_game(record.header), record.entries)
    assert record.tags.places == open_game(record.header).phase(last.after).places


def test_the_json_on_the_page() -> None:
    """The JSON on the page is that record, with the same fields."""
    data = json.loads(block(section("JSON")))
    assert read_record_data(data) == Record.read(TEXT)
    assert record_data(Record.read(TEXT)) == data


def test_every_tag_has_a_row() -> None:
    """The table has the example's tags in order, and the two tags that the example lacks."""
    used = dict.fromkeys(re.findall(r"^\[(\w+) ", TEXT, re.M))
    listed = [name for name, _ in rows("Tags")]
    assert [name for name in listed if name not in ("EndedBy", "Seat")] == list(used)


def test_changes_of_players() -> None:
    """The example of players who took over a seat is read as the page explains it."""
    game = "aj-sayil road=19 warriors=1 table=kernels casts=each seats=4"
    text = f'record 2\n[Game "{game}"]\n{block(section("Changes of players"))}'
    record = Record.read(text)
    assert record.write() == text
    assert record.tags.successors == (
        Successor(1, 41, "2026-11-22T19:03:00Z", "Computer (medium)"),
        Successor(1, 44, "2026-11-22T19:07:12Z", "Eva"),
    )


def test_every_ending_is_listed() -> None:
    """The row for the ending lists every ending that the bot writes."""
    (cell,) = [value for name, value in rows("Tags") if name == "Ending"]
    assert set(re.findall(r"`?([\w-]+)`", cell)) >= set(Ending)


def test_every_option_has_a_row() -> None:
    """The table has the options of headers in order, with all of their values."""
    listed = dict(rows("The header"))
    assert list(listed) == list(OPTIONS)
    for name, option in OPTIONS.items():
        for word in option.values:
            assert word in listed[name]


def test_every_option_of_parchis_has_a_row() -> None:
    """Its table has the options of headers in order, each with its default first."""
    listed = dict(rows("Headers of Parchís"))
    assert list(listed) == list(parchis.OPTIONS)
    for name, option in parchis.OPTIONS.items():
        default = option.write(getattr(PARCHIS, option.field))
        cell = listed[name] + "`" * (listed[name].count("`") % 2)  # `rows` strips the last one
        words = re.findall(r"`([\w-]+)`", cell)
        assert set(words) >= set(option.values)
        assert words[0] == default


@pytest.mark.parametrize(("header", "entries", "stand"), rows("Undos"))
def test_undos(header: str, entries: str, stand: str) -> None:
    """In each row, the entries that stand are the ones on the right."""
    game = open_game(header)
    assert [step.entry for step in standing(game, entries.split())] == stand.split()


def test_entries_can_be_told_apart() -> None:
    """Throws, passes, undos and moves differ in their text alone."""
    phases = {Throw: "throw", Choose: "move", Pass: "pass"}
    game = open_game("footprints road=11 warriors=5 table=footprints casts=one")
    entries = "02 01 ba+2 00 - undo ba+2 00 - 11"
    for step in replay(game, entries.split()):
        text = {"-": "pass", "undo": "undo"}.get(step.entry, "move")
        told = "throw" if step.entry.isdigit() else text
        assert told == ("undo" if isinstance(step, Undone) else phases[type(step.phase)])


@pytest.mark.parametrize(("header", "text"), [*rows("Positions"), *rows("Positions of Parchís")])
def test_positions(header: str, text: str) -> None:
    """Each position in the table survives a round trip."""
    game = open_game(header)
    assert game.header == header
    assert game.write_position(game.read_position(text)) == text


@pytest.mark.parametrize(
    ("header", "before", "move", "after"), [*rows("Moves"), *rows("Moves of Parchís")]
)
def test_moves(header: str, before: str, move: str, after: str) -> None:
    """Each move in the table leads to the position beside it."""
    game = open_game(header)
    position = game.read_position(before)
    reached = game.play(position, game.read_move(position, move))
    assert game.write_position(reached) == after


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[c for c, _ in COMMANDS])
def test_commands(tmp_path: Path, command: str, output: str) -> None:
    """Each command prints the output shown below it."""
    (tmp_path / "game.txt").write_text(TEXT, "utf-8")
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("python ", f"{sys.executable} ")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(DOCS.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == re.sub(r"^    ", "", output, flags=re.M)


def test_every_command_is_shown() -> None:
    """Every command that the page explains has an example."""
    shown = {command.split()[3] for command, _ in COMMANDS}
    assert shown == {"verify", "replay", "perft", "trace"}


def test_links_lead_somewhere() -> None:
    """Links within the page and to its neighbours lead to existing headings."""
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        name, _, anchor = target.partition("#")
        if name.startswith("https:"):
            continue
        page = (DOCS / name).read_text("utf-8") if name else PAGE
        anchors = {
            re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^##+ (.*)$", page, re.M)
        }
        assert not anchor or anchor in anchors, target

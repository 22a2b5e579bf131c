"""docs/records.md describes records as they are: its examples are read, played and run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.table.table import Ending
from engine.games import open_game
from engine.record import Record, replay
from engine.record_json import read_record_data, record_data
from engine.road.header import OPTIONS
from engine.verify import verify

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "records.md").read_text("utf-8")


def section(title: str) -> str:
    """What stands below a heading, up to the next of any level."""
    (found,) = re.findall(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    return str(found)


def block(text: str) -> str:
    """The first block of a text, without its margin."""
    (found,) = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)[:1]
    return re.sub(r"^    ", "", found, flags=re.M).strip("\n") + "\n"


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


TEXT = block(section("Text"))
COMMANDS: list[tuple[str, str]] = re.findall(
    r"^    \$ (.*)\n((?:    [^$].*\n)+)", section("On the command line"), re.M
)


def test_the_record_on_the_page() -> None:
    """It is written as the engine writes it, a whole game, and its throws agree."""
    record = Record.read(TEXT)
    assert record.write() == TEXT
    assert verify(record).agrees
    *_, last = replay(open_game(record.header), record.entries)
    assert record.tags.places == open_game(record.header).phase(last.after).places


def test_the_json_on_the_page() -> None:
    """It tells the same record, by the same fields."""
    data = json.loads(block(section("JSON")))
    assert read_record_data(data) == Record.read(TEXT)
    assert record_data(Record.read(TEXT)) == data


def test_every_tag_has_a_row() -> None:
    """The tags of a full record are listed in their order, and one that it lacks."""
    used = dict.fromkeys(re.findall(r"^\[(\w+) ", TEXT, re.M))
    told = [name for name, _ in rows("Tags")]
    assert [name for name in told if name != "EndedBy"] == list(used)


def test_every_ending_is_told() -> None:
    """The row of the ending lists every way in which a game of the bot ends."""
    (told,) = [value for name, value in rows("Tags") if name == "Ending"]
    assert set(re.findall(r"`?(\w+)`", told)) >= set(Ending)


def test_every_option_has_a_row() -> None:
    """The options of headers are listed in their order, with every word that they take."""
    told = dict(rows("The header"))
    assert list(told) == list(OPTIONS)
    for name, option in OPTIONS.items():
        for word in option.values:
            assert word in told[name]


@pytest.mark.parametrize(("header", "text"), rows("Positions"))
def test_positions(header: str, text: str) -> None:
    """Each position of the table is read and written as it stands there."""
    game = open_game(header)
    assert game.header == header
    assert game.write_position(game.read_position(text)) == text


@pytest.mark.parametrize(("header", "before", "move", "after"), rows("Moves"))
def test_moves(header: str, before: str, move: str, after: str) -> None:
    """Each move of the table leads to the position beside it."""
    game = open_game(header)
    position = game.read_position(before)
    reached = game.play(position, game.read_move(position, move))
    assert game.write_position(reached) == after


@pytest.mark.parametrize(("command", "told"), COMMANDS, ids=[c for c, _ in COMMANDS])
def test_commands(tmp_path: Path, command: str, told: str) -> None:
    """Each command prints what stands below it."""
    (tmp_path / "game.txt").write_text(TEXT, "utf-8")
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("python ", f"{sys.executable} ")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(DOCS.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == re.sub(r"^    ", "", told, flags=re.M)


def test_every_command_is_shown() -> None:
    """There is an example of each command that the page explains."""
    shown = {command.split()[3] for command, _ in COMMANDS}
    assert shown == {"verify", "replay", "perft", "trace"}


def test_links_lead_somewhere() -> None:
    """Links to parts of this page and of its neighbours have their heading."""
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

"""docs/rules.md tells every ruleset, option and throw table, as they are."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from bot.commands.commands import PREFIX
from bot.commands.typed import parse
from bot.games.catalogue import games
from bot.games.road import FAMILY
from bot.games.road.examples import EXAMPLES
from bot.table.intents import Challenge
from bot.table.people import Actor, Platform, User
from bot.texts.catalogue import Catalogue
from engine.game import Over
from engine.games import open_game
from engine.record import Record, replay
from engine.road.header import read_header
from engine.road.rulesets import RULESETS
from engine.text import Text
from engine.throws import TABLES

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "rules.md").read_text("utf-8")
SAY = Catalogue().voice("en")


def section(title: str) -> str:
    """What stands below a heading, up to the next."""
    (found,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    return str(found)


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def title(key: str) -> str:
    return SAY(Text(f"ruleset.{key}.title"))


def find(name: str) -> Actor | None:
    return Actor(User(Platform.WEB, name), name, "en")


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_section(key: str) -> None:
    """A section tells how to play a ruleset, who recorded it, and shows its examples."""
    told = section(title(key))
    assert f"/puluc challenge @Ben {key}" in told
    assert "**Recorded**" in told
    shown = [
        f"![{example.alt(SAY)}](pictures/rules/{key}-{number}.png)\n\n*{SAY(example.caption)}*"
        for number, example in enumerate(EXAMPLES[key], 1)
    ]
    assert "\n\n".join(shown) in told


def test_pictures() -> None:
    """There is a picture for every example, and no other."""
    drawn = {path.name for path in (DOCS / "pictures" / "rules").iterdir()}
    assert drawn == {
        f"{key}-{number}.png"
        for key, examples in EXAMPLES.items()
        for number in range(1, len(examples) + 1)
    }


def test_odds() -> None:
    """The odds of every throw table stand in a table, and add up."""
    told = {
        key.strip("`"): {n: Fraction(cell) for n, cell in enumerate(cells) if cell}
        for key, _, *cells in rows("The throws")
    }
    assert told == {key: dict(table.odds) for key, table in TABLES.items()}


def test_glance() -> None:
    """The table of all rulesets tells their road, throws, casts and ways."""
    told = [[cell.strip("`") for cell in row] for row in rows("All eleven at a glance")]
    assert [row[:6] for row in told] == [
        [key, str(r.road), r.table, str(r.casts), str(r.after_capture), str(r.far_end)]
        for key, r in RULESETS.items()
    ]
    for row, ruleset in zip(told, RULESETS.values(), strict=True):
        assert row[6] == {True: "freed", False: "killed"}[ruleset.spares_comrades] or not row[6]
        for told_so, words in {
            "side by side": ruleset.sharing,
            "single file": ruleset.single_file,
            "teams": ruleset.teams,
            "strikes backwards": ruleset.fights_back,
            "the fire": ruleset.fire,
            "the opening cast counts": ruleset.opening_counts,
        }.items():
            assert (told_so in row[7]) is words


def test_every_option() -> None:
    """Every option has a row with its name and its values."""
    told = {name.strip("`="): values for name, values, _ in rows("Options")}
    listed = {option.name: option for option in FAMILY.options.values() if option.listed}
    assert list(told) == list(listed)
    for name, option in listed.items():
        if option.numbers:
            assert told[name].startswith(f"{option.numbers[0]} to {option.numbers[-1]}")
        else:
            assert told[name] == ", ".join(f"`{choice}`" for choice in option.choices)


def test_commands_can_be_typed() -> None:
    """Every command on the page is understood, and its game can be played."""
    typed = re.findall(rf"`({PREFIX} challenge [^`]+)`", PAGE)
    assert len(typed) > len(RULESETS)
    for line in typed:
        intent = parse(line, find, games())
        assert isinstance(intent, Challenge)
        assert games().header(intent.options)


def test_record() -> None:
    """The record on the page is a whole game, won by jade as it says."""
    (block,) = re.findall(r"^    record.*\n(?:(?:    .*)?\n)+", section("How a record reads"), re.M)
    text = re.sub(r"^    ", "", block, flags=re.M).rstrip("\n") + "\n"
    record = Record.read(text)
    assert record.write() == text
    game = open_game(record.header)
    steps = list(replay(game, record.entries))
    over = game.phase(steps[-1].after)
    assert isinstance(over, Over)
    assert over.winners(game.seats) == (0,)
    (position,) = re.findall(r"reads `(1 [^`]+)`", PAGE)
    assert position in [game.write_position(step.position) for step in steps]
    assert read_header(record.header).key == "puluc"


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_an_anchor(key: str) -> None:
    """The rules in chat point to the ruleset's section, which bears its key."""
    headed = re.sub(r"[^\w -]", "", title(key).lower()).replace(" ", "-") == key
    assert headed or f'<a id="{key}"></a>\n\n## {title(key)}\n' in PAGE


def test_links_lead_somewhere() -> None:
    """Links to parts of the page have their heading, and other files are there."""
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^## (.*)$", PAGE, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert target[1:] in anchors if target.startswith("#") else (DOCS / target).is_file()

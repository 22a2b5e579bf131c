"""docs/rules.md describes every ruleset, option and throw table exactly."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from bot.acts.gather.challenge import Challenge
from bot.commands.command import PREFIX
from bot.games.catalogue import games
from bot.games.road import FAMILY
from bot.games.road.examples import EXAMPLES
from bot.inbound.typed import parse
from bot.table.people import Actor, Platform, User
from bot.texts.catalogue import Catalogue
from docs.draw_rules import PAGES
from engine.game import Over
from engine.games import open_game
from engine.record import Record, replay
from engine.road.rulesets import RULESETS
from engine.text import Text
from engine.throws import TABLES

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "rules.md").read_text("utf-8")
SAY = Catalogue().voice("en")


def section(title: str) -> str:
    """The text between a heading and the next."""
    (found,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    return str(found)


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without the header row."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def title(key: str) -> str:
    return SAY(Text(f"ruleset.{key}.title"))


def find(name: str) -> Actor | None:
    return Actor(User(Platform.WEB, name), name, "en") if " " not in name else None


def sources() -> list[str]:
    """The names of the sources, in lower case, as sections cite them."""
    return [name.lower() for name in re.findall(r"^- \*\*(.+?)\*\*:", section("Sources"), re.M)]


def cited(text: str) -> list[str]:
    """The names in lower case that link to the list of sources."""
    return [
        " ".join(name.lower().split()) for name in re.findall(r"\[([^\]]+)\]\(#sources\)", text)
    ]


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_section(key: str) -> None:
    """Every ruleset has a section, with the command to play it."""
    assert f"\n`{PREFIX} challenge @Ben {key}`\n" in section(title(key))


@pytest.mark.parametrize("mark", ["Recorded", "Also called", "Our choices"])
@pytest.mark.parametrize("key", RULESETS)
def test_every_section_has_its_parts(key: str, mark: str) -> None:
    """A ruleset's section says once where it comes from, its other names and what is ours."""
    assert len(re.findall(rf"^\*\*{mark}\*\*", section(title(key)), re.M)) == 1


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_cites_a_source(key: str) -> None:
    """The Recorded paragraph of a ruleset names the source it comes from."""
    (recorded,) = re.findall(r"^\*\*Recorded\*\*(.*?)(?=^$)", section(title(key)), re.M | re.S)
    assert cited(recorded)


def test_every_cited_source_is_listed() -> None:
    """Every source that a section cites is listed under Sources."""
    assert set(cited(PAGE.partition("\n## ")[2])) <= set(sources())


def test_every_source_is_listed_once() -> None:
    """No source is listed twice."""
    assert len(set(sources())) == len(sources())


@pytest.mark.parametrize("key", RULESETS)
def test_every_section_shows_its_examples(key: str) -> None:
    """A ruleset's section shows all of its examples in order, each with its caption."""
    shown = [
        f"![{example.alt(SAY)}](pictures/rules/{key}-{number}.png)\n\n*{SAY(example.caption)}*"
        for number, example in enumerate(EXAMPLES[key], 1)
    ]
    assert "\n\n".join(shown) in section(title(key))


def test_pictures() -> None:
    """The pages about rules show every picture of rules, and no other."""
    drawn = {path.relative_to(DOCS) for path in (DOCS / "pictures" / "rules").rglob("*.png")}
    pages = "".join(path.read_text("utf-8") for pages in PAGES.values() for path in pages)
    assert drawn == set(map(Path, re.findall(r"\]\((pictures/rules/[^)]+)\)", pages)))


def test_odds() -> None:
    """The page states the odds of every throw table."""
    printed = {
        key.strip("`"): {n: Fraction(cell) for n, cell in enumerate(cells) if cell}
        for key, _, *cells in rows("The throws")
    }
    assert printed == {key: dict(table.odds) for key, table in TABLES.items()}


def test_glance() -> None:
    """The table of all rulesets has the defaults of each."""
    printed = [[cell.strip("`") for cell in row] for row in rows("All rulesets at a glance")]
    assert [row[:6] for row in printed] == [
        [key, str(r.road), r.table, str(r.casts), str(r.after_capture), str(r.far_end)]
        for key, r in RULESETS.items()
    ]
    for row, ruleset in zip(printed, RULESETS.values(), strict=True):
        assert row[6] == {True: "freed", False: "killed"}[ruleset.spares_comrades] or not row[6]
        for words, applies in {
            "side by side": ruleset.sharing,
            "one warrior out": ruleset.single_file,
            "teams": ruleset.teams,
            "strikes backwards": ruleset.fights_back,
            "the fire": ruleset.fire,
            "the opening throw counts": ruleset.opening_counts,
        }.items():
            assert (words in row[7]) is applies


def test_every_option() -> None:
    """Every option that is listed in chat has a row with its name and its values."""
    values = {name.strip("`="): cell for name, cell, _ in rows("Options")}
    listed = {option.name: option for option in FAMILY.options.values() if option.listed}
    assert list(values) == list(listed)
    for name, option in listed.items():
        if option.numbers:
            assert values[name].startswith(f"{option.numbers[0]} to {option.numbers[-1]}")
        else:
            assert values[name] == ", ".join(f"`{choice}`" for choice in option.choices)


def test_commands_can_be_typed() -> None:
    """Every challenge on the page can be typed and starts a game."""
    typed = re.findall(rf"`({PREFIX} challenge [^`]+)`", PAGE)
    assert len(typed) > len(RULESETS)
    for line in typed:
        intent = parse(line, find, games())
        assert isinstance(intent, Challenge)
        assert games().header(intent.options)


def printed_record() -> str:
    """The record on the page, as a file would hold it."""
    text = section("How to read a record")
    (block,) = re.findall(r"^    record.*\n(?:(?:    .*)?\n)+", text, re.M)
    return re.sub(r"^    ", "", block, flags=re.M).rstrip("\n") + "\n"


def test_record_is_written_so() -> None:
    """The record on the page is exactly what the engine writes."""
    text = printed_record()
    assert Record.read(text).write() == text


def test_record_is_a_whole_game() -> None:
    """The record on the page ends with jade's win, as the page says."""
    record = Record.read(printed_record())
    game = open_game(record.header)
    *_, last = replay(game, record.entries)
    over = game.phase(last.after)
    assert isinstance(over, Over)
    assert over.winners(game.seats) == (0,)


def test_position_is_of_the_record() -> None:
    """The position on the page comes up in its record, with red to play."""
    (position,) = re.findall(r"reads `(1 b[^`]+)`", PAGE)
    record = Record.read(printed_record())
    game = open_game(record.header)
    steps = replay(game, record.entries)
    assert position in [game.write_position(step.position) for step in steps]


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_an_anchor(key: str) -> None:
    """A ruleset's key is the anchor of its section, to which the rules in chat link."""
    headed = re.sub(r"[^\w -]", "", title(key).lower()).replace(" ", "-") == key
    assert headed or f'<a id="{key}"></a>\n\n## {title(key)}\n' in PAGE


def test_links_lead_somewhere() -> None:
    """Every link leads to a heading of the page or to an existing file."""
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^## (.*)$", PAGE, re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert target[1:] in anchors if target.startswith("#") else (DOCS / target).is_file()

"""The translations of README.md and docs/rules.md have what the English pages have."""

import re
from pathlib import Path

import pytest

from bot.commands.command import PREFIX
from bot.games.road.examples import EXAMPLES
from bot.texts.catalogue import Catalogue
from engine.road.rulesets import RULESETS
from engine.text import Text

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ENGLISH = (DOCS / "rules.md").read_text("utf-8")
PAGES = {path.suffixes[0][1:]: path.read_text("utf-8") for path in DOCS.glob("rules.*.md")}
"""The translated rules by language."""
FIRST = (ROOT / "README.md").read_text("utf-8")
FIRST_PAGES = {path.suffixes[0][1:]: path.read_text("utf-8") for path in ROOT.glob("README.*.md")}
"""The translated first pages by language."""


def tables(page: str) -> list[list[str]]:
    """The rows of all tables, each as the code, the numbers and the fractions in it."""
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    return [re.findall(r"`[^`]+`|\b\d+(?:/\d+)?\b", row) for row in rows]


def code(page: str) -> list[str]:
    """Everything on a page that can be typed or stands in a record."""
    found = re.findall(r"`([^`]+)`", page)
    return sorted({" ".join(each.split()) for each in found} - {"code"})


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("language", PAGES)
def test_every_ruleset_has_a_section(language: str, key: str) -> None:
    """Every ruleset has a section, with its title, the anchor of its key and its command."""
    title = Catalogue().voice(language)(Text(f"ruleset.{key}.title"))
    headed = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") == key
    anchor = "" if headed else f'<a id="{key}"></a>\n\n'
    assert f"{anchor}## {title}\n\n`{PREFIX} challenge @Ben {key}`\n" in PAGES[language]


@pytest.mark.parametrize("key", EXAMPLES)
@pytest.mark.parametrize("language", PAGES)
def test_every_example(language: str, key: str) -> None:
    """A ruleset's examples are shown in order, described in the language of the page."""
    say = Catalogue().voice(language)
    shown = [
        f"![{example.alt(say)}](pictures/rules/{key}-{number}.png)\n\n*{say(example.caption)}*"
        for number, example in enumerate(EXAMPLES[key], 1)
    ]
    assert "\n\n".join(shown) in PAGES[language]


@pytest.mark.parametrize("language", PAGES)
def test_the_tables(language: str) -> None:
    """The tables have the odds, the rulesets and the options of the English page."""
    assert tables(PAGES[language]) == tables(ENGLISH)


@pytest.mark.parametrize("language", PAGES)
def test_what_can_be_typed(language: str) -> None:
    """A translation has the commands, options and records of the English page."""
    assert code(PAGES[language]) == code(ENGLISH)


@pytest.mark.parametrize("language", PAGES)
def test_the_record(language: str) -> None:
    """A translation has the record of the English page."""
    (block,) = re.findall(r"^    record.*\n(?:(?:    .*)?\n)+", ENGLISH, re.M)
    assert block in PAGES[language]


@pytest.mark.parametrize("language", PAGES)
def test_links_lead_somewhere(language: str) -> None:
    """Every link leads to a heading of the page or to an existing file."""
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^## (.*)$", PAGES[language], re.M)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGES[language]):
        assert target[1:] in anchors if target.startswith("#") else (DOCS / target).is_file()


@pytest.mark.parametrize("language", PAGES)
def test_pages_lead_to_each_other(language: str) -> None:
    """The English page and its translation link to each other."""
    assert f"](rules.{language}.md)" in ENGLISH
    assert "](rules.md)" in PAGES[language]


@pytest.mark.parametrize(
    "page", [*PAGES.values(), *FIRST_PAGES.values()], ids=lambda page: page[:9]
)
def test_lines(page: str) -> None:
    """No line is too long, except those that can't be broken: tables, pictures and captions."""
    lines = page.splitlines()
    assert [line for line in lines if len(line) > 120 and line[0] not in "|!*"] == []


@pytest.mark.parametrize("language", FIRST_PAGES)
def test_the_first_page_leads_to_files(language: str) -> None:
    """A first page leads to files that exist, and to the English one and back."""
    page = FIRST_PAGES[language]
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
    assert f"](README.{language}.md)" in FIRST
    assert "](README.md)" in page


@pytest.mark.parametrize("language", FIRST_PAGES)
def test_the_first_page_has_the_commands(language: str) -> None:
    """A first page has the lines to type of the English one; only what they say differs."""
    lines, english = (
        [
            line.split("#")[0].split('"')[0].strip()
            for line in page.splitlines()
            if line[:4] == "    "
        ]
        for page in (FIRST_PAGES[language], FIRST)
    )
    typed = ("make", ".venv/", "python3")
    commands, expected = (
        [line for line in some if line.startswith(typed)] for some in (lines, english)
    )
    assert commands == expected

"""Documents in other languages say what the English ones say, as far as a test can tell."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.texts.catalogue import Catalogue
from docs.draw_rules import PAGES, written

ROOT = Path(__file__).parents[2]
TRANSLATED = sorted([*ROOT.glob("*.??.md"), *(ROOT / "docs").glob("*.??.md")])
IDS = [str(path.relative_to(ROOT)) for path in TRANSLATED]

ENGLISH_ONLY = {"parchis.md": "## Computer players"}
"""Where the part of a document begins that its translations only link to."""

KEYWORDS = {"code"}
"""What is written as code in English only to show what code looks like."""


def original(path: Path) -> Path:
    return path.with_name(re.sub(r"\.\w\w\.md$", ".md", path.name))


def english(path: Path) -> str:
    """The part of the English document that `path` translates."""
    document = original(path)
    text, end = document.read_text("utf-8"), ENGLISH_ONLY.get(document.name)
    return text if end is None else text.partition(end)[0]


def code(text: str) -> Counter[str]:
    """What is written as code in a document, and how often."""
    spans = (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text))
    return Counter(span for span in spans if span not in KEYWORDS)


def typed(text: str) -> list[str]:
    """The lines of a document's blocks of code, without comments, explanations and messages."""
    lines = re.findall(r"^    (.+)$", text, re.M)
    return [re.split(r'\s{2,}| # | "', line.strip())[0] for line in lines]


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_links_to_each_other(path: Path) -> None:
    """A translation and its original link to each other above the text."""
    for one, other in ((path, original(path)), (original(path), path)):
        above = one.read_text("utf-8").split("\n\n")[1]
        assert f"]({other.name})" in above


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_code(path: Path) -> None:
    """A translation names the same commands, options and values, equally often."""
    assert code(path.read_text("utf-8")) >= code(english(path))


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_blocks_of_code(path: Path) -> None:
    """A translation has the same lines in its blocks of code."""
    assert typed(path.read_text("utf-8")) == typed(english(path))


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_sections(path: Path) -> None:
    """A translation has as many sections, at the same levels."""
    levels = [
        re.findall(r"^(#+) ", each, re.M) for each in (path.read_text("utf-8"), english(path))
    ]
    assert levels[0] == levels[1]


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_tables(path: Path) -> None:
    """The tables of a translation have at least the English rows."""
    rows = [
        len(re.findall(r"^\|", each, re.M)) for each in (path.read_text("utf-8"), english(path))
    ]
    assert rows[0] >= rows[1]


@pytest.mark.parametrize("path", TRANSLATED, ids=IDS)
def test_links_lead_somewhere(path: Path) -> None:
    """A link leads to a heading of the document or to a file."""
    text = path.read_text("utf-8")
    headings = (heading.lower() for heading in re.findall(r"^#+ (.*)$", text, re.M))
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        if not file:
            assert anchor in anchors, target
        elif "://" not in file:
            assert (path.parent / file).exists(), target


@pytest.mark.parametrize("language", PAGES)
def test_pages_about_rules(language: str) -> None:
    """The descriptions and captions of pictures are those of the language's catalogue."""
    say = Catalogue().voice(language)
    for path in PAGES[language]:
        page = path.read_text("utf-8")
        assert written(page, say) == page

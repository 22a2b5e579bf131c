"""Texts for people contain none of the worst patterns that docs/writing.md warns of."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.texts.catalogue import LOCALE

ROOT = Path(__file__).parents[2]

PATTERNS = {
    "whoever|whomever": "Whoever accepts first has the seat.",
    "somebody|anybody": "Somebody else has to accept it.",
    "anew": "The board is posted anew.",
    "(is|are|was|were|goes) back in": "The captain is back in base.",
    "(was|is) noted": "Something went wrong here, and was noted.",
    "(is|are|was|were) told of": "Nobody is told of a change.",
    "it is waited": "It is waited for the answer.",
    "is to be|are to be": "Say which game is to be closed.",
    "there (is|are) .* for a game": "There is /puluc practice for a game alone.",
    "shall|ought|whereupon|thereof|hence|thus": "What it shall be",
    "hardly ever": "A turn can hardly ever be a 1.",
    "just now": "The games cannot be reached just now.",
    "casts?|casting": "Ana casts 3.",
    "prisoners?|prey": "The captor leaves with its prey.",
    "captains?": "Ana's captain is heading up.",
    "guided game": "The guided game is for you alone.",
    "tables?": "A moderator closed this table.",
    "takes? (it|that|this) back": "/puluc unblock @name takes that back.",
    "(has|have|had) (the|a) seat": "The first to accept has the seat.",
}
"""Patterns that must not occur, each with a sentence that it catches."""

DOCUMENTS = (
    "README.md",
    "docs/discord.md",
    "docs/telegram.md",
    "docs/settings.md",
    "docs/solving.md",
    "docs/scaling.md",
    "docs/players.md",
)

TERMS = {
    "docs/solving.md": {"tables?"},
    "docs/scaling.md": {"tables?"},
    "docs/players.md": {"tables?"},
}
"""Patterns that are terms on a page: those of exact tables, or of the code's own tables."""

LONGEST_LINE = 120


def found(sentence: str) -> set[str]:
    """The patterns that a sentence contains; options, code and links are ignored."""
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)|[\w-]+=\S*|\{\w+\}", " ", sentence)
    return {
        pattern for pattern in PATTERNS if re.search(rf"\b(?:{pattern})\b", plain, re.IGNORECASE)
    }


def catalogue() -> Iterator[tuple[str, str]]:
    """Every key of the English catalogue, with each of its forms."""
    with (LOCALE / "en" / "LC_MESSAGES" / "puluc.po").open("rb") as source:
        for message in read_po(source):
            if message.id:
                key, forms = message.id, message.string
                yield from (
                    (str(key), str(form)) for form in ([forms] if isinstance(forms, str) else forms)
                )


def test_catalogue() -> None:
    """No text of the catalogue contains any of the patterns."""
    assert {key: patterns for key, text in catalogue() if (patterns := found(text))} == {}


@pytest.mark.parametrize("path", DOCUMENTS)
def test_documents(path: str) -> None:
    """No paragraph of the documents contains any of the patterns, except terms of the page."""
    paragraphs = (ROOT / path).read_text("utf-8").split("\n\n")
    prose = [each for each in paragraphs if not each.startswith(("    ", "```"))]
    terms = TERMS.get(path, set())
    assert {each: patterns for each in prose if (patterns := found(each) - terms)} == {}


@pytest.mark.parametrize("path", DOCUMENTS)
def test_lines_of_documents(path: str) -> None:
    """No line of the documents is too long, except those that can't be broken: tables, pictures."""
    lines = (ROOT / path).read_text("utf-8").splitlines()
    breakable = [each for each in lines if not each.startswith(("|", "![", "[!["))]
    assert [each for each in breakable if len(each) > LONGEST_LINE] == []


@pytest.mark.parametrize(("pattern", "sentence"), PATTERNS.items())
def test_a_pattern_is_found(pattern: str, sentence: str) -> None:
    """Each pattern is found in the sentence given for it."""
    assert pattern in found(sentence)

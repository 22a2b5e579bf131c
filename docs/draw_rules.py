"""Draw the pictures of the pages about rules and write their captions: `make pictures`.

Each picture is an example, which is actually played, or a family's cover. A page decides which it
shows; their descriptions and captions come from the catalogue, in the page's language. Pictures
with words in them are in a folder for each language but English.
"""

import re
from pathlib import Path

from bot.games.catalogue import games
from bot.games.family import Board, Example
from bot.games.parchis.examples import OF_OPTIONS
from bot.texts.catalogue import Catalogue
from engine.text import Say

DOCS = Path(__file__).parent
PAGES = {
    "en": (DOCS / "rules.md", DOCS / "parchis.md"),
    "es": (DOCS / "rules.es.md", DOCS / "parchis.es.md"),
    "fr": (DOCS / "rules.fr.md", DOCS / "parchis.fr.md"),
}
"""The pages about rules, by language."""

EXAMPLE = re.compile(
    r"!\[[^\]\n]*\]\((?P<path>pictures/rules/(?:[a-z]+/)?"
    r"(?P<ruleset>[a-z-]+)-(?P<which>[0-9]+|[a-z]+)\.png)\)\n\n\*.*\*"
)
"""An example on a page, with its description and its caption.

It is one of those of a ruleset, numbered from 1, or of an option of Parchís.
"""

COVER = re.compile(
    r"!\[[^\]\n]*\]\((?P<path>pictures/rules/(?:[a-z]+/)?(?P<ruleset>[a-z]+)\.png)\)"
)
"""A cover on a page, with its description."""


def example_of(shown: re.Match[str]) -> Example:
    """Return the example that a page shows; raise LookupError if there is none."""
    if shown["which"].isdecimal():
        return games().examples(shown["ruleset"])[int(shown["which"]) - 1]
    return OF_OPTIONS[shown["which"]]


def cover_of(shown: re.Match[str], say: Say) -> Board:
    """Return the cover that a page shows; raise LookupError if there is no such ruleset."""
    family = games().family(shown["ruleset"])
    if family is None:
        raise LookupError(shown["ruleset"])
    return games().scene(family.cover, say).board


def written(page: str, say: Say) -> str:
    """Return the page with the descriptions and captions of its pictures."""

    def example(shown: re.Match[str]) -> str:
        drawn = example_of(shown)
        return f"![{drawn.alt(say)}]({shown['path']})\n\n*{say(drawn.caption)}*"

    def cover(shown: re.Match[str]) -> str:
        return f"![{cover_of(shown, say).alt()}]({shown['path']})"

    return COVER.sub(cover, EXAMPLE.sub(example, page))


def draw(page: str, say: Say) -> None:
    """Draw the pictures that a page shows."""
    for shown in EXAMPLE.finditer(page):
        _save(shown, example_of(shown).png(say))
    for shown in COVER.finditer(page):
        _save(shown, cover_of(shown, say).png())


def _save(shown: re.Match[str], png: bytes) -> None:
    path = DOCS / shown["path"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png)


if __name__ == "__main__":
    for language, pages in PAGES.items():
        say = Catalogue().voice(language)
        for path in pages:
            page = path.read_text("utf-8")
            draw(page, say)
            path.write_text(written(page, say), "utf-8")

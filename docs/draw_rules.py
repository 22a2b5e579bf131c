"""Draw the pictures of the pages about rules and write their captions: `make pictures`.

Each picture is an example, which is actually played, or a family's cover. A page decides which it
shows; their descriptions and captions come from the catalogue.
"""

import re
from pathlib import Path

from bot.games.catalogue import games
from bot.games.family import Board, Example
from bot.games.parchis.examples import OF_OPTIONS
from bot.texts.catalogue import Catalogue
from engine.text import Say

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures" / "rules"
PAGES = (DOCS / "rules.md", DOCS / "parchis.md")

EXAMPLE = re.compile(
    r"!\[[^\]\n]*\]\(pictures/rules/(?P<ruleset>[a-z-]+)-(?P<which>[0-9]+|[a-z]+)\.png\)\n\n\*.*\*"
)
"""An example on a page, with its description and its caption.

It is one of those of a ruleset, numbered from 1, or of an option of Parchís.
"""

COVER = re.compile(r"!\[[^\]\n]*\]\(pictures/rules/(?P<ruleset>[a-z]+)\.png\)")
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
        drawn, path = example_of(shown), f"pictures/rules/{shown['ruleset']}-{shown['which']}.png"
        return f"![{drawn.alt(say)}]({path})\n\n*{say(drawn.caption)}*"

    def cover(shown: re.Match[str]) -> str:
        return f"![{cover_of(shown, say).alt()}](pictures/rules/{shown['ruleset']}.png)"

    return COVER.sub(cover, EXAMPLE.sub(example, page))


def draw(page: str, say: Say) -> None:
    """Draw the pictures that a page shows."""
    for shown in EXAMPLE.finditer(page):
        name = f"{shown['ruleset']}-{shown['which']}.png"
        (PICTURES / name).write_bytes(example_of(shown).png(say))
    for shown in COVER.finditer(page):
        (PICTURES / f"{shown['ruleset']}.png").write_bytes(cover_of(shown, say).png())


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    say = Catalogue().voice()
    for path in PAGES:
        page = path.read_text("utf-8")
        draw(page, say)
        path.write_text(written(page, say), "utf-8")

"""Draw the pictures of docs/rules.md and write its captions: `make pictures`.

Each picture is an example, which is actually played; its description and caption come from the
catalogue.
"""

import re
from pathlib import Path

from bot.games.catalogue import games
from bot.games.family import Example
from bot.texts.catalogue import Catalogue
from engine.text import Say

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures" / "rules"
PAGE = DOCS / "rules.md"


def captioned(page: str, name: str, example: Example, say: Say) -> str:
    """Return the page with the description and the caption of one picture, which it must have."""
    image = f"](pictures/rules/{name}.png)\n\n"
    written, found = re.subn(
        rf"!\[[^\]\n]*{re.escape(image)}\*.*\*",
        lambda _: f"![{example.alt(say)}{image}*{say(example.caption)}*",
        page,
    )
    if found != 1:
        raise ValueError(f"{PAGE.name} has {found} pictures {name}.png with a caption, not 1")
    return written


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    say, page = Catalogue().voice(), PAGE.read_text("utf-8")
    for key in games().rulesets:
        for number, example in enumerate(games().examples(key), 1):
            (PICTURES / f"{key}-{number}.png").write_bytes(example.png(say))
            page = captioned(page, f"{key}-{number}", example, say)
    PAGE.write_text(page, "utf-8")

"""Draw the positions of docs/solving.md (`make pictures`), found by scripts/surprises.py."""

from pathlib import Path
from typing import Final

from bot.games.road.example import RoadExample
from bot.texts.catalogue import Catalogue
from engine.text import Text

PICTURES: Final = Path(__file__).parent / "pictures" / "solving"

GAME: Final = "puluc road=9 warriors=5 table=kernels casts=one"

SURPRISES: Final = {
    "forced": ("1 a 10/01 4b4a3b", "1110 b+3"),
    "one": ("1 a 10/11 1b3a3b", "1000 b+1"),
    "kill": ("1 a 20/00 1b2a2b 8b 9a1b", "1000 b+1"),
    "capture": ("1 a 01/00 2a 6a3a2b 7b 9b", "0000 6+5"),
    "behind": ("1 a 00/00 5a4a2b 6b 7b 9b", ""),
}
"""The positions by the names of their pictures, each with a throw and the best move."""


def example(name: str) -> RoadExample:
    """Return the position called `name`, with its throw and its move."""
    position, turn = SURPRISES[name]
    return RoadExample(Text("ruleset.puluc.title"), GAME, position, turn)


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    say = Catalogue().voice()
    for name in SURPRISES:
        (PICTURES / f"{name}.png").write_bytes(example(name).png(say))

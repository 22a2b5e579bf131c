"""Draw the pictures of docs/rules.md: `make pictures`. Each is an example, really played."""

from pathlib import Path

from bot.games.road.examples import EXAMPLES
from bot.games.road.pictures import draw
from bot.texts.catalogue import Catalogue

PICTURES = Path(__file__).parent / "pictures" / "rules"

if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    say = Catalogue().voice()
    for key, examples in EXAMPLES.items():
        for number, example in enumerate(examples, 1):
            (PICTURES / f"{key}-{number}.png").write_bytes(draw(example, say))

"""Draw the pictures of docs/rules.md (`make pictures`), each from a turn played by the engine."""

from pathlib import Path

from bot.games.catalogue import games
from bot.texts.catalogue import Catalogue

PICTURES = Path(__file__).parent / "pictures" / "rules"

if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    say = Catalogue().voice()
    for key in games().rulesets:
        for number, example in enumerate(games().examples(key), 1):
            (PICTURES / f"{key}-{number}.png").write_bytes(example.png(say))

"""Draw the pictures of docs/rules.md: `make pictures`. Each is an example, really played."""

from pathlib import Path

from bot.games.catalogue import games
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue

PICTURES = Path(__file__).parent / "pictures" / "rules"

if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    known = games()
    say = Catalogue(known.texts).voice(DEFAULT_LANGUAGE)
    for key in known.rulesets:
        for number, example in enumerate(known.examples(key), 1):
            (PICTURES / f"{key}-{number}.png").write_bytes(example.png(say))

"""The road games in the order in which to learn them, each with a characteristic position."""

from typing import Final

from bot.games.road.sizes import SIZES
from bot.games.shelf import Entry, Shelf, face
from bot.games.size import Size
from engine.road.header import ruleset_with, write_header

_PLAYERS: Final = ("Ana", "Ben")


def _entry(ruleset: str, position: str, size: Size = Size.CLASSIC) -> Entry:
    header = write_header(ruleset_with(ruleset, SIZES[ruleset][size]))
    return Entry(face(header, position, _PLAYERS), size)


SHELVES: Final = (
    Shelf(
        "road",
        (
            _entry("puluc", "1 a 11/00 3b 4a1b 7a", Size.SHORT),
            _entry("puluc", "1 a 11/00 3b1a 7a1b 8a1a1b 11b"),
            _entry("bul", "1 a 23/00 2b1a 5A1b 10a"),
            _entry("boolik", "1 a 22/01 3A1b 6B1a 9a"),
            _entry("buul", "1 a 14/10 6B2a 9a"),
        ),
    ),
    Shelf(
        "kekchi",
        (
            _entry("kekchi", "1 a 33/00 3b 6A1b 12a"),
            _entry("sapper", "1 a 33/00 2b 4A1b 8a"),
        ),
    ),
    Shelf(
        "teams",
        (
            _entry("aj-sayil", "1 a 44/00 3A1b"),
            _entry("aj-tiwil", "1 a 00/22/22 8a 10b"),
            _entry("aj-sinaanil", "1 a 44/00 9a 6b"),
            _entry("aj-sakalil", "1 a 43/00 7a1b 12b"),
            _entry("a-kaakil", "1 a 44/00 8a 13B"),
        ),
    ),
    Shelf("family", (_entry("footprints", "1 a 24/00 4a 6a 6a 10b"),)),
)

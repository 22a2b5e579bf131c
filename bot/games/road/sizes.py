"""The sizes of the road games.

Warriors are those of a side: with more than two seats, they are shared out among its seats, as the
defaults are. Without a road, it is the ruleset's. `make lengths` measures how long each game takes;
a short one takes about 20 turns, with three warriors, and as much of the ruleset's own road as that
allows.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.games.size import Size, Sizes
from bot.table.table import SMALLEST_GAME
from engine.road.header import ruleset_with
from engine.road.ruleset import Ruleset
from engine.road.rulesets import RULESETS, shared_out

_SHORT: Final = {
    "puluc": {"road": "9", "warriors": "3"},
    "buul": {"road": "7", "warriors": "3"},
    "boolik": {"road": "9", "warriors": "3"},
    "bul": {"road": "7", "warriors": "3"},
    # Two throws are up to 10, which a shorter road has no room for. With two warriors, a game would
    # take five turns less, but one in eleven would leave the first seat without any choice.
    "kekchi": {"warriors": "3"},
    "sapper": {"warriors": "3"},
    "footprints": {"road": "9", "warriors": "3"},
    "aj-sayil": {"road": "9", "warriors": "3"},
    "aj-tiwil": {"road": "13", "warriors": "3"},
    "aj-sinaanil": {"road": "15", "warriors": "3"},
    "aj-sakalil": {"road": "11", "warriors": "3"},
    "a-kaakil": {"road": "15", "warriors": "3"},
}

_LONG: Final = {
    **{key: {"road": "15", "warriors": "7"} for key in RULESETS},
    # So many that each of the seats of a side, up to eight, has one more than usual.
    **{key: {"warriors": "9"} for key, each in RULESETS.items() if each.teams},
}

SIZES: Final[Sizes] = {
    key: {Size.SHORT: _SHORT[key], Size.CLASSIC: {}, Size.LONG: _LONG[key]} for key in RULESETS
}


def sized(key: str, size: Size, seats: int = SMALLEST_GAME) -> Mapping[str, str]:
    """Return the options of a size for so many seats, which share out the warriors of a side."""
    options = SIZES[key][size]
    if "warriors" not in options:
        return options
    return {**options, "warriors": str(shared_out(int(options["warriors"]), seats))}


@lru_cache(maxsize=256)  # each board and each frame of a film asks
def size_of(ruleset: Ruleset) -> Size | None:
    """Return the size that has a game's road and warriors, None if none has."""
    for size in SIZES[ruleset.key]:
        options = {"seats": str(ruleset.seats), **sized(ruleset.key, size, ruleset.seats)}
        like = ruleset_with(ruleset.key, options)
        if (like.road, like.warriors) == (ruleset.road, ruleset.warriors):
            return size
    return None

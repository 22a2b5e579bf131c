"""How long road games of other than the measured sizes take."""

from bisect import bisect
from collections.abc import Iterable
from dataclasses import replace
from math import log

from bot.games.length import Length
from engine.road.ruleset import Ruleset


def estimate(wanted: Ruleset, measured: Iterable[tuple[Ruleset, Length]]) -> Length | None:
    """Return how long a game takes, given measured ones for as many seats.

    The product of road and warriors tells: between two measured games, and beyond them, turns
    follow a power of it. None if fewer than two of them have the same rules.
    """
    known = {
        _product(each): length
        for each, length in measured
        if replace(each, road=wanted.road, warriors=wanted.warriors) == wanted
    }
    if len(known) < 2:
        return None
    at = _product(wanted)
    # Those on both sides or, if there are none on one, the two next to it.
    products = sorted(known)
    above = min(max(bisect(products, at), 1), len(products) - 1)
    low, high = products[above - 1 : above + 1]
    share = log(at / low) / log(high / low)
    one, other = known[low], known[high]
    return Length(
        one.turns * (other.turns / one.turns) ** share,
        one.choices * (other.choices / one.choices) ** share,
    )


def _product(ruleset: Ruleset) -> int:
    return ruleset.road * ruleset.warriors

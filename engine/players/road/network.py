"""Networks that estimate who wins: one hidden layer over switches (`features`).

An estimate is the logistic function of a sum of terms: one for each feature that is on, and one for
each hidden unit whose own sum of weights of features is positive, in proportion to it.

A file of weights is a compressed line of text, `puluc-network 1 INPUTS HIDDEN`, followed by numbers
of two bytes (IEEE 754, low byte first): a row of weights for each feature, one for each hidden unit
and one that counts directly; a row like it that always counts; the weights of the hidden units.
`scripts/train_players.py` makes them.
"""

import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final

from engine.players.road.features import INPUTS, Features
from engine.road.position import Position
from engine.road.ruleset import Ruleset
from engine.road.rulesets import RULESETS

FORMAT: Final = "puluc-network 1"

MOST_STACKS: Final = 1 << 14
"""How many stacks are remembered; bounds memory only."""

Row = Sequence[float]

TRAINED: Final = (
    "puluc",
    "buul",
    "boolik",
    "bul",
    "kekchi",
    "footprints",
    "aj-sayil",
    "aj-sakalil",
)
"""The rulesets that have networks of their own."""

ALIKE: Final[Mapping[str, int]] = {
    "after_capture": 8,
    "casts": 4,
    "sharing": 4,
    "single_file": 4,
    "far_end": 2,
    "fights_back": 2,
    "fire": 2,
    "spares_comrades": 1,
}
"""How much it matters that rulesets agree in a field, to find one whose network fits another."""


class Weights:
    """The weights of a network."""

    def __init__(self, rows: Sequence[Row], always: Row, hidden: Row) -> None:
        self.rows = rows
        self.always = always
        self.hidden = hidden

    def write(self) -> bytes:
        """Return the contents of a file."""
        numbers = [number for row in (*self.rows, self.always, self.hidden) for number in row]
        head = f"{FORMAT} {len(self.rows)} {len(self.hidden)}\n".encode()
        return zlib.compress(head + struct.pack(f"<{len(numbers)}e", *numbers), 9)

    @classmethod
    def read(cls, data: bytes) -> "Weights":
        """Return what `write` wrote; raise ValueError if it isn't for these features."""
        head, _, body = zlib.decompress(data).partition(b"\n")
        name, _, shape = head.decode().rpartition(f"{FORMAT} ")
        inputs, units = map(int, shape.split())
        if name or inputs != INPUTS:
            raise ValueError(f"these weights are for {inputs} features, not {INPUTS}")
        numbers = struct.unpack(f"<{(inputs + 1) * (units + 1) + units}e", body)
        width = units + 1
        rows = [numbers[at : at + width] for at in range(0, (inputs + 1) * width, width)]
        return cls(rows[:-1], rows[-1], numbers[-units:])


class Network:
    """The estimates for the positions of a ruleset."""

    def __init__(self, ruleset: Ruleset, weights: Weights) -> None:
        self._features = Features(ruleset)
        self._sides = [ruleset.side(seat) for seat in range(ruleset.seats)]
        self._rows = weights.rows
        self._always = weights.always
        self._hidden = weights.hidden
        self._stacks: tuple[dict[int, Row], ...] = ({}, {})

    def value(self, position: Position) -> float:
        """Return the estimated probability that the side about to begin its turn wins."""
        view = self._sides[position.turn]
        rows, known = self._rows, self._stacks[view]
        terms = [rows[each] for each in self._features.others(position, view)]
        for pair in position.stacks:
            for code in pair:
                if code not in known:
                    self._remember(code, view)
                terms.append(known[code])
        sums = list(map(sum, zip(self._always, *terms, strict=True)))
        total: float = sums.pop()
        for weight, each in zip(self._hidden, sums, strict=True):
            if each > 0:
                total += weight * each
        return 1 / (1 + exp(-total)) if total > -500 else 0.0

    def _remember(self, code: int, view: int) -> None:
        """Remember the sum of the rows of a stack."""
        known = self._stacks[view]
        if len(known) >= MOST_STACKS:
            known.clear()
        features = self._features.seen(code, view).features
        known[code] = tuple(map(sum, zip(*(self._rows[each] for each in features), strict=True)))


def nearest(ruleset: Ruleset) -> str:
    """Return the key of the ruleset whose network fits best.

    That is its own if it has one, unless options make it more like another. Of several that fit
    equally well, it is the ruleset's own, or else the first.
    """

    def likeness(key: str) -> tuple[int, bool]:
        other = RULESETS[key]
        shared = sum(
            weight
            for name, weight in ALIKE.items()
            if getattr(ruleset, name) == getattr(other, name)
        )
        return shared, key == ruleset.key

    return max(TRAINED, key=likeness)


@lru_cache(maxsize=16)
def weights_of(key: str) -> Weights:
    """Return the weights of the network of a ruleset."""
    return Weights.read(files(__package__).joinpath("weights", f"{key}.net").read_bytes())


@lru_cache(maxsize=16)
def network(ruleset: Ruleset) -> Network:
    """Return the network for a game."""
    return Network(ruleset, weights_of(nearest(ruleset)))

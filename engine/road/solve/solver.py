"""Value iteration over the layers of a game, from those with the most killed warriors to the first.

A move either stays among positions with the same killed warriors or kills some. So the values of a
layer depend on themselves, on those of the layer with the sides exchanged, and on layers that are
finished. Each *pair* of such layers is solved by modified policy iteration: one sweep looks for the
best moves, then many cheap ones compute the values under these moves, until nothing changes.

Every sweep computes the values of a layer from those before it, so results don't depend on the
number of threads.
"""

import json
import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from engine.family import Sweep, Unsolvable
from engine.game import Corrupt
from engine.road.ranking import Layer, Ranking
from engine.road.solve.kernel import Policy, Values, evaluate, improve, replace
from engine.road.solve.rules import Floats, rules_of

TOLERANCE: Final = 1e-8
"""Values are final if looking for better moves changes none of them by more.

In games in which warriors rarely meet, errors shrink by as little as 2 % in a sweep, so values can
be 50 times as far from the exact ones. Single precision, with steps of 6e-8, would not do.
"""

SHARE: Final = 0.02
"""Sweeps under chosen moves end if they change values by less than this share of the last one."""

MOST_SWEEPS: Final = 256
"""The most sweeps under the same moves."""

MOST_ROUNDS: Final = 1000
"""The most sweeps that look for better moves in a pair; about ten are enough in all known games."""

PROGRAM: Final = 250_000_000
"""Bytes that Python, NumPy and Numba take with the compiled code, rounded up."""

MOST_POSITIONS: Final = 2**31 - 2
"""The best moves are stored as ranks of 32 bits."""

PIECE: Final = 1 << 20
"""How many values are rounded at a time."""


class _Part(NamedTuple):
    """A layer that is being solved: its values, the next ones, and its best moves."""

    layer: Layer
    values: Values
    fresh: Values
    policy: Policy


def pairs_of(ranking: Ranking) -> Sequence[Sequence[Layer]]:
    """Return the layers in the order of work; those that lead to each other are together."""
    found = {(each.mine, each.theirs): each for each in ranking.layers}
    return [
        [layer] if layer.mine == layer.theirs else [layer, found[layer.theirs, layer.mine]]
        for layer in sorted(ranking.layers, key=lambda each: -each.mine - each.theirs)
        if layer.mine >= layer.theirs
    ]


class RoadSolver:
    """Solves one game.

    `exact` holds the values of all positions in the order of ranks, then those of a lost and of a
    won game. Those of the first `pairs` pairs of layers are finished; all others may be anything:
    the closer they are, the faster it goes, so work that was interrupted can go on.
    """

    def __init__(self, header: str, ranking: Ranking) -> None:
        self.header = header
        self.ranking = ranking
        self.size = ranking.size
        self.pairs = 0
        self.residual = 0.0
        self._todo = pairs_of(ranking)
        self._sizes = [sum(layer.size for layer in pair) for pair in self._todo]
        best_moves = 4 * len(ranking.ruleset.numbers)
        self.memory = PROGRAM + 8 * self.size + (8 + best_moves) * max(self._sizes)
        self.checkpoint = 8 * self.size + 4096
        self.most = MOST_POSITIONS
        self.exact: Values = np.empty(0, np.float64)

    def sweeps(self) -> Iterator[Sweep]:
        """Do the work; yield after every sweep, where it may be saved or left."""
        self._begin()
        rules = rules_of(self.ranking)
        for layers, size in list(zip(self._todo, self._sizes, strict=True))[self.pairs :]:
            parts = [
                _Part(
                    layer,
                    self.exact[layer.start :][: layer.size],
                    np.empty(layer.size, np.float64),
                    np.empty((layer.size, rules.odds.size), np.int32),
                )
                for layer in layers
            ]
            before = sum(self._sizes[: self.pairs])
            done = 0.0
            for _ in range(MOST_ROUNDS):
                change = 0.0
                for part in parts:
                    layer = part.layer
                    improve(rules, self.exact, layer.mine, layer.theirs, part.fresh, part.policy)
                    change = max(change, replace(part.values, part.fresh))
                done = max(done, _done(change))
                if change <= TOLERANCE:
                    self.pairs, self.residual = self.pairs + 1, max(self.residual, change)
                yield Sweep((before + done * size) / self.size, self.pairs, change)
                if change <= TOLERANCE:
                    break
                self._settle(rules.odds, parts, max(SHARE * change, TOLERANCE / 2))
            else:
                raise Unsolvable("the values don't settle, so perfect play has no value here")

    def _settle(self, odds: Floats, parts: Sequence[_Part], enough: float) -> None:
        """Compute values under the chosen moves until they change by no more than `enough`."""
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for part in parts:
                evaluate(odds, self.exact, part.fresh, part.policy)
                change = max(change, replace(part.values, part.fresh))
            if change <= enough:
                return

    def _begin(self) -> None:
        if not self.exact.size:
            self.exact = np.full(self.size + 2, 0.5, np.float64)
            self.exact[-2:] = 0.0, 1.0

    def save(self, path: Path) -> None:
        """Write the state of the work to a file, as a whole or not at all."""
        state = {"game": self.header, "pairs": self.pairs, "residual": self.residual}
        head = json.dumps(state).encode()
        written = path.with_name(path.name + ".new")
        with written.open("wb") as file:
            file.write(b"%b\n%x\n" % (head, _checksum(head, self.exact)))
            self.exact.tofile(file)
            file.flush()
            os.fsync(file.fileno())
        written.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what `save` wrote; raise Corrupt if that isn't possible."""
        with path.open("rb") as file:
            try:
                head, checksum = file.readline(4096).rstrip(), int(file.readline(16), base=16)
                state = json.loads(head)
                game, pairs, residual = state["game"], state["pairs"], state["residual"]
            except (ValueError, KeyError, TypeError):
                raise Corrupt(f"{path} can't be continued; delete it") from None
            values = np.fromfile(file, np.float64)
        if game != self.header:
            raise Corrupt(f"{path} belongs to another game, {game}; delete it or finish that first")
        if values.size != self.size + 2 or _checksum(head, values) != checksum:
            raise Corrupt(f"{path} is damaged; delete it")
        self.exact, self.pairs, self.residual = values, pairs, residual

    def values(self, scale: int) -> Iterator[bytes]:
        """Return the values times `scale`, rounded to two bytes each, low byte first, in pieces."""
        for start in range(0, self.size, PIECE):
            piece = self.exact[: self.size][start : start + PIECE]
            yield np.rint(piece * scale).astype("<u2").tobytes()


def _checksum(head: bytes, values: Values) -> int:
    """Return a checksum of a checkpoint, since wrong values of finished pairs would never show."""
    return crc32(values.view(np.uint8).data, crc32(head))


def _done(change: float) -> float:
    """Return the estimated share of the work on a pair that is done if values change so much."""
    return min(1.0, math.log(change) / math.log(TOLERANCE)) if 0 < change < 1 else float(not change)

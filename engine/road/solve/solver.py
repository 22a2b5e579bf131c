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
from engine.road.solve.rules import Floats, Rules, rules_of

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

UNBROKEN: Final = 1 << 18
"""For how many positions moves are looked for at a time: less than a second on one core."""


class _State(NamedTuple):
    """The head of a checkpoint; `improved` and `changed` are those of the round."""

    game: str
    pairs: int
    change: float
    seconds: float
    improved: int
    changed: float


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

    A round on a pair looks for the best moves, and then computes the values under them.
    """

    def __init__(self, header: str, ranking: Ranking) -> None:
        self.header = header
        self.ranking = ranking
        self.size = ranking.size
        self.pairs = 0
        self.change = 0.0
        self._todo = pairs_of(ranking)
        self._sizes = [sum(layer.size for layer in pair) for pair in self._todo]
        self._numbers = len(ranking.ruleset.numbers)
        self._policy = self._policy_for(0)
        self._improved = 0
        """For how many positions of the pair the round has found the best moves."""
        self._changed = 0.0
        """The largest change in the layers of the pair for which it has found all."""
        best_moves = 4 * self._numbers * max(self._sizes)
        self.memory = PROGRAM + 8 * self.size + 8 * max(self._sizes) + best_moves
        self.checkpoint = 8 * self.size + best_moves + 4096
        self.most = MOST_POSITIONS
        self.exact: Values = np.empty(0, np.float64)

    def sweeps(self) -> Iterator[Sweep]:
        """Do the work; yield about every second, where it may be saved or left.

        The code is compiled before the first time.
        """
        self._begin()
        rules = rules_of(self.ranking)
        _compile(rules, self.exact)
        yield self._sweep(0.0)
        while self.pairs < len(self._todo):
            yield from self._finish_pair(rules)

    def _finish_pair(self, rules: Rules) -> Iterator[Sweep]:
        """Go round until the values of the first pair that isn't finished settle."""
        parts, done = self._parts(), 0.0
        for _ in range(MOST_ROUNDS):
            for _ in self._improve(rules, parts):
                yield self._sweep(done)
            change = self._changed
            done = max(done, _done(change))
            if change <= TOLERANCE:
                self.pairs, self.change = self.pairs + 1, max(self.change, change)
                self._next_round(self._policy_for(self.pairs))
                yield self._sweep(0.0)
                return
            for _ in self._settle(rules.odds, parts, max(SHARE * change, TOLERANCE / 2)):
                yield self._sweep(done)
            self._next_round(self._policy)
        raise Unsolvable("the values don't settle, so perfect play has no value here")

    def _improve(self, rules: Rules, parts: Sequence[_Part]) -> Iterator[None]:
        """Find the best moves, starting where the round is, and the values under them."""
        first = 0
        for part in parts:
            layer = part.layer
            while first <= self._improved < first + layer.size:
                offset = self._improved - first
                piece = part.policy[offset : offset + UNBROKEN]
                improve(rules, self.exact, layer.mine, layer.theirs, offset, piece)
                self._improved += len(piece)
                if offset + len(piece) == layer.size:
                    self._changed = max(self._changed, self._evaluate(rules.odds, part))
                yield
            first += layer.size

    def _settle(self, odds: Floats, parts: Sequence[_Part], enough: float) -> Iterator[None]:
        """Compute values under the chosen moves until they change by no more than `enough`."""
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for part in parts:
                change = max(change, self._evaluate(odds, part))
                yield
            if change <= enough:
                return

    def _evaluate(self, odds: Floats, part: _Part) -> float:
        """Compute the values of a layer under the chosen moves; return the largest change."""
        evaluate(odds, self.exact, part.fresh, part.policy)
        change: float = replace(part.values, part.fresh)
        return change

    def _parts(self) -> Sequence[_Part]:
        """Return the layers of the first pair that isn't finished."""
        parts, first = [], 0
        for layer in self._todo[self.pairs]:
            values = self.exact[layer.start :][: layer.size]
            policy = self._policy[first:][: layer.size]
            parts.append(_Part(layer, values, np.empty(layer.size, np.float64), policy))
            first += layer.size
        return parts

    def _next_round(self, policy: Policy) -> None:
        self._policy, self._improved, self._changed = policy, 0, 0.0

    def _policy_for(self, pairs: int) -> Policy:
        """Return room for the best moves of the pair that follows so many finished ones."""
        size = self._sizes[pairs] if pairs < len(self._sizes) else 0
        return np.empty((size, self._numbers), np.int32)

    def _sweep(self, done: float) -> Sweep:
        """Return the state of the work if the share `done` of the work on a pair is done."""
        finished = sum(self._sizes[: self.pairs])
        now = self._sizes[self.pairs] if self.pairs < len(self._sizes) else 0
        return Sweep((finished + done * now) / self.size, self.pairs)

    def _begin(self) -> None:
        if not self.exact.size:
            self.exact = np.full(self.size + 2, 0.5, np.float64)
            self.exact[-2:] = 0.0, 1.0

    def save(self, path: Path, seconds: float) -> None:
        """Write the state of the work to a file, as a whole or not at all."""
        state = _State(self.header, self.pairs, self.change, seconds, self._improved, self._changed)
        head, policy = json.dumps(state._asdict()).encode(), self._policy[: self._improved]
        written = path.with_name(path.name + ".new")
        with written.open("wb") as file:
            file.write(b"%b\n%x\n" % (head, _checksum(head, self.exact, policy)))
            self.exact.tofile(file)
            policy.tofile(file)
            file.flush()
            os.fsync(file.fileno())
        written.replace(path)

    def load(self, path: Path) -> float:
        """Go on from what `save` wrote; raise Corrupt if that isn't possible."""
        with path.open("rb") as file:
            try:
                head, checksum = file.readline(4096).rstrip(), int(file.readline(16), base=16)
                state = _State(**json.loads(head))
                room = self._policy_for(state.pairs)
                policy = room[: state.improved]
            except (ValueError, TypeError):
                raise Corrupt(f"{path} can't be continued; delete it") from None
            if state.game != self.header:
                raise Corrupt(
                    f"{path} belongs to another game, {state.game}; delete it or finish that first"
                )
            exact = np.empty(self.size + 2, np.float64)
            count = file.readinto(exact.data) + file.readinto(policy.data)
            whole = count == exact.nbytes + policy.nbytes and not file.read(1)
        if not whole or _checksum(head, exact, policy) != checksum:
            raise Corrupt(f"{path} is damaged; delete it")
        self.exact, self.pairs, self.change = exact, state.pairs, state.change
        self._policy, self._improved, self._changed = room, state.improved, state.changed
        return state.seconds

    def values(self, scale: int) -> Iterator[bytes]:
        """Return the values times `scale`, rounded to two bytes each, low byte first, in pieces."""
        for start in range(0, self.size, PIECE):
            piece = self.exact[: self.size][start : start + PIECE]
            yield np.rint(piece * scale).astype("<u2").tobytes()


def _compile(rules: Rules, values: Values) -> None:
    """Run every loop once, for one position, so that Numba compiles it or finds it in its cache."""
    fresh, policy = np.empty(1, np.float64), np.empty((1, rules.odds.size), np.int32)
    improve(rules, values, 0, 0, 0, policy)
    evaluate(rules.odds, values, fresh, policy)
    replace(fresh, fresh)


def _checksum(head: bytes, values: Values, policy: Policy) -> int:
    """Return a checksum of a checkpoint, since wrong values of finished pairs would never show."""
    return crc32(policy.data, crc32(values.data, crc32(head)))


def _done(change: float) -> float:
    """Return the estimated share of the work on a pair that is done if values change so much."""
    return min(1.0, math.log(change) / math.log(TOLERANCE)) if 0 < change < 1 else float(not change)

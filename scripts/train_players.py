"""Train the networks of the road games' players: `python -m scripts.train_players`.

Each network learns from games against itself, on several roads and with several numbers of warriors
and seats at once. `TRAINED` in engine/players/road/network.py lists the rulesets that have one.

After a game, it learns for every position in which a turn began a mixture of the result and of its
own later estimates, TD(lambda). For games of which there is a table of exact values (`--tables`),
it learns these instead, and for all positions that it looked at.

All random numbers come from `--seed`, so the same command trains the same network, but for
rounding errors that depend on the machine's linear algebra. It needs NumPy (`make install`).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one process for each network instead

import numpy as np
from numpy.typing import NDArray

from engine.game import Over
from engine.players.road import network
from engine.players.road.features import INPUTS, Features, turns
from engine.players.road.network import Weights
from engine.players.road.search import ends, thrown
from engine.progress import Line
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.position import Position
from engine.road.rulesets import RULESETS
from engine.stage import Stage
from engine.tables import Table, Tables

HIDDEN: Final = 40
"""Hidden units."""

LAMBDA: Final = 0.8
"""How much a target owes to the result of the game, and not to the next estimate."""

GAMES: Final = 160
"""Games that are played at the same time."""

TURNS: Final = 2_500
"""Turns that are played in each of them, by default."""

BATCH: Final = 256
"""Positions in a step of learning."""

KEPT: Final = 120_000
"""Positions that are remembered for learning, the last ones."""

REUSE: Final = 4
"""How often a position is learnt, on average."""

RATES: Final = (2e-3, 1e-4)
"""The learning rate at the beginning and at the end; between, it falls exponentially."""

HEAT: Final = (0.0, 0.0, 0.0, 0.03)
"""Temperatures at which moves are chosen (softmax), so that the network also sees worse play."""

SHORT: Final = ("9 5", "11 5", "9 5", "11 5", "7 5", "11 5", "9 5", "21 5", "5 5", "11 3", "15 7")
LONG: Final = ("14 5", "14 5", "11 5", "14 5", "21 5", "9 5", "14 3")
ANT: Final = ("19 5 2", "19 5 4", "19 5 2", "19 5 6", "13 5 2", "19 5 2", "11 3 2", "21 5 4")
VARIANTS: Final = {
    "puluc": SHORT,
    "buul": SHORT,
    "boolik": SHORT,
    "bul": SHORT,
    "kekchi": LONG,
    "footprints": SHORT,
}
"""The road, the warriors and the seats of games that are played for each ruleset; others: ANT."""

Floats = NDArray[np.float32]


class Model:
    """The network while it learns: all weights in two arrays, with Adam's moments."""

    def __init__(self, seed: int) -> None:
        draw = np.random.default_rng(seed)
        first = draw.normal(0, 0.1, (INPUTS + 1, HIDDEN + 1)).astype(np.float32)
        first[:, HIDDEN] = 0
        self.first: Floats = first
        self.second: Floats = draw.normal(0, 0.1, HIDDEN).astype(np.float32)
        self._moments = [
            (np.zeros_like(each), np.zeros_like(each)) for each in (self.first, self.second)
        ]
        self._steps = 0

    def values(self, positions: Sequence[Sequence[int]]) -> Floats:
        """Return the estimates for positions, given as features."""
        if not positions:
            return np.zeros(0, np.float32)
        return self._forward(switches(positions))[2]

    def _forward(self, on: Floats) -> tuple[Floats, Floats, Floats]:
        sums = on @ self.first
        hidden = np.maximum(sums[:, :HIDDEN], 0)
        total = sums[:, HIDDEN] + hidden @ self.second
        return sums, hidden, 1 / (1 + np.exp(-np.clip(total, -30, 30)))

    def learn(self, positions: Sequence[Sequence[int]], targets: Floats, rate: float) -> None:
        """Make a step towards the targets: Adam on the cross entropy."""
        on = switches(positions)
        sums, hidden, values = self._forward(on)
        error = (values - targets) / len(targets)
        to_sums = np.empty_like(sums)
        to_sums[:, HIDDEN] = error
        to_sums[:, :HIDDEN] = np.outer(error, self.second) * (sums[:, :HIDDEN] > 0)
        slopes = on.T @ to_sums, hidden.T @ error
        self._steps += 1
        for weights, slope, (mean, square) in zip(
            (self.first, self.second), slopes, self._moments, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            step = mean / (1 - 0.9**self._steps)
            weights -= rate * step / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)

    def weights(self) -> Weights:
        """Return the weights for the players; those of features that never occurred are 0."""
        _, square = self._moments[0]
        rows = np.where(square.any(axis=1, keepdims=True), self.first, 0).tolist()
        return Weights(rows[:-1], rows[-1], self.second.tolist())


def switches(positions: Sequence[Sequence[int]]) -> Floats:
    """Return a row for each position, with how often each feature is on, then a 1."""
    width = INPUTS + 1
    flat = [row * width + each for row, features in enumerate(positions) for each in features]
    on = np.bincount(flat, minlength=len(positions) * width).astype(np.float32)
    on = on.reshape(len(positions), width)
    on[:, INPUTS] = 1
    return on


class Variant(NamedTuple):
    """A game with what is needed to play and see it."""

    game: RoadGame
    features: Features
    turns: Sequence[tuple[tuple[int, ...], float]]
    table: Table | None


class Seen(NamedTuple):
    """A position in a game: its features, the side about to throw, and its exact value if known."""

    features: Sequence[int]
    side: int
    exact: float | None


class Playing:
    """A game that is being played; when it is over, another begins."""

    def __init__(self, variant: Variant, heat: float, chance: Random) -> None:
        self.variant = variant
        self.heat = heat
        self.chance = chance
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        game = self.variant.game
        first = self.chance.choice((0, game.seats // 2))
        self.position: Position = game.begin(first)
        self.history: list[Seen] = [self.seen(self.position)]

    def seen(self, position: Position) -> Seen:
        """Return what is to be learnt of a position."""
        game, features, _, table = self.variant
        exact = None if table is None else table.probe(position)
        return Seen(features.active(position), game.side(position.turn), exact)

    def ends(self) -> list[Position]:
        """Throw, and return all positions at the end of the turn."""
        numbers, odds = zip(*self.variant.turns, strict=True)
        (drawn,) = self.chance.choices(numbers, odds)
        position = thrown(self.position, drawn)
        return list(dict.fromkeys(ends(self.variant.game, position)))

    def result(self, position: Position) -> float | None:
        """Return what side 0 has won in a position, None if play goes on."""
        game = self.variant.game
        if position.stage is not Stage.OVER:
            return None
        over = game.phase(position)
        assert isinstance(over, Over)  # noqa: S101 - its stage says so
        winners = over.winners(game.seats)
        return 0.5 if not winners else float(game.side(winners[0]) == 0)

    def pick(self, values: Sequence[float]) -> int:
        """Return the index of the value to choose, for the side whose values they are."""
        best = max(values)
        if not self.heat:
            return values.index(best)
        weights = [np.exp((value - best) / self.heat) for value in values]
        return self.chance.choices(range(len(values)), weights)[0]


class Memory:
    """The last positions with their targets."""

    def __init__(self) -> None:
        self.features: list[Sequence[int]] = []
        self.targets: Floats = np.zeros(KEPT, np.float32)
        self.added = 0

    def add(self, features: Sequence[int], target: float) -> None:
        """Add a position; it replaces the oldest one."""
        if len(self.features) < KEPT:
            self.features.append(features)
        else:
            self.features[self.added % KEPT] = features
        self.targets[self.added % KEPT] = target
        self.added += 1


def train(key: str, turns_each: int, seed: int, tables: Path, folder: Path) -> str:
    """Train the network of a ruleset, and write it to `folder`; return a line about it."""
    chance = Random(f"{key}:{seed}")  # noqa: S311 - training must be reproducible
    draw = np.random.default_rng([seed, *key.encode()])
    model, memory = Model(chance.getrandbits(32)), Memory()
    variants = [variant(key, words, Tables(tables)) for words in VARIANTS.get(key, ANT)]
    playing = [
        Playing(variants[n % len(variants)], HEAT[n % len(HEAT)], chance) for n in range(GAMES)
    ]
    learnt = finished = 0
    with Line.on() as line:
        for turn in range(turns_each):
            finished += step(model, memory, playing)
            rate = RATES[0] * (RATES[1] / RATES[0]) ** (turn / turns_each)
            while learnt < REUSE * memory.added and memory.added > 4 * BATCH:
                chosen = draw.integers(len(memory.features), size=BATCH)
                model.learn([memory.features[n] for n in chosen], memory.targets[chosen], rate)
                learnt += BATCH
            line.show_share(f"Training {key}", (turn + 1) / turns_each)
    (folder / f"{key}.net").write_bytes(model.weights().write())
    return f"{key}: {finished:,} games, {memory.added:,} positions"


def step(model: Model, memory: Memory, playing: Sequence[Playing]) -> int:
    """Play a turn in every game, learn from those that are over; return how many they are."""
    options = [each.ends() for each in playing]
    seen = [
        [None if end.stage is Stage.OVER else each.seen(end) for end in found]
        for each, found in zip(playing, options, strict=True)
    ]
    values = iter(model.values([at.features for found in seen for at in found if at]).tolist())
    finished = 0
    for each, found, looked in zip(playing, options, seen, strict=True):
        side = each.variant.game.side(each.position.turn)
        worth = []
        for end, at in zip(found, looked, strict=True):
            if at is None:
                won = each.result(end)
                assert won is not None  # noqa: S101 - it is over
                worth.append(won if side == 0 else 1 - won)
            else:
                value = next(values)
                worth.append(value if at.side == side else 1 - value)
                if at.exact is not None:
                    memory.add(at.features, at.exact)
        chosen = each.pick(worth)
        each.position = found[chosen]
        at = looked[chosen]
        if at is None:
            finished += 1
            learn_game(model, memory, each)
            each.begin()
        else:
            each.history.append(at)
    return finished


def learn_game(model: Model, memory: Memory, played: Playing) -> None:
    """Remember the positions of a game that is over, with their targets."""
    history = played.history
    if history[0].exact is not None:
        return
    target = played.result(played.position)
    assert target is not None  # noqa: S101 - it is over
    estimates = model.values([each.features for each in history])
    for at, estimate in zip(reversed(history), reversed(estimates.tolist()), strict=True):
        memory.add(at.features, target if at.side == 0 else 1 - target)
        value = estimate if at.side == 0 else 1 - estimate
        target = LAMBDA * target + (1 - LAMBDA) * value


def variant(key: str, words: str, tables: Tables) -> Variant:
    """Return the game of a ruleset with the road, the warriors and the seats in `words`."""
    names = zip(("road", "warriors", "seats"), words.split(), strict=False)
    ruleset = ruleset_with(key, dict(names))
    game = RoadGame(ruleset)
    return Variant(game, Features(ruleset), turns(ruleset), tables.find(game.header))


def main() -> None:
    """Train the networks that are asked for, at the same time, and print a line for each."""
    parser = argparse.ArgumentParser(description="Train the networks of the road games' players.")
    parser.add_argument(
        "keys", nargs="*", metavar="RULESET", help="rulesets (default: those with a network)"
    )
    parser.add_argument("--turns", type=int, default=TURNS, help="turns in each of the games")
    parser.add_argument("--seed", type=int, default=1)
    tables = Path(os.environ.get("PULUC_TABLES") or ".")
    where = "folder with tables of exact values (default: PULUC_TABLES, or this folder)"
    parser.add_argument("--tables", type=Path, default=tables, help=where)
    here = Path(network.__file__).with_name("weights")
    parser.add_argument("--out", type=Path, default=here, help="folder to write to")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked: Any = parser.parse_args()
    if unknown := {*asked.keys} - {*RULESETS}:
        sys.exit(f"unknown rulesets: {', '.join(sorted(unknown))}")
    work = partial(
        train, turns_each=asked.turns, seed=asked.seed, tables=asked.tables, folder=asked.out
    )
    with ProcessPoolExecutor(asked.processes) as pool:
        for line in pool.map(work, asked.keys or network.TRAINED):
            print(line, flush=True)


if __name__ == "__main__":
    main()

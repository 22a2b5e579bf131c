"""Matches: many games between two computer players, to measure which is stronger.

The first player has one side, a different one in each game, and the second all others. Each game's
random numbers follow from the seed and the game's number alone, so the result is the same no matter
how many processes share the games.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from engine.game import Choose, Over, Pass, Throw
from engine.games import AnyGame, open_game
from engine.players.registry import Player, player
from engine.tables import Table

Z: Final = 1.96
"""The quantile of the normal distribution for a 95 % interval."""

LONGEST: Final = 20_000
"""Throws after which a game counts as drawn."""

CHUNK: Final = 8
"""Games that a process plays at a time."""


class Match(NamedTuple):
    """What is played: a game, the names of two players, a seed, and a table if there is one.

    With a table, the players' losses are measured, too.
    """

    header: str
    players: tuple[str, str]
    seed: int
    table: Path | None = None


@dataclass
class Decisions:
    """The decisions of a player: moves where it had at least two to choose from.

    `seconds` has the processor time of each. `lost` sums how much less probable a win became by
    them, compared with the best moves, if there is a table.
    """

    seconds: list[float] = field(default_factory=list)
    lost: float = 0.0

    def add(self, other: "Decisions") -> None:
        """Add the decisions of other games."""
        self.seconds += other.seconds
        self.lost += other.lost

    @property
    def loss(self) -> float:
        """The mean loss of a decision, as a probability of winning."""
        return self.lost / len(self.seconds) if self.seconds else 0.0

    def milliseconds(self, share: float) -> float:
        """Return the time that this share of the decisions took at most."""
        ordered = sorted(self.seconds) or [0.0]
        return 1000 * ordered[int(share * (len(ordered) - 1))]

    @property
    def mean(self) -> float:
        """The mean time of a decision, in milliseconds."""
        return 1000 * sum(self.seconds) / len(self.seconds) if self.seconds else 0.0


@dataclass
class Score:
    """The result of games: those that the first player won, and drawn ones."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    decisions: tuple[Decisions, Decisions] = field(
        default_factory=lambda: (Decisions(), Decisions())
    )

    def add(self, other: "Score") -> None:
        """Add the result of other games."""
        self.games += other.games
        self.won += other.won
        self.drawn += other.drawn
        for mine, theirs in zip(self.decisions, other.decisions, strict=True):
            mine.add(theirs)

    @property
    def points(self) -> float:
        """The games won, drawn ones counting half."""
        return self.won + self.drawn / 2


def play(match: Match, games: int, processes: int) -> Iterator[Score]:
    """Play `games` games and yield the result so far, again and again, the last one at the end.

    Raises Corrupt if a player isn't known or has no table.
    """
    total, numbers = Score(), range(games)
    _opened(match)
    if processes == 1:
        for number in numbers:
            total.add(one_game(match, number))
            yield total
        return
    with ProcessPoolExecutor(processes, initializer=_ignore_interrupts) as pool:
        try:
            for score in pool.map(one_game, repeat(match, games), numbers, chunksize=CHUNK):
                total.add(score)
                yield total
        finally:
            pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that shares out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Opened(NamedTuple):
    game: AnyGame
    players: Sequence[Player]
    table: Table | None


@lru_cache(maxsize=1)
def _opened(match: Match) -> _Opened:
    game = open_game(match.header)
    table = None if match.table is None else Table(match.table)
    return _Opened(game, [player(name, game, table) for name in match.players], table)


def one_game(match: Match, number: int) -> Score:
    """Play one game, from its opening, and return its result."""
    game, players, table = _opened(match)
    chance = Random(f"{match.seed}:{number}")  # noqa: S311 - a match must be reproducible
    first = number % game.sides
    mine = [seat for seat in range(game.seats) if game.side(seat) == first]
    score = Score(games=1)
    position, throws = game.start(), 0
    while True:
        match game.phase(position):
            case Throw(table=thrown):
                throws += 1
                if throws > LONGEST:
                    score.drawn = 1
                    return score
                position = game.cast(position, _cast(thrown.faces, thrown.count, chance.choice))
            case Pass():
                position = game.skip(position)
            case Choose(moves=[move]):
                position = game.play(position, move)
            case Choose(seat=seat, moves=moves):
                who = int(game.side(seat) != first)
                began = process_time()
                move = players[who](position, moves, chance)
                score.decisions[who].seconds.append(process_time() - began)
                if table is not None:
                    score.decisions[who].lost += loss(table, position, moves, move)
                position = game.play(position, move)
            case Over(places=places):
                best = places[0]
                score.drawn = int(len(best) == game.seats)
                score.won = int(mine[0] in best) - score.drawn
                return score


def loss(table: Table, position: Any, moves: Sequence[Any], move: Any) -> float:
    """Return how much more probable a win is with the best of `moves` than with `move`."""
    values = {each: table.after(position, each) for each in moves}
    return max(values.values()) - values[move]


def _cast(
    faces: Sequence[int], count: int, choice: Callable[[Sequence[int]], int]
) -> tuple[int, ...]:
    return tuple(choice(faces) for _ in range(count))


def interval(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of the share that `points` are of `games`."""
    share, spread = points / games, Z * Z / games
    middle = share + spread / 2
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def summary(match: Match, score: Score) -> str:
    """Return the result on one line."""
    low, high = interval(score.points, score.games)
    one, other = match.players
    drawn = f", {score.drawn:,} drawn" if score.drawn else ""
    share = f"{score.points / score.games:.1%} ({low:.1%} to {high:.1%})"
    parts = [f"{match.header}: {one} won {share} of {score.games:,} games against {other}{drawn}"]
    for name, made in zip(match.players, score.decisions, strict=True):
        lost = f", loses {made.loss:.2%} a move" if match.table else ""
        parts.append(
            f"{name} {made.mean:.2f} ms a move (p50 {made.milliseconds(0.5):.2f},"
            f" p95 {made.milliseconds(0.95):.2f}, max {made.milliseconds(1):.1f}){lost}"
        )
    return "; ".join(parts)

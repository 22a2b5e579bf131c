"""The arena: computer players of one level against those of another, with the share of wins.

    .venv/bin/python -m tests.arena medium easy parchis seats=2
    .venv/bin/python -m tests.arena hard medium parchis seats=4 end=first --games 2000

One side, a different one in each game, is played by the first level and all others by the second.
Prints how often the first level came first, with its 95 % interval (Wilson), and the processor time
of its decisions.
"""

import argparse
import math
import random
import time
from collections.abc import Sequence

from bot.games.catalogue import games
from engine import AnyGame, Choose, Over, Pass, Throw

Z = 1.96
"""The quantile of the normal distribution for a 95 % interval."""


def main() -> None:
    """Play the games and print the result."""
    asked = _arguments()
    header = " ".join(asked.header)
    chance, seconds, wins = random.Random(asked.seed), list[float](), 0
    game = games().game(header)
    for number in range(asked.games):
        seat = number % game.seats
        side = game.side(seat)
        levels = [asked.level if game.side(s) == side else asked.other for s in range(game.seats)]
        wins += seat in _played(game, levels, seat, chance, seconds)[0]
    low, high = interval(wins, asked.games)
    seconds.sort()
    shown = [1000 * seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.95, 1)]
    print(
        f"{header}: {asked.level} first in {wins} of {asked.games} games against {asked.other}: "
        f"{wins / asked.games:.1%} ({low:.1%} to {high:.1%}); "
        "decisions p50 {:.2f}, p95 {:.2f}, max {:.1f} ms".format(*shown)
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure computer players against each other.")
    parser.add_argument("level", help="the level of one side")
    parser.add_argument("other", help="the level of all other sides")
    parser.add_argument("header", nargs="+", help="the game, such as parchis seats=2")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _played(
    game: AnyGame, levels: Sequence[str], seat: int, chance: random.Random, seconds: list[float]
) -> Sequence[Sequence[int]]:
    """Play a game and return its places; collect the time of each decision of `seat`."""
    family, position = games().of(game.header), game.start()
    while True:
        match game.phase(position):
            case Throw(table=table):
                position = game.cast(position, chance.choice(list(table.outcomes())))
            case Pass():
                position = game.skip(position)
            case Choose(_, [move]):
                position = game.play(position, move)
            case Choose(mover):
                began = time.process_time()
                move = family.choose(levels[mover], game, position, chance)
                if mover == seat:
                    seconds.append(time.process_time() - began)
                position = game.play(position, move)
            case Over(places):
                return places


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share."""
    share, spread = wins / games, Z * Z / games
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


if __name__ == "__main__":
    main()

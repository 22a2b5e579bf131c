"""Fit the curve of the judge of Parchís to games that computers play, and measure how good it is.

    .venv/bin/python -m scripts.calibrate_parchis [--medium 1000] [--hard 16] [--seed 1]

Plays so many games of each kind until the first player has finished, with the same computer player
in all seats, and looks at some of the positions. Every other game of `medium` is for the fit. All
other games are for the measurements: how surprising the winners were on average (log loss, in
nats), and how often those won whom the judge gave less than a tenth, one to two tenths and so on.
The games of `hard` take most of the time. The same seed plays the same games.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import log
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from engine.game import Choose, Pass, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.header import ruleset_with
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis import careful, foresight
from engine.players.parchis.judge import Curve, ParchisJudge
from engine.players.parchis.standing import standing
from engine.stage import Stage

RULESETS: Final = ("parchis", "parchis-spain")
SEATS: Final[Sequence[dict[str, str]]] = (
    {"seats": "2"},
    {"seats": "3"},
    {"seats": "4"},
    {"seats": "4", "end": "pairs"},
)

SHARE: Final = {"medium": 0.05, "hard": 0.3}
"""The share of positions that are looked at; there are fewer games of `hard`."""

BEGIN: Final = Curve(least=10.0, growth=10.0, turn=10.0)
"""Where the fit begins."""

STEPS: Final = (4.0, 2.0, 1.0, 0.5, 0.2, 0.1)
"""By how much it changes a number of the curve, until no change of that size is better."""

SMALLEST: Final = 1e-6
"""The smallest probability that counts, so that no single game decides the fit."""

PARTS: Final = 10
"""Into how many parts the table divides the probabilities."""

Choice = Callable[[ParchisGame, Position, Sequence[Move]], Move]
PLAYERS: Final[dict[str, Choice]] = {"medium": careful.choose, "hard": foresight.choose}


class Seen(NamedTuple):
    """A position of a game, in which a throw or a move was due, and the side that won."""

    position: Position
    winner: int


class Kind(NamedTuple):
    """Positions from one kind of game, for the fit and for the measurements."""

    game: ParchisGame
    player: str
    fit: Sequence[Seen]
    check: Sequence[Seen]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(description="Fit the curve of the judge of Parchís to games.")
    found.add_argument(
        "--medium", type=int, default=1000, help="games of medium of each kind (1000)"
    )
    found.add_argument("--hard", type=int, default=16, help="games of hard of each kind (16)")
    found.add_argument("--seed", type=int, default=1, help="seed of the throws (1)")
    return found


def main() -> None:
    """Play, fit the curve and print it with the measurements."""
    asked = parser().parse_args()
    games = {"medium": asked.medium, "hard": asked.hard}
    kinds = [
        _played(ParchisGame(ruleset_with(key, options)), player, games[player], asked.seed)
        for key, options, player in product(RULESETS, SEATS, PLAYERS)
    ]
    curve = _fitted(kinds)
    print(f"{curve}\n")
    _print_losses(kinds, curve)
    for player in PLAYERS:
        _print_reliability(player, _odds([each for each in kinds if each.player == player], curve))
    _print_reliability("hard, after its own moves", _rates(kinds, curve))


def _played(game: ParchisGame, player: str, games: int, seed: int) -> Kind:
    """Return positions from games that a player plays against itself."""
    fit, check = list[Seen](), list[Seen]()
    for number in range(games):
        chance = Random(f"{seed} {game.header} {player} {number}")  # noqa: S311 - the same again
        *positions, end = _positions(game, PLAYERS[player], chance)
        winner = game.side(end.board.done[0])
        seen = fit if player == "medium" and number % 2 else check
        seen += [Seen(each, winner) for each in positions if chance.random() < SHARE[player]]
    return Kind(game, player, fit, check)


def _positions(game: ParchisGame, choose: Choice, chance: Random) -> Iterator[Position]:
    """Yield the positions of a game after its opening, until the first player has finished."""
    casts = list(game.throws.outcomes())
    position = game.start()
    while not position.board.done:
        match game.phase(position):
            case Throw(opening=opening):
                if not opening:
                    yield position
                position = game.cast(position, chance.choice(casts))
            case Pass():
                position = game.skip(position)
            case Choose(moves=moves):
                yield position
                position = game.play(position, choose(game, position, moves))
    yield position


def _fitted(kinds: Sequence[Kind]) -> Curve:
    """Return the curve with the smallest loss, by changing one number at a time."""
    known = [
        (
            kind.game,
            [(*seen, _worth(kind.game, seen.position)) for seen in _before_throws(kind.fit)],
        )
        for kind in kinds
        if kind.fit
    ]

    def loss(curve: Curve) -> float:
        """Return the loss of the probabilities before throws, which the curve yields directly."""
        total = 0.0
        for game, seen in known:
            judge = ParchisJudge(game, curve)
            total += mean(
                _surprise(judge.at_throw(position, worth)[winner])
                for position, winner, worth in seen
            )
        return total

    best, least = BEGIN, loss(BEGIN)
    for step in STEPS:
        improved = True
        while improved:
            improved = False
            for field, change in product(Curve._fields, (step, -step)):
                changed = best._replace(**{field: round(getattr(best, field) + change, 1)})
                if min(changed) >= 0 and (lost := loss(changed)) < least:
                    best, least, improved = changed, lost, True
    return best


def _worth(game: ParchisGame, position: Position) -> Sequence[float]:
    return standing(game.ruleset).worth(position.board)


def _before_throws(seen: Sequence[Seen]) -> Sequence[Seen]:
    return [each for each in seen if each.position.stage is Stage.CAST]


def _surprise(probability: float) -> float:
    """Return the log loss of what has happened, in nats."""
    return -log(max(probability, SMALLEST))


def _print_losses(kinds: Sequence[Kind], curve: Curve) -> None:
    print("Log loss before throws, compared with equal odds for all sides:")
    for kind in kinds:
        judge = ParchisJudge(kind.game, curve)
        losses = [
            _surprise(judge.odds(position)[winner])
            for position, winner in _before_throws(kind.check)
        ]
        print(
            f"  {kind.game.header}, {kind.player}: {mean(losses):.3f}, equal"
            f" {log(kind.game.sides):.3f}, {len(losses)} positions"
        )


def _odds(kinds: Sequence[Kind], curve: Curve) -> Iterator[tuple[float, bool]]:
    """Yield how probably each side should win before throws, and whether it did."""
    for kind in kinds:
        judge = ParchisJudge(kind.game, curve)
        for position, winner in _before_throws(kind.check):
            for side, odds in enumerate(judge.odds(position)):
                yield odds, side == winner


def _rates(kinds: Sequence[Kind], curve: Curve) -> Iterator[tuple[float, bool]]:
    """Yield how probably `hard` should win after its own moves, and whether it did."""
    for kind in kinds:
        judge = ParchisJudge(kind.game, curve)
        for position, winner in kind.check:
            moves = kind.game.moves(position)
            if kind.player == "hard" and len(moves) > 1:
                side = kind.game.side(position.turn)
                yield max(judge.rate(position, moves)), side == winner


def _print_reliability(title: str, found: Iterator[tuple[float, bool]]) -> None:
    print(f"\n{title}:\n  {'predicted':>10}{'won':>8}{'cases':>8}")
    parts: list[list[tuple[float, bool]]] = [[] for _ in range(PARTS)]
    for odds, won in found:
        parts[min(int(odds * PARTS), PARTS - 1)].append((odds, won))
    for part in filter(None, parts):
        predicted, share = mean(odds for odds, _ in part), mean(won for _, won in part)
        print(f"  {predicted:>10.1%}{share:>8.1%}{len(part):>8}")


if __name__ == "__main__":
    main()

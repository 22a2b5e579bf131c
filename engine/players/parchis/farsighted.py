"""The far-sighted computer player of Parchís: the best standing to expect after further throws.

It goes through every throw that can come, and supposes that everybody, itself included, plays on
like the careful player. So it sees its own bonuses, what others will capture and where barriers
must be opened. The number of throws is fixed, and so is the work: it has neither clock nor chance.
"""

from collections.abc import Sequence
from typing import Final

from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis import careful
from engine.players.parchis.standing import standings
from engine.stage import Stage

THROWS: Final = 2
"""How many throws it looks ahead: usually the next one of an opponent, and the one after that."""

CAST, MOVE = Stage.CAST, Stage.MOVE


def choose(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    if len(moves) == 1:
        return moves[0]
    ends = [game.play(position, move) for move in moves]
    prospects = [_expected(game, end, position.turn, THROWS) for end in ends]
    return moves[prospects.index(max(prospects))]


def _expected(game: ParchisGame, position: Position, seat: int, throws: int) -> float:
    """Return the standing of `seat` to expect after that many throws and the moves that follow."""
    standing: float | None = None
    while position.stage is MOVE:
        standing = None
        moves = game.moves(position)
        if not moves:
            position = game.skip(position)
        elif len(moves) == 1:
            position = game.play(position, moves[0])
        else:
            ends = [game.play(position, move) for move in moves]
            at, rated = careful.best(game, ends, position.turn)
            position, standing = ends[at], rated[seat]
    if position.stage is CAST and throws:
        return sum(
            float(odds) * _expected(game, game.cast(position, cast), seat, throws - 1)
            for cast, odds in game.throws.chances.items()
        )
    return standings(game, position)[seat] if standing is None else standing

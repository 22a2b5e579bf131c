"""Records of games that computer players play against themselves."""

from random import Random
from typing import Final

from engine.game import Choose, Over, Pass, Throw
from engine.games import AnyGame
from engine.players.registry import Player, player
from engine.record import SKIP

LONG: Final = 3_000
"""Entries of a game that may never end."""


def recorded(
    game: AnyGame, chance: Random, choose: Player | None = None, most: int = LONG
) -> tuple[str, ...]:
    """Return the entries of a game, or its first `most`; moves are random if nobody chooses."""
    choose = choose or player("random", game, None)
    position = game.start()
    entries: list[str] = []
    while len(entries) < most:
        match game.phase(position):
            case Throw(table=table):
                cast = tuple(chance.choices(table.faces, k=table.count))
                entries.append(table.write(cast))
                position = game.cast(position, cast)
            case Choose(moves=moves):
                move = choose(position, moves, chance)
                entries.append(game.write_move(move))
                position = game.play(position, move)
            case Pass():
                entries.append(SKIP)
                position = game.skip(position)
            case Over():
                break
    return tuple(entries)

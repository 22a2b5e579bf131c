"""The games: rules, positions, records. Nothing here draws chance or has words for people."""

from engine.game import Choose, Corrupt, Game, IllegalMove, Over, Pass, Phase, Throw
from engine.games import AnyGame, open_game
from engine.throws import Cast, ThrowTable

__all__ = [
    "AnyGame",
    "Cast",
    "Choose",
    "Corrupt",
    "Game",
    "IllegalMove",
    "Over",
    "Pass",
    "Phase",
    "Throw",
    "ThrowTable",
    "open_game",
]

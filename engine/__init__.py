"""The game engine: rules, positions and records, without random numbers or user-facing text."""

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

"""Parchís as a family for the command line."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.family import Ply, Ranking, Solver, Unsolvable
from engine.game import Corrupt, Over
from engine.header import Unplayable
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header, ruleset_with
from engine.parchis.interop import move_data, position_data, read_position_data, ruleset_data
from engine.parchis.position import Position
from engine.parchis.ruleset import Limit
from engine.parchis.rulesets import RULESETS
from engine.parchis.unpacked import pack, unpack

LIMITS: Final[Mapping[StrEnum, str]] = {
    Limit.SEATS: "--seats must be from {low} to {high}, not {seats}",
    Limit.SIX: "--six must be 6, 7 or 12, not {six}",
    Limit.PAIRS: "--end pairs needs 4 seats, not {seats}",
}
"""What to tell users about options that break a limit."""


class ParchisFamily:
    """Parchís and its presets."""

    rulesets: Sequence[str] = tuple(RULESETS)
    options = OPTIONS

    def open(self, header: str) -> ParchisGame:
        """Return the game described by `header`; raise Corrupt if the header is invalid."""
        return ParchisGame(read_header(header))

    def game_with(self, key: str, options: Mapping[str, str]) -> ParchisGame:
        """Return a ruleset's game with `options`; raise Corrupt if they are invalid."""
        try:
            return ParchisGame(ruleset_with(key, options))
        except Unplayable as unplayable:
            raise Corrupt(LIMITS[unplayable.reason].format(**unplayable.facts)) from None

    def game_data(self, game: ParchisGame) -> dict[str, object]:
        """Return the ruleset of a game and every option."""
        return ruleset_data(game.ruleset)

    def position_data(self, _game: ParchisGame, position: Position) -> dict[str, object]:
        """Return a position as data, with what is pending."""
        return position_data(unpack(position))

    def read_position_data(self, game: ParchisGame, data: object) -> Position:
        """Return the position in `data`; raise Corrupt if it is invalid."""
        return pack(game.ruleset, read_position_data(data))

    def ply_data(self, game: ParchisGame, ply: Ply) -> dict[str, object]:
        """Return a line of a trace. In `after`, the turn has passed on."""
        before, end = ply.before, game.phase(ply.after)
        return {
            "seat": before.turn,
            "cast": None if ply.cast is None else ply.cast[0],
            "number": before.number,
            "pending": [before.number],
            "position": self.position_data(game, before),
            "moves": [move_data(move) for move in ply.moves],
            "chosen": ply.chosen,
            "after": self.position_data(game, ply.after),
            "result": list(ply.after.board.done) if isinstance(end, Over) else None,
        }

    def ranking(self, _game: ParchisGame) -> Ranking:
        """Raise Unsolvable: Parchís has too many positions."""
        raise Unsolvable("Parchís has too many positions to be solved")

    def solver(self, _game: ParchisGame) -> Solver:
        """Raise Unsolvable: Parchís has too many positions."""
        raise Unsolvable("Parchís has too many positions to be solved")

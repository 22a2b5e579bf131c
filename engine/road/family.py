"""The road games as a family for the command line."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.family import Ply, Solver, Unsolvable
from engine.game import Corrupt, Over
from engine.header import Unplayable
from engine.road.game import RoadGame
from engine.road.header import OPTIONS, read_header, ruleset_with
from engine.road.interop import move_data, position_data, read_position_data, ruleset_data
from engine.road.position import Position
from engine.road.ranking import Ranking
from engine.road.ruleset import Limit
from engine.road.rulesets import RULESETS

LIMITS: Final[Mapping[StrEnum, str]] = {
    Limit.ROAD: "--road must be from {low} to {high}, not {road}",
    Limit.WARRIORS: "--warriors must be from {low} to {high}, not {warriors}",
    Limit.SEATS: "--seats must be an even number from {low} to {high}, not {seats}",
    Limit.TEAMS: "--seats {seats} needs a ruleset for teams; this one is for 2 players",
    Limit.FIRE_LEAVE: "--after-capture leave can't be combined with the fire",
    Limit.OPEN_SHARING: (
        "--after-capture open can't be used where comrades may share a space, as in this ruleset"
    ),
    Limit.EXACT: (
        "--exact needs throws that can come up 1, which never or almost never happens with"
        " --table {table} --casts {casts}"
    ),
    Limit.EXACT_RE_ENTER: (
        "--exact can't be combined with --far-end re-enter, which plays the steps beyond a base"
    ),
    Limit.BOUNCE: (
        "--far-end bounce needs a --road of at least {number} spaces, the highest number"
        " that a turn can give"
    ),
    Limit.APART: (
        "--road {road} is too short: the smallest number is {number}, so enemies could never meet"
    ),
}
"""What to tell users about options that break a limit."""


class RoadFamily:
    """The family that Puluc belongs to."""

    rulesets: Sequence[str] = tuple(RULESETS)
    options = OPTIONS

    def open(self, header: str) -> RoadGame:
        """Return the game described by `header`; raise Corrupt if the header is invalid."""
        return RoadGame(read_header(header))

    def game_with(self, key: str, options: Mapping[str, str]) -> RoadGame:
        """Return a ruleset's game with `options`; raise Corrupt if they are invalid."""
        try:
            return RoadGame(ruleset_with(key, options))
        except Unplayable as unplayable:
            raise Corrupt(LIMITS[unplayable.reason].format(**unplayable.facts)) from None

    def game_data(self, game: RoadGame) -> dict[str, object]:
        """Return the ruleset of a game and every option."""
        return ruleset_data(game.ruleset)

    def position_data(self, game: RoadGame, position: Position) -> dict[str, object]:
        """Return a position as data, without the numbers of the turn."""
        return position_data(game.unpack(position))

    def read_position_data(self, game: RoadGame, data: object) -> Position:
        """Return the position in `data`; raise Corrupt if it is invalid."""
        return game.pack(read_position_data(data))

    def ply_data(self, game: RoadGame, ply: Ply) -> dict[str, object]:
        """Return a line of a trace. In `after`, the turn has not passed on yet."""
        before, moves, chosen = ply.before, ply.moves, ply.chosen
        end = game.phase(ply.after)
        return {
            "seat": before.turn,
            "number": before.numbers[0] if chosen is None else moves[chosen].number,
            "pending": before.numbers,
            "position": self.position_data(game, before),
            "moves": [move_data(move) for move in moves],
            "chosen": chosen,
            "after": position_data(game.unpack(ply.after)._replace(turn=before.turn)),
            "result": _result(game, end) if isinstance(end, Over) else None,
        }

    def ranking(self, game: RoadGame) -> Ranking:
        """Return the numbers of a game's positions; raise Unsolvable if they have none."""
        return Ranking(game.ruleset)

    def solver(self, game: RoadGame) -> Solver:
        """Return a solver of a game; raise Unsolvable if there is none for it, or none here."""
        ranking = Ranking(game.ruleset)
        try:
            from engine.road.solve.solver import RoadSolver  # takes a second, and is optional
        except ModuleNotFoundError as missing:
            raise Unsolvable(
                "solving needs Numba, which isn't installed; `make solver` installs it"
            ) from missing
        return RoadSolver(game.header, ranking)


def _result(game: RoadGame, over: Over) -> str:
    winners = over.winners(game.seats)
    return str(game.side(winners[0])) if winners else "draw"

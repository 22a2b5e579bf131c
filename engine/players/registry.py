"""The registry of computer players and judges of each family of games."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

from engine.game import Corrupt
from engine.games import AnyGame
from engine.header import key_of
from engine.parchis.game import ParchisGame
from engine.players import greedy, perfect, uniform
from engine.players.judge import Judge
from engine.players.parchis import careful, foresight
from engine.players.parchis.judge import ParchisJudge
from engine.players.road import levels
from engine.players.road.judge import NetworkJudge
from engine.road.game import RoadGame
from engine.tables import Table


class Chance(uniform.Chance, Protocol):
    """A random number generator, such as `random.Random`; the engine has none of its own."""

    def random(self) -> float:
        """Return a random number from 0 up to, but not including, 1."""
        ...


Player: TypeAlias = Callable[[Any, Sequence[Any], Chance], Any]
"""Returns one of the legal moves of a position; the chance is for players that need it."""

Make: TypeAlias = Callable[[Any, Table | None], Player]
"""Returns a player of a game, given its table if there is one."""


def _random(game: AnyGame, _: Table | None) -> Player:
    return lambda position, moves, chance: uniform.choose(game, position, moves, chance)


def _perfect(game: AnyGame, table: Table | None) -> Player:
    if table is None:
        raise Corrupt(f"the player perfect needs a table of {game.header}")

    def choose(position: Any, moves: Sequence[Any], _: Chance) -> Any:
        # Of equally good moves, the one that makes most progress: no game goes on for ever.
        return perfect.choose(table, position, sorted(moves, key=levels.progress, reverse=True))

    return choose


def _greedy(game: RoadGame, _: Table | None) -> Player:
    return lambda position, moves, _: greedy.choose(game, position, moves)


def _level(choose: levels.Level) -> Make:
    """Return a level of the road games as a player."""

    def make(game: RoadGame, _: Table | None) -> Player:
        return lambda position, moves, chance: choose(game, position, moves, chance)

    return make


def _careful(game: ParchisGame, _: Table | None) -> Player:
    return lambda position, moves, _: careful.choose(game, position, moves)


def _foresight(game: ParchisGame, _: Table | None) -> Player:
    return lambda position, moves, _: foresight.choose(game, position, moves)


PLAYERS: Final[Mapping[type, Mapping[str, Make]]] = {
    RoadGame: {
        "random": _random,
        "greedy": _greedy,
        "easy": _level(levels.easy),
        "medium": _level(levels.medium),
        "hard": _level(levels.hard),
        "perfect": _perfect,
    },
    ParchisGame: {
        "random": _random,
        "easy": _random,
        "medium": _careful,
        "hard": _foresight,
    },
}
"""The players of each family by name, in ascending order of strength."""

NEED_TABLE: Final = frozenset({"perfect"})
"""The players that need a table."""


def player(name: str, game: AnyGame, table: Table | None) -> Player:
    """Return a player of `game`; raise Corrupt if it has none of this name, or needs a table."""
    players = PLAYERS[type(game)]
    if name not in players:
        raise Corrupt(
            f"{key_of(game.header)} has no player {name!r}; its players are {', '.join(players)}"
        )
    return players[name](game, table)


JUDGES: Final[Mapping[type, Callable[[Any], Judge]]] = {
    RoadGame: NetworkJudge,
    ParchisGame: ParchisJudge,
}
"""The judges of each family, for games without a table."""


def judge(game: AnyGame, table: Table | None) -> Judge:
    """Return the judge of a game: its table if there is one, otherwise its family's judge."""
    return JUDGES[type(game)](game) if table is None else perfect.ExactJudge(table)

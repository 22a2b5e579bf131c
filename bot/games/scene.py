"""What the scenes of all families have in common."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Generic, TypeVar

from typing_extensions import override

from bot.games.family import Playable, Scene, no_shape
from bot.games.stage import Frame
from bot.games.telling import Told
from bot.table.naming import as_text, closing
from bot.table.table import OF_A_SIDE, Ending, Status, Table
from engine import AnyGame, Choose, Phase
from engine.text import Name, Say, Text

G = TypeVar("G", bound=AnyGame)
P = TypeVar("P")
M = TypeVar("M")


class GameScene(Scene, Generic[G, P, M]):
    """A scene of a game of the type G with its positions and moves.

    Every part is computed on first use.
    """

    def __init__(self, game: G, table: Table, say: Say) -> None:
        self._game = game
        self._table = table
        self._say = say
        self._position: P = game.read_position(table.position)
        self._phase: Phase[M] = game.phase(self._position)

    @property
    @override
    def over(self) -> bool:
        return self._table.status is Status.OVER

    @property
    @override
    def mover(self) -> int | None:
        playing = self._table.status is Status.PLAYING
        return self._phase.seat if playing and isinstance(self._phase, Choose) else None

    @cached_property
    @override
    def choices(self) -> tuple[Playable, ...]:
        if self.mover is None:
            return ()
        game, offered = self._game, {each.move: each for each in self.moves}
        choices = game.choices(self._position)
        return tuple(offered[game.write_move(move)] for choice in choices for move in choice)

    @property
    @override
    def told(self) -> tuple[Told, ...]:
        return ()

    @override
    def frames(self, rows: int, seat: int | None) -> tuple[Frame, ...]:
        raise ValueError(no_shape(rows))

    @property
    def _moves(self) -> Sequence[M]:
        """The legal moves, also of a table that is over."""
        return self._phase.moves if isinstance(self._phase, Choose) else ()

    @abstractmethod
    def _player(self, seat: int) -> Name | Text:
        """Return the name of a player."""

    @abstractmethod
    def _party(self, side: int) -> Text:
        """Return the name of a side."""

    @cached_property
    def _verdict(self) -> Text:
        """How the table ended, in a few words."""
        side, table = self._game.side, self._table
        if table.ending is Ending.CLOSED:
            return closing(table)
        nobody = Text("name.nobody")
        winners = tuple(map(self._party, dict.fromkeys(map(side, table.winners)))) or (nobody,)
        by = nobody
        if table.ended_by is not None and table.ending in OF_A_SIDE:
            by = self._party(side(table.ended_by))
        elif table.ended_by is not None:
            by = as_text(self._player(table.ended_by))
        return Text(
            f"ended.{table.ending}",
            won=Text("ended.wins", name=winners, count=len(winners)),
            by=by,
            players=tuple(map(self._party, range(self._game.sides))),
        )

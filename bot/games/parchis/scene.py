"""The scene of a game of Parchís: the last events, the legal moves, and the board for display."""

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from typing import Final

from typing_extensions import override

from bot.games.family import Playable, no_shape
from bot.games.parchis.board import ROWS, ParchisBoard, board_of
from bot.games.parchis.deeds import labels, style
from bot.games.parchis.events import Event, events, face
from bot.games.parchis.names import arm, party, player, with_colour
from bot.games.parchis.page import frames
from bot.games.parchis.summary import summary
from bot.games.parchis.telling import tell, told
from bot.games.scene import GameScene
from bot.games.stage import Frame
from bot.games.telling import Told
from bot.table.naming import as_text
from engine.parchis.game import ParchisGame
from engine.parchis.moves import ARRIVED, Move
from engine.parchis.position import Position
from engine.text import Name, Text
from renderer.parchis.words import RANKS
from renderer.signs import piece_sign

_DUEL: Final = 2
"""The number of sides in a game where it goes without saying who has lost."""


class ParchisScene(GameScene[ParchisGame, Position, Move]):
    """A scene of a game of Parchís."""

    @cached_property
    @override
    def narration(self) -> tuple[Text, ...]:
        return tell(self._game, self._table, self._happened)

    @property
    @override
    def told(self) -> tuple[Told, ...]:
        return tuple(filter(None, told(self._game, self._table, self._happened)))

    @cached_property
    @override
    def turn(self) -> tuple[Text, ...]:
        if self.mover is None:
            return ()
        name = with_colour(self._game, self._table, self.mover)
        number, shown = self._position.number, face(self._game, self._position)
        if shown is None:
            bonus = "goal" if number == ARRIVED else "capture"
            return (Text(f"parchis.turn.for-{bonus}", name=name, number=number),)
        if shown != number:
            return (Text("parchis.turn.worth", name=name, face=shown, number=number),)
        return (Text("parchis.turn.number", name=name, number=number),)

    @cached_property
    @override
    def result(self) -> Text:
        others = tuple(self._other_places())
        if not others:
            return self._verdict
        places = reduce(
            lambda one, other: Text("parchis.placed-then", first=one, then=other), others
        )
        return Text("parchis.places", ended=self._verdict, places=places)

    @override
    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        return summary(self._game, self._table, record)

    @cached_property
    @override
    def moves(self) -> tuple[Playable, ...]:
        """The legal moves, in the order of the ring."""
        if self.mover is None:
            return ()
        texts = labels(self._position, self._moves)
        return tuple(
            Playable(text, self._game.write_move(move), style(move), self._sign(move))
            for text, move in zip(texts, self._moves, strict=True)
        )

    def _sign(self, move: Move) -> str:
        """Return the sign of the first piece that a move captures, if any."""
        return piece_sign(arm(self._game, move.captures[0])) if move.captures else ""

    @cached_property
    @override
    def board(self) -> ParchisBoard:
        ended = self._verdict if self.over else None
        return board_of(self._game, self._table, self._position, self._happened, self._say, ended)

    @override
    def frames(self, rows: int, seat: int | None) -> tuple[Frame, ...]:
        if rows != ROWS:
            raise ValueError(no_shape(rows))
        return tuple(frames(self._game, self._table, self.board, seat, self._say))

    @cached_property
    def _happened(self) -> tuple[Event, ...]:
        """The events of the table's last step."""
        return tuple(events(self._game, self._table))

    @override
    def _player(self, seat: int) -> Name | Text:
        return player(self._game, self._table, seat)

    @override
    def _party(self, side: int) -> Text:
        return party(self._game, self._table, side)

    def _other_places(self) -> Iterator[Text]:
        """Yield the places after the winners', if there are more than one."""
        game, table = self._game, self._table
        if not table.winners or game.sides == _DUEL:
            return
        before = 0
        for group in table.places:
            names = tuple(as_text(self._player(seat)) for seat in group)
            if before:
                yield Text("parchis.placed", place=RANKS[before], name=names)
            before += len(group)

"""The scene of a game of Parchís: the last events, the legal moves, and the board for display."""

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from typing import Final

from typing_extensions import override

from bot.games.family import Playable, Scene
from bot.games.parchis.board import ParchisBoard, board_of
from bot.games.parchis.deeds import labels, style
from bot.games.parchis.events import Event, events, face
from bot.games.parchis.names import party, player, with_colour
from bot.games.parchis.summary import summary
from bot.games.parchis.telling import tell
from bot.table.naming import as_text
from bot.table.table import OF_A_SIDE, Status, Table
from engine import Choose
from engine.parchis.game import ParchisGame
from engine.parchis.moves import ARRIVED, Move
from engine.text import Say, Text
from renderer.parchis.words import RANKS

_DUEL: Final = 2
"""The number of sides in a game where it goes without saying who has lost."""


class ParchisScene(Scene):
    """Implements `Scene`; every part is computed on first use."""

    def __init__(self, game: ParchisGame, table: Table, say: Say) -> None:
        self._game = game
        self._table = table
        self._say = say
        self._position = game.read_position(table.position)
        self._phase = game.phase(self._position)

    @property
    @override
    def over(self) -> bool:
        return self._table.status is Status.OVER

    @cached_property
    @override
    def mover(self) -> int | None:
        playing = self._table.status is Status.PLAYING
        return self._phase.seat if playing and isinstance(self._phase, Choose) else None

    @cached_property
    @override
    def narration(self) -> tuple[Text, ...]:
        return tell(self._game, self._table, self._happened)

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
            Playable(text, self._game.write_move(move), style(move))
            for text, move in zip(texts, self._moves, strict=True)
        )

    @cached_property
    @override
    def board(self) -> ParchisBoard:
        ended = self._verdict if self.over else None
        return board_of(self._game, self._table, self._position, self._happened, self._say, ended)

    @cached_property
    def _happened(self) -> tuple[Event, ...]:
        """The events of the table's last step."""
        return tuple(events(self._game, self._table))

    @property
    def _moves(self) -> Sequence[Move]:
        return self._phase.moves if isinstance(self._phase, Choose) else ()

    @property
    def _verdict(self) -> Text:
        """Return how the table ended, in a few words."""
        game, table = self._game, self._table
        sides = dict.fromkeys(map(game.side, table.winners))
        winners = tuple(party(game, table, side) for side in sides)
        by = as_text(Text("name.nobody"))
        if table.ended_by is not None:
            by = as_text(player(game, table, table.ended_by))
            if table.ending in OF_A_SIDE:
                by = party(game, table, game.side(table.ended_by))
        return Text(
            f"ended.{table.ending}",
            name=Text("name.nobody"),
            won=Text("ended.wins", name=winners, count=len(winners)),
            by=by,
            players=tuple(party(game, table, side) for side in range(game.sides)),
        )

    def _other_places(self) -> Iterator[Text]:
        """Yield the places after the winners', if there are more than one."""
        game, table = self._game, self._table
        if not table.winners or game.sides == _DUEL:
            return
        before = 0
        for group in table.places:
            names = tuple(as_text(player(game, table, seat)) for seat in group)
            if before:
                yield Text("parchis.placed", place=RANKS[before], name=names)
            before += len(group)

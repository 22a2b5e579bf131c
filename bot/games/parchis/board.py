"""The board of a game of Parchís: a table's position as a picture and as text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from bot.games.family import Board, no_shape
from bot.games.naming import level, stands_in
from bot.games.parchis.deeds import LETTERS
from bot.games.parchis.events import Counted, Event, face
from bot.games.parchis.names import arm, in_pairs, player
from bot.games.parchis.rules import changes
from bot.games.stage import Stage as PageStage
from bot.games.stage import Threw
from bot.table.match_text import parties, score_text, winner_text
from bot.table.naming import as_text
from bot.table.table import Status, Table
from engine import Choose, Pass
from engine.parchis.board import HOME
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.stage import Stage
from engine.text import Say, Text
from engine.throws import Thing
from renderer.colours import Colour
from renderer.parchis import view as views
from renderer.parchis.colours import paints
from renderer.parchis.describe import alt, board
from renderer.parchis.picture import draw, field
from renderer.parchis.stage import ParchisStage, turned_to
from renderer.signs import piece_sign, thrown_sign
from renderer.theme import MAIZE, Theme

ROWS: Final = 1
"""The only shape of a board, as a number of rows."""


@dataclass(frozen=True, slots=True)
class ParchisBoard(Board):
    """A position of Parchís with a translator.

    It looks the same from every side. `moves` are the legal moves, as the game writes them.
    """

    view: views.ParchisView
    say: Say
    moves: Mapping[str, views.MoveView]

    @override
    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        return draw(self.view, self.say, theme)

    @override
    def field(self, theme: Theme = MAIZE) -> bytes:
        return field(self.view, self.say, theme)

    @override
    def accent(self, theme: Theme = MAIZE) -> Colour | None:
        turn = self.view.turn
        return None if turn is None else paints(theme).arms[self.view.seats[turn].arm].face

    @property
    @override
    def signs(self) -> tuple[str, ...]:
        turn, pending = self.view.turn, self.view.pending
        if turn is None:
            return ()
        face = None if pending is None else pending.face
        die = () if face is None else (thrown_sign(Thing.DIE, face),)
        return (piece_sign(self.view.seats[turn].arm), *die)

    @override
    def stage(self, rows: int, seat: int | None) -> PageStage:
        if rows != ROWS:
            raise ValueError(no_shape(rows))
        stage = ParchisStage(self.view, self.turn(seat))
        return PageStage(
            stage.art,
            stage.tableau,
            stage.names,
            stage.yards,
            stage.casts,
            stage.landings,
            {text: stage.going(move) for text, move in self.moves.items()},
            tuple(self._threw()),
        )

    def turn(self, seat: int | None) -> int:
        """Return how to turn the board so that the home of a seat is in front, at the right."""
        return turned_to(self.view.seats[seat or 0].arm)

    def _threw(self) -> Iterator[Threw]:
        turn, pending = self.view.turn, self.view.pending
        if turn is None or pending is None:
            return
        side, number, face = self.view.seats[turn].arm, pending.number, pending.face
        if face is None:
            yield Threw(turn, side, "", (), number)
        else:
            worth = number if number != face else None
            yield Threw(turn, side, str(Thing.DIE), (face,), face, worth)

    @override
    def alt(self) -> str:
        return alt(self.view, self.say)

    @override
    def letters(self) -> str:
        return board(self.view, self.say)


def board_of(
    game: ParchisGame,
    table: Table,
    position: Position,
    happened: Sequence[Event],
    say: Say,
    ended: Text | None,
) -> ParchisBoard:
    """Return the board of a table after what `happened`; `ended` tells how it ended, if it has."""
    over, phase = table.status is Status.OVER, game.phase(position)
    legal = phase.moves if isinstance(phase, Choose) and not over else ()
    moves = views_of(position.turn, legal)
    numbers = [event for event in happened if isinstance(event, Counted)]
    turn, names = None if over else position.turn, parties(table, game)
    view = views.ParchisView(
        seats=tuple(_seat(game, table, position, seat, numbers, say) for seat in range(game.seats)),
        turn=turn,
        pending=None if over else pending(game, position),
        moves=moves,
        last=tuple(last_moves(numbers)),
        title=Text(f"ruleset.{game.ruleset.key}.title"),
        made=table.moves,
        changed=changes(game.ruleset),
        ended=ended,
        pairs=in_pairs(game),
        score=score_text(table, game, names),
        result=winner_text(table, game, names),
        opening=position.stage is Stage.OPENING,
    )
    going = {game.write_move(move): shown for move, shown in zip(legal, moves, strict=True)}
    return ParchisBoard(None if over else game.side(position.turn), view, say, going)


def views_of(seat: int, moves: Sequence[Move]) -> tuple[views.MoveView, ...]:
    """Return the legal moves of a seat for a picture; if there are several, each has a letter."""
    letters = LETTERS if len(moves) > 1 else ("",)
    return tuple(
        move_view(seat, move, letter) for move, letter in zip(moves, letters, strict=False)
    )


def move_view(seat: int, move: Move, letter: str = "") -> views.MoveView:
    """Return a move for a picture."""
    return views.MoveView(seat, move.start, move.end, move.pieces, move.captures, move.back, letter)


def last_moves(numbers: Sequence[Counted]) -> Iterator[views.MoveView]:
    """Yield the moves of each seat's last turn, in the order in which they were made.

    A piece that the third six sent home has moved, too.
    """
    for event in last_turns(numbers):
        if event.move is not None:
            yield move_view(event.seat, event.move)
        elif event.sent_home is not None:
            yield views.MoveView(event.seat, event.sent_home, HOME)


def last_turns(numbers: Sequence[Counted]) -> list[Counted]:
    """Return the numbers of each seat's last turn, in their order."""
    kept, later, closed = list[Counted](), None, set[int]()
    for event in reversed(numbers):
        if event.seat != later:
            if later is not None:
                closed.add(later)
            later = event.seat
        if event.seat not in closed:
            kept.append(event)
    return kept[::-1]


def pending(game: ParchisGame, position: Position) -> views.Pending | None:
    """Return the number to play, None if a throw is due."""
    if not position.number:
        return None
    lost = isinstance(game.phase(position), Pass)
    return views.Pending(position.number, face(game, position), lost, third=position.lost)


def _seat(
    game: ParchisGame,
    table: Table,
    position: Position,
    seat: int,
    numbers: Sequence[Counted],
    say: Say,
) -> views.SeatView:
    places = position.board.pieces[seat]
    lesson = game.arms[seat].lesson
    moving = table.status is Status.PLAYING and seat == position.turn
    thrown = (
        ()
        if moving
        else tuple(
            views.ThrowView(event.face, event.move is None, event.alone)
            for event in last_turns(numbers)
            if event.seat == seat and event.face is not None
        )
    )
    return views.SeatView(
        name=say(as_text(player(game, table, seat))),
        arm=arm(game, seat),
        places=places,
        level=level(table, seat, say),
        stands_in=stands_in(table, seat, say),
        rank=rank(table, position, seat),
        learner=next((place for place in places if place in lesson), None),
        thrown=thrown,
    )


def rank(table: Table, position: Position, seat: int) -> int | None:
    """Return the place of a seat, from 1: when the game is over or once it has finished."""
    if table.status is Status.OVER:
        before = 0
        for group in table.places:
            if seat in group:
                return before + 1
            before += len(group)
        return None
    done = position.board.done
    return done.index(seat) + 1 if seat in done else None

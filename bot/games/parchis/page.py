"""The last step of a game of Parchís for pages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.parchis.board import ParchisBoard, last_moves, move_view
from bot.games.parchis.events import Counted, replayed
from bot.games.parchis.telling import told
from bot.games.stage import Event as Shown
from bot.games.stage import Frame, Moved, Passed, Threw
from bot.table.table import Table
from engine import Choose, Over, Pass, Throw
from engine.parchis.board import GOAL
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.record import Played
from engine.text import Say
from renderer.parchis.stage import ParchisStage
from renderer.parchis.view import ParchisView


def frames(
    game: ParchisGame, table: Table, board: ParchisBoard, seat: int | None, say: Say
) -> Iterator[Frame]:
    """Yield a frame for each throw, move and pass of a table's last step; `board` shows its end."""
    turn, numbers = board.turn(seat), list[Counted]()
    played = [*replayed(game, table)]
    texts = told(game, table, [event for _, event in played if event is not None])
    for number, (entry, event) in enumerate(played, start=1):
        before = ParchisStage(_view(game, board.view, entry.position, numbers), turn)
        if isinstance(event, Counted):
            numbers.append(event)
        ends = number == len(played)
        view = board.view if ends else _view(game, board.view, entry.after, numbers)
        after = ParchisStage(view, turn)
        text = "" if event is None else " ".join(map(say, next(texts).lines))
        shown = _shown(game, entry, text, before, after)
        yield Frame(shown, after.tableau)


def _view(
    game: ParchisGame, view: ParchisView, position: Position, numbers: Sequence[Counted]
) -> ParchisView:
    """Return the view of an earlier position, without what can be done there."""
    seats = zip(view.seats, position.board.pieces, game.arms, strict=True)
    return replace(
        view,
        seats=tuple(
            replace(
                seat,
                places=places,
                learner=next((place for place in places if place in arm.lesson), None),
            )
            for seat, places, arm in seats
        ),
        turn=None if isinstance(game.phase(position), Over) else position.turn,
        pending=None,
        moves=(),
        last=tuple(last_moves(numbers)),
    )


def _shown(
    game: ParchisGame,
    entry: Played[Position, Move],
    text: str,
    before: ParchisStage,
    after: ParchisStage,
) -> Shown:
    """Return what an entry of the record does to the board, which `text` tells."""
    seat = entry.position.turn
    side = before.view.seats[seat].arm
    flies = after.new_at_home(before)
    match entry.phase:
        case Throw(_, throw, opening):
            faces = throw.read(entry.entry)
            number, counts = throw.number(faces), entry.after.number
            worth = counts if not opening and counts not in (0, number) else None
            return Threw(seat, side, str(throw.thing), faces, number, worth, opening, text=text)
        case Choose():
            move = game.read_move(entry.position, entry.entry)
            return Moved(
                seat=seat,
                side=side,
                number=move.number,
                text=text,
                piece=before.piece(seat, move.start),
                walk=before.walk(move_view(seat, move)),
                into=after.piece(seat, move.end),
                takes=tuple(before.piece(other, move.end) for other in move.captures),
                got=len(move.captures),
                end="goal" if move.end == GOAL else "space",
                flies=flies,
            )
        case Pass(_, numbers):
            return Passed(seat, side, numbers, text, flies)
    raise AssertionError(entry.phase)

"""A road game's last step for pages."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from bot.games.road.board import RoadBoard, traces
from bot.games.road.deeds import trace
from bot.games.road.events import Event, replayed
from bot.games.road.telling import told
from bot.games.stage import Event as Shown
from bot.games.stage import Frame, Moved, Passed, Threw
from bot.table.table import Table
from engine import Choose, Pass, Throw
from engine.record import Played
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.road.position import Position
from engine.text import Say
from renderer.road.stage import RoadStage
from renderer.road.view import RoadView, StackView


def frames(
    game: RoadGame, table: Table, board: RoadBoard, rows: int, seat: int | None, say: Say
) -> Iterator[Frame]:
    """Yield a frame for each throw, move and pass of a table's last step; `board` shows its end."""
    seen_from, happened = board.seen_from(seat), list[Event]()
    played, last = [*replayed(game, table)], board.view
    texts = iter([*told(game, table, [event for _, event in played if event is not None])])
    for number, (entry, event) in enumerate(played, start=1):
        before = RoadStage(_view(game, board.view, entry.position, happened), rows, seen_from)
        if event is not None:
            happened.append(event)
        ends = number == len(played)
        view = last if ends else _view(game, board.view, entry.after, happened)
        after = RoadStage(view, rows, seen_from)
        logged = None if event is None else next(texts)
        text = "" if logged is None else " ".join(map(say, logged.lines))
        yield Frame(_shown(game, entry, text, before, after), after.tableau)


def _view(game: RoadGame, view: RoadView, position: Position, happened: list[Event]) -> RoadView:
    """Return the view of an earlier position, without what can be done there."""
    seen = game.unpack(position)
    return replace(
        view,
        stacks=tuple(StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=seen.turn,
        winner=None,
        thrown=(),
        last=traces(happened),
        landings=(),
        banner=None,
    )


def _shown(
    game: RoadGame,
    entry: Played[Position, Move],
    text: str,
    before: RoadStage,
    after: RoadStage,
) -> Shown:
    """Return what an entry of the record does to the board, which `text` tells."""
    match entry.phase:
        case Throw(seat, throw, opening):
            faces = throw.read(entry.entry)
            number = throw.number(faces)
            side, told_so = game.side(seat), text if opening else ""
            return Threw(seat, side, str(throw.thing), faces, number, opening=opening, text=told_so)
        case Choose():
            move = game.read_move(entry.position, entry.entry)
            deed = game.deed(entry.position, move)
            return _moved(game, move, deed, before, after, text)
        case Pass(seat, numbers):
            return Passed(seat, game.side(seat), numbers, text)
    raise AssertionError(entry.phase)


def _moved(
    game: RoadGame, move: Move, deed: Deed, before: RoadStage, after: RoadStage, text: str
) -> Moved:
    side, made = game.side(deed.seat), trace(deed)
    stack = StackView(deed.start, move.captain, move.heading, move.captives)
    there = before.piles_at(deed.end) if made.captured else {}
    return Moved(
        seat=deed.by,
        side=side,
        number=deed.number,
        text=text,
        piece=before.piece(stack),
        walk=before.walk(stack, (made,)),
        into=_into(deed, before, after),
        takes=tuple(id_ for id_, whose in there.items() if whose != side),
        got=made.captured,
        end=str(deed.arrival),
        flies=after.new_in_bases(before),
    )


def _into(deed: Deed, before: RoadStage, after: RoadStage) -> str | None:
    """Return the piece that a stack has become, None if it has left the road."""
    if deed.away or deed.arrival not in (Arrival.SPACE, Arrival.FAR_BASE):
        return None
    new = Counter(after.view.stacks) - Counter(before.view.stacks)
    become = (each for each in new if (each.at, each.captain) == (deed.end, deed.seat))
    return next((after.piece(each) for each in become), None)

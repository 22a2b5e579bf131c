"""Descriptions of a picture as localizable sentences, at several levels of detail."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby

from engine.parchis.board import CORRIDOR, GOAL, HOME, RING
from engine.text import Name, Text
from renderer.parchis.layout import MOST
from renderer.parchis.view import MoveView, ParchisView, SeatView, ThrowView
from renderer.parchis.words import RANKS, SIDES


class Detail(Enum):
    """The level of detail: the length of names, the number of last moves, and changed options."""

    WHOLE = 24, 100, True
    BRIEF = 12, 100, True
    PLAIN = 8, 100, False
    LEAST = 6, 3, False

    def __init__(self, name: int, moves: int, changes: bool) -> None:
        self.name_limit = name
        self.moves = moves
        self.changes = changes


def named(seat: SeatView, limit: int) -> Name | Text:
    """Return a player's name on one line of at most `limit` characters.

    Without a name, return the colour and shape of the side.
    """
    line = " ".join(seat.name.split())
    if not line:
        return SIDES[seat.arm]
    return Name(line if len(line) <= limit else line[: limit - 1].rstrip() + "…")


def place(at: int) -> Text:
    """Return the name of a place."""
    if at == HOME:
        return Text("parchis.alt.home")
    if at == GOAL:
        return Text("parchis.alt.goal")
    return Text("parchis.alt.place", at=f"c{at - RING}" if at in CORRIDOR else str(at))


def sentences(view: ParchisView, detail: Detail = Detail.WHOLE) -> Iterator[Text]:
    """Yield everything the picture shows: game, turn, last moves, throws, pieces and moves."""
    names = [named(seat, detail.name_limit) for seat in view.seats]
    made = Text("parchis.alt.title", title=view.title, made=str(view.made))
    yield made if view.made else _sentence(view.title)
    if view.changed and detail.changes:
        yield _sentence(Text("picture.changed", changes=view.changed))
    yield _turn(view, names)
    if view.pairs:
        teams = [tuple(Text("parchis.picture.name", name=n) for n in names[i::2]) for i in (0, 1)]
        yield _sentence(Text("parchis.pairs", one=teams[0], other=teams[1]))
    if view.score is not None:
        yield _sentence(view.score)
    if view.result is not None:
        yield view.result
    if view.last:
        yield Text("parchis.alt.last", moves=tuple(_last(view, names, detail.moves)))
    for name, seat in zip(names, view.seats, strict=True):
        if seat.thrown:
            yield Text("parchis.alt.thrown", who=name, throws=tuple(map(_throw, seat.thrown)))
    for name, seat in zip(names, view.seats, strict=True):
        yield _seat(seat, name)
    if view.moves:
        moves = tuple(_option(move, names) for move in view.moves)
        yield Text("parchis.alt.moves", moves=moves)


def _sentence(said: Text) -> Text:
    return Text("parchis.alt.sentence", said=said)


def _turn(view: ParchisView, names: Sequence[Name | Text]) -> Text:
    """Return whose turn it is and what is to be played, or how the game ended."""
    if view.turn is None:
        return view.ended or _sentence(Text("parchis.picture.over"))
    who, side = names[view.turn], SIDES[view.seats[view.turn].arm]
    pending = view.pending
    if view.opening:
        return Text("parchis.alt.opening", who=who, side=side)
    if pending is None:
        return Text("parchis.alt.turn", who=who, side=side)
    number = str(pending.number)
    if pending.third:
        return Text("parchis.alt.third", who=who, side=side)
    if pending.lost:
        return Text("parchis.alt.stuck", who=who, side=side, number=number)
    if pending.face is None:
        return Text("parchis.alt.count", who=who, side=side, number=number)
    if pending.face != pending.number:
        face = str(pending.face)
        return Text("parchis.alt.counts", who=who, side=side, face=face, number=number)
    return Text("parchis.alt.threw", who=who, side=side, number=number)


def _last(view: ParchisView, names: Sequence[Name | Text], most: int) -> Iterator[Text]:
    """Yield the last moves, those of one seat together; of more than `most`, the latest."""
    for seat, moves in groupby(view.last[-most:], lambda move: move.seat):
        made = tuple(_move(move, names) for move in moves)
        yield Text("parchis.alt.made", who=names[seat], moves=made)


def _option(move: MoveView, names: Sequence[Name | Text]) -> Text:
    """Return a legal move, with its letter if there are others."""
    told = _move(move, names)
    return Text("parchis.alt.option", letter=move.letter, move=told) if move.letter else told


def _move(move: MoveView, names: Sequence[Name | Text]) -> Text:
    """Return where a piece goes, and what happens on the way."""
    start, end = place(move.start), place(move.end)
    if move.end == HOME:
        return Text("parchis.alt.sent-home", start=start)
    told = Text("parchis.alt.move", start=start, end=end)
    if move.pieces == MOST:
        told = Text("parchis.alt.two", move=told)
    if move.back:
        told = Text("parchis.alt.back", move=told)
    if move.captures:
        owners = tuple(Text("parchis.picture.name", name=names[seat]) for seat in move.captures)
        told = Text("parchis.alt.captures", move=told, owners=owners)
    return told


def _throw(throw: ThrowView) -> Text:
    """Return a throw of an earlier turn, and what became of it."""
    face = str(throw.face)
    if throw.lost:
        return Text("parchis.alt.throw.lost", face=face)
    return Text("parchis.alt.throw.alone" if throw.alone else "parchis.alt.throw", face=face)


def _seat(seat: SeatView, name: Name | Text) -> Text:
    """Return where the pieces of a seat are, and its rank once it has finished."""
    side, places = SIDES[seat.arm], tuple(_places(seat))
    if seat.level not in seat.name:
        side = Text("parchis.alt.computer", side=side, level=seat.level)
    if seat.rank is None:
        return Text("parchis.alt.seat", who=name, side=side, places=places)
    rank = RANKS[seat.rank - 1]
    return Text("parchis.alt.finished", who=name, side=side, rank=rank, places=places)


def _places(seat: SeatView) -> Iterator[Text]:
    """Yield how many pieces are at home, the places of the others, and how many are in the goal."""
    home, goal = seat.places.count(HOME), seat.places.count(GOAL)
    if home:
        yield Text("parchis.alt.at-home", number=str(home))
    for at in sorted({at for at in seat.places if HOME < at < GOAL and at != seat.learner}):
        pair = seat.places.count(at) == MOST
        yield Text("parchis.alt.barrier", at=place(at)) if pair else place(at)
    if seat.learner is not None:
        yield Text("parchis.alt.learner", at=str(seat.learner))
    if goal:
        yield Text("parchis.alt.in-goal", number=str(goal))

"""Text versions of the picture: a description in sentences and a board of letters."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from engine.text import Name, Say, Text
from renderer.parchis.head import status
from renderer.parchis.layout import CORRIDOR, GOAL, HOME, RING, SAFE, lesson
from renderer.parchis.view import MoveView, ParchisView, SeatView

ALT_LIMIT: Final = 1000
"""The maximum length of an alt text in characters."""

BOARD_WIDTH: Final = 30
"""The maximum width of a board of letters."""

_NAMES = (20, 12, 6)  # the lengths of names, the longest first
_MOST_LAST = 4  # the last moves that are told
_LETTERS = "YBRG"

_SIDES: Final = (
    Text("parchis.alt.side.0"),
    Text("parchis.alt.side.1"),
    Text("parchis.alt.side.2"),
    Text("parchis.alt.side.3"),
)


def alt(view: ParchisView, say: Say) -> str:
    """Return a description of everything the picture shows, of at most ALT_LIMIT characters.

    If it is too long, names are shortened.
    """
    whole = ""
    for limit in _NAMES:
        whole = " ".join(say(text) for text in _sentences(view, limit))
        if len(whole) <= ALT_LIMIT:
            return whole
    return whole[: ALT_LIMIT - 1] + "…"


def place(at: int) -> Text:
    """Return the name of a place."""
    if at == HOME:
        return Text("parchis.alt.home")
    if at == GOAL:
        return Text("parchis.alt.goal")
    return Text("parchis.alt.place", at=_short(at))


def board(view: ParchisView, say: Say) -> str:
    """Return a board of letters for a fixed-width font, at most BOARD_WIDTH characters wide.

    Rows go around the ring. YY is a barrier, `o` a safe square, `+` a landing. Then follow the
    seats with their homes, goals and corridors.
    """
    on = defaultdict[int, str](str)
    for seat in view.seats:
        for at in seat.places:
            if HOME < at <= RING and at not in lesson(seat.arm):
                on[at] += _LETTERS[seat.arm]
    lands = {move.end for move in view.moves}
    lines = [say(status(view))[:BOARD_WIDTH]]
    for quarter in range(4):
        for first, count in ((1, 8), (9, 9)):
            numbers = range(17 * quarter + first, 17 * quarter + first + count)
            cells = (
                (("+" if at in lands else " ") + (on[at] or ("o" if at in SAFE else ".")))[-2:]
                for at in numbers
            )
            lines.append(f"{numbers[0]:>2} {' '.join(cells)}")
    for index, seat in enumerate(view.seats):
        mark = ">" if view.turn == index else " "
        away = say(
            Text(
                "parchis.picture.counts-of",
                home=str(seat.places.count(HOME)),
                goal=str(seat.places.count(GOAL)),
            )
        )
        lines.append(f"{_LETTERS[seat.arm]}{mark}{seat.name[:10]:<10} {away}"[:BOARD_WIDTH])
        corridor = " ".join(_short(at) for at in sorted(seat.places) if at in CORRIDOR)
        learner = "" if seat.learner is None else f"({seat.learner})"
        if corridor or learner:
            lines.append(f"   {corridor} {learner}".rstrip())
    return "\n".join(lines)


def _short(at: int) -> str:
    return f"c{at - RING}" if at in CORRIDOR else str(at)


def _name(seat: SeatView, limit: int) -> Name:
    line = " ".join(seat.name.split())
    return Name(line if len(line) <= limit else line[: limit - 1] + "…")


def _sentences(view: ParchisView, limit: int) -> Iterator[Text]:
    names = [_name(seat, limit) for seat in view.seats]
    yield Text("parchis.alt.title", title=view.title, made=str(view.made))
    yield _turn(view, names)
    if view.last:
        moves = tuple(_move(view, names, move) for move in view.last[-_MOST_LAST:])
        yield Text("parchis.alt.last", moves=moves)
    for name, seat in zip(names, view.seats, strict=True):
        for throw in seat.thrown:
            if throw.lost or throw.alone:
                key = "parchis.alt.lost" if throw.lost else "parchis.alt.alone"
                yield Text(key, who=name, face=str(throw.face))
    for name, seat in zip(names, view.seats, strict=True):
        side = _SIDES[seat.arm]
        places = tuple(_places(seat))
        if seat.rank is None:
            yield Text("parchis.alt.seat", who=name, side=side, places=places)
        else:
            rank = str(seat.rank)
            yield Text("parchis.alt.finished", who=name, side=side, rank=rank, places=places)
    if view.moves:
        yield Text("parchis.alt.moves", moves=tuple(_move(view, names, m) for m in view.moves))


def _turn(view: ParchisView, names: list[Name]) -> Text:
    if view.turn is None:
        return Text("parchis.alt.sentence", said=status(view))
    who, side = names[view.turn], _SIDES[view.seats[view.turn].arm]
    pending = view.pending
    if pending is None:
        return Text("parchis.alt.turn", who=who, side=side)
    number = str(pending.number)
    if pending.lost:
        return Text("parchis.alt.stuck", who=who, side=side, number=number)
    if pending.face is None:
        return Text("parchis.alt.count", who=who, side=side, number=number)
    if pending.face != pending.number:
        face = str(pending.face)
        return Text("parchis.alt.counts", who=who, side=side, face=face, number=number)
    return Text("parchis.alt.threw", who=who, side=side, number=number)


def _move(view: ParchisView, names: list[Name], move: MoveView) -> Text:
    """Return a move; one that can be made has a letter, one that was made tells its player."""
    whose = Name(move.letter) if move in view.moves else names[move.seat]
    moved = Text("parchis.alt.move", start=place(move.start), end=place(move.end))
    if move.captures:
        prey = tuple(Text("parchis.alt.prey", who=names[seat]) for seat in move.captures)
        moved = Text(
            "parchis.alt.captures", start=place(move.start), end=place(move.end), prey=prey
        )
    return Text("parchis.alt.whose", whose=whose, moved=moved) if whose else moved


def _places(seat: SeatView) -> Iterator[Text]:
    home, goal = seat.places.count(HOME), seat.places.count(GOAL)
    if home:
        yield Text("parchis.alt.at-home", number=str(home))
    for at in sorted({at for at in seat.places if HOME < at < GOAL and at != seat.learner}):
        pair = seat.places.count(at) == 2
        yield Text("parchis.alt.barrier", at=place(at)) if pair else place(at)
    if seat.learner is not None:
        yield Text("parchis.alt.learner", at=str(seat.learner))
    if goal:
        yield Text("parchis.alt.in-goal", number=str(goal))

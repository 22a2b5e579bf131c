"""The text twin of the picture: what it shows, as sentences and as a board of letters."""

from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from math import ceil

from engine.throws import Thing
from renderer.piles import by_side, piles
from renderer.text import Name, Say, Text
from renderer.view import DRAW, Crowd, RoadView, StackView, Thrown, Trace

ALT_LIMIT = 1024
"""The most characters that an alternative text may have (Discord's limit)."""

BOARD_LIMIT = 700
"""The most characters that a board of letters has."""

BOARD_ROW = 11
"""How many spaces one row of a board of letters has."""

_NAME_LIMIT, _BOARD_NAME_LIMIT = 40, 20
_ELLIPSIS = "…"
_HEADINGS = {1: "heading.up", -1: "heading.down", 0: "heading.open"}
_LETTERS = "ox"


class Weight(IntEnum):
    """How much a sentence matters; the lightest are left out first."""

    LANDINGS = 0
    LAST = 1
    AWAY = 2
    CAST = 3
    KILLED = 4
    BASES = 5
    STACKS = 6
    TURN = 7


def describe(view: RoadView) -> tuple[Text, ...]:
    """Return all that the picture shows: turn, cast, stacks, bases, killed, last move, landings."""
    return tuple(text for _, text in _sentences(view, named=True))


def alt(view: RoadView, say: Say) -> str:
    """Return the description as one text of at most ALT_LIMIT characters.

    One that is too long calls the warriors by their sides instead of by names, and then leaves
    the sentences out that matter least, one by one and the last of them first.
    """
    for named in (True, False):
        told = [(weight, say(text)) for weight, text in _sentences(view, named=named)]
        if len(whole := " ".join(said for _, said in told)) <= ALT_LIMIT:
            return whole
    lightest = sorted(range(len(told)), key=lambda index: (told[index][0], -index))
    for out in range(1, len(told)):
        whole = " ".join(told[index][1] for index in sorted(lightest[out:]))
        if len(whole) <= ALT_LIMIT:
            return whole
    return whole[: ALT_LIMIT - 1] + _ELLIPSIS


def _sentences(view: RoadView, *, named: bool) -> Iterator[tuple[Weight, Text]]:
    teller = _Teller(view, named=named)
    yield Weight.TURN, teller.turn()
    for cast in teller.casts():
        yield Weight.CAST, cast
    for stack in sorted(view.stacks, key=lambda stack: stack.at):
        yield Weight.STACKS, teller.stack(stack)
    yield Weight.BASES, Text("alt.bases", counts=teller.counts(view.base))
    if any(view.killed):
        yield Weight.KILLED, Text("alt.killed", counts=teller.counts(view.killed))
    if any(view.away):
        yield Weight.AWAY, Text("alt.away", counts=teller.counts(view.away))
    if view.last:
        yield Weight.LAST, teller.last(view.last)
    if view.landings and view.turn is not None:
        marks = tuple(teller.place(at, "alt.landing") for at in sorted(view.landings))
        yield Weight.LANDINGS, Text("alt.landings", places=marks)


def _name(name: str, limit: int = _NAME_LIMIT) -> Name:
    line = " ".join(name.split())
    return Name(line if len(line) <= limit else line[: limit - 1] + _ELLIPSIS)


def _side(side: int) -> Text:
    return Text(f"side.{side}")


class _Teller:
    """Makes the sentences about one view; where not `named`, warriors go by their sides."""

    def __init__(self, view: RoadView, *, named: bool) -> None:
        self.view, self.named = view, named

    def who(self, seat: int) -> Name | Text:
        return (
            _name(self.view.seats[seat].name) if self.named else _side(self.view.seats[seat].side)
        )

    def turn(self) -> Text:
        view = self.view
        if view.turn is not None:
            seat = view.seats[view.turn]
            return Text("alt.turn", who=_name(seat.name), side=_side(seat.side))
        if view.winner in (DRAW, None):
            return Text("alt.drawn")
        return Text("alt.won", side=_side(view.winner or 0))

    def casts(self) -> Iterator[Text]:
        for thrown in self.view.thrown:
            yield self.cast(thrown)
        if self.view.summed and len(self.view.thrown) > 1:
            total = sum(thrown.table.number(thrown.objects) for thrown in self.view.thrown)
            yield Text("alt.cast.sum", number=total)

    def cast(self, thrown: Thrown) -> Text:
        number = thrown.table.number(thrown.objects)
        if thrown.played:
            return Text("alt.cast.played", number=number)
        if thrown.table.thing is Thing.KERNEL:
            marked, of = sum(thrown.objects), len(thrown.objects)
            return Text("alt.cast.kernel", number=number, count=marked, of=of)
        faces = ", ".join(map(str, thrown.objects))
        return Text("alt.cast.die", number=number, faces=faces)

    def place(self, at: int, key: str) -> Text:
        """Name a place; `key` chooses how, for a space and for a base."""
        if 1 <= at <= self.view.road:
            return Text(f"{key}.space", space=at)
        return Text(f"{key}.base", side=_side(int(at > 0)))

    def stack(self, stack: StackView) -> Text:
        where, who = self.place(stack.at, "alt.where"), self.who(stack.captain)
        heading = Text(_HEADINGS[stack.heading])
        if captives := self.captives(stack.captives):
            key = "alt.stack.holding"
            return Text(key, where=where, who=who, heading=heading, captives=captives)
        return Text("alt.stack", where=where, who=who, heading=heading)

    def captives(self, crowd: Crowd) -> tuple[Text, ...]:
        if not self.named:
            counts = enumerate(by_side(crowd, self.view.seats))
            return tuple(
                Text("alt.captives", count=count, who=_side(side))
                for side, count in counts
                if count
            )
        return tuple(
            Text("alt.captives", count=count, who=self.who(seat))
            for seat, count in enumerate(crowd)
            if count
        )

    def counts(self, crowd: Crowd) -> tuple[Text, ...]:
        counts = enumerate(by_side(crowd, self.view.seats))
        return tuple(Text("alt.count", count=count, side=_side(side)) for side, count in counts)

    def last(self, last: Trace) -> Text:
        who = self.who(last.seat)
        start, end = self.place(last.start, "alt.at"), self.place(last.end, "alt.at")
        if last.captured:
            return Text("alt.last.captured", who=who, start=start, end=end, count=last.captured)
        return Text("alt.last", who=who, start=start, end=end)


def board(view: RoadView, say: Say) -> str:
    """Return a board of letters for a fixed-width font, at most BOARD_LIMIT characters.

    `o` is a captain of side 0, `x` of side 1, a capital one holds captives; `<` and `>` are
    headings (`>` is up the road), `+` marks where the mover can land. Lines below tell the
    captives, and the stacks that share a place.
    """
    standing: dict[int, list[StackView]] = defaultdict(list)
    for stack in sorted(view.stacks, key=lambda stack: stack.at):
        standing[stack.at].append(stack)
    lines = [say(text) for text in _board_heads(view)]
    rows = ceil(view.road / BOARD_ROW)
    long = ceil(view.road / rows)
    for first in range(1, view.road + 1, long):
        spaces = range(first, min(first + long, view.road + 1))
        lines.append("".join(f"{at:>3}" for at in spaces))
        lines.append("".join(_cell(view, at, standing.get(at, [])) for at in spaces))
    for at, stacks in standing.items():
        outside = not 1 <= at <= view.road
        if outside or len(stacks) > 1 or any(stacks[0].captives):
            lines.append(f"{at:>3} {_told(view, stacks)}")
    whole = "\n".join(line.rstrip() for line in lines)
    return whole if len(whole) <= BOARD_LIMIT else whole[: BOARD_LIMIT - 1] + _ELLIPSIS


def _board_heads(view: RoadView) -> Iterator[Text]:
    bases, killed = by_side(view.base, view.seats), by_side(view.killed, view.seats)
    for side, letter in enumerate(_LETTERS):
        names = [seat.name for seat in view.seats if seat.side == side]
        who = _name(names[0], _BOARD_NAME_LIMIT) if len(names) == 1 else _side(side)
        yield Text("board.side", letter=letter, who=who, base=bases[side], killed=killed[side])
    numbers = [t.table.number(t.objects) for t in view.thrown if not t.played]
    if numbers:
        told = str(sum(numbers)) if view.summed else ", ".join(map(str, numbers))
        yield Text("board.cast", numbers=told)


def _letter(view: RoadView, stack: StackView) -> str:
    letter = _LETTERS[view.seats[stack.captain].side]
    return letter.upper() if any(stack.captives) else letter


def _cell(view: RoadView, at: int, stacks: list[StackView]) -> str:
    landing = "+" if at in view.landings else " "
    if not stacks:
        return f" {landing.strip() or '.'} "
    heading, letter = stacks[0].heading, _letter(view, stacks[0])
    before = "<" if heading <= 0 else landing
    after = ">" if heading >= 0 else landing
    return f"{before}{letter}{after}"


def _told(view: RoadView, stacks: list[StackView]) -> str:
    told = []
    for pile in piles(stacks, view.seats):
        letter = _LETTERS[pile.side]
        letter = letter.upper() if any(pile.captives) else letter
        several = str(pile.stacks) if pile.stacks > 1 else ""
        arrow = {1: ">", -1: "<", 0: "<>"}[pile.heading]
        held = [f"{n}{_LETTERS[side]}" for side, n in enumerate(pile.captives) if n]
        told.append(" ".join([f"{several}{letter}{arrow}", *held]))
    return " | ".join(told)

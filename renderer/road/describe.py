"""Text versions of the picture: a description in sentences and a board of letters."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from engine.text import Say, Text
from renderer.fitting import ALT_LIMIT, BOARD_LIMIT, fitting
from renderer.road.piles import Pile, by_side, piles
from renderer.road.sentences import Detail, sentences
from renderer.road.view import RoadView, StackView
from renderer.road.words import roster, short_name, side_word, turn

BOARD_ROW = 11
"""The maximum number of spaces in a row of a board of letters."""

_NAME_LIMIT, _BRIEF_LIMIT = 20, 8
_LETTERS = "ox"
_ARROWS = {1: ">", -1: "<", 0: "<>"}


def describe(view: RoadView) -> tuple[Text, ...]:
    """Return everything the picture shows: turn, throw, stacks, bases, killed, moves, landings."""
    return sentences(view)


def alt(view: RoadView, say: Say) -> str:
    """Return the description as one text of at most ALT_LIMIT characters.

    If it is too long, it has less detail: sides instead of names, then lists of stacks, then only
    totals. No part of the picture is left out.
    """
    return fitting((" ".join(map(say, sentences(view, detail))) for detail in Detail), ALT_LIMIT)


def board(view: RoadView, say: Say) -> str:
    """Return a board of letters for a fixed-width font, at most BOARD_LIMIT characters.

    `o` is a captain of side 0 and `x` of side 1; a capital letter holds captives. `<` and `>` are
    headings (`>` is up the road), `+` marks where the player to move can land, `^` is the fire.
    A line above the road explains these signs, and lines below it list the captives, the stacks
    that share a place and those at the bases. In teams, a line for each side has the partners'
    names. If all of this is too long, the explanation is left out, then names are shortened and
    left out, and then two lines with totals replace the lists.
    """
    standing: dict[int, list[StackView]] = defaultdict(list)
    for stack in sorted(view.stacks, key=lambda stack: stack.at):
        standing[stack.at].append(stack)
    heads, rows = [say(text) for text in _heads(view)], list[str]()
    long = ceil(view.road / ceil(view.road / BOARD_ROW))
    for first in range(1, view.road + 1, long):
        spaces = range(first, min(first + long, view.road + 1))
        rows.append("".join(f"{at:>3}" for at in spaces))
        rows.append("".join(_cell(view, at, standing.get(at, [])) for at in spaces))
    legend = [", ".join(map(say, texts))] if (texts := tuple(_legend(view))) else []
    details, sums = [*_details(view, standing)], [say(text) for text in _sums(view)]
    long_names, names = ([*_rosters(view, say, limit)] for limit in (_NAME_LIMIT, _BRIEF_LIMIT))
    bodies = (
        [*long_names, *legend, *rows, *details],
        [*long_names, *rows, *details],
        [*names, *rows, *details],
        [*rows, *details],
        [*rows, *sums],
    )
    boards = ("\n".join(line.rstrip() for line in [*heads, *lines]) for lines in bodies)
    return fitting(boards, BOARD_LIMIT)


def _heads(view: RoadView) -> Iterator[Text]:
    yield turn(view, _NAME_LIMIT)
    base, killed, away = (
        by_side(crowd, view.seats) for crowd in (view.base, view.killed, view.away)
    )
    for side, letter in enumerate(_LETTERS):
        seats = [seat for seat in view.seats if seat.side == side]
        who = short_name(seats[0], _NAME_LIMIT) if len(seats) == 1 else side_word(side)
        counts = {"letter": letter, "who": who, "base": base[side], "killed": killed[side]}
        if any(view.away):
            yield Text("board.side.away", away=away[side], **counts)
        else:
            yield Text("board.side", **counts)
    pending = [thrown for thrown in view.thrown if not thrown.played]
    numbers = [thrown.table.number(thrown.objects) for thrown in pending]
    if numbers:
        shown = str(sum(numbers)) if view.summed else ", ".join(map(str, numbers))
        yield Text("board.cast", numbers=shown)
    if view.fire:
        yield Text("board.fire")


def _rosters(view: RoadView, say: Say, limit: int) -> Iterator[str]:
    """Yield the numbers and names of the partners on each side, if there are any."""
    for side, letter in enumerate(_LETTERS if view.teams else ""):
        yield say(Text("board.roster", letter=letter, names=roster(view, side, limit)))


def _sums(view: RoadView) -> Iterator[Text]:
    """Yield the number of stacks and captives of each side, including those at the bases."""
    captains = [view.seats[stack.captain].side for stack in view.stacks]
    yield Text("board.stacks", jade=captains.count(0), red=captains.count(1))
    held = [by_side(stack.captives, view.seats) for stack in view.stacks]
    yield Text("board.sums", jade=sum(a for a, _ in held), red=sum(b for _, b in held))


def _letter(side: int, *, holding: bool) -> str:
    return _LETTERS[side].upper() if holding else _LETTERS[side]


def _lands(view: RoadView) -> frozenset[int]:
    return frozenset(landing.at for landing in view.landings)


def _cell(view: RoadView, at: int, stacks: Sequence[StackView]) -> str:
    landing = "+" if at in _lands(view) else " "
    if not stacks:
        return f" ^{landing}" if at in view.fire else f" {landing.strip() or '.'} "
    first = stacks[0]
    letter = _letter(view.seats[first.captain].side, holding=any(first.captives))
    before = "<" if first.heading <= 0 else landing
    after = ">" if first.heading >= 0 else landing
    return f"{before}{letter}{after}"


def _details(view: RoadView, standing: Mapping[int, Sequence[StackView]]) -> Iterator[str]:
    """Yield what cells cannot show: captives, partners, shared spaces and stacks at a base."""
    bases, lands = {0, view.road + 1}, _lands(view)
    for at in sorted({*standing, *(bases & lands)}):
        alike = Counter(piles(standing.get(at, ()), view.seats))
        parts = [_notation(pile, count) for pile, count in alike.items()]
        if at in lands and (at in bases or any(not pile.heading for pile in alike)):
            parts.append("+")
        if at in bases or len(parts) > 1 or not all(map(_plain, alike)) or alike.total() > 1:
            yield f"{at:>3} {' | '.join(parts)}"


def _legend(view: RoadView) -> Iterator[Text]:
    """Yield what the signs on the board mean, as far as they are used."""
    if view.landings:
        yield Text("board.legend.landing")
    if any(any(stack.captives) for stack in view.stacks):
        yield Text("board.legend.captives")
    alike = Counter(
        (stack.at, pile) for stack in view.stacks for pile in piles([stack], view.seats)
    )
    if any(count > 1 for count in alike.values()):
        yield Text("board.legend.shared")
    if {0, view.road + 1} & (_lands(view) | {stack.at for stack in view.stacks}):
        yield Text("board.legend.bases", first=0, last=view.road + 1)


def _plain(pile: Pile) -> bool:
    """Tell whether a letter and an arrow describe a pile completely."""
    return not pile.mark and not any(pile.captives) and pile.stacks == 1


def _notation(pile: Pile, count: int) -> str:
    letter = _letter(pile.side, holding=any(pile.captives))
    several = str(pile.stacks * count) if pile.stacks * count > 1 else ""
    held = [f"{n * count}{_LETTERS[side]}" for side, n in enumerate(pile.captives) if n]
    return " ".join([f"{several}{letter}{pile.mark or ''}{_ARROWS[pile.heading]}", *held])

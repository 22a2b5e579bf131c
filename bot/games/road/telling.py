"""Sentences about what happened in a road game."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import TypeAlias, TypeGuard

from bot.games.road.choices import goes_on, together
from bot.games.road.deeds import joined, label, sentence
from bot.games.road.events import Event, Opened, Passed, Thrown
from bot.games.road.names import player, team
from bot.games.telling import News, Told, are_told
from bot.table import departures
from bot.table.seats import Computer
from bot.table.table import Table
from engine.road.game import RoadGame
from engine.road.moves import Deed
from engine.text import Text

Group: TypeAlias = tuple[Event, ...]
"""Events that are told in one sentence."""


def tell(game: RoadGame, table: Table, happened: Sequence[Event]) -> tuple[Text, ...]:
    """Return sentences about what happened; of many events, only some have one each.

    Before these, the result says how often each side passed or moved.
    """
    opened = [event for event in happened if isinstance(event, Opened)]
    opening = _opening(game, departures.as_of(table, 0), opened)
    moves = table.moves - _moves(happened)
    lines = list[tuple[Group, Text]]()
    groups = tuple(_grouped(happened))
    for group, after in zip_longest(groups, groups[1:]):
        moves += _moves(group)
        # Those who have taken over a seat since then didn't do it.
        then = departures.as_of(table, moves)
        if line := _line(game, then, group, None if after is None else after[0]):
            lines.append((group, line))
    told = are_told([_news(group) for group, _ in lines])
    earlier = Counter[tuple[int, bool]]()
    for (group, _), is_told in zip(lines, told, strict=True):
        if not is_told:
            earlier.update(
                (game.side(event.seat), isinstance(event, Passed))
                for event in group
                if isinstance(event, Passed | Deed)
            )
    return (
        *opening,
        *(
            Text(
                "told.passes" if passed else "told.moves", name=team(game, table, who), count=count
            )
            for (who, passed), count in earlier.items()
        ),
        *(line for (_, line), is_told in zip(lines, told, strict=True) if is_told),
    )


def told(game: RoadGame, table: Table, happened: Sequence[Event]) -> Iterator[Told | None]:
    """Yield what each event adds to the log, None for a throw: that is told with what follows."""
    moves = table.moves - _moves(happened)
    for event in happened:
        moves += _moves((event,))
        yield _logged(game, departures.as_of(table, moves), event)


def _logged(game: RoadGame, table: Table, event: Event) -> Told | None:
    line: Text | None
    match event:
        case Opened(seat, number):
            line = Text("told.opened", name=player(game, table, seat), number=number)
        case Passed(seat, (number, *_)):
            line = _line(game, table, (event,), None)
        case Deed(by=seat, number=number):
            line = sentence(game, table, event)
        case _:
            return None
    return None if line is None else Told(seat, game.side(seat), number, (line,))


def _grouped(happened: Sequence[Event]) -> Iterator[Group]:
    """Group what is told in one sentence: a throw without a choice, if its moves are plain."""
    rest = deque(happened)
    while rest:
        event = rest.popleft()
        deeds = tuple(filter(_is_deed, takewhile(_is_deed, rest)))
        told_with = isinstance(event, Thrown) and event.alone and not any(map(_is_eventful, deeds))
        group = (event, *deeds) if told_with else (event,)
        for _ in group[1:]:
            rest.popleft()
        yield group


def _moves(happened: Sequence[Event]) -> int:
    return sum(map(_is_deed, happened))


def _is_deed(event: Event) -> TypeGuard[Deed]:
    return isinstance(event, Deed)


def _is_eventful(deed: Deed) -> bool:
    """Return whether a move changes more than where a stack is."""
    others = (deed.captured, deed.killed, deed.freed, deed.liberated)
    return deed.away or any(map(any, others))


def _news(group: Group) -> News:
    deeds = [event for event in group if isinstance(event, Deed)]
    if any(deed.away or any(deed.killed) for deed in deeds):
        return News.ARRIVAL
    return News.CAPTURE if any(any(deed.captured) for deed in deeds) else News.NONE


def _line(game: RoadGame, table: Table, group: Group, after: Event | None) -> Text | None:
    """Return the sentence about some events, None if they have none; `after` is the next event."""
    match group:
        case (Passed(seat, numbers, rest),):
            name = player(game, table, seat)
            if rest:
                return Text("told.pass-rest", name=name, number=tuple(numbers))
            key = "told.pass" if any(numbers) else "told.nought"
            return Text(key, name=name, number=tuple(numbers))
        case (Thrown() as thrown, *deeds):
            return _thrown(game, table, thrown, [*filter(_is_deed, deeds)], after)
        case (Deed() as deed,):
            return sentence(game, table, deed)
    return None


def _thrown(
    game: RoadGame, table: Table, thrown: Thrown, deeds: Sequence[Deed], after: Event | None
) -> Text | None:
    """Return the sentence about a throw and, if it left no choice, about `deeds`.

    Other throws of people are shown elsewhere: with the turn of the seat to move, on the person's
    own board, or with a pass.
    """
    name, numbers = player(game, table, thrown.seat), tuple(thrown.numbers)
    if deeds:
        move = joined(label(game, table, deed) for deed in _as_one(deeds))
        return Text("told.only", name=name, number=numbers, move=move)
    if not isinstance(after, Deed):
        return None
    if thrown.alone:
        return Text("told.one-way", name=name, number=numbers)
    computer = isinstance(table.seats[thrown.seat], Computer)
    return Text("told.cast", name=name, number=numbers) if computer else None


def _as_one(deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Return the two moves of a stack that goes on as one; other moves as they are."""
    match deeds:
        case (first, second) if goes_on(first, second):
            return (together(first, second),)
    return deeds


def _opening(game: RoadGame, table: Table, casts: Sequence[Opened]) -> Iterator[Text]:
    """Yield the opening, one sentence for each pair of throws."""
    for first, second in zip(casts[::2], casts[1::2], strict=True):
        name, other = (player(game, table, event.seat) for event in (first, second))
        if first.number == second.number:
            yield Text("told.opening-tie", names=(name, other), number=first.number)
        else:
            yield Text(
                "told.opening",
                name=name,
                other=other,
                number=first.number,
                reply=second.number,
                winner=name if first.number > second.number else other,
            )

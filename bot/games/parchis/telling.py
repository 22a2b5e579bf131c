"""Sentences about what happened: one for each turn, so that it reads like a line of a record."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeAlias

from bot.games.parchis.deeds import counted, deed
from bot.games.parchis.events import Counted, Event, Lost, Opened
from bot.games.parchis.names import player
from bot.games.telling import News, Told, are_told
from bot.table import departures
from bot.table.naming import as_text
from bot.table.table import Table
from engine.parchis.board import GOAL
from engine.parchis.game import ParchisGame
from engine.text import Text

PLACES: Final = (
    Text("parchis.place.1"),
    Text("parchis.place.2"),
    Text("parchis.place.3"),
    Text("parchis.place.4"),
)
"""The places of those who finish, in a sentence; the first one first."""

MOST_IDLE: Final = 6
"""The maximum number of turns in which nothing could be played whose throws are told."""

Turn: TypeAlias = tuple[Counted, ...]
"""The numbers of one turn."""


def tell(game: ParchisGame, table: Table, happened: Sequence[Event]) -> tuple[Text, ...]:
    """Return sentences about what happened, one for each turn.

    Turns in a row in which nothing could be played for the same reason share one. Of many turns,
    only the last are told, and those with news, after a sentence that counts the others.
    """
    opened = [event for event in happened if isinstance(event, Opened)]
    numbers = [event for event in happened if isinstance(event, Counted)]
    moves = table.moves - _moves(numbers)
    lines, counts, news = list[tuple[Text, ...]](), list[int](), list[News]()
    for turns in _together([tuple(turn) for _, turn in groupby(numbers, attrgetter("seat"))]):
        # Those who have taken over a seat since then didn't do it. A seat that changed hands before
        # the first move of a turn has that turn played by the successor.
        then = departures.as_of(table, moves + _moves(turns[0][:1]))
        lines.append(tuple(_idle(game, then, turns) or _turn(game, then, turns[0])))
        counts.append(len(turns))
        news.append(_news(turns))
        moves += sum(map(_moves, turns))
    told = are_told(news)
    earlier = sum(count for count, is_told in zip(counts, told, strict=True) if not is_told)
    return (
        *_opening(game, departures.as_of(table, 0), opened),
        *([Text("parchis.told.earlier", count=earlier)] if earlier else []),
        *(line for turn, is_told in zip(lines, told, strict=True) if is_told for line in turn),
    )


def told(game: ParchisGame, table: Table, happened: Sequence[Event]) -> Iterator[Told]:
    """Yield what each event adds to the log."""
    moves = table.moves - _moves(each for each in happened if isinstance(each, Counted))
    for event in happened:
        moves += _moves((event,)) if isinstance(event, Counted) else 0
        then, colour = departures.as_of(table, moves), game.arms[event.seat].colour
        match event:
            case Opened(seat, number):
                line = Text("told.opened", name=player(game, then, seat), number=number)
                yield Told(seat, colour, number, (line,))
            case Counted(seat, number):
                whole = replace(event, thrown=event.face is not None)  # the throw has no line
                yield Told(seat, colour, number, tuple(_turn(game, then, (whole,))))


def _news(turns: Sequence[Turn]) -> News:
    """Return what turns told together have brought."""
    events = [event for turn in turns for event in turn]
    moves = [event.move for event in events if event.move is not None]
    if any(move.end == GOAL for move in moves):
        return News.ARRIVAL
    return News.CAPTURE if any(move.captures for move in moves) else News.NONE


def _moves(numbers: Iterable[Counted]) -> int:
    return sum(event.move is not None for event in numbers)


def _together(turns: Iterable[Turn]) -> Sequence[Sequence[Turn]]:
    """Group turns in a row in which nothing could be played for the same reason."""
    groups, before = list[list[Turn]](), None
    for turn in turns:
        reason = _why_idle(turn)
        if reason is not None and reason == before:
            groups[-1].append(turn)
        else:
            groups.append([turn])
        before = reason
    return groups


def _why_idle(turn: Turn) -> Lost | None:
    """Return why nothing could be played in a turn, None if there is more to tell."""
    reasons = {None if event.learners or event.sent_home else event.lost for event in turn}
    return reasons.pop() if len(reasons) == 1 else None


def _idle(game: ParchisGame, table: Table, turns: Sequence[Turn]) -> Sequence[Text]:
    """Return the sentence about turns in which nothing could be played; empty for one throw."""
    if _why_idle(turns[0]) is None or sum(map(len, turns)) == 1:
        return ()
    why = deed(game, table, turns[0][0])
    if len(turns) > MOST_IDLE:
        return (Text("parchis.told.idle", count=len(turns), deed=why),)
    throws = tuple(
        Text(
            "parchis.told.threw",
            name=player(game, table, turn[0].seat),
            numbers="-".join(str(event.face or event.number) for event in turn),
        )
        for turn in turns
    )
    return (Text("parchis.told.throw", throws=throws, deed=why),)


def _turn(game: ParchisGame, table: Table, turn: Turn) -> Iterator[Text]:
    """Yield the sentence about a turn, and others about pieces under instruction and the end."""
    name = player(game, table, turn[0].seat)
    parts = [counted(game, table, event) for event in turn]
    told = reduce(lambda one, other: Text("parchis.told.then", first=one, second=other), parts)
    key = "parchis.told.throws" if turn[0].thrown else "parchis.told.plays"
    yield Text(key, name=name, told=told)
    for event in turn:
        for learner in event.learners:
            place = game.arms[learner].lesson[0]
            taught = player(game, table, learner)
            yield Text("parchis.told.learns", name=taught, place=place)
        if event.place is not None:
            yield Text("parchis.told.finished", name=name, place=PLACES[event.place - 1])


def _opening(game: ParchisGame, table: Table, opened: Sequence[Opened]) -> Iterator[Text]:
    """Yield the opening, one sentence for each round of throws."""
    rounds = list[list[Opened]]()
    for event in opened:
        if not rounds or event.seat <= rounds[-1][-1].seat:
            rounds.append([])
        rounds[-1].append(event)
    for number, throws in enumerate(rounds):
        highest = max(event.face for event in throws)
        best = [event.seat for event in throws if event.face == highest]
        thrown = tuple(_thrown(game, table, event) for event in throws)
        told = Text("parchis.told.tied" if number else "parchis.told.opening", throws=thrown)
        names = tuple(as_text(player(game, table, seat)) for seat in best)
        key = "parchis.told.begins" if len(best) == 1 else "parchis.told.tie"
        yield Text(key, told=told, name=names)


def _thrown(game: ParchisGame, table: Table, event: Opened) -> Text:
    name = player(game, table, event.seat)
    return Text("parchis.told.opened", name=name, number=event.face)

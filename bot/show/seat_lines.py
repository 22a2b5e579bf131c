"""Seats that change hands during a team game: what boards say about it, and the buttons."""

from collections.abc import Iterator, Sequence

from bot.acts.play.take import TakeSeat
from bot.games.catalogue import Games
from bot.table import departures
from bot.table.agreement import seat_mark
from bot.table.button import Button, Style
from bot.table.former import Former
from bot.table.naming import name_of, vacated_by
from bot.table.seats import Computer, Person, Seat
from bot.table.table import Status, Table
from engine.text import Text

SINGLE_SEATS = 4
"""The maximum number of seats with buttons of their own. If there are more, the bot chooses."""


def departure_lines(table: Table) -> Iterator[Text]:
    """Yield who has left a seat since the last move, and who plays on there.

    Later steps of the same position, such as offers, keep these lines.
    """
    told = set[Text]()
    for number, former in enumerate(table.former):
        if (former.moves, former.at) != (table.moves, table.touched):
            continue
        line = _line(table, former, number)
        if line not in told:  # several seats of one player make one line
            told.add(line)
            yield line


def _line(table: Table, former: Former, number: int) -> Text:
    """Return who has left, by the `number` of the departure, and who plays on."""
    before, after = table.former[:number], table.former[number + 1 :]
    successor = next((each.holder for each in after if each.seat == former.seat), None)
    new: Seat = table.seats[former.seat] if successor is None else successor
    if isinstance(new, Computer):
        level = Text(f"level.{new.level}")
        return Text(f"left.{former.why}", name=name_of(former.holder), level=level)
    relieved = [each.holder for each in before if each.seat == former.seat]
    other = next((each for each in reversed(relieved) if isinstance(each, Person)), None)
    assert isinstance(new, Person)  # noqa: S101 - only people and computers play
    assert other is not None  # noqa: S101 - a computer is relieved only of a seat given up
    if other.user == new.user:
        return Text("left.back", name=name_of(new))
    return Text("left.relieved", name=name_of(new), other=name_of(other))


def seat_buttons(games: Games, table: Table) -> Iterator[Button]:
    """Yield the buttons to take over seats in which computers stand in for people."""
    vacated: Sequence[int] = table.vacated
    if table.status is not Status.PLAYING or len(table.former) >= departures.MAX_CHANGES:
        return
    family = games.of(table.header)
    if 1 < len(vacated) <= SINGLE_SEATS:
        for seat in vacated:
            label = Text("button.take-seat-of", seat=family.seat(table.header, seat))
            yield Button(label, _take(table, seat), Style.GOOD)
    elif len(vacated) == 1:
        yield Button(Text("button.take-seat"), _take(table, vacated[0]), Style.GOOD)
    elif vacated:
        yield Button(Text("button.take-a-seat"), TakeSeat(table.id), Style.GOOD)


def _take(table: Table, seat: int) -> TakeSeat:
    former = vacated_by(table, seat)
    return TakeSeat(table.id, seat, "" if former is None else seat_mark(table, former))

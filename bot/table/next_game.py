"""The next game, of a match or of people who play again. Pure functions.

They say who sits where, when it may begin, and what has been won so far.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.table.copies import Copy
from bot.table.former import Departure, Former
from bot.table.match_text import so_far
from bot.table.seats import Computer, Person, Seat
from bot.table.table import SMALLEST_GAME, Ending, Status, Table
from bot.table.tally import Tally
from engine import AnyGame

BEGIN_SECONDS = 60
"""How long after it is posted a game begins even if not everyone is ready, in seconds."""


def is_further_game(table: Table) -> bool:
    """Return whether a match had games before this one; this one may be over, too."""
    return table.match is not None and table.match.number > 0


def is_repeatable(table: Table) -> bool:
    """Return whether people can play again: a game, or a match that was left between two games."""
    if table.ending is Ending.MATCH_LEFT:
        return True
    return table.status is Status.OVER and bool(table.position)


def is_against_computers(ended: Table) -> bool:
    """Return whether one person alone would play a finished game again, from one seat."""
    people = [seat for seat in returning(ended) if isinstance(seat, Person)]
    return len(people) == 1 and not ended.is_demo


def tally_after(table: Table, game: AnyGame) -> Tally | None:
    """Return what two players have won so far, with this game or match; None if there are more."""
    if len(table.seats) != SMALLEST_GAME:
        return None
    tally, won = table.tally or Tally(), _winners(table, game)
    return tally.won_by(won[0]) if len(won) == 1 else tally


def returning(table: Table) -> tuple[Seat, ...]:
    """Return who has each seat in the game that follows, before they change sides.

    Players who have resigned come back, unless another person has taken the seat. Those who have
    left in another way or whose data has been deleted don't: the computer goes on for them. Words
    are for one game.
    """
    holders = (_holder(table, number) for number in range(len(table.seats)))
    return tuple(
        Person(s.user, s.name, owner=s.owner) if isinstance(s, Person) else s for s in holders
    )


def moved_on(seats: Sequence[Seat], game: AnyGame, following: AnyGame) -> tuple[Seat, ...]:
    """Return the seats for another game: the players of each side have the next side, in order.

    Raises ValueError if the games have different numbers of seats.
    """
    first, *others = _sides(following)
    moved = dict[int, Seat]()
    for here, there in zip(_sides(game), (*others, first), strict=True):
        moved |= {new: seats[old] for old, new in zip(here, there, strict=True)}
    return tuple(moved[number] for number in range(following.seats))


def shown_where_joined(ended: Table, following: Table) -> Table:
    """Return the table of the next game, shown where players have taken their seats.

    They may see it nowhere else, so whoever has ended a copy there has ended that of one game only.
    """
    copies = {each.place: Copy(each.place, each.user) for each in ended.joined}
    copies |= {copy.place: copy for copy in ended.copies}
    away = tuple(copy for place, copy in copies.items() if place != following.place)
    after = replace(following, joined=ended.joined, copies=away)
    return replace(after, copies=after.needed_copies)


def host_among(seats: Sequence[Seat], host: Person) -> int:
    """Return the seat of a host or, if they have none, of the first person; 0 without people."""
    people = {number: seat for number, seat in enumerate(seats) if isinstance(seat, Person)}
    theirs = (number for number, person in people.items() if person.user == host.user)
    return [*theirs, *people, 0][0]


def unready(table: Table) -> tuple[Person, ...]:
    """Return the people whom the next game waits for, each once."""
    waited_for = {
        seat.user: seat
        for number, seat in enumerate(table.seats)
        if isinstance(seat, Person) and number not in table.ready
    }
    return tuple(waited_for.values())


def may_begin(table: Table, now: float) -> bool:
    """Return whether the next game begins, because everyone is ready or a minute has passed."""
    return not unready(table) or now >= table.created + BEGIN_SECONDS


def with_ready(table: Table, person: Person) -> Table:
    """Return the table of the next game with a person ready, in all their seats."""
    mine = table.seats_of(person.user)
    seats = tuple(person if number in mine else seat for number, seat in enumerate(table.seats))
    return replace(table, seats=seats, ready=tuple(sorted({*table.ready, *mine})))


def without(table: Table, seats: Sequence[int], stand_in: Computer, now: float) -> Table:
    """Return the table of the next game with a computer in some seats, whose player has left.

    Others can take over these seats once the game has begun.
    """
    left = (
        Former(number, holder, Departure.MATCH_LEFT, 0, int(now))
        for number, holder in enumerate(table.seats)
        if number in seats and isinstance(holder, Person)
    )
    after = tuple(stand_in if n in seats else seat for n, seat in enumerate(table.seats))
    ready = tuple(number for number in table.ready if number not in seats)
    return replace(
        table,
        seats=after,
        ready=ready,
        hosted_by=host_among(after, table.host),
        former=(*table.former, *left),
    )


def _winners(table: Table, game: AnyGame) -> tuple[int, ...]:
    """Return the seats that have won a game; in a match, those that have won that with it."""
    before, match = table.match, so_far(table, game)
    if before is None or match is None:
        return table.winners
    if table.status is not Status.OVER or not match.is_decided:
        return ()
    sides = {before.side_of(party, game.sides) for party in match.winners(game.sides)}
    return tuple(seat for seat in range(game.seats) if game.side(seat) in sides)


def _holder(table: Table, number: int) -> Seat:
    """Return who has a seat in the next game."""
    holder = table.seats[number]
    here = (each for each in reversed(table.former) if each.seat == number)
    last = next((each for each in here if isinstance(each.holder, Person)), None)
    if isinstance(holder, Computer) and last is not None and last.why is Departure.RESIGNED:
        gone = isinstance(last.holder, Person) and last.holder.user.is_deleted
        return holder if gone else last.holder
    return holder


def _sides(game: AnyGame) -> list[list[int]]:
    """Return the seats of each side."""
    sides: list[list[int]] = [[] for _ in range(game.sides)]
    for seat in range(game.seats):
        sides[game.side(seat)].append(seat)
    return sides

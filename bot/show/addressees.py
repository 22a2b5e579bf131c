"""Whom a board addresses: the people who are to act next, whom a new message mentions."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.games.catalogue import Games
from bot.games.family import Scene
from bot.table import consent, departures
from bot.table.asking import Asking
from bot.table.clock import Stop
from bot.table.next_game import unready
from bot.table.seats import Kept, Person, Seat
from bot.table.table import Status, Table
from bot.table.upkeep import REMINDED_DAYS

ASKED_DAYS = REMINDED_DAYS[-1]
"""After how many days without a move the board asks the players whether they want to go on."""


@dataclass(frozen=True, slots=True)
class Addressees:
    """The people who are to act: to move or, with `answer`, to give an answer.

    Once a table is over, they are those who are told that.
    """

    people: tuple[Person | Kept, ...] = ()
    answer: bool = False


def addressees(games: Games, table: Table, scene: Scene | None) -> Addressees:
    """Return whom a board addresses.

    A game waits for nobody while its clock stands still, and never for a player who has gone.
    """
    if table.status is Status.OFFERED:
        return Addressees(_accepting(table), answer=True)
    if table.status is Status.OVER:
        return Addressees(_told(table))
    for asking in table.offers:
        if asking.revision == table.revision and not table.silent:
            return Addressees(_asked(games, table, asking), answer=True)
    if asks_to_go_on(table):
        return Addressees(_present(table, range(len(table.seats))), answer=True)
    if table.forfeit is not None:
        return Addressees(_deciding(games, table, table.forfeit), answer=True)
    paused = table.clock is not None and table.clock.stopped is Stop.PAUSED
    if scene is None or scene.mover is None or paused or is_vacation(table):
        return Addressees()
    return Addressees(_present(table, (scene.mover,)))


def asks_to_go_on(table: Table) -> bool:
    """Return whether the board asks the players if they want to go on with an idle game."""
    return table.status is Status.PLAYING and table.idle_days >= ASKED_DAYS


def is_vacation(table: Table) -> bool:
    """Return whether the player to move was on vacation when the game last changed."""
    clock, calls = table.clock, table.calls
    if clock is None or clock.stopped is not Stop.VACATION:
        return False
    return max(table.touched, calls.last, calls.nudged) < clock.since


def opponents(games: Games, table: Table, seat: int) -> tuple[Person, ...]:
    """Return the people on other sides than that of `seat` who have not gone."""
    return _present(table, games.opponents(table, seat))


def _asked(games: Games, table: Table, asking: Asking) -> tuple[Person, ...]:
    """Return who is still to answer an offer."""
    return _present(table, consent.still_asked(games.game(table.header), table, asking))


def _deciding(games: Games, table: Table, forfeit: int) -> tuple[Person, ...]:
    """Return who decides what follows when a player's time is up: partners or else opponents."""
    partners = departures.play_on(games.game(table.header), table, forfeit)
    return _present(table, partners) or opponents(games, table, forfeit)


def _accepting(table: Table) -> tuple[Person | Kept, ...]:
    """Return the people who are to begin a game: those invited, or not yet ready for it.

    A challenge that others can accept too waits for nobody.
    """
    if table.is_next_game:
        return unready(table)
    if table.is_lobby:
        return _told(table) or table.asked
    if table.is_demo:
        return ()
    if table.is_practice:
        return (table.host,)
    return table.asked if len(table.asked) == 1 else ()


def _told(table: Table) -> tuple[Person | Kept, ...]:
    """Return whom this revision invites, or tells that the table is over."""
    holders = (table.seats[number] for number in table.told_now)
    return tuple(holder for holder in holders if isinstance(holder, Person | Kept))


def _present(table: Table, seats: Iterable[int]) -> tuple[Person, ...]:
    """Return the people in these seats who have not gone, each once."""
    gone = None if table.absence is None else table.seats[table.absence.seat]
    holders = (table.seats[seat] for seat in seats)
    there = (each for each in holders if isinstance(each, Person) and not _is_same(each, gone))
    return tuple({person.user: person for person in there}.values())


def _is_same(person: Person, seat: Seat | None) -> bool:
    """Return whether a seat is one of this person's."""
    return isinstance(seat, Person) and seat.user == person.user

"""Permissions: predicates to select tables by, and checks that raise Refusal."""

from bot.acts.named import button
from bot.table import guest_seats
from bot.table.button import Style
from bot.table.clock import Stop
from bot.table.people import Actor, Place, User
from bot.table.request import Refusal, Request
from bot.table.seats import Free, Kept
from bot.table.settings import Settings
from bot.table.table import SMALLEST_GAME, Status, Table
from bot.table.terms import Terms
from engine.text import Text


def users_of(actor: Actor) -> tuple[User, ...]:
    """Return the actor's accounts, and the user that stands for their handle (`@ana`)."""
    accounts = (actor.user, *actor.linked)
    if not actor.handle:
        return accounts
    return (*accounts, User(actor.user.platform, f"@{actor.handle.casefold()}"))


def seat_kept_for(table: Table, actor: Actor) -> int | None:
    """Return the seat reserved for the actor, None if there is none."""
    users = users_of(actor)
    for number, seat in enumerate(table.seats):
        if isinstance(seat, Kept) and seat.user in users:
            return number
    return None


def seat_to_take(table: Table, actor: Actor) -> int | None:
    """Return the seat that the actor may take: one reserved for them, or the first free one."""
    kept = seat_kept_for(table, actor)
    if kept is not None:
        return kept
    free = (number for number, seat in enumerate(table.seats) if isinstance(seat, Free))
    return next(free, None)


def can_accept(table: Table, actor: Actor) -> bool:
    """Return whether the actor may take a seat, start their practice game, or get ready."""
    if table.status is not Status.OFFERED:
        return False
    if table.seat_of(actor.user) is not None:
        return table.is_practice or table.is_next_game
    return seat_to_take(table, actor) is not None


def is_addressed(table: Table, actor: Actor) -> bool:
    """Return whether the table is a challenge to the actor."""
    return table.status is Status.OFFERED and seat_kept_for(table, actor) is not None


def is_host(table: Table, actor: Actor) -> bool:
    """Return whether the table is a challenge by the actor."""
    offered = table.status is Status.OFFERED and not table.is_next_game
    return offered and table.host.user == actor.user


def is_in_lobby(table: Table, actor: Actor) -> bool:
    """Return whether the actor has a seat in a lobby, or one reserved for them."""
    return table.is_lobby and is_theirs(table, actor)


def can_start(table: Table, actor: Actor) -> bool:
    """Return whether the actor has posted a game against computers, or gathers in a lobby."""
    return is_in_lobby(table, actor) or (is_host(table, actor) and table.is_practice)


def can_alter(table: Table, actor: Actor) -> bool:
    """Return whether the actor has posted a game whose options could change before it begins."""
    return is_host(table, actor) and not table.is_demo


def is_playing(table: Table, actor: Actor) -> bool:
    """Return whether the actor is playing at the table."""
    return table.status is Status.PLAYING and table.seat_of(actor.user) is not None


def is_demo_of(table: Table, actor: Actor) -> bool:
    """Return whether the table is a game of computers that the actor has posted."""
    return table.is_demo and is_open(table, actor) and table.host.user == actor.user


def is_seated(table: Table, actor: Actor) -> bool:
    """Return whether the actor has a seat, and the table is not over."""
    return table.status is not Status.OVER and table.seat_of(actor.user) is not None


def is_in_match(table: Table, actor: Actor) -> bool:
    """Return whether the actor plays in a match with this game, which may be about to begin."""
    return table.match is not None and (
        is_playing(table, actor) or (table.is_next_game and is_seated(table, actor))
    )


def is_between_people(table: Table, actor: Actor) -> bool:
    """Return whether the actor is playing at the table, against or with other people."""
    return is_playing(table, actor) and not table.is_practice


def is_paused(table: Table, actor: Actor) -> bool:
    """Return whether the actor is playing at the table, and the game is paused."""
    paused = table.clock is not None and table.clock.stopped is Stop.PAUSED
    return is_playing(table, actor) and paused


def waits_for_others(table: Table, actor: Actor) -> bool:
    """Return whether the actor is playing with people, and it is not the actor's turn."""
    theirs = table.clock is None or table.clock.seat not in table.seats_of(actor.user)
    return is_between_people(table, actor) and theirs


def has_vacated_seat(table: Table, _actor: Actor) -> bool:
    """Return whether a player has given up a seat that is now free to take over."""
    return table.status is Status.PLAYING and bool(table.vacated)


def is_theirs(table: Table, actor: Actor) -> bool:
    """Return whether the actor has a seat and the table is not over, or they are challenged."""
    return is_seated(table, actor) or is_addressed(table, actor)


def is_concerned(table: Table, actor: Actor) -> bool:
    """Return whether the actor has a seat, even if the table is over, or they are challenged."""
    return table.seat_of(actor.user) is not None or is_addressed(table, actor)


def is_open(table: Table, _actor: Actor) -> bool:
    """Return whether the table is not over."""
    return table.status is not Status.OVER


def seat_of(table: Table, actor: Actor) -> int:
    """Return the actor's seat.

    Raises Refusal if they have none, or the game is not being played.
    """
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refusal(Text("seat.none"))
    must_have_begun(table)
    return seat


def must_decide_for_good(table: Table, actor: Actor) -> None:
    """Raise Refusal if another browser can still take the actor's seat back."""
    if guest_seats.can_be_taken_back(table, actor.user):
        raise Refusal(Text("seat.renewed"))


def must_have_begun(table: Table) -> None:
    """Raise Refusal if the game is not being played: not yet, or no longer."""
    if table.status is Status.OFFERED:
        raise Refusal(Text("table.not-begun"))
    must_be_open(table)


def must_be_here(table: Table, place: Place) -> None:
    """Raise Refusal if the request comes from a place that doesn't show the table."""
    if place not in table.shown_in:
        raise Refusal(Text("table.elsewhere", id=table.id))


def must_be_home(table: Table, place: Place) -> None:
    """Raise Refusal if the request doesn't come from where the table began."""
    if table.place != place:
        raise Refusal(Text("table.home"))


def must_be_offered(table: Table) -> None:
    """Raise Refusal unless the table is an open challenge."""
    if table.status is Status.PLAYING:
        two = len(table.seats) == SMALLEST_GAME
        raise Refusal(Text("accept.taken" if two else "join.begun"))
    if table.status is Status.OVER:
        raise Refusal(Text(f"challenge.{table.ending}"))


def must_be_challenge(table: Table, place: Place) -> None:
    """Raise Refusal unless the table is an open challenge in the place, or a lobby anywhere.

    The next game of a match is neither.
    """
    if not table.is_lobby:
        must_be_here(table, place)
    must_be_offered(table)
    if table.is_next_game:
        leave = button("button.leave-match", "quit", table.id, style=Style.BAD)
        raise Refusal(Text("match.next"), choices=(leave,))


def must_be_open(table: Table) -> None:
    """Raise Refusal if the table is over."""
    if table.status is Status.OVER:
        raise Refusal(Text("table.over"))


def must_allow_thread(request: Request, terms: Terms) -> None:
    """Raise Refusal if a game is to have a thread of its own where that is impossible."""
    if terms.thread and request.threadless is not None:
        raise Refusal(request.threadless)


def must_allow_tables(settings: Settings) -> None:
    """Raise Refusal if the place's settings allow no new tables."""
    if not settings.tables:
        raise Refusal(Text("offer.closed"))

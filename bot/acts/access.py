"""Who may do what at a table: conditions to find tables by, and refusals for everybody else."""

from bot.table.people import Actor, Place, User
from bot.table.request import Refusal
from bot.table.seats import Free, Kept
from bot.table.settings import Settings
from bot.table.table import Status, Table
from engine.text import Text


def users_of(actor: Actor) -> tuple[User, ...]:
    """Return the users that the actor is: the person, and who goes by their handle (`@ana`)."""
    if not actor.handle:
        return (actor.user,)
    return (actor.user, User(actor.user.platform, f"@{actor.handle.casefold()}"))


def seat_kept_for(table: Table, actor: Actor) -> int | None:
    """The seat that is kept for the actor, None if there is none."""
    users = users_of(actor)
    for number, seat in enumerate(table.seats):
        if isinstance(seat, Kept) and seat.user in users:
            return number
    return None


def seat_to_take(table: Table, actor: Actor) -> int | None:
    """The seat that the actor may take: one that is kept for them, or else the first free one."""
    kept = seat_kept_for(table, actor)
    if kept is not None:
        return kept
    free = (number for number, seat in enumerate(table.seats) if isinstance(seat, Free))
    return next(free, None)


def can_accept(table: Table, actor: Actor) -> bool:
    """Whether the actor may take the free seat, or start their practice game."""
    if table.status is not Status.OFFERED:
        return False
    if table.seat_of(actor.user) is not None:
        return table.is_practice
    return seat_to_take(table, actor) is not None


def is_addressed(table: Table, actor: Actor) -> bool:
    """Whether it is a challenge to the actor."""
    return table.status is Status.OFFERED and seat_kept_for(table, actor) is not None


def is_host(table: Table, actor: Actor) -> bool:
    """Whether it is a challenge of the actor."""
    return table.status is Status.OFFERED and table.host.user == actor.user


def is_playing(table: Table, actor: Actor) -> bool:
    """Whether the actor plays there."""
    return table.status is Status.PLAYING and table.seat_of(actor.user) is not None


def is_seated(table: Table, actor: Actor) -> bool:
    """Whether the actor has a seat at a table that is not over."""
    return table.status is not Status.OVER and table.seat_of(actor.user) is not None


def is_theirs(table: Table, actor: Actor) -> bool:
    """Whether the actor has a seat there, or is to have one."""
    return is_seated(table, actor) or is_addressed(table, actor)


def is_concerned(table: Table, actor: Actor) -> bool:
    """Whether the actor has a seat there, or is to have one, or had one when it ended."""
    return table.seat_of(actor.user) is not None or is_addressed(table, actor)


def is_open(table: Table, _actor: Actor) -> bool:
    """Whether the table is not over."""
    return table.status is not Status.OVER


def seat_of(table: Table, actor: Actor) -> int:
    """The actor's seat at a table that is being played."""
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refusal(Text("seat.none"))
    if table.status is Status.OFFERED:
        raise Refusal(Text("table.not-begun"))
    must_be_open(table)
    return seat


def must_be_here(table: Table, place: Place) -> None:
    """Refuse what is asked from another place than the table's."""
    if table.place != place:
        raise Refusal(Text("table.elsewhere", id=table.id))


def must_be_offered(table: Table) -> None:
    """Refuse what can be done with an open challenge only."""
    if table.status is Status.PLAYING:
        raise Refusal(Text("accept.taken"))
    if table.status is Status.OVER:
        raise Refusal(Text(f"challenge.{table.ending}"))


def must_be_open(table: Table) -> None:
    """Refuse what cannot be done with a table that is over."""
    if table.status is Status.OVER:
        raise Refusal(Text("table.over"))


def must_welcome(settings: Settings) -> None:
    """Refuse tables where none may be opened."""
    if not settings.tables:
        raise Refusal(Text("offer.closed"))


def must_manage(actor: Actor, otherwise: Text) -> None:
    """Refuse what only moderators of the place may do."""
    if not actor.manages:
        raise Refusal(otherwise)

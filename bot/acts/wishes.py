"""Offers that players make each other during a game: to take back a move, a draw, a pause.

An offer is part of the table until everybody who is needed has agreed (`bot.table.consent`),
somebody declines it, or the next move. One that was declined can be made again in another turn, but
calls nobody then. To have the game shown in another chat is offered by the code of a player; that
offer outlasts moves.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.acts import access, places
from bot.acts.act import TableStep
from bot.acts.context import Context
from bot.acts.forced import likes_to_press
from bot.acts.limits import OFFERS
from bot.acts.offers import person_of
from bot.acts.tables import Stale
from bot.games.catalogue import Games
from bot.table import consent, steps
from bot.table.asking import Asking, Refused, Viewing, Wish
from bot.table.clock import Stop
from bot.table.copies import Copy
from bot.table.naming import named
from bot.table.people import Actor, User
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.undo import Taken, taken_back
from engine import Corrupt
from engine.record import UNDO
from engine.text import Text

MOST_UNDONE: Final = 1000
"""How many moves can be taken back in one game, those of computers included."""


@dataclass(frozen=True, slots=True)
class WishStep(TableStep):
    """An act that offers the opponents something."""

    anywhere: ClassVar = True
    fits: ClassVar = access.is_between_people
    none: ClassVar = Text("agree.none-here")


def offered(table: Table, wish: Wish, here: Context) -> Step:
    """Return the step that makes the offer.

    Raises Refusal if an open one is in its way, or if the side has made it in vain in this
    turn.
    """
    seat, open_ = access.seat_of(table, here.actor), table.asking
    if wish is Wish.DRAW:
        access.must_decide_for_good(table, here.actor)
    if open_ is not None and open_.seat not in table.seats_of(here.user):
        raise Refusal(Text("agree.open", name=named(table, open_.seat)))
    if open_ is not None and open_.wish is wish:
        raise Refusal(Text("agree.same"))
    before = refused(here.games, table, wish, seat)
    if any(each.turn == table.turn for each in before):
        raise Refusal(Text("agree.again"))
    here.limits.count(OFFERS, here.user, table.id)
    return steps.ask(table, wish, seat, here.now, silent=bool(before))


def shown_or_asked(table: Table, seat: int, copy: Copy, here: Context) -> Step:
    """Return the step that shows a table in a further place, or asks all who play with `seat`.

    The player of `seat` has given out a code, and so agrees. Raises Refusal if the others can't be
    asked now.
    """
    game, own = here.games.game(table.header), table.seats_of(here.user)[:1]
    asking = Asking(Wish.SHOW, seat, table.revision + 1, own, int(here.now))
    if not consent.still_asked(game, table, asking) and not table.asked:
        return steps.show(table, copy)
    if table.status is Status.OFFERED:
        raise Refusal(Text("watch.early"))
    if table.viewing is not None:
        raise Refusal(Text("watch.open"))
    before = refused(here.games, table, Wish.SHOW, seat)
    if any(each.turn == table.turn for each in before):
        raise Refusal(Text("watch.declined"))
    here.limits.count(OFFERS, here.user, table.id)
    viewing = Viewing(asking, person_of(here.actor), copy)
    return steps.ask_to_show(table, viewing, silent=bool(before))


def refused(games: Games, table: Table, wish: Wish, seat: int) -> tuple[Refused, ...]:
    """Return what the side of `seat` has wished in vain, of one kind."""
    side = games.game(table.header).side
    return tuple(
        each for each in table.refused if each.wish is wish and side(each.seat) == side(seat)
    )


async def agreed(table: Table, asking: Asking, here: Context) -> Step:
    """Return the step by which the actor agrees to an open offer. Raises Refusal if they can't."""
    seat, game = access.seat_of(table, here.actor), here.games.game(table.header)
    if asking.wish is Wish.DRAW:
        access.must_decide_for_good(table, here.actor)
    if any(each in asking.agreed for each in table.seats_of(here.user)):
        raise Refusal(Text("agree.already"))
    if asking.wish is not Wish.DRAW or asking.seat in table.seats_of(here.user):
        must_be_asked(here.games, table, here.actor, asking)
    if asking.wish is Wish.EXTEND and table.forfeit is not None:
        must_oppose(here.games, table, here.actor, table.forfeit, "extend")
    after = replace(asking, agreed=(*asking.agreed, seat))
    if consent.still_asked(game, table, after):
        return steps.agree(table, asking, seat)
    return await _granted(table, asking, here)


async def _granted(table: Table, asking: Asking, here: Context) -> Step:
    """Return the step that all sides have agreed to."""
    match asking.wish:
        case Wish.DRAW:
            everyone = tuple(range(len(table.seats)))
            return steps.end(table, Ending.AGREED, here.now, by=asking.seat, places=(everyone,))
        case Wish.PAUSE:
            must_be_pausable(table)
            return steps.pause(table, here.now)
        case Wish.RESUME:
            return steps.resume(table, here.now)
        case Wish.EXTEND:
            if table.forfeit is None:
                raise Stale(table, Text("agree.gone"))
            return steps.extend(table, here.now)
        case Wish.UNDO:
            holder = table.seats[asking.seat]
            last = await taken(table, holder.user, here) if isinstance(holder, Person) else None
            if last is None:
                raise Stale(table, Text("agree.gone"))
            return steps.take_back(table, last, here.now, granted=True)
        case Wish.SHOW:
            assert table.viewing is not None  # noqa: S101 - it is what was asked
            places.must_have_room(table)
            return steps.show(table, table.viewing.copy)


def can_wish(games: Games, table: Table, actor: Actor, wish: Wish) -> bool:
    """Return whether nothing is in the way of an offer.

    That is an offer of others, or the same one, open or made in vain in this turn.
    """
    open_, seats = table.asking, table.seats_of(actor.user)
    free = open_ is None or (open_.seat in seats and open_.wish is not wish)
    return free and not any(
        each.turn == table.turn for seat in seats[:1] for each in refused(games, table, wish, seat)
    )


async def taken(table: Table, user: User, here: Context) -> Taken | None:
    """Return how to take back the last move of a player. Raises Refusal if that is too often.

    May raise Corrupt. Each take-back makes the record longer, which is replayed whole for it.
    """
    record, seats = await here.store.record(table.id), table.seats_of(user)
    if record.count(UNDO) >= MOST_UNDONE:
        raise Refusal(Text("undo.often", count=MOST_UNDONE))
    presses = await likes_to_press(here.store, here.hands, user)
    try:
        return taken_back(here.games.game(table.header), table, record, seats, presses=presses)
    except Corrupt:
        newest = await here.load(table.id)
        if newest.revision == table.revision:
            raise
        raise Stale(newest) from None  # the record is that of a move made meanwhile


def must_have_opponents(games: Games, table: Table, seat: int, otherwise: str) -> None:
    """Raise Refusal with this text if nobody but computers plays on other sides."""
    if not games.opponents(table, seat):
        raise Refusal(Text(otherwise))


def must_be_asked(games: Games, table: Table, actor: Actor, asking: Asking) -> None:
    """Raise Refusal if the actor is a partner of who has made an offer, and isn't asked."""
    asked = consent.still_asked(games.game(table.header), table, asking)
    if not any(each in asked for each in table.seats_of(actor.user)):
        must_oppose(games, table, actor, asking.seat, "agree")


def must_oppose(games: Games, table: Table, actor: Actor, other: int, what: str) -> None:
    """Raise Refusal unless the actor, who is playing, is an opponent of the seat `other`."""
    seats, side = table.seats_of(actor.user), games.game(table.header).side
    if other in seats:
        raise Refusal(Text(f"{what}.own"))
    if side(other) in map(side, seats):
        raise Refusal(Text(f"{what}.partner", name=named(table, other)))


def must_be_pausable(table: Table) -> None:
    """Raise Refusal if the game is already paused, or waits for an opponent's claim."""
    if table.clock is not None and table.clock.stopped is Stop.PAUSED:
        raise Refusal(Text("pause.already"))
    if table.forfeit is not None:
        raise Refusal(Text("pause.forfeit"))


def is_stopped(table: Table) -> bool:
    """Return whether the game is paused, or the player to move has run out of time or gone."""
    stopped = table.clock is not None and table.clock.stopped in (Stop.PAUSED, Stop.UP)
    return stopped or table.absence is not None

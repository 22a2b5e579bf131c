"""Playing a finished game, or a match, again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from typing_extensions import override

from bot.acts import joining
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.offers import person_at
from bot.acts.rematches import id_of_rematch, is_given_up
from bot.games.catalogue import Games
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.match_text import so_far
from bot.table.naming import names_of
from bot.table.next_game import (
    is_against_computers,
    is_repeatable,
    moved_on,
    returning,
    shown_where_joined,
    tally_after,
)
from bot.table.people import Actor, User
from bot.table.request import Refusal, Reply
from bot.table.seats import Free, Kept, Person, Seat
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Rematch(TableAct):
    """Play a finished game again: the same players and options, with sides swapped.

    Against computers it begins at once. With other people, the first press posts it where they see
    it, too, and the others' presses accept it. After a match it is a match on the same terms.
    """

    declared = Declaration("rematch", None, Audience.ACTOR, Posts.NEXT, Who.PLAYERS, at_seat=True)

    table: TableId

    @override
    async def handle(self, here: Context) -> Reply:
        """Post the rematch, or accept it if another player has posted it."""
        ended = await self.find(here)
        if ended.is_shared and ended.place_of(here.user) != here.place:
            raise Refusal(Text("table.home"))
        if not is_repeatable(ended):
            raise Refusal(Text("rematch.early"))
        if not _has_returned(ended, here.actor):
            raise Refusal(Text("rematch.players"))
        if _is_undecided(here.games, ended):
            raise Refusal(Text("rematch.match"))
        again, posted = await _newest(here, ended)
        table = _again(ended, again, here)
        if posted is None:
            people = [Actor(other.user, other.name) for other in table.asked]
            await here.offers.may_invite(here.request, people)
            if await here.offers.post(here.request, table, begins=table.is_practice):
                return Reply(table=again)
            posted = await here.load(again)
        return await _taken(here, table, posted)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for those who have played, where others can watch the next game."""
        within = table.place_of(here.user) == here.place or not table.is_shared
        over = is_repeatable(table) and not table.is_demo and not _is_undecided(here.games, table)
        if within and over and _has_returned(table, here.actor):
            yield Button(label(table), cls(table.id))


def label(ended: Table) -> Text:
    """Return the label of the button: a rematch takes others, too."""
    return Text("button.again" if is_against_computers(ended) else "button.rematch")


async def _newest(here: Context, ended: Table) -> tuple[TableId, Table | None]:
    """Return the id of a game's rematch, and the rematch if it has been posted.

    The id is derived from the finished game's, so presses at the same moment, also in different
    processes, make one rematch. After one that was posted and never played comes another, whose id
    is derived from that one's.
    """
    id_, operation = id_of_rematch(here.offers, ended.id), here.request.operation
    while (posted := await here.find(id_)) is not None:
        if not is_given_up(posted) or await here.store.applied(id_, operation):
            break
        id_ = id_of_rematch(here.offers, id_)
    return id_, posted


def _has_returned(ended: Table, actor: Actor) -> bool:
    """Return whether the actor is among the players of a rematch."""
    people = (seat for seat in returning(ended) if isinstance(seat, Person))
    return any(person.user == actor.user for person in people)


def _is_undecided(games: Games, ended: Table) -> bool:
    """Return whether a game belongs to a match that goes on."""
    match = so_far(ended, games.game(ended.header))
    return match is not None and bool(ended.places) and not match.is_decided


async def _taken(here: Context, meant: Table, posted: Table) -> Reply:
    """Accept a rematch that is already posted. Its host can only wait for the others.

    The host may have changed it since. Raises Refusal if it is no longer what is `meant`.
    """
    if await here.store.applied(posted.id, here.request.operation):
        return Reply(table=posted.id)
    if posted.status is not Status.OFFERED:
        raise Refusal(Text("rematch.begun"))
    if posted.host.user == here.user and not posted.is_practice:
        raise Refusal(Text("rematch.posted", name=names_of(posted.asked)))
    return await joining.accept(here, posted, meant=meant)


def _again(ended: Table, id_: TableId, here: Context) -> Table:
    """Return a table with the same players, options and terms, each side one further.

    The other players' seats are reserved. A player who had several gets one. If some have played in
    other places, it begins where the game did, and is shown in theirs.
    """
    match = None if ended.match is None else Match(ended.match.headers, ended.match.wins)
    header = ended.header if match is None else match.header
    before, after = here.games.game(ended.header), here.games.game(header)
    seats = _once(moved_on(returning(ended), before, after))
    mine = next(n for n, s in enumerate(seats) if isinstance(s, Kept) and s.user == here.user)
    seated = (*seats[:mine], person_at(ended, here.actor), *seats[mine + 1 :])
    place = ended.place if ended.joined else here.place
    table = here.offers.new_table(
        id_, header, ended.terms, place, seated, mine, language=ended.language
    )
    tally = None if table.has_free_seat else tally_after(ended, before)
    swapped = None if tally is None else tally.swapped
    again = replace(table, match=match, tally=swapped, follows=ended.id)
    return shown_where_joined(ended, again)


def _once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with the first one of each person reserved, and their others free.

    So are those of people whose data has been deleted.
    """
    kept, known = list[Seat](), set[User]()
    for seat in seats:
        if not isinstance(seat, Person):
            kept.append(seat)
            continue
        gone = seat.user in known or seat.user.is_deleted
        kept.append(Free() if gone else Kept(seat.user, seat.name))
        known.add(seat.user)
    return tuple(kept)

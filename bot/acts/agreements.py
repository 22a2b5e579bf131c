"""What players agree on during a game: taking back moves, draws, pauses, and patience.

An offer is part of the table until an opponent answers it, or until the next move.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from bot.acts import access
from bot.acts.leaving import depart
from bot.acts.limits import OFFERS, Limits
from bot.acts.tables import Decision, Stale, Tables
from bot.acts.timekeeper import PresenceOf, private_place
from bot.games.catalogue import title
from bot.table import steps
from bot.table.calls import NUDGE_SECONDS, may_call
from bot.table.clock import Clock, Stop
from bot.table.ids import TableId
from bot.table.intents import Answer, Ask, Nudge, Resume
from bot.table.naming import named
from bot.table.people import Actor, Presence, User
from bot.table.preferences import Reminders
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Absence, Asking, Departure, Ending, Table, Wish
from bot.table.undo import Taken, taken_back
from bot.table.upkeep import REMINDED_DAYS
from engine import AnyGame, Corrupt
from engine.text import Text


class Agreements:
    """Makes and answers offers, and settles games whose player to move does not come back."""

    def __init__(self, tables: Tables, limits: Limits, presence: PresenceOf) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._limits = limits
        self._presence = presence

    async def ask(self, request: Request, ask: Ask) -> Reply:
        """Post an offer. What needs no consent happens at once."""

        async def offer(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            match ask.wish:
                case Wish.UNDO:
                    taken = await self._taken(table, request.actor.user)
                    if taken is None:
                        raise Refusal(Text("undo.none"))
                    if taken.within_turn or not self._games.opponents(table, seat):
                        return steps.take_back(table, taken, self._tables.now())
                case Wish.DRAW:
                    self._must_have_opponents(table, seat, Text("draw.computer"))
                case Wish.PAUSE:
                    self._must_have_opponents(table, seat, Text("pause.computer"))
                    _must_be_pausable(table)
            _must_allow_offer(table, ask.wish, seat)
            self._limits.count(OFFERS, request.actor.user, table.id)
            return steps.ask(table, ask.wish, seat)

        if ask.wish is Wish.UNDO:
            fits, none = access.is_playing, Text("pick.no-game")
        else:
            fits, none = access.is_between_people, Text("agree.none-here")
        return await self._anywhere(request, ask.table, fits, none, offer)

    async def answer(self, request: Request, answer: Answer) -> Reply:
        """Agree to an offer or decline it; its maker can take it back by declining.

        Every other player can decline. One opponent is enough to agree, except to a draw, which
        takes more than half of the people on each side.
        """

        async def settle(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            open_ = table.asking
            if open_ is None or open_.revision != answer.revision:
                raise Stale(table, Text("agree.gone"))
            if not answer.agrees:
                return steps.unask(table, None if seat == open_.seat else seat)
            if open_.wish is Wish.DRAW and seat != open_.seat:
                return self._agreed(table, open_, seat)
            self._must_oppose(table, request.actor, open_.seat, "agree")
            return await self._granted(table, open_)

        return await self._tables.change(request, answer.table, settle)

    async def resume(self, request: Request, resume: Resume) -> Reply:
        """End the pause of a game."""

        def go_on(table: Table) -> Step:
            access.seat_of(table, request.actor)
            if not access.is_paused(table, request.actor):
                raise Stale(table, Text("resume.none"))
            return steps.resume(table, self._tables.now())

        none = Text("resume.none-here")
        return await self._anywhere(request, resume.table, access.is_paused, none, go_on)

    async def claim(self, request: Request, table: TableId) -> Reply:
        """Play on without the player to move, who has run out of time or gone.

        A computer takes over, or the game ends (`departures.play_on`), and the opponents win.
        """

        def claim(table: Table) -> Step:
            seat = self._forfeit(table, request.actor)
            up = table.clock is not None and table.clock.stopped is Stop.UP
            why = Departure.TIMEOUT if up else Departure.LEFT
            return depart(self._games, table, seat, why, self._tables.now())

        return await self._tables.change(request, table, claim)

    async def extend(self, request: Request, table: TableId) -> Reply:
        """Give a day to a player whose time is up, or who has gone."""

        def give(table: Table) -> Step:
            self._forfeit(table, request.actor)
            return steps.extend(table, self._tables.now())

        return await self._tables.change(request, table, give)

    async def keep_playing(self, request: Request, table: TableId) -> Reply:
        """Keep a game that ends soon because nobody moves."""

        def keep(table: Table) -> Step:
            access.seat_of(table, request.actor)
            if table.idle_days < REMINDED_DAYS[-1]:
                raise Stale(table, Text("keep.none"))
            return steps.keep(table, self._tables.now())

        return await self._tables.change(request, table, keep)

    async def nudge(self, request: Request, nudge: Nudge) -> Reply:
        """Remind the player to move, as they prefer it."""

        async def remind(table: Table) -> Step:
            person = self._awaited(table, request.actor)
            now, calls = self._tables.now(), table.calls
            name = named(table, self._tables.to_move(table))
            if calls.nudged and abs(now - calls.nudged) < NUDGE_SECONDS:
                raise Refusal(Text("nudge.again", name=name))
            preferences = await self._store.preferences(person.user)
            if preferences.reminders is Reminders.OFF:
                raise Refusal(Text("nudge.off", name=name))
            if not may_call(preferences, now):
                raise Refusal(Text("nudge.quiet", name=name))
            if await self._presence(table.place, person.user) is Presence.GONE:
                return self._missed(table, now)
            place = private_place(person.user, preferences)
            called = replace(calls, nudged=int(now), place=place, refused=False)
            return steps.call(table, called)

        none, fits = Text("nudge.none-here"), access.waits_for_others
        found = await self._tables.find(request, nudge.table, fits, none)
        reply = await self._tables.change(request, found.id, remind, anywhere=True)
        mover = self._tables.to_move(found)
        if mover is None or mover in found.seats_of(request.actor.user):
            return reply  # redelivered: the player has moved since the first delivery
        if (await self._tables.load(found.id)).absence is not None:
            raise Refusal(Text("nudge.gone", name=named(found, mover)))
        return replace(reply, texts=(Text("nudge.done", name=named(found, mover)),))

    async def _anywhere(
        self,
        request: Request,
        table: TableId | None,
        fits: Callable[[Table, Actor], bool],
        none: Text,
        decide: Decision,
    ) -> Reply:
        """Change a table. If its board is in another place, the reply confirms it."""
        found = await self._tables.find(request, table, fits, none)
        reply = await self._tables.change(request, found.id, decide, anywhere=True)
        if found.place == request.place:
            return reply
        return Reply((Text("table.changed", ruleset=title(found.header)),))

    def _agreed(self, table: Table, asking: Asking, seat: int) -> Step:
        """Return the step by which `seat` agrees to a draw."""
        if seat in asking.agreed:
            raise Refusal(Text("agree.already"))
        if not self._is_majority(table, {asking.seat, seat, *asking.agreed}):
            return steps.agree(table, asking, seat)
        everyone = tuple(range(len(table.seats)))
        now = self._tables.now()
        return steps.end(table, Ending.AGREED, now, by=asking.seat, places=(everyone,))

    def _is_majority(self, table: Table, agreed: Collection[int]) -> bool:
        """Return whether more than half of the people on each side have a seat in `agreed`."""
        game = self._games.game(table.header)
        everyone = _people_of_sides(game, table, range(len(table.seats)))
        in_favour = _people_of_sides(game, table, agreed)
        return all(2 * in_favour[side] > count for side, count in everyone.items())

    async def _granted(self, table: Table, asking: Asking) -> Step:
        """Return the step that an opponent has agreed to."""
        now = self._tables.now()
        if asking.wish is Wish.PAUSE:
            _must_be_pausable(table)
            return steps.pause(self._timed(table, now), now)
        holder = table.seats[asking.seat]
        taken = await self._taken(table, holder.user) if isinstance(holder, Person) else None
        if taken is None:
            raise Stale(table, Text("agree.gone"))
        return steps.take_back(table, taken, now)

    async def _taken(self, table: Table, user: User) -> Taken | None:
        """Return how to take back the last move of a player. May raise Corrupt."""
        record, seats = await self._store.record(table.id), table.seats_of(user)
        try:
            return taken_back(self._games.game(table.header), table, record, seats)
        except Corrupt:
            newest = await self._tables.load(table.id)
            if newest.revision == table.revision:
                raise
            raise Stale(newest) from None  # the record is that of a move made meanwhile

    def _timed(self, table: Table, now: float) -> Table:
        """Return the table with a clock, which tables of earlier releases do not have."""
        mover = self._tables.to_move(table)
        if table.clock is not None or mover is None:
            return table
        return replace(table, clock=Clock.start(table.terms.pace, len(table.seats), mover, now))

    def _missed(self, table: Table, now: float) -> Step:
        """Return the step that notes that the player to move has gone."""
        mover = self._tables.to_move(table)
        return steps.miss(table, None if mover is None else Absence(mover, int(now)))

    def _forfeit(self, table: Table, actor: Actor) -> int:
        """Return the seat about which the actor decides. Raises Refusal if there is none."""
        access.seat_of(table, actor)
        if table.forfeit is None:
            raise Stale(table, Text("claim.none"))
        if table.forfeit in table.seats_of(actor.user):
            raise Refusal(Text("claim.own"))
        return table.forfeit

    def _awaited(self, table: Table, actor: Actor) -> Person:
        """Return the person whom the actor may nudge. Raises Refusal if there is none."""
        access.seat_of(table, actor)
        mover = self._tables.to_move(table)
        person = None if mover is None else table.seats[mover]
        if mover is None or not isinstance(person, Person):
            raise Refusal(Text("nudge.computer"))
        self._must_oppose(table, actor, mover, "nudge")
        if table.absence is not None:
            raise Refusal(Text("nudge.gone", name=named(table, mover)))
        match None if table.clock is None else table.clock.stopped:
            case Stop.PAUSED:
                raise Refusal(Text("nudge.paused"))
            case Stop.UP:
                raise Refusal(Text("nudge.up", name=named(table, mover)))
        return person

    def _must_have_opponents(self, table: Table, seat: int, otherwise: Text) -> None:
        """Raise Refusal if nobody but computers plays on other sides."""
        if not self._games.opponents(table, seat):
            raise Refusal(otherwise)

    def _must_oppose(self, table: Table, actor: Actor, other: int, what: str) -> None:
        """Raise Refusal unless the actor, who is playing, is an opponent of the seat `other`."""
        seat, *more = table.seats_of(actor.user)
        if other in (seat, *more):
            raise Refusal(Text(f"{what}.own"))
        game = self._games.game(table.header)
        if game.side(seat) == game.side(other):
            raise Refusal(Text(f"{what}.partner", name=named(table, other)))


def _people_of_sides(game: AnyGame, table: Table, seats: Iterable[int]) -> Counter[int]:
    """Return how many people of each side have one of these seats."""
    holders = ((game.side(seat), table.seats[seat]) for seat in seats)
    people = {(side, holder.user) for side, holder in holders if isinstance(holder, Person)}
    return Counter(side for side, _ in people)


def _must_be_pausable(table: Table) -> None:
    """Raise Refusal if the game is already paused, or waits for an opponent's claim."""
    if table.clock is not None and table.clock.stopped is Stop.PAUSED:
        raise Refusal(Text("pause.already"))
    if table.forfeit is not None:
        raise Refusal(Text("pause.forfeit"))


def _must_allow_offer(table: Table, wish: Wish, seat: int) -> None:
    """Raise Refusal if an open offer stands in the way of this one."""
    if table.asking is None:
        return
    if table.asking.seat != seat:
        raise Refusal(Text("agree.open", name=named(table, table.asking.seat)))
    if table.asking.wish is wish:
        raise Refusal(Text("agree.same"))

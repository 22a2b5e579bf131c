"""What players agree on during a game: taking back moves, draws, pauses, and patience.

An offer is part of the table until an opponent answers it, or until the next move.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.acts import access
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
from bot.table.people import Actor, Presence
from bot.table.preferences import Reminders
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Person
from bot.table.steps import Step
from bot.table.table import Absence, Asking, Ending, Table, Wish
from bot.table.undo import Taken, taken_back
from bot.table.upkeep import REMINDED_DAYS
from engine import Corrupt
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
                    taken = await self._taken(table, seat)
                    if taken is None:
                        raise Refusal(Text("undo.none"))
                    if taken.within_turn or not self._games.opponents(table, seat):
                        return steps.take_back(table, taken, seat, self._tables.now())
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
        """Agree to an offer or decline it; its maker can take it back by declining."""

        async def settle(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            open_ = table.asking
            if open_ is None or open_.revision != answer.revision:
                raise Stale(table, Text("agree.gone"))
            if seat == open_.seat and not answer.agrees:
                return steps.unask(table)
            self._must_oppose(table, seat, open_.seat, "agree")
            return await self._granted(table, open_) if answer.agrees else steps.unask(table, seat)

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
        """End a game whose player to move has run out of time or gone; the opponents win."""

        def win(table: Table) -> Step:
            loser = self._forfeit(table, request.actor)
            up = table.clock is not None and table.clock.stopped is Stop.UP
            ending = Ending.TIMEOUT if up else Ending.LEFT
            game, position = self._games.game(table.header), self._games.position(table)
            places = game.resigned(position, loser).places
            return steps.end(table, ending, self._tables.now(), by=loser, places=places)

        return await self._tables.change(request, table, win)

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
        if mover is None or mover == found.seat_of(request.actor.user):
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

    async def _granted(self, table: Table, asking: Asking) -> Step:
        """Return the step that an opponent has agreed to."""
        now = self._tables.now()
        match asking.wish:
            case Wish.UNDO:
                taken = await self._taken(table, asking.seat)
                if taken is None:
                    raise Stale(table, Text("agree.gone"))
                return steps.take_back(table, taken, asking.seat, now)
            case Wish.DRAW:
                everyone = tuple(range(len(table.seats)))
                return steps.end(table, Ending.AGREED, now, by=asking.seat, places=(everyone,))
            case Wish.PAUSE:
                _must_be_pausable(table)
                return steps.pause(self._timed(table, now), now)

    async def _taken(self, table: Table, seat: int) -> Taken | None:
        """Return how to take back the last move of `seat`. Raises Corrupt if the record is."""
        record = await self._store.record(table.id)
        try:
            return taken_back(self._games.game(table.header), table, record, seat)
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
        """Return the seat over which the actor may claim the win. Raises Refusal if none."""
        seat = access.seat_of(table, actor)
        if table.forfeit is None:
            raise Stale(table, Text("claim.none"))
        self._must_oppose(table, seat, table.forfeit, "claim")
        return table.forfeit

    def _awaited(self, table: Table, actor: Actor) -> Person:
        """Return the person whom the actor may nudge. Raises Refusal if there is none."""
        seat, mover = access.seat_of(table, actor), self._tables.to_move(table)
        person = None if mover is None else table.seats[mover]
        if mover is None or not isinstance(person, Person):
            raise Refusal(Text("nudge.computer"))
        self._must_oppose(table, seat, mover, "nudge")
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

    def _must_oppose(self, table: Table, seat: int, other: int, what: str) -> None:
        """Raise Refusal unless the seats are on different sides."""
        if seat == other:
            raise Refusal(Text(f"{what}.own"))
        game = self._games.game(table.header)
        if game.side(seat) == game.side(other):
            raise Refusal(Text(f"{what}.partner", name=named(table, other)))


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

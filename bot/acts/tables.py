"""Finds, expires and changes the tables in the store."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

import structlog
from prometheus_client import Counter

from bot.acts import access
from bot.acts.ending import telling
from bot.acts.forced import to_a_choice
from bot.acts.hints import choose_hint
from bot.acts.listing import GameLine, game_line
from bot.acts.posting import is_played_after, posted_by
from bot.acts.timing import reads_preferences, timed
from bot.games.catalogue import Games
from bot.games.spelling import echo
from bot.table import guest_seats, steps
from bot.table.accounts import brought, played_at, seen_by
from bot.table.due import Due
from bot.table.forgetting import everyone_in
from bot.table.ids import TableId
from bot.table.people import Actor, Place, User
from bot.table.ports import Clock, CorruptRecord, Down, Operation, Store, StoreDown, Verdict
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply, Request
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from bot.table.upkeep import upkeep_at
from engine.header import key_of
from engine.text import Text

ATTEMPTS = 32
"""The maximum number of times that a step is decided again because another came first.

Each failed attempt means that another actor has succeeded, so this is how many can act at once.
"""

ShowNow: TypeAlias = Callable[[TableId, Place], None]
"""Tells the outbox that a place has something new to show of a table."""

Pressed: TypeAlias = Callable[[TableId, Place, str, int | None], None]
"""Tells the outbox in which message a table's button was pressed, and the button's revision."""

Decision: TypeAlias = Callable[[Table], Step | Awaitable[Step]]
"""Returns an actor's step from the stored revision of a table; may raise Refusal."""

T = TypeVar("T")

STALE: Final = Text("move.stale")
COMING: Final = Text("move.coming")
UNSAFE: Final = Text("store.unsafe")

log = structlog.get_logger()

MOVES = Counter("puluc_moves", "Moves by people and computers, and undone ones", ["ruleset"])


class Stale(Refusal):
    """A press on an outdated board."""

    def __init__(self, table: Table, text: Text = STALE) -> None:
        super().__init__(text)
        self.table = table


class Unseen(Refusal):
    """An answer to a board that has changed since it was posted: it must be posted again."""

    def __init__(self, table: Table, text: Text) -> None:
        super().__init__(text)
        self.table = table


class RolledBack(Refusal):
    """A press on a board of a step that the store has lost in a failover or restore."""

    def __init__(self, table: Table) -> None:
        super().__init__(Text("move.rolled-back"))
        self.table = table


class Game(NamedTuple):
    """A table as somebody sees it, and the line that describes it to them."""

    table: Table
    line: GameLine


class Tables:
    """Loads tables, and commits steps."""

    def __init__(
        self,
        games: Games,
        store: Store,
        clock: Clock,
        show_now: ShowNow,
        hands: Hands | None = None,
    ) -> None:
        """Work on the tables of a store. Without `hands`, nothing plays itself."""
        self.games = games
        self.store = store
        self.show_now = show_now
        self._hands = hands
        self._clock = clock

    async def fitting(self, request: Request, fits: Callable[[Table, Actor], bool]) -> list[Table]:
        """Return the tables of this place that fit the request, as its actor sees them."""
        found = await self.store.tables_in(request.place)
        seen = (seen_by(table, request.actor) for table in found)
        return [table for table in seen if fits(table, request.actor)]

    async def recognized(self, actor: Actor) -> Actor:
        """Return the actor with their linked accounts."""
        accounts = await self.store.accounts(actor.user)
        others = (each.user for each in accounts if each.user != actor.user)
        return replace(actor, linked=tuple(others)) if accounts else actor

    async def load(self, id_: TableId) -> Table:
        """Return the table, expired if it is an overdue challenge. Raises Refusal if it is gone."""
        table = await self.find(id_)
        if table is None:
            raise Refusal(Text("table.gone", id=echo(id_)))
        return table

    async def find(self, id_: TableId) -> Table | None:
        """Return the table, expired if it is an overdue challenge; None if there is none."""
        table = await self.store.load(id_)
        return None if table is None else await self._expire(table)

    async def of_due(self, due: Due) -> Table | None:
        """Return a due's table; None if it was never created, is gone, or can't be read."""
        try:
            return await self.store.load(due.table)
        except CorruptRecord:
            log.exception("table.corrupt", table=due.table)  # not overwritten
            return None

    async def _expire(self, table: Table) -> Table:
        """End a challenge that nobody accepted in time."""
        if table.status is not Status.OFFERED or self.now() < upkeep_at(table):
            return table
        step = steps.end(table, Ending.EXPIRED, self.now())
        if (await self.commit(table, step, Operation(f"expire:{table.id}"))).applied:
            return step.table
        return await self.load(table.id)  # another change came first

    async def change(
        self, request: Request, id_: TableId, decide: Decision, *, anywhere: bool = False
    ) -> Reply:
        """Commit a step on the newest revision; retries if another commit came first.

        Refuses requests from places that don't show the table, unless `anywhere`.
        """
        began = time.perf_counter()
        actor, place = request.actor, request.place
        for _ in range(ATTEMPTS):
            before = await self.load(id_)
            table = brought(seen_by(before, actor), actor, place)
            try:
                if not anywhere:
                    access.must_be_here(table, place)
                decided = decide(table)
                made = decided if isinstance(decided, Step) else await decided
                step = replace(made, table=played_at(before, made.table, actor, place))
            except Refusal:
                if await self.store.applied(id_, request.operation):
                    return Reply(table=id_)  # redelivered: the first delivery got its reply
                raise
            by = access.users_of(actor)
            verdict = await self.commit(before, step, request.operation, by=by)
            if verdict is not Verdict.STALE:
                log.info(
                    "table.moved",
                    table=id_,
                    rev=step.table.revision,
                    seat=table.seat_of(actor.user),
                    ms=round(1000 * (time.perf_counter() - began), 1),
                )
                return Reply((UNSAFE,) if verdict.unsafe else (), table=id_)
        raise Refusal(STALE)

    async def commit(
        self, before: Table, step: Step, operation: Operation, *, by: Collection[User] = ()
    ) -> Verdict:
        """Commit a step with its dues, and have it shown.

        `by` are the accounts of who acts, empty if nobody does. A step that ends the table tells
        everyone else. New links to the seat of a guest who acts become invalid.
        """
        step = replace(step, table=guest_seats.without_links(step.table, by))
        if before.position != step.table.position:
            if self._hands is not None:
                step = await to_a_choice(self.games, self.store, self._hands, step)
            step = choose_hint(self.games, step)
        reader = reads_preferences(self.games, step.table)
        preferences = Preferences() if reader is None else await self.store.preferences(reader)
        step = timed(step, preferences, self.now())
        step = await telling(self.games, self.store, before, step, by, self.now())
        after = step.table
        if _is_found_anew(before, after):
            await self.store.index(after)  # first, so that a crash can't leave it unlisted
        news = after.told.places if after.told is not None and after.told != before.told else ()
        called = (before.calls.place, after.calls.place, *news)
        shown_in = (*before.shown_in, *after.shown_in, *called)
        places = tuple(dict.fromkeys(filter(None, shown_in)))
        commit = partial(self.store.commit, after, step.entries, operation, places, step.dues)
        verdict = await settled(commit)
        if verdict.applied and before.position and before.position != after.position:
            MOVES.labels(key_of(after.header)).inc()
        if verdict is not Verdict.STALE:  # REPEATED can mean that `settled` made the call twice
            for place in places:
                self.show_now(before.id, place)
            if before.status is Status.OFFERED and after.status is not Status.OFFERED:
                with suppress(StoreDown):  # the step is done, and the quotas expire anyway
                    await self.store.give_back(offers_of(before.host.user), before.id)
            if is_played_after(before, after):
                with suppress(StoreDown):  # likewise
                    await self.store.give_back(posted_by(before.host.user), before.id)
        return verdict

    async def ensure_shown(self, table: Table, place: Place) -> bool:
        """Return whether a place shows the newest revision of a board that it shows at all.

        If not, the board is marked as overdue. From any other place, it is the board in its home.
        Raises StoreDown if the store accepts no changes.
        """
        shown = await self.store.shown(table.id, board_near(table, place))
        if shown is not None and shown.revision >= table.revision:
            return True
        await self.repost(table, place)
        return False

    async def repost(self, table: Table, place: Place) -> None:
        """Repost the board of a place, or else the one in its home, though nothing has changed."""
        near = board_near(table, place)
        await self.store.mark_overdue(table.id, near)
        self.show_now(table.id, near)

    def to_move(self, table: Table) -> int | None:
        """Return the seat whose decision the table waits for, None if there is none."""
        if table.status is not Status.PLAYING:
            return None
        game, position = self.games.game(table.header), self.games.position(table)
        return steps.to_move(table, game, position)

    def line(self, table: Table, actor: Actor) -> GameLine:
        """Describe a table's state from one person's point of view."""
        return game_line(table, actor, self.to_move(table), self.now())

    async def open_to(self, actor: Actor) -> tuple[Table, ...]:
        """Return the open tables that concern an actor with any account, as they see them."""
        users = access.users_of(actor)
        found = await asyncio.gather(*map(self.store.tables_of, users))
        return tuple({t.id: seen_by(t, actor) for some in found for t in some}.values())

    async def games_of(self, actor: Actor) -> tuple[Game, ...]:
        """Return the actor's tables that are not over, the most urgent first."""
        theirs = [each for each in await self.open_to(actor) if access.is_theirs(each, actor)]
        games = [Game(table, self.line(table, actor)) for table in theirs]
        return tuple(sorted(games, key=lambda game: game.line.urgency))

    def now(self) -> float:
        """Return the current time in Unix seconds."""
        return self._clock()


def _is_found_anew(before: Table, after: Table) -> bool:
    """Return whether a step has a table found by people or in places that it wasn't before."""
    named, names = ({each.user for each in everyone_in(table)} for table in (before, after))
    came = after.people - before.people or names - named or {*after.shown_in} - {*before.shown_in}
    return bool(came) or len(after.former) > len(before.former)


def board_near(table: Table, place: Place) -> Place:
    """Return a place if it shows the table, else the table's home."""
    return place if place in table.shown_in else table.place


def offers_of(user: User) -> str:
    """Return the name of the quota that counts a person's open challenges."""
    return f"offers:{user}"


async def settled(change: Callable[[], Awaitable[T]]) -> T:
    """Change the store, and repeat the call if the first one is not confirmed.

    The call must be idempotent. Raises StoreDown, with Down.UNSURE only if neither call is
    confirmed.
    """
    try:
        return await change()
    except StoreDown as down:
        if down.reason is not Down.UNSURE:
            raise
    try:
        return await change()
    except StoreDown as again:
        raise StoreDown(Down.UNSURE if again.reason is Down.AWAY else again.reason) from again

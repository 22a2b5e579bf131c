"""The tables of the store as requests meet them: found, ended in time, changed."""

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVar

import structlog

from bot.acts import access
from bot.acts.hints import hinted
from bot.acts.listing import GameLine, choice_label, game_line
from bot.games.catalogue import Games
from bot.games.spelling import echo
from bot.table import steps
from bot.table.button import Button
from bot.table.due import Due
from bot.table.intents import Accept, OfTable
from bot.table.people import Actor, Place, User
from bot.table.ports import Clock, Down, Operation, Store, StoreDown, Verdict
from bot.table.request import Refusal, Reply, Request
from bot.table.steps import Step
from bot.table.table import Ending, Status, Table, TableId
from bot.table.upkeep import upkeep_at
from engine.text import Text

_ATTEMPTS = 5

Nudge: TypeAlias = Callable[[TableId, Place], None]
"""Tells the show that a table has something new for a place."""

Wake: TypeAlias = Callable[[Sequence[Due]], None]
"""Tells the scheduler what falls due soon."""

Pressed: TypeAlias = Callable[[TableId, Place, str, int | None], None]
"""Tells the show in which message a table's button was pressed, and the button's revision."""

Decision: TypeAlias = Callable[[Table], Step]
"""What an actor wants of a table, on whatever revision the store holds; may raise Refusal."""

T = TypeVar("T")

log = structlog.get_logger()


class Stale(Refusal):
    """A button of a board that the table has left behind."""

    def __init__(self, table: Table) -> None:
        super().__init__(Text("move.stale"))
        self.table = table


class RolledBack(Refusal):
    """A button of a step that the store has lost: after a failover, or from an old backup."""

    def __init__(self, table: Table) -> None:
        super().__init__(Text("move.rolled-back"))
        self.table = table


class Tables:
    """Finds the table that is meant, and commits what becomes of it."""

    def __init__(self, games: Games, store: Store, clock: Clock, nudge: Nudge) -> None:
        self.games = games
        self.store = store
        self.nudge = nudge
        self.wake: Wake = lambda _: None
        self._clock = clock

    async def find(
        self,
        request: Request,
        table: TableId | None,
        fits: Callable[[Table, Actor], bool],
        none: Text,
    ) -> Table:
        """The table that was named, or the only one of this place that fits the request.

        Without any, `none` is the refusal.
        """
        if table is not None:
            return await self.load(table)
        here = await self.fitting(request, fits)
        if not here:
            raise Refusal(none)
        if len(here) > 1:
            raise self.several(request, here, Text("pick.several", count=len(here)))
        return here[0]

    async def fitting(self, request: Request, fits: Callable[[Table, Actor], bool]) -> list[Table]:
        """The tables of this place that fit the request."""
        return [t for t in await self.store.tables_in(request.place) if fits(t, request.actor)]

    async def find_board(self, request: Request, table: TableId | None) -> Table:
        """The table that was named, or the only one of theirs: here, or else anywhere."""
        if table is not None:
            return await self.load(table)
        actor = request.actor
        here = [t for t in await self.store.tables_in(request.place) if access.is_theirs(t, actor)]
        found = here or [
            t for t in await self.store.tables_of(actor.user) if access.is_seated(t, actor)
        ]
        if not found:
            raise Refusal(Text("pick.no-board"))
        if len(found) > 1:
            which = Text("pick.several" if here else "pick.elsewhere", count=len(found))
            raise self.several(request, found, which)
        return found[0]

    async def load(self, id_: TableId) -> Table:
        """The table, which is over if nobody took it in time; Refusal if it is gone."""
        table = await self.store.load(id_)
        if table is None:
            raise Refusal(Text("table.gone", id=echo(id_)))
        return await self._expire(table)

    async def _expire(self, table: Table) -> Table:
        """End a challenge that nobody took in time."""
        if table.status is not Status.OFFERED or self.now() < upkeep_at(table):
            return table
        step = steps.end(table, Ending.EXPIRED, self.now())
        if await self.commit(table, step, Operation(f"expire:{table.id}")) is Verdict.APPLIED:
            return step.table
        return await self.load(table.id)  # somebody was quicker

    async def change(
        self, request: Request, id_: TableId, decide: Decision, *, anywhere: bool = False
    ) -> Reply:
        """Take the step on the newest revision; a step that somebody overtook is taken anew.

        Only from the table's own place, unless `anywhere`.
        """
        began = time.perf_counter()
        for _ in range(_ATTEMPTS):
            table = await self.load(id_)
            try:
                if not anywhere:
                    access.must_be_here(table, request.place)
                step = decide(table)
            except Refusal:
                if await self.store.applied(id_, request.operation):
                    return Reply(table=id_)  # delivered again: it had its answer then
                raise
            if await self.commit(table, step, request.operation) is not Verdict.STALE:
                log.info(
                    "table.moved",
                    table=id_,
                    rev=step.table.revision,
                    seat=table.seat_of(request.actor.user),
                    intent=type(request.intent).__name__,
                    ms=round(1000 * (time.perf_counter() - began), 1),
                )
                return Reply(table=id_)
        raise Refusal(Text("move.stale"))

    async def commit(self, before: Table, step: Step, operation: Operation) -> Verdict:
        """Put a step into the store, with what follows from it, and have it shown."""
        if before.position != step.table.position:
            step = hinted(self.games, step)
        after = step.table
        if before.place != after.place or after.people - before.people:
            await self.store.index(after)  # first, so that a crash hides it from nobody
        places = tuple(dict.fromkeys((before.place, after.place)))
        commit = partial(self.store.commit, after, step.entries, operation, places, step.dues)
        verdict = await settled(commit)
        if verdict is not Verdict.STALE:  # repeated may mean that it was asked again just now
            for place in places:
                self.nudge(before.id, place)
            self.wake(step.dues)
            if before.status is Status.OFFERED and after.status is not Status.OFFERED:
                with suppress(StoreDown):  # the step is done; what is counted ends by itself, too
                    await self.store.give_back(offers_of(before.host.user), before.id)
        return verdict

    async def keep_showing(self, table: Table) -> None:
        """See to it that the newest board is on its way, where it is not there yet.

        StoreDown says why it is not, where the store takes no changes.
        """
        shown = await self.store.shown(table.id, table.place)
        if shown is None or shown.revision < table.revision:
            await self.show_again(table)

    async def show_again(self, table: Table) -> None:
        """Have a board posted anew, though nothing has changed."""
        await self.store.mark_overdue(table.id, table.place)
        self.nudge(table.id, table.place)

    def to_move(self, table: Table) -> int | None:
        """The seat whose decision the table waits for; None when it waits for none."""
        if table.status is not Status.PLAYING:
            return None
        game, position = self.games.game(table.header), self.games.position(table)
        return steps.to_move(table, game, position)

    def line(self, table: Table, actor: Actor) -> GameLine:
        """Say of a table where it stands, from the point of view of one person."""
        return game_line(table, actor, self.to_move(table))

    def several(self, request: Request, tables: Sequence[Table], which: Text) -> Refusal:
        """Ask which of some tables is meant: told one by one, each with a button."""
        user = request.actor.user
        lines = [self.line(table, request.actor).text for table in tables]
        intent, offered = request.intent, tuple[Button, ...]()
        if isinstance(intent, Accept) and intent.word:  # which no button brings
            which = Text("pick.with-word")
        elif isinstance(intent, OfTable):
            offered = tuple(
                Button(choice_label(table, user), replace(intent, table=table.id))
                for table in tables
            )
        return Refusal(which, *lines, choices=offered)

    def now(self) -> float:
        """Unix seconds."""
        return self._clock()


def offers_of(user: User) -> str:
    """The name under which a person's open challenges are counted."""
    return f"offers:{user}"


async def settled(change: Callable[[], Awaitable[T]]) -> T:
    """Make a change of the store; where the answer is lost, the same call settles what came of it.

    Raises StoreDown; with Down.UNSURE only if the second answer is lost, too.
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

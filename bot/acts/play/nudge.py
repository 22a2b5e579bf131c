"""Reminding the player to move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.calling import count_called
from bot.acts.context import Context
from bot.acts.wishes import is_stopped, must_oppose
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.calls import NUDGE_SECONDS, may_call, private_place
from bot.table.clock import Stop
from bot.table.naming import named
from bot.table.people import Presence
from bot.table.preferences import Reminders
from bot.table.request import Refusal, Reply
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Absence, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Nudge(TableStep):
    """Remind the player to move, as they prefer it."""

    declared = Declaration("nudge", of_game("nudge"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.waits_for_others
    none: ClassVar = Text("nudge.none-here")
    anywhere: ClassVar = True

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        reply = await self.change(found.id, here)
        mover = here.tables.to_move(found)
        if mover is None or mover in found.seats_of(here.user):
            return reply  # redelivered: the player has moved since the first delivery
        if (await here.load(found.id)).absence is not None:
            raise Refusal(Text("nudge.gone", name=named(found, mover)))
        return replace(reply, texts=(Text("nudge.done", name=named(found, mover)),))

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        person = _awaited(table, here)
        now, calls = here.now, table.calls
        mover = here.tables.to_move(table)
        name = named(table, mover)
        if calls.nudged and abs(now - calls.nudged) < NUDGE_SECONDS:
            raise Refusal(Text("nudge.again", name=name))
        preferences = await here.store.preferences(person.user)
        if preferences.reminders is Reminders.OFF:
            raise Refusal(Text("nudge.off", name=name), personal=True)
        if not may_call(preferences, now):
            raise Refusal(Text("nudge.quiet", name=name), personal=True)
        if await here.presence(table.place_of(person.user), person.user) is Presence.GONE:
            return steps.miss(table, None if mover is None else Absence(mover, int(now)))
        await count_called(here.store, here.request, (person.user,), int(now))
        place = private_place(person.user, preferences)
        return steps.call(table, replace(calls, nudged=int(now), place=place, refused=False))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players who wait for others."""
        if access.waits_for_others(table, here.actor) and not is_stopped(table):
            yield Button(Text("button.nudge"), cls(table.id))


def _awaited(table: Table, here: Context) -> Person:
    """Return the person whom the actor may nudge. Raises Refusal if there is none."""
    access.seat_of(table, here.actor)
    mover = here.tables.to_move(table)
    person = None if mover is None else table.seats[mover]
    if mover is None or not isinstance(person, Person):
        raise Refusal(Text("nudge.computer"))
    must_oppose(here.games, table, here.actor, mover, "nudge")
    if table.absence is not None:
        raise Refusal(Text("nudge.gone", name=named(table, mover)))
    match None if table.clock is None else table.clock.stopped:
        case Stop.PAUSED:
            raise Refusal(Text("nudge.paused"))
        case Stop.UP:
            raise Refusal(Text("nudge.up", name=named(table, mover)))
    return person

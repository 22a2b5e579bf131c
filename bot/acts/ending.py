"""Whom the step that ends a table tells that, and where: the people who did not end it themselves.

They are mentioned on its last board or written to in private, as they prefer to be reminded. Quiet
hours and vacations postpone that (`bot/acts/telling.py`).
"""

from collections.abc import Collection
from dataclasses import replace

from bot.games.catalogue import Games
from bot.table.calls import first_moment, private_place
from bot.table.due import TELL, Due
from bot.table.endings import hearers
from bot.table.match_text import so_far
from bot.table.people import Place, User
from bot.table.ports import Store
from bot.table.preferences import Reminders
from bot.table.seats import Kept, Person
from bot.table.step import Step
from bot.table.table import Status, Table, Told


async def telling(
    games: Games, store: Store, before: Table, step: Step, by: Collection[User], now: float
) -> Step:
    """Return a step that, if it ends a table, tells everyone but `by`; others are unchanged.

    If another game of the match follows, its board mentions everyone instead.
    """
    if before.status is Status.OVER or step.table.status is not Status.OVER:
        return step
    match = so_far(step.table, games.game(step.table.header))
    if match is not None and step.table.places and not match.is_decided:
        return step
    seats, places, later = list[int](), list[Place](), list[Due]()
    for seat in hearers(before, step.table, by):
        holder = step.table.seats[seat]
        assert isinstance(holder, Person | Kept)  # noqa: S101 - only people hear
        preferences = await store.preferences(holder.user)
        at = first_moment(now, preferences)
        if preferences.reminders is Reminders.OFF:
            continue
        if at > now:
            later.append(Due(step.table.id, f"{TELL}:{seat}", at))
        elif (place := private_place(holder.user, preferences)) is not None:
            places.append(place)
        else:
            seats.append(seat)
    told = Told(step.table.revision, tuple(seats), tuple(places)) if seats or places else None
    return replace(step, table=replace(step.table, told=told), dues=(*step.dues, *later))

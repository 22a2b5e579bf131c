"""Shows and changes what people set for themselves."""

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

import structlog

from bot.acts.tables import Tables, settled
from bot.me.cities import FindZones
from bot.me.preference import Preference, opening
from bot.me.preferences import BY_NAME, PREFERENCES, WAYS, changed
from bot.table.button import Button
from bot.table.due import VACATION, Due
from bot.table.intents import ShowMe
from bot.table.people import User
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply, Request
from engine.text import Text

GRACE_SECONDS: Final = 60
"""When running clocks learn of a vacation whose process dies right after writing it."""

log = structlog.get_logger()


class Me:
    """Shows and changes a person's own preferences."""

    def __init__(self, tables: Tables, find: FindZones) -> None:
        self._tables = tables
        self._store = tables.store
        self._find = find

    async def show(self, request: Request, topic: str) -> Reply:
        """List the actor's preferences or, for a topic, offer its choices."""
        user, now = request.actor.user, int(self._tables.now())
        person = await self._store.preferences(user)
        if not topic:
            listed = [each for each in PREFERENCES if each.not_on is not user.platform]
            lines = (*(each.told(person, now) for each in listed), Text("me.how"))
            return Reply(lines, choices=tuple(opening(each.name) for each in listed))
        if topic not in BY_NAME:  # a forged button, or one from another release
            raise Refusal(Text("press.unknown"))
        asked = BY_NAME[topic]
        if asked.not_on is user.platform:
            raise _lacking(asked)
        lines = (asked.told(person, now), Text(f"me.{topic}.how"))
        return Reply(lines, choices=tuple(asked.offered(person, now)))

    async def change(self, request: Request, changes: Iterable[tuple[str, str]]) -> Reply:
        """Change the actor's preferences, all of them or none. Raises Refusal."""
        user, now = request.actor.user, int(self._tables.now())
        old = new = await self._store.preferences(user)
        names = set[str]()
        for option, value in changes:
            before, new = new, await changed(option, value, new, now, self._find)
            preference, _ = WAYS[option]
            if preference.not_on is user.platform and new != before:
                raise _lacking(preference)
            names.add(preference.name)
        new = replace(new, language=request.actor.language or new.language)
        away = new.vacation != old.vacation
        if away:
            await self._tell_tables(user, now + GRACE_SECONDS)

        async def prefer() -> None:
            await self._store.prefer(user, new, old)

        await settled(prefer)
        if away:
            await self._tell_tables(user, now)
        log.info("preferences.changed", changed=sorted(names))
        return _told([each for each in PREFERENCES if each.name in names], new, now)

    async def _tell_tables(self, user: User, at: int) -> None:
        """Schedule that the clocks of a person's tables follow their vacation."""
        tables = await self._store.tables_of(user)
        dues = [Due(table.id, VACATION, at) for table in tables]
        await asyncio.gather(*map(self._store.schedule, dues))
        self._tables.wake(dues)


def _lacking(preference: Preference) -> Refusal:
    return Refusal(Text(f"me.{preference.name}.{preference.not_on}"))


def _told(some: Collection[Preference], person: Preferences, now: int) -> Reply:
    """Return what is now set, with hints."""
    lines = [each.told(person, now) for each in some]
    hints = [each.hint(person, now) for each in some]
    lines += [text for hint in hints for text in hint.texts]
    choices = [choice for hint in hints for choice in hint.choices]
    return Reply(tuple(lines), choices=(*choices, Button(Text("me.button.all"), ShowMe())))

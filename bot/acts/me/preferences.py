"""What people set for themselves."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import structlog
from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.named import button
from bot.acts.preferences.catalogue import BY_NAME, OPTIONS, PREFERENCES, WAYS, changed
from bot.acts.preferences.preference import Preference, Unsure, opening
from bot.acts.tables import settled
from bot.commands.command import Command
from bot.commands.commands import Typed
from bot.table.button import Posts
from bot.table.due import VACATION, Due
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply
from engine.text import Text

GRACE_SECONDS: Final = 60
"""When running clocks learn of a vacation whose process dies right after writing it."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ShowMe(Act):
    """List the actor's preferences, or offer the choices of one of them, the `topic`."""

    declared = Declaration(
        "me",
        Command("me", OPTIONS, group="me", member="settings", brief="[option=...]"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="me",
    )

    topic: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> Act:
        names = (option.name for option in OPTIONS)
        changes = tuple((name, typed.values[name]) for name in names if name in typed.values)
        return ChangeMe(changes) if changes else cls()

    @override
    async def handle(self, here: Context) -> Reply:
        person, now = await here.store.preferences(here.user), int(here.now)
        if not self.topic:
            listed = [each for each in PREFERENCES if each.not_on is not here.user.platform]
            lines = (*(each.told(person, now) for each in listed), Text("me.how"))
            return Reply(lines, choices=tuple(opening(each.name) for each in listed))
        if self.topic not in BY_NAME:  # a forged button
            raise Refusal(Text("press.unknown"))
        asked = BY_NAME[self.topic]
        if asked.not_on is here.user.platform:
            raise _lacking(asked)
        lines = (asked.told(person, now), Text(f"me.{self.topic}.how"))
        return Reply(lines, choices=tuple(asked.offered(person, now)))


@dataclass(frozen=True, slots=True)
class ChangeMe(Act):
    """Change some of the actor's preferences, all or none: their options and values as typed.

    What must be confirmed is left for a button.
    """

    declared = Declaration("me-set", None, Audience.PERSONAL, Posts.NOTHING, Who.PLAYERS)

    changes: tuple[tuple[str, str], ...]

    @override
    async def handle(self, here: Context) -> Reply:
        now = int(here.now)
        old = new = await here.store.preferences(here.user)
        names, unsure = set[str](), list[Reply]()
        for option, value in self.changes:
            before = new
            try:
                new = await changed(option, value, new, now, here.find_zones)
            except Unsure as asking:
                unsure.append(asking.question)
                continue
            preference, _ = WAYS[option]
            if preference.not_on is here.user.platform and new != before:
                raise _lacking(preference)
            names.add(preference.name)
        if unsure and not names:
            return _joined(unsure)
        new = replace(new, language=here.actor.language or new.language)
        away = new.vacation != old.vacation
        if away:
            await _tell_tables(here, now + GRACE_SECONDS)

        async def prefer() -> None:
            await here.store.prefer(here.user, new, old)

        await settled(prefer)
        if away:
            await _tell_tables(here, now)
        log.info("preferences.changed", changed=sorted(names))
        told = _told([each for each in PREFERENCES if each.name in names], new, now)
        return _joined([told, *unsure])


async def _tell_tables(here: Context, at: int) -> None:
    """Schedule that the clocks of the actor's tables follow their vacation."""
    dues = [Due(table.id, VACATION, at) for table in await here.tables.open_to(here.actor)]
    await asyncio.gather(*map(here.store.schedule, dues))


def _lacking(preference: Preference) -> Refusal:
    return Refusal(Text(f"me.{preference.name}.{preference.not_on}"))


def _told(some: Collection[Preference], person: Preferences, now: int) -> Reply:
    """Return what is now set, with hints."""
    lines = [each.told(person, now) for each in some]
    hints = _joined([each.hint(person, now) for each in some])
    choices = (*hints.choices, button("me.button.all", "me"))
    return Reply((*lines, *hints.texts), choices=choices)


def _joined(replies: Collection[Reply]) -> Reply:
    """Return the texts and choices of several replies in one."""
    texts = tuple(text for reply in replies for text in reply.texts)
    return Reply(texts, choices=tuple(each for reply in replies for each in reply.choices))

"""The settings of a channel."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import structlog
from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.tables import settled
from bot.commands.command import SETTING, SPOKEN, VALUE, BadCommand, Command
from bot.commands.commands import Typed, checked
from bot.games.option import Option
from bot.games.spelling import echo
from bot.table.button import Button, Offer, Posts
from bot.table.request import Refusal, Reply
from bot.table.settings import SETTINGS, changed, value
from bot.table.table import Table
from engine.text import Text

log = structlog.get_logger()

COMMAND = Command("settings", (SETTING, VALUE))


@dataclass(frozen=True, slots=True)
class ShowSettings(Act):
    """List the settings of this channel."""

    declared = Declaration(
        "settings", COMMAND, Audience.CHAT, Posts.MESSAGE, Who.ANYONE, inside=True
    )

    @classmethod
    @override
    def read(cls, typed: Typed) -> Act:
        """Return the act that was typed: with a value, a change."""
        if VALUE.name not in typed.values:
            return cls()
        wanted = typed.values[VALUE.name]
        if SETTING.name not in typed.values:
            raise BadCommand(Text("command.option", word=echo(wanted), usage=COMMAND.usage))
        name = typed.values[SETTING.name]
        known = Option(name, choices=SETTINGS[name], aliases=SPOKEN)
        return ChangeSettings(name, checked(known, wanted))

    @override
    async def handle(self, here: Context) -> Reply:
        settings = await here.store.settings(here.place)
        lines = (
            Text("settings.line", name=n, value=value(settings, n), does=Text(f"setting.{n}"))
            for n in SETTINGS
        )
        return Reply((*lines, Text("settings.how", usage=COMMAND.usage)))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button in the table's own place."""
        if table.place == here.place:
            yield Button(Text("button.settings"), cls())


@dataclass(frozen=True, slots=True)
class ChangeSettings(Act):
    """Change one setting of this channel (`bot/table/settings.py`)."""

    declared = Declaration("set", None, Audience.ACTOR, Posts.NOTHING, Who.MODERATORS, inside=True)

    name: str
    value: str

    @override
    async def handle(self, here: Context) -> Reply:
        try:
            settings = changed(await here.store.settings(here.place), self.name, self.value)
        except ValueError as wrong:
            choices = ", ".join(SETTINGS.get(self.name, SETTINGS))
            text = Text("command.choice", option=self.name, value=self.value, choices=choices)
            raise Refusal(text) from wrong
        await settled(partial(here.store.change_settings, here.place, settings))
        log.info("settings.changed", place=str(here.place), setting=self.name, value=self.value)
        return Reply((Text("settings.changed", name=self.name, value=self.value),))

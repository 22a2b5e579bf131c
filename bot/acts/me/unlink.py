"""Unlinking one's accounts, and signing out browsers, each of which is an account."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.linking import described, part
from bot.commands.command import Command
from bot.table.accounts import Account
from bot.table.button import Button, Posts, Style
from bot.table.ids import fingerprint
from bot.table.people import Platform
from bot.table.request import Refusal, Reply
from engine.text import Moment, Text


@dataclass(frozen=True, slots=True)
class Unlink(Act):
    """List the actor's accounts, or unlink the one that `whom` is the fingerprint of."""

    declared = Declaration(
        "unlink",
        Command("unlink", group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="link",
    )
    heading: ClassVar = Text("unlink.heading")
    none: ClassVar = Text("unlink.none")
    listed: ClassVar[Collection[Platform]] = tuple(Platform)

    whom: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        accounts = await here.store.accounts(here.user)
        if self.whom:
            return await self._unlinked(accounts, here)
        told = [(each, described(each)) for each in accounts if each.user.platform in self.listed]
        if not told:
            return Reply((self.none,))
        lines = (_line(each, name, here) for each, name in told)
        choices = tuple(_button(each, name) for each, name in told)
        return Reply((self.heading, *lines), headed=True, choices=choices)

    async def _unlinked(self, accounts: Iterable[Account], here: Context) -> Reply:
        for each in accounts:
            if _stands_for(each) == self.whom:
                await part(here.tables, each.user)
                return Reply((Text("unlink.done", account=described(each)),))
        raise Refusal(Text("unlink.gone"))


@dataclass(frozen=True, slots=True)
class Sessions(Unlink):
    """List the browsers in which the actor's person plays."""

    declared = Declaration(
        "sessions",
        Command("sessions", group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="link",
    )
    heading: ClassVar = Text("sessions.heading")
    none: ClassVar = Text("sessions.none")
    listed: ClassVar[Collection[Platform]] = (Platform.WEB,)


def _line(account: Account, name: Text, here: Context) -> Text:
    key = "unlink.here" if account.user == here.user else "unlink.line"
    return Text(key, account=name, moment=Moment(account.since))


def _button(account: Account, name: Text) -> Button:
    label = Text("button.unlink", account=name)
    return Button(label, Unlink(_stands_for(account)), Style.BAD)


def _stands_for(account: Account) -> str:
    return fingerprint(str(account.user))

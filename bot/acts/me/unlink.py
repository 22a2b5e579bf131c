"""Unlinking one's accounts, and signing out browsers, each of which is an account."""

from collections.abc import Collection
from dataclasses import dataclass

from typing_extensions import override

from bot.acts import linking
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
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

    whom: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        accounts = await here.store.accounts(here.user)
        if not self.whom:
            return _listed(accounts, here, Text("unlink.heading"), Text("unlink.none"))
        found = next((each for each in accounts if fingerprint(str(each.user)) == self.whom), None)
        if found is None:
            raise Refusal(Text("unlink.gone"))
        await linking.Parting(here.tables).part(found.user)
        return Reply((Text("unlink.done", account=linking.described(found)),))


@dataclass(frozen=True, slots=True)
class Sessions(Act):
    """List the browsers in which the actor's person plays."""

    declared = Declaration(
        "sessions",
        Command("sessions", group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="link",
    )

    @override
    async def handle(self, here: Context) -> Reply:
        accounts = await here.store.accounts(here.user)
        browsers = [each for each in accounts if each.user.platform is Platform.WEB]
        return _listed(browsers, here, Text("sessions.heading"), Text("sessions.none"))


def _listed(accounts: Collection[Account], here: Context, heading: Text, none: Text) -> Reply:
    """Tell accounts, with a button that unlinks each of them."""
    if not accounts:
        return Reply((none,))
    lines, buttons = [heading], list[Button]()
    for each in accounts:
        told = linking.described(each)
        line = "unlink.here" if each.user == here.user else "unlink.line"
        lines.append(Text(line, account=told, moment=Moment(each.since)))
        act = Unlink(fingerprint(str(each.user)))
        buttons.append(Button(Text("button.unlink", account=told), act, Style.BAD))
    return Reply(tuple(lines), headed=True, choices=tuple(buttons))

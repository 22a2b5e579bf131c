"""Linking one's accounts, on two platforms or in a browser."""

from dataclasses import dataclass
from typing import Self

from typing_extensions import override

from bot.acts import linking
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.limits import LINKS
from bot.commands.command import CODE, Command
from bot.commands.commands import Typed
from bot.table.accounts import Account
from bot.table.button import Button, Posts, Style
from bot.table.invites import LINK_CODE_LENGTH
from bot.table.request import Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Link(Act):
    """Get a code, with which another account can be linked to the actor's, or enter this one.

    `secret` is the code.
    """

    declared = Declaration(
        "link",
        Command("link", (CODE,), group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="link",
    )

    secret: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> Self:
        return cls(_plain(typed.values.get(CODE.name, "")))

    @override
    async def handle(self, here: Context) -> Reply:
        if self.secret:
            return await _entered(self.secret, here)
        code = here.invites.linking(here.request.operation)
        await linking.offer(here.store, code, _mine(here))
        return _awaited(Text("link.code", code=code), code, here)


@dataclass(frozen=True, slots=True)
class ConfirmLink(Act):
    """Agree to link the two accounts of a code, as the one that entered it or, later, that got it.

    The latter is first told the other; `sure` links them. `secret` is the code.
    """

    declared = Declaration(
        "link-sure", None, Audience.PERSONAL, Posts.NOTHING, Who.PLAYERS, short="lk"
    )

    secret: str = ""
    sure: bool = False

    @override
    async def handle(self, here: Context) -> Reply:
        offering = await linking.offering(here.store, self.secret, here.now)
        if offering.user != here.user:
            mine = _mine(here)
            await linking.must_be_linkable(here.store, offering, mine)
            await linking.answer(here.store, self.secret, mine)
            return Reply((Text("link.agreed"),))
        answering = await linking.answering(here.store, self.secret, here.now)
        if answering is None:
            return _awaited(Text("link.waiting", code=self.secret), self.secret, here)
        if not self.sure:
            return _asked("link.sure", answering, ConfirmLink(self.secret, sure=True))
        await linking.join(here.store, offering, answering)
        return Reply((Text("link.done", account=linking.described(answering)), Text("link.shared")))


async def _entered(code: str, here: Context) -> Reply:
    """Ask who enters a code whether to link the account that got it."""
    here.limits.count(LINKS, here.user)
    offering = await linking.offering(here.store, code, here.now)
    if offering.user == here.user:
        return await ConfirmLink(code).handle(here)
    await linking.must_be_linkable(here.store, offering, _mine(here))
    return _asked("link.agree", offering, ConfirmLink(code))


def _awaited(first: Text, code: str, here: Context) -> Reply:
    """Tell who got a code what to do with it; it is told again, as the answer may replace it."""
    told = [first, Text("link.how", code=code)]
    if here.invites.url is not None:
        told.append(Text("link.page", url=f"{here.invites.url}/you#code={code}"))
    go_on = Button(Text("button.link-continue"), ConfirmLink(code))
    return Reply((*told, Text("link.then")), choices=(go_on,))


def _asked(key: str, other: Account, act: Act) -> Reply:
    texts = (Text(key, account=linking.described(other)), Text("link.warning"))
    return Reply(texts, choices=(Button(Text("button.link"), act, Style.GOOD),))


def _mine(here: Context) -> Account:
    return Account(here.user, here.actor.name, int(here.now))


def _plain(text: str) -> str:
    """Return a code without what people add to it; one that can't be valid isn't found."""
    plain = "".join(each for each in text.casefold() if each.isascii() and each.isalnum())
    return plain[: LINK_CODE_LENGTH + 1] or (text and "-")

"""Having one's data deleted."""

from dataclasses import dataclass

import structlog
from typing_extensions import override

from bot.acts import access
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.limits import FORGETS
from bot.acts.tables import settled
from bot.commands.command import Command
from bot.table.accounts import seen_by
from bot.table.button import Button, Posts, Style
from bot.table.due import FORGET, Due
from bot.table.people import Platform
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply
from engine.text import Text

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ForgetMe(Act):
    """Delete what is stored about the actor, whose id `sure_of` repeats.

    If it is empty, ask for confirmation.
    """

    declared = Declaration(
        "forgetme",
        Command("forgetme", group="me"),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        topic="data",
    )

    sure_of: str = confirmed("")

    @override
    async def handle(self, here: Context) -> Reply:
        """Delete what belongs to the actor alone, and schedule the rest."""
        if not self.sure_of:
            return await _ask_back(here)
        if self.sure_of != here.user.id:
            raise Refusal(Text("forget.other"))
        here.limits.count(FORGETS, here.user)
        users = access.users_of(here.actor)
        tables = {
            id_: None
            for user in users
            for id_ in (
                *(table.id for table in await here.store.tables_of(user)),
                *await here.store.past_of(user),
            )
        }
        wrote = any([await here.chats.of(user) for user in users])
        for user in users:
            for id_ in tables:
                due = Due(id_, f"{FORGET}:{user}", here.now)

                async def schedule(due: Due = due) -> None:
                    await here.store.schedule(due)

                await settled(schedule)
            await here.chats.forget(user)
            await here.store.forget(user)
        log.info("person.forgotten", tables=len(tables))
        told = [Text("forget.done")]
        if here.user.platform is not Platform.WEB:
            told.append(Text("forget.chats"))
        elif wrote:
            told.append(Text("forget.lines"))
        return Reply(tuple(told))


async def _ask_back(here: Context) -> Reply:
    """Ask whether to delete everything, and say what that means for the actor's games."""
    users, store = access.users_of(here.actor), here.store
    mine = {table.id: table for user in users for table in await store.tables_of(user)}
    past = any([await store.past_of(user) for user in users])
    chosen = any([await store.preferences(user) != Preferences() for user in users])
    chats = any([await here.chats.of(user) for user in users])
    notified = any([await store.subscriptions(user) for user in users])
    linked = bool(here.actor.linked)
    if not (mine or past or chosen or chats or notified or linked):
        return Reply((Text("forget.nothing"),))
    seen = (seen_by(table, here.actor) for table in mine.values())
    playing = sum(access.is_playing(table, here.actor) for table in seen)
    waiting = len(mine) - playing
    lines = [Text("forget.sure")]
    if linked:
        lines.append(Text("forget.linked", count=len(here.actor.linked)))
    if playing:
        lines.append(Text("forget.playing", count=playing))
    if waiting:
        lines.append(Text("forget.waiting", count=waiting))
    lines.append(Text("forget.finished"))
    if chats:
        lines.append(Text("forget.channels"))
    lines.append(Text("forget.rest"))
    sure = Button(Text("button.forget-sure"), ForgetMe(here.user.id), Style.BAD)
    return Reply(tuple(lines), headed=True, choices=(sure,))

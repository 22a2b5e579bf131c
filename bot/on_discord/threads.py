"""The threads that the bot starts for games.

A thread starts from the message of its game's challenge and has the same id. Its starter may name
and archive it without any further permission. Players are added to it as its members rather than
by a mention: that is one documented request, which needs only Send Messages in Threads, as the
boards do; a mention that pings nobody adds nobody.
"""

import asyncio
from collections.abc import Iterable
from typing import Final, Literal

import discord
import structlog

from bot.games.catalogue import title
from bot.on_discord import words
from bot.on_discord.faults import TRANSIENT
from bot.show.page import Page
from bot.table.people import Place, Platform, User
from engine.text import Say, Text

HAS_THREAD = 160004
"""Discord's error code for a message that has a thread."""

MAX_NAME: Final = 100

ARCHIVED_AFTER_MINUTES: Final[Literal[10080]] = 10080
"""How long Discord lists a thread without messages: a week, the longest that it allows."""

log = structlog.get_logger()


def name(page: Page, say: Say) -> str:
    """Return the name of a game's thread: players and ruleset."""
    full = say(Text("discord.thread", players=page.versus, ruleset=title(page.header)))
    return full if len(full) <= MAX_NAME else full[: MAX_NAME - 1] + "…"


def caption(page: Page, say: Say) -> str:
    """Return what stands above a thread: who plays, how it stands and, of a game, where it is."""
    playing = (Text("discord.in-thread"),) if page.live else ()
    players = say(Text("discord.thread", players=page.versus, ruleset=title(page.header)))
    return "\n".join((f"**{players}**", *map(say, (*page.standing, *playing))))[: words.MAX_LENGTH]


async def start(client: discord.Client, place: Place, message: str, name: str) -> bool:
    """Start a thread from a message; return False if Discord refuses it.

    Starting it again, as after a crash, finds the existing one. May raise one of TRANSIENT.
    """
    try:
        await client.http.start_thread_with_message(
            int(place.channel),
            int(message),
            name=name,
            auto_archive_duration=ARCHIVED_AFTER_MINUTES,
        )
    except TRANSIENT:
        raise
    except discord.HTTPException as error:
        if error.code != HAS_THREAD:
            log.info("discord.threadless", message=message, code=error.code)
            return False
    return True


async def add(client: discord.Client, thread: str, people: Iterable[User]) -> None:
    """Add people to a thread, so that Discord lists it for them. A game goes on without that."""
    users = [user for user in people if user.platform is Platform.DISCORD]

    async def attempt(user: User) -> None:
        try:
            await client.http.add_user_to_thread(int(thread), int(user.id))
        except (discord.DiscordException, *TRANSIENT) as error:
            log.info("discord.not-added", thread=thread, why=type(error).__name__)

    await asyncio.gather(*map(attempt, users))


async def archive(client: discord.Client, thread: str) -> None:
    """Archive a thread. Whatever is posted there opens it again. Raises the library's errors."""
    await client.http.edit_channel(int(thread), archived=True)

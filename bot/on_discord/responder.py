"""Replies to one interaction: ephemeral, and within Discord's time limit."""

import time
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.inbound.retry import Transient, retry
from bot.on_discord.faults import TRANSIENT
from bot.table.request import File

FIRST_SECONDS = 3.0
"""Discord's time limit for the first response."""

FURTHER_SECONDS = 60.0
"""How long to retry a follow-up. Discord allows 15 minutes, but users won't wait that long."""

ALREADY_ACKNOWLEDGED = 40060

Interaction: TypeAlias = "discord.Interaction[Any]"
Attempt: TypeAlias = Callable[[], Awaitable[object]]
Picture: TypeAlias = tuple[bytes, str]
"""PNG and alt text."""


class Responder:
    """Replies to one interaction, with retries after connection and server errors.

    After a press on an ephemeral message, the first reply replaces that message.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._until = time.monotonic() + FIRST_SECONDS
        self._answered = False
        self._unsure = False  # an attempt that got no response may have arrived
        pressed = interaction.message
        self._replaces = pressed is not None and pressed.flags.ephemeral

    async def acknowledge(self) -> None:
        """Defer the reply, unless it has been sent."""
        if not self._answered:
            await self._first(lambda: self._interaction.response.defer(ephemeral=True))

    async def say(
        self,
        content: str,
        pictures: Sequence[Picture] = (),
        view: ui.View | None = None,
        file: File | None = None,
    ) -> None:
        """Send an ephemeral reply."""

        def message(*, replaces: bool = False) -> dict[str, Any]:
            files = [
                discord.File(BytesIO(png), filename=f"puluc-{number}.png", description=alt)
                for number, (png, alt) in enumerate(pictures, 1)
            ]
            if file is not None:
                files.append(discord.File(BytesIO(file.data), filename=file.name))
            more: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
            if replaces:
                return {"content": content, "attachments": files, "view": view} | more
            shown = {} if view is None else {"view": view}
            return {"content": content, "files": files, "ephemeral": True} | shown | more

        response, replaces = self._interaction.response, self._replaces
        self._replaces = False
        if not self._answered:
            unsure = self._unsure
            if replaces:
                arrived = await self._first(lambda: response.edit_message(**message(replaces=True)))
            else:
                arrived = await self._first(lambda: response.send_message(**message()))
            if arrived or not unsure:
                return
        if replaces:
            edit = self._interaction.edit_original_response
            await self._further(lambda: edit(**message(replaces=True)))
        else:
            await self._further(lambda: self._interaction.followup.send(**message()))

    async def _first(self, attempt: Attempt) -> bool:
        """Send the first response; return False if an earlier attempt had arrived after all."""
        arrived = True
        try:
            await retry(attempt, self._until, self._judge)
        except discord.HTTPException as refused:
            if refused.code != ALREADY_ACKNOWLEDGED or not self._unsure:
                raise
            arrived = False
        self._answered = True
        return arrived

    async def _further(self, attempt: Attempt) -> None:
        await retry(attempt, time.monotonic() + FURTHER_SECONDS, self._judge)

    def _judge(self, failure: Exception) -> Transient | None:
        """Retry after a temporary error, and remember that the attempt may have arrived."""
        if not isinstance(failure, TRANSIENT):
            return None
        self._unsure = True
        return Transient()

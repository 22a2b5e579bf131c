"""What one interaction is answered: for the asker alone, and within the platform's time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.on_discord.faults import TRANSIENT

FIRST_SECONDS = 3.0
"""How long Discord waits for the first answer."""

FURTHER_SECONDS = 60.0
"""How long a further answer is tried; Discord would take it for 15 minutes, people do not wait."""

PAUSE_SECONDS = 0.2
"""Before what failed is tried again; each further pause is twice as long."""

ALREADY_ACKNOWLEDGED = 40060

Interaction: TypeAlias = "discord.Interaction[Any]"
Attempt: TypeAlias = Callable[[], Awaitable[object]]
Picture: TypeAlias = tuple[bytes, str]
"""PNG, and its description for those who cannot see it."""


class Talk:
    """Answers one interaction; what is cut off or meets a broken server is tried again.

    On a message that only the asker sees, the first answer takes the place of what was pressed.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._until = asyncio.get_running_loop().time() + FIRST_SECONDS
        self._answered = False
        self._unsure = False  # an attempt of ours got no answer, and may have arrived
        pressed = interaction.message
        self._replaces = pressed is not None and pressed.flags.ephemeral

    async def acknowledge(self) -> None:
        """Say that the answer may follow, if it has not been given."""
        if not self._answered:
            await self._first(lambda: self._interaction.response.defer(ephemeral=True))

    async def show(self, window: ui.Modal) -> None:
        """Open a window."""
        await self._first(lambda: self._interaction.response.send_modal(window))

    async def say(
        self, content: str, pictures: Sequence[Picture] = (), view: ui.View | None = None
    ) -> None:
        """Tell whoever asked, and nobody else."""

        def said(*, replaces: bool = False) -> dict[str, Any]:
            files = [
                discord.File(BytesIO(png), filename=f"puluc-{number}.png", description=alt)
                for number, (png, alt) in enumerate(pictures, 1)
            ]
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
                arrived = await self._first(lambda: response.edit_message(**said(replaces=True)))
            else:
                arrived = await self._first(lambda: response.send_message(**said()))
            if arrived or not unsure:
                return
        if replaces:
            edit = self._interaction.edit_original_response
            await self._further(lambda: edit(**said(replaces=True)))
        else:
            await self._further(lambda: self._interaction.followup.send(**said()))

    async def _first(self, attempt: Attempt) -> bool:
        """Answer first; False if something had arrived before of which we were not sure."""
        arrived = True
        try:
            await _insist(attempt, self._until, self._note)
        except discord.HTTPException as refused:
            if refused.code != ALREADY_ACKNOWLEDGED or not self._unsure:
                raise
            arrived = False
        self._answered = True
        return arrived

    async def _further(self, attempt: Attempt) -> None:
        until = asyncio.get_running_loop().time() + FURTHER_SECONDS
        await _insist(attempt, until, self._note)

    def _note(self) -> None:
        self._unsure = True


async def _insist(attempt: Attempt, until: float, failed: Callable[[], None]) -> None:
    """Make a request until it is answered, as long as it is not too late; `failed` hears."""
    pause, now = PAUSE_SECONDS, asyncio.get_running_loop().time
    while True:
        try:
            async with asyncio.timeout_at(until):
                await attempt()
        except TRANSIENT:
            failed()
            if now() + pause >= until:
                raise
        else:
            return
        await asyncio.sleep(pause)
        pause *= 2

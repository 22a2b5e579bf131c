"""Replies to one interaction: ephemeral, by an edit of the board that was pressed, or by a board.

The first response is due within 3 seconds. If it edits the board, or only acknowledges the press,
the interaction can edit the board for 15 minutes. Where the bot is a guest, boards are posted as
answers, too, and a press is never answered first by a message, so that it can edit its board.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord
import structlog

from bot.inbound.retry import Transient, retry
from bot.on_discord.faults import ALREADY_ACKNOWLEDGED, INVALID_FORM, TRANSIENT
from bot.on_discord.layout import Layout

FIRST_SECONDS = 3.0
"""Discord's time limit for the first response."""

FURTHER_SECONDS = 60.0
"""How long to retry a follow-up. Discord allows 15 minutes, but users won't wait that long."""

TOKEN_SECONDS = 15 * 60.0
"""How long Discord accepts further requests for an interaction."""

EDIT_SECONDS = 10.0
"""How long a further edit may take: after five in five seconds, the library waits for the next."""

Interaction: TypeAlias = "discord.Interaction[Any]"
Attempt: TypeAlias = Callable[[], Awaitable[object]]
Taken: TypeAlias = Callable[[], Awaitable[None]]
"""Called if someone else has answered the interaction."""

log = structlog.get_logger()


async def _ignore() -> None:
    """Ignore that someone else has answered."""


class Responder:
    """Replies to one interaction, with retries after connection and server errors.

    After a press on an ephemeral message, the first reply replaces that message, unless `keep` says
    otherwise. As a `guest`, it keeps the press for the board. If a board is `awaited`, an early
    acknowledgement is public. If it is `hidden`, only the user would see what it posts, so it posts
    nothing.
    """

    def __init__(
        self,
        interaction: Interaction,
        clock: Callable[[], float] = time.monotonic,
        *,
        guest: bool = False,
        awaited: bool = False,
        hidden: bool = False,
        taken: Taken = _ignore,
    ) -> None:
        self._interaction = interaction
        self._taken = taken
        self._clock = clock
        now = clock()
        self._until, self._expires = now + FIRST_SECONDS, now + TOKEN_SECONDS
        self._turn = asyncio.Lock()  # of those who would give the first response
        self._answered = False
        self._unsure = False  # an attempt that got no response may have arrived
        pressed = interaction.message
        self._guest, self._awaited = guest, awaited and pressed is None
        self._thinking = False  # the first response only says that the bot is thinking
        self._posts = not hidden  # unless that was refused
        self._posted = False
        self._replaces = pressed is not None and pressed.flags.ephemeral
        self._edits = pressed is not None and not pressed.flags.ephemeral

    @property
    def answered(self) -> bool:
        """Whether the first response has been sent."""
        return self._answered

    @property
    def posted(self) -> bool:
        """Whether it has posted a board."""
        return self._posted

    @property
    def can_post(self) -> bool:
        """Whether it can probably post a board."""
        return self._posts and self.lasts

    @property
    def lasts(self) -> bool:
        """Whether Discord still accepts requests for the interaction."""
        return self._clock() < (self._expires if self._answered else self._until)

    @property
    def can_edit(self) -> bool:
        """Whether the pressed board can probably be edited by this interaction.

        Not if it was answered by a message, which edits would then replace, or if an edit failed.
        """
        return self._edits and self.lasts

    def keep(self) -> None:
        """Leave a pressed ephemeral message as it is, so that its buttons and menus stay usable."""
        self._replaces = False

    async def acknowledge(self) -> None:
        """Defer the reply, unless it has been sent."""
        async with self._turn:
            await self._acknowledge()

    async def _acknowledge(self) -> None:
        if not self._answered:
            private, response = not self._awaited, self._interaction.response
            await self._first(lambda: response.defer(ephemeral=private))
            self._thinking = self._interaction.message is None

    async def finish(self) -> None:
        """Leave no reply: nothing that says that the bot is thinking, and no private message."""
        await self.acknowledge()
        if self._thinking or self._replaces:
            self._thinking = self._replaces = False
            await self._further(self._interaction.delete_original_response)

    async def post(self, layout: Layout) -> int | None:
        """Post a board for everyone as an answer; return its id, None if Discord refuses it.

        Raises one of TRANSIENT if it may have happened, and HTTPException with INVALID_FORM.
        """
        interaction, sent = self._interaction, None

        async def first() -> None:
            nonlocal sent
            sent = (await interaction.response.send_message(**layout.new)).message_id

        async with self._turn:
            if not self.can_post:
                return None
            try:
                if not self._answered and interaction.message is None:
                    await self._first(first)
                    self._thinking = self._awaited and sent is None  # or it is this board
                if sent is not None:
                    number = sent
                elif self._thinking and self._awaited:
                    edit = interaction.edit_original_response
                    number = (await self._further(lambda: edit(**layout.changes), EDIT_SECONDS)).id
                    self._thinking = False
                else:
                    await self._acknowledge()
                    await self._stop_thinking()
                    send = interaction.followup.send
                    further = await self._further(
                        lambda: send(**layout.new, wait=True), EDIT_SECONDS
                    )
                    number = further.id
            except discord.HTTPException as refused:
                if isinstance(refused, TRANSIENT) or refused.code == INVALID_FORM:
                    raise
                self._posts = False
                log.info("post.refused", interaction=interaction.id, code=refused.code)
                return None
            self._posted = True
            return number

    async def change(self, number: int, layout: Layout) -> bool:
        """Edit a board that it has posted; otherwise like `edit`."""
        send = self._interaction.followup.edit_message
        return self.lasts and await self._is_done(lambda: send(number, **layout.changes))

    async def remove(self, number: int) -> bool:
        """Delete a board that was pressed or that it has posted; return whether that worked."""
        interaction = self._interaction
        pressed = interaction.message is not None and interaction.message.id == number
        if pressed:
            able, delete = self.can_edit, interaction.delete_original_response
        else:
            able, delete = self.lasts, lambda: interaction.followup.delete_message(number)
        return able and self._answered and await self._is_done(delete)

    async def _is_done(self, attempt: Attempt) -> bool:
        """Make a further request; return whether Discord has accepted it."""
        try:
            await self._further(attempt, EDIT_SECONDS)
        except discord.HTTPException as refused:
            if isinstance(refused, TRANSIENT) or refused.code == INVALID_FORM:
                raise
            log.info("edit.refused", interaction=self._interaction.id, code=refused.code)
            return False
        return True

    async def _stop_thinking(self) -> None:
        """Remove what says that the bot is thinking: a follow-up would be as private as that."""
        if self._thinking:
            self._thinking = False
            await self._interaction.delete_original_response()

    async def edit(self, layout: Layout) -> bool:
        """Edit the pressed board, by the first response if none has been sent.

        Returns False if Discord refuses it. Raises what `post` raises.
        """
        async with self._turn:
            if not self.can_edit:
                return False
            self._edits = False  # unless this works
            response, further = self._interaction.response, self._interaction.edit_original_response
            try:
                if not self._answered:
                    self._edits = await self._first(lambda: response.edit_message(**layout.changes))
                    if self._edits or not self._guest:
                        return self._edits
                await self._further(lambda: further(**layout.changes), EDIT_SECONDS)
                self._edits = True
            except discord.HTTPException as refused:
                if isinstance(refused, TRANSIENT) or refused.code == INVALID_FORM:
                    raise
                log.info("edit.refused", interaction=self._interaction.id, code=refused.code)
            return self._edits

    async def say(self, layout: Layout) -> None:
        """Send an ephemeral reply."""
        response, replaces = self._interaction.response, self._replaces
        self._replaces = False

        def first() -> Awaitable[object]:
            if replaces:
                return response.edit_message(**layout.changes)
            sent: Awaitable[object] = response.send_message(**layout.new, ephemeral=True)
            return sent

        async with self._turn:
            if self._guest and self._edits:
                await self._acknowledge()
            if not self._answered:
                self._edits, unsure = False, self._unsure
                if await self._first(first) or not unsure:
                    return
        if self._awaited:
            await self._stop_thinking()  # which everyone sees
        if replaces or self._thinking:
            # Also because only an edit turns "thinking" into a message of the second version.
            self._thinking = False
            edit = self._interaction.edit_original_response
            await self._further(lambda: edit(**layout.changes))
        else:
            send = self._interaction.followup.send
            await self._further(lambda: send(**layout.new, ephemeral=True))

    async def _first(self, attempt: Attempt) -> bool:
        """Send the first response; return False if an earlier attempt had arrived after all.

        Where the bot is a guest, also if another process has sent one: it has left the board to
        whoever shows it.
        """
        arrived = True
        try:
            await retry(attempt, self._until, self._judge, self._clock)
        except discord.HTTPException as refused:
            known = self._unsure or self._guest
            if refused.code == ALREADY_ACKNOWLEDGED and not self._unsure:
                await self._taken()
            if refused.code != ALREADY_ACKNOWLEDGED or not known:
                raise
            arrived = False
            self._edits = self._edits and self._guest  # elsewhere, what it was isn't known
        self._answered = True
        return arrived

    async def _further(self, attempt: Attempt, seconds: float = FURTHER_SECONDS) -> Any:
        return await retry(attempt, self._clock() + seconds, self._judge, self._clock)

    def _judge(self, failure: Exception) -> Transient | None:
        """Retry after a temporary error, and remember that the attempt may have arrived."""
        if not isinstance(failure, TRANSIENT):
            return None
        self._unsure = True
        return Transient()

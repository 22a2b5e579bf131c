"""The bot's own emoji: the signs of pieces and throws, uploaded once for all servers.

The name of an emoji contains a digest of its drawing, so a new drawing is uploaded beside the old
one, which messages of other releases still show. All texts are complete without emoji: until they
are known, or if they can't be uploaded, they are left out.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping

import discord
import structlog

from bot.on_discord.faults import TRANSIENT
from bot.table.notes import Notes
from bot.table.ports import StoreDown
from renderer import signs

LEASE_SECONDS = 60
"""How long only one process uploads emoji; the others look again afterwards."""

ATTEMPTS = 5
"""How often a process looks which emoji there are, before it does without the others."""

Sleep = Callable[[float], Awaitable[None]]

log = structlog.get_logger()


class Emoji:
    """The emoji that can be used, by the signs that they show."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}

    def of(self, sign: str) -> discord.PartialEmoji | None:
        """Return the emoji of a sign, None if it has none."""
        return self._known.get(sign)

    def text(self, shown: Iterable[str]) -> str:
        """Return signs as they stand in text, followed by a space; "" if one has no emoji."""
        found = [self.of(sign) for sign in shown]
        known = [str(each) for each in found if each is not None]
        return "" if not known or len(known) < len(found) else f"{''.join(known)} "

    def forget(self) -> bool:
        """Use no emoji from now on, because one was refused; return whether any was known."""
        some, self._known = bool(self._known), {}
        return some

    async def learn(
        self, client: discord.Client, notes: Notes, sleep: Sleep = asyncio.sleep
    ) -> None:
        """Look which emoji there are, and upload those that are missing."""
        wanted = await asyncio.to_thread(_named)
        for _ in range(ATTEMPTS):
            try:
                await self._look(client, wanted)
                if len(self._known) == len(wanted):
                    return
                gate = f"discord.{client.application_id}.emoji"
                if await notes.gate(gate, LEASE_SECONDS):
                    await self._upload(client, wanted)
                    return
            except (discord.DiscordException, StoreDown, *TRANSIENT) as error:
                log.info("emoji.failed", why=type(error).__name__)
            await sleep(LEASE_SECONDS)

    async def _look(self, client: discord.Client, wanted: Mapping[str, str]) -> None:
        for each in await client.fetch_application_emojis():
            self._note(each, wanted)

    async def _upload(self, client: discord.Client, wanted: Mapping[str, str]) -> None:
        for name, sign in wanted.items():
            if sign not in self._known:
                image = signs.draw(sign)
                self._note(await client.create_application_emoji(name=name, image=image), wanted)
        log.info("emoji.uploaded", count=len(self._known))

    def _note(self, emoji: discord.Emoji, wanted: Mapping[str, str]) -> None:
        if emoji.name in wanted:
            self._known[wanted[emoji.name]] = discord.PartialEmoji(name=emoji.name, id=emoji.id)


def _named() -> dict[str, str]:
    """Return all signs by the names of their emoji."""
    return {
        f"{sign}_{hashlib.blake2b(signs.draw(sign), digest_size=4).hexdigest()}": sign
        for sign in signs.SIGNS
    }

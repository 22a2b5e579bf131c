"""Interactions become intents; whoever asked is answered once, within the platform's time."""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import discord
import structlog
from discord.app_commands import Choice

from bot.on_discord import names
from bot.on_discord.commands import MOST_CHOICES, Choices, Given, short
from bot.on_discord.components import word_window
from bot.show import rules
from bot.show.examples import EXAMPLES
from bot.table.codes import BadCode, decode
from bot.table.commands import BadCommand, intent_of
from bot.table.intents import Accept, Help, Intent, ListGames, Rules, ShowSettings, TableRules
from bot.table.people import Actor
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from bot.table.service import Service
from bot.texts.catalogue import Catalogue
from engine.road.ruleset import LONGEST_ROAD, SHORTEST_ROAD
from engine.road.rulesets import RULESETS
from renderer.text import Say, Text

BLIND_SECONDS = 1.5
"""An act that takes longer is acknowledged before its outcome is known."""

MOST_LETTERS = 2000
"""Of a message."""

MOST_ALT = 1024
UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060

Interaction: TypeAlias = "discord.Interaction[Any]"

log = structlog.get_logger()


class Inbound:
    """Takes what people type and press in Discord to the service."""

    def __init__(self, service: Service, catalogue: Catalogue) -> None:
        self._service = service
        self._catalogue = catalogue
        self._acting: set[asyncio.Task[Reply]] = set()
        self._closing = False

    async def drain(self) -> None:
        """Take nothing more, and wait for what has begun."""
        self._closing = True
        while self._acting:
            await asyncio.wait(tuple(self._acting))

    async def command(self, interaction: Interaction, name: str, given: Given) -> None:
        """Do what was typed after the slash."""
        opponent = given.get("opponent")
        other = names.other(opponent) if isinstance(opponent, discord.abc.User) else None
        values = {option: str(value) for option, value in given.items() if option != "opponent"}
        try:
            intent = intent_of(name, values, other)
        except BadCommand as bad:
            await self._refuse(interaction, bad.text)
        else:
            if _member(interaction) or isinstance(intent, _ANYWHERE):
                await self._act(interaction, intent)
            else:
                await self._refuse(interaction, Text("discord.no-member"))

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button, or an option of a menu, means."""
        intent = _decoded(code)
        if intent is None:
            await self._refuse(interaction, Text("press.unknown"))
        else:
            await self._act(interaction, intent)

    async def ask_word(self, interaction: Interaction, code: str) -> None:
        """Open the window that asks for a word."""
        with _forgiven(interaction):
            await interaction.response.send_modal(word_window(code, self._say(interaction)))

    async def word(self, interaction: Interaction, code: str, word: str) -> None:
        """Accept with the word that was given."""
        match _decoded(code):
            case Accept(table):
                await self._act(interaction, Accept(table, word))
            case _:
                await self._refuse(interaction, Text("press.unknown"))

    async def complete(self, interaction: Interaction, option: str, typed: str) -> Choices:
        """Offer values for an option that begin with, or contain, what is typed."""
        say = self._say(interaction)
        match option:
            case "ruleset":
                offers = _rulesets(say)
            case "road":
                return _roads(typed)
            case _:
                offers = await self._tables(names.actor(interaction), say)
        wanted = typed.casefold()
        return [
            Choice(name=short(told), value=value)
            for value, told in offers.items()
            if wanted in told.casefold() or wanted in value
        ][:MOST_CHOICES]

    async def _tables(self, actor: Actor, say: Say) -> Mapping[str, str]:
        """One's own tables, newest first."""
        try:
            async with asyncio.timeout(BLIND_SECONDS):
                lines = await self._service.games(actor)
        except (StoreDown, TimeoutError):
            return {}
        return {line.table: say(line.text) for line in lines}

    async def failed(self, interaction: Interaction) -> None:
        """Tell that a fault of ours kept something from being done."""
        await self._refuse(interaction, Text("discord.failed"))

    async def _act(self, interaction: Interaction, intent: Intent) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long."""
        request = Request(
            names.operation(interaction), names.actor(interaction), names.place(interaction), intent
        )
        if self._closing:
            return  # another process is there already, or will be in a moment
        act = asyncio.create_task(self._service.act(request))
        self._acting.add(act)
        act.add_done_callback(self._acting.discard)
        done, _ = await asyncio.wait({act}, timeout=BLIND_SECONDS)
        if not done:
            await self._acknowledge(interaction)
        try:
            reply = await act
        except StoreDown:
            reply = Reply((Text("store.down"),), refused=True)
        await self._tell(interaction, reply)

    async def _refuse(self, interaction: Interaction, why: Text) -> None:
        log.info("discord.refused", why=why.key)
        await self._tell(interaction, Reply((why,), refused=True))

    async def _acknowledge(self, interaction: Interaction) -> None:
        with _forgiven(interaction):
            await interaction.response.defer(ephemeral=True)

    async def _tell(self, interaction: Interaction, reply: Reply) -> None:
        """Tell the asker alone; a press that the board answers needs no words."""
        say = self._say(interaction)
        with _forgiven(interaction):
            if not reply.texts and interaction.type is discord.InteractionType.component:
                if not interaction.response.is_done():
                    await interaction.response.defer()
                return
            texts = reply.texts or (Text("discord.done"),)
            parts = list(_messages([say(text) for text in texts]))
            files = await asyncio.to_thread(_pictures, reply.ruleset, say)
            for number, part in enumerate(parts, 1):
                last = {"files": files} if number == len(parts) and files else {}
                await self._send(interaction, part, **last)

    async def _send(self, interaction: Interaction, content: str, **more: Any) -> None:
        quiet = discord.AllowedMentions.none()
        if interaction.response.is_done():
            await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **more)
        else:
            await interaction.response.send_message(
                content, ephemeral=True, allowed_mentions=quiet, **more
            )

    def _say(self, interaction: Interaction) -> Say:
        return self._catalogue.voice(str(interaction.locale), names.escape)


_ANYWHERE = (Rules, TableRules, Help, ListGames, ShowSettings)
"""What needs no board, and so no place where the bot may write."""


def _decoded(code: str) -> Intent | None:
    """What a code means; None for what no button of ours carries."""
    try:
        return decode(code)
    except BadCode:
        return None


def _member(interaction: Interaction) -> bool:
    """Whether the bot itself is here, not only the asker's own installation of it."""
    return interaction.is_guild_integration() or interaction.context.dm_channel


def _rulesets(say: Say) -> Mapping[str, str]:
    return {
        key: f"{say(Text(f'ruleset.{key}.title'))}: {say(Text(f'ruleset.{key}.line'))}"
        for key in RULESETS
    }


def _roads(typed: str) -> Choices:
    """Lengths of roads that rulesets have, and any other that is being typed."""
    usual = sorted({ruleset.road for ruleset in RULESETS.values()} | {SHORTEST_ROAD, LONGEST_ROAD})
    every = [*usual, *(road for road in range(SHORTEST_ROAD, LONGEST_ROAD) if road not in usual)]
    fitting = [road for road in every if str(road).startswith(typed)]
    return [Choice(name=str(road), value=road) for road in fitting[:MOST_CHOICES]]


def _messages(lines: Sequence[str]) -> Iterator[str]:
    """Put lines together to messages that are not too long."""
    message = ""
    for line in lines:
        longer = f"{message}\n{line}" if message else line
        if len(longer) > MOST_LETTERS:
            yield message
            longer = line[:MOST_LETTERS]
        message = longer
    yield message


def _pictures(ruleset: str | None, say: Say) -> list[discord.File]:
    """Draw the examples that go with the rules of a ruleset."""
    return [
        discord.File(
            BytesIO(rules.draw(example, say)),
            filename=f"{ruleset}-{number}.png",
            description=rules.alt(example, say)[:MOST_ALT],
        )
        for number, example in enumerate(EXAMPLES[ruleset] if ruleset else (), 1)
    ]


@contextlib.contextmanager
def _forgiven(interaction: Interaction) -> Iterator[None]:
    """Let an answer go that comes too late, or twice: what was done stands, the board shows it."""
    try:
        yield
    except discord.InteractionResponded:
        log.info("answer.twice", interaction=interaction.id)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
            log.warning("answer.failed", interaction=interaction.id, code=error.code)

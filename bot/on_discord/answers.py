"""Replies become private messages: for the asker alone, in their language."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeAlias

import discord

from bot.show import rules
from bot.show.examples import EXAMPLES
from bot.table.request import Reply
from renderer.text import Say, Text

MOST_LETTERS = 2000
"""Of a message."""

MOST_ALT = 1024

Interaction: TypeAlias = "discord.Interaction[Any]"


@dataclass(frozen=True, slots=True)
class Answer:
    """Messages, and the pictures that go with the last of them."""

    messages: tuple[str, ...]
    pictures: tuple[tuple[bytes, str], ...]
    """PNG, and its description for those who cannot see it."""

    async def send(self, interaction: Interaction) -> None:
        """Tell whoever asked, and nobody else."""
        *first, last = self.messages
        for message in first:
            await _send(interaction, message)
        files = [
            discord.File(BytesIO(png), filename=f"example-{number}.png", description=alt)
            for number, (png, alt) in enumerate(self.pictures, 1)
        ]
        await _send(interaction, last, files=files)


async def answer(reply: Reply, say: Say) -> Answer:
    """Put a reply into words; pictures are drawn beside the event loop."""
    texts = reply.texts or (Text("discord.done"),)
    lines = [say(located(text, "<#{}>".format)) for text in texts]
    if reply.headed:
        lines[0] = f"**{lines[0]}**"
    messages = tuple(_messages(lines))
    if reply.ruleset is None:
        return Answer(messages, ())
    return Answer(messages, await asyncio.to_thread(_pictures, reply.ruleset, say))


def located(text: Text, channel: Callable[[str], str]) -> Text:
    """Return a text that tells of a place by the channel's name, not by its number."""
    args = {
        name: channel(value) if name == "place" and isinstance(value, str) else value
        for name, value in text.args
    }
    return Text(text.key, **args)


async def _send(interaction: Interaction, content: str, files: Sequence[discord.File] = ()) -> None:
    quiet = discord.AllowedMentions.none()
    more: dict[str, Any] = {"ephemeral": True, "allowed_mentions": quiet, "files": list(files)}
    if interaction.response.is_done():
        await interaction.followup.send(content, **more)
    else:
        await interaction.response.send_message(content, **more)


def _messages(lines: Sequence[str]) -> Iterator[str]:
    """Put lines together to messages that are not too long."""
    message = ""
    for line in (line[:MOST_LETTERS] for line in lines):
        longer = f"{message}\n{line}" if message else line
        if len(longer) > MOST_LETTERS:
            yield message
            longer = line
        message = longer
    yield message


def _pictures(ruleset: str, say: Say) -> tuple[tuple[bytes, str], ...]:
    """Draw the examples that go with the rules of a ruleset."""
    return tuple(
        (rules.draw(example, say), rules.alt(example, say)[:MOST_ALT])
        for example in EXAMPLES[ruleset]
    )

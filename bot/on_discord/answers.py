"""Replies become private messages: for the asker alone, in their language."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from discord import ui

from bot.games.road import pictures as rules
from bot.games.road.examples import EXAMPLES
from bot.on_discord.names import located
from bot.on_discord.talk import Picture, Talk
from bot.show.page import Page
from bot.table.request import Reply
from engine.text import Say, Text

MOST_LETTERS = 2000
"""Of a message."""

MOST_ALT = 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """Messages, and the pictures and buttons that go with the last of them."""

    messages: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
    view: ui.View | None = None

    async def send(self, talk: Talk) -> None:
        """Tell whoever asked, and nobody else."""
        *first, last = self.messages
        for message in first:
            await talk.say(message)
        await talk.say(last, self.pictures, self.view)


async def answer(
    reply: Reply, say: Say, *, board: Page | None = None, view: ui.View | None = None
) -> Answer:
    """Put a reply into words, with `board` below them; pictures are drawn beside the event loop."""
    shown = () if board is None else board.lines
    texts = (*reply.texts, *shown) or (Text("discord.done"),)
    lines = [say(located(text, "<#{}>".format)) for text in texts]
    if reply.headed:
        lines[0] = f"**{lines[0]}**"
    pictures: tuple[Picture, ...] = ()
    if board is not None and board.picture is not None:
        pictures = ((board.picture.png, board.picture.alt[:MOST_ALT]),)
    elif reply.ruleset is not None:
        pictures = await asyncio.to_thread(_examples, reply.ruleset, say)
    return Answer(tuple(_messages(lines)), pictures, view)


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


def _examples(ruleset: str, say: Say) -> tuple[Picture, ...]:
    """Draw the examples that go with the rules of a ruleset."""
    return tuple(
        (rules.draw(example, say), rules.alt(example, say)[:MOST_ALT])
        for example in EXAMPLES[ruleset]
    )

"""Replies become private messages: for the asker alone, in their language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from discord import ui

from bot.on_discord.names import located
from bot.on_discord.talk import Picture, Talk
from bot.show.page import Page
from bot.show.page import Picture as Drawn
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


def answer(
    reply: Reply,
    say: Say,
    *,
    board: Page | None = None,
    pictures: Sequence[Drawn] = (),
    view: ui.View | None = None,
) -> Answer:
    """Put a reply into words, with `board` or other pictures below them."""
    shown = () if board is None else board.lines
    texts = (*reply.texts, *shown) or (Text("discord.done"),)
    lines = [say(located(text, "<#{}>".format)) for text in texts]
    if reply.headed:
        lines[0] = f"**{lines[0]}**"
    if board is not None and board.picture is not None:
        pictures = (board.picture,)
    shown_below = tuple((picture.png, picture.alt[:MOST_ALT]) for picture in pictures)
    return Answer(tuple(_messages(lines)), shown_below, view)


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

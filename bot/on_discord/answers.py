"""Answers become private messages: for the asker alone, in their language."""

from dataclasses import dataclass

from discord import ui

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply, messages
from bot.on_discord.responder import Picture, Responder
from bot.table.request import File
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
    file: File | None = None

    async def send(self, responder: Responder) -> None:
        """Tell whoever asked, and nobody else."""
        *first, last = self.messages
        for message in first:
            await responder.say(message)
        await responder.say(last, self.pictures, self.view, self.file)


async def answer(
    told: LocalizedReply, say: Say, illustrations: Illustrations, view: ui.View | None = None
) -> Answer:
    """Write what is told as messages; the lines of a board stand below the others."""
    board = told.board
    lines = [*told.lines, *(() if board is None else map(say, board.lines))]
    if not lines:
        lines = [say(Text("discord.done"))]
    if told.headed:
        lines[0] = f"**{lines[0]}**"
    lines += [f"**{section.label}** {section.text}" for section in told.sections]
    fitting = messages((line[:MOST_LETTERS] for line in lines), lambda m: len(m) <= MOST_LETTERS)
    board = told.lesson or board
    picture = told.cover if board is None else board.picture
    if picture is not None:
        pictures = [(picture.png, picture.alt[:MOST_ALT])]
    else:
        drawn = await illustrations.drawn(told.illustrations)
        pictures = [(png, shown.alt[:MOST_ALT]) for shown, png in drawn]
    return Answer(tuple(fitting), tuple(pictures), view, told.file)

"""Private replies, visible only to the user who asked and in their language."""

from dataclasses import dataclass

from discord import ui

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply, messages
from bot.on_discord.responder import Picture, Responder
from bot.on_discord.words import MAX_ALT_LENGTH, MAX_LENGTH
from bot.table.request import File
from engine.text import Say, Text


@dataclass(frozen=True, slots=True)
class Answer:
    """One or more messages; pictures, buttons and the file go with the last."""

    messages: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
    view: ui.View | None = None
    file: File | None = None

    async def send(self, responder: Responder) -> None:
        """Send the messages so that only the user who asked sees them."""
        *first, last = self.messages
        for message in first:
            await responder.say(message)
        await responder.say(last, self.pictures, self.view, self.file)


async def answer(
    reply: LocalizedReply, say: Say, illustrations: Illustrations, view: ui.View | None = None
) -> Answer:
    """Format a reply as messages; the lines of a board come after the reply's own."""
    board = reply.board
    lines = [*reply.lines, *(() if board is None else map(say, board.lines))]
    if not lines:
        lines = [say(Text("discord.done"))]
    if reply.headed:
        lines[0] = f"**{lines[0]}**"
    lines += [f"**{section.label}** {section.text}" for section in reply.sections]
    split = messages((line[:MAX_LENGTH] for line in lines), lambda m: len(m) <= MAX_LENGTH)
    board = reply.lesson or board
    picture = reply.cover if board is None else board.picture
    if picture is not None:
        pictures = [(picture.png, picture.alt[:MAX_ALT_LENGTH])]
    else:
        drawn = await illustrations.drawn(reply.illustrations)
        pictures = [(png, shown.alt[:MAX_ALT_LENGTH]) for shown, png in drawn]
    figures = (each.picture for each in reply.figures)
    pictures += [(figure.png, figure.alt[:MAX_ALT_LENGTH]) for figure in figures]
    return Answer(tuple(split), tuple(pictures), view, reply.file)

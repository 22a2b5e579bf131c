"""Private replies, visible only to the user who asked and in their language."""

from collections.abc import AsyncIterator, Iterator, Sequence

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply, messages
from bot.on_discord.layout import BOARD, Download, Layout, Part, Picture, paged
from bot.on_discord.words import MAX_LENGTH
from engine.text import Say


async def answer(
    reply: LocalizedReply, say: Say, illustrations: Illustrations, rows: Sequence[Part] = ()
) -> Sequence[Layout]:
    """Lay out a reply as one or more messages, in which each picture is below its caption.

    The lines of a board come after the reply's own. The last message has the rows of buttons, and
    their labels.
    """
    drawn = [part async for part in _drawn(reply, illustrations)]
    file = () if reply.file is None else (Download(reply.file.name, reply.file.data),)
    return [*paged([*_words(reply, say), *drawn, *file, *rows])]


def _words(reply: LocalizedReply, say: Say) -> Iterator[str]:
    """Yield what a reply says, except captions, in as few parts as possible."""
    board = reply.board
    lines = [*reply.said, *(() if board is None else map(say, board.lines))]
    if reply.headed:
        lines[0] = f"**{lines[0]}**"
    lines += [f"**{section.label}** {section.text}" for section in reply.sections]
    yield from messages((line[:MAX_LENGTH] for line in lines), lambda m: len(m) <= MAX_LENGTH)


async def _drawn(reply: LocalizedReply, illustrations: Illustrations) -> AsyncIterator[Part]:
    """Yield a reply's pictures with their captions; a board has none."""
    board = reply.lesson or reply.board
    single = reply.cover if board is None else board.picture
    if single is not None:
        yield Picture(BOARD, single.alt, single.png)
    else:
        for each, png in await illustrations.drawn(reply.illustrations):
            yield each.caption
            yield Picture(f"{each.ruleset}-{each.number}.png", each.alt, png)
    for number, figure in enumerate(reply.figures, 1):
        yield figure.caption
        yield Picture(f"figure-{number}.png", figure.picture.alt, figure.picture.png)

"""The parts of a reply, as Telegram's messages have them: texts in HTML and pictures."""

from collections.abc import Sequence

from telegram import InputMediaPhoto
from telegram.constants import MessageLimit, ParseMode

from bot.inbound.illustrations import Illustration
from bot.inbound.localized import Labelled, LocalizedReply
from bot.on_telegram import words


def message_count(reply: LocalizedReply) -> int:
    """Return how many messages a reply takes."""
    if reply.lesson is not None or reply.cover is not None or reply.file is not None:
        return 1
    pictures = len(reply.illustrations) + len(reply.figures)
    return len(texts(reply)) + pictures + (reply.board is not None)


def is_single(reply: LocalizedReply) -> bool:
    """Whether a reply takes one message."""
    count = message_count(reply)
    captioned = count == 2 and len(reply.figures) == 1 and is_caption(texts(reply))
    return count == 1 or captioned


def texts(reply: LocalizedReply) -> Sequence[str]:
    """Return the text messages of a reply."""
    most = MessageLimit.MAX_TEXT_LENGTH
    lines = [words.cut_html(line, most) for line in reply.lines]
    if reply.headed:
        lines[0] = f"<b>{lines[0]}</b>"
    lines += [_labelled(section, most) for section in reply.sections]
    return list(words.messages(lines))


def _labelled(section: Labelled, most: int) -> str:
    """Return a paragraph within `most` visible units."""
    room = most - words.length(words.visible(section.label)) - 1
    return f"<b>{section.label}</b> {words.cut_html(section.text, room)}"


def is_caption(texts: Sequence[str]) -> bool:
    """Whether texts are short enough for the caption of a picture."""
    return len(texts) == 1 and words.length(texts[0]) <= MessageLimit.CAPTION_LENGTH


def told_below(text: str, picture: str) -> str:
    """Return a caption in HTML with a folded description of the `picture`, if both fit."""
    if words.length(words.visible(text)) + words.length(picture) >= MessageLimit.CAPTION_LENGTH:
        return text
    return f"{text}\n<blockquote expandable>{words.escape(picture)}</blockquote>"


def illustrations(drawn: Sequence[tuple[Illustration, bytes]]) -> list[InputMediaPhoto]:
    """Return the illustrations of a ruleset's rules, each with its caption."""
    return [
        InputMediaPhoto(
            png,
            words.cut(shown.caption, MessageLimit.CAPTION_LENGTH),
            filename=f"{shown.ruleset}-{shown.number}.png",
        )
        for shown, png in drawn
    ]


def figures(reply: LocalizedReply) -> list[InputMediaPhoto]:
    """Return the pictures that belong to a reply's lines, each with its caption."""
    return [
        InputMediaPhoto(
            each.picture.png,
            words.cut_html(each.caption, MessageLimit.CAPTION_LENGTH),
            parse_mode=ParseMode.HTML,
            filename=f"figure-{number}.png",
        )
        for number, each in enumerate(reply.figures, 1)
    ]

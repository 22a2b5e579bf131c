"""What is said in Telegram: commands as they are typed there, within Telegram's limits."""

from collections.abc import Iterable, Iterator, Sequence

from telegram import LinkPreviewOptions
from telegram.constants import MessageLimit

from bot.commands.commands import PREFIX
from bot.inbound.localized import messages as together
from bot.on_telegram import names
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
"""How a text is sent, so that no link in it unfolds."""


def voice(catalogue: Catalogue, language: str = "") -> Say:
    """How to say texts to somebody: every command is one of its own here, without the prefix."""
    say = catalogue.voice(language, names.quiet)

    def said(text: Text) -> str:
        return say(text).replace(f"{PREFIX} ", "/")

    return said


def length(words: str) -> int:
    """How long Telegram finds words: it counts in UTF-16."""
    return len(words.encode("utf-16-le")) // 2


def cut(words: str, most: int) -> str:
    """Words that are not longer than Telegram takes."""
    if length(words) <= most:
        return words
    return words.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """The last lines for which there is room: those matter more than the first."""
    fitting: list[str] = []
    for line in reversed(lines):
        if fitting and length("\n".join([line, *fitting])) > room:
            break
        fitting.insert(0, line)
    return [cut(line, room) for line in fitting]


def messages(lines: Iterable[str]) -> Iterator[str]:
    """Put lines together to messages that are not too long."""
    most = MessageLimit.MAX_TEXT_LENGTH
    return together((cut(line, most) for line in lines), lambda said: length(said) <= most)

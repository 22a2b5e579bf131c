"""Texts for Telegram: commands as they are typed there, within Telegram's length limits."""

from collections.abc import Iterable, Iterator, Sequence

from telegram import LinkPreviewOptions
from telegram.constants import MessageLimit

from bot.commands.commands import PREFIX
from bot.inbound.localized import messages as joined
from bot.on_telegram import names
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
"""Disables link previews."""


def translator(catalogue: Catalogue, language: str = "") -> Say:
    """Return a function that translates texts and shortens `/puluc open` to `/open`."""
    say = catalogue.voice(language, names.quiet)

    def translate(text: Text) -> str:
        return say(text).replace(f"{PREFIX} ", "/")

    return translate


def length(words: str) -> int:
    """Return the length of a text as Telegram counts it, in UTF-16 code units."""
    return len(words.encode("utf-16-le")) // 2


def cut(words: str, most: int) -> str:
    """Return a text truncated to `most` UTF-16 code units."""
    if length(words) <= most:
        return words
    return words.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return as many of the last lines as fit in `room`; they matter more than the first."""
    fitting: list[str] = []
    for line in reversed(lines):
        if fitting and length("\n".join([line, *fitting])) > room:
            break
        fitting.insert(0, line)
    return [cut(line, room) for line in fitting]


def messages(lines: Iterable[str]) -> Iterator[str]:
    """Join lines into messages within the length limit."""
    most = MessageLimit.MAX_TEXT_LENGTH
    return joined((cut(line, most) for line in lines), lambda text: length(text) <= most)

"""Texts for Telegram: commands as they are typed there, within Telegram's length limits."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from telegram import LinkPreviewOptions
from telegram.constants import MessageLimit

from bot.commands.command import PREFIX
from bot.inbound.localized import messages as joined
from bot.on_telegram import names, times
from bot.texts.catalogue import Catalogue
from engine.text import Moment, Say, Text

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
"""Disables link previews."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Translates texts into one language, and shortens `/puluc open` to `/open`.

    A call returns plain text, with points in time in UTC. `marked` is for HTML messages only.
    """

    _plain: Say
    _marking: Say

    def __call__(self, text: Text) -> str:
        """Return a text as plain text."""
        return _typed(self._plain(text))

    def marked(self, text: Text) -> str:
        """Return a text for `times.html`, with its points in time marked.

        If an argument contains marks, they are removed, and nothing is marked.
        """
        plain = self(text)
        unmarked = times.visible(plain)
        return _typed(self._marking(text)) if plain == unmarked else unmarked


def translator(
    catalogue: Catalogue, language: str = "", clock: Callable[[], float] = time.time
) -> Voice:
    """Return a translator to a language, or the best available one.

    `clock` returns Unix seconds.
    """

    def marked(moment: Moment) -> str:
        return times.marked(moment, catalogue.in_utc(moment, language), clock())

    plain = catalogue.voice(language, names.quiet)
    return Voice(plain, catalogue.voice(language, names.quiet, marked))


def _typed(text: str) -> str:
    """Return a text with its commands as they are typed in Telegram."""
    return text.replace(f"{PREFIX} ", "/")


def length(words: str) -> int:
    """Return the length of a text as Telegram counts it, in UTF-16 code units."""
    return len(words.encode("utf-16-le")) // 2


def cut(words: str, most: int) -> str:
    """Return a text truncated to `most` UTF-16 code units."""
    if length(words) <= most:
        return words
    return words.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"


def cut_marked(marked: str, most: int) -> str:
    """Return a marked text truncated to `most` visible UTF-16 code units.

    A truncated text loses its marks.
    """
    visible = times.visible(marked)
    return marked if length(visible) <= most else cut(visible, most)


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return as many of the last marked lines as fit in `room`.

    The last lines matter more than the first.
    """
    fitting: list[str] = []
    for line in reversed(lines):
        if fitting and length(times.visible("\n".join([line, *fitting]))) > room:
            break
        fitting.insert(0, line)
    return [cut_marked(line, room) for line in fitting]


def messages(lines: Iterable[str]) -> Iterator[str]:
    """Join lines of HTML into messages within the length limit; each must fit by itself."""
    most = MessageLimit.MAX_TEXT_LENGTH
    return joined(lines, lambda source: length(times.visible_html(source)) <= most)

"""Texts as Telegram shows them: plain or in HTML, and within its length limits.

`Voice` takes a text all the way to one of the two forms. Limits count what people see, without
tags, in UTF-16 code units.
"""

import html
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from telegram import LinkPreviewOptions
from telegram.constants import MessageEntityDateTimeFormats, MessageLimit

from bot.commands.command import PREFIX
from bot.inbound.localized import messages as joined
from bot.texts.catalogue import Catalogue, ShowMoment
from engine.text import Moment, Text

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
"""Disables link previews."""

HORIZON_SECONDS: Final = 1098 * 86400
"""How far in the future Telegram accepts a point in time."""

_TIME_FORMAT: Final = MessageEntityDateTimeFormats.LONG_DATE_SHORT_TIME.value
"""Day, month, year, hours and minutes, in the reader's language."""

_MARK: Final = secrets.token_hex(8)
"""Stands before a point in time until its text is escaped. Who types a text can't guess it."""

_MARKED: Final = re.compile(rf"{_MARK}(-?\d+);")

_marked: Final[ShowMoment] = f"{_MARK}{{}};".format

_LINKING: Final = re.compile(r"[@#$/](?=\S)|\.(?=\w)")
"""Characters that Telegram turns into links, mentions, commands and hashtags."""

_WORD_JOINER: Final = "\N{WORD JOINER}"

_TAG: Final = re.compile("<[^>]*>")


@dataclass(frozen=True, slots=True)
class Voice:
    """Translates texts into one language, or the best available one.

    Commands are written as people type them: `/open` instead of `/puluc open`. Where the bot is a
    guest, they begin with its name instead of `/` (`to_guest`). Names are quiet. `clock` returns
    Unix seconds.
    """

    catalogue: Catalogue
    language: str = ""
    clock: Callable[[], float] = time.time
    command: str = "/"

    def __call__(self, text: Text) -> str:
        """Return plain text, with points in time in UTC."""
        return self._typed(self.catalogue.voice(self.language, quiet)(text))

    def html(self, text: Text) -> str:
        """Return HTML, with points in time in each reader's own time zone."""
        say = self.catalogue.voice(self.language, quiet, _marked)
        return _MARKED.sub(self._timed, escape(self._typed(say(text))))

    def _typed(self, text: str) -> str:
        """Return a text with its commands as they are typed here."""
        return text.replace(f"{PREFIX} ", self.command)

    def _timed(self, marked: re.Match[str]) -> str:
        """Return the tag for a point in time, or only UTC if Telegram wouldn't accept the tag.

        Apps that don't know the tag show what is in it, which is UTC, too.
        """
        moment = Moment(marked[1])
        in_utc = escape(self.catalogue.in_utc(moment, self.language))
        if not 0 <= moment <= self.clock() + HORIZON_SECONDS:
            return in_utc
        return f'<tg-time unix="{moment}" format="{_TIME_FORMAT}">{in_utc}</tg-time>'


def to_guest(username: str) -> str:
    """Return how people begin a command to the bot where it isn't a member."""
    return f"@{username} "


def quiet(name: str) -> str:
    """Return a name that looks the same, but in which Telegram finds no links or mentions."""
    return _LINKING.sub(lambda found: found[0] + _WORD_JOINER, name)


def escape(text: str) -> str:
    """Return plain text as HTML."""
    return html.escape(text, quote=False)


def visible(source: str) -> str:
    """Return what people see of HTML, as plain text."""
    return html.unescape(_TAG.sub("", source))


def length(text: str) -> int:
    """Return the length of plain text as Telegram counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, most: int) -> str:
    """Return plain text truncated to `most` UTF-16 code units."""
    if length(text) <= most:
        return text
    return text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore") + "…"


def cut_html(source: str, most: int) -> str:
    """Return HTML truncated to `most` visible units; it loses its tags if it is truncated."""
    seen = visible(source)
    return source if length(seen) <= most else escape(cut(seen, most))


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return as many of the last lines of HTML as fit in `room`, since they matter most."""
    fitting: list[str] = []
    for line in reversed(lines):
        if fitting and length(visible("\n".join([line, *fitting]))) > room:
            break
        fitting.insert(0, line)
    return [cut_html(line, room) for line in fitting]


def last(lines: Sequence[str], room: int) -> int:
    """Return how many of the last lines of HTML fit in `room`, at least one."""
    for count in range(len(lines), 1, -1):
        if length(visible("\n".join(lines[-count:]))) <= room:
            return count
    return min(1, len(lines))


def messages(lines: Iterable[str]) -> Iterator[str]:
    """Join lines of HTML into messages within the length limit; each must fit by itself."""
    most = MessageLimit.MAX_TEXT_LENGTH
    return joined(lines, lambda source: length(visible(source)) <= most)

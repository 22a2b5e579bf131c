"""Points in time in HTML messages, which Telegram shows in the reader's own time zone.

Texts are translated, cut to length and only then escaped. So a translated text first has marks
around a point in time, which `html` replaces with a tag. Marks are characters for private use that
have no width in a message: `visible` is the text without them.
"""

import html as standard
import re
from typing import Final

from telegram.constants import MessageEntityDateTimeFormats

from bot.on_telegram import names
from bot.table.pace import DAY
from engine.text import Moment

FORMAT: Final = MessageEntityDateTimeFormats.LONG_DATE_SHORT_TIME.value
"""Day, month, year, hours and minutes, in the reader's language."""

HORIZON_SECONDS: Final = 1098 * DAY
"""How far in the future a tag's point in time may lie."""

_DIGITS: Final = "".join(map(chr, range(0xF0000, 0xF000A)))
_BEGIN, _END = "\U000f000a", "\U000f000b"
_MARK: Final = re.compile(f"[{_DIGITS}{_BEGIN}{_END}]")
_MARKED: Final = re.compile(f"{_BEGIN}([{_DIGITS}]+)([^{_DIGITS}{_BEGIN}{_END}]*){_END}")
_TO_MARKS: Final = str.maketrans("0123456789", _DIGITS)
_FROM_MARKS: Final = str.maketrans(_DIGITS, "0123456789")
_TAG: Final = re.compile("<[^>]*>")


def marked(moment: Moment, shown: str, now: float) -> str:
    """Return a point in time with marks; old apps show `shown` instead.

    A point in time that Telegram wouldn't accept in a tag has no marks.
    """
    if not 0 <= moment <= now + HORIZON_SECONDS:
        return shown
    return f"{_BEGIN}{str(int(moment)).translate(_TO_MARKS)}{shown}{_END}"


def visible(text: str) -> str:
    """Return a text without marks."""
    return _MARK.sub("", text)


def html(text: str) -> str:
    """Return a marked text as HTML."""
    return _MARKED.sub(_tag, names.escape(text))


def visible_html(source: str) -> str:
    """Return the visible text of HTML."""
    return standard.unescape(_TAG.sub("", source))


def _tag(found: re.Match[str]) -> str:
    unix, shown = found[1].translate(_FROM_MARKS), found[2]
    return f'<tg-time unix="{unix}" format="{FORMAT}">{shown}</tg-time>'

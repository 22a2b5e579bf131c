"""What the message of a board says, within Telegram's limits.

Where there is no room for all, what happened first is left out, and then the board in letters.
"""

from telegram.constants import MessageLimit

from bot.on_telegram import names, words
from bot.show.page import Page
from bot.table.people import Platform
from engine.text import Say, Text

FOLDED = "<blockquote expandable><pre>{}</pre></blockquote>"
OPEN = "<pre>{}</pre>"
FAIR = 160
"""Room for the line that binds the throws."""


def caption(page: Page, say: Say, *, calls: bool = False, headed: bool = False) -> str:
    """What stands under a picture; the same board in letters is folded, for those who listen.

    Where it is `headed`, the first line is the heading of the others.
    """
    said = _said(page, say, MessageLimit.CAPTION_LENGTH, FOLDED, calls=calls)
    if not headed:
        return said
    heading, newline, rest = said.partition("\n")
    return f"<b>{heading}</b>{newline}{rest}"


def text(
    page: Page,
    say: Say,
    *,
    calls: bool = False,
    note: Text | None = None,
    url: str | None = None,
) -> str:
    """What a message without a picture says; a board is there in letters, for all to see.

    `note` is one more line, at the end of what is said. A last one binds the throws of what has not
    been played; `url` is that of the public pages, where that is explained.
    """
    said = _said(page, say, MessageLimit.MAX_TEXT_LENGTH - FAIR, OPEN, calls=calls, note=note)
    return said if page.commitment is None else f"{said}\n{_fair(page, say, url)}"


def _fair(page: Page, say: Say, url: str | None) -> str:
    """The whole hash: in a link's address if there is a page to link to, else in small words."""
    if url is None:
        bound = Text("corn.bound", commitment=page.commitment or "", id=page.table)
        return f"<i>{names.escape(say(bound))}</i>"
    return (
        f'<a href="{names.escape(url + page.fair_path)}">{names.escape(say(Text("corn.fair")))}</a>'
    )


def _said(
    page: Page, say: Say, room: int, frame: str, *, calls: bool, note: Text | None = None
) -> str:
    """Whom a message calls, what happened, and the board."""
    call = board = ""
    if calls and page.mention is not None and page.mention.platform is Platform.TELEGRAM:
        call = names.call(page.mention, page.mention_name) + "\n"
        room -= words.length(names.quiet(page.mention_name)) + 1
    lines = [say(line) for line in page.lines] + ([] if note is None else [say(note)])
    letters = "" if page.picture is None else page.picture.letters
    if letters and words.length(f"{lines[-1]}\n{letters}") <= room:
        board = "\n" + frame.format(names.escape(letters))
        room -= words.length(letters) + 1
    return call + names.escape("\n".join(words.fitting(lines, room))) + board

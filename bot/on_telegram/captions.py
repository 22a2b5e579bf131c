"""Texts and captions of boards, within Telegram's length limits.

Telegram's pictures have no alt text, so the board as text is in an expandable quote below. If not
everything fits, the earliest lines are left out, and then the text board.
"""

from telegram.constants import MessageLimit

from bot.on_telegram import names, words
from bot.on_telegram.words import Voice
from bot.show.page import Mention, Page
from bot.table.people import Platform
from engine.text import Text

FOLDED = "<blockquote expandable><pre>{}</pre></blockquote>"
OPEN = "<pre>{}</pre>"
FAIR = 160
"""Room for the line with the throws' commitment."""

NAMES = 400
"""Room for the names of all people that a message mentions; longer ones are cut."""


def caption(page: Page, say: Voice, *, mention: bool = False, headed: bool = False) -> str:
    """Return a picture's caption, with a folded text board for screen readers.

    With `mention`, it pings the people to act. With `headed`, the first line is a heading.
    """
    content = _content(page, say, MessageLimit.CAPTION_LENGTH, FOLDED, mention=mention)
    if not headed:
        return content
    heading, newline, rest = content.partition("\n")
    return f"<b>{heading}</b>{newline}{rest}"


def text(
    page: Page,
    say: Voice,
    *,
    mention: bool = False,
    note: Text | None = None,
    url: str | None = None,
) -> str:
    """Return the text of a message without a picture, with a text board.

    `note` is an extra last line above the board. If the page has a commitment for throws to come,
    a line with it follows; `url` is the base of the public pages, which explain it.
    """
    limit = MessageLimit.MAX_TEXT_LENGTH - FAIR
    content = _content(page, say, limit, OPEN, mention=mention, note=note)
    return content if page.commitment is None else f"{content}\n{_fair(page, say, url)}"


def _fair(page: Page, say: Voice, url: str | None) -> str:
    """Return a link to the fairness page; without public pages, the whole commitment."""
    if url is None:
        commitment = Text("corn.bound", commitment=page.commitment or "", id=page.table)
        return f"<i>{say.html(commitment)}</i>"
    return f'<a href="{words.escape(url + page.fair_path)}">{say.html(Text("corn.fair"))}</a>'


def _mention(person: Mention, most: int) -> str:
    """Return the HTML that mentions a person, by a name of up to `most` visible units.

    It must be the whole username if nothing else is known.
    """
    if names.is_handle(person.user):
        return words.escape(person.user.id)
    label = words.cut(words.quiet(person.name), most)
    return f'<a href="tg://user?id={person.user.id}">{words.escape(label)}</a>'


def _content(
    page: Page, say: Voice, room: int, frame: str, *, mention: bool, note: Text | None = None
) -> str:
    """Return the mention, the page's last lines and the board, as far as they fit."""
    ping = board = ""
    people = [each for each in page.mentions if each.user.platform is Platform.TELEGRAM]
    if mention and people:
        ping = " ".join(_mention(each, NAMES // len(people)) for each in people) + "\n"
        room -= words.length(words.visible(ping))
    texts = page.lines if note is None else (*page.lines, note)
    lines = [say.html(line) for line in texts]
    letters = "" if page.picture is None else page.picture.letters
    if letters and words.length(f"{words.visible(lines[-1])}\n{letters}") <= room:
        board = "\n" + frame.format(words.escape(letters))
        room -= words.length(letters) + 1
    return ping + "\n".join(words.fitting(lines, room)) + board

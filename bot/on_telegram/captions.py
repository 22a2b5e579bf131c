"""Texts and captions of boards, within Telegram's length limits.

Telegram's pictures have no alt text, so the board as text is in an expandable quote below, which is
folded until somebody presses it. Of a game that goes on, so is what is no longer news: a phone then
shows the picture, the latest lines and the buttons at once. If not everything fits, the earliest
lines are left out, and then the text board.
"""

import re
from collections.abc import Iterable, Sequence

from telegram.constants import MessageLimit

from bot.on_telegram import names, words
from bot.on_telegram.words import Voice
from bot.show.page import Page
from bot.table.people import Platform, User
from engine.text import Text

FOLDED = "<blockquote expandable>{}</blockquote>"
LETTERS = "<pre>{}</pre>"
NEWS = 240
"""How many characters stand above the folded quote: five or six lines on a phone."""

HASH_DIGITS = 12
"""How many digits of a hash a message shows; the whole of it takes two lines."""

NAMES = 400
"""Room for the names of all people that a message mentions; longer ones are cut."""


def caption(
    page: Page,
    say: Voice,
    *,
    mention: bool = False,
    headed: bool = False,
    url: str | None = None,
) -> str:
    """Return a picture's caption, with a folded text board for screen readers.

    With `mention`, it pings the people to act. With `headed`, the first line is a heading. `url` is
    as in `text`.
    """
    most = MessageLimit.CAPTION_LENGTH
    content = _content(page, say, most, url, mention=mention, pictured=True, whole=headed)
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
    limit = MessageLimit.MAX_TEXT_LENGTH
    return _content(page, say, limit, url, mention=mention, note=note)


def _fair(page: Page, say: Voice, url: str | None) -> str:
    """Return a link to the fairness page; without one, how the commitment begins."""
    if url is None:
        short = Text("telegram.fair", digits=(page.commitment or "")[:HASH_DIGITS])
        return f"<i>{say.html(short)}</i>"
    return f'<a href="{words.escape(url + page.fair_path)}">{say.html(Text("corn.fair"))}</a>'


def mentions(people: Iterable[tuple[User, str]]) -> str:
    """Return a line of HTML that mentions people of Telegram by name; empty without any."""
    called = tuple(people)
    return " ".join(mentioned(*each, NAMES // len(called)) for each in called) + "\n" * bool(called)


def mentioned(user: User, name: str, most: int = NAMES) -> str:
    """Return the HTML that mentions a person, by a name of up to `most` visible units.

    Long names are cut, but for a username of which nothing else is known.
    """
    if names.is_handle(user):
        return words.escape(user.id)
    label = words.cut(words.quiet(name), most)
    return f'<a href="tg://user?id={user.id}">{words.escape(label)}</a>'


def _content(
    page: Page,
    say: Voice,
    room: int,
    url: str | None,
    *,
    mention: bool,
    note: Text | None = None,
    pictured: bool = False,
    whole: bool = False,
) -> str:
    """Return the page's last lines and the board, as far as they fit beside the rest.

    The rest is the line with the commitment. If it is `pictured`, the board is in a folded quote,
    after the lines that aren't news any more, unless the `whole` page is.
    """
    fair = "" if page.commitment is None else "\n" + _fair(page, say, url)
    texts = page.lines if note is None else (*page.lines, note)
    lines, ping = [say.html(line) for line in texts], ""
    if mention:
        ping, lines = _mentioning(page, lines, NEWS if pictured else 0)
    room -= words.length(words.visible(ping + fair))
    letters = "" if page.picture is None else page.picture.letters
    if not letters or words.length(f"{words.visible(lines[-1])}\n{letters}") > room:
        return ping + "\n".join(words.fitting(lines, room)) + fair
    board = LETTERS.format(words.escape(letters))
    lines = words.fitting(lines, room - words.length(letters) - 1)
    if not pictured:
        return ping + "\n".join([*lines, board]) + fair
    above = NEWS - words.length(words.visible(ping))
    old = len(lines) - words.last(lines, above) if page.live and not whole else 0
    return ping + "\n".join([*lines[old:], FOLDED.format("\n".join([*lines[:old], board]))]) + fair


def _mentioning(page: Page, lines: Sequence[str], room: int) -> tuple[str, list[str]]:
    """Return a line that mentions the people to act, and the others.

    With whose name one of the last lines begins, as far as there is `room`, is mentioned there, so
    that the line that says whose turn it is doesn't say it twice.
    """
    people = [each for each in page.mentions if each.user.platform is Platform.TELEGRAM]
    lines, apart = [*lines], list[str]()
    latest = range(len(lines) - words.last(lines, room), len(lines)) if room else ()
    for each in people:
        link = mentioned(each.user, each.name, NAMES // len(people))
        name = words.escape(words.quiet(each.name))
        begins = re.compile(rf"{re.escape(name)}(?!\w)")
        plain = [at for at in latest if "<" not in lines[at] and len(lines[at]) <= NEWS]
        found = [(at, match) for at in plain if (match := begins.match(lines[at])) is not None]
        if found:
            at, match = found[-1]
            lines[at] = lines[at][: match.start()] + link + lines[at][match.end() :]
        else:
            apart.append(link)
    return " ".join(apart) + "\n" * bool(apart), lines

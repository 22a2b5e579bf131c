"""The content of chat messages as JSON: lines, notices and the cards of games."""

import json
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from bot.show.page import Page
from bot.table.button import Button, Url, resolved
from bot.table.people import Platform, User
from bot.table.request import File
from bot.table.settings import Colours
from engine.header import key_of
from engine.text import Say, Text

Body: TypeAlias = Mapping[str, object]

DARK: Final = f"theme={Colours.DARK}"
"""The query of a picture for dark mode."""

_PNG_SIZE = slice(16, 20), slice(20, 24)
"""The position of width and height in a PNG's header."""

_LINES: Final = 2
"""How many lines of a card say how its game stands."""


def line(author: str, name: str, text: str, posted: int) -> str:
    """Return a line that a user posted."""
    who = {"id": author, "name": name}
    return _write({"kind": "line", "author": who, "text": text, "posted": posted})


def written_by(user: str, body: Body) -> Iterator[tuple[float, str]]:
    """Yield when a line was posted and its text, if this user posted it; nothing otherwise."""
    match body:
        case {"kind": "line", "author": {"id": id_}, "text": str(text)} if id_ == user:
            posted = body.get("posted")
            yield (float(posted) if isinstance(posted, int | float) else 0.0, text)


def notice(text: str) -> str:
    """Return a notice about an event in the channel."""
    return _write({"kind": "notice", "text": text})


def moved(path: str, text: str) -> str:
    """Return the note that replaces the card of a table, which is at this path."""
    return _write({"kind": "moved", "path": path, "text": text})


def card(page: Page, say: Say, posted: int) -> str:
    """Return a table's card; `posted` is when its message was posted, not edited."""
    mentioned = [each.user.id for each in page.mentions if each.user.platform is Platform.WEB]
    return _write(
        {
            **summary(page, say),
            "revision": page.revision,
            "mover": _on_web(page.mover),
            "mentions": mentioned,
            "asks": page.asks,
            "live": page.live,
            "posted": posted,
        }
    )


def summary(page: Page, say: Say) -> dict[str, object]:
    """Return what a card says to everybody: which game it is, how it stands, and where."""
    return {
        "kind": "card",
        "table": page.table,
        "code": page.code,
        "title": say(page.title),
        "standing": [say(text) for text in _standing(page)],
        "path": f"/g/{page.code}",
    }


def _standing(page: Page) -> tuple[Text, ...]:
    """Return the score, and whose turn it is, how the game has ended, or what it waits for."""
    if page.live and page.turn is not None:
        return (page.turn, *page.standing)[:_LINES]
    if page.standing and not page.live:
        return page.standing[:_LINES]
    return page.lines[: len(page.standing) + 1]  # they begin with the score, if there is one


def _on_web(user: User | None) -> str | None:
    """Return the id of a player in the web chat, None for any other."""
    return user.id if user is not None and user.platform is Platform.WEB else None


def lesson(page: Page, say: Say) -> Body:
    """Return the picture and buttons of a step of a tutorial."""
    assert page.picture is not None  # noqa: S101 - every step has one
    picture = f"/learn/{key_of(page.header)}/{page.revision}.png"
    return {
        "alt": page.picture.alt,
        "picture": picture,
        "dark": f"{picture}?{DARK}",
        "size": picture_size(page.picture.png),
        "buttons": [button(each, say) for each in resolved(page.buttons, "")],
    }


def read(body: str) -> Body:
    """Return the content of a message; empty if the message was deleted."""
    content: Body = json.loads(body) if body else {}
    return _as_card(content) if content.get("kind") == "board" else content


def _as_card(board: Body) -> Body:
    """Return the card of a game that an earlier version has shown as a board."""
    kept = ("table", "revision", "title", "mover", "mentions", "asks", "live", "posted")
    path = str(board["watch"])
    code = path.rpartition("/")[2]
    told = {name: board[name] for name in kept}
    return {"kind": "card", **told, "code": code, "standing": [], "path": path}


def picture_size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels, so that a page can reserve the space."""
    width, height = (int.from_bytes(png[part]) for part in _PNG_SIZE)
    return width, height


def button(offer: Button | Url, say: Say) -> dict[str, object]:
    """Return a button with its code, or a link with its URL."""
    if isinstance(offer, Url):
        return {"label": say(offer.text), "url": offer.url}
    return {
        "label": say(offer.text),
        "code": offer.act.code,
        "style": offer.style.name.lower(),
        **({} if offer.told is None else {"name": say(offer.told)}),  # for screen readers
        **({"disabled": True} if offer.disabled else {}),
    }


def file(shown: File) -> Body:
    """Return a text file that a page lets people download."""
    return {"name": shown.name, "text": shown.data.decode()}


def _write(body: Body) -> str:
    return json.dumps(body, separators=(",", ":"))

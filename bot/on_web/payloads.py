"""The content of chat messages as JSON: lines, notices and boards."""

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias
from urllib.parse import urlencode

from bot.games.family import Area, Areas, Way
from bot.on_web.looks import DARK
from bot.show.page import Page
from bot.table.button import Button, Url, resolved
from bot.table.people import Platform, User
from bot.table.settings import Colours
from engine.header import key_of
from engine.text import Say

Body: TypeAlias = Mapping[str, object]

_PNG_SIZE = slice(16, 20), slice(20, 24)
"""The position of width and height in a PNG's header."""


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


def moved(table: str, text: str) -> str:
    """Return the note that replaces a board which has moved down."""
    return _write({"kind": "moved", "table": table, "text": text})


def board(page: Page, say: Say, posted: int) -> str:
    """Return a table's board; `posted` is when its message was posted, not edited."""
    mentioned = [each.user.id for each in page.mentions if each.user.platform is Platform.WEB]
    areas = (page.picture and page.picture.areas) or Areas()
    return _write(
        {
            "kind": "board",
            "table": page.table,
            "revision": page.revision,
            **look(page, say),
            "last": [_way(way) for way in areas.last],
            "cast": areas.cast and _area(areas.cast),
            "buttons": [
                button(each, say) | _on_picture(each, areas) for each in resolved(page.buttons, "")
            ],
            "mentions": mentioned,
            "asks": page.asks,
            "mover": _on_web(page.mover),
            "live": page.live,
            "asks_word": page.give_word is not None,
            "words": _words(page),
            "give_word": page.give_word.code if page.give_word else None,
            "watch": f"/g/{page.code}",
            "fair": page.fair_path if page.commitment else None,
            "posted": posted,
        }
    )


def _words(page: Page) -> Body:
    """Return the words of the seated players in the web chat, by their ids."""
    return {
        given.user.id: given.word for given in page.words if given.user.platform is Platform.WEB
    }


def _on_web(user: User | None) -> str | None:
    """Return the id of a player in the web chat, None for any other."""
    return user.id if user is not None and user.platform is Platform.WEB else None


def look(page: Page, say: Say) -> dict[str, object]:
    """Return what a board shows: picture, alt text and lines.

    Unless the channel has set a theme, there is also a picture for dark mode.
    """
    picture = page.picture
    chosen = page.look.colours
    return {
        "title": say(page.title),
        "lines": [say(text) for text in page.lines],
        "alt": picture.alt if picture else None,
        "picture": _address(page, chosen) if picture else None,
        "dark": _address(page, Colours.DARK) if picture and chosen is None else None,
        "size": picture_size(picture.png) if picture else None,
    }


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
    return json.loads(body) if body else {}


def picture_size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels, so that a page can reserve the space."""
    width, height = (int.from_bytes(png[part]) for part in _PNG_SIZE)
    return width, height


def _address(page: Page, theme: Colours | None) -> str:
    """Return the URL of a board's picture, which contains everything that it depends on."""
    query = {} if theme is None else {"theme": theme.value}
    query |= {"view": page.look.viewpoint.value}
    return f"/picture/{page.table}/{page.revision}.png?{urlencode(query)}"


def _on_picture(offer: Button | Url, areas: Areas) -> dict[str, object]:
    """Return a move's path on the picture."""
    way = areas.moves.get(offer.move) if isinstance(offer, Button) else None
    return {} if way is None else {"way": _way(way)}


def button(offer: Button | Url, say: Say) -> dict[str, object]:
    """Return a button with its code, or a link with its URL."""
    if isinstance(offer, Url):
        return {"label": say(offer.text), "url": offer.url}
    return {
        "label": say(offer.text),
        "code": offer.act.code,
        "style": offer.style.name.lower(),
        **({} if offer.told is None else {"name": say(offer.told)}),  # for screen readers
        **({"joins": True} if offer.shelf == "sides" else {}),
        **({"disabled": True} if offer.disabled else {}),
    }


def _way(way: Way) -> list[list[float]]:
    return [_area(way.start), _area(way.end)]


def _area(area: Area) -> list[float]:
    """Return left, top, width and height of an area, as fractions of the picture to 4 digits."""
    return [round(share, 4) for share in (area.left, area.top, area.width, area.height)]


def _write(body: Body) -> str:
    return json.dumps(body, separators=(",", ":"))

"""What stands in the chat's messages, as JSON: lines, notices, boards."""

import json
from collections.abc import Mapping
from typing import TypeAlias

from bot.show.page import Page
from bot.table import codes
from bot.table.button import Button, Url, resolved
from bot.table.intents import GiveWord
from bot.table.people import Platform
from engine.text import Say

Body: TypeAlias = Mapping[str, object]

_PNG_SIZE = slice(16, 20), slice(20, 24)
"""Where a PNG's header tells width and height."""


def line(author: str, name: str, text: str, posted: int) -> str:
    """Something that somebody said."""
    who = {"id": author, "name": name}
    return _write({"kind": "line", "author": who, "text": text, "posted": posted})


def notice(text: str) -> str:
    """Something that happened in the channel."""
    return _write({"kind": "notice", "text": text})


def moved(table: str, text: str) -> str:
    """What is left of a board that is shown further down."""
    return _write({"kind": "moved", "table": table, "text": text})


def board(page: Page, say: Say, posted: int) -> str:
    """A table as it is; `posted` is when its message was added, not when it was edited."""
    to_web = page.mention is not None and page.mention.platform is Platform.WEB
    return _write(
        {
            "kind": "board",
            "table": page.table,
            "revision": page.revision,
            **look(page, say),
            "buttons": [button(each, say) for each in resolved(page.buttons, "")],
            "mention": page.mention.id if page.mention and to_web else None,
            "live": page.live,
            "asks_word": page.asks_word,
            "host": page.host.id if page.host and page.host.platform is Platform.WEB else None,
            "word": page.word,
            "give_word": codes.encode(GiveWord("", page.table)) if page.host else None,
            "watch": f"/g/{page.code}",
            "fair": page.fair_path if page.commitment else None,
            "posted": posted,
        }
    )


def look(page: Page, say: Say) -> dict[str, object]:
    """What is to be seen of a table: the picture with its description, and the lines below it."""
    picture = page.picture
    return {
        "lines": [say(text) for text in page.lines],
        "alt": picture.alt if picture else None,
        "picture": f"/picture/{page.table}/{page.revision}.png" if picture else None,
        "size": picture_size(picture.png) if picture else None,
    }


def lesson(page: Page, say: Say) -> Body:
    """What is to be seen and pressed at a step of the guided game, beside its lines."""
    assert page.picture is not None  # noqa: S101 - every step has one
    return {
        "alt": page.picture.alt,
        "picture": f"/learn/{page.revision}.png",
        "size": picture_size(page.picture.png),
        "buttons": [button(each, say) for each in resolved(page.buttons, "")],
    }


def read(body: str) -> Body:
    """Read what a message says; nothing in one that was taken away."""
    return json.loads(body) if body else {}


def picture_size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, so that a page can keep the room free."""
    width, height = (int.from_bytes(png[part]) for part in _PNG_SIZE)
    return width, height


def button(offer: Button | Url, say: Say) -> Body:
    """Something to be pressed: a button with its code, or a link with its address."""
    if isinstance(offer, Url):
        return {"label": say(offer.text), "url": offer.url}
    return {
        "label": say(offer.text),
        "code": codes.encode(offer.intent),
        "style": offer.style.name.lower(),
    }


def _write(body: Body) -> str:
    return json.dumps(body, separators=(",", ":"))

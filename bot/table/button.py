"""Buttons and links: what a message lets people press."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from bot.table.intents import Intent
from engine.text import Text


class Style(Enum):
    """A button's emphasis."""

    PLAIN = auto()
    CAPTURE = auto()
    GOOD = auto()
    BAD = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """A button's label, and the intent it sends when pressed."""

    text: Text
    intent: Intent
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the public web server, such as `/g/<code>`.

    `instead` is the intent of the button that replaces the link if there is no web server. Without
    it, the link is left out.
    """

    text: Text
    path: str
    instead: Intent | None = None


@dataclass(frozen=True, slots=True)
class Url:
    """A link with its full URL."""

    text: Text
    url: str


Offer: TypeAlias = Button | Link | Url


def resolved(offers: Iterable[Offer], url: str | None) -> Iterator[Button | Url]:
    """Turn links into URLs on the web server at `url`, or without one into fallback buttons."""
    for offer in offers:
        if isinstance(offer, Button | Url):
            yield offer
        elif url is not None:
            yield Url(offer.text, url + offer.path)
        elif offer.instead is not None:
            yield Button(offer.text, offer.instead)

"""A press on offer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from bot.table.intents import Intent
from engine.text import Text


class Style(Enum):
    """How much a button stands out."""

    PLAIN = auto()
    CAPTURE = auto()
    GOOD = auto()
    BAD = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """What it says and what it means."""

    text: Text
    intent: Intent
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a page of the public web server, such as `/g/<code>`.

    `instead` is what the same button means where there is no such server; without it there is
    nothing to offer then.
    """

    text: Text
    path: str
    instead: Intent | None = None


@dataclass(frozen=True, slots=True)
class Url:
    """A link with its whole address."""

    text: Text
    url: str


Offer: TypeAlias = Button | Link


def resolved(offers: Iterable[Offer], url: str | None) -> Iterator[Button | Url]:
    """Give links their addresses on the server at `url`, or what they are without one."""
    for offer in offers:
        if isinstance(offer, Button):
            yield offer
        elif url is not None:
            yield Url(offer.text, url + offer.path)
        elif offer.instead is not None:
            yield Button(offer.text, offer.instead)

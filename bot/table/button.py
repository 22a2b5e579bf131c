"""Buttons and links: what a message lets people press."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol, TypeAlias

from engine.text import Text


class Posts(Enum):
    """What an act posts in the place where it is carried out."""

    NOTHING = auto()  # at most an answer
    MESSAGE = auto()  # a message for everyone there
    BOARD = auto()  # a board that exists
    TABLE = auto()  # the board of a new table


class Pressable(Protocol):
    """What a button does."""

    @property
    def code(self) -> str:
        """The act as it is written on a button. Raises ValueError if no button can carry it."""
        ...

    @property
    def posts(self) -> Posts:
        """What it posts."""
        ...

    @property
    def at_home(self) -> bool:
        """Whether it can be done only where the table began, and not where a copy shows it."""
        ...


class Style(Enum):
    """A button's emphasis."""

    PLAIN = auto()
    CAPTURE = auto()
    GOOD = auto()
    BAD = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """A button's label, and what it does when pressed.

    `told` replaces the label for screen readers. If the button plays a move, `move` is its
    notation. Buttons with the same `shelf` share rows with no others.
    """

    text: Text
    act: Pressable
    style: Style = Style.PLAIN
    told: Text | None = field(default=None, compare=False)
    move: str = field(default="", compare=False)
    shelf: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the public web server, such as `/g/<code>`.

    `instead` is what the button does that replaces the link if there is no web server. Without it,
    the link is left out.
    """

    text: Text
    path: str
    instead: Pressable | None = None


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

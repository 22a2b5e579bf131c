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
    NEXT = auto()  # the board of a table that follows the one it is about, also in its message

    @property
    def is_board(self) -> bool:
        """Whether an act is complete only once its board is posted, whether typed or pressed."""
        return self is Posts.BOARD or self.is_new

    @property
    def is_new(self) -> bool:
        """Whether the board is that of a new table."""
        return self in (Posts.TABLE, Posts.NEXT)


class Pressable(Protocol):
    """What a button does."""

    @property
    def code(self) -> str:
        """The act as it is written on a button. Raises ValueError if no button can carry it."""
        ...

    @property
    def act_name(self) -> str:
        """The name by which the act is declared."""
        ...

    @property
    def posts(self) -> Posts:
        """What it posts."""
        ...

    @property
    def inside(self) -> bool:
        """Whether it needs the bot to be a member of the place."""
        ...

    @property
    def at_seat(self) -> bool:
        """Whether it can be done only where the actor has taken their seat."""
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
    notation, and a capture has the `sign` of what it captures (`renderer.signs`). Buttons with the
    same `shelf` share rows with no others. A press of one that is `disabled` would be refused; on
    platforms that can't show that, it is.
    """

    text: Text
    act: Pressable
    style: Style = Style.PLAIN
    told: Text | None = field(default=None, compare=False)
    move: str = field(default="", compare=False)
    shelf: str = field(default="", compare=False)
    disabled: bool = False
    sign: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the public web server, such as `/g/<code>`.

    `instead` is what the button does that replaces the link if there is no web server. Without it,
    the link is left out.
    """

    text: Text
    path: str
    instead: Pressable | None = None
    shelf: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Url:
    """A link with its full URL."""

    text: Text
    url: str
    shelf: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """How the choices of one `shelf` are shown: below a `label`, on platforms with room for it.

    As a `menu`, they are options of a menu that has the label, on platforms that have menus.
    """

    shelf: str
    label: Text
    menu: bool = False


Offer: TypeAlias = Button | Link | Url


def resolved(offers: Iterable[Offer], url: str | None) -> Iterator[Button | Url]:
    """Turn links into URLs on the web server at `url`, or without one into fallback buttons."""
    for offer in offers:
        if isinstance(offer, Button | Url):
            yield offer
        elif url is not None:
            yield Url(offer.text, url + offer.path, offer.shelf)
        elif offer.instead is not None:
            yield Button(offer.text, offer.instead, shelf=offer.shelf)

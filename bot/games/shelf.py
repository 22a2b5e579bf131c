"""Shelves: the games as people choose them, in the order in which to learn them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.size import Size
from bot.games.staged import staged
from bot.table.table import Table
from engine.header import key_of
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on a shelf: a ruleset in one of its sizes, and its `face`, a characteristic position.

    The text `ruleset.<key>.character` or, except in its classic size, `ruleset.<key>.<size>` says
    in a line what it is like.
    """

    face: Table
    size: Size = Size.CLASSIC

    @property
    def ruleset(self) -> str:
        """The key of the ruleset."""
        return key_of(self.face.header)

    @property
    def name(self) -> str:
        """What identifies the entry, such as `puluc.short`."""
        return f"{self.ruleset}.{self.size}"

    @property
    def title(self) -> Text:
        """The name of the game, with its size unless that is the classic one."""
        title = Text(f"ruleset.{self.ruleset}.title")
        if self.size is Size.CLASSIC:
            return title
        return Text(f"choose.{self.size}", ruleset=title)

    @property
    def character(self) -> Text:
        """What the game is like, in a line."""
        part = "character" if self.size is Size.CLASSIC else self.size
        return Text(f"ruleset.{self.ruleset}.{part}")


@dataclass(frozen=True, slots=True)
class Shelf:
    """Similar games, which the texts `shelf.<name>` and `shelf.<name>.line` introduce."""

    name: str
    entries: tuple[Entry, ...]

    @property
    def title(self) -> Text:
        """What the games have in common."""
        return Text(f"shelf.{self.name}")

    @property
    def character(self) -> Text:
        """What the games are like, in a line."""
        return Text(f"shelf.{self.name}.line")


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture of several games: a position, a title and a line."""

    face: Table
    title: Text
    line: Text


def face(header: str, position: str, players: Iterable[str]) -> Table:
    """Return a table in a position before a throw, without a past."""
    return staged(header, players, position=position, before="", story=())


def rulesets_on(shelves: Iterable[Shelf]) -> Sequence[str]:
    """Return the rulesets on shelves, each once, in their order."""
    return tuple(dict.fromkeys(entry.ruleset for shelf in shelves for entry in shelf.entries))


def tile(shown: Entry | Shelf) -> Tile:
    """Return the part of a picture that shows a game, or stands for a shelf with its first one."""
    entry = shown.entries[0] if isinstance(shown, Shelf) else shown
    return Tile(entry.face, shown.title, shown.character)


FIRST: Final = "games"
"""The name of the picture of the first page."""


def first_page(shelves: Sequence[Shelf]) -> Sequence[Entry | Shelf]:
    """Return what people see first: the games of the first shelf, and the others as shelves.

    A shelf with a single game is shown as that game.
    """
    first, *others = shelves
    singles = (shelf.entries[0] if len(shelf.entries) == 1 else shelf for shelf in others)
    return (*first.entries, *singles)


def sheets(shelves: Sequence[Shelf]) -> Mapping[str, Sequence[Tile]]:
    """Return what pictures of games show, by name: the first page, a shelf, or a single game."""
    return {
        FIRST: tuple(map(tile, first_page(shelves))),
        **{shelf.name: tuple(map(tile, shelf.entries)) for shelf in shelves},
        **{entry.name: (tile(entry),) for shelf in shelves for entry in shelf.entries},
    }

"""Positions and steps for pages: what `bot.games.page` writes as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from renderer.stage import AnyArt, AnyPlaced, Going, Owned, Tableau
from renderer.theme import Theme


@dataclass(frozen=True, slots=True)
class Threw:
    """A throw of a seat, in the colours of a side: what was thrown, the faces and the number.

    A bonus that is to be played shows no faces. `worth` is what the number counts if that is
    another one. An `opening` throw only decides who begins, and `text` says so in the log.
    """

    seat: int
    side: int
    thing: str
    faces: tuple[int, ...]
    number: int
    worth: int | None = None
    opening: bool = False
    played: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of a seat, with a piece of a side: what it says in the log, and how it looks.

    `piece` moves through the places of `walk`, in each of which it has a sprite. There it is `into`
    a piece of the next scene, None if it is none. It `takes` pieces, `got` of them in all. `end` is
    where it ends: `space`, `off` the road, `fire`, `far-base` or `goal`. `flies` are the pieces of
    the next scene that come out of this, such as those who return to their base.
    """

    seat: int
    side: int
    number: int
    text: str
    piece: str
    walk: tuple[AnyPlaced, ...]
    into: str | None
    takes: tuple[str, ...]
    got: int
    end: str
    flies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass of a seat with numbers that can't be played; `text` and `flies` as for a move."""

    seat: int
    side: int
    numbers: tuple[int, ...]
    text: str
    flies: tuple[str, ...] = ()


Event: TypeAlias = Threw | Moved | Passed


@dataclass(frozen=True, slots=True)
class Frame:
    """An event, and what lies on the board after it."""

    event: Event
    tableau: Tableau


@dataclass(frozen=True, slots=True)
class Stage:
    """A position for a page.

    `names` and `yards` are the areas of names and of bases or homes; `casts` is where throws lie,
    by side, empty if that is up to the page. `landings` mark where the seat to move can land.
    `going` are its choices by `Playable.move`, and `throws` those of its turn.
    """

    art: AnyArt
    tableau: Tableau
    names: tuple[Owned, ...]
    yards: tuple[Owned, ...]
    casts: tuple[tuple[float, float, int], ...]
    landings: tuple[AnyPlaced, ...]
    going: Mapping[str, Going]
    throws: tuple[Threw, ...]

    def picture(self, theme: Theme) -> str:
        """Return the whole board as one SVG file, for previews."""
        return self.art.whole(theme, self.tableau, self.landings)

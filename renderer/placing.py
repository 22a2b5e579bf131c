"""What is drawn where, as values: pictures paste it, and the scenes of pages list it."""

from base64 import b32encode
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from renderer.colours import Colour
from renderer.cutout import CutOut

L = TypeVar("L")
L_contra = TypeVar("L_contra", contravariant=True)


class Ground(Protocol[L_contra]):
    """A part of the board that drawings lie on, whatever its colour."""

    def of(self, look: L_contra, /) -> Colour:
        """Return its colour in a look."""
        ...


@dataclass(frozen=True, slots=True)
class Sprite(Generic[L]):
    """A drawing, whatever the look: the function that draws it and its arguments besides the look.

    `ground` is what the drawing lies on, into which its edges blend; None if the function knows.
    It makes no other difference unless its colour is seen `through` the drawing.
    """

    make: Callable[..., CutOut]
    args: tuple[Hashable, ...]
    ground: Ground[L] | None = None
    through: bool = False

    @property
    def key(self) -> str:
        """A word that tells its SVG from that of others in the same look, in every process."""
        told = (self.make.__name__, self.args, self.ground if self.through else None)
        digest = blake2b(repr(told).encode(), digest_size=5).digest()
        return self.make.__name__[0] + b32encode(digest).decode().lower()

    def drawn(self, look: L) -> CutOut:
        """Return the drawing in a look."""
        if self.ground is None:
            return self.make(look, *self.args)
        return self.make(look, *self.args, ground=self.ground.of(look))


@dataclass(frozen=True, slots=True)
class Placed(Generic[L]):
    """A sprite in a picture, in which no other one has its `id`.

    x, y is its centre or, if it is not `centred`, its upper left corner. An id begins with a letter
    that tells what is drawn: `s` a stack, `b` a warrior in a base, `q` a piece on a square, `h` one
    at home, `g` those in a goal; `y` a yard or home in a state that is not the usual one; of the
    last moves, `m` where one began, `t` its track and `c` the count of what it captured; `l` where
    a move can land and `f` the frame of a capture there; `n` a number and `x` the bare ground.
    """

    id: str
    sprite: Sprite[L]
    x: float
    y: float
    centred: bool = True

    def corner(self, drawn: CutOut) -> tuple[int, int]:
        """Return the upper left corner of its drawing."""
        x, y = round(self.x), round(self.y)
        return (x - drawn.width // 2, y - drawn.height // 2) if self.centred else (x, y)

    def moved(self, x: float, y: float) -> "Placed[L]":
        """Return it moved to the right and down."""
        return replace(self, x=self.x + x, y=self.y + y)

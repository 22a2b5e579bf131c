"""Rectangles of pixels."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; `right` and `bottom` are just outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def start(self) -> tuple[int, int]:
        """Its upper left corner."""
        return self.left, self.top

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """How high it is."""
        return self.bottom - self.top

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def middle(self) -> int:
        """The x of its middle."""
        return (self.left + self.right) // 2

"""Rectangles of pixels."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; `right` and `bottom` are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def start(self) -> tuple[int, int]:
        """The upper left corner."""
        return self.left, self.top

    @property
    def width(self) -> int:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height."""
        return self.bottom - self.top

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def middle(self) -> int:
        """The x coordinate of the centre."""
        return (self.left + self.right) // 2

"""Pictures in pages."""

from typing import NamedTuple, Self

from bot.on_web.looks import DARK
from bot.on_web.payloads import picture_size
from bot.show.page import Picture


class Shown(NamedTuple):
    """A picture in a page: its address, its size in pixels, and what it shows in words."""

    source: str
    width: int
    height: int
    alt: str

    @classmethod
    def of(cls, source: str, picture: Picture) -> Self:
        """Return a picture that is served at an address."""
        return cls(source, *picture_size(picture.png), picture.alt)

    @property
    def dark(self) -> str:
        """The address of the same picture for dark mode."""
        return f"{self.source}?{DARK}"

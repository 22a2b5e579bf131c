"""Pictures, in pages and by themselves."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from aiohttp import web

from bot.on_web.language import VARY
from bot.on_web.payloads import DARK, picture_size
from bot.show.page import Picture

IMMUTABLE = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Vary": VARY,
}
"""Cache headers for pictures that never change in a language, such as a revision's."""

ONE_HOUR = {"Cache-Control": "private, max-age=3600", "Vary": VARY}
"""Cache headers for pictures that change only with a new release."""


class Image(NamedTuple):
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


def answer_png(png: bytes, headers: Mapping[str, str]) -> web.Response:
    """Return a response with a picture."""
    return web.Response(body=png, content_type="image/png", headers=headers)

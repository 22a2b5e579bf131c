"""Pictures in pages, as HTML."""

import html

from bot.on_web.looks import DARK
from bot.on_web.payloads import picture_size
from bot.show.page import Picture


def themed(source: str, picture: Picture, *, lazy: bool = False) -> str:
    """Return a picture, with a variant for dark mode; `lazy` loads it when it comes into view."""
    width, height = picture_size(picture.png)
    loading = ' loading="lazy"' if lazy else ""
    return (
        f'<picture><source srcset="{source}?{DARK}" media="(prefers-color-scheme: dark)">'
        f'<img src="{source}" width="{width}" height="{height}"'
        f' alt="{html.escape(picture.alt)}"{loading}></picture>'
    )

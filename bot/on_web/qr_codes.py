"""QR codes of links, for pages to draw."""

from functools import lru_cache

from bot.games.page import Json


@lru_cache(maxsize=256)
def qr_code(url: str) -> Json:
    """Return the path of an SVG of a QR code without a border, and the length of its sides."""
    import segno  # here, because few starts need it

    made = segno.make(url, micro=False)
    cells = ((x, y) for y, row in enumerate(made.matrix) for x, dark in enumerate(row) if dark)
    width, _ = made.symbol_size(border=0)
    return {"path": "".join(f"M{x} {y}h1v1h-1z" for x, y in cells), "width": int(width)}

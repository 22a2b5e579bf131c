"""The colours and the wood of the table page, made from those of the renderer.

So whatever surrounds a board on the page has the colours in which the renderer draws the board.
"""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from renderer.page_look import colours, frieze, wooden
from renderer.theme import THEMES, Theme
from renderer.vector import coded


def table_theme(themes: Iterable[Theme] = THEMES.values()) -> Mapping[str, str]:
    """Return the files that depend on the themes, by name: `theme.css`, and wood as SVG."""
    known = tuple(themes)
    woods = {_wood(theme): wooden(theme) for theme in known if not theme.flat}
    return {"theme.css": "".join(map(_rule, known)), **woods}


def _rule(theme: Theme) -> str:
    values = {name: coded(colour) for name, colour in colours(theme)} | dict(_images(theme))
    told = "".join(f" --{name}: {value};" for name, value in values.items())
    return f'[data-theme="{theme.name}"] {{{told} }}\n'


def _images(theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the pictures of a theme with the names that the page's styles have for them."""
    if not theme.flat:
        yield "wood-image", f'url("/static/table/{_wood(theme)}")'
    for side in (0, 1):
        yield f"fret{side}", f'url("data:image/svg+xml,{quote(frieze(theme, side))}")'


def _wood(theme: Theme) -> str:
    return f"wood-{theme.name}.svg"

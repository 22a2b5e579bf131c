"""The drawings of empty boards as files, and their addresses."""

from collections.abc import Mapping
from urllib.parse import urlencode

from bot.games import page
from bot.games.catalogue import Games
from bot.on_web.table_page.view import View
from bot.table.settings import Colours
from renderer.theme import THEMES


def addresses(games: Games, digest: str, header: str, view: View) -> Mapping[str, str]:
    """Return the addresses of a board's files, by their names without the ending.

    They say all that the files are made of, so that any process can make them.
    """
    if view.rows is None:
        return {}
    tints = games.of(header).art(header, view.rows, view.seat).tints
    tinted = (f"tint{side}.svg" for side in range(tints))
    asked = {"game": header, "rows": view.rows, "theme": view.theme}
    asked |= {} if view.seat is None else {"seat": view.seat}
    query = urlencode(asked)
    return {
        name.partition(".")[0]: f"/art/{digest}/{name}?{query}"
        for name in ("table.svg", "floor.svg", *tinted, "over.svg", page.KIT)
    }


def drawn(
    games: Games, header: str, rows: int, seat: int | None, theme: Colours
) -> tuple[str, Mapping[str, str]]:
    """Return the digest and the files of a board. May run in any process."""
    art = games.of(header).art(header, rows, seat)
    return page.digest(art, THEMES[theme]), dict(page.files(art, THEMES[theme]))

"""The theme of a picture, from its URL."""

from collections.abc import Mapping

from aiohttp import web

from bot.table.settings import Colours


def requested_colours(query: Mapping[str, str]) -> Colours:
    """Return the theme in a query, by default maize. Raises HTTPNotFound."""
    return named_colours(query) or Colours.MAIZE


def named_colours(query: Mapping[str, str]) -> Colours | None:
    """Return the theme in a query, None if it names none. Raises HTTPNotFound."""
    try:
        return Colours(query["theme"]) if "theme" in query else None
    except ValueError:
        raise web.HTTPNotFound from None

"""The look of a picture, from its URL."""

from collections.abc import Mapping

from aiohttp import web

from bot.table.settings import Colours, Look, Viewpoint

DARK = f"theme={Colours.DARK}"
"""The query of a picture for dark mode."""


def requested_colours(query: Mapping[str, str]) -> Colours:
    """Return the theme in a query, by default maize. Raises HTTPNotFound."""
    return requested_look(query).colours or Colours.MAIZE


def requested_look(query: Mapping[str, str]) -> Look:
    """Return the theme and viewpoint in a query. Raises HTTPNotFound."""
    try:
        theme = Colours(query["theme"]) if "theme" in query else None
        return Look(theme, Viewpoint(query.get("view", Viewpoint.FIXED)))
    except ValueError:
        raise web.HTTPNotFound from None

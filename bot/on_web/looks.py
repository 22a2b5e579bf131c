"""How a picture is to look, as its address says."""

from collections.abc import Mapping

from bot.on_web.answers import Wrong
from bot.table.settings import Colours, Look, Viewpoint
from engine.text import Text

DARK = f"theme={Colours.DARK}"
"""The query for a picture on a dark page."""


def asked(query: Mapping[str, str]) -> Look:
    """Read theme and view; Wrong for what does not exist."""
    try:
        theme = Colours(query["theme"]) if "theme" in query else None
        return Look(theme, Viewpoint(query.get("view", Viewpoint.FIXED)))
    except ValueError:
        raise Wrong(Text("web.nothing-here"), 404) from None

"""Scripts, styles and the icon: read once at the start, served from memory."""

from pathlib import Path

from aiohttp import web

from bot.on_web.answers import Wrong
from bot.on_web.documents import Document
from engine.text import Text

STATIC = Path(__file__).parent / "static"

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Files:
    """Serves the files that the pages name, and nothing else of the disk."""

    def __init__(self) -> None:
        self._files = {
            path.name: Document.of(path.read_text("utf-8"), _KINDS[path.suffix])
            for path in STATIC.iterdir()
        }

    def routes(self) -> list[web.RouteDef]:
        """Where they are."""
        return [web.get("/static/{name}", self.file)]

    async def file(self, request: web.Request) -> web.Response:
        """One file."""
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise Wrong(Text("web.nothing-here"), 404)
        return file.answer(request)

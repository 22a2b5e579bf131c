"""Scripts, stylesheets and the icon, loaded at startup and served from memory."""

from pathlib import Path

from aiohttp import web

from bot.on_web.documents import Document

STATIC = Path(__file__).parent / "static"

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Files:
    """Serves the static files, and nothing else on the disk."""

    def __init__(self) -> None:
        self._files = {
            path.relative_to(STATIC).as_posix(): Document.of(
                path.read_text("utf-8"), _KINDS[path.suffix]
            )
            for path in STATIC.rglob("*.*")
            if path.suffix in _KINDS
        }

    def routes(self) -> list[web.RouteDef]:
        """Return the route of the files."""
        return [web.get("/static/{name:.+}", self.file)]

    async def file(self, request: web.Request) -> web.Response:
        """Serve a file."""
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return file.answer(request)

"""Scripts, stylesheets, fonts, drawings and the icon, loaded at startup and served from memory."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from aiohttp import web

from bot.on_web.documents import Document
from bot.on_web.table_theme import table_theme

STATIC = Path(__file__).parent / "static"
TABLE = "table"
"""The folder of the table page, to whose files those of `table_theme` are added."""

WORKER = "service-worker.js"
"""The script that shows notifications, which browsers ask for beside the pages that it is for."""

FOLDERS = (TABLE, "home")
"""The folders of pages that have one."""

_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_FONT = ".woff2"

_COMMENTS = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""Lines of a script that are comments: 10.5 of the 46.8 KB that those of a game's page have.

A minifier would save 7 KB more, but be something to build with.
"""


class Files:
    """Serves the static files, and nothing else on the disk."""

    def __init__(self) -> None:
        self._files = _files()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the files."""
        name = "{name:[^/]+}"
        return [
            web.get(f"/static/{name}", self.file),
            web.get(f"/{{name:{WORKER}}}", self.file),
            web.get(f"/static/{{folder:{'|'.join(FOLDERS)}}}/{name}", self.file),
        ]

    async def file(self, request: web.Request) -> web.Response:
        """Serve a file."""
        folder, name = request.match_info.get("folder", ""), request.match_info["name"]
        file = self._files.get((folder, name))
        if file is None:
            raise web.HTTPNotFound
        return file.answer(request)


@cache
def _files() -> Mapping[tuple[str, str], Document]:
    """Return every file by its folder and its name."""
    return dict(_read())


def _read() -> Iterator[tuple[tuple[str, str], Document]]:
    """Yield every file with its folder and its name."""
    for folder in ("", *FOLDERS):
        for path in (STATIC / folder).iterdir():
            if path.suffix == _FONT:
                yield (folder, path.name), Document.of_bytes(path.read_bytes(), "font/woff2")
            elif path.suffix in _KINDS:
                text = path.read_text("utf-8")
                text = _COMMENTS.sub("", text) if path.suffix == ".js" else text
                yield (folder, path.name), Document.of(text, _KINDS[path.suffix])
    for name, text in table_theme().items():
        yield (TABLE, name), Document.of(text, _KINDS[Path(name).suffix])

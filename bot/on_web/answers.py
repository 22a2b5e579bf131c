"""Short answers to the page's scripts: lines for the asker alone, as JSON."""

from collections.abc import Iterable

from aiohttp import web

from renderer.text import Say, Text


class Wrong(Exception):  # noqa: N818 - an ordinary outcome of an open door
    """A request that is refused before it reaches the service; `text` says why."""

    def __init__(self, text: Text, status: int = 400) -> None:
        super().__init__(text.key)
        self.text = text
        self.status = status


def answer(
    say: Say, texts: Iterable[Text], *, refused: bool = False, status: int = 200
) -> web.Response:
    """Say `texts` to whoever asked; `refused` tells that nothing was done."""
    lines = [say(text) for text in texts]
    return web.json_response({"lines": lines, "refused": refused}, status=status)

"""Short answers to the page's scripts: lines for the asker alone, as JSON."""

from collections.abc import Mapping, Sequence

from aiohttp import web

from engine.text import Text

FOREVER = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Vary": "Accept-Language",
}
"""For what never changes in a language, such as the picture of a revision."""


class Wrong(Exception):  # noqa: N818 - an ordinary outcome of an open door
    """A request that is refused before it reaches the service; `text` says why.

    The same may be asked for again after `retry` seconds, where that is of use.
    """

    def __init__(self, text: Text, status: int = 400, *, retry: int | None = None) -> None:
        super().__init__(text.key)
        self.text = text
        self.status = status
        self.retry = retry


def answer(
    lines: Sequence[str],
    *,
    more: Mapping[str, object] | None = None,
    refused: bool = False,
    headed: bool = False,
    status: int = 200,
) -> web.Response:
    """Tell `lines` to whoever asked, and show what `more` there is.

    `refused` tells that nothing was done, `headed` that the first line is a heading.
    """
    told: dict[str, object] = {"lines": list(lines), "refused": refused}
    if headed:
        told["headed"] = True
    return web.json_response(told | dict(more or {}), status=status)

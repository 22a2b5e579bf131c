"""JSON responses to the page's scripts: lines for the requesting user alone."""

from collections.abc import Mapping, Sequence

from aiohttp import web

from engine.text import Text

IMMUTABLE = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Vary": "Accept-Language",
}
"""Cache headers for resources that never change in a language, such as a revision's picture."""

ONE_HOUR = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Language"}
"""Cache headers for pictures that change only with a new release."""


class RequestError(Exception):
    """A request that is rejected before it reaches the service; `text` says why.

    `retry` is the number of seconds after which a retry may succeed, if it may.
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
    """Return a response with `lines`, and with the fields of `more`.

    `refused` says that nothing was done, `headed` that the first line is a heading.
    """
    body: dict[str, object] = {"lines": list(lines), "refused": refused}
    if headed:
        body["headed"] = True
    return web.json_response(body | dict(more or {}), status=status)

"""JSON responses to the page's scripts: lines for the requesting user alone."""

from collections.abc import Mapping, Sequence

from aiohttp import web

from bot.inbound.outcome import Outcome
from bot.table.ports import StoreDown
from engine.text import Text


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


def status_of(outcome: Outcome) -> int:
    """Return the HTTP status of an outcome; on 503 the tab retries."""
    if isinstance(outcome.trouble, StoreDown):
        return 503
    if outcome.trouble is not None:
        return 500
    return 403 if outcome.reply.refused else 200

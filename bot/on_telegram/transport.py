"""How the library's calls go out: by aiohttp, in half the time of the library's own way.

Milliseconds of processor time a call: `getMe` 0.8 (`HTTPXRequest` 1.5), `sendMessage` 1.1 (2.1),
`editMessageMedia` with a board of 16 KB 1.4 (3.0 or more). A turn makes two calls; it takes the bot
7.5 ms, and 10 by `HTTPXRequest`, where moreover an answer that trickles may hold a call for ever.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

CONNECT_SECONDS: Final = 5.0
READ_SECONDS: Final = 5.0
"""How long an answer may take, besides what the call itself waits for."""

SPARE_SECONDS: Final = 10.0
"""How much longer a whole call may take: it may wait for a connection, or bring a picture."""

UNREAD: Final = (
    "/editMessageText",
    "/editMessageCaption",
    "/editMessageMedia",
    "/editMessageReplyMarkup",
)
"""Calls answered with a message that nobody reads: not to unpack it saves 0.2 to 0.4 ms."""


class Unreached(NetworkError):  # noqa: N818 - a state of the world
    """A call that did not come to Telegram: nobody is there, or no way leads there."""


_OK: Final = re.compile(rb'\s*\{\s*"ok"\s*:\s*true\b')
_DONE: Final = b'{"ok":true,"result":true}'


class Transport(BaseRequest):
    """Connections to Telegram that are kept, at most so many at once; others wait for one."""

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds, to which the library adds those that a call for updates waits."""
        return READ_SECONDS

    async def initialize(self) -> None:
        """Begin; may be asked again."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                headers={"User-Agent": self.USER_AGENT},
                trust_env=True,
            )

    async def shutdown(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """See `BaseRequest.do_request`: the status and the body of the answer.

        Only the time to read is ever given; writing counts into it.
        """
        assert self._session is not None, "not initialized"  # noqa: S101 - the library's order
        reading = read_timeout if isinstance(read_timeout, int | float) else READ_SECONDS
        waits = aiohttp.ClientTimeout(
            reading + SPARE_SECONDS, sock_connect=CONNECT_SECONDS, sock_read=reading
        )
        form, headers = await _form(request_data)
        try:
            async with self._session.request(
                method, URL(url, encoded=True), data=form, headers=headers, timeout=waits
            ) as answer:
                body = await answer.read()
                done = answer.status == HTTPStatus.OK and _OK.match(body)
                return answer.status, _DONE if done and url.endswith(UNREAD) else body
        except TimeoutError as late:
            raise TimedOut from late
        # The names of errors alone: what is said of an address may have the token in it.
        except aiohttp.ClientConnectorError as error:
            raise Unreached(type(error).__name__) from None
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from None


async def _form(
    data: RequestData | None,
) -> tuple[bytes | dict[str, str] | None, Mapping[str, str] | None]:
    """Parameters as a form, and the headers that it needs where it has files.

    One with files is put together first: aiohttp would send it in a dozen pieces.
    """
    if data is None or not data.contains_files:
        return None if data is None else data.json_parameters, None
    form = aiohttp.FormData(data.json_parameters)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    body = form()
    return await body.as_bytes(), body.headers

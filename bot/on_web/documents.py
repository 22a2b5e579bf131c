"""Compression: of documents that are served often, once; of pages and JSON, as they are made.

Documents have an ETag for conditional requests. Neither hosts nor the server of `make run` compress
by themselves.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.on_web.language import VARY

_MIN_COMPRESSED = 500
"""Size in bytes below which compression saves nothing."""

_COMPRESSED = frozenset(("text/html", "application/json"))
"""Content types that are compressed as they are made."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text or picture ready to be served, with its ETag."""

    body: bytes
    tag: str
    kind: str
    headers: Mapping[str, str] = field(default_factory=dict)
    charset: str | None = "utf-8"
    gzipped: bool = False
    """Whether `body` is. The few clients that don't accept that get it decompressed."""

    @classmethod
    def of(cls, text: str, kind: str, headers: Mapping[str, str] | None = None) -> "Document":
        """Prepare a text of content type `kind`, served with `headers`."""
        body = text.encode()
        gzipped = len(body) >= _MIN_COMPRESSED
        kept = gzip.compress(body, mtime=0) if gzipped else body
        return cls(kept, _tag(body), kind, headers or {}, gzipped=gzipped)

    @classmethod
    def of_png(cls, png: bytes) -> "Document":
        """Prepare a picture, which is compressed already."""
        return cls.of_bytes(png, "image/png")

    @classmethod
    def of_bytes(cls, body: bytes, kind: str) -> "Document":
        """Prepare a file of content type `kind` that is compressed already."""
        return cls(body, _tag(body), kind, charset=None)

    def answer(self, request: web.Request) -> web.Response:
        """Return the document, or 304 if the client has it."""
        if any(tag.value == self.tag for tag in request.if_none_match or ()):
            response = web.Response(status=304, headers=self.headers)
        else:
            use_gzip = self.gzipped and _accepts_gzip(request)
            response = web.Response(
                body=gzip.decompress(self.body) if self.gzipped and not use_gzip else self.body,
                content_type=self.kind,
                charset=self.charset,
                headers=self.headers,
            )
            if use_gzip:
                response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = f"Accept-Encoding, {VARY}"
        response.etag = self.tag
        return response


@web.middleware
async def compressing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let a page, or JSON, be compressed on its way if the client accepts that."""
    response = await handler(request)
    varies = response.headers.get("Vary", VARY)
    if "Accept-Encoding" not in varies and _is_worth_compressing(response):  # it's no document
        response.headers["Vary"] = f"Accept-Encoding, {varies}"
        if _accepts_gzip(request):
            response.enable_compression(web.ContentCoding.gzip)
    return response


def _is_worth_compressing(response: web.StreamResponse) -> bool:
    size = response.content_length or 0  # unknown for streams
    return response.content_type in _COMPRESSED and size >= _MIN_COMPRESSED


def _accepts_gzip(request: web.Request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "").lower()


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]

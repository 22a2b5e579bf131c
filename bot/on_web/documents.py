"""Documents that are served often: compressed once, with an ETag for conditional requests."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

_MIN_COMPRESSED = 500
"""Size in bytes below which compression saves nothing."""


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
            accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "").lower()
            use_gzip = self.gzipped and accepts_gzip
            response = web.Response(
                body=gzip.decompress(self.body) if self.gzipped and not use_gzip else self.body,
                content_type=self.kind,
                charset=self.charset,
                headers=self.headers,
            )
            if use_gzip:
                response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding, Accept-Language"
        response.etag = self.tag
        return response


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]

"""What is sent often: packed once, and not sent again to whoever has it already."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

_LEAST_PACKED = 500
"""Bytes below which packing saves nothing."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it goes out, with a tag that is another for any other text."""

    body: bytes
    packed: bytes
    tag: str
    kind: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, kind: str, headers: Mapping[str, str] | None = None) -> "Document":
        """Prepare a text of a content type; `headers` go out with it."""
        body = text.encode()
        packed = gzip.compress(body, mtime=0) if len(body) >= _LEAST_PACKED else body
        tag = hashlib.sha256(body).hexdigest()[:16]
        return cls(body, packed, tag, kind, headers or {})

    def answer(self, request: web.Request) -> web.Response:
        """Send it, or that it has not changed."""
        if any(tag.value == self.tag for tag in request.if_none_match or ()):
            response = web.Response(status=304, headers=self.headers)
        else:
            packs = "gzip" in request.headers.get("Accept-Encoding", "").lower()
            packs = packs and self.packed is not self.body
            response = web.Response(
                body=self.packed if packs else self.body,
                content_type=self.kind,
                charset="utf-8",
                headers=self.headers,
            )
            if packs:
                response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding, Accept-Language"
        response.etag = self.tag
        return response

"""A strict push service on this machine, and the browsers that subscribe to it.

It takes only what RFC 8030, 8188, 8291 and 8292 allow, and opens each message as a browser does. It
is written from those, with nothing of the program's own.
"""

import base64
import hmac
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
DAY = 86_400
TOPIC = re.compile(r"[A-Za-z0-9_-]{1,32}")


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869), for at most 32 bytes."""
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\1", "sha256")[:length]


@dataclass
class Device:
    """A browser's side of a subscription: it can open messages."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(CURVE)
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def point(self) -> bytes:
        public = self.private.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def told(self) -> dict[str, str]:
        """What the browser's page sends to the program's server."""
        keys = {"key": encoded(self.point), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, **keys}

    def open(self, body: bytes) -> bytes:
        """Return the text of a message."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.point + sender
        secret = derived(shared, self.auth, info, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text, end, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert (end, padding.strip(b"\0")) == (b"\2", b"")
        return text


@dataclass(frozen=True)
class Received:
    """A message that a device got: its text, and how the push service was asked to treat it."""

    device: Device
    text: dict[str, Any]
    topic: str
    claims: dict[str, Any]


@dataclass
class PushService:
    """Takes messages for its devices. `answers` are the next answers, instead of 201."""

    clock: Callable[[], float]
    url: str = ""
    devices: dict[str, Device] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    answers: list[web.Response] = field(default_factory=list)
    asked: int = 0
    """How many requests came."""
    keys: set[str] = field(default_factory=set)
    """The public keys of those who sent."""

    def device(self) -> Device:
        """Let a browser subscribe."""
        name = secrets.token_urlsafe(16)
        self.devices[name] = Device(f"{self.url}/push/{name}")
        return self.devices[name]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The texts received."""
        return [each.text for each in self.received]

    async def take(self, request: web.Request) -> web.Response:
        self.asked += 1
        body = await request.read()
        if self.answers:
            return self.answers.pop(0)
        device = self.devices.get(request.match_info["name"])
        if device is None:
            return web.Response(status=410)
        headers = request.headers
        assert headers["Content-Encoding"] == "aes128gcm"
        assert 0 < int(headers["TTL"]) <= 28 * DAY
        assert headers["Urgency"] in {"very-low", "low", "normal", "high"}
        assert TOPIC.fullmatch(headers["Topic"])
        assert len(body) <= 4096
        assert "Cookie" not in headers
        claims = self._proven(headers["Authorization"])
        text = json.loads(device.open(body))
        self.received.append(Received(device, text, headers["Topic"], claims))
        return web.Response(status=201, headers={"Location": f"{self.url}/message"})

    def _proven(self, authorization: str) -> dict[str, Any]:
        """Check who sent a message; return what they claim."""
        scheme, _, rest = authorization.partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert parts.keys() == {"t", "k"}
        signed, _, signature = parts["t"].rpartition(".")
        head, claims = (json.loads(decoded(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        r, s = (int.from_bytes(half) for half in _halves(decoded(signature)))
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        assert claims["aud"] == self.url
        assert self.clock() < claims["exp"] <= self.clock() + DAY
        self.keys.add(parts["k"])
        return dict(claims)


def _halves(signature: bytes) -> tuple[bytes, bytes]:
    assert len(signature) == 64
    return signature[:32], signature[32:]


@asynccontextmanager
async def push_service(clock: Callable[[], float]) -> AsyncIterator[PushService]:
    """Run a push service."""
    service = PushService(clock)
    app = web.Application()
    app.add_routes([web.post("/push/{name}", service.take)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()

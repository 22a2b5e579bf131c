"""Encrypted notifications for browsers (RFC 8291), and proof of who sends them (RFC 8292, VAPID).

pywebpush does the same, but brings six further packages (4 MB), one of them a client that blocks.
These 70 lines need only cryptography, as that does, too: 18 MB with the two packages that it needs.
Loading it takes 15 ms and 10 MB, so whoever needs this module imports it then.
"""

import base64
import json
import os
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bot.table.pace import HOUR
from bot.table.subscriptions import Subscription

LONGEST: Final = 3993
"""The maximum size of a text in bytes, as push services take no longer messages (RFC 8291, 4)."""

PROVES_SECONDS: Final = 12 * HOUR
"""For how long a proof holds; at most a day is allowed."""

_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_RECORD: Final = 4096
_LAST: Final = b"\x02"  # marks the end of the only record
_AUTH_BYTES: Final = 16


class Sender:
    """Who sends notifications: a key pair, derived from a secret of 32 bytes.

    `contact` is a URL where the operators of push services find who that is, if there is one; only
    a secure one may be told.
    """

    def __init__(self, secret: bytes, contact: str | None = None) -> None:
        number = int.from_bytes(secret) % (_ORDER - 1) + 1
        self._key = ec.derive_private_key(number, _CURVE)
        self._contact = {"sub": contact} if contact and contact.startswith("https:") else {}
        self.public = encode(_point(self._key.public_key()))
        """The public key in base64url, for which browsers subscribe."""

    def authorization(self, endpoint: str, now: float) -> str:
        """Return the header that proves to the push service of `endpoint` who sends a message."""
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(now) + PROVES_SECONDS}
        signed = ".".join(
            encode(json.dumps(part).encode())
            for part in ({"typ": "JWT", "alg": "ES256"}, claims | self._contact)
        )
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(
    text: bytes,
    subscription: Subscription,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a message that only the browser of a subscription can read.

    `own` and `salt` are made for each message, except in tests.
    """
    own, salt = own or ec.generate_private_key(_CURVE), salt or os.urandom(16)
    theirs, mine = decode(subscription.key), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    info = b"WebPush: info\0" + theirs + mine
    secret = _derive(shared, decode(subscription.auth), info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4) + bytes([len(mine)]) + mine
    return header + AESGCM(key).encrypt(nonce, text + _LAST, None)


def is_usable(subscription: Subscription) -> bool:
    """Return whether messages can be encrypted for a subscription."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode(subscription.key))
        return len(decode(subscription.auth)) == _AUTH_BYTES
    except ValueError:
        return False


def encode(data: bytes) -> str:
    """Return data in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the data of what `encode` wrote. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)

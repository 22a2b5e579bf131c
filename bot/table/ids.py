"""The identifiers of tables, and what stands for identifiers that tell who somebody is."""

from hashlib import blake2b
from typing import NewType

TableId = NewType("TableId", str)
"""Ten letters and digits; public, in logs and button payloads."""


def fingerprint(text: str) -> str:
    """Return a hash that stands for a text where it must be recognized, but not be read."""
    return blake2b(text.encode(), digest_size=12).hexdigest()

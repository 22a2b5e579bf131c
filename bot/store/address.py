"""Validation of the store's address, with error messages that never contain its password."""

from urllib.parse import urlsplit

SCHEMES = ("redis", "rediss", "unix")

PORT = 6379
"""The port of an address that names none."""

_FORM = "write it as redis://host:6379/0, with a login as user:password@ before the host"
_ESCAPES = (
    "in a user or password write % as %25, / as %2F, ? as %3F, # as %23, @ as %40 and : as %3A"
)


def check(url: str) -> None:
    """Raise ValueError for an invalid address; the message says how to write it.

    An unescaped separator in a password would move the rest of the password into another part of
    the address, where it would be shown or silently dropped.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(f"invalid address; {_ESCAPES}") from None
    if parts.scheme not in SCHEMES:
        raise ValueError(f"{_FORM}, with rediss:// for TLS, or as unix:///path/of.sock")
    if parts.fragment or "@" in parts.path + parts.query:
        raise ValueError(f"invalid address; {_ESCAPES}")
    if parts.scheme == "unix":
        return
    if not parts.hostname:
        raise ValueError(f"the host is missing; {_FORM}")
    if not parts.path.removeprefix("/").isdecimal() and parts.path not in ("", "/"):
        raise ValueError(f"the path must be the number of a database; {_FORM}")


def place(url: str) -> str:
    """Return where a valid address leads, without the login."""
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"


def peer(url: str) -> tuple[str, int] | None:
    """Return the host and port of a valid address; None for a Unix socket."""
    parts = urlsplit(url)
    return None if parts.hostname is None else (parts.hostname, parts.port or PORT)

"""The address of a store as it is set: what is wrong with it is said without its password."""

from urllib.parse import urlsplit

SCHEMES = ("redis", "rediss", "unix")

_FORM = "write it as redis://user:password@host:6379/0"
_ESCAPES = (
    "in a user or password write % as %25, / as %2F, ? as %3F, # as %23, @ as %40 and : as %3A"
)


def check(url: str) -> None:
    """Raise ValueError, whose message tells how to write it, for an address that cannot be read.

    A character that separates the parts of an address, left as it is in a password, moves the
    rest of the password into another part: there it would be shown, or silently left out.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(f"it cannot be read; {_ESCAPES}") from None
    if parts.scheme not in SCHEMES:
        raise ValueError(f"{_FORM}, with rediss:// for TLS, or as unix:///path/of.sock")
    if parts.fragment or "@" in parts.path + parts.query:
        raise ValueError(f"it cannot be read; {_ESCAPES}")
    if parts.scheme == "unix":
        return
    if not parts.hostname:
        raise ValueError(f"it names no host; {_FORM}")
    if not parts.path.removeprefix("/").isdecimal() and parts.path not in ("", "/"):
        raise ValueError(f"behind the host comes the number of a database; {_FORM}")

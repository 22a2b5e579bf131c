"""The store's address: its forms, and error messages that never contain its password."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

SCHEMES: Final = ("redis", "rediss", "unix", "redis-cluster", "rediss-cluster")

PORT: Final = 6379
"""The port of a server whose address names none."""

_FORM = "write it as redis://host:6379/0, with a login as user:password@ before the host"
_CLUSTER_FORM = (
    "write it as redis-cluster://host:6379,host:6379, with a login as user:password@ before the"
    " first host"
)
_ESCAPES = (
    "in a user or password write % as %25, / as %2F, ? as %3F, # as %23, @ as %40 and : as %3A"
)

Peer = tuple[str, int]
"""Host and port."""


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """Some nodes of a cluster, from which all others are learned, and a login for all of them."""

    nodes: tuple[Peer, ...]
    username: str | None
    password: str | None
    tls: bool


def check(url: str) -> None:
    """Raise ValueError for an invalid address; the message says how to write it.

    An unescaped separator in a password would move the rest of the password into another part of
    the address, where it would be shown or silently dropped.
    """
    if is_cluster(url):
        cluster(url)
        return
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(f"invalid address; {_ESCAPES}") from None
    if parts.scheme not in SCHEMES:
        raise ValueError(
            f"{_FORM}, with rediss:// for TLS; as unix:///path/of.sock; or, for a cluster, as"
            " redis-cluster://host,host"
        )
    if parts.fragment or "@" in parts.path + parts.query:
        raise ValueError(f"invalid address; {_ESCAPES}")
    if parts.scheme == "unix":
        return
    if not parts.hostname:
        raise ValueError(f"the host is missing; {_FORM}")
    if not parts.path.removeprefix("/").isdecimal() and parts.path not in ("", "/"):
        raise ValueError(f"the path must be the number of a database; {_FORM}")


def is_cluster(url: str) -> bool:
    """Return whether an address, which may be invalid, is that of a cluster."""
    return url.partition("://")[0] in ("redis-cluster", "rediss-cluster")


def uses_tls(url: str) -> bool:
    """Return whether a valid address asks for TLS."""
    return url.startswith("rediss")


def cluster(url: str) -> ClusterAddress:
    """Read the address of a cluster. Raises ValueError as `check` does."""
    scheme, _, rest = url.partition("://")
    login, _, hosts = rest.rpartition("@")
    misplaced = any(each in rest for each in "?#") or any(each in login for each in "/@")
    if misplaced or login.count(":") > 1:
        raise ValueError(f"invalid address; {_ESCAPES}")
    hosts, _, path = hosts.partition("/")
    if path.strip("/") not in ("", "0"):
        raise ValueError(f"a cluster has only the database 0; {_CLUSTER_FORM}")
    if not hosts:
        raise ValueError(f"the host is missing; {_CLUSTER_FORM}")
    username, _, password = login.partition(":")
    return ClusterAddress(
        tuple(map(_peer, hosts.split(","))),
        unquote(username) or None,
        unquote(password) or None,
        scheme == "rediss-cluster",
    )


def _peer(text: str) -> Peer:
    """Read a host and port."""
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ValueError(f"invalid host or port; {_CLUSTER_FORM}") from None
    if not host or parts.username is not None or parts.path:
        raise ValueError(f"invalid host or port; {_CLUSTER_FORM}")
    return host, port or PORT


def place(url: str) -> str:
    """Return where a valid address leads, without the login."""
    if is_cluster(url):
        return url.partition("://")[2].rpartition("@")[2].partition("/")[0]
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"


def peers(url: str) -> tuple[Peer, ...]:
    """Return the hosts and ports of a valid address; none for a Unix socket."""
    if is_cluster(url):
        return cluster(url).nodes
    parts = urlsplit(url)
    return () if parts.hostname is None else ((parts.hostname, parts.port or PORT),)

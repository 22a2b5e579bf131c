"""Whether the disk of the bundled server survives a restart, as far as the host tells.

Hosting services and containers start every release with a fresh disk. Only a mounted volume is
kept, so the bundled server must not store games anywhere else there.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

MOUNTS = Path("/proc/self/mountinfo")

CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files by which Docker and Podman mark a container."""

CONTAINER: Final = "a container"

SERVICES: Final[Mapping[str, str]] = {
    "RENDER": "Render",
    "RAILWAY_ENVIRONMENT": "Railway",
    "FLY_APP_NAME": "Fly.io",
    "K_SERVICE": "Cloud Run",
    "DYNO": "a Heroku-like service",
    "KUBERNETES_SERVICE_HOST": "Kubernetes",
}
"""Hosts whose root disk is always wiped, by the variable that they set."""

WIPED_WITH_A_CONTAINER = frozenset({"aufs", "fuse-overlayfs", "overlay", "ramfs", "tmpfs"})
"""File systems that are gone with their container."""

IN_MEMORY = frozenset({"ramfs", "tmpfs"})

_POINT = 4
"""The number of the field with the mount's point."""

_ESCAPE = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mount:
    """Where a file system is mounted, and its type, such as `ext4`."""

    point: PurePosixPath
    kind: str


_UNKNOWN = Mount(PurePosixPath("/"), "")


def mount_of(folder: PurePosixPath, mountinfo: str) -> Mount:
    """Return the mount that an absolute `folder` is on, by the text of `/proc/self/mountinfo`.

    Lines that can't be parsed are skipped. If two mounts share a point, the last one counts.
    """
    found = _UNKNOWN
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        fields, kinds = before.split(" "), after.split(" ")
        if len(fields) <= _POINT or not kinds[0]:
            continue
        point = PurePosixPath(_ESCAPE.sub(lambda code: chr(int(code[1], 8)), fields[_POINT]))
        if folder.is_relative_to(point) and len(point.parts) >= len(found.point.parts):
            found = Mount(point, kinds[0])
    return found


def wiping_host(environment: Iterable[str], mount: Mount, *, container: bool) -> str | None:
    """Return the name of the host that wipes `mount` at a restart; None if it is kept.

    `environment` are the names of the variables that are set. `container` tells whether the process
    runs in one; what is on such a container's own layers is wiped, and a volume is kept.
    """
    on_root = mount.point == PurePosixPath("/")
    variables = frozenset(environment)
    for variable, name in SERVICES.items():
        if variable in variables and (on_root or mount.kind in WIPED_WITH_A_CONTAINER):
            return name
    wiped = mount.kind in (WIPED_WITH_A_CONTAINER if on_root else IN_MEMORY)
    return CONTAINER if container and wiped else None


def complaint(folder: Path) -> str | None:
    """Return why the bundled server can't keep games in `folder` here; None if it can."""
    try:
        mounts = MOUNTS.read_text(errors="replace")
    except OSError:  # not Linux
        mounts = ""
    host = wiping_host(
        os.environ,
        mount_of(PurePosixPath(folder.resolve()), mounts),
        container=any(file.exists() for file in CONTAINER_FILES),
    )
    if host is None:
        return None
    return (
        f"games in {folder} would be lost at the next restart, because {host} doesn't keep this "
        "disk; set REDIS_URL to a Redis or Valkey server, or mount a volume and set PULUC_DATA to "
        "a folder on it (to try the bot without keeping games, set PULUC_EPHEMERAL=true)"
    )

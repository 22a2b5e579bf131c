"""The bundled server doesn't store games on a disk that the host wipes."""

from contextlib import AsyncExitStack
from pathlib import Path, PurePosixPath

import pytest

from bot.config import Config, WrongSetting
from bot.ops import disks
from bot.ops.disks import Mount, mount_of, wiping_host
from bot.ops.stores import connected

ROOT, DATA = PurePosixPath("/"), PurePosixPath("/data")

MOUNTINFO = r"""
22 27 0:21 / / rw,relatime - overlay overlay rw,lowerdir=/a
23 22 0:22 / /proc rw,relatime shared:1 - proc proc rw
24 22 254:1 / /data rw - ext4 /dev/vdb rw
25 22 254:1 / /with\040room rw - xfs /dev/vdc rw
26 22 0:23 / /data/tmp rw - tmpfs tmpfs rw
a torn line
27 22 0:24 / /data/tmp rw - ext4 /dev/vdd rw
"""


@pytest.mark.parametrize(
    ("folder", "point", "kind"),
    [
        ("/root/.local/share/puluc", "/", "overlay"),
        ("/data", "/data", "ext4"),
        ("/data/puluc", "/data", "ext4"),
        ("/database", "/", "overlay"),
        ("/with room/puluc", "/with room", "xfs"),
        ("/data/tmp/x", "/data/tmp", "ext4"),
    ],
)
def test_the_mount_of_a_folder(folder: str, point: str, kind: str) -> None:
    """A folder is on the mount with the longest matching path; the last one of a path counts."""
    expected = Mount(PurePosixPath(point), kind)
    assert mount_of(PurePosixPath(folder), MOUNTINFO) == expected


@pytest.mark.parametrize(("variable", "name"), disks.SERVICES.items())
def test_a_service_keeps_only_volumes(variable: str, name: str) -> None:
    """A hosting service wipes its root disk, whatever its type, and keeps a volume."""
    for kind in ("ext4", "overlay", ""):
        assert wiping_host([variable], Mount(ROOT, kind), container=False) == name
    assert wiping_host([variable], Mount(DATA, "ext4"), container=False) is None
    assert wiping_host([variable], Mount(DATA, "tmpfs"), container=False) == name


@pytest.mark.parametrize(
    ("mount", "host"),
    [
        (Mount(ROOT, "overlay"), disks.CONTAINER),
        (Mount(ROOT, "fuse-overlayfs"), disks.CONTAINER),
        (Mount(DATA, "tmpfs"), disks.CONTAINER),
        (Mount(DATA, "ext4"), None),
        (Mount(DATA, "overlay"), None),
        (Mount(ROOT, "ext4"), None),
    ],
)
def test_a_container_keeps_only_volumes(mount: Mount, host: str | None) -> None:
    """A container wipes its own layers and memory; a disk mounted from outside is kept."""
    assert wiping_host((), mount, container=True) == host


@pytest.mark.parametrize("kind", ["ext4", "overlay", "tmpfs"])
def test_a_machine_of_your_own(kind: str) -> None:
    """Without a sign of a host that wipes its disk, every disk is accepted."""
    assert wiping_host(["PATH"], Mount(ROOT, kind), container=False) is None


@pytest.fixture
def _on_render(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Run on Render, with a root disk only."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text("22 27 0:21 / / rw - ext4 /dev/vda rw\n")
    monkeypatch.setattr(disks, "MOUNTS", mounts)
    monkeypatch.setenv("RENDER", "true")


@pytest.mark.usefixtures("_on_render")
def test_the_complaint_says_what_to_do(tmp_path: Path) -> None:
    """The message names the host, and the settings that help."""
    message = disks.complaint(tmp_path)
    assert message is not None
    assert all(
        part in message for part in ("Render", "REDIS_URL", "PULUC_DATA", "PULUC_EPHEMERAL=true")
    )
    assert "\n" not in message


@pytest.mark.usefixtures("_on_render")
async def test_the_bundled_server_is_refused(tmp_path: Path) -> None:
    """On a disk that is wiped, the bundled server isn't started, and no folder is created."""
    folder = tmp_path / "data"
    async with AsyncExitStack() as stack:
        with pytest.raises(WrongSetting, match="REDIS_URL"):
            await connected(Config(puluc_data=folder), stack)
    assert not folder.exists()


@pytest.mark.usefixtures("_on_render")
async def test_the_bundled_server_on_purpose(tmp_path: Path) -> None:
    """With PULUC_EPHEMERAL, the bundled server starts on a disk that is wiped."""
    async with AsyncExitStack() as stack:
        settings = Config(puluc_data=tmp_path / "data", puluc_ephemeral=True)
        link, _ = await connected(settings, stack)
        assert await link.redis.ping()

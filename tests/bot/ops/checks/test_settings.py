"""What the doctor finds about settings, and about the machine."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from bot import config
from bot.config import Config
from bot.findings import Finding, fail, ok, warn
from bot.ops import guard, loading
from bot.ops.checks import settings as checks
from bot.release import RELEASE

TB: Final = 10**12

EMPTY: Final[Mapping[str, str]] = {}


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings and .env file."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


async def collected(findings: AsyncIterator[Finding]) -> list[Finding]:
    """All findings of a check."""
    return [each async for each in findings]


async def found(environment: Mapping[str, str] = EMPTY) -> list[Finding]:
    """What is found with these variables."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return await collected(checks.examine(loading.examine(), environment))


def write(content: bytes, mode: int = 0o600) -> None:
    """Write the settings file."""
    config.ENV_FILE.write_bytes(content)
    config.ENV_FILE.chmod(mode)


async def test_no_settings() -> None:
    """No setting is needed."""
    assert await found() == [ok("plays on", "the web chat"), ok("settings", "none set")]


async def test_the_names_of_what_is_set() -> None:
    """Settings that are set are named, without their values."""
    assert await found({"PULUC_LOG": "debug", "TELEGRAM_TOKEN": "12:secret"}) == [
        ok("plays on", "Telegram, the web chat"),
        ok("settings", "valid; set: PULUC_LOG, TELEGRAM_TOKEN"),
    ]


async def test_every_problem() -> None:
    """All problems are told, not only the first."""
    assert await found({"PULUC_LOG": "loud", "PULUC_URL": "puluc.example"}) == [
        fail("PULUC_URL", "must be a full URL, such as https://puluc.example"),
        fail("PULUC_LOG", "must be debug, info, warning or error"),
    ]


async def test_conflicts() -> None:
    """Settings that can't be used together are told once each is valid."""
    (wrong,) = await found({"PORT": "80", "PULUC_WEB": "chat"})
    assert wrong == fail(
        "settings",
        "PULUC_WEB=chat has no login, so it can't be used with PORT; remove PORT or set"
        " PULUC_WEB=play or PULUC_WEB=watch",
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DISCORD_TOKN", "did you mean DISCORD_TOKEN?"),
        ("REDIS_URI", "did you mean REDIS_URL?"),
        ("PULUC_COLOUR", "see docs/settings.md for all"),
    ],
)
async def test_a_misspelt_name(name: str, text: str) -> None:
    """A name that looks like a setting is told, with the one that was probably meant."""
    first, *_ = await found({name: "x"})
    assert first == warn(name, f"isn't a setting and has no effect; {text}")


async def test_variables_of_other_programs() -> None:
    """Variables that don't look like settings are left alone."""
    assert await found({"HOME": "/root", "DISCORD_GUILD": "1"}) == [
        ok("plays on", "the web chat"),
        ok("settings", "none set"),
    ]


async def test_names_in_the_file() -> None:
    """In the settings file every name should be a setting."""
    write(b"# A_COMMENT=1\nexport COLOUR=red\n")
    assert await found() == [
        warn("COLOUR", "isn't a setting and has no effect; see docs/settings.md for all"),
        ok("plays on", "the web chat"),
        ok("settings", "none set"),
    ]


async def test_a_line_that_sets_nothing() -> None:
    """A line of the settings file that can't be parsed is told with its number."""
    write(b"# fine\nTELEGRAM_TOKEN: 12\n\nPULUC_LOG=info\n")
    first, *_ = await found()
    assert first == warn(".env", "line 2 isn't NAME=value, so it is ignored")


async def test_nowhere_to_play() -> None:
    """A public bot without a token only serves game pages."""
    lines = await found({"PORT": "5000"})
    assert lines[-2] == warn(
        "plays on", "nothing, as no token is set; set DISCORD_TOKEN or TELEGRAM_TOKEN"
    )


async def test_a_file_that_others_can_read() -> None:
    """Secrets that other users can read are told with the command that hides them."""
    write(b"TELEGRAM_TOKEN=12:secret\n", 0o644)
    first, *_ = await found()
    assert first == warn(".env", "has secrets that other users can read; run chmod 600 .env")


async def test_a_file_that_cannot_be_read() -> None:
    """A file in another encoding is told, and the environment still counts."""
    write(b"PULUC_LOG=\xff\xfd\0")
    assert await found() == [fail(".env", "can't be read; save it as UTF-8")]


@pytest.mark.parametrize(
    ("settings", "finding"),
    [
        (
            {"PORT": "5000"},
            warn(
                "PULUC_URL",
                "isn't set, so boards don't link to their game pages; set it to the public address"
                " of this bot, such as https://puluc.example",
            ),
        ),
        (
            {"PULUC_URL": "https://puluc.example"},
            warn(
                "PULUC_URL",
                "is set, but without PORT the pages are served on this machine only; set PORT to"
                " the port that your proxy forwards to",
            ),
        ),
        (
            {"PULUC_URL": "https://puluc.example", "PULUC_LAN": "true"},
            warn(
                "PULUC_URL",
                "is set, but without PORT the pages are served on your local network only; set PORT"
                " to the port that your proxy forwards to",
            ),
        ),
        (
            {"PULUC_LAN": "true"},
            ok("plays on", "the web chat, which everyone on the local network can open"),
        ),
        (
            {"PULUC_OPERATOR": "discord:123"},
            warn("PULUC_OPERATOR", "can't be told anything, because DISCORD_TOKEN isn't set"),
        ),
        (
            {"DISCORD_SHARDS": "0/2"},
            warn("DISCORD_SHARDS", "has no effect without DISCORD_TOKEN"),
        ),
        (
            {"PORT": "80", "PULUC_WEB": "off", "TELEGRAM_TOKEN": "t"},
            warn("PORT", "has no effect, because PULUC_WEB=off; set PULUC_WEB=play or watch"),
        ),
        (
            {"PORT": "80", "PULUC_WEB": "play", "PULUC_URL": "http://puluc.example"},
            warn(
                "PULUC_URL",
                "isn't an https:// address, so others in the network can take over people's games;"
                " let your proxy serve HTTPS",
            ),
        ),
    ],
)
async def test_combinations(settings: dict[str, str], finding: Finding) -> None:
    """Settings that don't do what they seem to are told."""
    first, *_ = await found(settings)
    assert first == finding


async def test_the_machine(tmp_path: Path) -> None:
    """The release is told, the version of Python, and the room for the bundled server's folder."""
    told = await collected(checks.machine(Config(_env_file=None, puluc_data=tmp_path)))
    assert [line.subject for line in told] == ["Puluc", "Python", "disk"]
    assert told[0].text == str(RELEASE)


async def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    """PULUC_DATA must be a folder."""
    *_, folder = await collected(checks.machine(Config(_env_file=None, puluc_data=here(tmp_path))))
    assert folder == fail(
        "PULUC_DATA", f"{tmp_path / 'file'} isn't a folder; set it to a folder of your own"
    )


def here(folder: Path) -> Path:
    """Create a file."""
    (folder / "file").touch()
    return folder / "file"


async def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is nearly full is told."""
    monkeypatch.setattr(guard.Disk, "of", lambda _: guard.Disk(50 * 10**6, TB))
    *_, disk = await collected(checks.machine(Config(_env_file=None, puluc_data=tmp_path / "data")))
    assert disk == warn("disk", f"50 of 1000000 MB free for {tmp_path / 'data'}; free some space")


async def test_a_disk_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk nobody can play, which is a failure."""
    monkeypatch.setattr(guard.Disk, "of", lambda _: guard.Disk(0, TB))
    *_, disk = await collected(checks.machine(Config(_env_file=None, puluc_data=tmp_path)))
    assert disk == fail(
        "disk", f"0 of 1000000 MB free for {tmp_path}, so nobody can play; free some space"
    )


async def test_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of another user is told."""
    monkeypatch.setattr(checks.os, "access", lambda *_: False)
    *_, folder = await collected(checks.machine(Config(_env_file=None, puluc_data=tmp_path)))
    assert folder == fail(
        "PULUC_DATA",
        f"{tmp_path} can't be written by this user; set PULUC_DATA to a folder of your own, or"
        " REDIS_URL to a server",
    )

"""Config come from the environment; a wrong one stops the start with one clear line."""

import re
from pathlib import Path

import pytest

from bot import config
from bot.config import Config, WebMode, WrongSetting

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine, no .env file."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_anything_set_the_page_is_a_chat() -> None:
    """A newcomer gets the web chat."""
    assert config.load().web is WebMode.CHAT


def test_with_a_port_the_page_only_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is served to everybody has no chat."""
    monkeypatch.setenv("PORT", "5000")
    assert config.load().web is WebMode.WATCH


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"PULUC_WEB": "maybe"}, "^PULUC_WEB must be chat, watch or off$"),
        ({"PORT": "eighty"}, "^PORT must be a port number from 1 to 65535$"),
        ({"PORT": "5000", "PULUC_WEB": "chat"}, "PULUC_WEB=chat"),
        ({"PULUC_WEB": "off"}, "nothing to run"),
        ({"DYNO": "web.1"}, "REDIS_URL"),
        ({"PULUC_LOG": "loud"}, "PULUC_LOG"),
        ({"TELEGRAM_WEBHOOK_URL": "https://bot.example"}, "set PORT to the port"),
    ],
)
def test_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], complaint: str
) -> None:
    """The message is one line and names what to change."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting, match=complaint) as wrong:
        config.load()
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("shards", ["9", "0/", "/4", "4/4", "3-1/4", "[0]", "null", "a/b", "٣/٤"])
def test_shards_that_cannot_be(monkeypatch: pytest.MonkeyPatch, shards: str) -> None:
    """Whatever is no selection of shards is told how to be written, in one line."""
    monkeypatch.setenv("DISCORD_SHARDS", shards)
    with pytest.raises(WrongSetting, match=r"^DISCORD_SHARDS must be .*0-3/16") as wrong:
        config.load()
    assert "\n" not in str(wrong.value)


def test_more_shards_than_any_bot_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of the finger does not fill the memory."""
    monkeypatch.setenv("DISCORD_SHARDS", "0-99999999/100000000")
    with pytest.raises(WrongSetting, match="at most 16384 shards, not 100000000"):
        config.load()


@pytest.mark.parametrize(("text", "ids"), [("2/16", (2,)), ("0-3/16", (0, 1, 2, 3))])
def test_shards(monkeypatch: pytest.MonkeyPatch, text: str, ids: tuple[int, ...]) -> None:
    """One shard or a row of them, of how many."""
    monkeypatch.setenv("DISCORD_SHARDS", text)
    assert config.load().discord_shards == config.Shards(ids, 16)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_of_settings(encoding: str) -> None:
    """The file is read as editors write it, those on Windows, too."""
    config.ENV_FILE.write_text("PULUC_LOG=error\n", encoding=encoding)
    assert config.load().puluc_log == "error"


@pytest.mark.parametrize("content", ["PULUC_LOG=é".encode("latin-1"), "A=1".encode("utf-16-le")])
def test_a_file_that_cannot_be_read(content: bytes) -> None:
    """A file in another encoding is refused with what to do."""
    config.ENV_FILE.write_bytes(content)
    with pytest.raises(WrongSetting, match="save it as UTF-8"):
        config.load()


def test_a_folder_of_that_name() -> None:
    """A folder `.env`, as some have for Python, is no file of settings."""
    config.ENV_FILE.mkdir()
    assert config.load().web is WebMode.CHAT


@pytest.mark.parametrize(
    ("mode", "words", "told"),
    [
        (0o600, "DISCORD_TOKEN=x", 0),
        (0o644, "DISCORD_TOKEN=x", 1),
        (0o640, "redis_url=x", 1),
        (0o644, "PULUC_LOG=info", 0),
    ],
)
def test_a_file_that_others_can_read(mode: int, words: str, told: int) -> None:
    """Who keeps a token or password where others can read it is told how to mend that."""
    config.ENV_FILE.write_text(words)
    config.ENV_FILE.chmod(mode)
    notices = config.notices()
    assert len(notices) == told
    assert all("chmod 600 .env" in notice for notice in notices)


def test_without_a_file_there_is_nothing_to_mend() -> None:
    """Config of the environment are no file that others can read."""
    assert config.notices() == ()


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        ("redis://:hunter2@host/0", "hunter2"),
        ("redis://user:s3cr/et@host", "s3cr/et"),
        ("redis://:p%40ss@host", "p@ss"),
    ],
)
def test_the_secrets_that_are_set(monkeypatch: pytest.MonkeyPatch, url: str, secret: str) -> None:
    """Tokens, and the password in an address, can be told from what may be shown."""
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    assert {"a-token", url, secret} <= config.load().secrets


def test_a_secret_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store's address holds a password and never shows."""
    monkeypatch.setenv("REDIS_URL", "redis://:hunter2@127.0.0.1/0")
    assert "hunter2" not in repr(config.load())


def test_the_page_lists_the_settings() -> None:
    """docs/settings.md has one row for every setting, and for no other, with its default."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(name.upper() for name in Config.model_fields)
    for name, default in rows:
        value = Config.model_fields[name.lower()].default
        if value is not None:
            assert f"`{_written(value)}`" in default, name


def _written(value: object) -> str:
    """A default as a user types it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)

"""Settings come from the environment; a wrong one stops the program with a one-line message."""

import re
from pathlib import Path

import pytest

from bot import config
from bot.config import Config, Shards, WebMode, WrongSetting
from bot.ops import loading
from tests.bot.ops.test_keep_token import DISCORD, TELEGRAM

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings and .env file."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_web_chat_is_the_default() -> None:
    """Without any settings the program serves the web chat."""
    assert loading.load().web is WebMode.CHAT


def test_watch_pages_if_a_port_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a port is set, the program serves only game pages, without the chat."""
    monkeypatch.setenv("PORT", "5000")
    assert loading.load().web is WebMode.WATCH


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"PULUC_WEB": "maybe"}, "^PULUC_WEB must be chat, play, watch or off$"),
        ({"PORT": "eighty"}, "^PORT must be a port number from 1 to 65535$"),
        ({"PORT": "5000", "PULUC_WEB": "chat"}, "PULUC_WEB=chat"),
        ({"PORT": "5000", "PULUC_WEB": "play"}, "^PULUC_WEB=play needs PULUC_URL"),
        ({"PULUC_WEB": "off"}, "nothing to run"),
        ({"PULUC_LAN": "maybe"}, "^PULUC_LAN must be true or false$"),
        ({"PULUC_LAN": "1", "PORT": "80"}, "^PULUC_LAN .* can't be used with PORT; remove one"),
        ({"PULUC_LAN": "1", "PULUC_WEB": "watch"}, "^PULUC_LAN .* needs PULUC_WEB=chat; set that"),
        ({"PULUC_LAN": "1", "PULUC_WEB": "off"}, "^PULUC_LAN .* needs PULUC_WEB=chat; set that"),
        ({"DYNO": "web.1"}, "REDIS_URL"),
        ({"PULUC_DATA": "~nobody-here/puluc"}, "^PULUC_DATA must be a folder; there is no user"),
        ({"PULUC_TABLES": "~nobody-here/t"}, "^PULUC_TABLES must be a folder; there is no user"),
        ({"REDIS_WAIT": "many"}, "^REDIS_WAIT must be a whole number from 0 to 5$"),
        ({"REDIS_WAIT": "1"}, "^REDIS_WAIT needs a store with replicas; set REDIS_URL"),
        ({"PULUC_LOG": "loud"}, "PULUC_LOG"),
        ({"TELEGRAM_WEBHOOK_URL": "https://bot.example"}, "set PORT to the port"),
        ({"PORT": "80", "TELEGRAM_WEBHOOK_URL": "http://bot.example"}, "must be an https://"),
        ({"PORT": "80", "TELEGRAM_WEBHOOK_URL": "https://bot.example:5000"}, "port 443, 80, 88 or"),
        ({"DISCORD_TOKEN": f'"{DISCORD}"'}, "^DISCORD_TOKEN must be the token alone: .*quotes"),
        ({"DISCORD_TOKEN": f"Bot {DISCORD}"}, "^DISCORD_TOKEN must be the token alone: .*word Bot"),
        ({"DISCORD_TOKEN": TELEGRAM}, "^DISCORD_TOKEN is a token of Telegram; set TELEGRAM_TOKEN"),
        ({"TELEGRAM_TOKEN": f"{TELEGRAM} "}, "^TELEGRAM_TOKEN must be the token alone: .*a space"),
        ({"TELEGRAM_TOKEN": f"bot{TELEGRAM}"}, "^TELEGRAM_TOKEN must be the token alone"),
        ({"TELEGRAM_TOKEN": f"'{DISCORD}'"}, "^TELEGRAM_TOKEN is a token of Discord; set DISCORD"),
    ],
)
def test_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], complaint: str
) -> None:
    """The message is one line and names the setting to change."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting, match=complaint) as wrong:
        loading.load()
    assert "\n" not in str(wrong.value)
    assert not any(token in str(wrong.value) for token in (TELEGRAM, DISCORD))


@pytest.mark.parametrize(
    "settings",
    [
        {"TELEGRAM_WEBHOOK_URL": "https://bot.example:8443/puluc"},
        {"TELEGRAM_WEBHOOK_URL": "http://bot.example", "TELEGRAM_API_URL": "http://own.example"},
        {"DISCORD_TOKEN": DISCORD, "TELEGRAM_TOKEN": TELEGRAM},
        {"DISCORD_TOKEN": "of a test", "TELEGRAM_TOKEN": "1:a"},
    ],
)
def test_a_right_setting(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]) -> None:
    """Telegram's ports are right, any address for a server of your own, and any whole token."""
    for name, value in ({"PORT": "80"} | settings).items():
        monkeypatch.setenv(name, value)
    assert loading.load().port == 80


@pytest.fixture
def _homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away the user's home."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)


@pytest.mark.usefixtures("_homeless")
def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home, only the bundled server needs a folder to be named."""
    with pytest.raises(WrongSetting, match=r"^PULUC_DATA: this user has no home"):
        assert loading.load().data_folder
    monkeypatch.setenv("REDIS_URL", "redis://a")
    assert loading.load().tables_folder == Path("tables").absolute()


@pytest.mark.parametrize("text", ["0/1", "2/16", "0-3/16"])
def test_shards_in_words(text: str) -> None:
    """Shards are told as they are typed."""
    assert str(Shards.read(text)) == text


@pytest.mark.parametrize("shards", ["9", "0/", "/4", "4/4", "3-1/4", "[0]", "null", "a/b", "٣/٤"])
def test_invalid_shards(monkeypatch: pytest.MonkeyPatch, shards: str) -> None:
    """An invalid selection of shards is refused in one line that shows the format."""
    monkeypatch.setenv("DISCORD_SHARDS", shards)
    with pytest.raises(WrongSetting, match=r"^DISCORD_SHARDS must be .*0-3/16") as wrong:
        loading.load()
    assert "\n" not in str(wrong.value)


def test_too_many_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unrealistic number of shards is refused before it uses up the memory."""
    monkeypatch.setenv("DISCORD_SHARDS", "0-99999999/100000000")
    with pytest.raises(WrongSetting, match="at most 16384 shards, not 100000000"):
        loading.load()


@pytest.mark.parametrize(("text", "ids"), [("2/16", (2,)), ("0-3/16", (0, 1, 2, 3))])
def test_shards(monkeypatch: pytest.MonkeyPatch, text: str, ids: tuple[int, ...]) -> None:
    """Shards are one number or a range, and the total."""
    monkeypatch.setenv("DISCORD_SHARDS", text)
    assert loading.load().discord_shards == config.Shards(ids, 16)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_of_settings(encoding: str) -> None:
    """The settings file can have the encodings that editors use, also on Windows."""
    config.ENV_FILE.write_text("PULUC_LOG=error\n", encoding=encoding)
    assert loading.load().puluc_log == "error"


@pytest.mark.parametrize("content", ["PULUC_LOG=é".encode("latin-1"), "A=1".encode("utf-16-le")])
def test_a_file_that_cannot_be_read(content: bytes) -> None:
    """A file in another encoding is refused, and the message says what to do."""
    config.ENV_FILE.write_bytes(content)
    with pytest.raises(WrongSetting, match="save it as UTF-8"):
        loading.load()


def test_a_folder_of_the_same_name() -> None:
    """A folder called `.env`, such as a Python environment, isn't read as settings."""
    config.ENV_FILE.mkdir()
    assert loading.load().web is WebMode.CHAT


@pytest.mark.parametrize(
    ("mode", "words", "count"),
    [
        (0o600, "DISCORD_TOKEN=x", 0),
        (0o644, "DISCORD_TOKEN=x", 1),
        (0o640, "redis_url=x", 1),
        (0o644, "PULUC_LOG=info", 0),
    ],
)
def test_a_file_that_others_can_read(mode: int, words: str, count: int) -> None:
    """If others can read a file with a token or password, a notice says how to fix it."""
    config.ENV_FILE.write_text(words)
    config.ENV_FILE.chmod(mode)
    notices = loading.notices()
    assert len(notices) == count
    assert all("chmod 600 .env" in notice for notice in notices)


def test_no_notice_without_a_file() -> None:
    """Without a file there is no notice."""
    assert loading.notices() == ()


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        ("redis://:hunter2@host/0", "hunter2"),
        ("redis://user:s3cr/et@host", "s3cr/et"),
        ("redis://:p%40ss@host", "p@ss"),
    ],
)
def test_the_secrets_that_are_set(monkeypatch: pytest.MonkeyPatch, url: str, secret: str) -> None:
    """Tokens, addresses, and the passwords in them count as secrets."""
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("TELEGRAM_CLIENT_SECRET", "another")
    assert {"a-token", "another", url, secret} <= loading.load().secrets


def test_a_secret_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store's address contains a password and isn't printed."""
    monkeypatch.setenv("REDIS_URL", "redis://:hunter2@127.0.0.1/0")
    assert "hunter2" not in repr(loading.load())


def test_the_page_lists_the_settings() -> None:
    """docs/settings.md has one row for every setting, with its default, and no others."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(name.upper() for name in Config.model_fields)
    for name, default in rows:
        value = Config.model_fields[name.lower()].default
        if value is not None:
            assert f"`{_written(value)}`" in default, name


def _written(value: object) -> str:
    """A default as people write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)

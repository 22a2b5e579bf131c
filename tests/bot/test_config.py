"""Settings come from the environment; a wrong one stops the start with one clear line."""

import re
from pathlib import Path

import pytest

from bot import config
from bot.config import Settings, WebMode, WrongSetting

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine, no .env file."""
    for name in Settings.model_fields:
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
        ({"PULUC_WEB": "maybe"}, "PULUC_WEB"),
        ({"PORT": "eighty"}, "PORT"),
        ({"PORT": "5000", "PULUC_WEB": "chat"}, "PULUC_WEB=chat"),
        ({"PULUC_WEB": "off"}, "nothing to run"),
        ({"DYNO": "web.1"}, "REDIS_URL"),
        ({"PULUC_LOG": "loud"}, "PULUC_LOG"),
        ({"TELEGRAM_WEBHOOK_URL": "https://bot.example"}, "set PORT, or leave"),
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


def test_a_secret_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store's address holds a password and never shows."""
    monkeypatch.setenv("REDIS_URL", "redis://:hunter2@127.0.0.1/0")
    assert "hunter2" not in repr(config.load())


def test_the_readme_lists_the_settings() -> None:
    """The README's table names every setting with its description, and no other."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|$", README.read_text(), re.MULTILINE)
    fields = Settings.model_fields
    assert dict(rows) == {name.upper(): field.description for name, field in fields.items()}

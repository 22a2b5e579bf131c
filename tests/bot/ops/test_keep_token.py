"""`make token` stores a token where only its owner can read it."""

import stat
from pathlib import Path

import pytest

from bot import config
from bot.config import WrongSetting
from bot.ops import keep_token, loading

TELEGRAM = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
DISCORD = ".".join(("M" * 26, "Gabcde", "x" * 38))


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings and .env file."""
    for name in config.Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_platform_is_known_by_the_token() -> None:
    """Tokens of both platforms are stored side by side, and the program reads them."""
    assert keep_token.keep(TELEGRAM) == "TELEGRAM_TOKEN"
    assert keep_token.keep(DISCORD) == "DISCORD_TOKEN"
    assert {TELEGRAM, DISCORD} == loading.load().secrets


def test_the_file_is_private() -> None:
    """The file is readable by its owner only, even if others could read it before."""
    config.ENV_FILE.write_text("PULUC_LOG=error\n")
    config.ENV_FILE.chmod(0o644)
    keep_token.keep(TELEGRAM)
    assert stat.S_IMODE(config.ENV_FILE.stat().st_mode) == 0o600
    assert loading.notices() == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_other_settings_stay(encoding: str) -> None:
    """An older token is replaced; all other settings and comments are kept."""
    older = "# mine\nTELEGRAM_TOKEN=1\nPULUC_LOG=error\nexport TELEGRAM_TOKEN = 2"
    config.ENV_FILE.write_text(older, encoding=encoding)
    keep_token.keep(TELEGRAM)
    kept = f"# mine\nPULUC_LOG=error\nTELEGRAM_TOKEN={TELEGRAM}\n"
    assert config.ENV_FILE.read_text() == kept


@pytest.mark.parametrize("word", ["", "paste-it-here", TELEGRAM[:20], f"{TELEGRAM} {DISCORD}"])
def test_an_invalid_token(word: str) -> None:
    """A partial token, or anything else, is refused and nothing is written."""
    with pytest.raises(WrongSetting, match="not a Discord or Telegram bot token"):
        keep_token.keep(word)
    assert not config.ENV_FILE.exists()


def test_the_token_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The pasted token isn't echoed or printed."""
    monkeypatch.setattr(keep_token, "getpass", lambda _: f" {TELEGRAM} ")
    assert keep_token.main() == 0
    printed = capsys.readouterr().out
    assert "TELEGRAM_TOKEN" in printed
    assert TELEGRAM not in printed


def test_a_wrong_token_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong token is refused in one line that doesn't repeat it."""
    monkeypatch.setattr(keep_token, "getpass", lambda _: "my password")
    assert keep_token.main() == 1
    assert "my password" not in capsys.readouterr().err

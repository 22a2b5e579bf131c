"""A token is kept where only its owner can read it."""

import stat
from pathlib import Path

import pytest

from bot import config
from bot.config import WrongSetting
from bot.ops import keep_token

TELEGRAM = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
DISCORD = ".".join(("M" * 26, "Gabcde", "x" * 38))


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine, no .env file."""
    for name in config.Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_platform_is_known_by_the_token() -> None:
    """Tokens of both platforms are kept beside each other, and read by the program."""
    assert keep_token.keep(TELEGRAM) == "TELEGRAM_TOKEN"
    assert keep_token.keep(DISCORD) == "DISCORD_TOKEN"
    assert {TELEGRAM, DISCORD} == config.load().secrets


def test_nobody_else_can_read_it() -> None:
    """The file is one's own, also where it was open before."""
    config.ENV_FILE.write_text("PULUC_LOG=error\n")
    config.ENV_FILE.chmod(0o644)
    keep_token.keep(TELEGRAM)
    assert stat.S_IMODE(config.ENV_FILE.stat().st_mode) == 0o600
    assert config.notices() == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_other_settings_stay(encoding: str) -> None:
    """An older token is replaced, and everything else is kept, comments too."""
    older = "# mine\nTELEGRAM_TOKEN=1\nPULUC_LOG=error\nexport TELEGRAM_TOKEN = 2"
    config.ENV_FILE.write_text(older, encoding=encoding)
    keep_token.keep(TELEGRAM)
    kept = f"# mine\nPULUC_LOG=error\nTELEGRAM_TOKEN={TELEGRAM}\n"
    assert config.ENV_FILE.read_text() == kept


@pytest.mark.parametrize("word", ["", "paste-it-here", TELEGRAM[:20], f"{TELEGRAM} {DISCORD}"])
def test_what_is_no_token(word: str) -> None:
    """Half a token, or something else, is refused, and nothing is written."""
    with pytest.raises(WrongSetting, match="not a Discord or Telegram bot token"):
        keep_token.keep(word)
    assert not config.ENV_FILE.exists()


def test_the_token_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is pasted does not show, neither then nor in the answer."""
    monkeypatch.setattr(keep_token, "getpass", lambda _: f" {TELEGRAM} ")
    assert keep_token.main() == 0
    told = capsys.readouterr().out
    assert "TELEGRAM_TOKEN" in told
    assert TELEGRAM not in told


def test_a_wrong_token_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever pastes something else is told so in one line, and not shown what it was."""
    monkeypatch.setattr(keep_token, "getpass", lambda _: "my password")
    assert keep_token.main() == 1
    assert "my password" not in capsys.readouterr().err

"""`python -m bot doctor`: what it checks, how it reports, and how it ends."""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.config import Config, WrongSetting
from bot.findings import Area, Finding, fail, ok, warn
from bot.ops import doctor, logs, tools
from bot.ops.loading import Examined


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings and .env file, and leave the logging of tests alone."""
    monkeypatch.setattr(logs, "set_up", lambda *_, **__: None)
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


async def findings(some: Iterable[Finding]) -> AsyncIterator[Finding]:
    """The findings of checks that find these."""
    for each in some:
        yield each


def area(name: str, *some: Finding) -> Area:
    """An area in which these are found."""
    return Area(name, findings(some))


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let the doctor find only these."""
    found: tuple[Finding, ...] = request.param
    monkeypatch.setattr(doctor, "areas", lambda *_: [area("Store", *found)])


async def test_the_report() -> None:
    """Each area has a line for each finding; a summary counts what is wrong."""
    report = await doctor.diagnose(
        [
            area("Settings", ok("settings", "none set")),
            area("Store", fail("writes", "the server is full"), warn("clock", "60 s behind")),
        ]
    )
    assert doctor.as_text(report) == (
        "Settings\n"
        "  ok    settings: none set\n"
        "\n"
        "Store\n"
        "  fail  writes: the server is full\n"
        "  warn  clock: 60 s behind\n"
        "\n"
        "1 failure, 1 warning."
    )


async def test_all_is_well() -> None:
    """Without failures and warnings, the summary says so."""
    report = await doctor.diagnose([area("Store", ok("writes", "work"))])
    assert doctor.as_text(report).endswith("\n\nAll is well.")


async def test_an_area_that_is_checked_alone() -> None:
    """It is done before the others begin, and keeps its place in the report."""
    done: list[str] = []

    async def noting(name: str) -> AsyncIterator[Finding]:
        await asyncio.sleep(0)
        done.append(name)
        yield ok(name, "works")

    areas = [Area("Discord", noting("token")), Area("Store", noting("writes"), alone=True)]
    assert [*await doctor.diagnose(areas)] == ["Discord", "Store"]
    assert done == ["writes", "token"]


async def test_a_check_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that never ends keeps what it found, and hides nothing that others find."""

    async def hanging() -> AsyncIterator[Finding]:
        yield ok("token", "works")
        await asyncio.Event().wait()

    monkeypatch.setattr(doctor, "AREA_SECONDS", 0.01)
    report = await doctor.diagnose(
        [Area("Telegram", hanging()), area("Store", ok("writes", "work"))]
    )
    assert report["Telegram"][0] == ok("token", "works")
    assert report["Telegram"][1].text.startswith("no answer within")
    assert report["Store"] == [ok("writes", "work")]


async def test_a_check_that_crashes() -> None:
    """A check with a mistake of its own is a failure, and the others go on."""

    async def crashing() -> AsyncIterator[Finding]:
        yield ok("token", "works")
        raise ZeroDivisionError

    report = await doctor.diagnose([Area("Discord", crashing()), area("Store")])
    assert report["Discord"][1] == fail(
        "discord", "this check itself has failed (ZeroDivisionError); please report it"
    )


async def test_a_wrong_setting() -> None:
    """A setting that is only found to be wrong when it is used is a failure by its name."""

    async def wrong() -> AsyncIterator[Finding]:
        yield ok("token", "works")
        raise WrongSetting("HTTPS_PROXY: isn't a proxy")

    report = await doctor.diagnose([Area("Telegram", wrong())])
    assert report["Telegram"][1] == fail("HTTPS_PROXY", "isn't a proxy")


@pytest.mark.parametrize(
    ("only", "arguments", "status"),
    [
        ((ok("writes", "work"),), [], 0),
        ((warn("clock", "60 s behind"),), [], 0),
        ((warn("clock", "60 s behind"),), ["--strict"], 1),
        ((warn("clock", "60 s behind"), fail("writes", "don't work")), [], 1),
    ],
    indirect=["only"],
)
@pytest.mark.usefixtures("only")
def test_the_exit_status(arguments: list[str], status: int) -> None:
    """The exit status is 1 after a failure, or with --strict after a warning."""
    assert main(["doctor", *arguments]) == status


@pytest.mark.parametrize("only", [(warn("clock", "60 s behind"),)], indirect=True)
@pytest.mark.usefixtures("only")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, the findings are one JSON object."""
    main(["doctor", "--json"])
    assert json.loads(capsys.readouterr().out) == {
        "level": "warn",
        "findings": [{"area": "Store", "level": "warn", "subject": "clock", "text": "60 s behind"}],
    }


@pytest.mark.parametrize("only", [(fail("token", "12:abc-def is refused"),)], indirect=True)
@pytest.mark.usefixtures("only")
def test_secrets(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No secret is printed, even if a check repeats it."""
    monkeypatch.setenv("TELEGRAM_TOKEN", "12:abc-def")
    main(["doctor"])
    said = capsys.readouterr().out
    assert "is refused" in said
    assert "abc-def" not in said


def test_wrong_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor runs although the bot couldn't start, and tells every problem."""
    monkeypatch.setenv("PORT", "eighty")
    monkeypatch.setenv("PULUC_LOG", "loud")
    assert main(["doctor"]) == 1
    said = capsys.readouterr()
    assert "fail  PORT: must be a port number from 1 to 65535" in said.out
    assert "fail  PULUC_LOG: must be debug, info, warning or error" in said.out
    assert not said.err


@pytest.mark.parametrize(
    ("settings", "channel", "areas"),
    [
        (Config(_env_file=None), None, []),
        (Config(_env_file=None, discord_token=SecretStr("t")), None, ["Discord"]),
        (Config(_env_file=None, telegram_token=SecretStr("t")), None, ["Telegram"]),
        (Config(_env_file=None), "-1001234567890", ["Telegram"]),
    ],
)
def test_areas(settings: Config, channel: str | None, areas: list[str]) -> None:
    """Platforms are checked if they have a token, or if a channel of theirs is named."""
    always = ["Settings", "Machine", "Store", "Pages", "Tables"]
    found = doctor.areas(Examined(settings, ()), channel)
    assert [each.name for each in found] == always + areas


async def test_a_channel_without_a_token() -> None:
    """A channel can't be checked without its platform's token."""
    *_, last = doctor.areas(Examined(Config(_env_file=None), ()), "112233445566778899")
    report = await doctor.diagnose([last])
    assert report == {
        "Discord": [fail("channel", "can't be checked, because DISCORD_TOKEN isn't set")]
    }


@pytest.mark.parametrize("channel", ["112233445566778899", "-1001234567890", "@puluc_cache"])
def test_ids_of_channels(channel: str) -> None:
    """Each platform's ids are accepted, also with a minus sign."""
    assert tools.parser().parse_args(["doctor", "--channel", channel]).channel == channel


@pytest.mark.parametrize("channel", ["plaza", "12", "https://discord.com/channels/1/2"])
def test_other_texts(channel: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Anything else is refused with the forms of ids."""
    with pytest.raises(SystemExit):
        tools.parser().parse_args(["doctor", "--channel", channel])
    assert "must be a Discord channel's number" in capsys.readouterr().err


def test_help() -> None:
    """The doctor is listed in the help."""
    assert isinstance(tools.parser(), argparse.ArgumentParser)
    assert "doctor" in tools.parser().format_help()

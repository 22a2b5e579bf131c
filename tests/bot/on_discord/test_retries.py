"""How connections that the library tries again are reported."""

import logging
from types import SimpleNamespace

import discord
import pytest
from aiohttp import ClientConnectionResetError

from bot.on_discord import retries


def told(caplog: pytest.LogCaptureFixture, error: Exception) -> logging.LogRecord:
    """Return what is logged if a shard can't connect because of an error."""
    retries.soften()
    try:
        raise error
    except type(error):
        logging.getLogger("discord.shard").exception("Failed to connect for shard_id: %s.", 3)
    (record,) = caplog.records
    return record


@pytest.mark.parametrize(
    "error", [ClientConnectionResetError(), TimeoutError(), discord.GatewayNotFound()]
)
def test_a_lost_connection(caplog: pytest.LogCaptureFixture, error: Exception) -> None:
    """A connection that was lost is a warning without a traceback, which names the error."""
    record = told(caplog, error)
    assert record.levelname == "WARNING"
    assert record.getMessage() == f"Failed to connect for shard_id: 3. ({type(error).__name__})"
    assert record.exc_info is None


def test_a_bug(caplog: pytest.LogCaptureFixture) -> None:
    """Any other error stays one, with its traceback."""
    record = told(caplog, ZeroDivisionError())
    assert record.levelname == "ERROR"
    assert record.exc_info is not None


@pytest.mark.parametrize("code", [10062, 40060])
def test_suggestions_that_come_twice(caplog: pytest.LogCaptureFixture, code: int) -> None:
    """Suggestions that another process has given already, or that come too late, are no error."""
    retries.soften()
    response = SimpleNamespace(status=400, reason="Bad Request")
    error = discord.HTTPException(response, {"code": code, "message": "too late"})  # type: ignore[arg-type] # all that it needs
    logging.getLogger("discord.app_commands.tree").error("Ignoring exception", exc_info=error)
    assert caplog.records == []

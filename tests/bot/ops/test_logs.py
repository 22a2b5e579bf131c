"""Logs are for machines where nobody watches, and tell nothing secret or personal."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.ops import logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What was logged, with the set-up of a process that has no terminal."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    out = io.StringIO()
    logs.set_up("debug", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_line_is_json(stream: io.StringIO) -> None:
    """Without a terminal each event is one JSON object."""
    structlog.get_logger().info("table.moved", table="k3f9", rev=12)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["table"], line["rev"]) == ("table.moved", "k3f9", 12)


def test_a_name_is_hidden(stream: io.StringIO) -> None:
    """What people are called or say does not reach the log."""
    structlog.get_logger().info("someone", name="Ana", text="hello", word="maize")
    assert not {"Ana", "hello", "maize"} & set(stream.getvalue().replace('"', " ").split())


def test_a_password_in_an_address_is_hidden(stream: io.StringIO) -> None:
    """Libraries' lines lose their secrets, too."""
    logging.getLogger("library").debug("GET redis://:hunter2@db:6379/0")
    assert "hunter2" not in stream.getvalue()


def test_a_token_is_hidden(stream: io.StringIO) -> None:
    """A bot token inside a longer line is taken out."""
    token = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
    logging.getLogger("library").info("POST https://host/bot%s/getMe", token)
    assert token not in stream.getvalue()


def test_a_secret_in_a_traceback_is_hidden(stream: io.StringIO) -> None:
    """An exception's text is cleaned like everything else."""

    def fail() -> None:
        raise RuntimeError("cannot reach redis://:hunter2@db")

    try:
        fail()
    except RuntimeError:
        structlog.get_logger().exception("store.lost")
    assert "hunter2" not in stream.getvalue()
    assert "RuntimeError" in stream.getvalue()


def test_messages_are_not_logged(stream: io.StringIO) -> None:
    """What a platform's library tells when it is debugged, messages and all, stays out."""
    logging.getLogger("discord.http").debug("POST with {'content': 'hello'} has returned 200")
    assert stream.getvalue() == ""

"""Logs are JSON lines in production, and contain nothing secret or personal."""

import ast
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from yarl import URL

from bot.config import LogFormat
from bot.ops import logs

ROOT = Path(__file__).parents[3]
SECRET = 'pa"ss/wörd 9'  # noqa: S105 - invented
"""A secret that no pattern recognises."""


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """The log of a process without a terminal."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    out = io.StringIO()
    logs.set_up("debug", out, secrets=[SECRET, "abc"])
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_line_is_json(stream: io.StringIO) -> None:
    """Without a terminal each event is a JSON object."""
    structlog.get_logger().info("table.moved", table="k3f9", rev=12)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["table"], line["rev"]) == ("table.moved", "k3f9", 12)


def test_lines_on_demand() -> None:
    """The format can be set: lines without a terminal, and without its colours."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    out = io.StringIO()
    logs.set_up("debug", out, style=LogFormat.LINES)
    structlog.get_logger().info("table.moved", table="k3f9")
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    assert "table.moved" in out.getvalue()
    assert "table=k3f9" in out.getvalue()


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_json_on_demand() -> None:
    """The format can be set: JSON on a terminal."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    out = Terminal()
    logs.set_up("debug", out, style=LogFormat.JSON)
    structlog.get_logger().info("table.moved", table="k3f9")
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    assert json.loads(out.getvalue())["table"] == "k3f9"


def test_a_name_is_hidden(stream: io.StringIO) -> None:
    """Names and what people say are kept out of the log."""
    structlog.get_logger().info("someone", name="Ana", text="hello", word="maize")
    assert not {"Ana", "hello", "maize"} & set(stream.getvalue().replace('"', " ").split())


def test_a_password_in_an_address_is_hidden(stream: io.StringIO) -> None:
    """Passwords are removed from libraries' log lines, too."""
    logging.getLogger("library").debug("GET redis://:hunter2@db:6379/0")
    assert "hunter2" not in stream.getvalue()


def test_a_token_is_hidden(stream: io.StringIO) -> None:
    """A bot token inside a longer line is removed."""
    token = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
    logging.getLogger("library").info("POST https://host/bot%s/getMe", token)
    assert token not in stream.getvalue()


def test_a_secret_in_a_traceback_is_hidden(stream: io.StringIO) -> None:
    """An exception's text is redacted like everything else."""

    def fail() -> None:
        raise RuntimeError("cannot reach redis://:hunter2@db")

    try:
        fail()
    except RuntimeError:
        structlog.get_logger().exception("store.lost")
    assert "hunter2" not in stream.getvalue()
    assert "RuntimeError" in stream.getvalue()


def test_messages_are_not_logged(stream: io.StringIO) -> None:
    """A platform library's debug lines, which can contain messages, aren't logged."""
    logging.getLogger("discord.http").debug("POST with {'content': 'hello'} has returned 200")
    assert stream.getvalue() == ""


class Odd:
    """An object that a library logs."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Odd({self.text!r})"


ADDRESS = "redis://:s3cr/et@db:6379/0"


@pytest.mark.parametrize(
    "value",
    [
        f"refused {SECRET}",
        ["a", f"b {SECRET}"],
        {"deep": {"deeper": (SECRET,)}},
        {SECRET: 1},
        {SECRET},
        ValueError(f"wrong: {SECRET}"),
        Odd(SECRET),
        SECRET.encode(),
        URL(ADDRESS.replace("s3cr/et", "s3cret")),
        [URL("https://host/bot123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr/getMe")],
        ADDRESS,
        OSError(2, "no such file", ADDRESS),
    ],
    ids=repr,
)
def test_a_secret_is_hidden_wherever_it_is(stream: io.StringIO, value: object) -> None:
    """Anything set as a secret, or that looks like one, is removed from values of any type."""
    structlog.get_logger().warning("library.logged", value=value, more=[value])
    line = stream.getvalue()
    assert logs.HIDDEN in line
    for part in ("ss/w", "ss\\/w", "s3cr", "AAbbCC"):
        assert part not in line


def test_a_secret_in_a_library_s_line(stream: io.StringIO) -> None:
    """A configured secret is removed from libraries' log lines, whatever it looks like."""
    logging.getLogger("library").error("log in with %s: %r", SECRET, {"token": SECRET})
    assert "ss/w" not in stream.getvalue()


def test_a_secret_in_a_chain_of_exceptions(stream: io.StringIO) -> None:
    """The cause of an exception is redacted like the exception."""

    def fail() -> None:
        raise RuntimeError("log-in failed") from ValueError(f"bad: {SECRET}")

    try:
        fail()
    except RuntimeError:
        logging.getLogger("library").exception("failed")
    assert "ss/w" not in stream.getvalue()
    assert "log-in failed" in stream.getvalue()


def test_a_short_word_is_no_secret(stream: io.StringIO) -> None:
    """A secret of three letters isn't redacted, because too many words contain it."""
    structlog.get_logger().info("abc", why="abcdef")
    assert logs.HIDDEN not in stream.getvalue()


def test_nested_values_are_hidden(stream: io.StringIO) -> None:
    """Names and what people say are removed from nested values, too."""
    structlog.get_logger().info("someone", actor={"name": "Ana"}, all=[{"text": "hello"}])
    assert "Ana" not in stream.getvalue()
    assert "hello" not in stream.getvalue()


def test_a_setting_is_shown(stream: io.StringIO) -> None:
    """The name and value of a changed setting are logged."""
    structlog.get_logger().info("settings.changed", setting="theme", value="dark")
    line = json.loads(stream.getvalue())
    assert (line["setting"], line["value"]) == ("theme", "dark")


def test_plain_values_stay(stream: io.StringIO) -> None:
    """Numbers, booleans and lists of them are logged unchanged."""
    structlog.get_logger().info("plain", n=1, x=1.5, yes=True, none=None, many=[1, 2])
    line = json.loads(stream.getvalue())
    assert (line["n"], line["x"], line["yes"], line["none"], line["many"]) == (
        1,
        1.5,
        True,
        None,
        [1, 2],
    )


def test_no_log_call_has_a_redacted_key() -> None:
    """No log call in the project uses a key whose value would be redacted."""
    used = {
        (path.name, keyword.arg)
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "log"
        for keyword in node.keywords
        if keyword.arg in logs.PERSONAL
    }
    assert used == set()

"""Logging: one event a line, JSON when nobody watches a terminal; no secrets, no people."""

import logging
import re
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor

from bot.ops.repeats import Repeats

HIDDEN = "[hidden]"
_PERSONAL = frozenset({"name", "names", "text", "word", "user", "line", "lines"})
_SECRET = re.compile(
    r"(?<=://)[^/@\s]+(?=@)"  # credentials in an address
    r"|(?<!\d)\d{6,}(?::|%3A)[\w-]{30,}"  # a Telegram token, also in an address
    r"|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # a Discord token
)


def set_up(level: str, stream: TextIO = sys.stderr) -> None:
    """Send everything that is logged, libraries' records too, to `stream`."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide,
    ]
    renderer: Processor = (
        structlog.dev.ConsoleRenderer()
        if stream.isatty()
        else structlog.processors.JSONRenderer(sort_keys=True)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.addFilter(Repeats())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, hide, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # A line for each request says who looked at what, and to whom the bot spoke with which token;
    # the acts are logged by themselves.
    for chatty in ("aiohttp.access", "httpx", "httpcore"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # What they call debugging is every message and token.
    for talkative in ("discord", "telegram"):
        logging.getLogger(talkative).setLevel(max(root.level, logging.INFO))


def hide(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Take secrets and people's own words out of a record."""
    return {
        key: HIDDEN
        if key in _PERSONAL
        else _SECRET.sub(HIDDEN, value)
        if isinstance(value, str)
        else value
        for key, value in event.items()
    }

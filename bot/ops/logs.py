"""Logging: one event a line, JSON when nobody watches a terminal; no secrets, no people.

Two things are hidden, wherever they are in a record: what people say and are called, by the keys
under which a line has it (`PERSONAL`), and secrets, by their very words where they are set, and by
their looks where they are not.
"""

import logging
import re
import sys
from collections.abc import Callable, Collection, Mapping, Set
from typing import Any, TextIO, TypeAlias
from urllib.parse import quote, quote_plus

import structlog
from structlog.typing import EventDict, Processor

from bot.ops.repeat_filter import RepeatFilter

HIDDEN = "[hidden]"

PERSONAL = frozenset({"name", "names", "text", "word", "user", "line", "lines"})
"""Keys whose values are people's own words or names. A setting is logged as `setting` and `value`,
what a program says as `why`."""

SHORTEST_SECRET = 4
"""A shorter word is no secret, and would be hidden inside others."""

_LOOKS = re.compile(
    r"(?<=://)[^\s\"'<>]+(?=@)"  # credentials in an address, whatever is in the password
    r"|(?<!\d)\d{6,}(?::|%3A)[\w-]{30,}"  # a Telegram token, also in an address
    r"|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # a Discord token
)

_Hide: TypeAlias = Callable[[str], str]


def set_up(level: str, stream: TextIO = sys.stderr, secrets: Collection[str] = ()) -> None:
    """Send everything that is logged, libraries' records too, to `stream`, without `secrets`."""
    hide = _hider(secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
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
    handler.addFilter(RepeatFilter())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
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


def _hider(secrets: Collection[str]) -> Processor:
    """A processor that takes secrets, and people's own words, out of a record."""
    words = sorted(_spellings(secrets), key=len, reverse=True)
    known = re.compile("|".join(map(re.escape, words))) if words else None

    def clean(text: str) -> str:
        return _LOOKS.sub(HIDDEN, text if known is None else known.sub(HIDDEN, text))

    def hide(_logger: object, _method: str, event: EventDict) -> EventDict:
        kept = {key: event[key] for key in _INNER if key in event}
        told = {key: value for key, value in event.items() if key not in _INNER}
        return {**_cleaned(told, clean, depth=0), **kept}

    return hide


_INNER = ("_record", "_from_structlog")
"""What structlog's formatter finds its own things by; it takes them out afterwards."""

DEEPEST = 8


def _cleaned(part: Mapping[Any, object], clean: _Hide, *, depth: int) -> dict[str, object]:
    """A mapping without secrets; what is under a personal key is hidden whole."""
    return {
        clean(str(key)): HIDDEN if key in PERSONAL else _clean(value, clean, depth)
        for key, value in part.items()
    }


def _clean(value: object, clean: _Hide, depth: int) -> object:
    """A value of any kind without secrets; one that is neither plain nor a collection, as text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return clean(value)
    if depth < DEEPEST:
        if isinstance(value, Mapping):
            return _cleaned(value, clean, depth=depth + 1)
        if isinstance(value, list | tuple | Set):
            return [_clean(each, clean, depth + 1) for each in value]
    if isinstance(value, bytes):
        return clean(value.decode(errors="replace"))
    return clean(str(value) or type(value).__name__)


def _spellings(secrets: Collection[str]) -> set[str]:
    """The secrets as they may stand in a line: as they are, in an address, in a literal."""
    found = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
    for secret in tuple(found):
        found |= {quote(secret), quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]}
    return found

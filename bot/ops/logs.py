"""Logging: one line per event, as text or JSON, without secrets or personal data.

What people write and what they are called is removed by its keys (`PERSONAL`). Secrets are removed
by value if they are set, and by their format if they are not.
"""

import logging
import re
import sys
from collections.abc import Callable, Collection, Mapping, Set
from typing import Any, TextIO, TypeAlias
from urllib.parse import quote, quote_plus

import structlog
from structlog.typing import EventDict, Processor

from bot.config import LogFormat
from bot.ops.repeat_filter import RepeatFilter

HIDDEN = "[hidden]"

PERSONAL = frozenset({"name", "names", "text", "word", "user", "line", "lines"})
"""Keys whose values may be personal data. Log settings as `setting` and `value`, and messages from
programs as `why`."""

MIN_SECRET_LENGTH = 4
"""Shorter values are not treated as secrets, because they occur in ordinary words."""

_LOOKS = re.compile(
    r"(?<=://)[^\s\"'<>]+(?=@)"  # credentials in a URL, whatever is in the password
    r"|(?<!\d)\d{6,}(?::|%3A)[\w-]{30,}"  # a Telegram token, also in a URL
    r"|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # a Discord token
)

_HARMLESS = ("Unclosed ClusterNode object",)
"""Starts of messages about nothing. This one is about a node that has left a cluster while a
command was on its way; its connection is closed then."""

_Hide: TypeAlias = Callable[[str], str]


def set_up(
    level: str,
    stream: TextIO = sys.stderr,
    secrets: Collection[str] = (),
    style: LogFormat | None = None,
) -> None:
    """Send all log records, including those of libraries, to `stream`, without `secrets`.

    The default `style` is lines on a terminal, else JSON.
    """
    if style is None:
        style = LogFormat.LINES if stream.isatty() else LogFormat.JSON
    hide = _hiding(secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        hide,
    ]
    renderer: Processor = (
        structlog.dev.ConsoleRenderer(colors=stream.isatty())
        if style is LogFormat.LINES
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
    handler.addFilter(lambda record: not record.getMessage().startswith(_HARMLESS))
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # These log every request, with users and tokens; acts have log events of their own.
    for chatty in ("aiohttp.access", "httpx", "httpcore"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # At debug level, these log every message and token.
    for talkative in ("discord", "telegram"):
        logging.getLogger(talkative).setLevel(max(root.level, logging.INFO))


def hider(secrets: Collection[str]) -> Callable[[str], str]:
    """Return a function that removes secrets from a text."""
    words = sorted(_spellings(secrets), key=len, reverse=True)
    known = re.compile("|".join(map(re.escape, words))) if words else None

    def clean(text: str) -> str:
        return _LOOKS.sub(HIDDEN, text if known is None else known.sub(HIDDEN, text))

    return clean


def _hiding(secrets: Collection[str]) -> Processor:
    """Return a processor that removes secrets and personal data from a record."""
    clean = hider(secrets)

    def hide(_logger: object, _method: str, event: EventDict) -> EventDict:
        kept = {key: event[key] for key in _INNER if key in event}
        fields = {key: value for key, value in event.items() if key not in _INNER}
        return {**_cleaned(fields, clean, depth=0), **kept}

    return hide


_INNER = ("_record", "_from_structlog")
"""Keys that structlog's formatter uses, and removes afterwards."""

MAX_DEPTH = 8


def _cleaned(part: Mapping[Any, object], clean: _Hide, *, depth: int) -> dict[str, object]:
    """Return a mapping without secrets; values under personal keys are hidden completely."""
    return {
        clean(str(key)): HIDDEN if key in PERSONAL else _clean(value, clean, depth)
        for key, value in part.items()
    }


def _clean(value: object, clean: _Hide, depth: int) -> object:
    """Return a value without secrets; values of unknown types become text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return clean(value)
    if depth < MAX_DEPTH:
        if isinstance(value, Mapping):
            return _cleaned(value, clean, depth=depth + 1)
        if isinstance(value, list | tuple | Set):
            return [_clean(each, clean, depth + 1) for each in value]
    if isinstance(value, bytes):
        return clean(value.decode(errors="replace"))
    return clean(str(value) or type(value).__name__)


def _spellings(secrets: Collection[str]) -> set[str]:
    """Return the secrets as they may appear in a log: as they are, URL-encoded, or in a literal."""
    found = {secret for secret in secrets if len(secret) >= MIN_SECRET_LENGTH}
    for secret in tuple(found):
        found |= {quote(secret), quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]}
    return found

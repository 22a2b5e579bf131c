"""Limits that Telegram enforces beyond its published types."""

import struct
from collections.abc import Iterator, Sequence

from discord_simulator.limits import wrong_file  # the same on every platform
from telegram_simulator.entities import (
    BadMarkup,
    Entity,
    Text,
    complete,
    parse,
    units,
    wrong_date,
)
from telegram_simulator.members import Json
from telegram_simulator.refusals import violation

TEXT, CAPTION = 4096, 1024
BUTTONS, BUTTONS_IN_ROW = 100, 8
PHOTO_BYTES, FILE_BYTES = 10 * 1024 * 1024, 50 * 1024 * 1024
PHOTO_SIDES, PHOTO_RATIO = 10_000, 20
RESULTS = 50
DATE_SECONDS = 1098 * 86400
ACTIONS = (
    *("url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat"),
    "switch_inline_query_chosen_chat",
)
SCHEMES = ("https://", "http://", "tg://")


def read_text(
    source: str, mode: str | None, marks: Sequence[Json], *, caption: bool = False
) -> Text:
    """Parse a text or caption as users will see it."""
    if mode is None:
        text = Text(source, tuple(map(_entity, marks)))
    elif mode.lower() == "html":
        try:
            text = parse(source)
        except BadMarkup as wrong:
            raise violation(f"can't parse entities: {wrong}") from None
    else:
        raise violation(f"parse mode {mode} is not simulated")
    text = complete(text)
    if not text.words and not caption:
        raise violation("message text is empty")
    if units(text.words) > (CAPTION if caption else TEXT):
        raise violation("message caption is too long" if caption else "message is too long")
    return text


def wrong_dates(text: Text, now: float) -> Iterator[str]:
    """Yield the errors in the dates of a text that is sent at `now`, in Unix seconds."""
    for entity in text.entities:
        if entity.unix_time is not None and entity.unix_time > now + DATE_SECONDS:
            yield f"date {entity.unix_time} is too far in the future"


def _entity(mark: Json) -> Entity:
    """Return an entity that a bot specifies directly."""
    unix, form = mark.get("unix_time"), mark.get("date_time_format")
    wrong = wrong_date(unix, form or "") if mark["type"] == "date_time" else None
    if wrong is not None:
        raise violation(f"can't parse entities: {wrong}")
    place = (mark["type"], mark["offset"], mark["length"])
    return Entity(*place, mark.get("url"), unix_time=unix, date_time_format=form)


def wrong_keyboard(rows: Sequence[Sequence[Json]]) -> Iterator[str]:
    """Yield the errors in an inline keyboard."""
    if sum(map(len, rows)) > BUTTONS or max(map(len, rows), default=0) > BUTTONS_IN_ROW:
        yield f"keyboard: at most {BUTTONS} buttons, {BUTTONS_IN_ROW} in a row"
    for row in rows:
        for one in row:
            actions = [name for name in ACTIONS if name in one]
            if len(actions) != 1:
                yield f"button {one['text']!r}: exactly one action, not {actions}"
            if not one["text"].strip():
                yield "a button without a label"
            if not one.get("url", "tg://").startswith(SCHEMES):
                yield f"BUTTON_URL_INVALID: {one['url']}"


def measured(kind: str, data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG (photo) or GIF (animation); (0, 0) for a document."""
    if kind == "document":
        if not 0 < len(data) <= FILE_BYTES:
            raise violation("file must be non-empty" if not data else "file is too big")
        return 0, 0
    name = {"photo": "photo.png", "animation": "animation.gif"}[kind]
    if wrong := "; ".join(wrong_file(name, data)):
        raise violation(f"IMAGE_PROCESS_FAILED: {wrong}")
    if len(data) > (PHOTO_BYTES if kind == "photo" else FILE_BYTES):
        raise violation("file is too big")
    if kind == "animation":
        width, height = struct.unpack_from("<HH", data, 6)
        return width, height
    width, height = struct.unpack_from(">II", data, 16)
    if width + height > PHOTO_SIDES or max(width, height) > PHOTO_RATIO * min(width, height):
        raise violation("PHOTO_INVALID_DIMENSIONS")
    return width, height


def wrong_results(results: Sequence[Json]) -> Iterator[str]:
    """Yield the errors in the answer to an inline query."""
    if len(results) > RESULTS:
        yield "RESULTS_TOO_MUCH"
    if len({one["id"] for one in results}) < len(results):
        yield "RESULT_ID_DUPLICATE"
    if not all(one.get("title", "?").strip() for one in results):
        yield "ARTICLE_TITLE_EMPTY"


def wrong_commands(commands: Sequence[Json], language: str) -> Iterator[str]:
    """Yield the errors in a list of commands."""
    if len({one["command"] for one in commands}) < len(commands):
        yield "BOT_COMMAND_DUPLICATE"
    if language and not (len(language) == 2 and language.isascii() and language.islower()):
        yield "invalid language code specified"

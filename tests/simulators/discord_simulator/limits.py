"""Limits that Discord enforces beyond its published schemas."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]

CONTENT = 2000
FILE_BYTES = 10 * 1024 * 1024
ROWS, BUTTONS = 5, 5
V2_FLAG = 1 << 15
V2_COMPONENTS, V2_CHARACTERS = 40, 4000
COMMANDS = {1: 100, 2: 15, 3: 15}
COMMAND_CHARACTERS = 8000
ROW, BUTTON, TEXT = 1, 2, 10
LINK, PREMIUM = 5, 6
PNG = b"\x89PNG\r\n\x1a\n"


def every(components: Sequence[Json]) -> Iterator[Json]:
    """Yield all components, however deeply nested."""
    for component in components:
        yield component
        yield from every(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]


def texts(components: Sequence[Json]) -> list[str]:
    """Yield the texts in components of the second version."""
    return [component["content"] for component in every(components) if component["type"] == TEXT]


def _wrong_row(row: Json) -> Iterator[str]:
    kinds = [component["type"] for component in row["components"]]
    if BUTTON in kinds and (set(kinds) != {BUTTON} or len(kinds) > BUTTONS):
        yield f"a row of {len(kinds)} with buttons: at most {BUTTONS}, and nothing else"
    if BUTTON not in kinds and len(kinds) > 1:
        yield "a select needs a row of its own"


def _wrong_button(button: Json) -> Iterator[str]:
    style = button["style"]
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield "a button without label and emoji"
    if (style == LINK) != bool(button.get("url")):
        yield "a link button needs a url; other buttons can't have one"
    if style not in (LINK, PREMIUM) and not button.get("custom_id"):
        yield "a button without custom_id"
    if style == LINK and button.get("custom_id"):
        yield "a link button with a custom_id"


def wrong_components(components: Sequence[Json], flags: int) -> Iterator[str]:
    """Yield the errors in a message's components."""
    everything = list(every(components))
    if flags & V2_FLAG:
        if len(everything) > V2_COMPONENTS:
            yield f"{len(everything)} components, at most {V2_COMPONENTS}"
        if (length := sum(map(len, texts(components)))) > V2_CHARACTERS:
            yield f"{length} displayed characters, at most {V2_CHARACTERS}"
    else:
        if len(components) > ROWS:
            yield f"{len(components)} rows, at most {ROWS}"
        if any(component["type"] != ROW for component in components):
            yield "only rows, unless the second version's flag is set"
    ids = [component["custom_id"] for component in everything if component.get("custom_id")]
    if len(set(ids)) < len(ids):
        yield "a custom_id is used twice"
    for component in everything:
        if component["type"] == ROW:
            yield from _wrong_row(component)
        if component["type"] == BUTTON:
            yield from _wrong_button(component)
        values = [option["value"] for option in component.get("options") or []]
        if len(set(values)) < len(values):
            yield "a select with one value twice"


def wrong_message(body: Json, flags: int, files: int) -> Iterator[str]:
    """Yield the errors in a new or edited message with that many `files`."""
    if len(body.get("content") or "") > CONTENT:
        yield f"content of {len(body['content'])} characters, at most {CONTENT}"
    if flags & V2_FLAG and body.get("content"):
        yield "content beside components of the second version"
    mentions = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or []) and mentions.get(kind):
            yield f"allowed_mentions: {kind} listed and parsed"
    numbers = [str(one["id"]) for one in body.get("attachments") or []]
    if len(set(numbers)) < len(numbers):
        yield "two attachments with one id"
    if any(int(number) >= files for number in numbers if len(number) < 3):
        yield "an attachment without a file"
    yield from wrong_components(body.get("components") or [], flags)


def wrong_file(name: str, data: bytes) -> Iterator[str]:
    """Yield the errors in a file of the type its name implies; Discord itself doesn't check."""
    if name.endswith(".png") and not _is_png(data):
        yield f"{name} isn't a complete PNG"
    if name.endswith(".gif") and not (data[:6] == b"GIF89a" and data[-1:] == b";"):
        yield f"{name} isn't a complete GIF"
    if not data:
        yield f"{name} is empty"


def _is_png(data: bytes) -> bool:
    position, kinds = len(PNG), []
    while position + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, position)
        kind = data[position + 4 : position + 8]
        content = data[position + 4 : position + 8 + length]
        if data[position + 8 + length : position + 12 + length] != zlib.crc32(content).to_bytes(4):
            return False
        kinds.append(kind)
        position += 12 + length
    return (
        data.startswith(PNG)
        and position == len(data)
        and kinds[0] == b"IHDR"
        and kinds[-1] == b"IEND"
        and b"IDAT" in kinds
    )


def _wrong_names(name: str, options: Sequence[Json]) -> Iterator[str]:
    if name != name.lower() or " " in name:
        yield f"command name {name!r}: lower case, no spaces"
    names = [option["name"] for option in options]
    if len(set(names)) < len(names):
        yield f"{name}: duplicate option"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{name}: required options come first"
    for option in options:
        if option.get("autocomplete") and option.get("choices"):
            yield f"{name} {option['name']}: choices and autocomplete"
        yield from _wrong_names(option["name"], option.get("options") or [])


def _characters(command: Json) -> int:
    own = len(command["name"]) + len(command.get("description") or "")
    choices = command.get("choices") or []
    values = sum(len(choice["name"]) + len(str(choice["value"])) for choice in choices)
    return own + values + sum(_characters(option) for option in command.get("options") or [])


def wrong_commands(commands: Sequence[Json]) -> Iterator[str]:
    """Yield the errors in a bot's commands for one scope."""
    kinds = [command.get("type") or 1 for command in commands]
    for kind, most in COMMANDS.items():
        if kinds.count(kind) > most:
            yield f"{kinds.count(kind)} commands of type {kind}, at most {most}"
    if len({(kind, c["name"]) for kind, c in zip(kinds, commands, strict=True)}) < len(kinds):
        yield "duplicate command"
    for kind, command in zip(kinds, commands, strict=True):
        if kind == 1:
            if not command.get("description"):
                yield f"{command['name']}: no description"
            yield from _wrong_names(command["name"], command.get("options") or [])
        elif command.get("description") or command.get("options"):
            yield f"{command['name']}: a context menu has neither description nor options"
        if (length := _characters(command)) > COMMAND_CHARACTERS:
            yield f"{command['name']}: {length} characters, at most {COMMAND_CHARACTERS}"

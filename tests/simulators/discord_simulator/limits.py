"""Limits that Discord enforces beyond its published schemas."""

import base64
import re
import struct
import zlib
from collections.abc import Collection, Iterator, Sequence
from typing import Any

Json = dict[str, Any]

CONTENT = 2000
FILE_BYTES = 10 * 1024 * 1024
ROWS, BUTTONS = 5, 5
V2_FLAG = 1 << 15
V2_COMPONENTS, V2_CHARACTERS = 40, 4000
EMOJI, EMOJI_BYTES = 2000, 256 * 1024
COMMANDS = {1: 100, 2: 15, 3: 15}
COMMAND_CHARACTERS = 8000
ROW, BUTTON, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, *range(9, 15), 17
ALONE = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
"""What a message of the second version has at the top; a container has the same but containers."""
GALLERY_ITEMS = 10
FORMER = ("content", "embeds", "poll", "sticker_ids")
"""What a message of the second version can't have."""
ATTACHED = "attachment://"
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


def media(components: Sequence[Json]) -> Iterator[Json]:
    """Yield the references to files and addresses in components of the second version."""
    for component in every(components):
        match component["type"]:
            case kind if kind == GALLERY:
                yield from (item["media"] for item in component["items"])
            case kind if kind == FILE:
                yield component["file"]
            case kind if kind == THUMBNAIL:
                yield component["media"]


def _wrong_layout(components: Sequence[Json], names: Sequence[str]) -> Iterator[str]:
    """Yield the errors in a message of the second version with files of these names."""
    everything = list(every(components))
    if len(everything) > V2_COMPONENTS:
        yield f"{len(everything)} components, at most {V2_COMPONENTS}"
    if (length := sum(map(len, texts(components)))) > V2_CHARACTERS:
        yield f"{length} displayed characters, at most {V2_CHARACTERS}"
    if not all(texts([text]) != [""] for text in everything if text["type"] == TEXT):
        yield "a text without characters"
    inside = [one for box in components if box["type"] == CONTAINER for one in box["components"]]
    if any(one["type"] not in ALONE for one in (*components, *inside)):
        yield "a component in the wrong place: buttons and menus are in rows"
    if any(one["type"] == CONTAINER for one in inside):
        yield "a container in a container"
    for gallery in (one for one in everything if one["type"] == GALLERY):
        if not 1 <= len(gallery["items"]) <= GALLERY_ITEMS:
            yield f"a gallery of {len(gallery['items'])}, at most {GALLERY_ITEMS}"
    addresses = [one["url"] for one in media(components)]
    shown = {url.removeprefix(ATTACHED) for url in addresses if url.startswith(ATTACHED)}
    if missing := shown - set(names):
        yield f"no such files: {missing}"
    if unseen := set(names) - shown:
        yield f"files that no component shows, which nobody would see: {unseen}"
    if any(
        one["type"] == FILE and not one["file"]["url"].startswith(ATTACHED) for one in everything
    ):
        yield "a file component shows attached files only"


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


def wrong_components(
    components: Sequence[Json], flags: int, names: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the errors in the components of a message with files of these `names`."""
    everything = list(every(components))
    if flags & V2_FLAG:
        yield from _wrong_layout(components, names)
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


def wrong_emojis(components: Sequence[Json], known: Collection[int]) -> Iterator[str]:
    """Yield the emoji on buttons and in menus that aren't the application's."""
    items = [*every(components)]
    items += [option for one in items for option in one.get("options") or []]
    for shown in (one["emoji"] for one in items if one.get("emoji")):
        if shown.get("id") is not None and int(shown["id"]) not in known:
            yield f"{shown}: unknown emoji"


def wrong_message(body: Json, flags: int, files: int) -> Iterator[str]:
    """Yield the errors in a new or edited message with that many `files`."""
    if len(body.get("content") or "") > CONTENT:
        yield f"content of {len(body['content'])} characters, at most {CONTENT}"
    for name in FORMER:
        if flags & V2_FLAG and body.get(name):
            yield f"{name} beside components of the second version"
    mentions = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or []) and mentions.get(kind):
            yield f"allowed_mentions: {kind} listed and parsed"
    numbers = [str(one["id"]) for one in body.get("attachments") or []]
    if len(set(numbers)) < len(numbers):
        yield "two attachments with one id"
    if any(int(number) >= files for number in numbers if len(number) < 3):
        yield "an attachment without a file"


def wrong_emoji(name: str, image: str) -> Iterator[str]:
    """Yield the errors in a new emoji; `image` is a data URI."""
    if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        yield f"{name}: an emoji's name has 2 to 32 letters, digits and underscores"
    kind, _, encoded = image.partition(";base64,")
    data = base64.b64decode(encoded)
    if kind != "data:image/png" or not _is_png(data):
        yield f"{name} isn't a complete PNG as a data URI"
    if len(data) > EMOJI_BYTES:
        yield f"{name}: {len(data)} bytes, at most {EMOJI_BYTES}"


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

"""Limits that Discord enforces beyond its published schemas."""

import base64
from typing import Any

import pytest

from discord_simulator import limits
from small_bot import png


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def button(name: str = "m", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "4", "custom_id": name} | more


SELECT = {"type": 3, "custom_id": "s", "options": []}
TEXT = {"type": 10, "content": "x" * 1500}


@pytest.mark.parametrize(
    ("components", "flags", "error"),
    [
        ([row(button(str(number))) for number in range(6)], 0, "6 rows"),
        ([row(button(), SELECT)], 0, "nothing else"),
        ([row(SELECT, SELECT | {"custom_id": "t"})], 0, "a row of its own"),
        ([row(button(), button())], 0, "used twice"),
        ([row(button(label=""))], 0, "without label"),
        ([row(button(style=5))], 0, "needs a url"),
        ([TEXT], 0, "only rows"),
        ([TEXT] * 3, limits.V2_FLAG, "4500 displayed characters"),
    ],
)
def test_components(components: list[dict[str, Any]], flags: int, error: str) -> None:
    """Components that Discord refuses are reported."""
    assert error in "; ".join(limits.wrong_components(components, flags))


def box(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(components)}


def gallery(url: str = "attachment://board.png") -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, "description": "A board"}]}


SHORT = {"type": 10, "content": "Ana to play"}


@pytest.mark.parametrize(
    ("components", "error"),
    [
        ([SHORT] * 41, "41 components"),
        ([box(SHORT, *[row(button(str(n))) for n in range(20)])], "42 components"),
        ([{"type": 10, "content": ""}], "a text without characters"),
        ([button()], "in the wrong place"),
        ([box(button())], "in the wrong place"),
        ([box(box(SHORT))], "a container in a container"),
        ([{"type": 12, "items": []}], "a gallery of 0"),
        ([gallery("attachment://other.png")], "no such files"),
        ([SHORT], "files that no component shows"),
        ([{"type": 13, "file": {"url": "https://x/board.png"}}], "attached files only"),
    ],
)
def test_wrong_layouts(components: list[dict[str, Any]], error: str) -> None:
    """Messages of the second version that Discord refuses, or that hide a file, are reported."""
    wrong = limits.wrong_components(components, limits.V2_FLAG, ["board.png"])
    assert error in "; ".join(wrong)


def test_a_good_layout() -> None:
    """A container with text, a picture, a file and rows is valid."""
    file = {"type": 13, "file": {"url": "attachment://record.txt"}}
    board = box(SHORT, gallery(), file, row(button()), row(SELECT))
    names = ["board.png", "record.txt"]
    assert list(limits.wrong_components([board], limits.V2_FLAG, names)) == []


def test_what_the_second_version_lacks() -> None:
    """Content and embeds can't be beside components of the second version."""
    body = {"content": "x", "embeds": [{}]}
    assert len(list(limits.wrong_message(body, limits.V2_FLAG, 0))) == 2


def test_emoji() -> None:
    """An emoji is a small PNG file with a plain name, and only the bot's own can be shown."""
    data = base64.b64encode(png().fp.read()).decode()
    image = f"data:image/png;base64,{data}"
    assert list(limits.wrong_emoji("die_1", image)) == []
    for name, wrong in (("die 1", image), ("d", image), ("die_1", data)):
        assert list(limits.wrong_emoji(name, wrong))
    shown = [row(button(emoji={"id": "1", "name": "die_1"}))]
    assert list(limits.wrong_emojis(shown, {1})) == []
    assert list(limits.wrong_emojis(shown, {2}))


def test_good_components() -> None:
    """Five rows of five buttons are valid."""
    rows = [row(*[button(f"{line}{one}") for one in range(5)]) for line in range(5)]
    assert list(limits.wrong_components(rows, 0)) == []


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"content": "x" * 2001}, "2001 characters"),
        ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "listed and parsed"),
        ({"attachments": [{"id": 1}]}, "without a file"),
        ({"attachments": [{"id": 0}, {"id": 0}]}, "one id"),
    ],
)
def test_messages(body: dict[str, Any], error: str) -> None:
    """Messages that Discord refuses are reported."""
    assert error in "; ".join(limits.wrong_message(body, 0, 1))


def test_pictures() -> None:
    """A picture is valid only if complete, down to the last byte."""
    whole = png().fp.read()
    assert list(limits.wrong_file("board.png", whole)) == []
    for broken in (whole[:-1], whole[:40], whole.replace(b"IDAT", b"IDAX"), b"GIF89a;", b""):
        assert list(limits.wrong_file("board.png", broken))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ([{"name": "Road", "description": "d", "type": 4}], "lower case"),
        ([{"name": "road", "description": "d", "type": 4}] * 2, "duplicate option"),
        (
            [
                {"name": "road", "description": "d", "type": 4},
                {"name": "who", "description": "d", "type": 6, "required": True},
            ],
            "required options come first",
        ),
    ],
)
def test_commands(options: list[dict[str, Any]], error: str) -> None:
    """Commands that Discord refuses are reported."""
    command = {"name": "puluc", "description": "d", "type": 1, "options": options}
    assert error in "; ".join(limits.wrong_commands([command]))

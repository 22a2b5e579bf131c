"""Limits that Discord enforces beyond its published schemas."""

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

"""Requests against the reduced specification."""

from typing import Any

import pytest

from discord_simulator.specification import validate

PLACE = "/channels/1/messages"


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "4", "custom_id": "m"} | more


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def test_good_message() -> None:
    """A typical message is valid."""
    body = {
        "content": "Your turn",
        "components": [row(button(), button(custom_id="n"))],
        "attachments": [{"id": 0, "description": "A board"}],
        "allowed_mentions": {"parse": [], "users": [17]},
        "nonce": "t1-r4",
        "enforce_nonce": True,
    }
    assert validate("POST", PLACE, body) == []


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id"),
        ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
        ({"components": [row(button(style=9))]}, "components.0.components.0.style"),
        ({"components": [row(*[button()] * 6)]}, "components.0.components"),
        ({"components": [button()]}, "components.0"),
        ({"attachments": [{"id": 0, "description": "x" * 1025}]}, "attachments.0.description"),
        ({"allowed_mentions": {"parse": ["people"]}}, "allowed_mentions.parse.0"),
        ({"embeds": []}, "embeds"),
        ({"nonce": "x" * 26}, "nonce"),
    ],
)
def test_bad_message(body: dict[str, Any], where: str) -> None:
    """An invalid value is reported with its location."""
    (said,) = validate("POST", PLACE, body)
    assert said.startswith(f"POST /channels/{{channel_id}}/messages: {where}: ")


def test_unknown_endpoint() -> None:
    """A request that the bot shouldn't make is invalid as a whole."""
    assert "no such endpoint" in validate("POST", "/guilds/1/bans")[0]


def test_query() -> None:
    """Unknown names and invalid values in the query are reported."""
    path = "/interactions/1/token/callback"
    wrong = validate("POST", path, {"type": 6}, {"with_response": "maybe", "wait": "1"})
    assert [line.split(": ")[1] for line in wrong] == ["query.with_response", "query.wait"]

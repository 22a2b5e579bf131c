"""Requests against the reduced specification."""

import json
from typing import Any

import pytest

from telegram_simulator.specification import validate, wrong_object


def keyboard(*buttons: dict[str, Any]) -> str:
    return json.dumps({"inline_keyboard": [list(buttons)]})


def article(**more: Any) -> dict[str, Any]:
    content = {"message_text": "A game?", "parse_mode": "HTML"}
    return {"type": "article", "id": "1", "title": "Road", "input_message_content": content} | more


def test_form() -> None:
    """A typical photo request is valid as a form."""
    params = {
        "chat_id": "-100200",
        "caption": "<b>x</b>",
        "parse_mode": "HTML",
        "photo": "attach://board",
        "reply_markup": keyboard({"text": "4", "callback_data": "m:4", "style": "primary"}),
        "reply_parameters": '{"message_id": 7}',
        "disable_notification": "true",
    }
    assert validate("sendPhoto", params, {"board"}) == []
    assert validate("sendPhoto", {"chat_id": "1"}, {"photo"}) == []


def test_json() -> None:
    """A typical photo request is valid as JSON."""
    markup = {"inline_keyboard": [[{"text": "x", "url": "https://t.me/puluc_bot?start=1"}]]}
    params = {"chat_id": 1, "text": "12", "reply_markup": markup}
    assert validate("sendMessage", params) == []


@pytest.mark.parametrize(
    ("method", "params", "where"),
    [
        ("sendMessage", {"chat_id": "1"}, "text"),
        ("sendMessage", {"chat_id": 1.5, "text": "x"}, "chat_id"),
        ("sendMessage", {"chat_id": "1", "text": "x", "colour": "red"}, "colour"),
        ("sendMessage", {"chat_id": "1", "text": "x", "disable_notification": "1"}, "disable_n"),
        (
            "sendMessage",
            {"chat_id": "1", "text": "x", "reply_markup": "{}"},
            "reply_markup.inline_",
        ),
        ("sendPhoto", {"chat_id": "1", "photo": "attach://board"}, "photo"),
        ("getUpdates", {"limit": "101"}, "limit"),
        ("setWebhook", {"url": "x", "secret_token": "a b"}, "secret_token"),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "text"),
        ("setMyCommands", {"commands": [{"command": "Open", "description": "x"}]}, "commands.0.c"),
        ("setMyCommands", {"commands": [{"command": "open", "description": ""}]}, "commands.0.d"),
        ("setMyCommands", {"commands": [], "scope": {"type": "chat"}}, "scope.chat_id"),
        ("setMyCommands", {"commands": [{"command": "a", "description": "b"}] * 101}, "commands"),
        (
            "editMessageMedia",
            {"chat_id": "1", "message_id": "1", "media": {"type": "photo", "media": "attach://x"}},
            "media.media",
        ),
        (
            "answerInlineQuery",
            {"inline_query_id": "1", "results": [article(id="é" * 33)]},
            "results.0.id",
        ),
        (
            "answerInlineQuery",
            {"inline_query_id": "1", "results": [article(input_message_content={})]},
            "results.0.input_message_content.message_text",
        ),
    ],
)
def test_wrong(method: str, params: dict[str, Any], where: str) -> None:
    """An invalid value is reported with its location."""
    (said,) = validate(method, params)
    assert said.startswith(f"{method}: {where}")


@pytest.mark.parametrize(
    "button",
    [
        {"text": "x", "callback_data": ""},
        {"text": "x", "callback_data": "x" * 65},
        {"text": "x", "callback_data": "é" * 33},
        {"text": "x", "callback_data": "x", "style": "red"},
        {"callback_data": "x"},
    ],
)
def test_buttons(button: dict[str, Any]) -> None:
    """Buttons that Telegram refuses are reported with their location."""
    (said,) = validate(
        "sendMessage", {"chat_id": "1", "text": "x", "reply_markup": keyboard(button)}
    )
    assert said.startswith("sendMessage: reply_markup.inline_keyboard.0.0.")


def test_unknown_method() -> None:
    """A method that the bot shouldn't call is invalid as a whole."""
    assert "no such method" in validate("banChatMember", {})[0]


def test_objects() -> None:
    """Objects sent by the simulator can be validated too."""
    assert wrong_object("Update", {"message": {"message_id": "1"}}) == [
        "Update.update_id: required",
        "Update.message.date: required",
        "Update.message.chat: required",
        "Update.message.message_id: '1' is no Integer",
    ]

"""Reduce a description of Telegram's Bot API to what a board-game bot sends and receives.

    python tests/specs/reduce_telegram.py SOURCE

SOURCE is the documentation as JSON (`methods` and `types` with their `fields`). The result,
`telegram.json` in this folder, contains facts only: the fields of each method and type, and for
each field its types, whether it is required, and the limits that a program can check:

* `required`; `min` and `max`: a length in characters, in UTF-8 bytes if `bytes` is set, or the
  number of items of an array; `parsed`: the length applies after the markup is removed;
* `is`: the allowed values; `characters`: the allowed characters, for a regular expression.
"""

import re

from facts import Json, write

METHODS = (
    *("getMe", "getUpdates", "setWebhook", "deleteWebhook", "getWebhookInfo"),
    *("sendMessage", "sendPhoto", "sendAnimation", "sendDocument", "sendMediaGroup"),
    *("sendChatAction", "deleteMessage", "setMessageReaction"),
    *("editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup"),
    *("answerCallbackQuery", "answerInlineQuery", "answerGuestQuery"),
    *("setMyCommands", "getMyCommands", "deleteMyCommands"),
    *("setMyName", "setMyDescription", "setMyShortDescription", "setChatMenuButton"),
    *("getChat", "getChatMember", "getChatAdministrators", "getFile", "leaveChat"),
)
SCOPES = (
    *("Default", "AllPrivateChats", "AllGroupChats", "AllChatAdministrators"),
    *("Chat", "ChatAdministrators", "ChatMember"),
)
# What the bot sends, then what it receives. Fields of any other type are left out.
TYPES = (
    *("InlineKeyboardMarkup", "InlineKeyboardButton", "SwitchInlineQueryChosenChat"),
    *("LinkPreviewOptions", "ReplyParameters", "MessageEntity", "InputFile"),
    *("InputMedia", "InputMediaPhoto", "InputMediaAnimation"),
    *("InlineQueryResult", "InlineQueryResultArticle", "InlineQueryResultCachedPhoto"),
    *("InlineQueryResultPhoto", "InlineQueryResultsButton"),
    *("InputMessageContent", "InputTextMessageContent"),
    *("MenuButton", "MenuButtonCommands", "MenuButtonDefault"),
    *("BotCommand", "BotCommandScope", *(f"BotCommandScope{name}" for name in SCOPES)),
    *("Update", "Message", "MaybeInaccessibleMessage", "InaccessibleMessage"),
    *("CallbackQuery", "InlineQuery", "ChosenInlineResult", "ChatMemberUpdated"),
    *("User", "Chat", "ChatFullInfo", "AcceptedGiftTypes", "PhotoSize", "Animation", "Document"),
    "File",
    *("ChatMember", "ChatMemberOwner", "ChatMemberAdministrator", "ChatMemberMember"),
    *("ChatMemberLeft", "ChatMemberBanned", "WebhookInfo", "ForumTopicCreated"),
    *("ReactionType", "ReactionTypeEmoji"),
)
PLAIN = {"Integer", "Float", "String", "Boolean", "True"}
# Fields a bot like this never sends, so the reduced specification refuses them.
UNUSED = {
    *("allow_paid_broadcast", "business_connection_id", "direct_messages_topic_id"),
    *("icon_custom_emoji_id", "message_effect_id", "protect_content", "custom_emoji_id"),
    *("checklist_task_id", "poll_option_id", "pay", "ip_address", "certificate"),
}
LENGTH = re.compile(
    r"(\d+)-(\d+) (characters|bytes)( after entit(?:y|ies) parsing)?", re.IGNORECASE
)
ITEMS = re.compile(r"At most (\d+) \w+ can be specified")
RANGE = re.compile(r"(?:Values between )?\b(\d+)-(\d+)(?: are accepted|\.)")
CONSTANT = re.compile(r"(?:must be|always) [\"“]?(\w+)[\"”]?$")
CHOICE = re.compile(r'(?:Must be|Currently, it can be) one of ("[^.]*)')
CHARACTERS = {
    "Can contain only lowercase English letters, digits and underscores": "a-z0-9_",
    "Only characters A-Z, a-z, 0-9, _ and - are allowed": "A-Za-z0-9_-",
    "only A-Z, a-z, 0-9, _ and - are allowed": "A-Za-z0-9_-",
}

_NUMBER, _NEEDED = {"types": ["Integer"]}, {"types": ["Integer"], "required": True}
_WHERE = {
    "chat_id": {"types": ["Integer", "String"], "required": True},
    "receiver_user_id": _NEEDED,
    "ephemeral_message_id": _NEEDED,
}
EPHEMERAL = {
    "editMessageText": "editEphemeralMessageText",
    "editMessageCaption": "editEphemeralMessageCaption",
    "editMessageMedia": "editEphemeralMessageMedia",
    "editMessageReplyMarkup": "editEphemeralMessageReplyMarkup",
    "deleteMessage": "deleteEphemeralMessage",
}
"""The methods of Bot API 10.3 that change messages for one member, after those for all."""

_NOT_EPHEMERAL = {"chat_id", "message_id", "inline_message_id"}


def known(kind: str) -> bool:
    """Tell whether the reduced specification has this type, or the type this is an array of."""
    return kind.removeprefix("Array of ").removeprefix("Array of ") in {*PLAIN, *TYPES}


def limits(kinds: list[str], said: str) -> Json:
    """Return the limits stated in a field's description."""
    found: Json = {}
    if (length := LENGTH.search(said)) and kinds == ["String"]:
        found |= {"min": int(length[1]), "max": int(length[2])}
        found |= {"bytes": True} if length[3].lower() == "bytes" else {}
        found |= {"parsed": True} if length[4] else {}
    elif items := ITEMS.search(said):
        found["max"] = int(items[1])
    elif (between := RANGE.search(said)) and kinds == ["Integer"]:
        found |= {"min": int(between[1]), "max": int(between[2])}
    if (constant := CONSTANT.search(said)) and kinds == ["String"]:
        found["is"] = [constant[1]]
    elif choice := CHOICE.search(said):
        found["is"] = re.findall(r'"([^"]+)"', choice[1])
    for words, characters in CHARACTERS.items():
        if words in said:
            found["characters"] = characters
    return found


def fields(source: Json) -> Json:
    """Return the facts about each field."""
    found: Json = {}
    for field in source.get("fields", []):
        kinds = [kind for kind in field["types"] if known(kind)]
        if not kinds or field["name"] in UNUSED:
            continue
        facts: Json = {"types": kinds}
        if field["required"]:
            facts["required"] = True
        found[field["name"]] = facts | limits(kinds, field["description"])
    if "message_text" in found:  # allows markup too, though the documentation doesn't repeat it
        found["message_text"]["parsed"] = True
    return found


def reduce(source: Json) -> Json:
    """Return the methods, the types, and which types stand for one of several others."""
    subtypes = {
        name: [kind for kind in source["types"][name].get("subtypes", []) if kind in TYPES]
        for name in TYPES
    }
    return {
        "methods": {name: fields(source["methods"][name]) for name in METHODS},
        "unions": {name: kinds for name, kinds in subtypes.items() if kinds},
        "types": {name: fields(source["types"][name]) for name in TYPES if not subtypes[name]},
    }


def with_ephemeral(facts: Json) -> Json:
    """Add the messages for one member of a group of Bot API 10.3, which a SOURCE of 10.1 lacks."""
    methods, types = facts["methods"], facts["types"]
    for name in ("sendMessage", "sendPhoto", "sendAnimation", "sendDocument"):
        methods[name]["ephemeral_message_parameters"] = {"types": ["EphemeralMessageParameters"]}
    for name, added in EPHEMERAL.items():
        rest = {key: one for key, one in methods[name].items() if key not in _NOT_EPHEMERAL}
        methods[added] = _WHERE | rest
    types["EphemeralMessageParameters"] = {
        "receiver_user_id": _NEEDED,
        "callback_query_id": {"types": ["String"]},
        "replace_callback_query_message": {"types": ["Boolean"]},
    }
    types["Message"] |= {"ephemeral_message_id": _NUMBER, "receiver_user": {"types": ["User"]}}
    return facts


if __name__ == "__main__":
    write("telegram.json", lambda source: with_ephemeral(reduce(source)))

"""The effect of each method on the world."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from telegram_simulator import limits
from telegram_simulator.members import Json, User
from telegram_simulator.queries import TOO_OLD, Queries
from telegram_simulator.refusals import bad, violation
from telegram_simulator.updates import Webhook
from telegram_simulator.world import World
from telegram_simulator.writing import Files, Writing

Handler = Callable[[Json, Files], Any]  # returns the result, or an awaitable for it

GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")


def written(scope: Json) -> str:
    """Return a command scope as a key."""
    return json.dumps(scope, sort_keys=True)


class Endpoints:
    """Handlers by method, for one world."""

    def __init__(self, world: World, queries: Queries) -> None:
        self.world = world
        self.writing = writing = Writing(world, queries)
        self.queries = queries
        self.commands: dict[tuple[str, str], list[Json]] = {}  # by scope as JSON, and language
        self.descriptions: dict[tuple[str, str], str] = {}  # by method and language
        self.menu_button = "default"  # of private chats without one of their own
        self.handlers: dict[str, Handler] = {
            "getMe": self._me,
            "getUpdates": self._poll,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._webhook,
            "sendMessage": writing.send_text,
            "sendPhoto": writing.send_photo,
            "sendAnimation": writing.send_animation,
            "sendDocument": writing.send_document,
            "sendMediaGroup": writing.send_group,
            "sendChatAction": lambda p, _: bool(writing.chat(p)),
            "editMessageText": writing.edit_text,
            "editMessageCaption": writing.edit_caption,
            "editMessageMedia": writing.edit_media,
            "editMessageReplyMarkup": writing.edit_keyboard,
            "deleteMessage": writing.delete,
            "setMessageReaction": writing.react,
            "editEphemeralMessageText": writing.edit_text,
            "editEphemeralMessageCaption": writing.edit_caption,
            "editEphemeralMessageMedia": writing.edit_media,
            "editEphemeralMessageReplyMarkup": writing.edit_keyboard,
            "deleteEphemeralMessage": writing.delete_ephemeral,
            "answerCallbackQuery": self._answer,
            "answerInlineQuery": self._answer_inline,
            "answerGuestQuery": self._answer_guest,
            "setMyCommands": self._set_commands,
            "getMyCommands": lambda p, _: self.commands.get(self._scope(p), []),
            "deleteMyCommands": lambda p, _: self.commands.pop(self._scope(p), True) is not None,
            "setChatMenuButton": self._set_menu_button,
            "getChat": self._about_chat,
            "getChatMember": self._member,
            "getChatAdministrators": self._administrators,
            "getFile": self._about_file,
            "leaveChat": self._leave,
        }
        for name in ("Name", "Description", "ShortDescription"):
            self.handlers[f"setMy{name}"] = self._describe(name)

    # the bot itself

    def _me(self, _: Json, __: Files) -> Json:
        return self.world.bot.json() | {
            "can_join_groups": True,
            "can_read_all_group_messages": not self.world.privacy,
            "supports_inline_queries": True,
            "supports_guest_queries": self.world.guests,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }

    def _poll(self, params: Json, _: Files) -> Awaitable[list[Json]]:
        updates = self.world.updates
        updates.allow(params.get("allowed_updates"))
        return updates.poll(
            params.get("offset", 0), params.get("limit", 100), params.get("timeout", 0)
        )

    async def _set_webhook(self, params: Json, files: Files) -> bool:
        url = params["url"]
        if not url:
            return await self._delete_webhook(params, files)
        if not url.startswith("http://127.0.0.1:"):
            raise violation(f"bad webhook: {url} is not on this machine")
        updates = self.world.updates
        updates.allow(params.get("allowed_updates"))
        if params.get("drop_pending_updates"):
            updates.pending.clear()
        connections = params.get("max_connections", 40)
        await updates.hook(Webhook(url, params.get("secret_token"), connections))
        return True

    async def _delete_webhook(self, params: Json, _: Files) -> bool:
        if params.get("drop_pending_updates"):
            self.world.updates.pending.clear()
        await self.world.updates.hook(None)
        return True

    def _webhook(self, _: Json, __: Files) -> Json:
        updates = self.world.updates
        return {
            "url": updates.webhook.url if updates.webhook else "",
            "has_custom_certificate": False,
            "pending_update_count": len(updates.pending),
            "allowed_updates": sorted(updates.allowed),
            **updates.error,
        }

    def _scope(self, params: Json) -> tuple[str, str]:
        scope = params.get("scope") or {"type": "default"}
        return written(scope), params.get("language_code") or ""

    def _set_commands(self, params: Json, _: Files) -> bool:
        if wrong := "; ".join(
            limits.wrong_commands(params["commands"], params.get("language_code") or "")
        ):
            raise violation(wrong)
        self.commands[self._scope(params)] = params["commands"]
        return True

    def _describe(self, name: str) -> Handler:
        def describe(params: Json, _: Files) -> bool:
            said = next((value for key, value in params.items() if key != "language_code"), "")
            self.descriptions[name, params.get("language_code") or ""] = said
            return True

        return describe

    def _set_menu_button(self, params: Json, _: Files) -> bool:
        if "chat_id" in params:
            raise violation("the menu button of a single chat is not simulated")
        self.menu_button = params.get("menu_button", {"type": "default"})["type"]
        return True

    # chats

    def _user(self, params: Json) -> User:
        user = self.world.users.get(params["user_id"])
        if user is None:
            raise bad("member not found")
        return user

    def _member(self, params: Json, _: Files) -> Json:
        chat, user = self.writing.chat(params), self._user(params)
        may_see = user is self.world.bot or self.world.bot.id in chat.administrators
        if chat.hides_members and not may_see:
            raise bad("member list is inaccessible")
        return chat.member(user)

    def _administrators(self, params: Json, _: Files) -> list[Json]:
        chat = self.writing.chat(params)
        if chat.kind == "private":
            raise bad("there are no administrators in the private chat")
        people = [user for user in chat.people.values() if not user.bot]
        found = [chat.member(user) for user in people]
        return [one for one in found if one["status"] != "member"]

    def _about_chat(self, params: Json, _: Files) -> Json:
        chat = self.writing.chat(params)
        facts: Json = {"accent_color_id": 0, "max_reaction_count": 11}
        if chat.kind in ("group", "supergroup"):
            facts |= {"permissions": chat.permissions}
        gifts = dict.fromkeys((*GIFTS, "gifts_from_channels"), False)
        return chat.json() | facts | {"accepted_gift_types": gifts}

    def _leave(self, params: Json, _: Files) -> bool:
        chat, bot = self.writing.chat(params), self.world.bot
        self.world.membership(chat, bot, lambda: chat.people.pop(bot.id))
        return True

    def _about_file(self, params: Json, _: Files) -> Json:
        file = self.world.files.get(params["file_id"].removesuffix("-small"))
        if file is None or file.url is not None:
            raise bad("invalid file_id")
        return {
            "file_id": params["file_id"],
            "file_unique_id": "u" + params["file_id"],
            "file_size": len(file.data),
            "file_path": file.path,
        }

    # answers

    def _answer(self, params: Json, _: Files) -> bool:
        self.queries.answer(params["callback_query_id"], params)
        self.world.changes.touch()
        return True

    def _answer_inline(self, params: Json, _: Files) -> bool:
        if wrong := "; ".join(limits.wrong_results(params["results"])):
            raise violation(wrong)
        for result in params["results"]:
            self.writing.result(result, None)
        self.queries.answer(params["inline_query_id"], params)
        self.world.changes.touch()
        return True

    def _answer_guest(self, params: Json, _: Files) -> Json:
        """Post the only answer to a message that names the bot where it isn't a member."""
        query, result = self.queries.open(params["guest_query_id"]), params["result"]
        asked = query.message
        if asked is None or not query.guest:
            raise bad(TOO_OLD)
        if wrong := "; ".join(limits.wrong_results([result])):
            raise violation(wrong)
        content, keyboard = self.writing.result(result, asked.chat)
        self.queries.answer(query.id, params)
        self.world.changes.touch()
        return {"inline_message_id": self.world.answered_as_guest(asked, content, keyboard)}

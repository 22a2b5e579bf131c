"""Messages in a group that only one member sees (Bot API 10.3).

Telegram doesn't promise to deliver them, above all to people who are offline. So they carry answers
that people can ask for again, and never what a game needs.

A server of the Bot API that is older ignores the parameter, as any that it doesn't know, and would
show everybody what is for one. So it is asked first, once per process, whether it knows a method
that is as new; and a message that turns out to be for everybody is deleted.
"""

from collections.abc import Mapping
from typing import Any

import structlog
from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage, Message
from telegram.error import BadRequest, EndPointNotFound, TelegramError

_NUMBER = "ephemeral_message_id"
"""The field of such a message that others lack."""

log = structlog.get_logger()


class NotEphemeral(Exception):  # noqa: N818 - a state of the server or the member
    """The message can't be shown to one member, or would be shown to all."""


class Ephemeral:
    """Whether Telegram can show messages to one member of a group; found out once."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._known: bool | None = None

    async def is_known(self, chat: str) -> bool:
        """Return whether a message in a group can be for one member; False if that is unclear."""
        if self._known is None:
            self._known = await self._ask(chat)
        return self._known or False

    async def _ask(self, chat: str) -> bool | None:
        """Ask to delete a message to the bot itself, which can't exist."""
        nothing = {"chat_id": chat, "receiver_user_id": self._bot.id, _NUMBER: 1}
        try:
            await self._bot.do_api_request("deleteEphemeralMessage", api_kwargs=nothing)
        except EndPointNotFound:
            return False
        except BadRequest:
            return True
        except TelegramError:
            return None
        return True

    async def check(self, sent: Message) -> None:
        """Delete a message that everybody sees, and raise NotEphemeral."""
        if _NUMBER in sent.api_kwargs:
            return
        self._known = False
        log.warning("telegram.not-ephemeral")
        await self._bot.delete_message(sent.chat.id, sent.message_id)
        raise NotEphemeral


def for_one(person: str, query: str) -> Mapping[str, Any]:
    """Return the arguments that show a message to one member, who has pressed a button if any."""
    receiver: dict[str, Any] = {"receiver_user_id": int(person)}
    if query:
        receiver["callback_query_id"] = query
    return {"ephemeral_message_parameters": receiver}


def number_of(message: MaybeInaccessibleMessage | None) -> int | None:
    """Return the number of a message that only one member sees, None if all do."""
    found = None if message is None else message.api_kwargs.get(_NUMBER)
    return found if isinstance(found, int) else None


def is_pressed(query: CallbackQuery) -> bool:
    """Whether a button was pressed in a message that only one member sees."""
    return number_of(query.message) is not None

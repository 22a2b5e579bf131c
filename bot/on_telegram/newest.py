"""The newest messages of chats, which tell how many have come below a board.

A supergroup numbers its messages one by one. Basic groups and private chats share the numbers of
all such chats of the bot, and topics those of all topics of a group, so nothing is counted there. A
bot learns of messages from its own and from those that it may read: with privacy mode, commands and
replies to it.
"""

from telegram import Message
from telegram.constants import ChatType

MAX_CHATS = 1000
"""Of how many chats the newest message is remembered."""


class Newest:
    """Remembers the newest message of each supergroup that has no topics."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}

    def note(self, message: Message | None) -> None:
        """Note that a message exists."""
        if message is None or message.chat.type != ChatType.SUPERGROUP or message.chat.is_forum:
            return
        chat = str(message.chat.id)
        self._newest[chat] = max(self._newest.pop(chat, 0), message.message_id)
        if len(self._newest) > MAX_CHATS:
            del self._newest[next(iter(self._newest))]

    def below(self, chat: str, message: int) -> int:
        """Return how many messages are known to have come after one, deleted ones included."""
        return max(self._newest.get(chat, message) - message, 0)

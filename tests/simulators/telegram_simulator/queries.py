"""What people ask by buttons and by inline mode, and how the bot answers."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from telegram_simulator.members import Json, User
from telegram_simulator.messages import Message
from telegram_simulator.refusals import bad, blamed

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(eq=False)
class Query:
    """One question that takes exactly one answer, soon."""

    id: str
    person: User
    message: Message | None = None  # the one whose button was pressed
    asked: float = field(default_factory=time.monotonic)
    answer: Json | None = None
    answered: float | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def json(self, data: str) -> Json:
        """As the bot hears of a pressed button."""
        assert self.message is not None
        found: Json = {
            "id": self.id,
            "from": self.person.json(),
            "chat_instance": self.message.chat.instance,
            "data": data,
        }
        if self.message.inline_id is not None:
            return found | {"inline_message_id": self.message.inline_id}
        return found | {"message": self.message.seen()}


class Queries:
    """All that was asked."""

    def __init__(self) -> None:
        self.seconds = 15.0
        self._asked: dict[str, Query] = {}

    def ask(self, query: Query) -> Query:
        self._asked[query.id] = query
        return query

    def answer(self, number: str, params: dict[str, Any]) -> None:
        """Answer once and in time, or be refused."""
        query = self._asked.get(number)
        if query is None or query.answer is not None:
            raise bad(TOO_OLD)
        if time.monotonic() - query.asked > self.seconds:
            raise bad(TOO_OLD)
        url = params.get("url", "")
        if url and not url.startswith(("https://t.me/", "tg://")):
            raise blamed("URL_INVALID")
        query.answer, query.answered = params, time.monotonic()
        query.done.set()

"""Callback, inline and guest queries, and how the bot answers them."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from telegram_simulator.members import Json, User
from telegram_simulator.messages import Message
from telegram_simulator.refusals import bad, violation

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(eq=False)
class Query:
    """A query that takes exactly one answer, within a time limit."""

    id: str
    person: User
    message: Message | None = None  # the one whose button was pressed, or that names a guest
    guest: bool = False
    asked: float = field(default_factory=time.monotonic)
    answer: Json | None = None
    answered: float | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def json(self, data: str) -> Json:
        """Return the callback query as the bot receives it."""
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
    """All queries."""

    def __init__(self) -> None:
        self.seconds = 15.0
        self._asked: dict[str, Query] = {}

    def ask(self, query: Query) -> Query:
        self._asked[query.id] = query
        return query

    def must_be_fresh(self, number: str, person: User) -> None:
        """Refuse a query that isn't this user's, or is too old to send them a message for."""
        query = self._asked.get(number)
        if query is None or query.person is not person:
            raise bad(TOO_OLD)
        if time.monotonic() - query.asked > self.seconds:
            raise bad(TOO_OLD)

    def open(self, number: str) -> Query:
        """Return a query that can still be answered; refuse an unknown, answered or old one."""
        query = self._asked.get(number)
        if query is None or query.answer is not None:
            raise bad(TOO_OLD)
        if time.monotonic() - query.asked > self.seconds:
            raise bad(TOO_OLD)
        return query

    def answer(self, number: str, params: dict[str, Any]) -> None:
        """Record an answer, or refuse a second or late one."""
        query = self.open(number)
        url = params.get("url", "")
        if url and not url.startswith(("https://t.me/", "tg://")):
            raise violation("URL_INVALID")
        query.answer, query.answered = params, time.monotonic()
        query.done.set()

"""How users' actions reach the bot."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from simulation.server import Server
from telegram_simulator.endpoints import Endpoints, written
from telegram_simulator.entities import Text
from telegram_simulator.members import Json, User
from telegram_simulator.messages import Content, Message
from telegram_simulator.places import Chat, Place
from telegram_simulator.queries import Queries, Query
from telegram_simulator.updates import Delivery
from telegram_simulator.world import World


class Stage(Server):
    """Turns users' actions into updates."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.world = World(self.changes, clock)
        self._queries = Queries()
        self._endpoints = Endpoints(self.world, self._queries)

    @contextmanager
    def delivering(self, times: int = 1, *, backwards: bool = False) -> Iterator[None]:
        """Within the context, deliver updates several times, or afterwards in reverse order."""
        with self.world.updates.delivering(Delivery(times, backwards)):
            yield
        self._do(self.world.updates.release)

    def said(self, person: User, place: Place, text: Text, reply_to: Message | None) -> Message:
        """Handle a message written by a user."""

        def act() -> Message:
            chat, world = place.chat, self.world
            if chat is world.private.get(person.id):
                world.met.add(person.id)
                if world.bot.id not in chat.people:
                    world.enter(person, chat)
            number = world.message_id(chat)
            message = Message(chat, number, chat.speaker(person), Content(text), reply_to=reply_to)
            message.thread_id = place.thread_id
            world.tell(world.post(message))
            if world.names_guest(message):
                self._summon(person, message)
            return message

        return self._do(act)

    def _summon(self, person: User, message: Message) -> None:
        """Tell the bot of a message that names it where it isn't a member."""
        query = self._queries.ask(Query(self.world.name("guest-"), person, message, guest=True))
        told = [person, *(each.user for each in message.entities if each.user is not None)]
        if message.reply_to is not None:
            told.append(message.reply_to.sender)
        self.world.met |= {user.id for user in told}
        summons = message.json() | {"guest_query_id": query.id}
        self.world.updates.add("guest_message", summons, message.chat.id)

    def offered(self, person: User, chat: Chat) -> dict[str, str]:
        """Return the commands of the narrowest scope with any, in the user's language or none."""
        here: Json = {"chat_id": chat.id}
        scopes: list[Json] = [{"type": "chat", **here}]
        if chat.kind == "private":
            scopes.append({"type": "all_private_chats"})
        else:
            scopes.insert(0, {"type": "chat_member", "user_id": person.id, **here})
            scopes.append({"type": "all_group_chats"})
            if chat.member(person)["status"] in ("creator", "administrator"):
                scopes.insert(1, {"type": "chat_administrators", **here})
                scopes.insert(3, {"type": "all_chat_administrators"})
        for scope in [*scopes, {"type": "default"}]:
            for language in (person.language or "", ""):
                if found := self._endpoints.commands.get((written(scope), language)):
                    return {one["command"]: one["description"] for one in found}
        return {}

    def pressed(self, person: User, message: Message, data: str) -> Query:
        """Handle a button pressed by a user."""

        def act() -> Query:
            self.world.met.add(person.id)
            query = self._queries.ask(Query(self.world.name("callback-"), person, message))
            self.world.updates.add("callback_query", query.json(data), person.id)
            return query

        return self._do(act)

    def typed(self, person: User, words: str, chat: Chat | None) -> Query:
        """Handle an inline query typed by a user."""

        def act() -> Query:
            query = self._queries.ask(Query(self.world.name("inline-"), person))
            payload: Json = {"id": query.id, "from": person.json(), "query": words, "offset": ""}
            if chat is not None:
                own = chat is self.world.private.get(person.id)
                payload["chat_type"] = "sender" if own else chat.kind
            self.world.updates.add("inline_query", payload, person.id)
            return query

        return self._do(act)

    def chosen(self, person: User, query: str, result: Json, place: Place) -> Message:
        """Handle an inline result sent to a chat by a user."""

        def act() -> Message:
            chat, world = place.chat, self.world
            self.world.met.add(person.id)
            content, keyboard = self._endpoints.writing.result(result, chat)
            number = world.message_id(chat)
            message = Message(chat, number, chat.speaker(person), content, keyboard, via_bot=True)
            message.thread_id = place.thread_id
            payload = {"result_id": result["id"], "from": person.json(), "query": query}
            if keyboard:  # otherwise the bot can't edit it
                message.inline_id = payload["inline_message_id"] = world.name("message-")
                world.inline[message.inline_id] = message
            world.post(message)
            if world.feedback:
                world.updates.add("chosen_inline_result", payload, person.id)
            world.tell(message)
            return message

        return self._do(act)

"""What is stored about a person, for them to see: a summary, and all of it as a JSON file."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from bot.acts import access
from bot.acts.tables import Tables
from bot.table.accounts import Account
from bot.table.chats import Chat, Chats
from bot.table.forgetting import everyone_in, names
from bot.table.guest_seats import lost_by
from bot.table.people import User
from bot.table.ports import CorruptRecord
from bot.table.preferences import NOTHING_SET, Preferences
from bot.table.request import File, Reply, Request
from bot.table.seats import Holder, Person
from bot.table.subscriptions import Subscription
from bot.table.table import Status, Table
from bot.table.zones import utc
from engine.text import Text

FORMAT: Final = 1
"""The version of the file's format."""

FILE_NAME: Final = "puluc-my-data.json"


class MyData:
    """Shows people what is stored about them."""

    def __init__(self, tables: Tables, chats: Chats) -> None:
        self._store = tables.store
        self._chats = chats

    async def show(self, request: Request) -> Reply:
        """Summarize what is stored about the actor, with a file that has all of it."""
        users, linked = access.users_of(request.actor), request.actor.linked
        accounts = await self._store.accounts(request.actor.user)
        preferences = {user: await self._store.preferences(user) for user in users}
        tables = await self._tables_of(users)
        chats = [chat for user in users for chat in await self._chats.of(user)]
        chosen = any(each != NOTHING_SET for each in preferences.values())
        browsers = {user: await self._store.subscriptions(user) for user in users}
        notified = sum(map(len, browsers.values()))
        if not (tables or chats or chosen or notified or linked):
            return Reply((Text("my-data.nothing"),))
        past = sum(is_past(table, users) for table in tables)
        lines = [Text("my-data.heading")]
        if linked:
            lines.append(Text("my-data.linked", count=len(linked)))
        if past < len(tables):
            lines.append(Text("my-data.open", count=len(tables) - past))
        if past:
            lines.append(Text("my-data.past", count=past))
        if blocked := {user for each in preferences.values() for user in each.blocked}:
            lines.append(Text("my-data.blocked", count=len(blocked)))
        if notified:
            lines.append(Text("my-data.browsers", count=notified))
        if chats:
            lines.append(Text("my-data.chats", count=len(chats)))
        lines.append(Text("my-data.file"))
        file = File(FILE_NAME, _as_json(data(preferences, tables, chats, browsers, accounts)))
        return Reply(tuple(lines), headed=True, file=file)

    async def _tables_of(self, users: Sequence[User]) -> Sequence[Table]:
        """Return the tables that store a person's account, each once: open ones first."""
        found = {table.id: table for user in users for table in await self._store.tables_of(user)}
        past = dict.fromkeys([id_ for user in users for id_ in await self._store.past_of(user)])
        for id_ in past:
            if id_ in found:
                continue
            with suppress(CorruptRecord):  # nobody can read it
                table = await self._store.load(id_)
                if table is not None and names(table, users):
                    found[id_] = table
        return tuple(found.values())


def is_past(table: Table, users: Collection[User]) -> bool:
    """Return whether a table is over, or a person known as `users` has left it."""
    return table.status is Status.OVER or table.people.isdisjoint(users)


def data(
    preferences: Mapping[User, Preferences],
    tables: Iterable[Table],
    chats: Iterable[Chat],
    browsers: Mapping[User, Sequence[Subscription]],
    accounts: Iterable[Account] = (),
) -> Mapping[str, object]:
    """Return what is stored about a person, by account, with names that explain themselves.

    Other people are left out, except for those whom the person blocks. Times are ISO 8601 in UTC.
    """
    return {
        "format": FORMAT,
        "accounts": [
            _account(user, stored, browsers[user]) for user, stored in preferences.items()
        ],
        "games": [_game(table, preferences.keys()) for table in tables],
        "channels": [*map(_channel, chats)],
        "linked_accounts": [
            {"account": str(each.user), "name": each.name, "since": utc(each.since)}
            for each in accounts
        ],
    }


def _account(
    user: User, stored: Preferences, browsers: Sequence[Subscription]
) -> Mapping[str, object]:
    """Return the preferences of an account; those that were never set are left out."""
    told = {
        "has_played": stored.played,
        **{name: str(value) for name, value in stored.changes(NOTHING_SET).items()},
        "blocks_everyone": stored.blocks_all,
        "blocks": [{"account": str(whom), "name": name} for whom, name in stored.blocked.items()],
        "notified_browsers": [
            {"address": each.endpoint, "since": utc(each.since)} for each in browsers
        ],
    }
    return {"account": str(user)} | {name: value for name, value in told.items() if value}


def _game(table: Table, users: Collection[User]) -> Mapping[str, object]:
    """Return what a table stores about a person, and where and when it was played."""
    theirs = [each for each in everyone_in(table) if each.user in users]
    words = {each.word for each in theirs if isinstance(each, Person) and each.word}
    return {
        "id": table.id,
        "watch": f"/g/{table.code}",
        "rules": table.header,
        "place": str(table.place),
        "status": str(table.status),
        "posted": utc(table.created),
        "changed": utc(table.touched),
        "moves": table.moves,
        "ending": None if table.ending is None else str(table.ending),
        "your_names": sorted({each.name for each in theirs}),
        "your_words": sorted(words),
        "your_seats": [n for user in users for n in table.seats_of(user)],
        "winning_seats": list(table.winners),
        "also_shown_in": [str(copy.place) for copy in table.copies if copy.user in users],
        "seat_taken_in": [str(each.place) for each in table.joined if each.user in users],
        "closed_by_you": table.closed_by is not None and table.closed_by.user in users,
        "posted_by_you": table.host.user in users,
        "seats_to_take_back": [s for user in users for s in _lost(table, user)],
        "asked_to_watch": table.viewing is not None and table.viewing.by.user in users,
        "seats_that_you_left": [e.seat for e in table.former if _is_of(e.holder, users)],
    }


def _lost(table: Table, user: User) -> tuple[int, ...]:
    """Return the seats that a guest can take back from another browser."""
    lost = lost_by(table, user)
    return () if lost is None else table.seats_of(lost.user)


def _channel(chat: Chat) -> Mapping[str, object]:
    """Return what a channel of the web chat stores about a person."""
    written = [{"posted": utc(line.posted), "text": line.text} for line in chat.lines]
    return {"channel": chat.channel, "your_name": chat.name, "your_messages": written}


def _is_of(holder: Holder, users: Collection[User]) -> bool:
    return isinstance(holder, Person) and holder.user in users


def _as_json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()

"""People decide whose challenges reach them."""

from bot.table.listing import name_of
from bot.table.people import Actor
from bot.table.ports import Store
from bot.table.request import Refusal, Reply, Request
from bot.table.table import Person
from renderer.text import Name, Text


class Blocking:
    """Notes whose challenges a person refuses, and tells."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def block(self, request: Request, whom: Actor | None, *, everyone: bool) -> Reply:
        """Refuse challenges of one person, or of everyone; with neither, list who is refused."""
        user = request.actor.user
        if everyone:
            await self._store.block(user, None)
            return Reply((Text("block.all"),))
        if whom is None:
            return await self._list(request)
        if whom.user == user:
            raise Refusal(Text("block.self"))
        await self._store.block(user, whom.user, whom.name)
        return Reply((Text("block.blocked", name=_name(whom)),))

    async def unblock(self, request: Request, whom: Actor | None, *, everyone: bool) -> Reply:
        """Take challenges again, of one person or of everyone who is not refused by name."""
        user = request.actor.user
        if everyone:
            await self._store.unblock(user, None)
            return Reply((Text("unblock.all"),))
        if whom is None:
            return await self._list(request)
        await self._store.unblock(user, whom.user)
        return Reply((Text("unblock.unblocked", name=_name(whom)),))

    async def _list(self, request: Request) -> Reply:
        preferences = await self._store.preferences(request.actor.user)
        lines = [Text("block.line", name=Name(name)) for name in preferences.blocked.values()]
        if preferences.blocks_all:
            lines.insert(0, Text("block.all"))
        return Reply((*(lines or [Text("block.none")]), Text("block.how")))


def _name(whom: Actor) -> Name | Text:
    return name_of(Person(whom.user, whom.name))

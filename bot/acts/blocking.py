"""People decide whose challenges reach them."""

from bot.acts import access
from bot.table.naming import called
from bot.table.people import Actor
from bot.table.ports import Store
from bot.table.request import Refusal, Reply, Request
from engine.text import Text


class Blocking:
    """Notes whose challenges a person refuses, and tells.

    What somebody refuses is noted for their handle, too: they may be challenged by that.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def block(self, request: Request, whom: Actor | None, *, everyone: bool) -> Reply:
        """Refuse challenges of one person, or of everyone; with neither, list who is refused."""
        users = access.users_of(request.actor)
        if everyone:
            for user in users:
                await self._store.block(user, None)
            return Reply((Text("block.all"),))
        if whom is None:
            return await self._list(request)
        if whom.user in users:
            raise Refusal(Text("block.self"))
        for user in users:
            await self._store.block(user, whom.user, whom.name)
        return Reply((Text("block.blocked", name=called(whom.name)),))

    async def unblock(self, request: Request, whom: Actor | None, *, everyone: bool) -> Reply:
        """Take challenges again, of one person or of everyone who is not refused by name."""
        users = access.users_of(request.actor)
        if everyone:
            for user in users:
                await self._store.unblock(user, None)
            return Reply((Text("unblock.all"),))
        if whom is None:
            return await self._list(request)
        for user in users:
            await self._store.unblock(user, whom.user)
        told = Text("unblock.unblocked", name=called(whom.name))
        still = (await self._store.preferences(request.actor.user)).blocks_all
        return Reply((Text("block.all"),) if still else (told,))

    async def _list(self, request: Request) -> Reply:
        preferences = await self._store.preferences(request.actor.user)
        lines = [Text("block.line", name=called(name)) for name in preferences.blocked.values()]
        if preferences.blocks_all:
            lines.insert(0, Text("block.all"))
        return Reply((*(lines or [Text("block.none")]), Text("block.how")))

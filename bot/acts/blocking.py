"""Blocking: people choose whose challenges they receive."""

from bot.acts import access
from bot.table.naming import called
from bot.table.people import Actor
from bot.table.ports import Store
from bot.table.request import Refusal, Reply, Request
from engine.text import Text


class Blocking:
    """Changes and lists a person's blocks.

    Blocks are also stored for the person's handle, because a challenge can name only the handle.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def block(self, request: Request, whom: Actor | None, *, everyone: bool) -> Reply:
        """Block one person or everyone. With neither, list who is blocked."""
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
        """Unblock one person, or everyone who is not blocked by name. With neither, list."""
        users = access.users_of(request.actor)
        if everyone:
            for user in users:
                await self._store.unblock(user, None)
            return Reply((Text("unblock.all"),))
        if whom is None:
            return await self._list(request)
        for user in users:
            await self._store.unblock(user, whom.user)
        if (await self._store.preferences(request.actor.user)).blocks_all:
            return Reply((Text("block.all"),))
        return Reply((Text("unblock.unblocked", name=called(whom.name)),))

    async def _list(self, request: Request) -> Reply:
        preferences = await self._store.preferences(request.actor.user)
        lines = [Text("block.line", name=called(name)) for name in preferences.blocked.values()]
        if preferences.blocks_all:
            lines.insert(0, Text("block.all"))
        return Reply((*(lines or [Text("block.none")]), Text("block.how")))

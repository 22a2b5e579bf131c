"""The command `/invite @Ana @Ben`, in place of the menu of users that other platforms have.

It invites people to the lobby whose host sends it. If they host several, it has to reply to the
board of one of them.
"""

from collections.abc import Sequence

from telegram import Message

from bot.acts.access import is_host
from bot.acts.act import Act
from bot.acts.registry import act
from bot.commands.command import BadCommand
from bot.on_telegram import names
from bot.on_telegram.commands import Typed, named_people
from bot.table.people import Actor
from bot.table.ports import Store
from bot.table.table import Table
from engine.text import Text


class Inviting:
    """Finds the lobby to which a command invites people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def act_of(self, command: Typed, message: Message, actor: Actor) -> Act:
        """Return what a command says. Raises BadCommand, and may raise StoreDown."""
        people = named_people(command, message)
        if not people:
            raise BadCommand(Text("telegram.invite"))
        return act("invite", (await self._lobby(message, actor)).id, people)

    async def _lobby(self, message: Message, host: Actor) -> Table:
        """Return the host's only lobby: here, or otherwise anywhere. Raises BadCommand."""
        here = await self._store.tables_in(names.place(message))
        found = _hosted(here, host) or _hosted(await self._store.tables_of(host.user), host)
        if not found:
            raise BadCommand(Text("telegram.no-lobby"))
        if len(found) > 1:
            found = [table for table in found if await self._is_board(message, table)]
        if len(found) != 1:
            raise BadCommand(Text("telegram.which-lobby"))
        return found[0]

    async def _is_board(self, message: Message, table: Table) -> bool:
        """Whether a message replies to the board of a table."""
        original = message.reply_to_message
        for place in table.shown_in:
            shown = await self._store.shown(table.id, place)
            if (
                original is not None
                and shown is not None
                and names.place(original).channel == place.channel
                and str(original.message_id) == shown.message
            ):
                return True
        return False


def _hosted(tables: Sequence[Table], host: Actor) -> list[Table]:
    return [table for table in tables if table.is_lobby and is_host(table, host)]

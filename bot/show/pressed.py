"""Messages whose buttons were pressed: they show which messages of a board exist.

The store may not know a message, if a crash or a lost response came between posting and noting it.
So do messages that this process has posted, but couldn't note.
"""

from collections.abc import Mapping

from bot.show.placement import is_newer
from bot.show.retiring import Retiring
from bot.table.ports import CorruptRecord, Overdue, Store, StoreDown

STRAY_SECONDS = 5.0
"""How long to wait before retiring a stray message, which may have just been posted."""

MAX_PRESSED = 1000
"""For how many boards pressed messages are remembered."""

Messages = Mapping[str, int | None]
"""Messages, each with the revision of its button, None if that carries none."""

_NONE: Messages = {}


class Pressed:
    """Remembers the messages that were pressed since their board was last shown."""

    def __init__(self, store: Store, retiring: Retiring) -> None:
        self._store = store
        self._retiring = retiring
        self._pressed: dict[Overdue, Messages] = {}

    def note(self, board: Overdue, message: str, revision: int | None) -> None:
        """Note that a message of a board exists, with buttons of this revision."""
        self._pressed[board] = {**self._pressed.pop(board, _NONE), message: revision}
        if len(self._pressed) > MAX_PRESSED:
            del self._pressed[next(iter(self._pressed))]

    def of(self, board: Overdue) -> Messages:
        """Return the messages of a board that were pressed."""
        return self._pressed.get(board, _NONE)

    def forget(self, board: Overdue, pressed: Messages) -> None:
        """Forget the messages of a board, unless others were pressed after `pressed`."""
        if self._pressed.get(board) is pressed:
            del self._pressed[board]

    async def is_noted(self, board: Overdue) -> bool:
        """Return whether only the noted message was pressed; also True if the store is down."""
        pressed = self.of(board)
        try:
            shown = await self._store.shown(board.table, board.place)
        except StoreDown:
            return True
        if shown is None or pressed.keys() != {shown.message}:
            return False
        self.forget(board, pressed)
        return True

    async def retire_strays(self, board: Overdue) -> None:
        """Retire strays that were pressed while there was nothing to show here.

        Without the lease, a newer message may have just been posted and not yet noted, so it stays.
        """
        pressed = self._pressed.get(board)
        if pressed is None:
            return
        shown, news = await self._store.shown(board.table, board.place), {}
        left = shown is None and await self._is_left(board)
        for message, revision in pressed.items():
            if shown is not None and message == shown.message:
                continue
            if is_newer(shown, revision) and not left:
                news[message] = revision
            else:
                await self._retiring.schedule(board.table, board.place, message, STRAY_SECONDS)
        self.forget(board, pressed)
        if news:
            self._pressed.setdefault(board, news)

    async def _is_left(self, board: Overdue) -> bool:
        """Return whether the place of a board no longer shows its table."""
        try:
            table = await self._store.load(board.table)
        except CorruptRecord:
            return False
        return table is not None and board.place not in table.shown_in

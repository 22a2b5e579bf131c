"""Boards where the bot is a guest: posted, edited and deleted by interactions only.

A board is edited by the press that changes it. It is posted as the answer to a command, or below
the old one if its turn calls somebody. When no interaction lasts any more, it waits: whoever
presses next, on any message of the board, sees the newest state in that message.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from bot.on_discord.couriers import Courier, Couriers
from bot.on_discord.layout import Layout
from bot.on_discord.responder import Responder
from bot.on_discord.visits import Visit
from bot.show.outbound import Barrier, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place
from bot.table.ports import Shown

Made: TypeAlias = Callable[[bool], Layout]
"""Returns a message that mentions people, or does not."""


class GuestBoards:
    """Shows boards by the interactions that `couriers` knows."""

    def __init__(self, couriers: Couriers) -> None:
        self._couriers = couriers
        self._visits = couriers.visits

    async def show(
        self, place: Place, page: Page, shown: Shown | None, placement: Placement, made: Made
    ) -> str:
        """Edit or post a board; return its message.

        Raises Unshowable with Barrier.WAITING if no interaction can do that, and one of TRANSIENT.
        """
        old = "" if shown is None else shown.message
        visits = self._visits.under_way(place)
        pressed = [each for each in visits if each.presses(page.table)]
        latest = self._visits.latest(place)
        able = [each.responder for each in visits if each.table in (None, page.table)]
        able += [] if latest is None else [latest]
        asked = [each.responder for each in visits if each.asks_for(page.table, new=not old)]
        if not asked and placement is Placement.POST and _calls(page, shown):
            asked = [*(each.responder for each in pressed), *able]
        # At last, any interaction may post it, such as the next game of a match.
        return (
            await self._posted(asked, made)
            or await self._edited(old, pressed, made(False))
            or await self._posted(able, made)
            or _waiting()
        )

    async def retire(self, message: str) -> None:
        """Delete a message that no longer shows its board, if an interaction lasts for that.

        Otherwise it keeps its buttons, and the next press on it shows the board there.
        """
        courier = self._couriers.of(message)
        if courier is not None:
            await courier.remove(int(message))

    async def _posted(self, responders: Iterable[Responder], made: Made) -> str:
        """Post a board by the first of these that can; return its message, or ""."""
        for each in responders:
            number = await each.post(made(True))
            if number is not None:
                self._couriers.keep(str(number), _Posted(each, number))
                return str(number)
        return ""

    async def _edited(self, old: str, pressed: Iterable[Visit], layout: Layout) -> str:
        """Edit the message that was pressed, otherwise the `old` one; return it, or ""."""
        ways: list[tuple[str, Courier | None]] = [
            (each.message, each.responder) for each in pressed if each.message != old
        ]
        for message, courier in (*ways, (old, self._couriers.of(old))):
            if courier is not None and await courier.edit(layout):
                return message
        return ""


@dataclass(frozen=True, slots=True)
class _Posted:
    """The interaction that has posted a board."""

    responder: Responder
    number: int

    @property
    def answered(self) -> bool:
        return True

    @property
    def can_edit(self) -> bool:
        return self.responder.lasts

    async def edit(self, layout: Layout) -> bool:
        return await self.responder.change(self.number, layout)

    async def remove(self, number: int) -> bool:
        return await self.responder.remove(number)


def _calls(page: Page, shown: Shown | None) -> bool:
    """Return whether a page is news that calls people."""
    return shown is not None and shown.revision < page.revision and bool(page.mentions)


def _waiting() -> str:
    raise Unshowable(Barrier.WAITING)

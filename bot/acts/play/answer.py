"""Answering an offer that is open on a board."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.acts.wishes import must_be_pausable, must_oppose, taken
from bot.table import steps
from bot.table.agreement import offer_mark
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Asking, Ending, Table, Wish
from engine import AnyGame
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Answer(TableStep):
    """Answer the offer that the board of `revision` was the first to show.

    `mark` tells it from others that the store has lost in a failover (`offer_mark`).
    Every other player can decline, and its maker can take it back by declining. One opponent is
    enough to agree, except to a draw, which takes more than half of the people on each side.
    """

    declared = Declaration(
        "answer", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    anywhere: ClassVar = False

    table: TableId
    revision: int
    agrees: bool
    mark: str = ""

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        seat, open_ = access.seat_of(table, here.actor), table.asking
        if (
            open_ is None
            or open_.revision != self.revision
            or self.mark not in ("", offer_mark(table, open_))
        ):
            raise Stale(table, Text("agree.gone"))
        if not self.agrees:
            return steps.unask(table, None if seat == open_.seat else seat)
        if open_.wish is Wish.DRAW and seat != open_.seat:
            return _drawn(table, open_, seat, here)
        must_oppose(here.games, table, here.actor, open_.seat, "agree")
        return await _granted(table, open_, here)


def _drawn(table: Table, asking: Asking, seat: int, here: Context) -> Step:
    """Return the step by which `seat` agrees to a draw."""
    if seat in asking.agreed:
        raise Refusal(Text("agree.already"))
    game = here.games.game(table.header)
    if not _is_majority(game, table, {asking.seat, seat, *asking.agreed}):
        return steps.agree(table, asking, seat)
    everyone = tuple(range(len(table.seats)))
    return steps.end(table, Ending.AGREED, here.now, by=asking.seat, places=(everyone,))


def _is_majority(game: AnyGame, table: Table, agreed: Collection[int]) -> bool:
    """Return whether more than half of the people on each side have a seat in `agreed`."""
    everyone = _people_of_sides(game, table, range(len(table.seats)))
    in_favour = _people_of_sides(game, table, agreed)
    return all(2 * in_favour[side] > count for side, count in everyone.items())


def _people_of_sides(game: AnyGame, table: Table, seats: Iterable[int]) -> Counter[int]:
    """Return how many people of each side have one of these seats."""
    holders = ((game.side(seat), table.seats[seat]) for seat in seats)
    people = {(side, holder.user) for side, holder in holders if isinstance(holder, Person)}
    return Counter(side for side, _ in people)


async def _granted(table: Table, asking: Asking, here: Context) -> Step:
    """Return the step that an opponent has agreed to."""
    if asking.wish is Wish.PAUSE:
        must_be_pausable(table)
        return steps.pause(table, here.now)
    holder = table.seats[asking.seat]
    last = await taken(table, holder.user, here) if isinstance(holder, Person) else None
    if last is None:
        raise Stale(table, Text("agree.gone"))
    return steps.take_back(table, last, here.now)

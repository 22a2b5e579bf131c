"""The dispatcher: outcomes of acts, and boards that can't be shown."""

from dataclasses import dataclass, field

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot.acts.act import Act
from bot.acts.gather.demo import Demo
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.board import ShowBoard
from bot.acts.look.games import ListGames
from bot.acts.registry import decoded
from bot.inbound.dispatcher import Dispatcher
from bot.show.outbound import Barrier
from bot.table.ids import TableId
from bot.table.people import Place
from bot.table.ports import Operation, StoreDown
from bot.table.request import Request
from bot.table.table import Ending
from tests.bot.acts.room import ANA, PLACE, Room
from tests.bot.options import options


@dataclass
class Hall:
    """A dispatcher in a channel where showing boards can fail."""

    barrier: Barrier | None = None
    room: Room = field(default_factory=Room)
    looked: list[tuple[TableId, Place]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dispatcher = Dispatcher(self.room.service, self._shown)

    async def _shown(self, table: TableId, place: Place, _seconds: float) -> Barrier | None:
        self.looked.append((table, place))
        return self.barrier

    @property
    def request(self) -> Request:
        return Request(Operation("op"), ANA, PLACE)


OPENING = [Open(options()), Practice("easy", options()), Demo("easy", options())]


@pytest.mark.parametrize("intent", OPENING, ids=lambda intent: type(intent).__name__)
async def test_a_board_that_is_shown(intent: Act) -> None:
    """If the board is shown, the outcome has no barrier and the table stays open."""
    hall = Hall()
    outcome = await hall.dispatcher.act_and_show(intent, hall.request)
    assert outcome.reply.table is not None
    assert hall.looked == [(outcome.reply.table, PLACE)]
    assert outcome.barrier is None
    assert (await hall.room.table(outcome.reply.table)).ending is None


@pytest.mark.parametrize("intent", OPENING, ids=lambda intent: type(intent).__name__)
async def test_a_board_that_cannot_be_shown(intent: Act) -> None:
    """If a table's first board can't be shown, the table is ended and the outcome says why."""
    hall = Hall(Barrier.NO_PERMISSION)
    outcome = await hall.dispatcher.act_and_show(intent, hall.request)
    assert outcome.barrier is Barrier.NO_PERMISSION
    assert outcome.reply.table is not None
    ended = Ending.STOPPED if isinstance(intent, Demo) else Ending.CANCELLED
    assert (await hall.room.table(outcome.reply.table)).ending is ended


async def test_a_game_whose_board_cannot_be_shown() -> None:
    """A game goes on if its board can't be shown where it was requested."""
    hall = Hall(Barrier.LOCKED)
    table = await hall.room.playing()
    outcome = await hall.dispatcher.act_and_show(ShowBoard(table), hall.request)
    assert outcome.barrier is Barrier.LOCKED
    assert (await hall.room.table(table)).ending is None


async def test_the_id_of_a_press() -> None:
    """All log lines of a request have the same id, and the next request has another."""
    hall = Hall()
    with capture_logs(processors=[merge_contextvars]) as lines:
        for table in ("aaaaaaaaaa", "bbbbbbbbbb"):
            await hall.dispatcher.act(ShowBoard(TableId(table)), hall.request)
    first, second = (line["press"] for line in lines if line["event"] == "act.refused")
    assert first != second


async def test_a_refusal_shows_nothing() -> None:
    """A refusal, or an act that changes no table, doesn't wait for a board."""
    hall = Hall(Barrier.LOCKED)
    for intent in (ListGames(), ShowBoard(TableId("aaaaaaaaaa"))):
        assert (await hall.dispatcher.act_and_show(intent, hall.request)).barrier is None
    assert hall.looked == []


async def test_without_waiting() -> None:
    """`act` returns before the board is shown."""
    hall = Hall(Barrier.LOCKED)
    outcome = await hall.dispatcher.act(OPENING[0], hall.request)
    assert outcome.barrier is None
    assert hall.looked == []


async def test_a_store_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both `act` and `act_and_show` report that the store is down."""
    hall, down = Hall(), StoreDown()

    async def fail(_act: Act, _request: Request) -> None:
        raise down

    monkeypatch.setattr(hall.room.service, "act", fail)
    for act in (hall.dispatcher.act, hall.dispatcher.act_and_show):
        outcome = await act(ListGames(), hall.request)
        assert (outcome.trouble, outcome.reply.texts) == (down, (down.text,))


def test_decoding_a_button() -> None:
    """A button's code is decoded to an intent; a code that isn't ours decodes to None."""
    shows = ShowBoard(TableId("aaaaaaaaaa"))
    assert decoded(shows.code) == shows
    assert decoded("") is None
    assert decoded("9zz") is None

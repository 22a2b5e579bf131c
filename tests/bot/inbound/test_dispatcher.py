"""Acts of any platform: their outcome, and boards that cannot be shown."""

from dataclasses import dataclass, field

import pytest

from bot.inbound.dispatcher import Dispatcher, decoded
from bot.show.outbound import Barrier
from bot.table.codes import encode
from bot.table.intents import Challenge, Intent, ListGames, Practice, ShowBoard
from bot.table.people import Place
from bot.table.ports import Operation, StoreDown
from bot.table.request import Request
from bot.table.table import Ending, TableId
from tests.bot.acts.room import ANA, PLACE, Room
from tests.bot.options import options


@dataclass
class Hall:
    """A dispatcher in a channel where boards may not be shown."""

    barrier: Barrier | None = None
    room: Room = field(default_factory=Room)
    looked: list[tuple[TableId, Place]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dispatcher = Dispatcher(self.room.service, self._seen)

    async def _seen(self, table: TableId, place: Place, _seconds: float) -> Barrier | None:
        self.looked.append((table, place))
        return self.barrier

    def request(self, intent: Intent) -> Request:
        return Request(Operation("op"), ANA, PLACE, intent)


OPENING = [Challenge(None, options()), Practice("easy", options())]


@pytest.mark.parametrize("intent", OPENING, ids=lambda intent: type(intent).__name__)
async def test_a_board_that_is_shown(intent: Intent) -> None:
    """An act whose board is shown meets no barrier, and its table stands."""
    hall = Hall()
    outcome = await hall.dispatcher.act_and_show(hall.request(intent))
    assert outcome.reply.table is not None
    assert hall.looked == [(outcome.reply.table, PLACE)]
    assert outcome.barrier is None
    assert (await hall.room.table(outcome.reply.table)).ending is None


@pytest.mark.parametrize("intent", OPENING, ids=lambda intent: type(intent).__name__)
async def test_a_board_that_cannot_be_shown(intent: Intent) -> None:
    """A table whose first board cannot be shown is taken back; the outcome says why."""
    hall = Hall(Barrier.NO_PERMISSION)
    outcome = await hall.dispatcher.act_and_show(hall.request(intent))
    assert outcome.barrier is Barrier.NO_PERMISSION
    assert outcome.reply.table is not None
    assert (await hall.room.table(outcome.reply.table)).ending is Ending.CANCELLED


async def test_a_game_whose_board_cannot_be_shown() -> None:
    """A game that was asked for where it cannot be shown goes on all the same."""
    hall = Hall(Barrier.LOCKED)
    table = await hall.room.playing()
    outcome = await hall.dispatcher.act_and_show(hall.request(ShowBoard(table)))
    assert outcome.barrier is Barrier.LOCKED
    assert (await hall.room.table(table)).ending is None


async def test_a_refusal_shows_nothing() -> None:
    """Nobody waits for the board of what was refused, or of an act that changed no table."""
    hall = Hall(Barrier.LOCKED)
    for intent in (ListGames(), ShowBoard(TableId("aaaaaaaaaa"))):
        assert (await hall.dispatcher.act_and_show(hall.request(intent))).barrier is None
    assert hall.looked == []


async def test_without_waiting() -> None:
    """An act that does not wait for its board has its outcome before that is shown."""
    hall = Hall(Barrier.LOCKED)
    outcome = await hall.dispatcher.act(hall.request(OPENING[0]))
    assert outcome.barrier is None
    assert hall.looked == []


async def test_a_store_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is down is told of, by either way to act."""
    hall, down = Hall(), StoreDown()

    async def fail(_: Request) -> None:
        raise down

    monkeypatch.setattr(hall.room.service, "act", fail)
    for act in (hall.dispatcher.act, hall.dispatcher.act_and_show):
        outcome = await act(hall.request(ListGames()))
        assert (outcome.trouble, outcome.reply.texts) == (down, (down.text,))


def test_what_a_button_means() -> None:
    """A button's code is read; what no button of ours carries means nothing."""
    shows = ShowBoard(TableId("aaaaaaaaaa"))
    assert decoded(encode(shows)) == shows
    assert decoded("") is None
    assert decoded("9zz") is None

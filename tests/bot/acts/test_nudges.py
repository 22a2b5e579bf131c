"""An opponent can remind the player to move, once per turn and day."""

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.play.nudge import Nudge
from bot.table import steps
from bot.table.clock import Clock
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.preferences import Preferences, Reminders, Vacation, Where
from bot.table.table import Absence
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why

ELSEWHERE = Place(Platform.WEB, "elsewhere")
TELEGRAM = Place(Platform.TELEGRAM, "-100")


async def waiting(room: Room) -> TableId:
    """Return a game in which Ana has moved, and Ben is to move."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    return id_


def preferring(room: Room, monkeypatch: pytest.MonkeyPatch, preferences: Preferences) -> None:
    """Let everyone have these preferences."""

    async def preferred(_user: User) -> Preferences:
        return preferences

    monkeypatch.setattr(room.store, "preferences", preferred)


async def test_a_nudge(room: Room) -> None:
    """A nudge calls the player to move on a new board, and tells the opponent so."""
    id_ = await waiting(room)
    reply = await room.act(ANA, Nudge(id_))
    assert [room.say(text) for text in reply.texts] == ["I've reminded Ben."]
    table = await room.table(id_)
    assert (table.calls.nudged, table.calls.revision) == (int(room.now), table.revision)
    assert (table.calls.count, table.calls.place) == (0, None)


async def test_a_nudge_takes_no_time(room: Room) -> None:
    """A nudge leaves the clock and the reminders that come by themselves alone."""
    id_ = await waiting(room)
    before = await room.table(id_)
    room.now += HOUR
    await room.act(ANA, Nudge(id_))
    after = await room.table(id_)
    assert (after.clock, after.calls.last, after.touched) == (
        before.clock,
        before.calls.last,
        before.touched,
    )


@pytest.mark.parametrize("later", [HOUR, DAY - 1, -HOUR])
async def test_another_nudge(room: Room, why: Why, later: int) -> None:
    """Within a day there is no second nudge, even if the system's clock jumps back."""
    id_ = await waiting(room)
    await room.act(ANA, Nudge(id_))
    room.now += later
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.again"


async def test_a_nudge_a_day_later(room: Room) -> None:
    """After a day the opponent can nudge again."""
    id_ = await waiting(room)
    await room.act(ANA, Nudge(id_))
    room.now += DAY
    assert not (await room.act(ANA, Nudge(id_))).refused


async def test_a_nudge_in_the_next_turn(room: Room) -> None:
    """In the next turn the opponent can nudge again."""
    id_ = await waiting(room)
    await room.act(ANA, Nudge(id_))
    for mover in (BEN, ANA):
        await room.move(mover, id_, (await room.moves(id_))[0])
    assert not (await room.act(ANA, Nudge(id_))).refused


async def test_one_s_own_turn(room: Room, why: Why) -> None:
    """The player to move can't nudge."""
    assert why(await room.act(BEN, Nudge(await waiting(room)))) == "nudge.own"


async def test_a_watcher(room: Room, why: Why) -> None:
    """A person without a seat can't nudge."""
    assert why(await room.act(CARA, Nudge(await waiting(room)))) == "seat.none"


async def test_a_computer(room: Room, why: Why) -> None:
    """A computer can't be nudged."""
    room.corn.numbers = [1, 2, 3]
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.computer"


async def test_a_player_who_wants_no_reminders(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who has turned off reminders isn't nudged."""
    id_ = await waiting(room)
    preferring(room, monkeypatch, Preferences(reminders=Reminders.OFF))
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.off"


async def test_a_player_on_vacation(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player on vacation isn't nudged, and the reply doesn't say when they are back."""
    id_ = await waiting(room)
    away = Vacation(int(room.now) - 1, int(room.now) + DAY)
    preferring(room, monkeypatch, Preferences(vacation=away))
    reply = await room.act(ANA, Nudge(id_))
    assert why(reply) == "nudge.quiet"
    assert room.say(reply.texts[0]) == "Ben has quiet hours or is on vacation. Try again later."


async def test_quiet_hours(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player in quiet hours isn't nudged."""
    id_ = await waiting(room)
    monkeypatch.setattr("bot.acts.play.nudge.may_call", lambda _person, _now: False)
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.quiet"


@pytest.mark.parametrize("where", Where)
async def test_in_private(room: Room, monkeypatch: pytest.MonkeyPatch, where: Where) -> None:
    """A player who wants reminders in private is nudged there, unless the platform refuses."""
    ana, ben = (Actor(User(Platform.TELEGRAM, each.user.id), each.name) for each in (ANA, BEN))
    monkeypatch.setattr("tests.bot.acts.room.ANA", ana)
    monkeypatch.setattr("tests.bot.acts.room.BEN", ben)
    room.corn.numbers = [2, 1, 3, 4]
    id_ = await room.playing(place=TELEGRAM)
    await room.move(ana, id_, "b+3", place=TELEGRAM)  # type: ignore[arg-type] # also a place
    preferring(room, monkeypatch, Preferences(where=where))
    await room.act(ana, Nudge(id_), place=TELEGRAM)
    expected = Place.private(ben.user) if where is Where.PRIVATE else None
    assert (await room.table(id_)).calls.place == expected


async def test_a_paused_game(room: Room, why: Why) -> None:
    """Nobody is nudged during a pause."""
    id_ = await waiting(room)
    table = await room.table(id_)
    await room.tables.commit(table, steps.pause(table, room.now), Operation("pause"))
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.paused"


async def test_time_that_is_up(room: Room, why: Why) -> None:
    """When the time is up, the opponent has other means than a nudge."""
    id_ = await waiting(room)
    table = await room.table(id_)
    up = Clock.start(Pace(DAY), 2, 1, room.now).up()
    await room.tables.commit(table, steps.retime(table, up), Operation("up"))
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.up"


async def test_a_player_who_has_gone(room: Room, why: Why) -> None:
    """A player who has gone isn't nudged."""
    id_ = await waiting(room)
    table = await room.table(id_)
    missed = steps.miss(table, Absence(1, int(room.now)))
    await room.tables.commit(table, missed, Operation("gone"))
    assert why(await room.act(ANA, Nudge(id_))) == "nudge.gone"


async def test_after_a_vacation(room: Room) -> None:
    """Once a vacation is over, the player can be nudged in the same turn."""
    id_ = await waiting(room)
    table, now = await room.table(id_), int(room.now)
    clock = Clock.start(Pace(5 * DAY), 2, 1, now).held(now, now + DAY)
    await room.tables.commit(table, steps.retime(table, clock), Operation("held"))
    room.now += 2 * DAY
    assert not (await room.act(ANA, Nudge(id_))).refused


async def test_a_nudge_from_elsewhere(room: Room) -> None:
    """A player can be nudged from another place."""
    id_ = await waiting(room)
    reply = await room.act(ANA, Nudge(id_), place=ELSEWHERE)
    assert [text.key for text in reply.texts] == ["nudge.done"]


async def test_a_repeated_nudge(room: Room) -> None:
    """A redelivered nudge changes nothing more, and is confirmed again."""
    id_ = await waiting(room)
    replies = [await room.act(ANA, Nudge(id_), operation="nudge") for _ in range(2)]
    assert [reply.texts[0].key for reply in replies] == ["nudge.done"] * 2
    assert (await room.table(id_)).revision == 4


async def test_the_only_game_that_waits(room: Room, why: Why) -> None:
    """A typed nudge means the only game in which another player is to move."""
    await room.playing([2, 1, 3, 4])
    assert why(await room.act(ANA, Nudge())) == "nudge.none-here"
    id_ = await waiting(room)
    assert not (await room.act(ANA, Nudge())).refused
    assert (await room.table(id_)).calls.nudged

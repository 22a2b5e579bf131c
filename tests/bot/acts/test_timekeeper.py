"""Deadlines, reminders and absences: what the timekeeper does when they fall due."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Extend
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.undo import Undo
from bot.table import steps
from bot.table.calls import Calls, private_place
from bot.table.clock import Stop
from bot.table.due import REFUSED, VACATION, Due
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Place, Platform, Presence, User
from bot.table.ports import Operation
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation, Where
from bot.table.table import Ending, Status, Table
from bot.table.terms import Flag, Terms
from tests.bot.acts.room import ANA, BEN, Room

THREE_DAYS = Terms(Pace(3 * DAY))
HALF_A_DAY = Terms(Pace(12 * HOUR))


async def prefers(room: Room, actor: Actor, preferences: Preferences) -> None:
    """Give a person these preferences, as the store would return them."""
    others = room.store.preferences

    async def preferences_of(user: User) -> Preferences:
        return preferences if user == actor.user else await others(user)

    room.store.preferences = preferences_of  # type: ignore[method-assign] # as if set by them


async def begun(room: Room, terms: Terms) -> TableId:
    """Return a game that has just begun; seat 0, Ana, is to move."""
    return await room.playing([2, 1, 3, 2, 1, 3, 2], terms=terms)


async def playing(room: Room, id_: TableId) -> Table:
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    return table


async def test_the_time_is_up(room: Room) -> None:
    """At the deadline the board says so; the game goes on."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(3 * DAY - 60)
    assert (await playing(room, id_)).forfeit is None
    await room.wait(60)
    assert (await playing(room, id_)).forfeit == 0


async def test_a_move_sets_a_new_deadline(room: Room) -> None:
    """A move starts the opponent's time, and nothing happens at the first deadline."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(2 * DAY)
    await room.move(ANA, id_, (await room.moves(id_))[0])
    await room.wait(2 * DAY)
    assert (await playing(room, id_)).forfeit is None
    await room.wait(1 * DAY)
    assert (await playing(room, id_)).forfeit == 1


async def test_the_time_is_declared_up_once(room: Room) -> None:
    """A deadline that is handled again changes nothing."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(3 * DAY)
    before = await room.table(id_)
    await room.handle(Due(id_, "deadline", room.now))
    assert await room.table(id_) == before


async def test_an_automatic_flag(room: Room) -> None:
    """With `flag=auto` the player whose time is up loses at once."""
    id_ = await begun(room, replace(THREE_DAYS, flag=Flag.AUTO))
    await room.wait(3 * DAY)
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.TIMEOUT, 0, (1,))


async def test_a_late_move_counts(room: Room) -> None:
    """While the opponent decides, the player whose time is up can still move."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(4 * DAY)
    assert not (await room.move(ANA, id_, (await room.moves(id_))[0])).refused
    assert (await playing(room, id_)).forfeit is None


async def test_reminders_by_pace(room: Room) -> None:
    """Reminders come at half and at the last tenth of the time, and no more."""
    id_ = await begun(room, Terms(Pace(10 * HOUR)))
    seen = []
    for _ in range(19):
        await room.wait(HOUR / 2)
        seen.append((await room.table(id_)).calls.count)
    assert seen == [0] * 9 + [1] * 8 + [2] * 2


async def test_reminders_without_a_pace(room: Room) -> None:
    """Without a pace, reminders come after one day and after three."""
    id_ = await begun(room, Terms())
    seen = []
    for _ in range(10):
        await room.wait(DAY / 2)
        seen.append((await room.table(id_)).calls.count)
    assert seen == [0, 1, 1, 1, 1, 2, 2, 2, 2, 2]


async def test_a_move_stops_reminders(room: Room) -> None:
    """A move ends the reminders to the player, and the opponent's begin."""
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(6 * HOUR)
    assert (await room.table(id_)).calls.count == 1
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert (await room.table(id_)).calls.count == 0
    await room.wait(5.9 * HOUR)
    assert (await room.table(id_)).calls.count == 0


@pytest.mark.parametrize(("wanted", "count"), [(Reminders.LESS, 1), (Reminders.OFF, 0)])
async def test_fewer_reminders(room: Room, wanted: Reminders, count: int) -> None:
    """A person can choose only the last reminder, or none."""
    await prefers(room, ANA, Preferences(reminders=wanted))
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(12 * HOUR - 60)
    assert (await room.table(id_)).calls.count == count


async def test_quiet_hours(room: Room) -> None:
    """A reminder that would come in quiet hours comes when they end."""
    room.now = 20 * DAY + 12 * HOUR
    await prefers(room, ANA, Preferences(quiet=Quiet(22, 8), zone="UTC"))
    id_ = await begun(room, Terms(Pace(DAY)))
    await room.wait(12 * HOUR)  # midnight: half of the time
    assert (await room.table(id_)).calls.count == 0
    await room.wait(8 * HOUR - 60)
    assert (await room.table(id_)).calls.count == 0
    await room.wait(60)
    assert (await room.table(id_)).calls.count == 1


async def test_a_reminder_before_the_night(room: Room) -> None:
    """If the time is up before quiet hours end, the reminder comes before they begin."""
    room.now = 20 * DAY + 18 * HOUR
    await prefers(room, ANA, Preferences(quiet=Quiet(22, 8), zone="UTC"))
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(4 * HOUR)
    assert (await room.table(id_)).calls.count == 1
    await room.wait(7 * HOUR)
    assert (await room.table(id_)).calls.count == 1


async def test_a_late_reminder_keeps_quiet_hours(room: Room) -> None:
    """After an outage, a reminder that is overdue waits for the end of quiet hours."""
    room.now = 20 * DAY + 9 * HOUR
    await prefers(room, ANA, Preferences(quiet=Quiet(22, 8), zone="UTC"))
    id_ = await begun(room, Terms())
    room.now += DAY + 14 * HOUR  # 23:00 on the next day
    await room.wait(60)
    assert (await room.table(id_)).calls.count == 0
    await room.wait(9 * HOUR)
    assert (await room.table(id_)).calls.count == 1


async def test_a_vacation_stops_the_clock(room: Room) -> None:
    """During a vacation time stands still; afterwards the rest of it runs."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(DAY)
    start, until = int(room.now), int(room.now) + 7 * DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(start, until)))
    await room.store.schedule(Due(id_, VACATION, room.now))
    await room.wait(7 * DAY - 600, every=600)
    clock = (await playing(room, id_)).clock
    assert clock is not None
    assert (clock.stopped, clock.deadline) == (Stop.VACATION, until + 2 * DAY)
    await room.wait(2 * DAY + 600, every=600)
    assert (await playing(room, id_)).forfeit == 0


async def test_a_vacation_that_the_clock_missed(room: Room) -> None:
    """A deadline is never acted on during a vacation, even if the clock was not told of it."""
    id_ = await begun(room, THREE_DAYS)
    start = int(room.now) + DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(start, start + 7 * DAY)))
    await room.wait(4 * DAY, every=600)
    table = await playing(room, id_)
    assert (table.forfeit, table.deadline) == (None, start + 7 * DAY + 2 * DAY)


async def test_a_turn_that_begins_on_vacation(room: Room) -> None:
    """The clock of a player on vacation starts when they are back."""
    until = int(room.now) + 5 * DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(int(room.now), until)))
    id_ = await begun(room, THREE_DAYS)
    assert (await playing(room, id_)).deadline == until + 3 * DAY


async def test_no_vacation_in_fast_games(room: Room) -> None:
    """A vacation does not stop the clock of games that do not allow it."""
    until = int(room.now) + 5 * DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(int(room.now), until)))
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(12 * HOUR)
    assert (await playing(room, id_)).forfeit == 0


async def test_no_private_reminders_on_the_web(room: Room) -> None:
    """The web chat has no private messages, so its players are called on the board."""
    await prefers(room, ANA, Preferences(where=Where.PRIVATE))
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(6 * HOUR)
    assert (await room.table(id_)).calls.place is None


@pytest.mark.parametrize("where", Where)
def test_private_reminders(where: Where) -> None:
    """A person who prefers private messages is called there, unless the platform refuses them."""
    ana = User(Platform.TELEGRAM, "17")
    expected = Place.private(ana) if where is Where.PRIVATE else None
    assert private_place(ana, Preferences(where=where)) == expected


async def test_a_refused_reminder(room: Room) -> None:
    """If the platform refuses a private reminder, the player is called on the board, once."""
    id_ = await begun(room, Terms())
    place = Place.private(ANA.user)
    table = await room.table(id_)
    step = steps.call(table, Calls(1, int(room.now), place=place))
    await room.tables.commit(table, step, Operation("call"))
    await room.store.schedule(Due(id_, f"{REFUSED}:{place}", room.now))
    await room.wait(60)
    calls = (await room.table(id_)).calls
    assert (calls.place, calls.refused, calls.count) == (None, True, 1)
    assert (await room.store.preferences(ANA.user)).where is Where.REFUSED


async def test_a_person_who_left(room: Room) -> None:
    """A player who has left is not called; the board says so."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.GONE
    await room.wait(DAY)
    table = await playing(room, id_)
    assert (table.calls.count, table.forfeit) == (0, None)
    assert table.absence is not None


async def test_claiming_after_a_day(room: Room) -> None:
    """A day after an absence was noticed, the opponent may claim the win."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.GONE
    await room.wait(2 * DAY - 60)
    assert (await playing(room, id_)).forfeit is None
    await room.wait(120)
    assert (await playing(room, id_)).forfeit == 0


async def test_a_person_who_came_back(room: Room) -> None:
    """A player who is back within a day is called again, and loses nothing."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.GONE
    await room.wait(1.5 * DAY)
    room.presence[ANA.user] = Presence.PRESENT
    await room.wait(DAY)
    table = await playing(room, id_)
    assert (table.absence, table.forfeit) == (None, None)


async def test_silent_platforms_declare_nobody_gone(room: Room) -> None:
    """Where the platform does not tell, the player is called, and nobody is declared gone."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.UNKNOWN
    await room.wait(DAY)
    table = await playing(room, id_)
    assert (table.absence, table.calls.count) == (None, 1)


async def test_a_move_while_a_reminder_is_put_off(room: Room) -> None:
    """A player who moves just as their reminder is put off doesn't put off the opponent's."""
    id_ = await begun(room, Terms())
    others, away = room.store.preferences, Vacation(int(room.now), int(room.now) + 7 * DAY)

    async def preferences_of(user: User) -> Preferences:
        if user != ANA.user:
            return await others(user)
        if room.now >= start + DAY and await room.mover(id_) is ANA:
            await room.move(ANA, id_, (await room.moves(id_))[0])
        return Preferences(vacation=away)

    start = room.now
    room.store.preferences = preferences_of  # type: ignore[method-assign] # as if set by Ana
    await room.wait(2 * DAY)
    table = await playing(room, id_)
    assert (await room.mover(id_), table.calls.count) == (BEN, 1)


async def test_no_reminders_during_a_pause(room: Room) -> None:
    """A paused game calls nobody, and its time does not run out."""
    id_ = await begun(room, HALF_A_DAY)
    await room.act(BEN, Pause(id_))
    asking = (await room.table(id_)).asking
    assert asking is not None
    assert not (await room.act(ANA, Answer(id_, asking.revision, agrees=True))).refused
    await room.wait(3 * DAY, every=600)
    table = await playing(room, id_)
    assert (table.forfeit, table.calls.count) == (None, 0)


async def test_games_against_the_computer_have_no_clock(room: Room) -> None:
    """Nothing flags and nobody is called in a game against the computer."""
    id_ = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(id_))
    await room.wait(10 * DAY, every=3600)
    table = await playing(room, id_)
    assert (table.clock, table.calls.count) == (None, 0)


async def test_the_opponent_is_called_to_decide(room: Room) -> None:
    """When the time is up, the opponent is called, once."""
    id_ = await begun(room, THREE_DAYS)
    await room.wait(3 * DAY)
    table = await room.table(id_)
    assert (table.calls.count, table.silent, table.calls.revision) == (1, False, table.revision)
    await room.wait(5 * DAY, every=600)
    assert (await room.table(id_)).revision == table.revision


async def test_the_opponent_decides_after_quiet_hours(room: Room) -> None:
    """A time that is up in the opponent's quiet hours is announced when those end."""
    room.now = 20 * DAY + 12 * HOUR
    await prefers(room, BEN, Preferences(quiet=Quiet(22, 8), zone="UTC"))
    id_ = await begun(room, HALF_A_DAY)
    await room.wait(12 * HOUR)
    table = await room.table(id_)
    assert (table.forfeit, table.silent, table.calls.count) == (0, True, 0)
    await room.wait(8 * HOUR)
    assert (await room.table(id_)).calls.count == 1


async def test_a_nudge_of_a_player_who_left(room: Room) -> None:
    """A nudge does not call a player who has left; the board says so instead."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.GONE
    assert (await room.act(BEN, Nudge(id_))).refused
    table = await room.table(id_)
    assert (table.absence is not None, table.calls.count) == (True, 0)


async def test_a_press_on_the_board_before_a_reminder(room: Room) -> None:
    """A press that a reminder overtakes counts: the position is still the same."""
    id_ = await begun(room, HALF_A_DAY)
    before, (move, *_) = await room.table(id_), await room.moves(id_)
    await room.wait(6 * HOUR)
    assert (await room.table(id_)).revision == before.revision + 1
    pressed = Move(id_, before.revision, move, before.mark)
    assert not (await room.act(ANA, pressed)).refused
    assert (await room.table(id_)).moves == 1


async def test_a_vacation_without_a_trace(room: Room) -> None:
    """A clock that waits for the end of a vacation that no longer exists goes on."""
    until = int(room.now) + 5 * DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(int(room.now), until)))
    id_ = await begun(room, THREE_DAYS)
    await prefers(room, ANA, Preferences())
    await room.store.schedule(Due(id_, VACATION, room.now))
    await room.wait(60)
    assert (await playing(room, id_)).deadline == int(room.now) + 3 * DAY


async def test_a_day_for_a_person_who_left(room: Room) -> None:
    """After a day more, a player who is still gone can be claimed again."""
    id_ = await begun(room, Terms())
    room.presence[ANA.user] = Presence.GONE
    await room.wait(2 * DAY + 60, every=600)
    assert not (await room.act(BEN, Extend(id_))).refused
    assert (await playing(room, id_)).forfeit is None
    await room.wait(DAY + 600, every=600)
    assert (await playing(room, id_)).forfeit == 0


async def test_a_person_who_left_without_reminders(room: Room) -> None:
    """A player who wants no reminders is not called, but noticed when they have gone."""
    await prefers(room, ANA, Preferences(reminders=Reminders.OFF))
    id_ = await begun(room, HALF_A_DAY)
    room.presence[ANA.user] = Presence.GONE
    await room.wait(11 * HOUR)
    table = await playing(room, id_)
    assert (table.absence is not None, table.calls.count) == (True, 0)


async def test_the_board_when_a_vacation_ends(room: Room) -> None:
    """When a vacation ends by itself, the table no longer says that the clock stands still."""
    until = int(room.now) + 5 * DAY
    await prefers(room, ANA, Preferences(vacation=Vacation(int(room.now), until)))
    id_ = await begun(room, THREE_DAYS)
    await room.wait(5 * DAY + 600, every=600)
    clock = (await playing(room, id_)).clock
    assert clock is not None
    assert (clock.stopped, clock.deadline) == (None, until + 3 * DAY)


async def test_taking_back_makes_no_time(room: Room) -> None:
    """With a bank, nobody gains time when a move is taken back and played again."""
    id_ = await begun(room, Terms(Pace(DAY, HOUR)))
    await room.move(ANA, id_, (await room.moves(id_))[0])
    before = (await playing(room, id_)).deadline
    for _ in range(3):
        await room.act(ANA, Undo(id_))
        asking = (await playing(room, id_)).asking
        assert asking is not None
        await room.act(BEN, Answer(id_, asking.revision, agrees=True))
        await room.move(ANA, id_, (await room.moves(id_))[0])
    assert (await playing(room, id_)).deadline == before

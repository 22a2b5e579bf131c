"""What every store does, in memory or on a server, over a reliable or a faulty connection."""

import asyncio
import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import pytest

from bot.table.copies import Copy
from bot.table.due import Due
from bot.table.former import Departure, Former
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import (
    MAX_REST_SECONDS,
    Operation,
    Overdue,
    Showing,
    Shown,
    Store,
    Verdict,
)
from bot.table.preferences import Preferences, Quiet, Reminders, Where
from bot.table.seats import Computer, Kept, Person
from bot.table.settings import Placing, Settings
from bot.table.table import Ending, Status, Table
from tests.bot.preferences import everything_set

if TYPE_CHECKING:
    from tests.bot.store.conftest import Watch

ANA, BEN, CARA = (User(Platform.WEB, name) for name in ("ana", "ben", "cara"))
POSTED = Operation("posted")
PRESSED = Operation("pressed")
ENTRIES = ("1100", "1000", "0111")


def moved(table: Table, **changes: object) -> Table:
    """The table's next revision."""
    return replace(table, revision=table.revision + 1, status=Status.PLAYING, **changes)


async def commit(store: Store, table: Table, operation: Operation = PRESSED) -> Verdict:
    return await store.commit(table, ENTRIES, operation, [table.place])


async def test_an_unknown_table(store: Store) -> None:
    """Loading an unknown table returns None."""
    assert await store.load(TableId("aaaaaaaaaa")) is None


async def test_a_table_is_kept_as_it_is(store: Store, table: Table) -> None:
    """A table is loaded as it was created."""
    await store.create(table, POSTED)
    assert await store.load(table.id) == table


async def test_a_table_is_created_once(store: Store, table: Table) -> None:
    """A second table with the same id doesn't replace the first."""
    await store.create(table, POSTED)
    assert not await store.create(replace(table, code="other"), PRESSED)
    assert await store.load(table.id) == table


async def test_a_repeated_creation(store: Store, table: Table) -> None:
    """Creating a table is idempotent by operation."""
    assert await store.create(table, POSTED)
    assert await store.create(table, POSTED)


async def test_a_game_that_has_begun(store: Store, table: Table) -> None:
    """A table can be created with a game that has begun, and the first entries of its record."""
    begun = replace(table, status=Status.PLAYING)
    await store.create(begun, POSTED, (), ENTRIES)
    assert not await store.create(table, PRESSED, (), ENTRIES)
    assert (await store.load(table.id), await store.record(table.id)) == (begun, ENTRIES)


async def test_a_step_is_applied(store: Store, table: Table) -> None:
    """A step replaces the table and extends its record."""
    await store.create(table, POSTED)
    assert await commit(store, moved(table)) is not Verdict.STALE
    assert await store.load(table.id) == moved(table)
    assert await store.record(table.id) == ENTRIES


async def test_a_repeated_step(store: Store, table: Table) -> None:
    """Committing a step is idempotent by operation."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    assert await commit(store, moved(table)) is Verdict.REPEATED
    assert await store.record(table.id) == ENTRIES


async def test_a_stale_step(store: Store, table: Table) -> None:
    """A step from an old revision is stale and changes nothing."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    assert await commit(store, moved(table, casts=9), Operation("late")) is Verdict.STALE
    assert await store.load(table.id) == moved(table)
    assert await store.record(table.id) == ENTRIES


async def test_a_step_of_an_unknown_table(store: Store, table: Table) -> None:
    """A step of a table that doesn't exist is stale."""
    assert await commit(store, moved(table)) is Verdict.STALE


async def test_of_many_presses_at_once_one_counts(store: Store, table: Table) -> None:
    """Of twenty presses on one revision, only one is applied."""
    await store.create(table, POSTED)
    after = moved(table)
    verdicts = await asyncio.gather(
        *(commit(store, after, Operation(f"press-{n}")) for n in range(20))
    )
    assert await store.record(table.id) == ENTRIES
    assert verdicts.count(Verdict.STALE) == 19


async def test_an_operation_is_remembered(store: Store, table: Table) -> None:
    """A store knows whether an operation has been applied to a table."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    assert await store.applied(table.id, PRESSED)
    assert not await store.applied(table.id, Operation("press"))


async def test_eight_operations_are_remembered(store: Store, table: Table) -> None:
    """The last eight operations are remembered, older ones aren't."""
    await store.create(table, POSTED)
    for n in range(9):
        table = moved(table)
        await commit(store, table, Operation(f"op{n}"))
    assert not await store.applied(table.id, Operation("op0"))
    assert await store.applied(table.id, Operation("op1"))


async def test_a_record_in_parts(store: Store, table: Table) -> None:
    """A record consists of the entries of every step in order."""
    await store.create(table, POSTED)
    for n, entries in enumerate((("1100", "b+2"), (), ("-",))):
        table = moved(table)
        await store.commit(table, entries, Operation(f"op{n}"), [table.place])
    assert await store.record(table.id) == ("1100", "b+2", "-")


async def test_people_find_their_tables(store: Store, table: Table) -> None:
    """The host, the challenged player and everyone who joins can find the table; others can't."""
    await store.create(table, POSTED)
    assert await store.tables_of(ANA) == (table,)
    assert await store.tables_of(BEN) == (table,)
    assert await store.tables_of(CARA) == ()
    joined = moved(table, seats=(table.host, Person(CARA, "Cara")))
    await store.index(joined)
    assert await store.tables_of(CARA) == ()
    await commit(store, joined)
    assert await store.tables_of(CARA) == (joined,)


async def test_a_table_that_is_over_is_not_listed(store: Store, table: Table) -> None:
    """A table that is over is in no list, but it is kept."""
    await store.create(table, POSTED)
    over = replace(moved(table), status=Status.OVER)
    await commit(store, over)
    await store.unindex(over)
    assert await store.tables_of(ANA) == await store.tables_in(table.place) == ()
    assert await store.load(table.id) == over
    assert await store.by_code(table.code) == table.id


@pytest.mark.parametrize("address", ["memory", "redis"], indirect=True)
async def test_lists_lose_no_table(store: Store, table: Table) -> None:
    """An open table stays listed, however many tables begin and end after it."""
    await store.create(table, POSTED)
    for number in range(300):
        later = replace(table, id=TableId(f"t{number:09}"), code=f"c{number}", created=2_000_000)
        await store.create(later, Operation(f"post{number}"))
        if number:
            over = replace(moved(later), status=Status.OVER)
            await commit(store, over, Operation(f"end{number}"))
    assert [found.id for found in await store.tables_of(ANA)] == ["t000000000", table.id]
    assert [found.id for found in await store.tables_in(table.place)] == ["t000000000", table.id]


def played(table: Table, number: int, **changes: object) -> Table:
    """A game that ended at 1,700,000,000 minus so many seconds."""
    ended = 1_700_000_000 - number
    id_ = TableId(f"t{number:09}")
    return replace(
        table, id=id_, code=f"c{number}", status=Status.OVER, position="x", touched=ended, **changes
    )


async def end(store: Store, table: Table) -> None:
    """Create a table that is over, and clean it up."""
    await store.create(table, POSTED)
    await store.unindex(table)


async def test_games_played_in_a_place(store: Store, table: Table) -> None:
    """Games that ended lately in a place are listed, newest first; others aren't."""
    elsewhere = Place(Platform.WEB, "cacao")
    await end(store, played(table, 3))
    await end(store, played(table, 1))
    await end(store, played(table, 2, place=elsewhere))
    await end(store, replace(played(table, 4), position="", ending=Ending.DECLINED))
    await end(store, played(table, 3600))
    await store.create(replace(played(table, 5), status=Status.PLAYING), POSTED)
    found = await store.played_in(table.place, since=1_700_000_000 - 3600, limit=10)
    assert [each.id for each in found] == ["t000000001", "t000000003"]
    found = await store.played_in(table.place, since=1_700_000_000 - 3600, limit=1)
    assert [each.id for each in found] == ["t000000001"]
    assert await store.played_in(Place(Platform.WEB, "chan"), since=0, limit=10) == ()


async def test_a_game_cleaned_up_twice_is_listed_once(store: Store, table: Table) -> None:
    """Cleaning up is idempotent, also for the list of games played."""
    over = played(table, 1)
    await end(store, over)
    await store.unindex(over)
    assert await store.played_in(table.place, since=0, limit=10) == (over,)


async def test_dues_are_scheduled_with_the_step(store: Store, table: Table) -> None:
    """Dues are scheduled with a creation or a step, but not if the step is stale."""
    await store.create(table, POSTED, (Due(table.id, "upkeep", 10),))
    assert [(due.table, due.what) for due in await store.claim(10)] == [(table.id, "upkeep")]
    await store.commit(moved(table), (), PRESSED, [], (Due(table.id, "upkeep", 20),))
    assert [due.what for due in await store.claim(20)] == ["upkeep"]
    late = (Due(table.id, "late", 30),)
    assert await store.commit(moved(table), (), Operation("late"), [], late) is Verdict.STALE
    assert "late" not in [due.what for due in await store.claim(30)]


async def test_people_without_preferences(store: Store) -> None:
    """By default nobody is blocked."""
    assert await store.preferences(ANA) == Preferences()


async def test_blocking(store: Store) -> None:
    """Players and everyone can be blocked and unblocked independently."""
    await store.block(ANA, BEN, "Ben")
    await store.block(ANA, CARA, "Cara")
    await store.block(ANA, None)
    assert await store.preferences(ANA) == Preferences({BEN: "Ben", CARA: "Cara"}, blocks_all=True)
    await store.unblock(ANA, BEN)
    await store.unblock(ANA, None)
    assert await store.preferences(ANA) == Preferences({CARA: "Cara"})
    assert await store.preferences(BEN) == Preferences()


async def test_players_who_have_played(store: Store) -> None:
    """That a player has played is recorded permanently, alongside other preferences."""
    await store.block(ANA, BEN, "Ben")
    for _ in range(2):
        await store.note_played(ANA)
    assert await store.preferences(ANA) == Preferences({BEN: "Ben"}, played=True)
    assert not (await store.preferences(BEN)).played


async def test_changed_preferences(store: Store) -> None:
    """Everything that a person sets is stored at once; nobody else's is changed."""
    everything = replace(await everything_set(), language="es-MX")
    for _ in range(2):
        await store.prefer(ANA, everything)
        stored = await store.preferences(ANA)
        names = [each.name for each in fields(stored)]
        lost = [name for name in names if getattr(stored, name) != getattr(everything, name)]
        assert not lost, f"{lost} of Preferences lacks `read` in its metadata, or it is wrong"
    assert await store.preferences(BEN) == Preferences()


async def test_other_preferences_stay(store: Store) -> None:
    """A change leaves blocks and other preferences as they are."""
    await store.block(ANA, BEN, "Ben")
    await store.prefer(ANA, Preferences(zone="+05:30", quiet=Quiet(0, 9)))
    await store.prefer(ANA, Preferences(reminders=Reminders.OFF))
    assert await store.preferences(ANA) == Preferences(
        {BEN: "Ben"}, reminders=Reminders.OFF, zone="+05:30", quiet=Quiet(0, 9)
    )


async def test_preferences_set_back(store: Store) -> None:
    """Preferences can be set back to their defaults."""
    everything = replace(await everything_set(), where=Where.REFUSED)
    await store.prefer(ANA, everything)
    await store.prefer(ANA, Preferences(), everything)
    assert await store.preferences(ANA) == Preferences()


async def test_a_channel_lists_its_tables(store: Store, table: Table) -> None:
    """A channel's tables are listed, the newest first."""
    newer = replace(table, id=TableId("aaaaaaaaaa"), code="c2", created=table.created + 1)
    for each in (table, newer):
        await store.create(each, Operation(each.id))
    assert await store.tables_in(table.place) == (newer, table)
    assert await store.tables_in(Place(Platform.WEB, "beans")) == ()


async def test_a_table_that_moves(store: Store, table: Table) -> None:
    """A table that has moved is listed only in its new place."""
    beans = Place(Platform.WEB, "beans")
    await store.create(table, POSTED)
    there = moved(table, place=beans)
    await store.index(there)
    assert await store.tables_in(beans) == ()
    await store.commit(there, (), PRESSED, [table.place, beans])
    assert await store.tables_in(table.place) == ()
    assert await store.tables_in(beans) == (there,)
    assert set(await store.overdue(Platform.WEB)) == {
        Overdue(table.id, table.place),
        Overdue(table.id, beans),
    }


async def test_a_table_with_copies(store: Store, table: Table) -> None:
    """A table is listed in each place that shows it, and no longer once it doesn't."""
    beans = Place(Platform.WEB, "beans")
    await store.create(table, POSTED)
    shown = moved(table, copies=(Copy(beans, ANA),))
    await store.index(shown)
    await store.commit(shown, (), PRESSED, [*shown.shown_in])
    assert await store.tables_in(table.place) == await store.tables_in(beans) == (shown,)
    assert len(await store.overdue(Platform.WEB)) == 2
    hidden = moved(shown, copies=())
    await store.commit(hidden, (), Operation("hide"), [*shown.shown_in])
    assert (await store.tables_in(table.place), await store.tables_in(beans)) == ((hidden,), ())


async def test_a_place_that_no_longer_shows_a_table(store: Store, table: Table) -> None:
    """Nothing is noted of a place that no longer shows a table; a later revision is overdue."""
    await store.create(table, POSTED)
    for revision, current in ((1, True), (0, False)):
        await store.mark_shown(table.id, table.place, Shown(1, "m"))
        await store.mark_overdue(table.id, table.place)
        assert await store.unshow(table.id, table.place, revision) is current
        assert await store.shown(table.id, table.place) is None
        overdue = () if current else (Overdue(table.id, table.place),)
        assert await store.overdue(Platform.WEB) == overdue


async def test_a_channel_without_settings(store: Store) -> None:
    """A channel without settings has the defaults."""
    assert await store.settings(Place(Platform.WEB, "maize")) == Settings()


async def test_a_channel_s_settings(store: Store) -> None:
    """Settings apply to a channel and its threads, and to no other channel."""
    settings = Settings(Placing.NEW, delete_old=False, thread=True, tables=False)
    await store.change_settings(Place(Platform.DISCORD, "1"), settings)
    assert await store.settings(Place(Platform.DISCORD, "1", "2")) == settings
    assert await store.settings(Place(Platform.DISCORD, "2")) == Settings()
    assert await store.settings(Place(Platform.TELEGRAM, "1")) == Settings()


async def test_an_index_entry_without_a_table(store: Store, table: Table) -> None:
    """An index entry without a table is ignored."""
    await store.index(table)
    assert await store.tables_of(ANA) == ()


async def test_a_watch_code(store: Store, table: Table) -> None:
    """A watch code finds its table, and no other code does."""
    await store.create(table, POSTED)
    assert await store.by_code("a-watch-code") == table.id
    assert await store.by_code("another") is None


async def test_a_new_table_is_overdue(store: Store, table: Table) -> None:
    """A new table is overdue in its place, and only on its platform."""
    await store.create(table, POSTED)
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)
    assert await store.overdue(Platform.DISCORD) == ()


async def test_a_new_table_is_overdue_in_all_places(store: Store, table: Table) -> None:
    """A rematch of players in several places is marked in each of them with its creation."""
    user = table.host.user
    places = [Place(platform, "beans") for platform in (Platform.WEB, Platform.DISCORD)]
    copies = tuple(Copy(place, user) for place in places)
    await store.create(replace(table, copies=copies), POSTED)
    home, *others = (Overdue(table.id, place) for place in (table.place, *places))
    assert {*await store.overdue(Platform.WEB)} == {home, others[0]}
    assert await store.overdue(Platform.DISCORD) == (others[1],)


async def test_a_board_that_was_shown(store: Store, table: Table) -> None:
    """A place that shows the latest revision is no longer overdue."""
    await store.create(table, POSTED)
    assert await store.shown(table.id, table.place) is None
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)
    assert await store.mark_shown(table.id, table.place, Shown(1, "m|1", 10.5, 20.25))
    assert await store.shown(table.id, table.place) == Shown(1, "m|1", 10.5, 20.25)
    assert await store.overdue(Platform.WEB) == ()


async def test_a_board_that_was_given_up(store: Store, table: Table) -> None:
    """A board that was given up isn't overdue, and what was shown before is still known."""
    await store.create(table, POSTED)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    await store.mark_overdue(table.id, table.place)
    await store.give_up(table.id, table.place, 1)
    assert await store.overdue(Platform.WEB) == ()
    assert await store.shown(table.id, table.place) == Shown(1, "m1")


async def test_giving_up_an_old_revision(store: Store, table: Table) -> None:
    """Giving up an old revision leaves the new one overdue."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    await store.give_up(table.id, table.place, 1)
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_showing_an_old_revision(store: Store, table: Table) -> None:
    """A board that was overtaken while being sent stays overdue."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    assert not await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_a_board_that_is_asked_for(store: Store, table: Table) -> None:
    """A board that is up to date can be made overdue again."""
    await store.create(table, POSTED)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    await store.mark_overdue(table.id, table.place)
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_one_lease_at_a_time(store: Store, table: Table) -> None:
    """Only one process at a time holds the lease on a board."""
    await store.create(table, POSTED)
    async with store.showing(table.id, table.place) as first:
        assert first
        async with store.showing(table.id, table.place) as second:
            assert not second
    async with store.showing(table.id, table.place) as third:
        assert third


async def test_what_a_lease_returns(store: Store, table: Table) -> None:
    """The lease comes with the current table, what is shown, and the place's settings."""
    await store.create(table, POSTED)
    settings = Settings(delete_old=False)
    await store.change_settings(table.place, settings)
    async with store.showing(table.id, table.place) as showing:
        assert showing == Showing(table, None, settings)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    await commit(store, moved(table))
    async with store.showing(table.id, table.place) as showing:
        assert showing == Showing(moved(table), Shown(1, "m1"), settings)


async def test_no_lease(store: Store, table: Table) -> None:
    """There is no lease on a board that isn't overdue or has no table."""
    await store.create(table, POSTED)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    async with store.showing(table.id, table.place) as showing:
        assert showing is None
    nothing = TableId("nothing")
    await store.mark_overdue(nothing, table.place)
    async with store.showing(nothing, table.place) as showing:
        assert showing is None


async def test_an_old_board_shown_last(store: Store, table: Table) -> None:
    """A slow process that shows an old board over the latest makes the board overdue again."""
    await store.create(table, POSTED)
    await commit(store, moved(table))
    assert await store.mark_shown(table.id, table.place, Shown(2, "m2"))
    assert not await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_a_board_without_a_table(store: Store, table: Table) -> None:
    """A board without a table is overdue until it is to be shown."""
    await store.mark_overdue(table.id, table.place)
    assert not await can_be_leased(store, table)
    assert await store.overdue(Platform.WEB) == ()


async def can_be_leased(store: Store, table: Table) -> bool:
    """Whether the lease on a board can be taken."""
    async with store.showing(table.id, table.place) as showing:
        return showing is not None


async def test_a_board_that_rests(store: Store, table: Table, watch: "Watch") -> None:
    """A resting board can't be leased until its rest is over, whatever happens to its table."""
    await store.create(table, POSTED)
    await store.rest(table.id, table.place, 20)
    await commit(store, moved(table))
    await store.mark_overdue(table.id, table.place)
    watch.now += 19.5
    assert await store.overdue(Platform.WEB) == ()
    assert not await can_be_leased(store, table)
    watch.now += 0.5
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)
    assert await can_be_leased(store, table)


async def test_showing_ends_a_rest(store: Store, table: Table) -> None:
    """Showing a board ends its rest."""
    await store.create(table, POSTED)
    await store.rest(table.id, table.place, 20)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    await store.mark_overdue(table.id, table.place)
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_resting_a_board_that_is_not_overdue(store: Store, table: Table) -> None:
    """Resting doesn't make an up-to-date board overdue."""
    await store.create(table, POSTED)
    await store.mark_shown(table.id, table.place, Shown(1, "m1"))
    await store.rest(table.id, table.place, 0)
    assert await store.overdue(Platform.WEB) == ()


async def test_a_long_rest(store: Store, table: Table, watch: "Watch") -> None:
    """A rest lasts an hour at most."""
    await store.create(table, POSTED)
    await store.rest(table.id, table.place, 10 * MAX_REST_SECONDS)
    watch.now += MAX_REST_SECONDS - 1
    assert await store.overdue(Platform.WEB) == ()
    watch.now += 1
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)


async def test_a_clock_that_is_set_back(store: Store, table: Table, watch: "Watch") -> None:
    """If the clock is set back, an overdue board is still shown at once."""
    watch.now += 9 * MAX_REST_SECONDS
    await store.create(table, POSTED)
    watch.now -= 9 * MAX_REST_SECONDS
    assert await store.overdue(Platform.WEB) == (Overdue(table.id, table.place),)
    assert await can_be_leased(store, table)


async def test_resting_boards_come_last(store: Store, table: Table, watch: "Watch") -> None:
    """Resting boards don't use up the limit, and come after boards that were already waiting."""
    other = replace(table, id=TableId("aaaaaaaaaa"), code="c2")
    for each in (table, other):
        watch.now += 1
        await store.create(each, Operation(each.id))
    await store.rest(table.id, table.place, 5)
    assert [board.table for board in await store.overdue(Platform.WEB, 1)] == [other.id]
    watch.now += 5
    assert [board.table for board in await store.overdue(Platform.WEB)] == [other.id, table.id]


async def test_the_longest_waiting_board_comes_first(
    store: Store, table: Table, watch: "Watch"
) -> None:
    """A board that changes again while it is overdue keeps its place in the queue."""
    other = replace(table, id=TableId("aaaaaaaaaa"), code="c2")
    for each in (table, other):
        watch.now += 1
        await store.create(each, Operation(each.id))
    watch.now += 1
    await commit(store, moved(table))
    await store.mark_overdue(table.id, table.place)
    assert [board.table for board in await store.overdue(Platform.WEB)] == [table.id, other.id]


async def test_a_watch_code_of_no_table(store: Store, table: Table) -> None:
    """The watch code of a creation that failed finds nothing."""
    await store.create(table, POSTED)
    await store.create(replace(table, code="other"), PRESSED)
    assert await store.by_code("other") is None


async def test_a_secret_is_one(store: Store) -> None:
    """A secret is 32 bytes and the same for every caller."""
    secret = await store.secret("cookies")
    assert len(secret) == 32
    assert await store.secret("cookies") == secret
    assert await store.secret("other") != secret


@pytest.mark.parametrize("ending", [None, *Ending])
async def test_every_ending_is_kept(store: Store, table: Table, ending: Ending | None) -> None:
    """Every ending survives a round trip."""
    over = replace(moved(table), status=Status.OVER, ending=ending, ended_by=1, places=((0,), (1,)))
    await store.create(table, POSTED)
    await commit(store, over)
    assert await store.load(table.id) == over


async def test_past_tables(store: Store, table: Table) -> None:
    """A finished table is listed for everyone who is named there, the last one first."""
    ids = []
    for number in (1, 2):
        ended = replace(table, id=TableId(f"past{number:06}"), code=f"code{number:07}")
        await store.create(ended, Operation(f"post-{number}"))
        at = int(time.time()) - 10 + number
        over = replace(ended, revision=2, status=Status.OVER, touched=at)
        await store.commit(over, [], Operation(f"end-{number}"), [])
        await store.unindex(over)
        ids.insert(0, over.id)
    for user in table.people:
        assert await store.past_of(user) == tuple(ids)
    assert await store.past_of(User(Platform.WEB, "nobody")) == ()


async def test_open_tables_are_not_past(store: Store, table: Table) -> None:
    """An open table isn't among the past tables of its players."""
    await store.create(table, Operation("post"))
    for user in table.people:
        assert await store.past_of(user) == ()


async def test_a_table_that_was_left(store: Store, table: Table) -> None:
    """A running table is among the past ones of a person who has left it."""
    await store.create(table, Operation("post"))
    holder = table.seats[0]
    assert isinstance(holder, Person)
    left = replace(
        table,
        revision=2,
        seats=(Computer("easy"), *table.seats[1:]),
        former=(Former(0, holder, Departure.RESIGNED, 0, table.touched),),
        touched=int(time.time()),
    )
    await store.index(left)
    await store.commit(left, [], Operation("leave"), [])
    assert await store.past_of(holder.user) == (table.id,)
    assert await store.tables_of(holder.user) == ()


async def test_erasing_a_table(store: Store, table: Table) -> None:
    """An erased table is gone with its record, its watch code and its index entries."""
    await store.create(table, Operation("post"))
    over = replace(table, revision=2, status=Status.OVER)
    await store.commit(over, ["1100"], Operation("end"), [table.place])
    await store.unindex(over)
    await store.erase(over)
    assert await store.load(table.id) is None
    assert await store.record(table.id) == ()
    assert await store.by_code(table.code) is None
    for user in table.people:
        assert await store.past_of(user) == ()
    assert await store.overdue(table.place.platform) == ()


async def test_erasing_twice(store: Store, table: Table) -> None:
    """Erasing a table that is gone does nothing, and it can't be changed any more."""
    await store.create(table, Operation("post"))
    await store.erase(table)
    await store.erase(table)
    later = replace(table, revision=2)
    assert await store.commit(later, [], Operation("late"), []) is Verdict.STALE


async def test_forgetting_a_person(store: Store, table: Table) -> None:
    """A forgotten person has no preferences and no index entries; others' blocks stay, unnamed."""
    ana, ben = User(Platform.WEB, "ana"), User(Platform.WEB, "ben")
    await store.prefer(ana, Preferences(zone="UTC"))
    await store.block(ana, ben, "Ben")
    await store.block(ben, ana, "Ana")
    await store.forget(ana)
    await store.forget(ana)
    assert await store.preferences(ana) == Preferences()
    preferences = await store.preferences(ben)
    assert preferences.blocked == {ana.pseudonym: ""}
    assert preferences.refuses(ana)
    assert await store.past_of(ana) == ()
    await store.unblock(ben, ana)
    assert not (await store.preferences(ben)).blocked


async def test_blocking_a_forgotten_person_again(store: Store) -> None:
    """A person who is blocked again after they were forgotten is there once, with their name."""
    ana, ben = User(Platform.WEB, "ana"), User(Platform.WEB, "ben")
    await store.block(ben, ana, "Ana")
    await store.forget(ana)
    await store.block(ben, ana, "Anna")
    assert (await store.preferences(ben)).blocked == {ana: "Anna"}


async def test_disconnecting(store: Store, table: Table) -> None:
    """Nothing of a person's own points to a table any more; for others, nothing changes."""
    ana, ben = (User(Platform.TELEGRAM, id_) for id_ in ("17", "18"))
    own, other = Place(Platform.TELEGRAM, "17"), Place.private(ben)
    private = (Place.private(ana), own)
    seats = (Person(ana, "Ana"), Kept(ben, "Ben"))
    await store.create(replace(table, seats=seats, place=own), Operation("post"))
    for place in (*private, other):
        await store.mark_shown(table.id, place, Shown(1, "m"))
        await store.mark_overdue(table.id, place)
    nobody = replace(table, seats=(Person(User.deleted(Platform.TELEGRAM, 0), ""), seats[1]))
    after = replace(nobody, revision=2, place=Place.deleted(Platform.TELEGRAM))
    assert (await store.commit(after, (), Operation("forget"), ())).applied
    for _ in range(2):
        await store.disconnect(table.id, ana)
    assert [await store.shown(table.id, place) for place in private] == [None, None]
    assert await store.shown(table.id, other) == Shown(1, "m")
    assert await store.overdue(Platform.TELEGRAM) == (Overdue(table.id, other),)
    assert await store.past_of(ana) == ()
    assert (await store.tables_of(ana), await store.tables_in(own)) == ((), ())
    assert await store.tables_of(ben) == (after,)


async def test_settings_of_a_private_chat(store: Store) -> None:
    """The settings of a forgotten person's private chat are deleted, those of others stay."""
    mine, other = Place(Platform.TELEGRAM, "17"), Place(Platform.TELEGRAM, "-1001")
    changed_settings = Settings(tables=False)
    await store.change_settings(mine, changed_settings)
    await store.change_settings(other, changed_settings)
    await store.forget(User(Platform.TELEGRAM, "17"))
    assert await store.settings(mine) == Settings()
    assert await store.settings(other) == changed_settings

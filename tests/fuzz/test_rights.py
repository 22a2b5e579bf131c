"""What the checks of rights and errors find."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import structlog

from bot.table.people import Platform, User
from bot.table.seats import Free
from bot.table.settings import Settings
from bot.table.table import Ending, Status, Table
from tests.fuzz.faults import Logged, reported
from tests.fuzz.rights import Owned, judge
from tests.fuzz.way import Effect
from tests.fuzz.words import ASKED, PLAYED, WAITING
from tests.fuzz.world import World

ANA, BEN, CARA, DAN = (User(Platform.WEB, str(number)) for number in range(1, 5))


@pytest.fixture(scope="module")
def world() -> World:
    return World(Platform.WEB, "maize", 1)


@pytest.fixture
async def owned(world: World) -> Owned:
    """What belongs to whom before anything happens."""
    return await Owned.of(world.store, [world.place], [ANA, BEN, CARA, DAN])


def changed(world: World, owned: Owned, name: str, change: Callable[[Table], Table]) -> Owned:
    """What belongs to whom after a change of one table."""
    table = owned.tables[world.named(name)]
    return replace(owned, tables={**owned.tables, table.id: change(table)})


def left(seat: int) -> Callable[[Table], Table]:
    """Free a seat of a table."""
    return lambda table: replace(
        table, seats=tuple(Free() if n == seat else each for n, each in enumerate(table.seats))
    )


def over(table: Table) -> Table:
    """End a table."""
    return replace(table, status=Status.OVER, ending=Ending.CANCELLED)


def hosted(table: Table) -> Table:
    """Give a lobby another host."""
    return replace(table, hosted_by=2)


@pytest.mark.parametrize(
    ("name", "change", "wrong", "right"),
    [
        (PLAYED, over, [CARA, DAN], [ANA, BEN]),
        (PLAYED, left(1), [CARA, DAN], []),
        (WAITING, over, [BEN, DAN], [ANA, CARA]),
        (WAITING, left(2), [BEN, DAN], [ANA, CARA]),
        (WAITING, hosted, [BEN, CARA, DAN], [ANA]),
        (ASKED, over, [CARA, DAN], [ANA, BEN]),
        (ASKED, left(1), [CARA, DAN], [ANA, BEN]),
    ],
)
async def test_a_table(
    world: World,
    owned: Owned,
    name: str,
    change: Callable[[Table], Table],
    wrong: list[User],
    right: list[User],
) -> None:
    """Only those with a right to a change of a table may have made it."""
    after = changed(world, owned, name, change)
    for user in wrong:
        with pytest.raises(Effect):
            judge(owned, after, [user])
    for user in right:
        judge(owned, after, [user])


async def test_what_is_noted_about_a_player(world: World, owned: Owned) -> None:
    """What a table notes about its players may change with whatever anyone does to it."""

    def hinted(table: Table) -> Table:
        return replace(table, seats=(replace(table.seats[0], hints=("throw",)), *table.seats[1:]))

    judge(owned, changed(world, owned, WAITING, hinted), [DAN])


async def test_a_record(world: World, owned: Owned) -> None:
    """What is in a record stays there, and strangers add nothing to it."""
    table = world.named(PLAYED)
    for entries in ([], ["0000", *owned.records[table][1:]]):
        with pytest.raises(Effect):
            judge(owned, replace(owned, records={**owned.records, table: entries}), [ANA])


async def test_preferences(owned: Owned) -> None:
    """A person's preferences change only through that person."""
    blocked = replace(owned.preferences[BEN], blocks_all=True)
    after = replace(owned, preferences={**owned.preferences, BEN: blocked})
    judge(owned, after, [BEN])
    with pytest.raises(Effect):
        judge(owned, after, [ANA])


async def test_settings(world: World, owned: Owned) -> None:
    """Settings of a place don't change through people who don't moderate it."""
    with pytest.raises(Effect):
        judge(owned, replace(owned, settings={world.place: Settings(tables=False)}), [ANA])


def test_an_error_that_the_program_survives() -> None:
    """An error that is only logged is a fault, unless it is expected."""
    log = structlog.get_logger()
    with reported("update.unread"):
        log.error("update.unread")
        log.warning("answer.late")
    with pytest.raises(Logged, match=r"^answer\.failed: KeyError"), reported():
        log.error("answer.failed", exc_info=KeyError("seat"))

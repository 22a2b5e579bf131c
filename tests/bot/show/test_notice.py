"""Private reminders: a board turned into a message to the player who is to act."""

from dataclasses import replace

import pytest

from bot.show.page import Page
from bot.show.presenter import DEFAULT_LOOK, Presenter, thread_renderer
from bot.store.memory import MemoryStore
from bot.table.asking import Asking, Wish
from bot.table.button import Url
from bot.table.clock import Clock
from bot.table.pace import DAY, Pace
from bot.table.people import Place
from bot.table.table import Absence, Table
from engine.text import Text
from tests.bot.show.offer import ANA, BEN, GAMES, SAY
from tests.bot.show.teams import CARLA, four, on_move
from tests.bot.show.timed import NOW, THREE_DAYS, called, made, seat_of, timed

HERE = Place.private(ANA.user)
LINK = "https://example.org/board"


async def notice(table: Table, link: str | None = LINK) -> Page:
    presenter = Presenter(thread_renderer(GAMES), MemoryStore().record)
    return await presenter.notice(table, "en", DEFAULT_LOOK, link)


async def lines(table: Table) -> list[str]:
    """The reminder's lines after the title."""
    title, *others = (SAY(line) for line in (await notice(table)).lines)
    assert title.startswith("Puluc: ")
    return others


def reminded(table: Table, **calls: object) -> Table:
    """The table after a private reminder to Ana, whose turn it is."""
    return called(table, place=HERE, **{"count": 1, "last": NOW + DAY} | calls)


async def test_a_reminder() -> None:
    """The reminder says against whom it is your turn, and until when you have time."""
    assert await lines(reminded(timed())) == [
        "It's your turn against Ben.",
        "You have until 27 Nov, 18:00 UTC.",
    ]


async def test_a_reminder_without_a_pace() -> None:
    """Without a pace, the reminder says for how long it has been your turn."""
    assert await lines(reminded(timed(None))) == ["It's been your turn against Ben for 1 day."]


async def test_a_nudge() -> None:
    """A nudge says who is waiting for you."""
    assert (await lines(reminded(timed(), nudged=NOW + 2 * DAY)))[0] == (
        "Ben is waiting for you to move."
    )


async def test_a_table_of_an_earlier_release() -> None:
    """A nudge in a game without a clock says nothing about time."""
    old = replace(reminded(timed(), last=0, nudged=NOW), clock=None)
    assert await lines(old) == ["Ben is waiting for you to move."]


async def test_a_time_that_is_up() -> None:
    """When the time is up, the opponent's reminder says what they can decide."""
    table = called(timed(), count=1, last=NOW + 3 * DAY, place=Place.private(BEN.user))
    assert table.clock is not None
    (line,) = await lines(replace(table, clock=table.clock.up()))
    assert line == (
        "Ana's time is up. You can claim the win or give them a day. Until you do, Ana can still "
        "move."
    )


@pytest.mark.parametrize("pace", [THREE_DAYS, None])
async def test_a_player_who_has_gone(pace: Pace | None) -> None:
    """When a player has been gone for a day, so does the opponent's reminder."""
    table = called(timed(pace), count=1, last=NOW + DAY, place=Place.private(BEN.user))
    absence = Absence(seat_of(table, ANA), NOW, claimable=True)
    assert await lines(replace(table, absence=absence)) == [
        "Ana has left. You can claim the win or give them a day."
    ]


async def test_a_pause() -> None:
    """While the game is paused, the reminder says so."""
    table = reminded(timed())
    assert table.clock is not None
    paused = replace(table, clock=table.clock.paused(NOW + DAY))
    assert (await lines(paused))[1:] == ["The game is paused."]


@pytest.mark.parametrize(("by", "told"), [(BEN, ["Ben offers a draw."]), (ANA, [])])
async def test_an_open_offer(by: object, told: list[str]) -> None:
    """The reminder says what your opponent offers, but not what you have offered."""
    table = reminded(timed())
    asking = Asking(Wish.DRAW, table.seats.index(by), table.revision)  # type: ignore[arg-type] # a seat
    assert (await lines(replace(table, asking=asking)))[2:] == told


async def test_the_picture() -> None:
    """The reminder shows the board."""
    table = reminded(timed())
    assert (await notice(table)).picture == made(table).picture


async def test_the_button() -> None:
    """Its only button leads to the board."""
    assert (await notice(reminded(timed()))).buttons == (Url(Text("notice.go"), LINK),)


async def test_no_link() -> None:
    """Without a link to the board it has no button."""
    assert (await notice(reminded(timed()), None)).buttons == ()


async def test_nobody_is_mentioned() -> None:
    """It calls its reader without a mention."""
    page = await notice(reminded(timed()))
    assert (page.mentions, page.asks, page.calls) == ((), False, True)


async def test_the_board_itself() -> None:
    """The board's own page remains as it is."""
    table = reminded(timed())
    presenter = Presenter(thread_renderer(GAMES), MemoryStore().record)
    await presenter.notice(table, "en", DEFAULT_LOOK, LINK)
    page = await presenter.page(table, "en")
    assert page == made(table)
    assert [each.user for each in page.mentions] == [ANA.user]
    assert seat_of(table, ANA) == GAMES.scene(table, SAY).mover


def in_team(table: Table, **calls: object) -> Table:
    """A team game after a private reminder to Ana."""
    return called(table, place=HERE, **{"count": 1, "last": NOW + DAY} | calls)


async def team_lines(table: Table) -> list[str]:
    """The lines of a reminder in a team game, after the title."""
    title, *others = (SAY(line) for line in (await notice(table)).lines)
    assert {"Ana", "Carla", "Ben", "Dan", "vs"} <= set(title.split())
    return others


async def test_a_turn_in_a_team() -> None:
    """In a team game the title names the players, so the reminder doesn't."""
    assert await team_lines(in_team(on_move(four(), ANA))) == [
        "It's your turn.",
        "You have until 27 Nov, 18:00 UTC.",
    ]


async def test_a_nudge_in_a_team() -> None:
    """In a team game, a nudge says that the others are waiting."""
    nudged = in_team(on_move(four(), ANA), nudged=NOW + 2 * DAY)
    assert (await team_lines(nudged))[0] == "The other players are waiting for you to move."


async def test_a_long_turn_in_a_team() -> None:
    """Without a pace, the reminder says for how long it has been your turn."""
    table = on_move(four(), ANA)
    clock = table.clock
    assert clock is not None
    slow = replace(table, clock=Clock.start(None, 4, clock.seat, NOW))
    assert await team_lines(in_team(slow)) == ["It's been your turn for 1 day."]


async def test_a_decision_in_a_team() -> None:
    """If a player's time is up or they have left, the reminder leads to the board."""
    table = on_move(four(), CARLA)
    assert table.clock is not None
    up = replace(table, clock=table.clock.up())
    (line,) = await team_lines(in_team(up))
    assert line.startswith("Carla's time is up. Open the board to decide how the game goes on. ")
    assert line.endswith("Until then, Carla can still move.")
    absence = Absence(table.clock.seat, NOW, claimable=True)
    assert await team_lines(in_team(replace(table, absence=absence))) == [
        "Carla has left. Open the board to decide how the game goes on."
    ]

"""Points in time on Discord: each reader sees them in their own time zone."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.on_discord import words
from bot.table.clock import Clock
from bot.table.pace import DAY, Pace
from bot.table.ports import Operation
from bot.table.terms import Terms
from bot.texts.catalogue import Catalogue
from engine.text import Moment, Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town

UNTIL = Text("notice.until", moment=Moment(1_795_543_200))


def test_a_timestamp() -> None:
    """In the text of a message, a point in time is a timestamp that Discord localizes."""
    say = words.marked_up(Catalogue(), "en")
    assert say(UNTIL) == "You have until <t:1795543200:f>."


def test_plain_text() -> None:
    """Where Discord shows no markup, a point in time is a date and time in UTC."""
    assert words.plain(Catalogue(), "en")(UNTIL) == "You have until 24 Nov, 18:00 UTC."


async def test_a_board(town: "Town") -> None:
    """A board's deadline is a timestamp."""
    table = await town.play()
    pace = Pace(3 * DAY)
    timed = replace(
        table,
        revision=table.revision + 1,
        terms=Terms(pace),
        clock=Clock.start(pace, 2, 0, town.house.now),
    )
    await town.store.commit(timed, (), Operation("timed"), (timed.place,))
    await town.house.outbox.sweep()
    assert town.board.words.endswith("until <t:1259200:f> (3 days a turn).")

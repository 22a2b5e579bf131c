"""A match whose bot is killed between its games, and while they end and begin."""

import signal
import time
import urllib.request
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.play.resign import Resign
from bot.table.ids import TableId
from bot.table.people import Place, User
from engine.header import key_of
from tests.evening.page import Hall

if TYPE_CHECKING:
    from conftest import Bot

SERIES = ("puluc", "bul", "boolik")
pytestmark = pytest.mark.night

SETBACKS = (0.0, 0.003, 0.01)
"""How many seconds after a press was sent the bot is killed: before, while or after it acts."""

LOOKS = 1_200
"""How often a channel is looked at before it counts as stuck."""


@pytest.mark.parametrize("delay", SETBACKS)
def test_killed_around_every_game(bot: "Bot", delay: float) -> None:
    """With kill -9 around every end and beginning, each game of a series is played, and once."""
    hall = Hall(lambda: [bot.port], time.time)
    ana, ben = hall.person("Ana"), hall.person("Ben")
    place = hall.channel(f"match-{round(1000 * delay)}", ana, ben)

    def kill_during(user: User, intent: Act) -> None:
        """Let somebody press, and kill the bot so many seconds later; the press is sent again."""
        with ThreadPoolExecutor(1) as presses:
            pressed = presses.submit(hall.push, user, place, intent.code)
            time.sleep(delay)
            bot.end(signal.SIGKILL)
            bot.start()
            assert pressed.result().answered

    hall.say(ana, place, "challenge", ben, series=",".join(SERIES))
    tables = [new_table(hall, place, ())]
    hall.push(ben, place, Accept(tables[0]).code)
    for number in range(1, len(SERIES) + 1):
        kill_during(ana, Resign(tables[-1], sure=True))
        if number < len(SERIES):
            tables.append(new_table(hall, place, tables))
            hall.push(ben, place, Accept(tables[-1]).code)
            kill_during(ana, Accept(tables[-1]))
            wait_until(lambda: begun(hall, place, tables[-1]), "the game did not begin")
    assert {body["table"] for body in hall.boards(place)} == set(tables)
    assert [ruleset(bot, hall, place, table) for table in tables] == list(SERIES)


def new_table(hall: Hall, place: Place, known: Collection[TableId]) -> TableId:
    """Wait until the channel shows a table that is not `known`; return it, the only one."""
    new: set[TableId] = set()

    def shown() -> bool:
        new.update(TableId(body["table"]) for body in hall.boards(place))
        new.difference_update(known)
        return bool(new)

    wait_until(shown, "no game was posted")
    (table,) = new
    return table


def wait_until(seen: Callable[[], bool], otherwise: str) -> None:
    """Look until something is so."""
    for _ in range(LOOKS):
        if seen():
            return
        time.sleep(0.05)
    pytest.fail(otherwise)


def begun(hall: Hall, place: Place, table: TableId) -> bool:
    """Return whether play has begun at a table, whose board then has no fair-throw hash."""
    (board,) = (body for body in hall.boards(place) if body["table"] == table)
    return board["fair"] is None


def ruleset(bot: "Bot", hall: Hall, place: Place, table: TableId) -> str:
    """Return the ruleset of a table, from its record."""
    (board,) = (body for body in hall.boards(place) if body["table"] == table)
    with urllib.request.urlopen(f"{bot.url}{board['watch']}/record.txt", timeout=10) as answer:
        record = answer.read().decode()
    (header,) = (line for line in record.splitlines() if line.startswith("[Game "))
    return key_of(header.split('"')[1])

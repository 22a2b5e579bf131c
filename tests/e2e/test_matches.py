"""A match whose bot is killed between its games, and while they end and begin."""

import asyncio
import signal
from collections.abc import Awaitable, Sequence
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.table.codes import encode
from bot.table.ids import TableId
from bot.table.intents import Accept, Resign
from engine.header import key_of
from tests.torture.players import Browser, Ledger, Outcome

if TYPE_CHECKING:
    from conftest import Bot

SERIES = ("puluc", "bul", "boolik")
SETBACKS = (0.0, 0.003, 0.01)
"""How many seconds after a press was sent the bot is killed: before, while or after it acts."""

LOOKS = 1_200
"""How often a channel is looked at before it counts as stuck."""


@pytest.mark.parametrize("delay", SETBACKS)
async def test_killed_around_every_game(bot: "Bot", delay: float) -> None:
    """With kill -9 around every end and beginning, each game of a series is played, and once."""
    browser = Browser(bot.url, f"match-{round(1000 * delay)}", Random(1), Ledger())
    try:
        await browser.enter("Ana", "Ben")
        ana, ben = (id_ for id_, _ in sorted(browser.people.items(), key=lambda each: each[1]))
        assert await browser.say(ana, f"/puluc challenge @Ben series={','.join(SERIES)}") is (
            Outcome.DONE
        )
        tables = [await new_table(browser, ())]
        await browser.push(ben, encode(Accept(tables[0])))
        for number in range(1, len(SERIES) + 1):
            resign = browser.push(ana, encode(Resign(tables[-1], sure=True)))
            await killed(bot, resign, delay)
            if number < len(SERIES):
                tables.append(await new_table(browser, tables))
                assert await browser.push(ben, encode(Accept(tables[-1]))) is Outcome.DONE
                await killed(bot, browser.push(ana, encode(Accept(tables[-1]))), delay)
                await begun(browser, tables[-1])
        assert set(await browser.look()) == set(tables)
        rulesets = [await ruleset(browser, table) for table in tables]
        assert rulesets == list(SERIES)
    finally:
        await browser.close()


async def killed(bot: "Bot", press: Awaitable[Outcome], delay: float) -> None:
    """Kill the bot so many seconds after a press was sent, and restart it; the press is retried."""
    pressed = asyncio.ensure_future(press)
    await asyncio.sleep(delay)
    bot.end(signal.SIGKILL)
    await asyncio.to_thread(bot.start)
    assert await pressed in (Outcome.DONE, Outcome.REFUSED)


async def new_table(browser: Browser, known: Sequence[TableId]) -> TableId:
    """Wait until the channel shows a table that is not `known`; return it, the only one."""
    for _ in range(LOOKS):
        new = [TableId(table) for table in await browser.look() if table not in known]
        if new:
            (table,) = new
            return table
        await asyncio.sleep(0.05)
    pytest.fail("no game was posted")


async def begun(browser: Browser, table: TableId) -> None:
    """Wait until play has begun at a table, whose board no longer has the fair-throw hash."""
    for _ in range(LOOKS):
        if (await browser.look())[table]["fair"] is None:
            return
        await asyncio.sleep(0.05)
    pytest.fail("the game did not begin")


async def ruleset(browser: Browser, table: TableId) -> str:
    """Return the ruleset of a table, from its record."""
    record = await browser.record(table)
    assert record is not None
    (header,) = (line for line in record.splitlines() if line.startswith("[Game "))
    return key_of(header.split('"')[1])

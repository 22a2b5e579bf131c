"""Replies to interactions: their timing, and what happens when something fails."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest

from bot.games.catalogue import games
from bot.inbound import outcome, rivals
from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply as Answered
from bot.on_discord import responder
from bot.on_discord.answers import answer
from bot.on_discord.layout import Layout
from bot.on_discord.words import MAX_LENGTH, escape
from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Down, StoreDown
from bot.table.settings import Settings
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from discord_simulator.interactions import Callback
from tests.bot.hands import in_thread

if TYPE_CHECKING:
    from discord_simulator.simulator import DiscordSimulator
    from tests.bot.on_discord.conftest import House, ReplyText, Town

ILLUSTRATIONS = Illustrations(games(), in_thread, Catalogue())

CALLBACK = "/callback"
"""In the address of the first response to an interaction."""

INTERNAL_ERROR = "Something went wrong"


class HookedStore(MemoryStore):
    """A store with an optional hook that runs before it reads a table or settings."""

    before: Callable[[], Awaitable[None]] | None = None

    async def load(self, table: TableId) -> Table | None:
        if self.before is not None:
            await self.before()
        return await super().load(table)

    async def settings(self, place: Place) -> Settings:
        if self.before is not None:
            await self.before()
        return await super().settings(place)


@pytest.fixture
def store(house: "House") -> HookedStore:
    """The store that the bot uses."""
    house.store = HookedStore(lambda: house.now)
    return house.store


@pytest.fixture
def slow(store: HookedStore, town: "Town", monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make the store so slow that presses are acknowledged before their outcome is known."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0)

    def slow() -> None:
        before = town.asked(CALLBACK)

        async def dawdle() -> None:
            while town.asked(CALLBACK) == before:  # noqa: ASYNC110 - Discord tells nobody
                await asyncio.sleep(0.001)

        store.before = dawdle

    return slow


async def test_a_slow_press(slow: Callable[[], None], town: "Town") -> None:
    """A slow press is acknowledged before its outcome is known, and is still carried out."""
    await town.play()
    slow()
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert (result.acknowledgement, result.messages) == (Callback.DEFERRED_UPDATE, [])
    assert town.board.words.startswith("Ana enters")


async def test_a_slow_refusal(slow: Callable[[], None], town: "Town", reply: "ReplyText") -> None:
    """A refusal that comes after the acknowledgement is a separate private message."""
    await town.play()
    slow()
    result = await town.press(town.ben, town.board, "Enter → 3")
    assert result.acknowledgement is Callback.DEFERRED_UPDATE
    assert reply(result) == "It's Ana's turn, not yours."


async def test_a_slow_command(slow: Callable[[], None], town: "Town", reply: "ReplyText") -> None:
    """A slow command is deferred, and answered in private when it is done."""
    game = await town.play()
    slow()
    result = await town.command(town.ben, "puluc game nudge", game=game.id)
    assert result.acknowledgement is Callback.DEFERRED
    assert reply(result)
    assert len(result.messages) == 1


async def test_a_command_with_nothing_to_say(slow: Callable[[], None], town: "Town") -> None:
    """A command whose answer is the board leaves no private message that has to be dismissed."""
    slow()
    result = await town.command(town.ana, "puluc open")
    assert result.acknowledgement is Callback.DEFERRED
    assert (town.labels[0], result.messages, town.ana.private) == ("Accept", [], [])


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Down.AWAY, "try again in a moment"),
        (Down.FULL, "no room left"),
        (Down.READ_ONLY, "can't be saved"),
        (Down.UNSURE, "can't tell whether that was saved"),
    ],
)
async def test_a_dead_store(
    store: HookedStore, town: "Town", reply: "ReplyText", reason: Down, words: str
) -> None:
    """If the store fails, the player who pressed is told why."""

    async def die() -> None:
        raise StoreDown(reason)

    await town.play()
    store.before = die
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert words in reply(result)


@pytest.mark.parametrize("typed", [False, True])
async def test_an_internal_error(
    store: HookedStore, town: "Town", reply: "ReplyText", typed: bool
) -> None:
    """An internal error is reported to the player, after a press as after a command."""

    async def fail() -> None:
        raise RuntimeError

    table = await town.play()
    store.before = fail
    if typed:
        result = await town.command(town.ana, "puluc resign", game=table.id)
    else:
        result = await town.press(town.ana, town.board, "Enter → 3")
    assert reply(result).startswith(INTERNAL_ERROR)


LOSSES: "dict[str, Callable[[DiscordSimulator], None]]" = {
    "too late": lambda sim: sim.refuse_next(10062, part=CALLBACK),
    "twice": lambda sim: sim.refuse_next(40060, part=CALLBACK),
    "not at all": lambda sim: sim.break_next(500, part=CALLBACK, times=1000),
}
"""What can happen to the acknowledgement of a press."""


@pytest.mark.parametrize("loss", LOSSES)
async def test_a_lost_answer(
    impatient: None, town: "Town", monkeypatch: pytest.MonkeyPatch, loss: str
) -> None:
    """A move is made even if its acknowledgement comes too late, twice or not at all."""
    table = await town.play()
    monkeypatch.setattr(responder, "FIRST_SECONDS", 0)  # one attempt
    LOSSES[loss](town.sim)
    assert (await town.press(town.ana, town.board, "Enter → 3")).failed
    assert (await town.reload(table.id)).moves == 1
    assert town.board.words.startswith("Ana enters")


async def test_presses_that_another_program_answers(
    town: "Town", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot notes that presses are answered by a program that isn't one of its processes."""
    monkeypatch.setattr(rivals, "SURE_SECONDS", 0)
    await town.play()
    town.sim.refuse_next(40060, part=CALLBACK)
    await town.press(town.ana, town.board, "Enter → 3")
    assert await rivals.met_lately(town.store, Platform.DISCORD)


@pytest.mark.parametrize("locale", ["en-GB", "xx", "de"])
async def test_unsupported_languages(town: "Town", reply: "ReplyText", locale: str) -> None:
    """A user whose language isn't supported gets replies in English."""
    eva = town.add("Eva", locale=locale)
    assert "You have no games" in reply(await town.command(eva, "puluc games"))


async def test_the_language_of_a_user(bilingual: None, town: "Town", reply: "ReplyText") -> None:
    """A private reply is in the user's language; untranslated texts fall back to English."""
    eva = town.add("Eva", locale="es-419")
    assert reply(await town.command(eva, "puluc games")) == "No tienes partidas."
    rules = reply(await town.command(eva, "puluc rules"))
    assert "**Aim.** Capture the enemy's warriors." in rules


async def test_closing(town: "Town") -> None:
    """A client that is shutting down accepts no more interactions."""
    table = await town.play()
    await town.client.inbound.drain()
    result = await town.press(town.ana, town.board, "Enter → 3")
    assert result.failed
    assert await town.reload(table.id) == table


async def test_a_long_answer() -> None:
    """A reply too long for one message is split between lines into several."""
    line = "x" * 1400
    said = await answer(Answered((line,) * 5), str, ILLUSTRATIONS)
    assert said == [*[Layout((f"{line}\n{line}",))] * 2, Layout((line,))]


async def test_a_very_long_line() -> None:
    """A line too long for a message of its own is truncated."""
    said = await answer(Answered(("x" * 5000,)), str, ILLUSTRATIONS)
    assert said == [Layout(("x" * MAX_LENGTH,))]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana María", "Ana María"),
        ("a_b*c", r"a\_b\*c"),
        ("||x|| `y`", r"\|\|x\|\| \`y\`"),
        ("[x](y)", r"\[x\]\(y\)"),
        ("@everyone", "@\u200beveryone"),
        ("<@1> <#2>", "\\<\u200b@\u200b1\\> \\<\u200b\\#2\\>"),
        ("https://evil.example", "https:\u200b/\u200b/\u200bevil.\u200bexample"),
        ("discord.gg/x", "discord.\u200bgg/\u200bx"),
        ("# Ana", r"\# Ana"),
        ("-# Ana", r"\-\# Ana"),
        ("> Ana", r"\> Ana"),
        ("- Ana", r"\- Ana"),
        ("1. Ana", r"1\. Ana"),
        ("\u202eanA", "anA"),
        ("A\nna", "A na"),
        ("\u200b", ""),
        ("a:b", "a:\u200bb"),
    ],
)
def test_names(name: str, shown: str) -> None:
    """An escaped name looks as typed, and can't format, mention or link to anything."""
    assert escape(name) == shown

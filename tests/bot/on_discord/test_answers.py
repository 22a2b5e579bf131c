"""Replies to interactions: their timing, and what happens when something fails."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest
import simcord.interactions

from bot.games.catalogue import games
from bot.inbound import outcome
from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply as Answered
from bot.on_discord.answers import MAX_LENGTH, Answer, answer
from bot.on_discord.names import escape
from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place
from bot.table.ports import Down, Shown, StoreDown
from bot.table.settings import Settings
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from tests.bot.hands import in_thread

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House, ReplyText, Village

ILLUSTRATIONS = Illustrations(games(), in_thread, Catalogue())

THINKING = 5
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


Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Override fields in the payload of every later interaction."""
    usual = simcord.interactions.base_payload

    def change(**changes: Any) -> None:
        def payload(*args: Any, **known: Any) -> Any:
            record, payload = usual(*args, **known)
            return record, payload | changes

        monkeypatch.setattr(simcord.interactions, "base_payload", payload)

    return change


@pytest.fixture
def slow(store: HookedStore, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make the store so slow that presses are acknowledged before their outcome is known."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.02)

    async def dawdle() -> None:
        await asyncio.sleep(0.1)

    def slow() -> None:
        store.before = dawdle

    return slow


async def test_a_slow_press(slow: Callable[[], None], village: "Village") -> None:
    """A slow press is acknowledged before its outcome is known, and is still carried out."""
    await village.play()
    slow()
    result = await village.ana.click(village.board, label="Enter → 3")
    assert (result.deferred, result.followups) == (True, [])
    assert village.board.content.startswith("Ana enters")


async def test_a_slow_refusal(
    slow: Callable[[], None], village: "Village", reply: "ReplyText"
) -> None:
    """A refusal that comes after the acknowledgement is a separate private message."""
    await village.play()
    slow()
    result = await village.ben.click(village.board, label="Enter → 3")
    assert result.deferred
    assert reply(result) == "It's Ana's turn, not yours."


async def test_a_slow_command(
    slow: Callable[[], None], village: "Village", reply: "ReplyText"
) -> None:
    """A slow command is deferred, and answered in private when it is done."""
    slow()
    result = await village.ana.slash(village.plaza, "puluc open")
    assert reply(result) == "Done."
    (first,) = [r.json for r in village.env.http_requests if r.path.endswith("/callback")]
    assert first is not None
    assert first["type"] == THINKING
    assert village.labels


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
    store: HookedStore, village: "Village", reply: "ReplyText", reason: Down, words: str
) -> None:
    """If the store fails, the player who pressed is told why."""

    async def die() -> None:
        raise StoreDown(reason)

    await village.play()
    store.before = die
    result = await village.ana.click(village.board, label="Enter → 3")
    assert words in reply(result)


@pytest.mark.parametrize("typed", [False, True])
async def test_an_internal_error(
    store: HookedStore, village: "Village", reply: "ReplyText", typed: bool
) -> None:
    """An internal error is reported to the player, after a press as after a command."""

    async def fail() -> None:
        raise RuntimeError

    table = await village.play()
    store.before = fail
    if typed:
        result = await village.ana.slash(village.plaza, "puluc resign", game=table.id)
    else:
        result = await village.ana.click(village.board, label="Enter → 3")
    assert reply(result).startswith(INTERNAL_ERROR)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_a_lost_answer(village: "Village", status: int, code: int) -> None:
    """A move is made even if its acknowledgement comes too late, twice or not at all."""
    table = await village.play()
    path = "/interactions/*"
    village.env.inject_error("POST", path, status=status, code=code, times=1)
    await village.ana.click(village.board, label="Enter → 3")
    assert (await village.reload(table.id)).moves == 1
    assert village.board.content.startswith("Ana enters")


@pytest.mark.parametrize(
    ("command", "possible"), [("open", False), ("help", True), ("games", True), ("rules", True)]
)
async def test_without_the_bot(
    village: "Village", reply: "ReplyText", change: Change, command: str, possible: bool
) -> None:
    """If only the user installed the bot, commands that need a board are refused; others work."""
    change(authorizing_integration_owners={"1": str(village.ana.id)})
    said = reply(await village.ana.slash(village.plaza, f"puluc {command}"))
    assert ("I haven't been added here" in said) != possible
    assert village.plaza.last_message is None


@pytest.mark.parametrize("alone", [True, False])
async def test_a_list_without_the_bot(village: "Village", change: Change, alone: bool) -> None:
    """If only the user installed the bot, no button of the list would move a board here."""
    table = await village.play()
    await village.store.mark_shown(table.id, table.place, Shown(table.revision, ""))
    if alone:
        change(authorizing_integration_owners={"1": str(village.ana.id)})
    listed = await village.ana.slash(village.plaza, "puluc games")
    assert listed.response is not None
    assert len(listed.response.components) == (0 if alone else 1)


async def test_the_welcome_message_without_the_bot(
    village: "Village", reply: "ReplyText", change: Change
) -> None:
    """If only the user installed the bot, the welcome message opens no game, and says why."""
    change(authorizing_integration_owners={"1": str(village.ana.id)})
    card = await village.ana.slash(village.plaza, "puluc play")
    assert card.response is not None
    pressed = await village.ana.click(card.response, label="Play the computer")
    assert "I haven't been added here" in reply(pressed)
    assert village.store.tables == ()


@pytest.mark.parametrize("locale", ["en-GB", "xx", "de"])
async def test_unsupported_languages(
    village: "Village", reply: "ReplyText", change: Change, locale: str
) -> None:
    """A user whose language isn't supported gets replies in English."""
    change(locale=locale)
    assert "You have no games" in reply(await village.ana.slash(village.plaza, "puluc games"))


async def test_the_language_of_a_user(
    bilingual: None, village: "Village", reply: "ReplyText", change: Change
) -> None:
    """A private reply is in the user's language; untranslated texts fall back to English."""
    change(locale="es-419")
    assert reply(await village.ana.slash(village.plaza, "puluc games")) == "No tienes partidas."
    assert "**Aim.** Capture the enemy's warriors." in reply(
        await village.ana.slash(village.plaza, "puluc rules")
    )


async def test_closing(village: "Village") -> None:
    """A client that is shutting down accepts no more interactions."""
    table = await village.play()
    await village.env.bot.inbound.drain()  # type: ignore[attr-defined] # the bot is our client
    result = await village.ana.click(village.board, label="Enter → 3")
    assert not result.acknowledged
    assert await village.reload(table.id) == table


async def test_a_long_answer() -> None:
    """A reply too long for one message is split between lines into several."""
    said = await answer(Answered(("x" * 700,) * 5), str, ILLUSTRATIONS)
    assert said == Answer(("x" * 700 + "\n" + "x" * 700,) * 2 + ("x" * 700,))


async def test_a_very_long_line() -> None:
    """A line too long for a message of its own is truncated."""
    said = await answer(Answered(("x" * 5000,)), str, ILLUSTRATIONS)
    assert said == Answer(("x" * MAX_LENGTH,))


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

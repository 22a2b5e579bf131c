"""How and when whoever asked is answered, whatever goes wrong."""

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
from bot.table.people import Place
from bot.table.ports import Down, StoreDown
from bot.table.settings import Settings
from bot.table.table import Table, TableId
from bot.texts.catalogue import Catalogue
from tests.bot.hands import in_thread

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House, Told, Village

ILLUSTRATIONS = Illustrations(games(), in_thread, Catalogue())

THINKING = 5
OUR_FAULT = "Something went wrong"


class WeakStore(MemoryStore):
    """A store that does something else before it reads a table or settings, when told to."""

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
def store(house: "House") -> WeakStore:
    """The house's store."""
    house.store = WeakStore(lambda: house.now)
    return house.store


Change = Callable[..., None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Let every interaction from now on say something else of itself."""
    usual = simcord.interactions.base_payload

    def change(**changes: Any) -> None:
        def payload(*args: Any, **known: Any) -> Any:
            record, payload = usual(*args, **known)
            return record, payload | changes

        monkeypatch.setattr(simcord.interactions, "base_payload", payload)

    return change


@pytest.fixture
def slow(store: WeakStore, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let the store take longer than whoever pressed can wait."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0.02)

    async def dawdle() -> None:
        await asyncio.sleep(0.1)

    def slow() -> None:
        store.before = dawdle

    return slow


async def test_a_slow_press(slow: Callable[[], None], village: "Village") -> None:
    """A press that takes long is acknowledged blindly, and done."""
    await village.play()
    slow()
    result = await village.ana.click(village.board, label="Enter → 3")
    assert (result.deferred, result.followups) == (True, [])
    assert village.board.content.startswith("Ana enters")


async def test_a_slow_refusal(slow: Callable[[], None], village: "Village", told: "Told") -> None:
    """A refusal that comes after a blind acknowledgement is a private message of its own."""
    await village.play()
    slow()
    result = await village.ben.click(village.board, label="Enter → 3")
    assert result.deferred
    assert told(result) == "It isn't your turn. Ana is to move."


async def test_a_slow_command(slow: Callable[[], None], village: "Village", told: "Told") -> None:
    """A command that takes long is answered in private when it is done."""
    slow()
    result = await village.ana.slash(village.plaza, "puluc open")
    assert told(result) == "Done."
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
    store: WeakStore, village: "Village", told: "Told", reason: Down, words: str
) -> None:
    """Where the store cannot do it, whoever pressed is told why."""

    async def die() -> None:
        raise StoreDown(reason)

    await village.play()
    store.before = die
    result = await village.ana.click(village.board, label="Enter → 3")
    assert words in told(result)


@pytest.mark.parametrize("typed", [False, True])
async def test_a_fault_of_ours(
    store: WeakStore, village: "Village", told: "Told", typed: bool
) -> None:
    """Whoever meets a fault of ours is told so, by a press as by a command."""

    async def fail() -> None:
        raise RuntimeError

    table = await village.play()
    store.before = fail
    if typed:
        result = await village.ana.slash(village.plaza, "puluc resign", game=table.id)
    else:
        result = await village.ana.click(village.board, label="Enter → 3")
    assert told(result).startswith(OUR_FAULT)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_a_lost_answer(village: "Village", status: int, code: int) -> None:
    """An act whose answer comes too late, twice, or not at all, is done all the same."""
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
    village: "Village", told: "Told", change: Change, command: str, possible: bool
) -> None:
    """Where only the asker has installed it, what needs no board works, and the rest is told."""
    change(authorizing_integration_owners={"1": str(village.ana.id)})
    said = told(await village.ana.slash(village.plaza, f"puluc {command}"))
    assert ("I haven't been added here" in said) != possible
    assert village.plaza.last_message is None


async def test_the_card_without_the_bot(village: "Village", told: "Told", change: Change) -> None:
    """Where only the asker has installed it, the card opens no game, and says why."""
    change(authorizing_integration_owners={"1": str(village.ana.id)})
    card = await village.ana.slash(village.plaza, "puluc play")
    assert card.response is not None
    pressed = await village.ana.click(card.response, label="Play the computer")
    assert "I haven't been added here" in told(pressed)
    assert village.store.tables == ()


@pytest.mark.parametrize("locale", ["en-GB", "xx", "de"])
async def test_languages_that_are_not_spoken(
    village: "Village", told: "Told", change: Change, locale: str
) -> None:
    """Whoever's language is not spoken is answered in English."""
    change(locale=locale)
    assert "You have no games" in told(await village.ana.slash(village.plaza, "puluc games"))


async def test_the_language_of_whoever_asks(
    spoken: None, village: "Village", told: "Told", change: Change
) -> None:
    """A private answer is in the asker's language; what has no words in it falls back."""
    change(locale="es-419")
    assert told(await village.ana.slash(village.plaza, "puluc games")) == "No tienes partidas."
    assert "**Aim.** Capture the enemy's warriors." in told(
        await village.ana.slash(village.plaza, "puluc rules")
    )


async def test_closing(village: "Village") -> None:
    """A client that closes finishes what it has begun, and takes nothing more."""
    table = await village.play()
    await village.env.bot.inbound.drain()  # type: ignore[attr-defined] # simcord's bot is ours
    result = await village.ana.click(village.board, label="Enter → 3")
    assert not result.acknowledged
    assert await village.reload(table.id) == table


async def test_a_long_answer() -> None:
    """An answer that is too long for a message goes into several, cut between its lines."""
    said = await answer(Answered(("x" * 700,) * 5), str, ILLUSTRATIONS)
    assert said == Answer(("x" * 700 + "\n" + "x" * 700,) * 2 + ("x" * 700,))


async def test_a_very_long_line() -> None:
    """A line that is too long even for a message of its own is cut."""
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
    """A name is escaped so that it looks as it is typed, and reaches no further than itself."""
    assert escape(name) == shown

"""A platform that the program doesn't know is played on like any other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientSession
from pydantic import HttpUrl, SecretStr
from yarl import URL

from bot import program, wiring
from bot.acts.gather.open import Open
from bot.config import Config, WebMode
from bot.inbound.platform import Connection, Services, Unreachable
from bot.ops import loading
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Down, Operation, StoreDown
from bot.table.request import Request
from tests.bot.ops.exact import TINY, make_table
from tests.bot.options import options
from tests.bot.show.hall import Chat
from tests.e2e.ports import free_port

PLACE = Place(Platform.TELEGRAM, "1")
ANA = Actor(User(Platform.TELEGRAM, "ana"), "Ana")
SECRET = "well-kept"  # noqa: S105 - only for this test


@dataclass
class Paper:
    """A platform with everything that a platform can have, played on paper notes."""

    platform: Platform = Platform.TELEGRAM  # its places need an existing platform's name
    client_id: str = "7"
    greeting: str = "Puluc plays on paper."
    path: str = "/paper"
    header: str = "X-Paper"
    connected: bool = True
    outbound: Chat = field(default_factory=lambda: Chat(Platform.TELEGRAM))
    lost: asyncio.Event = field(default_factory=asyncio.Event)
    done: list[str] = field(default_factory=list)
    taken: list[bytes] = field(default_factory=list)
    services: Services | None = None
    troubles: list[StoreDown] = field(default_factory=list)
    """What goes wrong with the store when it opens, each time."""

    @property
    def hook(self) -> "Paper":
        return self

    def knows(self, secret: str) -> bool:
        return secret == SECRET

    async def take(self, body: bytes) -> int:
        self.taken.append(body)
        return 200

    async def ready(self) -> None:
        self.done.append("ready")

    async def run(self) -> None:
        await self.lost.wait()
        raise Unreachable("the paper is burnt")

    async def drain(self) -> None:
        self.done.append("drained")

    def opened(
        self, _settings: Config, services: Services
    ) -> AbstractAsyncContextManager[Connection] | None:
        self.services = services
        return self._opened()

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Connection]:
        try:
            if self.troubles:
                raise self.troubles.pop()
            yield self
        finally:
            self.done.append("closed")

    async def open_table(self) -> None:
        """Post Ana's open challenge."""
        assert self.services is not None
        request = Request(Operation("op"), ANA, PLACE)
        outcome = await self.services.dispatcher.act_and_show(Open(options()), request)
        assert (outcome.trouble, outcome.barrier) == (None, None)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Config:
    """Settings with game pages, a temporary data folder, and no other platform."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PULUC_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PULUC_EPHEMERAL", "true")
    monkeypatch.setenv("PULUC_WEB", "watch")
    return loading.load()


def not_configured(_settings: Config, _house: Services) -> None:
    """Return None, as a platform that isn't configured does."""


async def test_a_new_platform(settings: Config) -> None:
    """A platform's acts, boards and HTTP requests work, and it is drained at the end."""
    paper = Paper()
    async with wiring.running(settings, (not_configured, paper.opened)) as running:
        assert [connection.greeting for connection in running.connections] == [paper.greeting]
        assert paper.done == ["ready"]
        await paper.open_table()
        assert [page.revision for page in paper.outbound.pages] == [1]
        async with ClientSession(running.address) as session:
            for secret, status in ((SECRET, 200), ("guessed", 403)):
                headers = {paper.header: secret}
                async with session.post("/paper", data=b"a note", headers=headers) as response:
                    assert response.status == status
    assert paper.taken == [b"a note"]
    assert paper.done == ["ready", "drained", "closed"]


async def test_signing_in(settings: Config) -> None:
    """With a secret, people sign in with the platform, which knows the bot by its own id."""
    port = free_port()
    play = {"puluc_web": WebMode.PLAY, "port": port, "telegram_client_secret": SecretStr("s")}
    address = f"http://127.0.0.1:{port}"
    public = settings.model_copy(update=play | {"puluc_url": HttpUrl(address)})
    async with (
        wiring.running(public, (Paper().opened,)),
        ClientSession(address) as session,
        session.post("/api/sign-in", json={"platform": "telegram"}) as response,
    ):
        query = URL((await response.json())["url"]).query
    assert (query["client_id"], query["redirect_uri"]) == ("7", f"{address}/sign-in/telegram")


async def test_another_start(settings: Config) -> None:
    """The program starts again in the store that its first start has filled."""
    for _ in range(2):
        paper = Paper()
        async with wiring.running(settings, (paper.opened,)):
            assert paper.done == ["ready"]


async def test_exact_tables(settings: Config, tmp_path: Path) -> None:
    """The games know the tables in the folder of the settings."""
    for folder in (None, tmp_path / "elsewhere"):
        paper, chosen = Paper(), settings.model_copy(update={"puluc_tables": folder})
        chosen.tables_folder.mkdir(parents=True)
        make_table(chosen.tables_folder)
        async with wiring.running(chosen, (paper.opened,)):
            assert paper.services is not None
            assert "perfect" in paper.services.games.levels_of(TINY)


async def test_a_store_that_is_lost_at_the_start(
    settings: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store stops answering while the program starts, it starts again."""
    monkeypatch.setattr(wiring, "REST_SECONDS", 0)
    paper = Paper(troubles=[StoreDown(Down.AWAY)])
    async with wiring.running(settings, (paper.opened,)):
        assert paper.done == ["closed", "ready"]


@pytest.mark.parametrize(("reason", "patience"), [(Down.AWAY, 0), (Down.FULL, 30)])
async def test_a_store_that_stays_lost(
    settings: Config, monkeypatch: pytest.MonkeyPatch, reason: Down, patience: float
) -> None:
    """If waiting is no use, or has taken too long, the program ends with the store's error."""
    monkeypatch.setattr(wiring, "PATIENCE_SECONDS", patience)
    paper = Paper(troubles=[StoreDown(reason)])
    with pytest.raises(StoreDown, match=reason):
        async with wiring.running(settings, (paper.opened,)):
            pass
    assert paper.done == ["closed"]


async def test_a_platform_that_is_lost(
    settings: Config, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program prints a platform's greeting, and exits with the error when one is lost."""
    paper = Paper()
    here = partial(wiring.running, platforms=(paper.opened,))
    monkeypatch.setattr(wiring, "running", here)
    paper.lost.set()
    with pytest.raises(Unreachable, match="the paper is burnt"):
        await program.run(settings)
    assert paper.greeting in capsys.readouterr().out
    assert paper.done == ["ready", "drained", "closed"]

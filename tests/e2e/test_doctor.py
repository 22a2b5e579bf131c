"""The doctor as operators run it: where all is well, and in wrong set-ups."""

import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from redis import Redis

from bot.__main__ import main
from bot.store.embedded import EmbeddedServer
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.simulator import TelegramSimulator
from tests.bot.certificates import CERTIFICATE, serving
from tests.e2e.ports import free_port
from tests.e2e.program import Program
from tests.waiting import PATIENCE_SECONDS


@dataclass
class Setup:
    """The settings of a bot, the simulated platforms, and the folder in which it runs."""

    telegram: TelegramSimulator
    discord: DiscordSimulator
    store: EmbeddedServer
    folder: Path
    stack: ExitStack
    settings: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.settings |= {
            "TELEGRAM_TOKEN": self.telegram.token,
            "TELEGRAM_API_URL": self.telegram.url,
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.url,
            "REDIS_URL": self.store.url,
            "PULUC_PORT": str(free_port()),
        }

    def doctor(self) -> tuple[int, list[str]]:
        """Run the doctor; return its exit status and the lines about what is wrong."""
        run = partial(main, ["doctor", *self.arguments])
        environment = {"PATH": os.environ["PATH"]} | self.settings
        said, errors = self.folder / "said", self.folder / "errors"
        status = Program(run, environment, said, errors).wait(PATIENCE_SECONDS)
        assert errors.read_text() == ""
        lines = said.read_text().splitlines()
        return status, [line.strip() for line in lines if line.startswith(("  fail", "  warn"))]

    def listen(self, tls: ssl.SSLContext | None = None) -> int:
        """Let another program answer connections with nonsense; return its port."""
        server = socket.create_server(("127.0.0.1", 0))

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        if tls is None:
                            connection.sendall(b"220 mail.example ESMTP\r\n")
                        else:
                            tls.wrap_socket(connection, server_side=True).close()

        thread = threading.Thread(target=serve)
        thread.start()

        def stop() -> None:
            server.shutdown(socket.SHUT_RDWR)
            server.close()
            thread.join()

        self.stack.callback(stop)
        return int(server.getsockname()[1])


@pytest.fixture(scope="module")
def telegram() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as simulator:
        yield simulator


@pytest.fixture(scope="module")
def discord() -> Iterator[DiscordSimulator]:
    with DiscordSimulator() as simulator:
        yield simulator


@pytest.fixture
def setup(
    telegram: TelegramSimulator, discord: DiscordSimulator, tmp_path: Path
) -> Iterator[Setup]:
    """A bot that has never been started, and for which all is well."""
    with ExitStack() as stack:
        store = EmbeddedServer.start(tmp_path / "store")
        stack.callback(store.release)
        yield Setup(telegram, discord, store, tmp_path, stack)


UNLISTED = [
    (
        "warn  commands: Discord lists none yet; start the bot, which lists them, and then reload"
        " Discord"
    ),
    "warn  commands: aren't listed yet; the bot lists them when it starts",
]
"""What the doctor warns of before the first start of the bot."""


def test_before_the_first_start(setup: Setup) -> None:
    """Before its first start, a bot only lacks commands, which isn't a failure."""
    assert setup.doctor() == (0, UNLISTED)


def rejected_tokens(setup: Setup) -> None:
    setup.settings |= {"DISCORD_TOKEN": "not-a-token", "TELEGRAM_TOKEN": "7000000001:unguessable"}


def misspelt(setup: Setup) -> None:
    setup.settings["REDIS_URI"] = setup.settings.pop("REDIS_URL")
    setup.settings |= {"PULUC_DATA": str(setup.folder / "data"), "PULUC_EPHEMERAL": "true"}


def a_wiped_disk(setup: Setup) -> None:
    del setup.settings["REDIS_URL"]
    setup.settings["DYNO"] = "web.1"


def a_public_chat(setup: Setup) -> None:
    setup.settings |= {"PORT": str(free_port()), "PULUC_WEB": "chat"}


def no_store(setup: Setup) -> None:
    setup.settings["REDIS_URL"] = "redis://:s3cret@127.0.0.1:1"


def a_self_signed_certificate(setup: Setup) -> None:
    pem = setup.folder / "server.pem"
    pem.write_text(CERTIFICATE)
    setup.settings["REDIS_URL"] = f"rediss://:s3cret@127.0.0.1:{setup.listen(serving(pem))}"


def an_evicting_store(setup: Setup) -> None:
    with Redis.from_url(setup.store.url) as client:
        client.config_set("maxmemory", "25mb")
        client.config_set("maxmemory-policy", "allkeys-lru")
        client.config_set("appendonly", "no")
        client.config_set("save", "")


def a_full_store(setup: Setup) -> None:
    with Redis.from_url(setup.store.url) as client:
        client.config_set("maxmemory", "1")


def a_taken_port(setup: Setup) -> None:
    setup.settings |= {"PORT": str(setup.listen()), "PULUC_URL": "https://puluc.invalid"}


def a_webhook_elsewhere(setup: Setup) -> None:
    setup.settings |= {
        "PORT": str(free_port()),
        "PULUC_URL": "https://puluc.invalid",
        "TELEGRAM_WEBHOOK_URL": "https://puluc.invalid",
        "TELEGRAM_CACHE_CHAT": "-1001234567890",
    }


def a_group_without_photos(setup: Setup) -> None:
    plaza = setup.telegram.group("Plaza")
    setup.telegram.forbid(plaza, "can_send_photos")
    setup.arguments += ["--channel", str(plaza.id)]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (
            rejected_tokens,
            [
                (
                    "fail  token: DISCORD_TOKEN isn't a whole token, which has three parts with"
                    " dots between them; copy all of it"
                ),
                (
                    "fail  token: Telegram rejects TELEGRAM_TOKEN, which isn't a whole one; copy"
                    " the current one from @BotFather"
                ),
            ],
        ),
        (
            misspelt,
            [
                "warn  REDIS_URI: isn't a setting and has no effect; did you mean REDIS_URL?",
            ],
        ),
        (
            a_wiped_disk,
            [
                (
                    "fail  REDIS_URL: is not set, but this host does not keep files; set"
                    " REDIS_URL to a Redis server"
                ),
            ],
        ),
        (
            a_public_chat,
            [
                (
                    "fail  settings: PULUC_WEB=chat has no login, so it can't be used with PORT;"
                    " remove PORT or set PULUC_WEB=play or PULUC_WEB=watch"
                ),
            ],
        ),
        (
            no_store,
            [
                (
                    "fail  REDIS_URL: the server did not answer (ConnectionError). Is it running,"
                    " and is the address right?"
                ),
            ],
        ),
        (a_self_signed_certificate, ["fail  REDIS_URL: the server's certificate is self-signed"]),
        (
            an_evicting_store,
            [
                (
                    "fail  eviction: allkeys-lru: a full store would delete data, with allkeys-*"
                    " also running games; set maxmemory-policy noeviction in the server's"
                    " configuration, or at your provider"
                ),
                (
                    "warn  persistence: off: a restart of the server loses every game; set"
                    " appendonly yes in the server's configuration, or choose a plan with"
                    " persistence"
                ),
            ],
        ),
        (
            a_full_store,
            [
                (
                    "fail  writes: the server refuses writes because it is full; raise maxmemory at"
                    " REDIS_URL, or free some disk space"
                ),
            ],
        ),
        (
            a_taken_port,
            [
                "fail  port: another program uses ",
                "fail  PULUC_URL: there is no host called puluc.invalid; check the spelling",
            ],
        ),
        (
            a_webhook_elsewhere,
            [
                "warn  webhook: not set at Telegram yet; the bot sets it when it starts",
                (
                    "fail  TELEGRAM_CACHE_CHAT: can't be used (Chat not found); make the bot an"
                    " administrator of that channel who may post messages; until then, the boards"
                    " of inline games are text"
                ),
            ],
        ),
        (
            a_group_without_photos,
            [
                (
                    "the bot may not send photos, so boards are only text; allow it in the group's"
                    " permissions, or make the bot an administrator"
                ),
            ],
        ),
    ],
)
def test_a_wrong_setup(setup: Setup, spoil: Callable[[Setup], None], expected: list[str]) -> None:
    """The doctor says in plain words what is wrong and what to do, and nothing secret."""
    spoil(setup)
    status, lines = setup.doctor()
    report = "\n".join(lines)
    for words in expected:
        assert words in report
    assert status == ("fail  " in report)
    assert "s3cret" not in report
    assert "unguessable" not in report

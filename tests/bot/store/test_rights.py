"""What a server's access control list must allow, tried on a real server."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from structlog.testing import capture_logs

from bot.store import preflight, rights, vitals
from bot.store.channels import RedisChannels
from bot.store.link import RIGHTS, SCRIPTS, Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.people import User
from bot.table.ports import Down, Operation, Verdict
from bot.table.table import Table
from tests.bot.store.cluster import Cluster
from tests.bot.store.test_conformance import commit, moved
from tests.docs.pages import ROOT
from tests.waiting import until

EVERYTHING: Final = ("~*", "&*", "+@all")

(PAGE,) = re.findall(
    r"^ +ACL SETUSER puluc on >\S+ (.+)$", (ROOT / "docs" / "settings.md").read_text("utf-8"), re.M
)
"""The rights on the page about settings."""

Serve = Callable[..., Link]

CALLED: Final = re.compile(r"redis\.p?call\('(\w+)'|(?:string|hash|list|set|zset) = '(\w+)'")

METHODS: Final = re.compile(r"(?:pipeline|redis|primary)\.([a-z]+)(?=[(),]|$)", re.M)

NOT_COMMANDS: Final = {
    *("aclose", "call", "execute", "pipeline", "pubsub"),
    *("eval", "evalsha", "info", "ping"),
}
"""Methods that send nothing, and commands that are tried otherwise, or that may be missing."""


@pytest.fixture
async def serve(open_server: Callable[..., str]) -> AsyncIterator[Serve]:
    """Start a server whose user has these rights; return a link to it as that user."""
    links: list[Link] = []

    def start(*words: str) -> Link:
        user = ("--user", "puluc", "on", ">secret", *words)
        url = open_server("--port", "0", "--save", "", *user)
        links.append(Link(url.replace("unix://", "unix://puluc:secret@")))
        return links[-1]

    yield start
    for link in links:
        await link.close()


@pytest.mark.parametrize(
    ("words", "denied"),
    [
        (EVERYTHING, ()),
        (PAGE.split(), ()),
        ((*EVERYTHING, "-@scripting"), ("EVAL", "EVALSHA")),
        ((*EVERYTHING, "-evalsha"), ("EVALSHA",)),
        ((*EVERYTHING, "-hset", "-zscan"), ("HSET", "ZSCAN")),
        ((*EVERYTHING, "-psubscribe"), ("PSUBSCRIBE",)),
        (("~*", "+@all", "resetchannels"), ("PUBLISH", "the channels chat:{*}:changed told:*")),
        (("~g:*", "~doctor:*", "&*", "+@all"), ("the keys m:* due:* dirty:* and 20 more",)),
        (("~puluc:*", "&*", "+@all"), ("the keys g:* m:* due:* and 22 more",)),
    ],
    ids=" ".join,
)
async def test_what_is_denied(serve: Serve, words: Sequence[str], denied: Sequence[str]) -> None:
    """Each command, and each kind of key that the server denies is found; nothing is logged."""
    link = serve(*words)
    with capture_logs() as lines:
        assert await rights.missing(link) == denied
    assert not lines


async def test_in_a_cluster(cluster: Cluster) -> None:
    """A cluster is tried, too."""
    link = Link(cluster.url)
    assert await rights.missing(link) == ()
    await link.close()


async def test_nothing_is_left_behind(link: Link) -> None:
    """The trial leaves no key."""
    await rights.missing(link)
    assert [key async for key in link.redis.scan_iter()] == []


@pytest.mark.parametrize(
    "options",
    [
        ("--maxmemory", "1", "--maxmemory-policy", "noeviction"),
        ("--replicaof", "127.0.0.1 1"),
        ("--min-replicas-to-write", "1"),
    ],
    ids=" ".join,
)
async def test_a_server_that_refuses_writes(
    open_server: Callable[..., str], options: Sequence[str]
) -> None:
    """A server that refuses writes for another reason denies no rights."""
    link = Link(open_server("--port", "0", "--save", "", *options))
    assert await rights.missing(link) == ()
    await link.close()


async def test_the_rights_on_the_page(serve: Serve, table: Table) -> None:
    """With the rights on the page, games are created, played, found, shown and forgotten."""
    assert f"rights {PAGE};" in RIGHTS
    link = serve(*PAGE.split())
    store, channels = RedisStore(link), RedisChannels(link)
    assert await store.create(table, Operation("posted"))
    assert await commit(store, moved(table)) is Verdict.APPLIED
    assert (await store.load(table.id)) is not None
    assert await channels.post("maize", "board", "{}") == 1
    await store.forget(User.read("web:ana"))
    await store.erase(table)
    assert await store.load(TableId(table.id)) is None
    assert (await vitals.read(link)).unknown == ()
    await channels.close()


async def test_the_start(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot doesn't start without a right, and says which one; the doctor says the same."""
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0)
    link = serve(*EVERYTHING, "-@scripting")
    line = f"REDIS_URL: the server denies its user EVAL, EVALSHA; {RIGHTS}"
    with pytest.raises(preflight.Unfit) as unfit:
        await preflight.reach(link)
    assert str(unfit.value) == line
    assert await preflight.complaint(link) == line


async def test_a_right_that_comes_late(open_server: Callable[..., str]) -> None:
    """The bot waits for its rights, and logs at once what the server denies."""
    reading = ("--user", "puluc", "on", "nopass", *EVERYTHING, "-@write")
    url = open_server("--port", "0", "--save", "", *reading)
    operator, link = Link(url), Link(url.replace("unix://", "unix://puluc:any@"))
    with capture_logs() as lines:
        starting = asyncio.create_task(preflight.reach(link))
        await until(lambda: lines)
        await operator.redis.execute_command("ACL", "SETUSER", "puluc", *EVERYTHING)
        await starting
    (line,) = lines
    assert (line["event"], "denies its user SET" in line["why"]) == ("store.awaited", True)
    for each in (operator, link):
        await each.close()


async def test_a_right_that_is_taken_away(link: Link) -> None:
    """The guard notices that scripts are denied, though writes are not."""
    with Redis.from_url(vars(link)["_client"]._url) as admin:  # noqa: SLF001 - the same server
        admin.execute_command("ACL", "SETUSER", "default", "-@scripting")
        try:
            assert (await vitals.read(link)).refuses is Down.FORBIDDEN
        finally:
            admin.execute_command("ACL", "SETUSER", "default", "+@all")


def test_all_commands_are_tried() -> None:
    """Every command in a script or in the store's code is tried, and no other one."""
    scripts = [path.read_text() for path in SCRIPTS.glob("*.lua") if path.stem != "rights"]
    used = {name for text in scripts for pair in CALLED.findall(text) for name in pair if name}
    for path in Path(rights.__file__).parent.glob("*.py"):
        if path.stem not in ("gate", "trial"):
            used |= {name.upper() for name in METHODS.findall(path.read_text())}
    used -= {name.upper() for name in NOT_COMMANDS}
    tried = {call.split()[0] for call in rights.COMMANDS}
    assert {"DEL" if name == "DELETE" else name for name in used} == tried

"""Beginning games by one press on the home page."""

from typing import TYPE_CHECKING, Any

import pytest

from bot.on_web.sessions import MAX_PERSONAS
from bot.store.memory import MemoryStore
from bot.table.ports import StoreDown
from bot.table.seats import Computer, Free, Person
from bot.table.table import Status, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Answer, Browser, House

GAME = {"ruleset": "puluc", "size": "short"}


async def begin(browser: "Browser", way: str, **more: Any) -> "Answer":
    """Press a button on the home page."""
    operation = f"operation-{next(browser.operations)}"
    return await browser.post("/api/begin", **({"operation": operation, "way": way} | more))


async def begun(browser: "Browser", way: str, **more: Any) -> Table:
    """Press a button, and return the table to which it leads."""
    answer = await begin(browser, way, **more)
    assert answer.status == 200, answer.text
    _, _, code = answer.json["path"].rpartition("/")
    id_ = await browser.house.store.by_code(code)
    table = None if id_ is None else await browser.house.store.load(id_)
    assert table is not None
    return table


async def names_of(browser: "Browser") -> list[str]:
    """Return the names of a browser's personas."""
    return [each["name"] for each in (await browser.get("/api/hello")).json["personas"]]


async def refused(answer: "Answer") -> str:
    """Return why a request was refused."""
    assert answer.json["refused"]
    (line,) = answer.json["lines"]
    return str(line)


@pytest.fixture
async def guest(open_browser: "Callable[[], Browser]") -> "Browser":
    """A browser that has never been here."""
    return open_browser()


async def test_one_press(guest: "Browser") -> None:
    """The first press begins a short game against the computer, without asking for a name."""
    table = await begun(guest, "computer")
    assert table.status is Status.PLAYING
    assert table.header.startswith("puluc road=9 ")
    person, computer = table.seats
    assert isinstance(person, Person)
    assert isinstance(computer, Computer)
    assert person.name == "Guest"
    assert await names_of(guest) == ["Guest"]


async def test_again(guest: "Browser") -> None:
    """Without a game, one press begins the last one again, at the same level."""
    await begun(guest, "computer", ruleset="bul", level="hard")
    guest.house.now += 60
    again = await begun(guest, "computer")
    assert again.header.startswith("bul ")
    assert Computer("hard") in again.seats
    assert await names_of(guest) == ["Guest"]


async def test_a_chosen_game(guest: "Browser") -> None:
    """The game has the size and the players that were chosen, and computers in all other seats."""
    table = await begun(guest, "computer", ruleset="parchis", size="short", players=4)
    assert table.header == "parchis seats=4 end=first pieces=2"
    assert sum(isinstance(seat, Computer) for seat in table.seats) == 3


async def test_no_time_against_the_computer(guest: "Browser") -> None:
    """A time for a move, which is meant for people, is ignored against the computer."""
    table = await begun(guest, "computer", **GAME, pace="3d")
    assert table.terms.pace is None


async def test_a_link(guest: "Browser") -> None:
    """An invitation is an open challenge under the name that was typed."""
    table = await begun(guest, "link", **GAME, pace="3d", names=["Ana"])
    assert table.status is Status.OFFERED
    assert table.host.name == "Ana"
    assert isinstance(table.seats[1], Free)
    assert str(table.terms.pace) == "3d"


async def test_a_link_for_several(ana: "Browser") -> None:
    """With more seats, it is a lobby; somebody with a name isn't asked for it again."""
    table = await begun(ana, "link", ruleset="parchis", players=3)
    assert table.is_lobby
    assert table.host.name == "Ana"


async def test_an_invitation_needs_a_name(guest: "Browser") -> None:
    """Nobody is invited by a guest: the press is refused, and nothing is created."""
    await begun(guest, "computer")
    assert "enter your name" in await refused(await begin(guest, "link", **GAME))
    assert len(guest.house.store.tables) == 1


async def test_a_guest_gets_a_name(guest: "Browser") -> None:
    """A guest who types a name stays the same persona, and has that name in the channel, too."""
    await begun(guest, "computer")
    table = await begun(guest, "link", **GAME, names=["Ana"])
    assert await names_of(guest) == ["Ana"]
    people = await guest.house.channels.people("maize")
    assert people == {table.host.user.id: "Ana"}


async def test_both_sides(guest: "Browser") -> None:
    """A game at one screen has begun, between two personas of this browser."""
    table = await begun(guest, "both", **GAME, names=["Ana", "Ben"])
    assert table.status is Status.PLAYING
    assert {seat.name for seat in table.seats if isinstance(seat, Person)} == {"Ana", "Ben"}
    assert sorted(await names_of(guest)) == ["Ana", "Ben"]


async def test_both_sides_again(guest: "Browser") -> None:
    """Names that the browser has already are its personas, in any case; no others are made."""
    await begun(guest, "both", **GAME, names=["Ana", "Ben"])
    await begun(guest, "both", **GAME, names=["ben", "Ana"])
    assert sorted(await names_of(guest)) == ["Ana", "Ben"]


async def test_a_guest_is_one_of_both(guest: "Browser") -> None:
    """A guest takes the first name that is new."""
    await begun(guest, "computer")
    await begun(guest, "both", **GAME, names=["Ana", "Ben"])
    assert sorted(await names_of(guest)) == ["Ana", "Ben"]


@pytest.mark.parametrize("names", [[], ["Ana"], ["Ana", "ANA"]])
async def test_two_names(guest: "Browser", names: list[str]) -> None:
    """A game at one screen needs two names that differ."""
    answer = await begin(guest, "both", **GAME, names=names)
    assert await refused(answer) == "Please enter two different names."
    assert not guest.house.store.tables


async def test_the_same_press(guest: "Browser") -> None:
    """A press that is sent again begins nothing else."""
    await begun(guest, "computer")
    first = await begun(guest, "computer", **GAME, operation="the-same-press")
    second = await begun(guest, "computer", **GAME, operation="the-same-press")
    assert first.id == second.id
    assert len(guest.house.store.tables) == 2


@pytest.mark.parametrize(
    ("body", "status", "line"),
    [
        ({"way": "chess"}, 400, "form"),
        ({"way": 1}, 400, "form"),
        ({"way": "computer", "operation": "x"}, 400, "form"),
        ({"way": "computer", "ruleset": "chess"}, 400, "chess"),
        ({"way": "computer", "ruleset": ["puluc"]}, 400, "form"),
        ({"way": "computer", "ruleset": "puluc", "size": "huge"}, 400, "form"),
        ({"way": "computer", "ruleset": "parchis", "size": "long"}, 403, "long"),
        ({"way": "computer", "ruleset": "puluc", "players": 4}, 403, ""),
        ({"way": "computer", "ruleset": "parchis", "players": True}, 400, "form"),
        ({"way": "computer", "ruleset": "parchis", "players": 10**9}, 403, ""),
        ({"way": "computer", "ruleset": "puluc", "level": "godlike"}, 403, "godlike"),
        ({"way": "link", "ruleset": "puluc", "pace": "soon", "names": ["Ana"]}, 400, "form"),
        ({"way": "link", "ruleset": "puluc", "names": [" "]}, 400, "name"),
        ({"way": "link", "ruleset": "puluc", "names": [7]}, 400, "form"),
        ({"way": "link", "ruleset": "puluc", "names": "Ana"}, 400, "form"),
        ({"way": "both", "ruleset": "puluc", "names": ["A", "B", "C"]}, 400, "form"),
    ],
)
async def test_forged(guest: "Browser", body: dict[str, Any], status: int, line: str) -> None:
    """What the page would never send is refused with a sentence, and no table is created."""
    answer = await guest.post("/api/begin", **({"operation": "operation-1"} | body))
    assert answer.status == status
    expected = {"form": "couldn't read that"}.get(line, line)
    assert expected.lower() in (await refused(answer)).lower()
    assert not guest.house.store.tables


async def test_another_site(guest: "Browser") -> None:
    """Another site's page can't begin games."""
    headers = {"Origin": "http://elsewhere.example"}
    body = {"operation": "operation-1", "way": "computer"}
    answer = await guest.post("/api/begin", headers, **body)
    assert answer.status == 403
    assert not guest.house.store.tables


async def test_nothing_by_get(guest: "Browser") -> None:
    """Opening pages creates neither personas nor tables."""
    assert (await guest.get("/api/begin")).status == 405
    await guest.get("/")
    assert await names_of(guest) == []
    assert not guest.house.store.tables


async def test_too_many_personas(guest: "Browser") -> None:
    """A browser that has as many personas as it can gets no further ones, and is told so."""
    await guest.be(*(f"Player {number}" for number in range(MAX_PERSONAS)))
    answer = await begin(guest, "both", **GAME, names=["Ana", "Ben"])
    assert await refused(answer) == f"You can be at most {MAX_PERSONAS} players in one browser."
    await begun(guest, "both", **GAME, names=["Player 1", "Player 2"])


async def test_too_many_games(guest: "Browser") -> None:
    """The limits of acts hold here, too: their refusals are answered as everywhere."""
    answers = [await begin(guest, "computer", **GAME) for _ in range(6)]
    assert [answer.status for answer in answers] == [200] * 5 + [403]
    assert "5" in await refused(answers[-1])


class Away(MemoryStore):
    """A store that can't be written for a while."""

    away = True

    async def create(self, *args: Any, **more: Any) -> bool:
        if self.away:
            raise StoreDown
        return await super().create(*args, **more)


async def test_a_store_that_is_down(house: "House", open_browser: Any) -> None:
    """While the store is down, the page is told to try again; then the same guest plays."""
    house.store = store = Away()
    async with house.serving() as address:
        guest = open_browser(address)
        body = {"operation": "the-same-press", "way": "computer"}
        answer = await guest.post("/api/begin", **body)
        assert answer.status == 503
        store.away = False
        assert (await guest.post("/api/begin", **body)).status == 200
        assert await names_of(guest) == ["Guest"]


async def test_renaming(ana: "Browser") -> None:
    """A name can be changed at any time; the new one counts in games from then on."""
    answer = await ana.post("/api/me", name=" Ana  María ")
    assert answer.json == {"id": ana.me, "name": "Ana María"}
    table = await begun(ana, "computer", **GAME)
    assert table.host.name == "Ana María"


async def test_a_name_that_others_have(ana: "Browser", ben: "Browser") -> None:
    """In the channel, a name that somebody else has gets a number."""
    await ben.post("/api/me", name="Ana")
    assert (await ben.house.channels.people("maize"))[ben.me] == "Ana 2"


async def test_a_guest_for_a_lesson(guest: "Browser") -> None:
    """Somebody who wants a lesson is a guest, and stays it."""
    first = (await guest.post("/api/me")).json
    assert first["name"] == "Guest"
    assert (await guest.post("/api/me")).json == first


@pytest.mark.parametrize("name", ["", " ", "x" * 33, 5])
async def test_a_bad_name(ana: "Browser", name: Any) -> None:
    """A name that is none is refused, and the old one stays."""
    assert (await ana.post("/api/me", name=name)).status == 400
    assert await names_of(ana) == ["Ana"]

"""The people that a browser can be."""

from typing import TYPE_CHECKING

import pytest
from itsdangerous import URLSafeSerializer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House


async def test_a_new_person(ana: "Browser") -> None:
    """Entering a name creates a person that the browser can be."""
    assert (await ana.get("/api/hello")).json["personas"] == [{"id": ana.me, "name": "Ana"}]


async def test_two_at_once(open_browser: "Callable[[], Browser]") -> None:
    """One request can create two people for a browser."""
    browser = open_browser()
    people = await browser.be("Ana", "Ben")
    assert [person["name"] for person in people] == ["Ana", "Ben"]
    assert len((await browser.get("/api/hello")).json["personas"]) == 2


async def test_cookies_are_protected(open_browser: "Callable[[], Browser]") -> None:
    """A persona's cookie is hidden from scripts, and only links of other sites send it."""
    browser = open_browser()
    answer = await browser.post("/api/people", channel="maize", names=["Ana"])
    assert {"HttpOnly", "SameSite=Lax"} <= set(answer.headers["Set-Cookie"].split("; "))


async def test_taken_name_gets_a_number(
    ana: "Browser", open_browser: "Callable[[], Browser]"
) -> None:
    """A name that's taken in a channel gets a number, whatever its case or spaces."""
    other = open_browser()
    assert [person["name"] for person in await other.be(" ana ")] == ["ana 2"]


async def test_long_taken_name(open_browser: "Callable[[], Browser]") -> None:
    """A name of maximum length is shortened so that the number fits."""
    browser = open_browser()
    people = await browser.be("x" * 32, "x" * 32)
    assert people[1]["name"] == "x" * 30 + " 2"


async def test_name_is_normalized(open_browser: "Callable[[], Browser]") -> None:
    """Names are normalised to NFC with single spaces."""
    browser = open_browser()
    assert (await browser.be("Jose\u0301  Maria"))[0]["name"] == "Jos\u00e9 Maria"


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "\u0000", "\u202e", "\u3164", "\ud800"])
async def test_invalid_name(open_browser: "Callable[[], Browser]", name: str) -> None:
    """A name that can't be shown is refused, and no one enters."""
    browser = open_browser()
    answer = await browser.post("/api/people", channel="maize", names=[name])
    assert answer.status == 400
    assert await browser.house.channels.people("maize") == {}


async def test_too_many_people(open_browser: "Callable[[], Browser]") -> None:
    """The number of people per browser is limited."""
    browser = open_browser()
    await browser.be(*(f"P{number}" for number in range(12)))
    answer = await browser.post("/api/people", channel="maize", names=["one more"])
    assert answer.status == 400
    assert answer.json["refused"]


async def test_name_in_another_channel(ana: "Browser", house: "House") -> None:
    """A person whose name is taken in another channel gets a number there."""
    await house.channels.enter("other", "somebody", "Ana")
    answer = await ana.post("/api/enter", channel="other", persona=ana.me)
    assert answer.json == {"id": ana.me, "name": "Ana 2"}


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/enter", {}),
        ("/api/say", {"text": "hello", "operation": "operation-1"}),
        ("/api/say", {"text": "/puluc open", "operation": "operation-1"}),
        ("/api/press", {"code": "1r..puluc", "operation": "operation-1"}),
    ],
)
async def test_foreign_persona(
    ana: "Browser", ben: "Browser", house: "House", path: str, more: dict[str, str]
) -> None:
    """A browser can't act as a person whose cookie it doesn't have."""
    before = await house.messages()
    answer = await ben.post(path, channel="maize", persona=ana.me, **more)
    assert answer.status == 403
    assert answer.json["refused"]
    assert await house.messages() == before


async def test_forged_cookie(ana: "Browser", open_browser: "Callable[[], Browser]") -> None:
    """A cookie signed with another secret is ignored."""
    forged = URLSafeSerializer(b"guessed", salt="persona").dumps([ana.me, "Ana"])
    answer = await open_browser().get("/api/hello", {"Cookie": f"puluc-{ana.me}={forged}"})
    assert answer.json["personas"] == []


async def test_exchanged_cookie(
    ana: "Browser", ben: "Browser", open_browser: "Callable[[], Browser]"
) -> None:
    """A valid cookie under another persona's name is ignored."""
    (own,) = [c.value for c in ben.session.cookie_jar if c.key == f"puluc-{ben.me}"]
    answer = await open_browser().get("/api/hello", {"Cookie": f"puluc-{ana.me}={own}"})
    assert answer.json["personas"] == []


async def test_same_person_after_a_restart(ana: "Browser", house: "House") -> None:
    """After a restart with the same store, people are still recognised."""
    (cookie,) = ana.session.cookie_jar
    async with (
        house.serving() as address,
        ana.session.get(
            f"{address}/api/hello", headers={"Cookie": f"{cookie.key}={cookie.value}"}
        ) as response,
    ):
        assert (await response.json())["personas"] == [{"id": ana.me, "name": "Ana"}]

"""A group asks to watch a game of browsers: what their pages say and offer."""

import pytest

from bot.acts.look.watch import Watch
from bot.acts.play.draw import Draw
from bot.table.invites import code, read_code
from tests.bot.on_web.conftest import House
from tests.bot.on_web.public.visitors import GROUP, Guest, Public

ANSWERS = ["Allow", "Don't allow"]


@pytest.fixture
async def path(ana: Guest, ben: Guest, site: Public, house: House) -> str:
    """A game of Ana and Ben, which Cara wants to watch in a group, by Ana's code."""
    begun = await ana.begin()
    await ben.sit(begun, await ana.link(begun))
    table = await house.table()
    invites = house.cores[0].services.invites
    await site.in_group(Watch(*read_code(code(table, invites.sight(table, 0)))))
    return begun


async def answers(guest: Guest, path: str) -> dict[str, str]:
    """The buttons of a page that answer, with their codes."""
    buttons = (await guest.told(path))["buttons"]
    return {each["label"]: each["code"] for each in buttons if each["label"] in ANSWERS}


async def test_who_is_asked(ana: Guest, ben: Guest, path: str) -> None:
    """The page of the other player has the buttons, and that of the code's player hasn't."""
    assert [*await answers(ben, path)] == ANSWERS
    assert [*await answers(ana, path)] == []


async def test_what_is_asked(ana: Guest, ben: Guest, path: str) -> None:
    """Both read who asks, and by whose code."""
    said = [" ".join((await guest.told(path))["notes"]) for guest in (ana, ben)]
    assert "Cara asks to show this game in another chat, with your code." in said[0]
    assert "Cara asks to show this game in another chat, with a code from Ana." in said[1]


async def test_it_is_allowed(ben: Guest, path: str, house: House) -> None:
    """A press in the browser shows the game in the group."""
    channel = (await ben.told(path))["as"]["channel"]
    await ben.browser.press((await answers(ben, path))["Allow"], channel=channel)
    assert GROUP in (await house.table()).shown_in


async def test_both_kinds_of_offers(ana: Guest, ben: Guest, path: str, house: House) -> None:
    """Each is answered by who is asked: Ben's draw by Ana, and Cara's wish by Ben."""
    channel = (await ben.told(path))["as"]["channel"]
    await ben.browser.press(Draw((await house.table()).id).code, channel=channel)
    assert [*await answers(ben, path)] == ANSWERS
    labels = [each["label"] for each in (await ana.told(path))["buttons"]]
    assert "Agree" in labels
    assert "Allow" not in labels

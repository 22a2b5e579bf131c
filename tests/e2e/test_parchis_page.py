"""Whole games of Parchís on the page, in a browser."""

import signal
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.parchis import MOST_PRESSES, SHORT, Asker, proves

if TYPE_CHECKING:
    from conftest import Bot, Person

pytestmark = pytest.mark.browser
Come = Callable[..., "Person"]

NAMES = ("Ana", "Ben", "Cara", "Dan")


@pytest.fixture
def still(come: Come) -> Iterator[Come]:
    """Join as a player who prefers reduced motion, so that presses don't wait for pieces."""
    people: list[Person] = []

    def still(name: str) -> "Person":
        people.append(come(name))
        people[-1].page.emulate_media(reduced_motion="reduce")
        return people[-1]

    yield still
    for person in people:
        person.page.emulate_media(reduced_motion="no-preference")


def play(people: "Sequence[Person]", asker: Asker, presses: int = MOST_PRESSES) -> bool:
    """Let people press random moves on their turns; return whether the game is over.

    Each move is pressed in the tab of the one person whose board says that it's their turn.
    """
    shown = people[0]
    for _ in range(presses):
        shown.awaits_a_press()
        if shown.is_over:
            return True
        revision = shown.revision
        for person in people:
            person.sees(revision)
        (turn,) = [one for one in people if one.board.locator(".badge").is_visible()]
        codes = turn.moves.evaluate_all("all => all.map((one) => one.dataset.code)")
        code = asker.choose(codes)
        turn.board.locator(f'.buttons [data-code="{code}"]').click()
        shown.sees(revision + 1)
    return False


def players(people: "Sequence[Person]", bot: "Bot", asker: Asker) -> list[str]:
    """Play to the end, check the record, and return who began, by seat."""
    assert play(people, asker)
    link = people[0].board.locator('a[href^="/g/"]').first.get_attribute("href") or ""
    page = "/".join(link.partition("#")[0].split("/")[:3])
    with urllib.request.urlopen(f"{bot.url}{page}/record.txt", timeout=60) as answer:
        record = proves(answer.read().decode(), asker.asked, NAMES)
    return [*record.tags.players]


def button(person: "Person", name: str) -> None:
    """Press a button below the person's newest board."""
    person.board.get_by_role("button", name=name, exact=True).click()


def test_two_people(still: Come, bot: "Bot") -> None:
    """Two people play a game to its end, although the bot is killed in the middle."""
    ana, ben = pair = [still(name) for name in NAMES[:2]]
    asker = Asker.seeded(3)
    ana.say(f"/puluc challenge @Ben parchis {SHORT}")
    button(ben, "Accept")
    assert not play(pair, asker, 30)
    bot.end(signal.SIGKILL)
    bot.start()
    assert players(pair, bot, asker) == ["Ana", "Ben"]


def test_three_people(still: Come, bot: "Bot") -> None:
    """Three people play in a lobby for four, in which one of the colours is left out."""
    ana, ben, cara = three = [still(name) for name in NAMES[:3]]
    ana.say(f"/puluc open parchis seats=4 {SHORT}")
    for person, side in ((ben, "blue"), (cara, "green")):
        button(person, f"Join {side}")
        expect(ana.board).to_contain_text(person.name)
    button(ana, "Start")
    ana.private.get_by_role("button", name="Start with 3 seats").click()
    assert players(three, bot, Asker.seeded(4)) == ["Ana", "Ben", "Cara"]


def test_people_and_computers(still: Come, bot: "Bot") -> None:
    """Two people play against two computers."""
    ana, ben = pair = [still(name) for name in NAMES[:2]]
    ana.say(f"/puluc open parchis seats=4 {SHORT}")
    button(ben, "Join red")
    expect(ana.board).to_contain_text("Ben")
    button(ana, "Start")
    ana.private.get_by_role("button", name="Fill with computers").click()
    names = players(pair, bot, Asker.seeded(5))
    assert [name.split()[0] for name in names] == ["Ana", "Computer", "Ben", "Computer"]


def test_practice(still: Come, bot: "Bot") -> None:
    """One person plays against three computers."""
    ana = still("Ana")
    ana.say(f"/puluc practice easy parchis seats=4 {SHORT}")
    button(ana, "Start")
    ana.sees(2)
    assert players([ana], bot, Asker.seeded(6)) == ["Ana", *["Computer (easy)"] * 3]

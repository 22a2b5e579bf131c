"""Parchís on the page, in a browser."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.pages.parchis import NAMES, button, play
from tests.pages.people import Come, Person
from tests.parchis import SHORT, Asker, agrees, proves

pytestmark = pytest.mark.browser

PRESSES = 10

Enter = Callable[[str], Person]


@pytest.fixture
def still(come: Come) -> Enter:
    """Join as a player who prefers reduced motion, so that presses don't wait for pieces."""

    def still(name: str) -> Person:
        person = come(name)
        person.page.emulate_media(reduced_motion="reduce")
        return person

    return still


def players(people: Sequence[Person], asker: Asker) -> list[str]:
    """Play to the end, check the record, and return who began, by seat."""
    assert play(people, asker)
    return [*proves(people[0].record(), asker.asked, NAMES).tags.players]


@pytest.fixture
def two(still: Enter) -> tuple[Person, Person]:
    """Ana and Ben, who have begun a game."""
    ana, ben = (still(name) for name in NAMES[:2])
    ana.say(f"/puluc challenge @Ben parchis {SHORT}")
    ben.sees(2)  # after Ana's page has sent a word
    button(ben, "Accept").click()
    return ana, ben


def test_what_the_boards_ask(two: tuple[Person, Person]) -> None:
    """Each board asks the player to move for one of the legal moves, and nobody else."""
    asker = Asker.seeded(3)
    assert not play(two, asker, PRESSES)
    agrees(two[0].record(), asker.asked, NAMES)


@pytest.mark.night
def test_two_people(two: tuple[Person, Person]) -> None:
    """Two people play a game to its end."""
    assert players(two, Asker.seeded(3)) == ["Ana", "Ben"]


@pytest.mark.night
def test_three_people(still: Enter) -> None:
    """Three people play in a lobby for four, in which one of the colours is left out."""
    ana, ben, cara = three = [still(name) for name in NAMES[:3]]
    ana.say(f"/puluc open parchis seats=4 {SHORT}")
    for person, side in ((ben, "blue"), (cara, "green")):
        button(person, f"Join {side}").click()
        expect(ana.board).to_contain_text(person.name)
    button(ana, "Start").click()
    ana.private.get_by_role("button", name="Start with 3 seats").click()
    assert players(three, Asker.seeded(4)) == ["Ana", "Ben", "Cara"]


@pytest.mark.night
def test_people_and_computers(still: Enter) -> None:
    """Two people play against two computers."""
    ana, ben = pair = [still(name) for name in NAMES[:2]]
    ana.say(f"/puluc open parchis seats=4 {SHORT}")
    button(ben, "Join red").click()
    expect(ana.board).to_contain_text("Ben")
    button(ana, "Start").click()
    ana.private.get_by_role("button", name="Fill with computers").click()
    names = players(pair, Asker.seeded(5))
    assert [name.split()[0] for name in names] == ["Ana", "Computer", "Ben", "Computer"]


@pytest.mark.night
def test_practice(still: Enter) -> None:
    """One person plays against three computers."""
    ana = still("Ana")
    ana.say(f"/puluc practice easy parchis seats=4 {SHORT}")
    button(ana, "Start").click()
    ana.sees(2)
    assert players([ana], Asker.seeded(6)) == ["Ana", *["Computer (easy)"] * 3]

"""Parchís at its table, in a browser."""

from collections.abc import Sequence

import pytest

from tests.pages.at_table import AtTable, play, play_out
from tests.pages.parchis import NAMES
from tests.pages.people import Come, Person, begin
from tests.parchis import SHORT, Asker, agrees, proves

pytestmark = pytest.mark.browser

MOVES = 10


def players(people: Sequence[Person], tables: Sequence[AtTable], asker: Asker) -> list[str]:
    """Play to the end, check the record, and return who began, by seat."""
    play_out(*tables, choose=asker.choose)
    return [*proves(people[0].record(), asker.asked, NAMES).tags.players]


@pytest.fixture
def two(come: Come) -> tuple[Person, Person]:
    """Ana and Ben, without any games."""
    return come("Ana"), come("Ben")


def test_what_the_tables_ask(two: tuple[Person, Person]) -> None:
    """The page of the player to move, and of nobody else, offers the legal moves."""
    asker = Asker.seeded(3)
    tables = begin(*two, f"parchis {SHORT}")
    assert not play(*tables, moves=MOVES, choose=asker.choose)
    agrees(two[0].record(), asker.asked, NAMES)


@pytest.mark.night
def test_two_people(two: tuple[Person, Person]) -> None:
    """Two people play a game to its end."""
    tables = begin(*two, f"parchis {SHORT}")
    assert players(two, tables, Asker.seeded(3)) == ["Ana", "Ben"]


@pytest.mark.night
def test_three_people(come: Come) -> None:
    """Three people play in a lobby for four, in which one of the colours is left out."""
    three = [come(name) for name in NAMES[:3]]
    three[0].say(f"/puluc open parchis seats=4 {SHORT}")
    ana, ben, cara = tables = [person.sit_down() for person in three]
    ben.press("Join blue")
    cara.press("Join green")
    ana.seats("Cara")
    ana.press("Start")
    ana.answer("Start with 3 seats")
    assert players(three, tables, Asker.seeded(4)) == ["Ana", "Ben", "Cara"]


@pytest.mark.night
def test_people_and_computers(two: tuple[Person, Person]) -> None:
    """Two people play against two computers."""
    two[0].say(f"/puluc open parchis seats=4 {SHORT}")
    ana, ben = tables = [person.sit_down() for person in two]
    ben.press("Join red")
    ana.seats("Ben")
    ana.press("Start")
    ana.answer("Fill with computers")
    names = players(two, tables, Asker.seeded(5))
    assert [name.split()[0] for name in names] == ["Ana", "Computer", "Ben", "Computer"]


@pytest.mark.night
def test_practice(come: Come) -> None:
    """One person plays against three computers."""
    ana = come("Ana")
    ana.say(f"/puluc practice easy parchis seats=4 {SHORT}")
    table = ana.sit_down()
    table.press("Start")
    assert players([ana], [table], Asker.seeded(6)) == ["Ana", *["Computer (easy)"] * 3]

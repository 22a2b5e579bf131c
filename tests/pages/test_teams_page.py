"""Games in teams on their page: a lobby, and people who leave and take seats over."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from bot.table.seats import Kept
from bot.table.seats import Person as Seated
from tests.pages.at_table import AtTable, play
from tests.pages.faults import Find
from tests.pages.people import Come, Person
from tests.pages.site import Site

pytestmark = pytest.mark.browser

OPEN = "/open aj-sayil seats=4"
NAMES = ("Ana", "Ben", "Cara", "Dan")


@pytest.fixture
def four(come: Come) -> list[Person]:
    """Four people in four tabs."""
    return [come(name) for name in NAMES]


@pytest.fixture
def absent(site: Site, channel: str) -> None:
    """Ben, Cara and Dan, who have joined the channel, but whose tabs are closed."""
    for name in NAMES[1:]:
        site.join(channel, name)


def gather(four: Sequence[Person]) -> list[AtTable]:
    """Let all four join Ana's lobby, which begins the game; return the pages of its table."""
    four[0].say(OPEN)
    ana, ben, cara, dan = tables = [person.sit_down() for person in four]
    for table, side in ((ben, "red"), (cara, "jade"), (dan, "red")):
        table.press(f"Join {side}")
        if table is not dan:
            ana.seats(four[tables.index(table)].name)
    for table in tables:
        table.begins()
    return tables


def test_a_game_in_teams(four: list[Person], come: Come, site: Site) -> None:
    """Four people gather and play; one leaves, and a fifth takes the seat and plays on."""
    tables = gather(four)
    play(*tables, moves=2)
    cara = tables[2]
    cara.menu("Give up seat")
    cara.page.get_by_role("dialog").locator("button:not(.close)").first.click()
    eve = come("Eve").sit_down()
    eve.press("Take the seat")
    expect(eve.button("Take the seat")).to_have_count(0)
    play(tables[0], tables[1], eve, tables[3], moves=2)
    (table,) = site.store.tables
    assert {seat.name for seat in table.seats if isinstance(seat, Seated)} == {*NAMES, "Eve"} - {
        "Cara"
    }


@pytest.mark.usefixtures("absent")
def test_challenging_several(come: Come, site: Site) -> None:
    """Names are completed one after the other, each once; all are challenged."""
    ana = come("Ana")
    message = ana.page.locator("#message")
    message.fill("/challenge ")
    line = "/challenge "
    for name in ("Ben", "Cara"):
        message.press_sequentially(f"@{name[0]}")
        message.press("Enter")
        line += f"@{name} "
        expect(message).to_have_value(line)
    message.press_sequentially("@")
    expect(ana.page.locator("#completions li")).to_have_text("@Dan")
    message.press("Enter")
    message.press_sequentially("aj-sayil")
    message.press("Enter")
    expect(ana.card).to_be_visible()
    (table,) = site.store.tables
    assert {seat.name for seat in table.seats if isinstance(seat, Kept)} == {*NAMES[1:]}


def test_sixteen_players(come: Come, found: Find) -> None:
    """The card of a game of sixteen, one with the longest name, fits the narrowest screens."""
    ana = come("Wilhelmina Featherstonehaugh III")
    ana.say("/open aj-sayil seats=16")
    expect(ana.card).to_contain_text("1 of 16 seats taken")
    assert found(ana.page) == []
    table = ana.sit_down()
    table.press("Start")
    table.answer("Fill with computers")
    table.begins()
    ana.page.go_back()
    expect(ana.card).to_contain_text(" to play")
    assert found(ana.page) == []

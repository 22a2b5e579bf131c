"""Games in teams on the page: a lobby, people who leave and take seats over, and matches."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from bot.acts.gather.join import Join
from bot.table.people import Actor, Place, Platform, User
from bot.table.seats import Kept
from bot.table.seats import Person as Seated
from bot.table.table import Status
from tests.pages.faults import SIDEWAYS, Find
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


def button(person: Person, name: str) -> Locator:
    """A button below the person's newest board."""
    return person.board.get_by_role("button", name=name, exact=True)


def join(person: Person, side: str) -> None:
    """Join a side of the newest lobby."""
    button(person, f"Join {side}").click()


def gather(four: Sequence[Person]) -> None:
    """Let all four join Ana's lobby, which begins the game."""
    ana, ben, cara, dan = four
    ana.say(OPEN)
    for person, side in ((ben, "red"), (cara, "jade"), (dan, "red")):
        expect(person.board).to_contain_text("is looking for players")
        join(person, side)
        if person is not dan:
            expect(ana.board).to_contain_text(person.name)
    for person in four:
        expect(person.board.locator(".picture img")).to_be_visible()


def mover(people: Sequence[Person], revision: int) -> Person:
    """Return the only person whose turn it is, once all see this revision."""
    for person in people:
        person.sees(revision)
    (found,) = [person for person in people if person.board.locator(".badge").is_visible()]
    return found


def play(people: Sequence[Person], moves: int) -> None:
    """Play some moves: each is pressed by the one person whose board says that it's their turn."""
    for _ in range(moves):
        revision = max(person.revision for person in people)
        turn = mover(people, revision)
        turn.moves.first.click()
        turn.sees(revision + 1)


def menu(person: Person, *names: str) -> None:
    """Press the menu of the newest board, and then buttons of the private answers."""
    person.board.get_by_role("button", name="More").click()
    for name in names:
        person.private.get_by_role("button", name=name, exact=True).click()


def test_a_game_in_teams(four: list[Person], come: Come, site: Site) -> None:
    """Four people gather and play; one leaves, and a fifth takes the seat and plays on."""
    gather(four)
    play(four, 2)
    ana, _, cara, _ = four
    menu(cara, "Give up seat")
    cara.page.locator("[data-kind=resign] .buttons button").click()
    expect(button(ana, "Take the seat")).to_be_visible()
    eve = come("Eve")
    expect(eve.board).to_be_visible()
    button(eve, "Take the seat").click()
    expect(button(ana, "Take the seat")).to_have_count(0)
    ana.page.goto(f"{site.url}{ana.watch_path}/text")
    former = ana.page.locator(".former li")
    expect(former.first).to_contain_text("Cara (jade 2) gave up their seat")
    expect(former.last).to_contain_text("Eve took over jade 2 from Computer (medium).")
    expect(ana.page.locator(".sides")).to_contain_text(re.compile("Jade.*Ana.*Eve", re.S | re.I))
    ana.page.go_back()
    ana.board.wait_for()


def test_words_of_all(come: Come, site: Site) -> None:
    """Everyone who joins from a tab adds a word to the throws."""
    ana, ben = come("Ana"), come("Ben")
    ana.say(OPEN)
    ben.sees(2)  # after Ana's page has sent a word
    join(ben, "red")
    expect(ana.board).to_contain_text("Ben")
    (table,) = site.store.tables
    words = {seat.name: seat.word for seat in table.seats if isinstance(seat, Seated)}
    assert words.keys() == {"Ana", "Ben"}
    assert all(words.values())


@pytest.mark.usefixtures("absent")
def test_inviting(come: Come, site: Site, channel: str) -> None:
    """The host checks several people, and one press invites them."""
    ana, eve = come("Ana"), come("Eve")
    ana.say(OPEN)
    ana.sees(2)
    (table,) = site.store.tables
    dan = Actor(User(Platform.WEB, site.id_of("Dan")), "Dan")
    site.act(dan, Place(Platform.WEB, channel), Join(table.id, 1))
    expect(ana.board).to_contain_text("Dan")
    menu(ana, "Invite players")
    picker = ana.page.locator(".picker")
    expect(picker.get_by_role("checkbox")).to_have_count(3)  # Dan has joined
    invite = picker.get_by_role("button", name="Invite")
    expect(invite).to_be_disabled()
    for name in ("Ben", "Eve"):
        picker.get_by_label(name, exact=True).check()
    invite.click()
    expect(ana.private).to_contain_text("Invited: ")
    expect(picker).to_have_count(0)
    expect(eve.board.locator(".badge")).to_have_text("Waiting for you")
    (table,) = site.store.tables
    assert {seat.name for seat in table.seats if isinstance(seat, Kept)} == {"Ben", "Eve"}
    join(eve, "red")
    expect(ana.board).to_contain_text(re.compile(r"Red: Dan and Eve(?! \(invited\))"))


@pytest.mark.usefixtures("absent")
def test_no_more_than_free_seats(come: Come) -> None:
    """The host can't check more people than there are free seats."""
    ana = come("Ana")
    ana.say("/open aj-sayil seats=4")
    for _ in range(2):
        revision = ana.revision
        button(ana, "Add a computer").click()
        ana.sees(revision + 1)
    menu(ana, "Invite players")
    picker = ana.page.locator(".picker")
    picker.get_by_label("Ben").check()
    expect(picker.get_by_label("Cara")).to_be_disabled()
    picker.get_by_label("Ben").uncheck()
    expect(picker.get_by_label("Cara")).to_be_enabled()


def test_focus_stays(come: Come) -> None:
    """A button keeps the focus when the lobby changes."""
    ana, ben = come("Ana"), come("Ben")
    ana.say(OPEN)
    button(ana, "Start").focus()
    join(ben, "red")
    expect(ana.board).to_contain_text("Ben")
    expect(button(ana, "Start")).to_be_focused()


def test_a_click_while_the_lobby_changes(come: Come) -> None:
    """A click on a side counts even if the lobby gets a word between its two halves."""
    ana, ben = come("Ana"), come("Ben")
    ana.say(OPEN)
    ben.sees(2)  # after Ana's page has sent a word
    button(ben, "Join red").hover()
    ben.page.mouse.down()
    ana.say("/puluc word maize")
    ben.sees(3)
    ben.page.mouse.up()
    expect(ana.board).to_contain_text("Ben")


def test_a_click_while_the_word_changes(come: Come, site: Site) -> None:
    """A click on Accept agrees to the word that was given when it began, and to no other."""
    ana, ben = come("Ana"), come("Ben")
    ana.say("/puluc open")
    ben.sees(2)  # after Ana's page has sent a word
    button(ben, "Accept").hover()
    ben.page.mouse.down()
    ana.say("/puluc word maize")
    ben.sees(3)
    ben.page.mouse.up()
    expect(ben.page.get_by_text("word for the throws, which is now")).to_be_visible()
    (table,) = site.store.tables
    assert table.status is Status.OFFERED
    button(ben, "Accept").click()
    expect(ana.board).to_contain_text("Ben")


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
    ana.sees(1)
    (table,) = site.store.tables
    assert {seat.name for seat in table.seats if isinstance(seat, Kept)} == {*NAMES[1:]}


SIDE_BY_SIDE = """() => {
    const buttons = [...document.querySelectorAll("button.joins")];
    const boxes = buttons.map((button) => button.getBoundingClientRect());
    const row = document.querySelector(".buttons:has(.joins)").getBoundingClientRect();
    return boxes.length === 2 && boxes[0].y === boxes[1].y
        && boxes[0].width + boxes[1].width > 0.95 * row.width;
}"""
"""Whether the buttons to join a side share one row, which they fill; read at one moment."""


def test_the_buttons_of_a_lobby(come: Come) -> None:
    """The buttons for the two sides share the first row, on phones and on wide screens."""
    ana = come("Ana")
    ana.say(OPEN)
    expect(button(ana, "Join jade")).to_be_visible()
    for width in (360, 1280):
        ana.page.set_viewport_size({"width": width, "height": 800})
        assert ana.page.evaluate(SIDE_BY_SIDE)


def test_sixteen_players(come: Come, site: Site, found: Find) -> None:
    """A lobby and a game of sixteen, one with the longest name, fit the narrowest screens."""
    ana = come("Wilhelmina Featherstonehaugh III")
    ana.say("/open aj-sayil seats=16")
    expect(button(ana, "Start")).to_be_visible()
    menu(ana)
    assert found(ana.page) == []
    button(ana, "Start").click()
    ana.private.get_by_role("button", name="Fill with computers").click()
    expect(ana.board.locator(".picture img")).to_have_attribute("alt", re.compile("to move"))
    assert found(ana.page) == []
    ana.page.goto(f"{site.url}{ana.watch_path}/text")
    expect(ana.page.locator(".sides li")).to_have_count(16)
    assert found(ana.page) == []
    ana.page.set_viewport_size({"width": 320, "height": 800})
    assert ana.page.evaluate(SIDEWAYS) == []


@pytest.mark.usefixtures("absent")
def test_the_picker_passes_axe(come: Come, found: Find) -> None:
    """The choice of people passes axe."""
    ana = come("Ana")
    ana.say(OPEN)
    menu(ana, "Invite players")
    ana.page.locator(".picker").get_by_label("Ben").check()
    assert found(ana.page) == []

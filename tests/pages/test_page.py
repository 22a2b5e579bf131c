"""The page's own features: players, completions, private answers, games, colours, words."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.at_table import AtTable
from tests.pages.browser import Windows
from tests.pages.people import Come, Person
from tests.pages.site import Site

pytestmark = pytest.mark.browser


def test_both_sides(windows: Windows, site: Site) -> None:
    """One press opens both players: the tab becomes Ana, and a new tab opens as Ben."""
    page = windows.take()
    page.goto(f"{site.url}/c/both")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Play as Ana and Ben").click()
    ben = opened.value
    for tab, name in ((page, "Ana"), (ben, "Ben")):
        expect(tab.locator("#me")).to_have_text(name)
        expect(tab.locator("#message")).to_be_enabled()
    ben.close()


def test_a_newcomer(windows: Windows, site: Site, channel: str) -> None:
    """A new player sees an introduction and can begin with a button; a card is shown once."""
    ana = Person.enter(windows.take(), site.url, channel, "Ana")
    site.join(channel, "Ben")
    card = ana.page.locator(".private[data-kind=play]")
    expect(card).to_contain_text("Maya race-and-capture game")
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    card.get_by_role("button", name="Challenge", exact=True).click()
    ana.private.get_by_role("button", name="Ben").click()
    expect(ana.card.get_by_role("heading")).to_have_text("Puluc: Ana and Ben")
    expect(ana.private).to_contain_text("Done: Ben")
    card.get_by_role("button", name="Rules").click()
    expect(ana.private).to_contain_text("Aim.")
    ana.page.reload()
    expect(ana.card).to_be_visible()
    expect(ana.page.locator("#log")).to_have_attribute("aria-busy", "false")
    expect(card).to_have_count(0)


def test_commands_need_no_prefix(come: Come, site: Site, channel: str) -> None:
    """A command works without /puluc; Enter accepts the only completion, then sends."""
    site.join(channel, "Ben")
    ana = come("Ana")
    message = ana.page.locator("#message")
    for typed, taken in (("/chal", "/challenge "), ("/challenge @B", "/challenge @Ben ")):
        message.fill(typed)
        message.press("Enter")
        expect(message).to_have_value(taken)
    message.press("Enter")
    expect(ana.card.get_by_role("heading")).to_have_text("Puluc: Ana and Ben")


def test_paces_are_completed(come: Come) -> None:
    """The values of a pace are completed, usual ones first."""
    ana = come("Ana")
    message = ana.page.locator("#message")
    message.fill("/open pace=7")
    message.press("Enter")
    expect(message).to_have_value("/open pace=7d ")
    message.press("Enter")
    expect(ana.card).to_contain_text("looking for an opponent")


def test_a_value_that_begins_another_is_sent(come: Come) -> None:
    """Enter sends a complete value, even if a longer one begins with it."""
    ana = come("Ana")
    ana.say("/open pace=1d")
    expect(ana.sit_down().desk).to_contain_text("Pace: 1 day a turn.")


def test_a_whole_command_is_sent(come: Come) -> None:
    """Enter sends a command if its only completion adds nothing."""
    ana = come("Ana")
    ana.say("/practice")
    expect(ana.card).to_contain_text("Computer")


def test_private_answers_are_replaced(come: Come) -> None:
    """A private answer replaces the last one of its kind and can be closed."""
    ana = come("Ana")
    answers = ana.answers
    for command, answer_text in (
        ("/rules", "Puluc"),
        ("/games", "no games"),
        ("/rules bul", "Bul"),
        ("/nonsense", "/puluc nonsense"),
        ("/more nonsense", "/puluc more"),
    ):
        ana.say(command)
        expect(answers.last).to_contain_text(answer_text)
    expect(answers).to_have_count(3)
    expect(answers.filter(has=ana.page.get_by_role("heading"))).to_contain_text("Bul")
    for left in (2, 1, 0):
        answers.last.get_by_role("button", name="Close").click()
        expect(answers).to_have_count(left)
    expect(ana.page.locator("#message")).to_be_focused()


def test_a_record(come: Come) -> None:
    """A requested record is downloaded as a file."""
    ana = playing(come)
    ana.say("/record")
    link = ana.private.get_by_role("link")
    with ana.page.expect_download() as download:
        link.click()
    name = link.inner_text()
    assert download.value.suggested_filename == name
    assert name.endswith(".txt")


def test_a_hint(come: Come) -> None:
    """A hint shows a picture with its caption below it, both in sight and not too large."""
    ana = playing(come)
    ana.say("/hint")
    figure = ana.private.locator("figure")
    expect(figure.locator("img")).to_have_js_property("complete", value=True)
    expect(figure.locator("figcaption")).not_to_be_empty()
    expect(figure).to_be_in_viewport(ratio=1)
    picture, caption = (figure.locator(part).bounding_box() for part in ("img", "figcaption"))
    assert picture is not None
    assert caption is not None
    assert caption["y"] >= picture["y"] + picture["height"]
    assert picture["width"] <= 480


def test_games(come: Come) -> None:
    """The header lists a player's games and their turns; the title counts those that wait."""
    ana, ben = come("Ana"), come("Ben")
    ana.say("/challenge @Ben")
    expect(ben.page).to_have_title("(1) Puluc")
    expect(ana.page).to_have_title("Puluc")
    games = ana.page.locator("#game-list")
    ana.page.locator("#games-name").click()
    expect(games).to_contain_text("Puluc against Ben")
    expect(games).to_contain_text("Not accepted yet")
    ben.sit_down().press("Accept")
    expect(games).to_contain_text(re.compile("Your turn|Ben to move"))
    ana.page.get_by_role("link", name="Puluc against Ben").click()
    expect(AtTable(ana.page).shown().page.locator(".top h1")).to_contain_text("Ben")


def test_a_game_that_moved(come: Come, site: Site) -> None:
    """If a game has moved to another channel, a note in its place still leads to its table."""
    ana = playing(come)
    _, _, me = ana.page.url.rpartition("/")
    here = ana.page.url
    ana.page.goto(f"{site.url}/c/elsewhere/as/{me}")
    ana.say("/board")
    expect(ana.card).to_contain_text("Computer")
    ana.page.goto(here)
    moved = ana.page.locator(".notice", has_text="shown elsewhere")
    ana.page.locator("#games-name").click()
    expect(ana.page.locator("#game-list")).to_contain_text("#elsewhere")
    moved.get_by_role("link", name="Open the game").click()
    assert AtTable(ana.page).shown().throw()


def test_a_game_begun_by_an_answer(come: Come) -> None:
    """A choice that begins a game posts its card, and the page stays in the chat."""
    ana = come("Ana")
    ana.page.locator(".private").get_by_role("button", name="Play the computer").click()
    expect(ana.card).to_contain_text("Press Start to begin")
    assert "/c/" in ana.page.url


def playing(come: Come, options: str = "") -> Person:
    """Start Ana's game against the computer, and come back to the chat on her turn."""
    ana = come("Ana")
    ana.say(f"/practice easy {options}")
    table = ana.sit_down()
    table.press("Start")
    assert table.throw()
    ana.page.go_back()
    expect(ana.card).to_contain_text("Ana to play")
    return ana

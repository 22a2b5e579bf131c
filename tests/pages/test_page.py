"""The page's own features: players, completions, private answers, games, colours, words."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

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
    expect(ana.board).to_have_attribute("aria-label", "Puluc: Ana and Ben")
    expect(ana.private).to_contain_text("Done: Ben")
    card.get_by_role("button", name="Rules").click()
    expect(ana.private).to_contain_text("Aim.")
    ana.page.reload()
    expect(ana.board).to_be_visible()
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
    expect(ana.board).to_have_attribute("aria-label", "Puluc: Ana and Ben")


def test_paces_are_completed(come: Come) -> None:
    """The values of a pace are completed, usual ones first."""
    ana = come("Ana")
    message = ana.page.locator("#message")
    message.fill("/open pace=7")
    message.press("Enter")
    expect(message).to_have_value("/open pace=7d ")
    message.press("Enter")
    expect(ana.board).to_contain_text("looking for an opponent")


def test_a_value_that_begins_another_is_sent(come: Come) -> None:
    """Enter sends a complete value, even if a longer one begins with it."""
    ana = come("Ana")
    ana.say("/open pace=1d")
    expect(ana.board).to_contain_text("Pace: 1 day a turn.")


def test_a_whole_command_is_sent(come: Come) -> None:
    """Enter sends a command if its only completion adds nothing."""
    ana = come("Ana")
    ana.say("/practice")
    expect(ana.board).to_contain_text("Computer")


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
    expect(figure.locator("figcaption")).to_have_text(ana.moves.first.inner_text())
    expect(figure).to_be_in_viewport(ratio=1)
    picture, caption = (figure.locator(part).bounding_box() for part in ("img", "figcaption"))
    assert picture is not None
    assert caption is not None
    assert caption["y"] >= picture["y"] + picture["height"]
    assert picture["width"] <= 480


def test_a_rematch_is_in_sight(come: Come) -> None:
    """A rematch is scrolled into view with its buttons, even if the player had scrolled away."""
    ana = come("Ana")
    ana.say("/practice")
    ana.press("Start")
    ana.awaits_a_press()
    ana.say("/resign")
    ana.private.get_by_role("button", name="Yes, resign").click()
    over = ana.page.locator('article[data-live="false"]')
    expect(over).to_be_visible()
    ana.say("/help start")
    expect(ana.private).to_contain_text("/puluc practice")
    ana.page.locator("#log").evaluate("log => { log.scrollTop = 0; }")
    over.get_by_role("button", name="Play again").click()
    # Where a move begins on the picture can be further up, depending on the throws.
    expect(ana.board.locator("button:not(.spot)").first).to_be_in_viewport()


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
    ben.sees(2)  # after Ana's page has sent a word
    ben.press("Accept")
    expect(games).to_contain_text(re.compile("Your turn|Ben to move"))
    ana.page.get_by_role("link", name="Puluc against Ben").click()
    focused = ana.page.locator("article.board:focus, article.board :focus")
    expect(focused).to_have_count(1)


def test_a_board_that_moved(come: Come, site: Site) -> None:
    """If a board has moved to another channel, a link and the list of games lead there."""
    ana = come("Ana")
    ana.say("/practice")
    ana.press("Start")
    expect(ana.board.locator("img")).to_be_visible()
    _, _, me = ana.page.url.rpartition("/")
    here = ana.page.url
    ana.page.goto(f"{site.url}/c/elsewhere/as/{me}")
    ana.say("/board")
    expect(ana.board.locator("img")).to_be_visible()
    ana.page.goto(here)
    moved = ana.page.locator(".notice", has_text="shown elsewhere")
    ana.page.locator("#games-name").click()
    expect(ana.page.locator("#game-list")).to_contain_text("#elsewhere")
    moved.get_by_role("link", name="Go to board").click()
    expect(ana.board.locator("img")).to_be_visible()
    assert ana.page.url == f"{site.url}/c/elsewhere/as/{me}"


DRAWN = """dark => {
    const image = document.querySelector("article[data-table] .picture img");
    const there = image?.complete && image.naturalWidth > 0;
    return there && image.currentSrc.includes("theme=dark") === dark;
}"""
"""Runs in a page: whether its board's picture has loaded, in the dark theme or without a theme."""


def test_boards_are_dark_on_dark_pages(come: Come) -> None:
    """A board follows the page's light or dark mode unless its channel has a theme."""
    ana = come("Ana")
    ana.say("/practice")
    ana.press("Start")
    ana.awaits_a_press()
    ana.page.wait_for_function(DRAWN, arg=False)
    ana.page.emulate_media(color_scheme="dark")
    ana.page.wait_for_function(DRAWN, arg=True)
    ana.page.emulate_media(color_scheme="light")


GLIDES = """() => {
    window.glides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.glides.push({ends: options.delay + options.duration, at: this.className});
        return animate.call(this, frames, options);
    };
}"""
"""Runs in a page: records what moves in it, and when the motion will have ended, in ms."""


def playing(come: Come, options: str = "") -> Person:
    """Start Ana's game against the computer, with her first choice."""
    ana = come("Ana")
    ana.say(f"/practice easy {options}")
    ana.press("Start")
    ana.board.locator(".spot").first.wait_for()
    return ana


def plays(person: Person, act: Callable[[], None]) -> None:
    """Perform an action and wait for the next board."""
    before = person.revision
    act()
    person.sees(before + 1)


def test_pieces_and_landings_are_pressed(come: Come) -> None:
    """Clicking a warrior that has one move plays it, and so does pressing Enter on its landing."""
    ana = playing(come)
    spots, moves = ana.board.locator(".spot"), ana.moves
    expect(spots).to_have_count(2)
    expect(spots.first).to_have_accessible_name(moves.first.inner_text())
    expect(spots.last).to_have_accessible_name(moves.first.inner_text())
    plays(ana, spots.first.click)
    spots.last.wait_for()
    name = spots.last.get_attribute("aria-label")
    assert name in moves.all_inner_texts()
    plays(ana, lambda: spots.last.press("Enter"))


def test_a_piece_with_several_moves(come: Come) -> None:
    """A warrior with several moves is selected first, then one of its highlighted landings."""
    ana = playing(come, "casts=each")
    spots = ana.board.locator(".spot")
    while "false" not in [spot.get_attribute("aria-pressed") for spot in spots.all()]:
        plays(ana, ana.moves.first.click)
        spots.first.wait_for()
    piece = ana.board.locator(".spot[aria-pressed]").first
    piece.focus()
    ana.page.keyboard.press("Enter")
    expect(piece).to_have_attribute("aria-pressed", "true")
    ana.page.keyboard.press("Escape")
    expect(piece).to_have_attribute("aria-pressed", "false")
    piece.press("Enter")
    landings = ana.board.locator(".choosing .spot.pointed:not([aria-pressed=true])")
    assert landings.count() > 1
    label = landings.first.get_attribute("aria-label")
    assert label in ana.moves.all_inner_texts()
    plays(ana, landings.first.click)


def test_moves_glide_once(come: Come) -> None:
    """A move is animated in under half a second, and not again after a reload."""
    ana = come("Ana")
    ana.page.evaluate(GLIDES)
    ana.say("/practice easy")
    ana.press("Start")
    ana.board.locator(".spot").first.wait_for()
    plays(ana, ana.board.locator(".spot").first.click)
    ana.page.wait_for_function("() => window.glides.some(({at}) => at.includes('soft'))")
    assert max(glide["ends"] for glide in ana.page.evaluate("glides")) < 500
    ana.awaits_a_press()  # the computer has replied
    # the next test with this window records motion too, which is harmless
    ana.page.add_init_script(f"({GLIDES})()")
    ana.page.reload()
    ana.board.locator("img").wait_for()
    ana.awaits_a_press()
    assert ana.page.evaluate("glides") == []


def test_reduced_motion_is_respected(come: Come) -> None:
    """If the player prefers reduced motion, the new board appears without animation."""
    ana = come("Ana")
    ana.page.emulate_media(reduced_motion="reduce")
    ana.page.evaluate(GLIDES)
    ana.say("/practice easy")
    ana.press("Start")
    ana.board.locator(".spot").first.wait_for()
    plays(ana, ana.board.locator(".spot").first.click)
    ana.board.locator(".spot").first.wait_for()
    assert ana.page.evaluate("glides") == []
    ana.page.emulate_media(reduced_motion="no-preference")

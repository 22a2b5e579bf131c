"""People play on the page of the real program, in a real browser."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, expect

from bot.store.embedded import EmbeddedServer
from engine.road.rulesets import RULESETS

if TYPE_CHECKING:
    from conftest import Bot, Person

pytestmark = pytest.mark.browser
Come = Callable[..., "Person"]
MOST_MOVES = 300
RANDOM = re.compile("^[0-9a-f]{16}$")
"""A word that a page thinks of."""


@pytest.fixture
def two(come: Come) -> tuple["Person", "Person"]:
    """Ana and Ben, in the middle of nothing."""
    return come("Ana"), come("Ben")


def begin(ana: "Person", ben: "Person", options: str = "") -> None:
    """Ana challenges Ben, and he accepts."""
    ana.say(f"/puluc challenge @Ben {options}")
    ben.sees(2)  # with the word that Ana's page gave
    ben.press("Accept")
    for person in (ana, ben):
        person.sees(3)


def mover(*people: "Person") -> "Person":
    """Whose turn it is."""
    for person in people:
        person.sees(max(other.revision for other in people))
        person.awaits_a_press()
    waited_for = [person for person in people if "Your turn" in person.board.inner_text()]
    assert len(waited_for) == 1
    return waited_for[0]


def move(*people: "Person") -> None:
    """Whoever is to move plays the first move on offer, and everybody sees the next board."""
    person = mover(*people)
    revision = person.revision
    person.moves.first.click()
    for each in people:
        each.sees(revision + 1)


def play_out(*people: "Person") -> int:
    """Play until the game is over; return how many moves it took."""
    for moves in range(MOST_MOVES):
        people[0].awaits_a_press()
        if people[0].is_over:
            return moves
        move(*people)
    pytest.fail("the game does not end")


def test_two_people_play_a_whole_game(two: tuple["Person", "Person"]) -> None:
    """A challenge, a game to its end, a winner that both see."""
    begin(*two, options="road=7 warriors=2")
    assert play_out(*two) > 4
    for person in two:
        expect(person.board).to_contain_text("wins.")


def test_a_whole_game_of_the_usual_size(two: tuple["Person", "Person"]) -> None:
    """Five warriors each on eleven spaces."""
    begin(*two)
    assert play_out(*two) > 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_is_played(two: tuple["Person", "Person"], ruleset: str) -> None:
    """A game by each ruleset, from the challenge to the winner, or to the draw."""
    begin(*two, options=f"{ruleset} road=7 warriors=2")
    play_out(*two)
    for person in two:
        expect(person.board).to_contain_text(re.compile("wins|draw"))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("bul after-capture=advance far-end=walk-back", "walk back"),
        ("kekchi after-capture=open road=9 throw=sapper", "three alike is 3"),
        ("footprints exact=yes", "exact"),
    ],
)
def test_a_game_with_options(come: Come, options: str, told: str) -> None:
    """What was chosen in place of a ruleset's own is told with the challenge, and played."""
    ana = come("Ana")
    ana.say(f"/puluc practice easy {options} warriors=1")
    ana.sees(1)
    expect(ana.board).to_contain_text(told)
    ana.press("Start")
    ana.sees(2)
    play_out(ana)


def test_a_team_table(come: Come) -> None:
    """Teams are refused with the reason, and nobody is challenged."""
    ana = come("Ana")
    ana.say("/puluc open aj-sayil seats=4")
    expect(ana.private).to_contain_text("two")
    expect(ana.page.locator("article[data-table]")).to_have_count(0)


def test_a_practice_game(come: Come) -> None:
    """One person plays the computer to the end; each of its replies is the next board."""
    ana = come("Ana")
    ana.say("/puluc practice road=7 warriors=2")
    ana.sees(1)
    ana.press("Start")
    ana.sees(2)
    play_out(ana)
    expect(ana.board).to_contain_text("wins.")


def test_a_board_has_its_picture_and_its_description(two: tuple["Person", "Person"]) -> None:
    """The picture is a drawn PNG, and its alt text says what stands where."""
    begin(*two)
    picture = two[0].board.locator("img")
    expect(picture).to_have_attribute("alt", re.compile("to move"))
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)")


def test_who_is_asked_for_a_word(two: tuple["Person", "Person"], come: Come) -> None:
    """Host and challenged can give a word, nobody else, and nobody once the game has begun."""
    cara = come("Cara")
    begin(*two)
    for person in (*two, cara):
        person.sees(3)
        expect(person.board.locator(".word input")).to_have_count(0)
    two[1].say("/puluc challenge @Ana")
    for person, fields in ((two[0], 1), (two[1], 1), (cara, 0)):
        expect(person.board).to_contain_text("Ben challenges Ana")
        expect(person.board.locator(".word input")).to_have_count(fields)


def test_a_host_does_not_accept(two: tuple["Person", "Person"]) -> None:
    """Who presses Accept on their own challenge is told so; their word stays as it was."""
    ana, ben = two
    ana.say("/puluc challenge @Ben")
    ana.sees(2)  # with the word that the page gave
    before = ana.board.inner_text()
    ana.press("Accept")
    expect(ana.private).to_contain_text("This is your own challenge")
    assert ana.board.inner_text() == before
    ben.press("Accept")
    expect(ben.board.locator("img")).to_be_visible()


def test_a_typed_word_stays(come: Come) -> None:
    """The word that was typed beside a practice game is the one that goes into the throws."""
    ana = come("Ana")
    ana.say("/puluc practice")
    ana.sees(1)
    expect(ana.board.locator(".word input")).to_have_value(RANDOM)
    ana.say("/puluc word lucky")
    ana.sees(2)
    expect(ana.board.locator(".word input")).to_have_value("lucky")
    ana.press("Start")
    ana.sees(3)
    ana.say("/puluc verify")
    expect(ana.private).to_contain_text('"lucky"')


def test_a_word_comes_with_start(come: Come) -> None:
    """What stands in the field of a practice game goes into its throws."""
    ana = come("Ana")
    ana.say("/puluc practice")
    ana.board.get_by_text("Add a word to randomise").click()
    ana.board.locator(".word input").fill("maíz rojo")
    ana.press("Start")
    ana.sees(2)
    ana.say("/puluc verify")
    expect(ana.private).to_contain_text('Ana\'s word for the throws: "maíz rojo"')


def test_what_waits_is_told_in_the_header(two: tuple["Person", "Person"]) -> None:
    """A challenge is not told as a turn."""
    ana, ben = two
    ana.say("/puluc challenge @Ben")
    expect(ben.page.locator("#turn")).to_have_text("Waiting for you")
    ben.sees(2)
    ben.press("Accept")
    for person in two:
        person.sees(3)
    expect(mover(*two).page.locator("#turn")).to_have_text("Your turn")


def test_nothing_is_typed_too_early(two: tuple["Person", "Person"]) -> None:
    """Until one has come in nothing can be typed, which would be lost; then it can, at once."""
    page, held = two[0].page, list[Route]()
    page.route("**/api/enter", lambda route: held.append(route))
    page.reload()
    message, send = page.locator("#message"), page.get_by_role("button", name="Send")
    expect(message).to_be_visible()
    expect(message).to_be_disabled()
    expect(send).to_be_disabled()
    (coming,) = held
    coming.continue_()
    expect(message).to_be_focused()
    expect(send).to_be_enabled()


def test_the_page_does_not_grow(two: tuple["Person", "Person"]) -> None:
    """However many boards there are, only the messages scroll, not the page."""
    ana, _ = two
    for _ in range(3):
        ana.say("/puluc open")
    for command in ("rules", "help", "settings"):
        ana.say(f"/puluc {command}")
    expect(ana.answers).to_have_count(3)
    higher = "document.scrollingElement.scrollHeight - innerHeight"
    assert ana.page.evaluate(higher) == 0


def test_rules_come_with_their_pictures(come: Come) -> None:
    """The rules of a ruleset are told with drawn examples, each with its words, from the top."""
    ana = come("Ana")
    ana.say("/puluc rules boolik")
    expect(ana.private.get_by_role("heading")).to_have_text("Boolik")
    pictures = ana.private.locator("figure img")
    expect(pictures).to_have_count(3)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
        expect(picture).to_have_attribute("alt", re.compile("Before: .* Then: "))
    expect(ana.private.locator("figcaption").nth(1)).to_contain_text("and back to 8")


def test_the_guided_game(come: Come) -> None:
    """It is played to its end in one place of the log, with the keyboard alone."""
    ana = come("Ana")
    ana.say("/puluc learn")
    head = ana.private.get_by_role("heading")
    for step in range(1, 9):
        expect(head).to_have_text(re.compile(f"Step {step} of 8: "))
        loaded = "image => image.decode().then(() => image.naturalWidth > 0)"
        assert ana.private.locator("img").evaluate(loaded)
        ana.private.locator(f'[data-code="1l.{step}"]').press("Enter")
    expect(head).to_have_text("You've won!")
    assert ana.page.evaluate("document.activeElement.textContent") == "Play a real game"
    expect(ana.answers).to_have_count(1)
    ana.private.get_by_text("Play a real game").click()
    ana.press("Start")
    ana.sees(2)


def test_a_press_out_of_turn(two: tuple["Person", "Person"]) -> None:
    """Whoever presses when it is not their turn is told so, alone, and nothing moves."""
    begin(*two)
    waiting = next(person for person in two if person is not mover(*two))
    before = waiting.revision
    waiting.moves.first.click()
    expect(waiting.private).to_contain_text("turn, not yours")
    assert waiting.revision == before
    other = next(person for person in two if person is not waiting)
    expect(other.answers).to_have_count(0)


def test_words_for_the_throws(two: tuple["Person", "Person"]) -> None:
    """The host's page gives a random word beside the posted challenge, which the host changes."""
    ana, ben = two
    ana.say("/puluc challenge @Ben")
    ben.sees(2)
    given = ana.board.locator(".word input")
    expect(given).to_have_value(RANDOM)
    expect(given).not_to_be_visible()  # nobody is asked for one
    ana.board.get_by_text("Add a word to randomise").click()
    given.fill("maize")
    given.press("Enter")
    expect(ana.private).to_have_text(re.compile('Your word for the throws: "maize"'))
    expect(ben.board.locator(".word input")).to_have_value(RANDOM)
    expect(ben.board).not_to_contain_text("maize")


def test_the_page_gives_one_word(two: tuple["Person", "Person"]) -> None:
    """The host's page gives a word once: looked at again, it keeps the one that was given."""
    ana, _ = two
    ana.say("/puluc challenge @Ben")
    ana.sees(2)
    given = ana.board.locator(".word input").input_value()
    ana.page.reload()
    expect(ana.board.locator(".word input")).to_have_value(given)
    assert ana.revision == 2


def test_a_word_with_the_command(come: Come) -> None:
    """A word that is typed with the posting command is refused, with how to give it instead."""
    ana = come("Ana")
    ana.say("/puluc open word=maize")
    expect(ana.private).to_contain_text("/puluc word maize")
    expect(ana.page.locator("article[data-table]")).to_have_count(0)


def test_a_stranger_s_press(two: tuple["Person", "Person"], come: Come) -> None:
    """Who has no seat is told so."""
    cara = come("Cara")
    begin(*two)
    cara.sees(3)
    cara.moves.first.click()
    expect(cara.private).to_contain_text("You aren't playing in this game")


def test_a_press_twice_is_one_move(two: tuple["Person", "Person"]) -> None:
    """A double click moves once."""
    begin(*two)
    person = mover(*two)
    before = person.revision
    person.moves.first.dblclick()
    for each in two:
        each.sees(before + 1)
    move(*two)
    assert two[0].revision == before + 2


def send(page: Page, path: str, **sent: str) -> tuple[int, str]:
    """Send a request as the page's script would, with whatever content."""
    status, text = page.evaluate(
        """async ([path, sent]) => {
            const [, , channel] = location.pathname.split("/");
            const response = await fetch(path, {
                method: "POST",
                headers: {"Content-Type": "application/json"},
                body: JSON.stringify({operation: crypto.randomUUID(), channel, ...sent}),
            });
            return [response.status, await response.text()];
        }""",
        [path, sent],
    )
    return status, text


def persona(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def test_a_button_of_an_old_board(two: tuple["Person", "Person"]) -> None:
    """A code from before the last move says that the board has moved on."""
    begin(*two)
    person = mover(*two)
    code = person.moves.first.get_attribute("data-code") or ""
    move(*two)
    before = person.revision
    _, answer = send(person.page, "/api/press", persona=persona(person.page), code=code)
    assert "That board is out of date" in answer
    assert person.revision == before


def test_a_forged_persona(two: tuple["Person", "Person"]) -> None:
    """Ben's browser cannot press for Ana."""
    ana, ben = two
    begin(*two)
    code = ana.moves.first.get_attribute("data-code") or ""
    before = ana.revision
    status, _ = send(ben.page, "/api/press", persona=persona(ana.page), code=code)
    assert status == 403
    assert ana.revision == before


def test_a_forged_move(two: tuple["Person", "Person"]) -> None:
    """A made-up move of the right form is refused with the rule that it breaks."""
    begin(*two)
    person = mover(*two)
    table = person.board.get_attribute("data-table")
    code = f"1m.{table}.{person.revision}.9+9"
    _, answer = send(person.page, "/api/press", persona=persona(person.page), code=code)
    assert json.loads(answer)["refused"]
    assert person.revision == 3


def test_markup_in_what_people_say(two: tuple["Person", "Person"]) -> None:
    """What people type is shown as they typed it."""
    ana, ben = two
    ana.say("<img src=x onerror=alert(1)> & <b>bold</b>")
    expect(ben.page.locator("#log")).to_contain_text("<img src=x onerror=alert(1)> & <b>bold</b>")
    assert ben.page.locator("#log b", has_text="bold").count() == 0


def test_the_bot_is_killed_in_the_middle(two: tuple["Person", "Person"], bot: "Bot") -> None:
    """Kill -9 between two moves: the same windows go on with the same game."""
    begin(*two, options="road=7 warriors=2")
    for _ in range(3):
        move(*two)
    before = two[0].revision
    bot.end(signal.SIGKILL)
    bot.start()
    assert two[0].revision == before
    assert play_out(*two) > 0


def test_the_store_is_killed_in_the_middle(two: tuple["Person", "Person"], bot: "Bot") -> None:
    """Kill -9 of the store between two moves: nothing is lost, and play goes on."""
    begin(*two, options="road=7 warriors=2")
    for _ in range(3):
        move(*two)
    bot.kill_server()
    assert play_out(*two) > 0


def test_bot_and_store_are_killed(two: tuple["Person", "Person"], bot: "Bot") -> None:
    """Both at once."""
    begin(*two, options="road=7 warriors=2")
    for _ in range(3):
        move(*two)
    before = two[0].revision
    bot.end(signal.SIGKILL)
    bot.kill_server()
    bot.start()
    two[0].page.reload()
    two[0].sees(before)
    play_out(*two)


def test_the_browser_comes_back(two: tuple["Person", "Person"]) -> None:
    """A page that is loaded again shows the channel as it was."""
    ana, _ = two
    begin(*two)
    move(*two)
    before = ana.revision
    ana.page.reload()
    ana.sees(before)
    assert ana.revision == before


def test_two_processes_serve_one_game(come: Come, bot: "Bot") -> None:
    """Ana's page is served by one process, Ben's by another; both see every board."""
    other = type(bot)(bot.data)
    other.start()
    two = come("Ana"), come("Ben", other)
    begin(*two, options="road=7 warriors=2")
    play_out(*two)
    assert other.end(signal.SIGTERM) == 0


def test_a_store_that_is_away_for_a_while(tmp_path: Path, come: Come, bot: "Bot") -> None:
    """While the store is dead people are told to try again; when it is back, play goes on."""
    store = EmbeddedServer.start(tmp_path / "store")
    server = type(bot)(tmp_path / "store", settings={"REDIS_URL": store.url})
    server.start()
    two = come("Ana", server), come("Ben", server)
    begin(*two)
    person = mover(*two)
    before = person.revision
    server.kill_server()
    person.moves.first.click()
    expect(person.private).to_contain_text("try again in a moment")
    store.ensure()
    move(*two)
    assert two[0].revision == before + 1
    server.end(signal.SIGTERM)
    store.release()

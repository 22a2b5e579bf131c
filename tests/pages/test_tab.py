"""Private parts of a tab, and how a tab copes when the store has lost recent data."""

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.people import Come
from tests.pages.site import Site

pytestmark = pytest.mark.browser
Answers = dict[str, tuple[int, dict[str, Any]]]

TABLES = [
    {"label": "Ben, Puluc", "code": "1resign.aaaaaaaaaa"},
    {"label": "Cara", "code": "1resign.b234567b23"},
]

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture."""


def answering(page: Page, answers: Answers) -> list[dict[str, Any]]:
    """Mock the server's answers; return the list of requests, as they come."""
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        path = route.request.url.rpartition("/api/")[2]
        sent.append(json.loads(route.request.post_data or ""))
        status, payload = answers[path]
        route.fulfill(status=status, json={"lines": [], "refused": status != 200} | payload)

    for path in answers:
        page.route(f"**/api/{path}", answer)
    return sent


def test_choices(come: Come) -> None:
    """Choices are offered as buttons, and replaced by the one that was chosen."""
    ana = come("Ana")
    which = {"lines": ["Which game?"], "choices": TABLES, "kind": "resign"}
    sent = answering(ana.page, {"say": (403, which), "press": (200, {})})
    ana.say("/puluc resign")
    choices = ana.private.get_by_role("group", name="Choices").get_by_role("button")
    expect(ana.private).to_contain_text("Which game?")
    expect(choices).to_have_text(["Ben, Puluc", "Cara"])
    choices.nth(1).click()
    expect(ana.private).to_contain_text("Done: Cara")
    expect(choices).to_have_count(0)
    ana.say("/puluc resign")
    expect(choices).to_have_count(2)
    expect(ana.answers).to_have_count(1)
    assert [each["code"] for each in sent if "code" in each] == ["1resign.b234567b23"]


def test_a_choice_that_is_refused(come: Come) -> None:
    """If a choice is refused, another can be pressed."""
    ana = come("Ana")
    which = {"lines": ["Which game?"], "choices": TABLES, "kind": "resign"}
    sent = answering(ana.page, {"say": (200, which), "press": (403, {"lines": ["No."]})})
    ana.say("/puluc resign")
    choices = ana.answers.get_by_role("group", name="Choices").get_by_role("button")
    for number in (0, 1):
        choices.nth(number).click()
        expect(ana.answers).to_have_count(2)
        expect(ana.private).to_contain_text("No.")
        expect(choices.nth(0)).not_to_have_attribute("aria-disabled", "true")
    assert [each["code"] for each in sent if "code" in each] == [each["code"] for each in TABLES]


def test_a_board_for_one(come: Come) -> None:
    """A private board has its picture, description and lines, and no buttons."""
    ana, ben = come("Ana"), come("Ben")
    ana.say("/puluc practice")
    ana.press("Start")
    for person in (ana, ben):
        person.sees(2)
        person.awaits_a_press()
    drawn = ana.board.locator("img")
    # Buttons come before their picture, whose address is set once it is loaded.
    expect(drawn).to_have_attribute("src", re.compile("."))
    picture = drawn.get_attribute("src")
    board = {
        "picture": picture,
        "dark": None,
        "size": [1200, 800],
        "alt": "A road",
        "lines": ["Ana to move."],
    }
    answering(ben.page, {"say": (200, {"board": board})})
    ben.say("/puluc board")
    shown = ben.private.locator("figure")
    expect(shown).to_contain_text("Ana to move.")
    expect(shown.locator("img")).to_have_attribute("alt", "A road")
    assert shown.locator("img").evaluate("i => i.decode().then(() => i.naturalWidth)")
    expect(ben.private.get_by_role("button")).to_have_accessible_name("Close")
    expect(ana.answers).to_have_count(0)


def streaming(page: Page, body: dict[str, Any]) -> None:
    """Mock a channel with one message of this content, and reload the page."""
    payload = json.dumps({"id": "only", "order": 1, "body": body})
    stream = f"id: 1.00000000\ndata: {payload}\n\nevent: ready\ndata: {{}}\n\n"
    page.route(
        "**/api/events**",
        lambda route: route.fulfill(content_type="text/event-stream", body=stream),
    )
    page.reload()


PLAYING = {
    "kind": "board",
    "table": "k3f9qd7m2x",
    "revision": 2,
    "title": "Puluc",
    "lines": ["Ben throws a 4.", "Puluc on 11 spaces."],
    "alt": "A road",
    "picture": "/picture/k3f9qd7m2x/2.png",
    "dark": None,
    "size": [1, 1],
    "last": [],
    "cast": None,
    "mentions": [],
    "asks": False,
    "live": True,
    "asks_word": False,
    "words": {},
    "give_word": None,
    "watch": "/g/secret",
    "fair": None,
    "posted": 1,
}
"""The board of a game, without its buttons and the player to move."""


def test_two_numbers_that_lead_to_one_place(come: Come) -> None:
    """If a warrior reaches a landing with either number, clicking it highlights both buttons."""
    ana = come("Ana")
    moves = [
        {
            "label": f"{number}: 10 → off",
            "code": f"1move.k3f9qd7m2x.2.10-{number}",
            "style": "plain",
        }
        | {"way": [[0.1, 0.1, 0.2, 0.2], [0.6, 0.6, 0.2, 0.2]]}
        for number in (3, 5)
    ]
    pixel = base64.b64decode(PIXEL)
    ana.page.route("**/picture/**", lambda route: route.fulfill(body=pixel))
    me = ana.page.url.rpartition("/")[2]
    streaming(ana.page, PLAYING | {"buttons": moves, "mentions": [me], "mover": me})
    ana.board.locator(".spot").first.click()
    expect(ana.moves.first).to_be_focused()
    expect(ana.board.locator(".buttons .asked")).to_have_text([each["label"] for each in moves])


def test_a_board_that_waits_for_another_players_answer(come: Come) -> None:
    """While another player is asked, it is still your turn: you can click moves on the picture."""
    ana = come("Ana")
    move = {"label": "4 → 7", "code": "1move.k3f9qd7m2x.2.4+3", "style": "plain"}
    move |= {"way": [[0.1, 0.1, 0.2, 0.2], [0.6, 0.6, 0.2, 0.2]]}
    pixel = base64.b64decode(PIXEL)
    ana.page.route("**/picture/**", lambda route: route.fulfill(body=pixel))
    me = ana.page.url.rpartition("/")[2]
    asks = {"mentions": ["ben"], "asks": True, "mover": me}
    streaming(ana.page, PLAYING | asks | {"buttons": [move]})
    expect(ana.board.locator(".spot").first).to_be_visible()
    expect(ana.board.locator(".badge")).to_have_text("Your turn")


def test_the_store_went_back(come: Come, site: Site) -> None:
    """If the store loses data, an open tab shows what is left and continues without a reload."""
    ana = come("Ana")
    ana.say("one")
    expect(ana.page.locator(".said")).to_have_text(["one"])
    before = site.backup()
    ana.say("two")
    expect(ana.page.locator(".said")).to_have_text(["one", "two"])
    site.restore(before)
    expect(ana.page.locator(".said")).to_have_text(["one"])
    ana.say("three")
    expect(ana.page.locator(".said")).to_have_text(["one", "three"])

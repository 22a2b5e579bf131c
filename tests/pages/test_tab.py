"""Private parts of a tab, and how a tab copes when the store has lost recent data."""

import json
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


def streaming(page: Page, body: dict[str, Any]) -> None:
    """Mock a channel with one message of this content, and reload the page."""
    payload = json.dumps({"id": "only", "order": 1, "body": body})
    stream = f"id: 1.00000000\ndata: {payload}\n\nevent: ready\ndata: {{}}\n\n"
    page.route(
        "**/api/events**",
        lambda route: route.fulfill(content_type="text/event-stream", body=stream),
    )
    page.reload()


CARD = {
    "kind": "card",
    "table": "k3f9qd7m2x",
    "code": "secret",
    "revision": 2,
    "title": "Puluc",
    "standing": ["Ana to move: 4"],
    "live": True,
    "path": "/g/secret",
    "posted": 1,
}
"""The card of a game, without those for whom it waits."""


def test_a_card_for_one(come: Come) -> None:
    """Who watches a game and asks for its board gets its card as an answer, in no colours."""
    ana = come("Ana")
    shown = {name: CARD[name] for name in ("table", "code", "title", "standing", "path")}
    answering(ana.page, {"say": (200, {"card": shown})})
    ana.say("/puluc board")
    expect(ana.private).to_contain_text("Ana to move: 4")
    expect(ana.private.get_by_role("link")).to_have_text("Open the game")


def test_a_card_that_waits_for_another_players_answer(come: Come) -> None:
    """While another player is asked, it is still your turn."""
    ana = come("Ana")
    me = ana.page.url.rpartition("/")[2]
    streaming(ana.page, CARD | {"mentions": ["ben"], "asks": True, "mover": me})
    link = ana.card.get_by_role("link")
    expect(link).to_have_text("Your turn · Open the game")
    expect(link).to_have_attribute("href", f"/g/secret?as={me}")


def test_a_card_that_waits_for_nobody(come: Come) -> None:
    """The card of a game that is over waits for nobody, although it tells its players so."""
    ana = come("Ana")
    me = ana.page.url.rpartition("/")[2]
    streaming(ana.page, CARD | {"live": False, "mentions": [me], "asks": False, "mover": None})
    expect(ana.card.get_by_role("link")).to_have_text("Open the game")
    expect(ana.page.locator("#turn")).to_be_hidden()


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

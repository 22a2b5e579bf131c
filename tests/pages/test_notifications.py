"""Notifications in a real browser: the switch, and what the service worker shows."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from tests.bot.on_web.push_service import Device
from tests.pages.games import Game, Sit
from tests.pages.site import Site
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

Own = Callable[..., Page]

SWITCH: Final = "Notify me when I'm away"

DEVICE: Final = Device("https://push.example/1")

SUBSCRIBING: Final = """({ endpoint, key, auth }) => {
    const kept = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: key, auth } }),
        unsubscribe: async () => {
            delete localStorage.subscribed;
            return true;
        },
    };
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (!userVisibleOnly) throw new DOMException("", "NotAllowedError");
        localStorage.subscribed = applicationServerKey;
        return kept;
    };
    PushManager.prototype.getSubscription = async () => localStorage.subscribed ? kept : null;
}"""
"""Runs in a page: its browser subscribes without asking a push service, which it can't reach."""

NOTIFYING: Final = """() => {
    const all = globalThis.shown = new Map();
    ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, ...looks }) => {
        if (all.has(tag) && !looks.renotify) throw new Error("nobody would notice it");
        all.set(tag, { title, tag, ...looks, close: () => all.delete(tag) });
    };
}"""
"""Runs in the service worker: it notes what it shows, because headless Chromium shows nothing."""

SHOWN: Final = """() => [...shown.values()].map(({ title, body, lang }) => [title, body, lang])"""
"""Runs in the service worker: the titles, texts and languages of what is shown."""

PRESSING: Final = """async () => {
    const done = [];
    WindowClient.prototype.focus = async function () {
        done.push(["focus", new URL(this.url).pathname]);
    };
    clients.openWindow = async (path) => void done.push(["open", path]);
    for (const notification of [...shown.values()]) {
        const waiting = [];
        const waitUntil = (promise) => waiting.push(promise);
        const event = Object.assign(new Event("notificationclick"), { notification });
        dispatchEvent(Object.defineProperty(event, "waitUntil", { value: waitUntil }));
        await Promise.all(waiting);
    }
    return [done, shown.size];
}"""
"""Runs in the service worker: what a press on each notification does, and how many remain."""


@pytest.fixture
def page(own: Own) -> Page:
    """A window that may show notifications, and whose browser can subscribe."""
    page = own(permissions=["notifications"])
    page.add_init_script(f"({SUBSCRIBING})({json.dumps(DEVICE.told)})")
    return page


def switch(page: Page) -> Locator:
    """Open the menu of a game, and return its switch."""
    page.locator("#more").click()
    return page.get_by_label(SWITCH)


def working(page: Page) -> Worker:
    """Wait for the service worker to run, and let it note what it shows."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    workers = page.context.service_workers
    worker = workers[0] if workers else page.context.wait_for_event("serviceworker")
    worker.evaluate(NOTIFYING)
    return worker


def push(page: Page, *texts: Mapping[str, str]) -> None:
    """Let the push service of the page's browser deliver messages."""
    session, registrations = page.context.new_cdp_session(page), set[str]()

    def registered(event: Mapping[str, Any]) -> None:
        registrations.update(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", registered)
    session.send("ServiceWorker.enable")
    page.evaluate("null")  # until what has been sent before is heard
    (registration,) = registrations
    for text in texts:
        message = {"registrationId": registration, "data": json.dumps(text)}
        origin = page.evaluate("location.origin")
        session.send("ServiceWorker.deliverPushMessage", message | {"origin": origin})
    session.detach()


def test_switched_on_and_off(choice: Game, sit: Sit, page: Page, site: Site) -> None:
    """A press on the switch subscribes whoever plays here, and another one ends that."""
    user = choice.people[0].user
    sit(choice, 0, page=page)
    expect(switch(page)).not_to_be_checked()
    page.get_by_label(SWITCH).click()
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    expect(page.get_by_label(SWITCH)).to_be_checked()
    assert site.notified(user) == [DEVICE.endpoint]
    key = page.evaluate("fetch('/api/push').then((answer) => answer.json())")["key"]
    assert page.evaluate("localStorage.subscribed") == key
    expect(page.get_by_label(SWITCH)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    assert site.notified(user) == []


def test_renewed(choice: Game, sit: Sit, page: Page, site: Site) -> None:
    """A browser that has subscribed says so again when a page is opened."""
    user = choice.people[0].user
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    site.unsubscribe(user, DEVICE.endpoint)
    with page.expect_response("**/api/push"):
        page.reload()
    assert site.notified(user) == [DEVICE.endpoint]
    expect(switch(page)).to_be_checked()


def test_at_home(page: Page, site: Site) -> None:
    """The switch is on the home page, too, also for somebody who has never played."""
    page.goto(site.url)
    page.locator("#chosen").wait_for()
    page.locator("#who").click()
    page.get_by_label(SWITCH).click()
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    expect(page.get_by_label(SWITCH)).to_be_checked()


def test_denied(choice: Game, sit: Sit, own: Own, site: Site) -> None:
    """Where the browser forbids notifications, the page says so, and nothing is stored."""
    page = own(permissions=[])
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Your browser doesn't allow notifications")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    assert site.notified(choice.people[0].user) == []


def test_unable(choice: Game, sit: Sit, own: Own) -> None:
    """Where the browser has no notifications, the page says what they need."""
    page = own()
    page.add_init_script("delete globalThis.PushManager")
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_role("alert")).to_contain_text("a secure address (https)")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()


def test_unreachable(choice: Game, sit: Sit, page: Page, site: Site) -> None:
    """If the browser's push service doesn't answer, the page says so."""
    page.add_init_script("PushManager.prototype.subscribe = () => Promise.reject(new Error())")
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_role("alert")).to_contain_text("couldn't set up notifications")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    assert site.notified(choice.people[0].user) == []


def test_watchers(choice: Game, sit: Sit) -> None:
    """Who plays nowhere isn't offered to be notified."""
    table = sit(choice)
    table.page.locator("#more").click()
    expect(table.page.locator("dialog.menu")).to_be_visible()
    expect(table.page.get_by_label(SWITCH)).to_have_count(0)


def test_shown(choice: Game, sit: Sit, page: Page) -> None:
    """The service worker shows what the server sends, in place of an earlier one of that game."""
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    worker = working(page)
    first = {"title": "Puluc", "body": "Ana challenges Ben.", "path": "/g/one", "lang": "en"}
    second = first | {"body": "It's your turn."}
    other = first | {"body": "Ana reta a Ben.", "path": "/g/two", "lang": "es"}
    push(page, first, second, other)
    wait_until(lambda: len(worker.evaluate(SHOWN)) == 2, "not all notifications are shown")
    assert worker.evaluate(SHOWN) == [
        ["Puluc", "It's your turn.", "en"],
        ["Puluc", "Ana reta a Ben.", "es"],
    ]


def test_pressed(choice: Game, sit: Sit, page: Page) -> None:
    """A press leads to the page of the game: the one that is open, or else a new one."""
    sit(choice, 0, page=page)
    switch(page).click()
    expect(page.get_by_label(SWITCH)).to_be_enabled()
    worker = working(page)
    text = {"title": "Puluc", "body": "It's your turn.", "lang": "en"}
    push(page, *({**text, "path": path} for path in (choice.path, "/g/elsewhere")))
    wait_until(lambda: len(worker.evaluate(SHOWN)) == 2, "not all notifications are shown")
    done, left = worker.evaluate(PRESSING)
    assert done == [["focus", choice.path], ["open", "/g/elsewhere"]]
    assert left == 0

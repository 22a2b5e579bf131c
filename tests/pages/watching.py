"""Open watch pages."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.pages.games import Game
from tests.waiting import wait_until

POLL_SECONDS = 2
"""How long the page waits before it asks for news."""

SHOWN = """step => {
    const find = (selector) => document.querySelector(selector);
    const entries = [...document.querySelectorAll("#moves li")];
    const current = [...document.querySelectorAll("[aria-current=step]")];
    const sentences = [...entries[step].querySelectorAll("a, span")];
    const slider = find("#slider");
    return {
        marked: current.map((each) => entries.indexOf(each.closest("li"))),
        told: sentences.every((each) => find("#lines").innerText.includes(each.innerText)),
        slider: [slider.value, slider.getAttribute("aria-valuetext")],
        "at the first": find("[data-to=back]").getAttribute("aria-disabled"),
        "at the last": find("[data-to=forward]").getAttribute("aria-disabled"),
    };
}"""
"""Returns how the parts of a page show a step."""


class Watching:
    """An open watch page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def lines(self) -> Locator:
        return self.page.locator("#lines")

    @property
    def entries(self) -> Locator:
        return self.page.locator("#moves li")

    @property
    def last(self) -> int:
        return self.entries.count() - 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def passes(self, seconds: float) -> None:
        """Let time pass on the page, which need not wait for it."""
        self.page.clock.fast_forward(int(1000 * seconds))

    def follows(self, game: Game) -> None:
        """Let the page ask for news, and wait until it is as up to date as a game."""
        self.passes(POLL_SECONDS)
        page = self.page.locator("main")
        expect(page).to_have_attribute("data-revision", str(game.revision))

    def stands_at(self, step: int) -> None:
        """Check that all parts show this step: picture, text, slider, mark and buttons."""
        expect(self.page.locator("#picture img")).to_have_attribute(
            "src", re.compile(rf"/{step}\.png$")
        )
        last = self.last
        expected = {
            "marked": [step],
            "told": True,
            "slider": [str(step), f"Step {step} of {last}"],
            "at the first": str(step == 0).lower(),
            "at the last": str(step == last).lower(),
        }
        wait_until(lambda: self.page.evaluate(SHOWN, step) == expected, f"not all at step {step}")

    def plays_to_the_end(self, seconds: float) -> None:
        """Let the page show the steps up to the last one, each for so many seconds."""
        for _ in range(self.last):
            self.passes(seconds)
        self.stands_at(self.last)


Watch = Callable[..., Watching]
"""Opens the watch page of a game, in any window or in a given one."""

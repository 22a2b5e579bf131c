"""Open watch pages, and games to watch."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from conftest import Person

MOST_MOVES = 200


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

    def follows(self, person: "Person") -> None:
        """Wait until the page is as up to date as a player's board."""
        page = self.page.locator("main")
        expect(page).to_have_attribute("data-revision", str(person.revision))

    def stands_at(self, step: int) -> None:
        """Check that all parts show this step: picture, text, slider, mark and buttons."""
        entry = self.entries.nth(step)
        expect(self.page.locator("#picture img")).to_have_attribute(
            "src", re.compile(rf"/{step}\.png$")
        )
        for sentence in entry.locator("a, span").all_inner_texts():
            expect(self.lines).to_contain_text(sentence)
        expect(self.page.locator("[aria-current=step]")).to_have_count(1)
        expect(entry.locator("a")).to_have_attribute("aria-current", "step")
        slider = self.page.get_by_role("slider")
        expect(slider).to_have_value(str(step))
        expect(slider).to_have_attribute("aria-valuetext", f"Step {step} of {self.last}")
        for name, end in (("Back", 0), ("Forward", self.last)):
            state = str(step == end).lower()
            expect(self.button(name)).to_have_attribute("aria-disabled", state)


Watch = Callable[..., Watching]
"""Opens the watch page of a player's newest board; with options, in a new window."""


def move(person: "Person") -> None:
    """Play the first move on offer and wait for the computer's reply."""
    revision = person.revision
    person.moves.first.click()
    person.sees(revision + 1)
    person.awaits_a_press()


def play_out(person: "Person") -> None:
    for _ in range(MOST_MOVES):
        if person.is_over:
            return
        move(person)
    pytest.fail("the game does not end")

"""People in the web chat, each in a browser window of their own."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

MOST_MOVES = 300


@dataclass
class Person:
    """A player in a separate browser window."""

    page: Page
    name: str

    @classmethod
    def enter(cls, page: Page, url: str, channel: str, name: str) -> "Person":
        """Open a channel of the chat in a window, and join under a name."""
        page.goto(f"{url}/c/{channel}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        return cls(page, name).welcomed()

    @classmethod
    def visit(cls, page: Page, url: str, channel: str, name: str) -> "Person":
        """Do the same without the form, which takes half of the time."""
        sent = {"channel": channel, "names": [name]}
        (person,) = page.request.post(f"{url}/api/people", data=sent).json()["people"]
        page.goto(f"{url}/c/{channel}/as/{person['id']}")
        return cls(page, name).welcomed()

    def welcomed(self) -> "Person":
        """Wait for the card that new players get."""
        self.page.locator(".private[data-kind=play]").wait_for()
        return self

    def say(self, line: str) -> None:
        message = self.page.locator("#message")
        message.fill(line)
        message.press("Enter")

    @property
    def board(self) -> Locator:
        """The newest board."""
        return self.page.locator("article[data-table]").last

    @property
    def revision(self) -> int:
        return int(self.board.get_attribute("data-revision") or 0)

    def sees(self, revision: int) -> None:
        """Wait for a board of at least this revision."""
        self.page.wait_for_function(
            "wanted => [...document.querySelectorAll('article[data-table]')]"
            ".some(board => Number(board.dataset.revision) >= wanted)",
            arg=revision,
        )

    @property
    def watch_path(self) -> str:
        """The path of the watch page of the newest board."""
        link = self.board.locator('a[href^="/g/"]').first.get_attribute("href") or ""
        return "/".join(link.partition("#")[0].split("/")[:3])

    def record(self) -> str:
        """Return the record of the game on the newest board, as it can be downloaded."""
        server = self.page.url.partition("/c/")[0]
        return self.page.request.get(f"{server}{self.watch_path}/record.txt").text()

    @property
    def is_over(self) -> bool:
        """Tell whether the newest board is the last one of its game."""
        return self.board.get_attribute("data-live") == "false"

    @property
    def moves(self) -> Locator:
        """The move buttons below the newest board."""
        return self.board.locator('.buttons [data-code^="1move."]')

    def awaits_a_press(self) -> None:
        """Wait until the computer has replied: for a board with moves to press, or the last one."""
        over = self.page.locator('article[data-live="false"]').last
        # While a press is being handled, its buttons are there but disabled.
        ready = self.board.locator('.buttons [data-code^="1move."]:not([aria-disabled])')
        expect(ready.or_(over).first).to_be_visible()

    def press(self, name: str) -> None:
        self.board.get_by_role("button", name=name).first.click()

    @property
    def answers(self) -> Locator:
        """The private answers to this player, except the welcome card."""
        return self.page.locator(".private:not([data-kind=play])")

    @property
    def private(self) -> Locator:
        """The newest private answer to this player."""
        return self.answers.last


Come = Callable[..., Person]
"""Opens a window and joins under a name."""


def begin(ana: Person, ben: Person, options: str = "") -> None:
    """Ana challenges Ben, who accepts."""
    ana.say(f"/puluc challenge @Ben {options}")
    ben.sees(2)  # after Ana's page has sent a word
    ben.press("Accept")
    for person in (ana, ben):
        person.sees(3)


def mover(*people: Person) -> Person:
    """Return the player to move."""
    for person in people:
        person.sees(max(other.revision for other in people))
        person.awaits_a_press()
    waited_for = [person for person in people if "Your turn" in person.board.inner_text()]
    assert len(waited_for) == 1
    return waited_for[0]


def move(*people: Person) -> None:
    """The player to move plays the first move on offer, and all players get the next board."""
    person = mover(*people)
    revision = person.revision
    person.moves.first.click()
    for each in people:
        each.sees(revision + 1)


def play_out(*people: Person) -> None:
    """Play until the game is over."""
    for _ in range(MOST_MOVES):
        people[0].awaits_a_press()
        if people[0].is_over:
            return
        move(*people)
    pytest.fail("the game does not end")

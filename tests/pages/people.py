"""People in the web chat, each in a browser window of their own."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.pages.at_table import AtTable


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
    def cards(self) -> Locator:
        """The cards of all games in the channel."""
        return self.page.locator("#log > .game")

    @property
    def card(self) -> Locator:
        """The newest card."""
        return self.cards.last

    def sit_down(self) -> AtTable:
        """Open the game of the newest card in this window."""
        self.card.get_by_role("link").click()
        return AtTable(self.page).shown()

    def record(self) -> str:
        """Return the record of the game at this window's table, as it can be downloaded."""
        server, _, path = self.page.url.partition("?")[0].partition("/g/")
        return self.page.request.get(f"{server}/g/{path}/record.txt").text()

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


def begin(ana: Person, ben: Person, options: str = "") -> tuple[AtTable, AtTable]:
    """Ana challenges Ben, who accepts at the table; return the pages of both."""
    ana.say(f"/puluc challenge @Ben {options}")
    tables = ana.sit_down(), ben.sit_down()
    tables[1].press("Accept")
    for table in tables:
        table.begins()
    return tables

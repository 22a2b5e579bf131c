"""Games with a pace in the browser: deadlines, offers, and games that wait for you."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from bot.acts.act import Act
from bot.acts.play.draw import Draw
from bot.acts.play.pause import Pause
from bot.table.ids import TableId
from bot.table.pace import MINUTE, Pace
from bot.table.terms import Terms
from tests.pages.at_table import AtTable, mover
from tests.pages.games import NAMES, Game, Sit
from tests.pages.people import Come, Person, begin
from tests.pages.site import Site
from tests.scenarios.program import DAY

pytestmark = pytest.mark.browser


class Player(NamedTuple):
    """Somebody from the chat who plays, and the page of the table in their window."""

    name: str
    person: Person
    table: AtTable


class Seated(NamedTuple):
    """Somebody at a table, and its page."""

    name: str
    game: Game
    seat: int
    table: AtTable

    def act(self, act: Callable[[TableId], Act]) -> None:
        """Do something that is no button of the page."""
        self.game.act(self.seat, act(self.game.id))


@pytest.fixture
def pair(site: Site, sit: Sit, request: pytest.FixtureRequest) -> tuple[Seated, Seated]:
    """The players of a game with a pace: the one to move, and the opponent."""
    game = Game.offered(site, request.node.nodeid, terms=Terms(Pace(3 * DAY))).begin()
    turn = game.turn
    assert turn is not None
    first, second = (Seated(NAMES[n], game, n, sit(game, n)) for n in (turn, 1 - turn))
    return first, second


@pytest.fixture
def two(come: Come) -> tuple[Player, Player]:
    """The same, who come from the chat."""
    people = come("Ana"), come("Ben")
    tables = begin(*people, "pace=3d")
    turn = mover(*tables)
    both = [Player(each.name, each, table) for each, table in zip(people, tables, strict=True)]
    both.sort(key=lambda player: player.table is not turn)
    return both[0], both[1]


def says(player: Player, line: str) -> None:
    """Go to the chat, type a command, and come back to the table."""
    player.table.page.go_back()
    player.person.say(line)
    expect(player.person.page.locator("#message")).to_have_value("")
    player.person.sit_down()


def test_the_deadline(pair: tuple[Seated, Seated]) -> None:
    """The table says until when the player to move has time."""
    mover, _ = pair
    expect(mover.table.desk).to_contain_text("You have until ")
    expect(mover.table.desk).to_contain_text(" UTC (3 days a turn).")


def test_the_time_is_up(two: tuple[Player, Player], site: Site) -> None:
    """When the player's time is up, the opponent is called, and can claim the win."""
    mover, other = two
    other.table.page.go_back()
    site.advance(3 * DAY + 2)
    expect(other.person.card.get_by_role("link")).to_contain_text("Waiting for you")
    other.person.sit_down()
    expect(other.table.desk).to_contain_text(f"{mover.name}'s time is up.")
    other.table.press("Claim the win")
    expect(mover.table.desk).to_contain_text(f"{mover.name} ran out of time.")


def test_taking_back_a_move(pair: tuple[Seated, Seated]) -> None:
    """A move is taken back when the opponent agrees; until then the opponent is asked."""
    mover, other = pair
    mover.table.move()
    mover.table.menu("Take back")
    expect(other.table.desk).to_contain_text(f"{mover.name} asks to take back their last move.")
    other.table.press("Agree")
    assert mover.table.throw()


def test_declining_a_draw(pair: tuple[Seated, Seated]) -> None:
    """A draw that is declined leaves the game as it was."""
    mover, other = pair
    other.act(Draw)
    expect(mover.table.desk).to_contain_text(f"{other.name} offers a draw.")
    mover.table.press("Decline")
    expect(mover.table.desk).not_to_contain_text("offers a draw")
    assert mover.table.throw()


def test_agreeing_to_a_draw(two: tuple[Player, Player]) -> None:
    """A draw that both want ends the game without a winner, as its card says."""
    mover, other = two
    says(other, "/draw")
    mover.table.press("Agree")
    mover.table.page.go_back()
    expect(mover.person.card).to_contain_text("agreed to a draw")
    expect(mover.person.card).to_have_attribute("data-live", "false")


def test_a_pause(pair: tuple[Seated, Seated]) -> None:
    """A pause stops the clock, and both players end it."""
    mover, other = pair
    other.act(Pause)
    mover.table.press("Agree")
    expect(other.table.desk).to_contain_text("The game is paused.")
    other.table.press("Resume")
    mover.table.press("Agree")
    expect(mover.table.desk).to_contain_text("You have until ")


def test_the_next_game(two: tuple[Player, Player]) -> None:
    """The next game is the one that waits for you, with the time that is left."""
    mover, other = two
    for player in two:
        player.table.page.go_back()
    mover.person.say("/next")
    expect(mover.person.private).to_contain_text("days")
    other.person.say("/next")
    expect(other.person.private).to_contain_text("No game is waiting for you")


def test_the_time_left(site: Site, sit: Sit, own: Callable[..., Page]) -> None:
    """The time of the player to move is counted down."""
    page = own()
    page.clock.install()
    terms = Terms(pace=Pace(10 * MINUTE))
    sit(Game.offered(site, "a clock", terms=terms).begin(), 0, page=page)
    left = page.get_by_role("timer")
    expect(left).to_have_text(re.compile(r"^(\d+:\d\d)\1 left for this move$"))
    page.clock.pause_at(page.evaluate("new Date(Date.now() + 1000).toISOString()"))
    before = seconds(left)
    page.clock.run_for(21_000)
    assert seconds(left) == before - 21


def seconds(left: Locator) -> int:
    """Return the seconds that a clock shows."""
    minutes, rest = left.locator("b").inner_text().split(":")
    return int(minutes) * MINUTE + int(rest)

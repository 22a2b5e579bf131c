"""Games with a pace in the browser: deadlines, offers, and games that wait for you."""

import pytest
from playwright.sync_api import expect

from tests.pages.people import Come, Person
from tests.pages.site import Site
from tests.scenarios.program import DAY

pytestmark = pytest.mark.browser


def playing(come: Come) -> tuple[Person, Person]:
    """Return the players of a game with a pace: the one to move, and the opponent."""
    ana, ben = come("Ana"), come("Ben")
    ana.say("/challenge @Ben pace=3d")
    ben.sees(2)  # after Ana's page has sent a word
    ben.press("Accept")
    for each in (ana, ben):
        expect(each.board).to_contain_text(" to play: ")
    return (ana, ben) if ana.board.get_by_text("Ana to play").count() else (ben, ana)


def test_the_deadline(come: Come) -> None:
    """The board says until when the player to move has time."""
    mover, _ = playing(come)
    expect(mover.board).to_contain_text(f"{mover.name} has until ")
    expect(mover.board).to_contain_text(" UTC (3 days a turn).")


def test_the_time_is_up(come: Come, site: Site) -> None:
    """When the player's time is up, the opponent is called, and can claim the win."""
    mover, other = playing(come)
    site.advance(3 * DAY + 2)
    expect(other.board).to_contain_text(f"{mover.name}'s time is up.")
    expect(other.board.locator(".badge")).to_have_text("Waiting for you")
    other.press("Claim the win")
    expect(mover.board).to_contain_text(f"{mover.name} ran out of time. {other.name} wins.")


def test_taking_back_a_move(come: Come) -> None:
    """A move is taken back when the opponent agrees; until then the opponent is asked."""
    mover, other = playing(come)
    before = mover.revision
    mover.moves.first.click()
    mover.sees(before + 1)
    mover.say("/undo")
    expect(other.board).to_contain_text(f"{mover.name} asks to take back their last move.")
    expect(other.board).to_contain_text("Waiting for you")
    other.press("Agree")
    expect(mover.board).to_contain_text(f"{mover.name} took back a move.")
    expect(mover.moves.first).to_be_visible()


def test_declining_a_draw(come: Come) -> None:
    """A draw that is declined leaves the game as it was."""
    mover, other = playing(come)
    other.say("/draw")
    expect(mover.board).to_contain_text(f"{other.name} offers a draw.")
    mover.press("Decline")
    expect(mover.board).not_to_contain_text("offers a draw")
    expect(mover.moves.first).to_be_visible()


def test_agreeing_to_a_draw(come: Come) -> None:
    """A draw that both want ends the game without a winner."""
    mover, other = playing(come)
    other.say("/draw")
    mover.press("Agree")
    expect(other.board).to_contain_text("agreed to a draw")
    expect(other.board).to_have_attribute("data-live", "false")


def test_a_pause(come: Come) -> None:
    """A pause stops the clock, and both players end it."""
    mover, other = playing(come)
    other.say("/pause")
    mover.press("Agree")
    expect(other.board).to_contain_text("The game is paused.")
    other.press("Resume")
    mover.press("Agree")
    expect(mover.board).to_contain_text(f"{mover.name} has until ")


def test_the_next_game(come: Come) -> None:
    """The next game is the one that waits for you, with the time that is left."""
    mover, other = playing(come)
    mover.say("/next")
    expect(mover.private).to_contain_text("days")
    other.say("/next")
    expect(other.private).to_contain_text("No game is waiting for you")

"""Playing Parchís in browser windows."""

from collections.abc import Sequence

from playwright.sync_api import Locator

from tests.pages.people import Person
from tests.parchis import MOST_PRESSES, Asker

NAMES = ("Ana", "Ben", "Cara", "Dan")


def play(people: Sequence[Person], asker: Asker, presses: int = MOST_PRESSES) -> bool:
    """Let people press random moves on their turns; return whether the game is over.

    Each move is pressed in the tab of the one person whose board says that it's their turn.
    """
    shown = people[0]
    for _ in range(presses):
        shown.awaits_a_press()
        if shown.is_over:
            return True
        revision = shown.revision
        for person in people:
            person.sees(revision)
        (turn,) = [one for one in people if one.board.locator(".badge").is_visible()]
        codes = turn.moves.evaluate_all("all => all.map((one) => one.dataset.code)")
        code = asker.choose(codes)
        turn.board.locator(f'.buttons [data-code="{code}"]').click()
        shown.sees(revision + 1)
    return False


def button(person: Person, name: str) -> Locator:
    """A button below the person's newest board."""
    return person.board.get_by_role("button", name=name, exact=True)

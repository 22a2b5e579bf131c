"""A table in browser windows, played by the buttons of its page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import pytest
from playwright.sync_api import Locator, Page, expect

MOST_MOVES: Final = 2000
"""More than any game has."""

POLL: Final = 50
"""How often a page is asked what it shows, in milliseconds."""

CAN_MOVE: Final = ".moves button[data-code]:not(.act)"
"""The buttons of moves."""

TOLD: Final = """async () => {
    const { pathname, search } = location;
    const answer = await fetch(`${pathname}/state${search}`).catch(() => null);
    return answer?.ok ? answer.json() : null;
}"""
"""Runs in a page: what the server says of its table, null while no server answers."""

NEWER: Final = f"""async (before) => {{
    const state = await ({TOLD})();
    return state !== null && state.revision > before;
}}"""
"""Runs in a page: whether the server has a newer revision of its table."""

BEGUN: Final = f"""async () => {{
    const state = await ({TOLD})();
    return state !== null && state.status !== "offered";
}}"""
"""Runs in a page: whether play has begun."""

WAITS: Final = f"""async () => {{
    const state = await ({TOLD})();
    if (state?.status === "over") return "over";
    return state?.turn === null || !state?.mine.includes(state.turn) ? null : state.turn;
}}"""
"""Runs in a page: the seat of its players that is to move, `over` after the game, null before."""

STEP: Final = f"""() => {{
    if (document.querySelector('.table[data-status="over"]')) return "over";
    if (document.querySelector("button.throw")) return "throw";
    return document.querySelector({CAN_MOVE!r}) ? "move" : null;
}}"""
"""Runs in a page: what its player can press."""

Choose = Callable[[Sequence[str]], str]
"""Chooses among the codes of moves."""


CLEAR: Final = """async () => {
    const { pathname, search } = location;
    const told = async (more) => {
        const query = new URLSearchParams([...new URLSearchParams(search), ...more]);
        return (await fetch(`${pathname}/state?${query}`)).json();
    };
    const board = document.querySelector(".board");
    const [w, h, u] = ["--W", "--H", "--u"].map((each) => {
        return parseFloat(board.style.getPropertyValue(each));
    });
    const { shapes } = await told([]);
    const [rows] = Object.entries(shapes).find(([, size]) => String(size) === `${w},${h}`);
    const { moves } = await told([["rows", rows]]);
    const { left, top } = board.getBoundingClientRect();
    const ends = moves.flatMap((move) => [move.to, move.from]);
    const found = moves.find(({ to, from }) => {
        return [to, from].some((end) => ends.filter((each) => `${each}` === `${end}`).length === 1);
    });
    const clear = [found.to, found.from].find((end) => {
        return ends.filter((each) => `${each}` === `${end}`).length === 1;
    });
    const middle = ([x, y, width, height]) => {
        return [left + u * (x + width / 2), top + u * (y + height / 2)];
    };
    return { at: middle(clear), to: middle(found.to), from: middle(found.from), code: found.code };
}"""
"""Runs in a page: where on the board a move begins and ends, and where a press means only it."""


@dataclass(frozen=True)
class OnBoard:
    """A move, and where it can be pressed on the board."""

    at: tuple[float, float]
    to: tuple[float, float]
    from_: tuple[float, float]
    code: str


@dataclass
class AtTable:
    """The page of a table, where nothing is in motion, so that presses don't wait for pieces."""

    page: Page

    @classmethod
    def open(cls, page: Page, url: str) -> Self:
        """Open a table by its address, and wait until it is shown."""
        page.goto(url)
        return cls(page).shown()

    def shown(self) -> Self:
        """Wait until the table is shown."""
        self.page.emulate_media(reduced_motion="reduce")
        self.page.locator("html[data-ready]").wait_for(state="attached")
        return self

    @property
    def path(self) -> str:
        """The path of the table, for anybody."""
        return str(self.page.evaluate("location.pathname"))

    @property
    def turn(self) -> Locator:
        """The sentence that says whose turn it is, or how the game has ended."""
        return self.page.locator(".band .says")

    @property
    def desk(self) -> Locator:
        """Whose turn it is, what can be pressed, and what is said beside that."""
        return self.page.locator(".desk")

    @property
    def moves(self) -> Locator:
        """The buttons of moves."""
        return self.page.locator(CAN_MOVE)

    @property
    def on_board(self) -> OnBoard:
        """Where the first of the moves that can be pressed alone is on the board."""
        expect(self.moves.first).to_be_visible()
        found = self.page.evaluate(CLEAR)
        return OnBoard(*(tuple(found[each]) for each in ("at", "to", "from")), found["code"])

    @property
    def revision(self) -> int:
        """The table's revision in the store."""
        return int(self.page.evaluate(TOLD)["revision"])

    def reaches(self, revision: int) -> None:
        """Wait until the store has this revision of the table, or a later one."""
        self.page.wait_for_function(NEWER, arg=revision - 1, polling=POLL)

    def begins(self) -> None:
        """Wait until play has begun, by what the server says: a page may wait for a throw."""
        self.page.wait_for_function(BEGUN, polling=POLL)

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.page.locator('.table[data-status="over"]').count() > 0

    def seats(self, name: str) -> None:
        """Wait until somebody has joined."""
        expect(self.page.locator(".seats")).to_contain_text(name)

    def button(self, name: str) -> Locator:
        """A button beside the board that is no move, such as Accept."""
        return self.desk.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press a button beside the board."""
        self.button(name).click()

    def answer(self, name: str) -> None:
        """Press a button of what the table has asked, or of the menu."""
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    def menu(self, name: str) -> None:
        """Press a button of the menu."""
        self.page.locator("#more").click()
        self.answer(name)

    def throw(self) -> bool:
        """Throw as often as the page asks for it; return whether its player is to move then."""
        while (step := self.page.wait_for_function(STEP).json_value()) == "throw":
            self.page.locator("button.throw").click()
        return bool(step == "move")

    def move(self, choose: Choose = lambda codes: codes[0]) -> None:
        """Throw and play a move, and wait until it counts."""
        before = self.revision
        if not self.throw():
            return
        codes = self.moves.evaluate_all("all => all.map(({dataset}) => dataset.code)")
        self.page.locator(f'.moves [data-code="{choose(codes)}"]').click()
        self.reaches(before + 1)


def mover(*tables: AtTable) -> AtTable | None:
    """Wait until one of the players at a table is to move; return their page, None at the end."""
    (first, *_) = tables
    first.page.wait_for_function(
        f"async () => {{ const state = await ({TOLD})();"
        ' return state?.status === "over" || state?.seats[state.turn]?.kind === "person"; }',
        polling=POLL,
    )
    waiting = [(table, table.page.evaluate(WAITS)) for table in tables]
    found = [table for table, seat in waiting if isinstance(seat, int)]
    if found:
        (one,) = found
        return one
    assert "over" in [seat for _, seat in waiting]
    return None


def play(
    *tables: AtTable, moves: int = MOST_MOVES, choose: Choose = lambda codes: codes[0]
) -> bool:
    """Play so many moves, each on the page of the player to move; return whether it is over."""
    for _ in range(moves):
        one = mover(*tables)
        if one is None:
            return True
        one.move(choose)
    return False


def play_out(*tables: AtTable, choose: Choose = lambda codes: codes[0]) -> None:
    """Play until the game is over, and all pages show it."""
    if not play(*tables, choose=choose):
        pytest.fail("the game does not end")
    for table in tables:
        while not table.throw() and not table.is_over:
            pass
        expect(table.page.locator('.table[data-status="over"]')).to_be_visible()

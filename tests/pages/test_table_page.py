"""Playing on the page of a table, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bot.table.terms import Terms
from tests.pages.at_table import AtTable
from tests.pages.faults import Find
from tests.pages.games import Game, Sit
from tests.pages.site import Site
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

TINY = "puluc road=5 warriors=1 table=kernels casts=one"
"""A game of few moves."""

HEADERS = {
    "road": "puluc road=11 warriors=5 table=kernels casts=one",
    "parchis": "parchis seats=2 start=out end=first",
}
"""Games of each family."""

SIZES = (
    (1280, 800),
    (1366, 640),
    (1920, 950),
    (390, 844),
    (844, 390),
    (320, 568),
    (360, 640),
    (300, 200),
    (768, 1024),
)
"""The windows in which the whole board must be in view."""

HIDDEN = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const board = document.querySelector(".board").getBoundingClientRect();
    const stage = document.querySelector(".stage");
    const room = stage.getBoundingClientRect();
    const root = document.scrollingElement;
    const out = (inner, outer) => {
        return inner.left < outer.left - 1 || inner.right > outer.right + 1
            || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    };
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const scrolls = (each) => {
        return each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
    };
    const filled = Math.max(board.width / room.width, board.height / room.height);
    return [
        ...(out(board, room) ? ["the board is larger than its stage"] : []),
        ...(out(board, window) ? ["the board is outside the window"] : []),
        ...(filled < 0.75 ? [`the board fills ${filled} of its stage`] : []),
        ...(scrolls(root) ? ["the page scrolls"] : []),
        ...(scrolls(stage) ? ["the stage scrolls"] : []),
    ];
}"""
"""Runs in a page: what is wrong with the room of the board."""

LIVE = """() => {
    window.said = [];
    const regions = "[role=status], [role=log], [role=alert]";
    const texts = new Map();
    const told = (region) => {
        const text = region.matches("[role=log]")
            ? region.querySelector("li:last-child")?.innerText ?? ""
            : region.innerText;
        return region.checkVisibility() ? text.replace(/\\s+/g, " ").trim() : "";
    };
    for (const region of document.querySelectorAll(regions)) {
        texts.set(region, told(region));
        new MutationObserver(() => {
            const text = told(region);
            if (text && text !== texts.get(region)) window.said.push(text);
            texts.set(region, text);
        }).observe(region, {
            attributes: true,
            characterData: true,
            childList: true,
            subtree: true,
        });
    }
}"""
"""Runs in a page: keeps what live regions say from now on."""

COUNT_MOTION = """() => {
    window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        window.motions += 1;
        return animate.apply(this, given);
    };
}"""
"""Runs in a page: counts animations from now on."""


HOLD_SOUNDS = """
window.sounds = 0;
let free = false;
window.AudioContext = class extends AudioContext {
    get state() { return free ? "running" : "interrupted"; }
    resume() {
        return new Promise((done) => {
            window.release = () => {
                free = true;
                done();
            };
        });
    }
    createOscillator() {
        window.sounds += 1;
        return super.createOscillator();
    }
};
"""
"""Runs before a page: holds its sounds back until `release`, and counts them."""


@pytest.fixture
def tiny(site: Site, request: pytest.FixtureRequest) -> Game:
    """A short game of Ana and Ben that has just begun."""
    return Game.offered(site, request.node.nodeid, TINY).begin()


def play_out(game: Game, ana: AtTable, press: Callable[[], None]) -> None:
    """Play to the end: Ben without a window, Ana by `press`."""
    while not game.is_over:
        if game.turn == 1:
            game.move()
            continue
        before = game.revision
        if ana.throw():
            press()
            wait_until(lambda before=before: game.revision > before, "the move isn't played")
            game.site.settle()
    while not ana.throw() and not ana.is_over:
        pass
    expect(ana.button("Rematch")).to_be_visible()


def places(page: Page) -> list[list[str]]:
    """Return where the pieces are on the board."""
    found = page.locator(".pieces > .piece").evaluate_all(
        "all => all.map(({dataset, style}) => [dataset.id, dataset.key,"
        " style.getPropertyValue('--x'), style.getPropertyValue('--y')]).sort()"
    )
    return list(found)


def said(page: Page) -> Locator:
    return page.locator(".heard")


def face(table: AtTable, name: str) -> None:
    """Make a face."""
    table.page.get_by_role("group", name="Reactions").get_by_role("button", name=name).click()


# Whole games


def test_a_game_by_pointer(tiny: Game, sit: Sit) -> None:
    """A whole game can be played by presses on the board."""
    ana = sit(tiny, 0)
    play_out(tiny, ana, lambda: ana.page.mouse.click(*ana.on_board.at))


def test_a_game_by_touch(tiny: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """A whole game can be played by taps on the board of a phone."""
    page = own(viewport={"width": 390, "height": 844}, has_touch=True)
    ana = sit(tiny, 0, page=page)
    play_out(tiny, ana, lambda: page.touchscreen.tap(*ana.on_board.at))


def test_a_game_by_keyboard(tiny: Game, sit: Sit) -> None:
    """A whole game can be played by keys alone: Enter throws, arrows choose and Enter plays."""
    page = (ana := sit(tiny, 0)).page
    while not tiny.is_over:
        if tiny.turn == 1:
            tiny.move()
            continue
        before = tiny.revision
        step = page.locator("button.throw").or_(ana.moves.first)
        expect(step).to_be_visible()
        if page.locator("button.throw").count():
            page.keyboard.press("Enter")
            expect(ana.moves.first).to_be_visible()
        page.keyboard.press("ArrowDown")
        expect(ana.moves.first).to_be_focused()
        page.keyboard.press("Enter")
        wait_until(lambda before=before: tiny.revision > before, "the move isn't played")
        tiny.site.settle()
    if page.locator("button.throw").count():
        page.keyboard.press("Enter")
    expect(page.locator('.table[data-status="over"]')).to_be_visible()


def test_a_key_for_each_move(choice: Game, sit: Sit) -> None:
    """A digit plays the move with that number."""
    ana = sit(choice, 0)
    before = choice.revision
    expect(ana.moves.first).to_be_visible()
    ana.page.keyboard.press("1")
    ana.reaches(before + 1)


# Presses


def test_a_refused_press(choice: Game, sit: Sit, site: Site) -> None:
    """A move that is refused is put back, and the page says why."""
    ana = sit(choice, 0)
    page = ana.page
    page.emulate_media(reduced_motion="no-preference")
    before, moves = places(page), ana.moves.count()
    answer = {"lines": ["Not now."], "refused": True}
    page.route("**/api/press", lambda route: route.fulfill(status=403, json=answer))
    page.mouse.click(*ana.on_board.at)
    expect(page.locator(".toast")).to_have_text("Not now.")
    expect(ana.moves).to_have_count(moves)
    expect(page.locator(".walker")).to_have_count(0)
    assert places(page) == before


def test_a_drag(choice: Game, sit: Sit) -> None:
    """A piece can be dragged to where it lands."""
    ana = sit(choice, 0)
    move, before = ana.on_board, choice.revision
    mouse = ana.page.mouse
    mouse.move(*move.from_)
    mouse.down()
    mouse.move(*move.to, steps=4)
    expect(ana.page.locator(".dragged")).to_have_count(1)
    mouse.up()
    ana.reaches(before + 1)


def test_a_drag_elsewhere(choice: Game, sit: Sit) -> None:
    """A piece that is dropped where it can't land goes back."""
    ana = sit(choice, 0)
    page, before = ana.page, places(ana.page)
    mouse = page.mouse
    mouse.move(*ana.on_board.from_)
    mouse.down()
    mouse.move(2, 2, steps=4)
    expect(page.locator(".dragged")).to_have_count(1)
    mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert places(page) == before
    assert ana.moves.count()


def test_confirmed_moves(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """Whoever wants to confirm moves presses twice; the first press shows the way."""
    ana = sit(choice, 0, page=own(choices={"confirm": "on"}))
    page, before = ana.page, choice.revision
    at = ana.on_board.at
    page.mouse.click(*at)
    expect(page.locator(".toast")).to_have_text("Press again to play this move")
    expect(page.locator(".moves .pointed")).to_have_count(1)
    assert choice.revision == before
    page.mouse.click(*at)
    ana.reaches(before + 1)


def test_short_labels(site: Site, sit: Sit) -> None:
    """Buttons of moves show few words, and have all of them as their names."""
    game = Game.offered(site, "labels", HEADERS["road"]).begin().bring(0)
    ana = sit(game, 0)
    expect(ana.moves.first).to_be_visible()
    state = ana.page.evaluate("fetch(location.pathname + '/state').then((told) => told.json())")
    for move in state["moves"]:
        button = ana.page.get_by_role("button", name=move["label"], exact=True)
        shown = button.evaluate(
            "made => [...made.querySelectorAll('span, span i')]"
            ".map((each) => each.dataset.signs ?? each.textContent).join('')"
        )
        assert shown == move["short"]


# The board


@pytest.mark.parametrize("family", ["road", "parchis"])
def test_the_whole_board_is_in_view(site: Site, sit: Sit, family: str) -> None:
    """At every size the whole board is in view, and nothing scrolls: before, in and after play."""
    game = Game.offered(site, f"sizes of {family}", HEADERS[family])
    ben = sit(game, 1)
    for status in game.phases():
        if status == "playing":
            ben.throw()
        expect(ben.page.locator(f'.table[data-status="{status}"]')).to_be_visible()
        for width, height in SIZES:
            ben.page.set_viewport_size({"width": width, "height": height})
            faults: list[str] = []

            def fits(faults: list[str] = faults) -> bool:
                faults[:] = ben.page.evaluate(HIDDEN)
                return not faults

            wait_until(fits, f"{status}, {width} by {height}: {faults}")


def test_the_board_stays(game: Game, sit: Sit) -> None:
    """The board doesn't jump between somebody else's turn, a throw, a choice and a press."""
    game.bring(1)
    ana = sit(game, 0)
    board = ana.page.locator(".board")
    boxes = [board.bounding_box()]
    game.move()
    expect(ana.page.locator("button.throw")).to_be_visible()
    boxes.append(board.bounding_box())
    assert ana.throw()
    boxes.append(board.bounding_box())
    before = game.revision
    ana.moves.first.click()
    ana.reaches(before + 1)
    boxes.append(board.bounding_box())
    assert boxes == boxes[:1] * 4


def test_reduced_motion(game: Game, sit: Sit) -> None:
    """Nothing moves for people who don't want motion, neither pieces nor faces."""
    game.bring(1)
    ana = sit(game, 0)
    ana.page.evaluate(COUNT_MOTION)
    game.move()
    assert ana.throw()
    face(ana, "Wow")
    expect(ana.page.locator(".bubble")).to_be_visible()
    before = game.revision
    ana.moves.first.click()
    ana.reaches(before + 1)
    assert ana.page.evaluate("window.motions") == 0
    assert ana.page.evaluate("document.getAnimations().length") == 0


# What is said


def test_one_sentence_per_turn(game: Game, sit: Sit) -> None:
    """A turn is told to screen readers by one sentence, and the next turn by another."""
    game.bring(1)
    ana = sit(game, 0)
    expect(ana.turn).to_have_text("Ben to move")
    ana.page.evaluate(LIVE)
    game.move()
    assert ana.throw()
    told = ana.page.evaluate("window.said")
    assert len([line for line in told if "Ben" in line]) == 1
    assert [line for line in told if "Ben" not in line] == ["Your turn"]
    expect(ana.page.locator(".band")).to_match_aria_snapshot("- status: Your turn")


def test_names_are_text(site: Site, sit: Sit) -> None:
    """Markup in names is shown as text."""
    name = "<img src=x><b>Eve"
    game = Game.offered(site, "markup", names=(name, "Ben")).begin()
    page = sit(game).page
    expect(page.locator(".names")).to_contain_text("<img src=x>")
    expect(page.locator(".top h1")).to_contain_text(name)
    assert page.locator('img[src="x"]').count() == 0


def test_several_on_one_screen(game: Game, sit: Sit) -> None:
    """Where several people play on one screen, turns have names, and each can move."""
    both = sit(game.bring(0), 0, 1)
    expect(both.turn).to_have_text("Ana to move")
    both.move()
    if both.throw():
        expect(both.turn).to_have_text(re.compile("^(Ana|Ben) to move$"))
    expect(both.page.locator(".names")).not_to_contain_text("You")


# Company


def test_watchers_are_counted(choice: Game, sit: Sit) -> None:
    """The page says how many watch, and nothing while nobody does."""
    ana = sit(choice, 0)
    eyes = ana.page.locator(".eyes")
    expect(eyes).to_be_hidden()
    watching = sit(choice).page
    expect(eyes).to_have_text(re.compile("^1Watching: 1$"))
    watching.goto("about:blank")
    expect(eyes).to_be_hidden()


def test_reactions(choice: Game, sit: Sit) -> None:
    """A face appears at the base of whoever makes it, and is said once."""
    ana, ben = sit(choice, 0), sit(choice, 1)
    ana.page.evaluate(LIVE)
    face(ben, "Ouch")
    expect(ana.page.locator(".board .bubble")).to_be_visible()
    expect(said(ana.page)).to_have_text("Ben: Ouch")
    expect(ana.page.locator(".bubble")).to_have_count(0)
    assert ana.page.evaluate("window.said") == ["Ben: Ouch"]


def test_muting(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """The faces of somebody who is muted don't appear."""
    ana, ben = sit(choice, 0, page=own()), sit(choice, 1)
    face(ben, "Ouch")
    expect(said(ana.page)).to_have_text("Ben: Ouch")
    ana.page.locator("#more").click()
    ana.page.get_by_label("Mute: Ben").check()
    ana.page.keyboard.press("Escape")
    choice.site.advance(3)
    face(ben, "Good game")
    expect(said(ben.page)).to_have_text("Ben: Good game")
    choice.move()  # of which Ana's page hears after the face
    expect(ana.turn).to_have_text("Ben to move")
    expect(said(ana.page)).to_have_text("Ben: Ouch")


# Sounds


def test_no_late_sounds(choice: Game, sit: Sit, own: Callable[..., Page]) -> None:
    """Sounds that the browser holds back aren't made up for, and later ones are heard."""
    page = own()
    page.clock.install()
    page.add_init_script(HOLD_SOUNDS)
    sit(choice, 0, page=page)
    twice = ("m", "m")  # off and on, which makes a sound
    for key in twice:
        page.keyboard.press(key)
    page.clock.fast_forward(1000)
    page.evaluate("window.release()")
    assert page.evaluate("window.sounds") == 0
    for key in twice:
        page.keyboard.press(key)
    assert page.evaluate("window.sounds") > 0


# Replies


def test_a_hint_is_played(site: Site, sit: Sit) -> None:
    """A hint marks its move on the board, and plays it by a press."""
    game = Game.offered(site, "a hint", terms=Terms(hints=True)).begin().bring(0)
    ana = sit(game, 0)
    before = game.revision
    expect(ana.moves.first).to_be_visible()
    ana.menu("Hint")
    dialog = ana.page.get_by_role("dialog")
    expect(dialog.locator("figure img")).to_be_visible()
    expect(ana.page.locator(".moves .pointed")).to_have_count(1)
    ana.answer("Play it")
    ana.reaches(before + 2)  # the hint counts, too


# Accessibility


def test_accessibility(offer: Game, sit: Sit, found: Find) -> None:
    """Axe finds nothing in a lobby, in play and at the end."""
    ben = sit(offer, 1)
    assert found(ben.page) == []
    offer.begin().bring(1)
    ben.throw()
    assert found(ben.page) == []
    offer.resign()
    expect(ben.page.locator('.table[data-status="over"]')).to_be_visible()
    assert found(ben.page) == []

"""The pages of the guided game."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from bot.games.catalogue import games
from bot.show.lesson import Lessons
from bot.show.page import Page
from bot.table.intents import Learn, Practice
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Busy, Urgency
from engine.text import Text
from tests.bot.hands import in_thread

GAMES = games()
CATALOGUE = Catalogue()
SAY = CATALOGUE.voice("en")
LESSON = GAMES.lesson
assert LESSON is not None
END = len(LESSON.turns)

T = TypeVar("T")


def lessons(catalogue: Catalogue = CATALOGUE) -> Lessons:
    return Lessons(GAMES, in_thread, catalogue)


def right(page: Page, step: int) -> Text:
    """What the button says that leads on."""
    (text,) = (button.text for button in page.buttons if button.intent == Learn(step + 1))
    return text


@pytest.mark.parametrize("step", range(END))
async def test_a_step(step: int) -> None:
    """A step is a drawn board, its subject, what to do, and buttons that all lead somewhere."""
    pages = lessons()
    page = await pages.page(Learn(step))
    head, told = map(SAY, page.lines)
    assert head.startswith(f"Step {step + 1} of {END}: ")
    assert told
    assert page.picture is not None
    assert page.picture.png.startswith(b"\x89PNG")
    assert "Jade (jade) to move" in page.picture.alt
    assert right(page, step)
    for button in page.buttons:
        assert isinstance(button.intent, Learn)
        assert await pages.page(button.intent)


@pytest.mark.parametrize("step", range(END))
async def test_a_wrong_move(step: int) -> None:
    """A legal move that the step is not about is told to be that, and which one to press."""
    pages = lessons()
    page = await pages.page(Learn(step))
    for button in page.buttons:
        if isinstance(button.intent, Learn) and button.intent.move:
            explained = await pages.page(button.intent)
            assert f'Press "{SAY(right(page, step))}".' in SAY(explained.lines[1])
            assert explained.picture == page.picture
            assert explained.buttons == page.buttons


async def test_the_end() -> None:
    """The last page shows the game that was won, and offers a real one."""
    page = await lessons().page(Learn(END))
    assert page.picture is not None
    assert "Jade wins" in page.picture.alt
    meant = [button.intent for button in page.buttons]
    assert Practice(LESSON.level, LESSON.options) in meant
    assert Learn(END - 1) in meant


async def test_the_way_back() -> None:
    """Every step but the first leads back to the one before."""
    pages = lessons()
    back = [
        [b.intent for b in (await pages.page(Learn(step))).buttons if b.text.key == "lesson.back"]
        for step in range(END + 1)
    ]
    assert back == [[], *([Learn(step)] for step in range(END))]


@pytest.mark.parametrize("asked", [Learn(-1), Learn(END + 1), Learn(1, "1+2"), Learn(END, "b+1")])
async def test_no_such_step(asked: Learn) -> None:
    """A step or a wrong move that is not there has no page."""
    with pytest.raises(LookupError):
        await lessons().page(asked)


async def test_a_page_is_made_once() -> None:
    """Whoever asks for a step or for one of its wrong moves, its board is drawn once a language."""
    drawn = []

    async def work(urgency: Urgency, make: Callable[..., T], *args: object) -> T:
        drawn.append(args[1:])
        return await in_thread(urgency, make, *args)

    pages = Lessons(GAMES, work, CATALOGUE)
    for asked in (Learn(1), Learn(1, "b+2"), Learn(1), Learn(1, "b+2")):
        await pages.page(asked, "tlh")
    assert drawn == [(1, "en", None)]


async def test_no_time_to_draw() -> None:
    """Where no other process has time for it, a step is drawn all the same."""

    async def busy(_urgency: Urgency, _make: Callable[..., T], *_args: object) -> T:
        raise Busy

    page = await Lessons(GAMES, busy, CATALOGUE).page(Learn(2))
    assert page == await lessons().page(Learn(2))

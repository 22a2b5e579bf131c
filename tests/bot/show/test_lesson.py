"""The pages of the tutorial."""

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
    """The label of the button that leads to the next step."""
    (text,) = (button.text for button in page.buttons if button.intent == Learn(step + 1))
    return text


@pytest.mark.parametrize("step", range(END))
async def test_a_step(step: int) -> None:
    """A step has a drawn board, its subject, instructions, and buttons that all lead to a page."""
    pages = lessons()
    page = await pages.page(Learn(step))
    head, instructions = map(SAY, page.lines)
    assert head.startswith(f"Step {step + 1} of {END}: ")
    assert instructions
    assert page.picture is not None
    assert page.picture.png.startswith(b"\x89PNG")
    assert "Jade (jade) to move" in page.picture.alt
    assert right(page, step)
    for button in page.buttons:
        assert isinstance(button.intent, Learn)
        assert await pages.page(button.intent)


@pytest.mark.parametrize("step", range(END))
async def test_a_wrong_move(step: int) -> None:
    """A wrong move is explained, and the text says which button to press."""
    pages = lessons()
    page = await pages.page(Learn(step))
    for button in page.buttons:
        if isinstance(button.intent, Learn) and button.intent.move:
            explained = await pages.page(button.intent)
            assert f'Press "{SAY(right(page, step))}".' in SAY(explained.lines[1])
            assert explained.picture == page.picture
            assert explained.buttons == page.buttons


async def test_the_end() -> None:
    """The last page shows the won game and offers a real one."""
    page = await lessons().page(Learn(END))
    assert page.picture is not None
    assert "Jade wins" in page.picture.alt
    intents = [button.intent for button in page.buttons]
    assert Practice(LESSON.level, LESSON.options) in intents
    assert Learn(END - 1) in intents


async def test_the_way_back() -> None:
    """Every step but the first leads back to the previous one."""
    pages = lessons()
    back = [
        [b.intent for b in (await pages.page(Learn(step))).buttons if b.text.key == "lesson.back"]
        for step in range(END + 1)
    ]
    assert back == [[], *([Learn(step)] for step in range(END))]


@pytest.mark.parametrize("asked", [Learn(-1), Learn(END + 1), Learn(1, "1+2"), Learn(END, "b+1")])
async def test_no_such_step(asked: Learn) -> None:
    """A step or wrong move that doesn't exist has no page."""
    with pytest.raises(LookupError):
        await lessons().page(asked)


async def test_a_page_is_made_once() -> None:
    """A step's board is drawn once per language, including for its wrong moves."""
    drawn = []

    async def work(urgency: Urgency, make: Callable[..., T], *args: object) -> T:
        drawn.append(args[1:])
        return await in_thread(urgency, make, *args)

    pages = Lessons(GAMES, work, CATALOGUE)
    for asked in (Learn(1), Learn(1, "b+2"), Learn(1), Learn(1, "b+2")):
        await pages.page(asked, "tlh")
    assert drawn == [(1, "en", None)]


async def test_no_time_to_draw() -> None:
    """If no worker is free, the step is drawn in this process."""

    async def busy(_urgency: Urgency, _make: Callable[..., T], *_args: object) -> T:
        raise Busy

    page = await Lessons(GAMES, busy, CATALOGUE).page(Learn(2))
    assert page == await lessons().page(Learn(2))

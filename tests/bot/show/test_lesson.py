"""The pages of the tutorial."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.acts.gather.practice import Practice
from bot.acts.look.learn import Learn
from bot.acts.look.rules import Rules
from bot.games.catalogue import games
from bot.games.lesson import Lesson
from bot.show.lesson import Lessons
from bot.show.page import Page
from bot.table.request import LessonStep
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Busy, Urgency
from engine.text import Text
from tests.bot.hands import in_thread

GAMES = games()
CATALOGUE = Catalogue()
SAY = CATALOGUE.voice("en")
MOVERS = {"puluc": "Jade to move", "parchis-spain": "Yellow (yellow triangle)"}
"""What the pictures say about the learner, by tutorial."""

T = TypeVar("T")


def lessons(catalogue: Catalogue = CATALOGUE) -> Lessons:
    return Lessons(GAMES, in_thread, catalogue)


def lesson_of(ruleset: str) -> Lesson:
    found = GAMES.lesson(ruleset)
    assert found is not None
    return found


def end_of(ruleset: str) -> LessonStep:
    """The step after the last turn."""
    return LessonStep(len(lesson_of(ruleset).turns), ruleset=ruleset)


STEPS = [
    LessonStep(step, ruleset=ruleset)
    for ruleset in MOVERS
    for step in range(end_of(ruleset).number)
]


def following(asked: LessonStep, further: int = 1) -> LessonStep:
    return replace(asked, number=asked.number + further)


def leading(asked: LessonStep) -> Learn:
    """The act that leads to a step."""
    return Learn(asked.number, asked.move, asked.ruleset)


def step_of(act: Learn) -> LessonStep:
    """The step that an act leads to."""
    return LessonStep(act.step, act.move, act.ruleset)


def right(page: Page, asked: LessonStep) -> Text:
    """The label of the button that leads to the next step."""
    (text,) = (button.text for button in page.buttons if button.act == leading(following(asked)))
    return text


def test_every_tutorial_is_tested() -> None:
    """The tests on this page cover all tutorials; the first is the default."""
    assert list(MOVERS) == list(GAMES.taught)
    assert GAMES.lesson() is GAMES.lesson("puluc")


@pytest.mark.parametrize("asked", STEPS)
async def test_a_step(asked: LessonStep) -> None:
    """A step has a drawn board, its subject, instructions, and buttons that all lead to a page."""
    pages = lessons()
    page = await pages.page(asked)
    head, instructions = map(SAY, page.lines)
    assert head.startswith(f"Step {asked.number + 1} of {end_of(asked.ruleset).number}: ")
    assert instructions
    assert page.picture is not None
    assert page.picture.png.startswith(b"\x89PNG")
    assert MOVERS[asked.ruleset] in page.picture.alt
    assert right(page, asked)
    for button in page.buttons:
        assert isinstance(button.act, Learn)
        assert await pages.page(step_of(button.act))


@pytest.mark.parametrize("asked", STEPS)
async def test_a_wrong_move(asked: LessonStep) -> None:
    """A wrong move is explained, and the text says which button to press."""
    pages = lessons()
    page = await pages.page(asked)
    for button in page.buttons:
        if isinstance(button.act, Learn) and button.act.move:
            explained = await pages.page(step_of(button.act))
            assert f'Press "{SAY(right(page, asked))}".' in SAY(explained.lines[1])
            assert explained.picture == page.picture
            assert explained.buttons == page.buttons


@pytest.mark.parametrize(
    ("ruleset", "other", "won"),
    [("puluc", "parchis-spain", "jade wins"), ("parchis-spain", "puluc", "Yellow wins")],
)
async def test_the_end(ruleset: str, other: str, won: str) -> None:
    """The last page shows the won game and offers a real one, its rules and another tutorial."""
    end = end_of(ruleset)
    page = await lessons().page(end)
    assert page.picture is not None
    assert won in page.picture.alt
    lesson = lesson_of(ruleset)
    assert [button.act for button in page.buttons] == [
        Practice(lesson.level, lesson.options),
        Rules(options=lesson.options),
        Learn(ruleset=other),
        leading(following(end, -1)),
    ]


@pytest.mark.parametrize("ruleset", MOVERS)
async def test_the_way_back(ruleset: str) -> None:
    """Every step but the first leads back to the previous one."""
    pages, end = lessons(), end_of(ruleset)
    steps = [replace(end, number=step) for step in range(end.number + 1)]
    back = [
        [b.act for b in (await pages.page(step)).buttons if b.text.key == "lesson.back"]
        for step in steps
    ]
    assert back == [[], *([leading(step)] for step in steps[:-1])]


@pytest.mark.parametrize("asked", [step for step in STEPS if step.ruleset == "parchis-spain"])
async def test_the_lesson_goes_on(asked: LessonStep) -> None:
    """The right move leads to a picture that shows it, unless another position follows."""
    turns, step = lesson_of(asked.ruleset).turns, asked.number + 1
    shown = (await lessons().page(following(asked))).picture
    assert shown is not None
    another = step < len(turns) and bool(turns[step].position)
    assert ("Last: " in shown.alt) is not another


@pytest.mark.parametrize(
    "asked",
    [
        LessonStep(-1),
        following(end_of("puluc")),
        following(end_of("parchis-spain")),
        replace(end_of("puluc"), move="b+1"),
        LessonStep(0, ruleset="bul"),
        LessonStep(1, "1+2"),
        LessonStep(1, "b+2", "parchis-spain"),
    ],
)
async def test_no_such_step(asked: LessonStep) -> None:
    """A step, wrong move or tutorial that doesn't exist has no page."""
    with pytest.raises(LookupError):
        await lessons().page(asked)


async def test_a_page_is_made_once() -> None:
    """A step's board is drawn once per language, including for its wrong moves."""
    drawn = []

    async def work(urgency: Urgency, make: Callable[..., T], *args: object) -> T:
        drawn.append(args[1:])
        return await in_thread(urgency, make, *args)

    pages = Lessons(GAMES, work, CATALOGUE)
    for asked in (LessonStep(1), LessonStep(1, "b+2"), LessonStep(1), LessonStep(1, "b+2")):
        await pages.page(asked, "tlh")
    assert drawn == [(LessonStep(1), "en", None)]


async def test_no_time_to_draw() -> None:
    """If no worker is free, the step is drawn in this process."""

    async def busy(_urgency: Urgency, _make: Callable[..., T], *_args: object) -> T:
        raise Busy

    page = await Lessons(GAMES, busy, CATALOGUE).page(LessonStep(2))
    assert page == await lessons().page(LessonStep(2))

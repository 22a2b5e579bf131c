"""The tutorials: pages for their steps, drawn from positions that the engine reaches."""

import asyncio
from dataclasses import replace
from functools import partial

import structlog

from bot.acts.gather.practice import Practice
from bot.acts.look.learn import Learn
from bot.acts.look.rules import Rules
from bot.games.catalogue import Games, title
from bot.games.lesson import Lesson
from bot.show.page import Page, Picture
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.request import LessonStep
from bot.table.seats import Person
from bot.table.settings import Colours
from bot.table.table import Ending, Status, Table
from bot.texts.catalogue import Catalogue, catalogue
from bot.work.cache import Cache
from bot.work.workshop import Busy, Urgency, Work
from engine import AnyGame, Over
from engine.record import replay
from engine.text import Say, Text
from renderer.theme import THEMES

ID = TableId("lesson")
"""The id of a tutorial's table, which is not in the store."""

KEPT = 64
"""How many pages are cached for each language: enough for all tutorials."""

log = structlog.get_logger()


class Lessons:
    """Creates and caches the tutorials' pages for each language."""

    def __init__(self, games: Games, work: Work, texts: Catalogue) -> None:
        self._games = games
        self._work = work
        self._texts = texts
        self._pages: Cache[tuple[LessonStep, str, Colours | None], Page] = Cache(
            KEPT * len(texts.languages)
        )

    async def page(
        self, asked: LessonStep, language: str = "", colours: Colours | None = None
    ) -> Page:
        """Return the page of a step, or of a wrong move there.

        Raises LookupError if there is none.
        """
        lesson, known = _lesson(self._games, asked), self._texts.language(language)
        if not lesson.has(asked.number, asked.move):
            raise LookupError(asked)
        make = partial(self._made, asked, known, colours)
        return await self._pages.get((asked, known, colours), make)

    async def _made(self, asked: LessonStep, language: str, colours: Colours | None) -> Page:
        if asked.move:  # same picture and buttons as the step itself
            page = await self.page(replace(asked, move=""), language, colours)
            return _explained(page, _lesson(self._games, asked), asked)
        what = self._games, asked, language, colours
        try:
            return await self._work(Urgency.BOARD, lesson_page, *what)
        except Busy:
            log.warning("lesson.fell-back")
            return await asyncio.to_thread(lesson_page, *what)


def _lesson(games: Games, asked: LessonStep) -> Lesson:
    """Return the tutorial of a step; raise LookupError if there is none."""
    lesson = games.lesson(asked.ruleset)
    if lesson is None:
        raise LookupError(asked)
    return lesson


def lesson_page(
    games: Games, asked: LessonStep, language: str, colours: Colours | None = None
) -> Page:
    """Return the page of a step in a language. May run in any process.

    Raises LookupError if there is no such tutorial.
    """
    lesson, step = _lesson(games, asked), asked.number
    say = catalogue(games.texts).voice(language)
    table = table_at(games.game(lesson.header), lesson, step, say)
    scene = games.scene(table, say)
    board, count, theme = scene.board, len(lesson.turns), THEMES[colours or Colours.MAIZE]
    if step < count:
        turn = lesson.turns[step]
        head, text = Text("lesson.step", number=step + 1, steps=count, title=turn.title), turn.text
    else:
        head, text = lesson.end, lesson.farewell
    return Page(
        table=ID,
        code="",
        revision=step,
        lines=(head, text),
        picture=Picture(board.png(theme), board.alt(), board.letters(), accent=board.accent(theme)),
        buttons=(
            *(
                Button(offer.text, _act_of(lesson, asked, offer.move), offer.style)
                for offer in scene.moves
            ),
            *_other_buttons(games, lesson, asked),
        ),
        live=step < count,
        header=lesson.header,
    )


def table_at(game: AnyGame, lesson: Lesson, step: int, say: Say) -> Table:
    """Return the table at a step, by playing the lesson up to there from its last position."""
    over, first = step == len(lesson.turns), lesson.scene(step)
    start, turns = lesson.turns[first].position, lesson.turns[first:step]
    moves = [() if start else lesson.opening, *((turn.move, *turn.reply) for turn in turns)]
    throws = [*(turn.throw for turn in turns), () if over else lesson.turns[step].throw]
    record = [
        entry for entries, throw in zip(moves, throws, strict=True) for entry in (*entries, *throw)
    ]
    story = (*moves[-1], *throws[-1])
    played = list(replay(game, record, game.read_position(start) if start else None))
    position = played[-1].after
    phase = game.phase(position)
    return Table(
        id=ID,
        code="",
        revision=step,
        status=Status.OVER if over else Status.PLAYING,
        header=lesson.header,
        seed=b"",
        place=Place(Platform.WEB, ""),
        seats=tuple(
            Person(User(Platform.WEB, str(seat)), say(name))
            for seat, name in enumerate(lesson.names)
        ),
        created=0,
        touched=0,
        position=game.write_position(position),
        before=game.write_position(played[-len(story)].position) if step else "",
        story=story,
        lying=next(throw for throw in reversed(throws) if throw),
        moves=sum(1 + bool(turn.reply) for turn in lesson.turns[:step]),
        ending=Ending.WON if over else None,
        places=phase.places if isinstance(phase, Over) else (),
    )


def _act_of(lesson: Lesson, asked: LessonStep, move: str) -> Learn:
    """Return what a move's button does: the right move leads on, any other is explained."""
    if move == lesson.turns[asked.number].move:
        return _step(asked, 1)
    return Learn(asked.number, move, asked.ruleset)


def _step(asked: LessonStep, further: int) -> Learn:
    """Return what leads to another step of the same tutorial."""
    return Learn(asked.number + further, ruleset=asked.ruleset)


def _other_buttons(games: Games, lesson: Lesson, asked: LessonStep) -> tuple[Button, ...]:
    """Return the buttons other than moves; at both ends, they lead to other tutorials."""
    back = Button(Text("lesson.back"), _step(asked, -1))
    others = tuple(
        Button(Text("lesson.another", game=title(ruleset)), Learn(ruleset=ruleset))
        for ruleset in games.taught
        if ruleset != lesson.options.ruleset
    )
    if not asked.number:
        return others
    if asked.number < len(lesson.turns):
        return (back,)
    return (
        Button(Text("lesson.play"), Practice(lesson.level, lesson.options)),
        Button(Text("button.rules"), Rules(options=lesson.options)),
        *others,
        back,
    )


def _explained(page: Page, lesson: Lesson, asked: LessonStep) -> Page:
    """Add to a step's page why this move is not the right one."""
    others = lesson.turns[asked.number].others
    why = next(wrong.text for wrong in others if wrong.move == asked.move)
    right = next(
        button.text
        for button in page.buttons
        if isinstance(button, Button) and button.act == _step(asked, 1)
    )
    head, *rest = page.lines
    return replace(page, lines=(head, Text("lesson.wrong", told=why, press=right), *rest))

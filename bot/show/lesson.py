"""The tutorial: pages for its steps, drawn from positions that the engine reaches."""

import asyncio
from dataclasses import replace
from functools import partial

import structlog

from bot.games.catalogue import Games
from bot.games.lesson import Lesson
from bot.show.page import Page, Picture
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.intents import Learn, Practice, Rules
from bot.table.people import Place, Platform, User
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
"""The id of the tutorial's table, which is not in the store."""

KEPT = 32
"""How many pages are cached for each language: enough for a whole tutorial."""

log = structlog.get_logger()


class Lessons:
    """Creates and caches the tutorial's pages for each language."""

    def __init__(self, games: Games, work: Work, texts: Catalogue) -> None:
        self._games = games
        self._work = work
        self._texts = texts
        self._pages: Cache[tuple[Learn, str, Colours | None], Page] = Cache(
            KEPT * len(texts.languages)
        )

    async def page(self, asked: Learn, language: str = "", colours: Colours | None = None) -> Page:
        """Return the page of a step, or of a wrong move there.

        Raises LookupError if there is none.
        """
        lesson, known = self._games.lesson, self._texts.language(language)
        if lesson is None or not lesson.has(asked.step, asked.move):
            raise LookupError(asked)
        make = partial(self._made, asked, known, colours)
        return await self._pages.get((asked, known, colours), make)

    async def _made(self, asked: Learn, language: str, colours: Colours | None) -> Page:
        if asked.move:  # same picture and buttons as the step itself
            page = await self.page(replace(asked, move=""), language, colours)
            return _explained(page, self._games.lesson, asked)
        what = self._games, asked.step, language, colours
        try:
            return await self._work(Urgency.BOARD, lesson_page, *what)
        except Busy:
            log.warning("lesson.fell-back")
            return await asyncio.to_thread(lesson_page, *what)


def lesson_page(games: Games, step: int, language: str, colours: Colours | None = None) -> Page:
    """Return the page of a step in a language. May run in any process."""
    lesson = games.lesson
    if lesson is None:
        raise LookupError(step)
    say = catalogue(games.texts).voice(language)
    table = table_at(games.game(lesson.header), lesson, step, say)
    scene = games.scene(table, say)
    board, count = scene.board, len(lesson.turns)
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
        picture=Picture(board.png(THEMES[colours or Colours.MAIZE]), board.alt(), board.letters()),
        buttons=(
            *(
                Button(offer.text, _intent_of(lesson, step, offer.move), offer.style)
                for offer in scene.moves
            ),
            *_other_buttons(lesson, step),
        ),
        live=step < count,
    )


def table_at(game: AnyGame, lesson: Lesson, step: int, say: Say) -> Table:
    """Return the table at a step, by playing the lesson up to there."""
    over = step == len(lesson.turns)
    cast = () if over else (lesson.turns[step].cast,)
    moves = [list(lesson.opening)]
    moves += [[turn.move, *turn.reply] for turn in lesson.turns[:step]]
    casts = [turn.cast for turn in lesson.turns[:step]]
    record = [
        entry
        for entries, thrown in zip(moves, (*((cast,) for cast in casts), cast), strict=True)
        for entry in (*entries, *thrown)
    ]
    story = (*moves[-1], *cast)
    played = list(replay(game, record))
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
        lying=cast or tuple(casts[-1:]),
        moves=sum(1 + bool(turn.reply) for turn in lesson.turns[:step]),
        ending=Ending.WON if over else None,
        places=phase.places if isinstance(phase, Over) else (),
    )


def _intent_of(lesson: Lesson, step: int, move: str) -> Learn:
    """Return a move button's intent: the right move leads on, any other is explained."""
    return Learn(step + 1) if move == lesson.turns[step].move else Learn(step, move)


def _other_buttons(lesson: Lesson, step: int) -> tuple[Button, ...]:
    """Return the buttons other than moves."""
    back = (Button(Text("lesson.back"), Learn(step - 1)),) if step else ()
    if step < len(lesson.turns):
        return back
    return (
        Button(Text("lesson.play"), Practice(lesson.level, lesson.options)),
        Button(Text("button.rules"), Rules(lesson.options)),
        *back,
    )


def _explained(page: Page, lesson: Lesson | None, asked: Learn) -> Page:
    """Add to a step's page why this move is not the right one."""
    others = () if lesson is None else lesson.turns[asked.step].others
    why = next(wrong.text for wrong in others if wrong.move == asked.move)
    right = next(
        button.text
        for button in page.buttons
        if isinstance(button, Button) and button.intent == Learn(asked.step + 1)
    )
    head, *rest = page.lines
    return replace(page, lines=(head, Text("lesson.wrong", told=why, press=right), *rest))

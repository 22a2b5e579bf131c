"""Advice about a game: the best move, the odds, or a review, in words and pictures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any, Final, assert_never

from bot.games.catalogue import Games
from bot.show.headline import party_names
from bot.show.page import Picture
from bot.show.presenter import ReadRecord
from bot.show.review_text import judged_by, percent
from bot.show.reviews import Reviews
from bot.table.button import Link, Offer
from bot.table.request import Advice, Topic
from bot.table.settings import Colours
from bot.table.steps import AND
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from bot.work.workshop import Urgency, Work
from engine import AnyGame, Choose
from engine.players.judge import Judge
from engine.players.registry import player
from engine.text import Text
from renderer.chart.bar import draw_odds
from renderer.chart.describe import alt_odds
from renderer.theme import THEMES

OTHERS: Final = 2
"""How many moves a hint mentions besides the best one."""

HARD: Final = "hard"
"""The level that plays as hints say."""

EQUAL: Final = 0.005
"""Moves that win less than this more or less often than others are equally good for people."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption."""

    picture: Picture
    caption: Text


@dataclass(frozen=True, slots=True)
class Advised:
    """Advice ready to be said: lines, pictures, and links to more.

    `move` is the move that a hint shows, as its button has it.
    """

    lines: tuple[Text, ...]
    figures: tuple[Figure, ...] = ()
    choices: tuple[Offer, ...] = ()
    move: str = ""


class Adviser:
    """Works out advice in worker processes.

    Raises Busy if they have no capacity, StoreDown, and Corrupt if a record can't be replayed.
    """

    def __init__(self, games: Games, work: Work, record: ReadRecord) -> None:
        self._games = games
        self._work = work
        self.reviews = Reviews(games, work, record)

    async def advised(self, advice: Advice, language: str, colours: Colours) -> Advised:
        """Return advice with pictures in a language."""
        match advice.topic:
            case Topic.HINT:
                make = hint
            case Topic.ODDS:
                make = odds
            case Topic.REVIEW:
                return await self._review(advice.table, language, colours)
            case _:
                assert_never(advice.topic)
        what = self._games, advice.table, language, colours
        return await self._work(Urgency.MOVE, make, *what)

    async def _review(self, table: Table, language: str, colours: Colours) -> Advised:
        told, what = await self.reviews.of(table), (language, colours)
        chart = Figure(await self.reviews.chart(table, *what), Text("review.chart"))
        moments = [  # numbered as in the chart
            Text("review.moment", number=number, mistake=mistake.text)
            for number, mistake in enumerate(told.mistakes, start=1)
        ]
        mistakes = [
            Figure(await self.reviews.mistake(table, number, *what), moment)
            for number, moment in enumerate(moments)
        ]
        page = Link(Text("button.step"), f"/g/{table.code}#0")
        lines = (Text("review.heading"), *told.lines, *moments)
        return Advised(lines, (chart, *mistakes), (page,))


def hint(games: Games, table: Table, language: str, colours: Colours) -> Advised:
    """Return the best move where one is due. May run in any process."""
    game, say = games.game(table.header), catalogue(games.texts).voice(language)
    position, judge = games.position(table), _judge(games, table)
    phase = game.phase(position)
    assert isinstance(phase, Choose)  # noqa: S101 - a precondition
    choices = game.choices(position)
    values = [_value(game, judge, position, moves) for moves in choices]
    ranked = sorted(zip(values, choices, strict=True), key=lambda rated: -rated[0])
    _, shown = ranked[0]
    labels = {each.move: each.text for each in games.scene(table, say).choices}
    best, *others = (
        Text("hint.move", move=labels[_code(game, moves)], share=percent(value))
        for value, moves in ranked
    )
    lines = [Text("hint.best", move=best), Text(f"advice.hint.{judge.source}")]
    if not others:
        lines = [Text("hint.only", move=labels[_code(game, shown)])]
    elif max(values) - min(values) >= EQUAL:
        lines.insert(1, Text("hint.others", moves=tuple(others[:OTHERS])))
    elif max(judge.odds(position)) == 1:
        # The others may be playing on for the next places, which the judge doesn't know.
        move = player(HARD, game, None)(position, phase.moves, Random(0))  # noqa: S311 - a move is no secret
        shown = next((each for each in choices if each[0] == move), shown)
        lines = [Text("hint.decided", move=labels[_code(game, shown)])]
    else:
        lines[0] = Text("hint.equal", move=best)
    code = _code(game, shown)
    example = games.of(table.header).pictured(game, table, code, say)
    picture = Picture(example.png(say, THEMES[colours]), example.alt(say))
    return Advised(tuple(lines), (Figure(picture, example.caption),), move=code)


def _value(game: AnyGame, judge: Judge, position: Any, moves: Sequence[Any]) -> float:
    """Return how probably the side to move wins after moves that are decided on together."""
    *first, last = moves
    return judge.rate(reduce(game.play, first, position), [last])[0]


def _code(game: AnyGame, moves: Iterable[Any]) -> str:
    """Return moves as a button has them."""
    return AND.join(map(game.write_move, moves))


def odds(games: Games, table: Table, language: str, colours: Colours) -> Advised:
    """Return how probably each side wins. May run in any process."""
    say, judge = catalogue(games.texts).voice(language), _judge(games, table)
    shares, names = judge.odds(games.position(table)), party_names(games, table)
    lines = (
        Text("odds.side", name=name, share=percent(share))
        for name, share in zip(names, shares, strict=True)
    )
    sides = [*map(say, names)]
    look = games.of(table.header).look(games.game(table.header), THEMES[colours])
    picture = Picture(draw_odds(sides, shares, look, say), alt_odds(sides, shares, say))
    return Advised((*lines, judged_by(judge.source)), (Figure(picture, Text("odds.now")),))


def _judge(games: Games, table: Table) -> Judge:
    judge = games.judge(table.header)
    if judge is None:
        raise LookupError(f"no judge knows {table.header}")
    return judge

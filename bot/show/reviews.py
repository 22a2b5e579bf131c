"""Reviews of finished games: who played how well, the worst moves, and everyone's luck.

A review takes up to a few seconds, so a worker process of its own makes it, and it is cached. A
finished game can still change, when a player is forgotten, so the key is the whole table.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.games.catalogue import Games
from bot.show.headline import party_names
from bot.show.page import Picture
from bot.show.presenter import Entries, ReadRecord
from bot.show.replay import leading_to, moments
from bot.show.review_text import Mistake, Reviewed, told
from bot.table.settings import Colours
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from bot.work.cache import Cache
from bot.work.workshop import Urgency, Work
from engine.review import review
from engine.text import Say
from renderer.chart.describe import alt
from renderer.chart.picture import draw
from renderer.chart.view import Chart
from renderer.theme import THEMES

KEPT: Final = 64
"""How many reviews and pictures are cached."""


class Reviews:
    """Makes and caches reviews and their pictures. All methods may raise Busy and StoreDown.

    They raise Corrupt if the record of a game can't be replayed.
    """

    def __init__(self, games: Games, work: Work, record: ReadRecord) -> None:
        self._games = games
        self._work = work
        self._record = record
        self._made: Cache[Table, Reviewed] = Cache(KEPT)
        self._charts: Cache[tuple[Table, str, Colours], Picture] = Cache(KEPT)
        self._pictures: Cache[tuple[Table, int, str, Colours], Picture] = Cache(KEPT)

    async def of(self, table: Table) -> Reviewed:
        """Return the review of a finished game."""
        return await self._made.get(table, partial(self._make, table))

    async def chart(self, table: Table, language: str, colours: Colours) -> Picture:
        """Return a chart of how probably each side won, by step, with the worst moves marked."""
        what = draw_chart, self._games, table, await self.of(table), language, colours
        make = partial(self._work, Urgency.PICTURE, *what)
        return await self._charts.get((table, language, colours), make)

    async def mistake(self, table: Table, number: int, language: str, colours: Colours) -> Picture:
        """Return a picture of what would have been better than one of the worst moves.

        They are numbered from 0; raises IndexError if there is no such one.
        """
        mistake = (await self.of(table)).mistakes[number]
        make = partial(
            self._work, Urgency.PICTURE, draw_mistake, self._games, mistake, language, colours
        )
        return await self._pictures.get((table, number, language, colours), make)

    async def _make(self, table: Table) -> Reviewed:
        entries = await self._record(table.id)
        return await self._work(Urgency.REVIEW, reviewed, self._games, table, entries)


def reviewed(games: Games, table: Table, entries: Entries) -> Reviewed:
    """Review a finished game. May run in any process."""
    game, judge = games.game(table.header), games.judge(table.header)
    if judge is None:
        raise LookupError(f"no judge knows {table.header}")
    found = review(game, leading_to(game, table, entries), judge, table.places)
    seen = moments(games, table, entries)
    # A game that ended without a result has a last step, too.
    ended = found.curve[-1:] * (len(seen) - len(found.curve))
    return told(games, table, seen, replace(found, curve=(*found.curve, *ended)))


def draw_chart(
    games: Games, table: Table, told: Reviewed, language: str, colours: Colours
) -> Picture:
    """Draw the chart of a review."""
    say = catalogue(games.texts).voice(language)
    chart = _chart(games, table, told, say)
    look = games.of(table.header).look(games.game(table.header), THEMES[colours])
    return Picture(draw(chart, look, say), alt(chart, say))


def _chart(games: Games, table: Table, told: Reviewed, say: Say) -> Chart:
    sides = tuple(say(name) for name in party_names(games, table))
    return Chart(sides, told.review.curve, tuple(each.step for each in told.mistakes))


def draw_mistake(games: Games, mistake: Mistake, language: str, colours: Colours) -> Picture:
    """Draw the board before one of the worst moves, and what would have been better."""
    say, before = catalogue(games.texts).voice(language), mistake.before
    example = games.of(before.header).pictured(
        games.game(before.header), before, mistake.better, say
    )
    return Picture(example.png(say, THEMES[colours]), example.alt(say))

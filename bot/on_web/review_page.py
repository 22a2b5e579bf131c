"""The review of a finished game as a page, whose parts the watch page shows beside the steps."""

import html
import json
from collections.abc import Iterator, Sequence

from bot.games.catalogue import Games, title
from bot.on_web.pictures import themed
from bot.show.headline import sides
from bot.show.page import Picture
from bot.show.review_text import Mistake
from bot.show.reviews import Reviews
from bot.table.settings import Colours
from bot.table.table import Table
from engine.text import Say, Text
from renderer.chart.layout import FRAME


class ReviewPage:
    """Fills the slots of the template `review` with HTML.

    Moves are numbered from 1, as in the chart, and so are their pictures.
    """

    def __init__(self, games: Games, reviews: Reviews, say: Say, language: str) -> None:
        self._games = games
        self._reviews = reviews
        self._say = say
        self._language = language

    async def slots(self, table: Table) -> dict[str, str]:
        """Return the slots for a finished game. See `Reviews` for errors."""
        told = await self._reviews.of(table)
        chart = await self.chart(table, Colours.MAIZE)
        chances = await self._reviews.chances(table, self._language)
        pictures = [
            await self.mistake(table, number, Colours.MAIZE)
            for number in range(1, len(told.mistakes) + 1)
        ]
        heading = sides(self._games, table), title(table.header)
        return {
            "code": table.code,
            "heading": " · ".join(map(self._escaped, heading)),
            "frame": " ".join(map(str, FRAME)),
            "chances": html.escape(json.dumps(chances, ensure_ascii=False)),
            "chart": themed(f"/g/{table.code}/chart.png", chart),
            "lines": "\n".join(f"<p>{self._escaped(line)}</p>" for line in told.lines),
            "erred": "" if pictures else "hidden",
            "mistakes": "\n".join(self._mistakes(table.code, told.mistakes, pictures)),
        }

    async def chart(self, table: Table, colours: Colours) -> Picture:
        """Return the chart of a game. See `Reviews` for errors."""
        return await self._reviews.chart(table, self._language, colours)

    async def mistake(self, table: Table, number: int, colours: Colours) -> Picture:
        """Return the picture of one of the worst moves. See `Reviews` for errors."""
        return await self._reviews.mistake(table, number - 1, self._language, colours)

    def _mistakes(
        self, code: str, mistakes: Sequence[Mistake], pictures: Sequence[Picture]
    ) -> Iterator[str]:
        """Yield an entry for each of the worst moves: a link to its step, and its picture."""
        for number, (made, picture) in enumerate(zip(mistakes, pictures, strict=True), start=1):
            link = f'<a href="/g/{code}?step={made.step}">'
            shown = themed(f"/g/{code}/mistake/{number}.png", picture, lazy=True)
            yield f"<li>{link}{self._escaped(made.text)}</a>{shown}</li>"

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))

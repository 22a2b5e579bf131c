"""The review of a finished game as a page of text and pictures."""

from bot.games.catalogue import Games, title
from bot.on_web.pictures import Image
from bot.show.headline import sides
from bot.show.page import Picture
from bot.show.reviews import Reviews
from bot.table.settings import Colours
from bot.table.table import Table


class ReviewPage:
    """Makes the values of the template `review`, and its pictures.

    Moves are numbered from 1, as in the chart, and so are their pictures.
    """

    def __init__(self, games: Games, reviews: Reviews, language: str) -> None:
        self._games = games
        self._reviews = reviews
        self._language = language

    async def view(self, table: Table) -> dict[str, object]:
        """Return the values for a finished game. See `Reviews` for errors."""
        told = await self._reviews.of(table)
        chart = await self.chart(table, Colours.MAIZE)
        return {
            "table": table,
            "sides": sides(self._games, table),
            "ruleset": title(table.header),
            "chart": Image.of(f"/g/{table.code}/chart.png", chart),
            "lines": told.lines,
            "mistakes": [
                (made, await self._shown(table, number))
                for number, made in enumerate(told.mistakes, start=1)
            ],
        }

    async def chart(self, table: Table, colours: Colours) -> Picture:
        """Return the chart of a game. See `Reviews` for errors."""
        return await self._reviews.chart(table, self._language, colours)

    async def mistake(self, table: Table, number: int, colours: Colours) -> Picture:
        """Return the picture of one of the worst moves. See `Reviews` for errors."""
        return await self._reviews.mistake(table, number - 1, self._language, colours)

    async def _shown(self, table: Table, number: int) -> Image:
        picture = await self.mistake(table, number, Colours.MAIZE)
        return Image.of(f"/g/{table.code}/mistake/{number}.png", picture)

"""The pictures of the guided game."""

from aiohttp import web

from bot.on_web.answers import Wrong
from bot.on_web.language import Languages
from bot.on_web.looks import asked
from bot.show.lesson import Lessons
from bot.table.intents import Learn
from engine.text import Text

_AN_HOUR = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Language"}
"""How long a browser keeps them; only another release has another game."""


class LessonPictures:
    """Serves the board of every step."""

    def __init__(self, lessons: Lessons, languages: Languages) -> None:
        self._lessons = lessons
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [web.get(r"/learn/{step:\d{1,2}}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """The board of a step, counted from 0, in the theme that its address says."""
        colours = asked(request.query).colours
        step = Learn(int(request.match_info["step"]))
        try:
            page = await self._lessons.page(step, self._languages.of(request), colours)
        except LookupError:
            raise Wrong(Text("web.nothing-here"), 404) from None
        assert page.picture is not None  # noqa: S101 - every step has one
        return web.Response(body=page.picture.png, content_type="image/png", headers=_AN_HOUR)

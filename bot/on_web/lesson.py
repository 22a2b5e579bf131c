"""The pictures of the tutorials."""

from aiohttp import web

from bot.on_web.language import Languages
from bot.on_web.looks import named_colours
from bot.on_web.pictures import ONE_HOUR, answer_png
from bot.show.lesson import Lessons
from bot.table.request import LessonStep


class LessonPictures:
    """Serves the board of each step."""

    def __init__(self, lessons: Lessons, languages: Languages) -> None:
        self._lessons = lessons
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pictures."""
        return [web.get(r"/learn/{ruleset:[a-z-]+}/{step:\d{1,2}}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """Serve the board of a step, counted from 0, in the theme given in the URL."""
        colours = named_colours(request.query)
        asked = LessonStep(int(request.match_info["step"]), ruleset=request.match_info["ruleset"])
        try:
            page = await self._lessons.page(asked, self._languages.of(request), colours)
        except LookupError:
            raise web.HTTPNotFound from None
        assert page.picture is not None  # noqa: S101 - every step has one
        return answer_png(page.picture.png, ONE_HOUR)

"""Pictures that illustrate rules and of games to choose from: drawn on demand."""

from collections.abc import Iterable

from aiohttp import web

from bot.inbound.illustrations import Illustration, Illustrations
from bot.on_web.language import Languages
from bot.on_web.looks import named_colours
from bot.on_web.pictures import ONE_HOUR, answer_png

COVER = "/cover.png"
"""The path of the picture of a game in progress."""

SHEET = "/choose/{}.png"
"""The path of a picture of several games, by its name."""


class RulePictures:
    """Serves the illustrations of each ruleset, and pictures of games for new players."""

    def __init__(self, illustrations: Illustrations, languages: Languages) -> None:
        self._illustrations = illustrations
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pictures."""
        return [
            web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture),
            web.get(COVER, self.cover),
            web.get(SHEET.format(r"{sheet:[a-z.-]{1,64}}"), self.sheet),
        ]

    async def cover(self, request: web.Request) -> web.Response:
        """Serve the picture of a game in progress, in the theme given in the URL."""
        colours = named_colours(request.query)
        picture = await self._illustrations.cover(self._languages.of(request), colours)
        return answer_png(picture.png, ONE_HOUR)

    async def sheet(self, request: web.Request) -> web.Response:
        """Serve a picture of several games to choose from, in the theme given in the URL."""
        colours, language = named_colours(request.query), self._languages.of(request)
        try:
            picture = await self._illustrations.sheet(
                request.match_info["sheet"], language, colours
            )
        except KeyError:
            raise web.HTTPNotFound from None
        return answer_png(picture.png, ONE_HOUR)

    async def picture(self, request: web.Request) -> web.Response:
        """Serve one illustration of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        shown = self._illustrations.of(ruleset, self._languages.of(request))
        if number > len(shown):
            raise web.HTTPNotFound
        png = await self._illustrations.png(shown[number - 1])
        return answer_png(png, ONE_HOUR)


def as_json(illustrations: Iterable[Illustration]) -> list[dict[str, str]]:
    """Return JSON data for pictures: path, alt text and caption."""
    return [
        {
            "src": f"/rules/{shown.ruleset}/{shown.number}.png",
            "alt": shown.alt,
            "caption": shown.caption,
        }
        for shown in illustrations
    ]

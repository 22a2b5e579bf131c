"""Pictures that illustrate rules, and of a game in progress: drawn on demand."""

from collections.abc import Iterable

from aiohttp import web

from bot.inbound.illustrations import Illustration, Illustrations
from bot.on_web.answers import ONE_HOUR, RequestError
from bot.on_web.language import Languages
from bot.on_web.looks import requested_look
from engine.text import Text

COVER = "/cover.png"
"""The path of the picture of a game in progress."""


class RulePictures:
    """Serves the illustrations of each ruleset, and the picture of a game in progress."""

    def __init__(self, illustrations: Illustrations, languages: Languages) -> None:
        self._illustrations = illustrations
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pictures."""
        return [
            web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture),
            web.get(COVER, self.cover),
        ]

    async def cover(self, request: web.Request) -> web.Response:
        """Serve the picture of a game in progress, in the theme given in the URL."""
        colours = requested_look(request.query).colours
        picture = await self._illustrations.cover(self._languages.of(request), colours)
        return web.Response(body=picture.png, content_type="image/png", headers=ONE_HOUR)

    async def picture(self, request: web.Request) -> web.Response:
        """Serve one illustration of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        shown = self._illustrations.of(ruleset, self._languages.of(request))
        if number > len(shown):
            raise RequestError(Text("web.nothing-here"), 404)
        png = await self._illustrations.png(shown[number - 1])
        return web.Response(body=png, content_type="image/png", headers=ONE_HOUR)


def source(shown: Illustration) -> str:
    """Return the path of a picture."""
    return f"/rules/{shown.ruleset}/{shown.number}.png"


def as_json(illustrations: Iterable[Illustration]) -> list[dict[str, str]]:
    """Return JSON data for pictures: path, alt text and caption."""
    return [
        {
            "src": source(shown),
            "alt": shown.alt,
            "caption": shown.caption,
        }
        for shown in illustrations
    ]

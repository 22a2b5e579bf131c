"""Pictures of rules and of what a game looks like: named in answers, drawn when asked for."""

from collections.abc import Iterable

from aiohttp import web

from bot.inbound.illustrations import Illustration, Illustrations
from bot.on_web.answers import Wrong
from bot.on_web.language import Languages
from bot.on_web.looks import asked
from engine.text import Text

_AN_HOUR = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Language"}
"""How long a browser keeps them; only another release has other examples."""


COVER = "/cover.png"
"""Where the picture of a game in progress is."""


class RulePictures:
    """Serves the examples of every ruleset, and the picture of a game in progress."""

    def __init__(self, illustrations: Illustrations, languages: Languages) -> None:
        self._illustrations = illustrations
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [
            web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture),
            web.get(COVER, self.cover),
        ]

    async def cover(self, request: web.Request) -> web.Response:
        """What a game looks like, in the theme that its address says."""
        colours = asked(request.query).colours
        picture = await self._illustrations.cover(self._languages.of(request), colours)
        return web.Response(body=picture.png, content_type="image/png", headers=_AN_HOUR)

    async def picture(self, request: web.Request) -> web.Response:
        """One example of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        shown = self._illustrations.of(ruleset, self._languages.of(request))
        if number > len(shown):
            raise Wrong(Text("web.nothing-here"), 404)
        png = await self._illustrations.png(shown[number - 1])
        return web.Response(body=png, content_type="image/png", headers=_AN_HOUR)


def source(shown: Illustration) -> str:
    """Where a picture is."""
    return f"/rules/{shown.ruleset}/{shown.number}.png"


def named(illustrations: Iterable[Illustration]) -> list[dict[str, str]]:
    """Name pictures with what they show, in words."""
    return [
        {
            "src": source(shown),
            "alt": shown.alt,
            "caption": shown.caption,
        }
        for shown in illustrations
    ]

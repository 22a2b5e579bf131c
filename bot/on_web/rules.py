"""The pictures that go with the rules: named in an answer, drawn when they are asked for."""

from aiohttp import web

from bot.games.catalogue import Games
from bot.on_web.answers import Wrong
from bot.show.illustrations import Illustrations
from bot.texts.catalogue import DEFAULT_LANGUAGE
from engine.text import Say, Text

_AN_HOUR = {"Cache-Control": "private, max-age=3600"}
"""How long a browser keeps them; only another release has other examples."""


class RulePictures:
    """Serves the examples of every ruleset."""

    def __init__(self, illustrations: Illustrations) -> None:
        self._illustrations = illustrations

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """One example of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        try:
            drawn = await self._illustrations.picture(ruleset, number - 1, DEFAULT_LANGUAGE)
        except IndexError:
            raise Wrong(Text("web.nothing-here"), 404) from None
        return web.Response(body=drawn.png, content_type="image/png", headers=_AN_HOUR)


def named(games: Games, ruleset: str, say: Say) -> list[dict[str, str]]:
    """Name the pictures of a ruleset with what they show, in words."""
    return [
        {
            "src": f"/rules/{ruleset}/{number}.png",
            "alt": example.alt(say),
            "caption": say(example.caption),
        }
        for number, example in enumerate(games.examples(ruleset), 1)
    ]

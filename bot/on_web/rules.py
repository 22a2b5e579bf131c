"""The pictures that go with the rules: named in an answer, drawn when they are asked for."""

import asyncio
from functools import cache

from aiohttp import web

from bot.on_web.answers import Wrong
from bot.show import rules
from bot.show.examples import EXAMPLES
from renderer.text import Say, Text

_AN_HOUR = {"Cache-Control": "private, max-age=3600"}
"""How long a browser keeps them; only another release has other examples."""


class RulePictures:
    """Serves the examples of every ruleset. Pictures are drawn once, beside the event loop."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._draw = cache(self._drawn)

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """One example of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        if number > len(EXAMPLES.get(ruleset, ())):
            raise Wrong(Text("web.nothing-here"), 404)
        png = await asyncio.to_thread(self._draw, ruleset, number)
        return web.Response(body=png, content_type="image/png", headers=_AN_HOUR)

    def _drawn(self, ruleset: str, number: int) -> bytes:
        return rules.draw(EXAMPLES[ruleset][number - 1], self._say)


def named(ruleset: str, say: Say) -> list[dict[str, str]]:
    """Name the pictures of a ruleset with what they show, in words."""
    return [
        {
            "src": f"/rules/{ruleset}/{number}.png",
            "alt": rules.alt(example, say),
            "caption": say(example.caption),
        }
        for number, example in enumerate(EXAMPLES[ruleset], 1)
    ]

"""The pictures that go with the rules: named in an answer, drawn when they are asked for."""

from functools import partial

from aiohttp import web

from bot.games.road import pictures as rules
from bot.games.road.examples import EXAMPLES
from bot.on_web.answers import Wrong
from bot.texts.catalogue import DEFAULT_LANGUAGE
from bot.work.kept import Kept
from bot.work.workshop import Urgency, Work
from engine.text import Say, Text

_AN_HOUR = {"Cache-Control": "private, max-age=3600"}
"""How long a browser keeps them; only another release has other examples."""

_ALL = sum(map(len, EXAMPLES.values()))


class RulePictures:
    """Serves the examples of every ruleset. Pictures are drawn once, by `work`."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._pictures: Kept[tuple[str, int], bytes] = Kept(_ALL)

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [web.get(r"/rules/{ruleset:[\w-]{1,64}}/{number:[1-9]}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """One example of a ruleset, counted from 1."""
        ruleset, number = request.match_info["ruleset"], int(request.match_info["number"])
        if number > len(EXAMPLES.get(ruleset, ())):
            raise Wrong(Text("web.nothing-here"), 404)
        png = await self._pictures.get((ruleset, number), partial(self._drawn, ruleset, number))
        return web.Response(body=png, content_type="image/png", headers=_AN_HOUR)

    async def _drawn(self, ruleset: str, number: int) -> bytes:
        return await self._work(
            Urgency.PICTURE, rules.illustrate, ruleset, number, DEFAULT_LANGUAGE
        )


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

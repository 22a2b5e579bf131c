"""Pages with the rules of each ruleset, for links from any platform."""

from aiohttp import web

from bot.acts.lengths import length_section
from bot.games.catalogue import Games, title
from bot.inbound.illustrations import Illustrations
from bot.on_web.language import ByLanguage, Languages
from bot.on_web.pages import Pages, Preview
from bot.on_web.rules import as_json
from bot.table.options import Options
from engine.text import Text


class RulesPages:
    """Serves the rules of each ruleset, with all pictures."""

    def __init__(
        self,
        games: Games,
        illustrations: Illustrations,
        pages: ByLanguage[Pages],
        languages: Languages,
        url: str | None = None,
    ) -> None:
        """`url` is the public one of this server, if it has one."""
        self._games = games
        self._illustrations = illustrations
        self._pages = pages
        self._languages = languages
        self._url = url or ""

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pages."""
        return [web.get(r"/rules/{ruleset:[\w-]{1,64}}", self.page)]

    async def page(self, request: web.Request) -> web.Response:
        """Serve the rules of a ruleset with its default options."""
        key, say = request.match_info["ruleset"], self._languages.say(request)
        if self._games.family(key) is None:
            raise web.HTTPNotFound
        header = self._games.header(Options(key))
        rules = self._games.rules(header)
        pictures = self._illustrations.of(key, self._languages.of(request))
        heading, line = say(rules.heading), Text(f"ruleset.{key}.line")
        return self._pages.of(request).page(
            "rules",
            preview=Preview(
                f"{heading} · {say(Text('rules.title'))}", say(Text("preview.rules", line=line))
            ),
            public=f"{self._url}/rules/{key}",
            heading=heading,
            sections=(*rules.sections, *length_section(self._games, header)),
            pictures=as_json(pictures),
            others=[(other, title(other)) for other in self._games.rulesets if other != key],
        )

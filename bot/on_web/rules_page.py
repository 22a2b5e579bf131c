"""Pages with the rules of each ruleset, for links from any platform."""

import html
from collections.abc import Iterator, Sequence

from aiohttp import web

from bot.games.catalogue import Games, title
from bot.inbound.illustrations import Illustration, Illustrations
from bot.on_web.answers import RequestError
from bot.on_web.language import ByLanguage, Languages
from bot.on_web.pages import Pages
from bot.on_web.preview import preview
from bot.on_web.rules import source
from bot.table.options import Options
from bot.table.request import Section
from engine.text import Say, Text


class RulesPages:
    """Serves the rules of each ruleset, with all pictures."""

    def __init__(
        self,
        games: Games,
        illustrations: Illustrations,
        pages: ByLanguage[Pages],
        languages: Languages,
    ) -> None:
        self._games = games
        self._illustrations = illustrations
        self._pages = pages
        self._languages = languages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pages."""
        return [web.get(r"/rules/{ruleset:[\w-]{1,64}}", self.page)]

    async def page(self, request: web.Request) -> web.Response:
        """Serve the rules of a ruleset with its default options."""
        key, say = request.match_info["ruleset"], self._languages.say(request)
        if self._games.family(key) is None:
            raise RequestError(Text("web.nothing-here"), 404)
        rules = self._games.rules(self._games.header(Options(key)))
        pictures = self._illustrations.of(key, self._languages.of(request))
        slots = {
            "heading": html.escape(say(rules.heading)),
            "preview": preview(
                f"{say(rules.heading)} · {say(Text('rules.title'))}",
                say(Text("preview.rules", line=Text(f"ruleset.{key}.line"))),
            ),
            "sections": "\n".join(_sections(rules.sections, say)),
            "pictures": "\n".join(_figures(pictures)),
            "others": "\n".join(self._others(key, say)),
        }
        return self._pages.of(request).page("rules", slots)

    def _others(self, key: str, say: Say) -> Iterator[str]:
        for other in self._games.rulesets:
            if other != key:
                yield f'<li><a href="/rules/{other}">{html.escape(say(title(other)))}</a></li>'


def _sections(sections: Sequence[Section], say: Say) -> Iterator[str]:
    for section in sections:
        yield f"<h2>{html.escape(say(section.label))}</h2>"
        yield f"<p>{html.escape(' '.join(map(say, section.sentences)))}</p>"


def _figures(pictures: Sequence[Illustration]) -> Iterator[str]:
    for shown in pictures:
        image = f'<img src="{source(shown)}" alt="{html.escape(shown.alt)}" loading="lazy">'
        yield f"<figure>{image}<figcaption>{html.escape(shown.caption)}</figcaption></figure>"

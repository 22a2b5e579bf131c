"""The language of a page: the one chosen with the switch, or else the one the browser prefers.

The switch is a link to the same page with `?lang=es`, so it works without scripts, and addresses in
each language can be told to search engines. The choice is kept in a cookie.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.table.pace import DAY
from bot.texts.catalogue import Catalogue
from engine.text import Say

T = TypeVar("T")

NAME: Final = "lang"
"""The name of the cookie, and of the query's parameter."""

VARY: Final = "Accept-Language, Cookie"
"""What responses with texts depend on, for caches."""

_RANGE = re.compile(
    r"(?P<tag>[a-z]{1,8}(-[a-z0-9]{1,8})*)\s*(;\s*q=(?P<quality>[01](\.[0-9]{0,3})?))?",
    re.ASCII | re.IGNORECASE,
)


def wanted(header: str) -> tuple[str, ...]:
    """Return the tags of an Accept-Language header, most preferred first."""
    ranges = map(_RANGE.fullmatch, map(str.strip, header.split(",")))
    quality = {match["tag"]: float(match["quality"] or 1) for match in ranges if match}
    return tuple(sorted(filter(quality.get, quality), key=quality.__getitem__, reverse=True))


_YEAR: Final = 365 * DAY


class Languages:
    """Determines the language of requests, and translates texts for them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def of(self, request: web.Request) -> str:
        """Return the language of a request."""
        return self.chosen(request) or self.preferred(request)

    def preferred(self, request: web.Request) -> str:
        """Return the language that the browser prefers."""
        return self._catalogue.language(*wanted(request.headers.get("Accept-Language", "")))

    def chosen(self, request: web.Request) -> str:
        """Return the language that was chosen in this browser; empty if none was."""
        return self._asked(request) or self._known(request.cookies.get(NAME, ""))

    def choose(self, response: web.StreamResponse, language: str) -> None:
        """Keep a choice in the browser; an empty one is none."""
        if language:
            response.set_cookie(NAME, language, max_age=_YEAR, httponly=True, samesite="Lax")
        else:
            response.del_cookie(NAME)

    @property
    def switch(self) -> Middleware:
        """Middleware that keeps the language which the address of a page asks for.

        If the page was reached by a link of this site, its address is that without the language.
        """

        @web.middleware
        async def switch(request: web.Request, handler: Handler) -> web.StreamResponse:
            asked = self._asked(request)
            if not asked or request.method != "GET":
                return await handler(request)
            if _by_own_link(request) and not request.path.startswith("//"):
                plain = str(request.rel_url.without_query_params(NAME))
                response: web.StreamResponse = web.Response(status=303, headers={"Location": plain})
            else:
                response = await handler(request)
            if response.status == 303 or response.content_type == "text/html":
                self.choose(response, asked)
            return response

        return switch

    def _asked(self, request: web.Request) -> str:
        return self._known(request.query.get(NAME, ""))

    def _known(self, language: str) -> str:
        return language if language in self._catalogue.languages else ""

    def say(self, request: web.Request) -> Say:
        """Return a function that translates texts into the language of a request."""
        return self._catalogue.voice(self.of(request))


def _by_own_link(request: web.Request) -> bool:
    """Whether somebody has followed a link on a page of this site, as browsers tell."""
    tells = request.headers.get
    return (tells("Sec-Fetch-Mode"), tells("Sec-Fetch-Site")) == ("navigate", "same-origin")


class ByLanguage(Generic[T]):
    """One object per language, created on first use."""

    def __init__(self, languages: Languages, make: Callable[[str], T]) -> None:
        self._languages = languages
        self._make = make
        self._objects: dict[str, T] = {}

    def of(self, request: web.Request) -> T:
        """Return the object for the language of a request."""
        language = self._languages.of(request)
        if language not in self._objects:
            self._objects[language] = self._make(language)
        return self._objects[language]

    def serve(self, answer: Callable[[T, web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        """Return a handler that calls `answer` with the object for the request's language."""

        async def handle(request: web.Request) -> web.StreamResponse:
            return await answer(self.of(request), request)

        return handle

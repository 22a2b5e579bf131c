"""Language negotiation: the available language that the browser prefers."""

import re
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.texts.catalogue import Catalogue
from engine.text import Say

T = TypeVar("T")

_RANGE = re.compile(
    r"(?P<tag>[a-z]{1,8}(-[a-z0-9]{1,8})*)\s*(;\s*q=(?P<quality>[01](\.[0-9]{0,3})?))?",
    re.ASCII | re.IGNORECASE,
)


def wanted(header: str) -> tuple[str, ...]:
    """Return the tags of an Accept-Language header, most preferred first."""
    ranges = map(_RANGE.fullmatch, map(str.strip, header.split(",")))
    quality = {match["tag"]: float(match["quality"] or 1) for match in ranges if match}
    return tuple(sorted(filter(quality.get, quality), key=quality.__getitem__, reverse=True))


class Languages:
    """Determines the language of requests, and translates texts for them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def of(self, request: web.Request) -> str:
        """Return the language of a request."""
        return self._catalogue.language(*wanted(request.headers.get("Accept-Language", "")))

    def say(self, request: web.Request) -> Say:
        """Return a function that translates texts into the language of a request."""
        return self._catalogue.voice(self.of(request))


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

"""In which language a request is answered: the one that its browser likes best of those spoken."""

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
    """The tags that an Accept-Language header names, the most wanted first."""
    found = [form for form in map(_RANGE.fullmatch, map(str.strip, header.split(","))) if form]
    quality = {form["tag"]: float(form["quality"] or 1) for form in found}
    return tuple(sorted(filter(quality.get, quality), key=quality.__getitem__, reverse=True))


class Languages:
    """Tells the language of a request, and how to speak it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def of(self, request: web.Request) -> str:
        """The language in which a request is answered."""
        return self._catalogue.language(*wanted(request.headers.get("Accept-Language", "")))

    def say(self, request: web.Request) -> Say:
        """How to say texts to whoever sent a request."""
        return self._catalogue.voice(self.of(request))


class ByLanguage(Generic[T]):
    """One of something for each language, made when somebody first asks in that."""

    def __init__(self, languages: Languages, make: Callable[[str], T]) -> None:
        self._languages = languages
        self._make = make
        self._made: dict[str, T] = {}

    def of(self, request: web.Request) -> T:
        """The one that answers a request."""
        language = self._languages.of(request)
        if language not in self._made:
            self._made[language] = self._make(language)
        return self._made[language]

    def serve(self, answer: Callable[[T, web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        """A handler that lets the one of the right language answer."""

        async def handle(request: web.Request) -> web.StreamResponse:
            return await answer(self.of(request), request)

        return handle

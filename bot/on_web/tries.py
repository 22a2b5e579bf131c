"""Limits on what could be guessed: links and codes, and the like."""

from typing import Final

from aiohttp import web

from bot.on_web.answers import RequestError
from bot.on_web.reception import Reception
from bot.work.window import Window
from engine.text import Text

TRIES: Final = 60
"""How often an address may try something in `TRY_SECONDS`: enough for a room full of people."""

TRY_SECONDS: Final = 600


class Tries:
    """Counts how often addresses try something."""

    def __init__(self, reception: Reception, too_often: Text) -> None:
        """Refuse those who try it `too_often`."""
        self._reception = reception
        self._too_often = too_often
        self._window: Window[str] = Window(TRIES, TRY_SECONDS)

    def count(self, request: web.Request) -> None:
        """Count a request. Raises RequestError if its address has made too many."""
        if not self._window.allow(self._reception.address(request)):
            raise RequestError(self._too_often, 429, retry=TRY_SECONDS)

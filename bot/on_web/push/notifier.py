"""Notifies people of their games, unless they look at them."""

import json
from typing import Final

from bot.on_web.push.pushes import Pushes
from bot.on_web.table_page.company import is_looking
from bot.show.page import Page
from bot.table.notes import Notes
from bot.table.people import User
from engine.text import Say

LONGEST_TITLE: Final = 150
LONGEST_BODY: Final = 500
"""The most characters that are sent; devices show fewer."""


class Notifier:
    """Says what a page says in a notification, which replaces an earlier one of the same game."""

    def __init__(self, notes: Notes, pushes: Pushes) -> None:
        self._notes = notes
        self._pushes = pushes

    async def notify(self, user: User, page: Page, say: Say, language: str) -> None:
        """Notify a person, unless a page of theirs shows the game. Raises like `Pushes.send`."""
        if await is_looking(self._notes, page.table, user.id):
            return
        path = f"/g/{page.code}"
        told = {
            "title": say(page.title)[:LONGEST_TITLE],
            "body": "\n".join(map(say, page.lines))[:LONGEST_BODY],
            "path": path,
            "lang": language,
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        await self._pushes.send(user, text.encode(), path)

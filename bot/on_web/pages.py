"""HTML templates, filled with texts from the catalogue, and the texts of the scripts."""

import html
import re
from collections.abc import Mapping
from pathlib import Path

from aiohttp import web

from bot.acts.registry import COMMANDS
from bot.commands.commands import commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.on_web.preview import preview
from engine.text import Say, Text

TEMPLATES = Path(__file__).parent / "templates"

WORDS: Mapping[str, tuple[str, ...]] = {
    "page.choices": (),
    "page.chosen": ("what",),
    "page.close": (),
    "page.connected": (),
    "page.connecting": (),
    "page.failed": (),
    "page.fair": (),
    "page.invite": (),
    "page.invite-nobody": (),
    "page.moves": (),
    "page.no-games": (),
    "page.on-board": (),
    "page.open-person": ("name",),
    "page.private": (),
    "page.to-board": (),
    "page.unreachable": (),
    "page.watch": (),
    "page.you-are": ("name",),
    "page.your-answer": (),
    "page.word": (),
    "page.word-add": (),
    "page.word-why": (),
    "page.your-turn": (),
}
"""The texts of the scripts, with the arguments that the scripts fill in."""

_SLOT = re.compile(r"\{\{([a-z.-]+)\}\}")


class Pages:
    """Renders the HTML pages in one language."""

    def __init__(self, say: Say, language: str) -> None:
        self._say = say
        self._language = language
        self._templates = {path.stem: path.read_text("utf-8") for path in TEMPLATES.glob("*.html")}

    def chat(self) -> web.Response:
        """Return the chat page, whose content is loaded by scripts."""
        return self.page("chat", {})

    def note(self, title: Text, text: Text, status: int = 200) -> web.Response:
        """Return a page with a title and a short text."""
        slots = {
            "title": self._escaped(title),
            "text": self._escaped(text),
            "preview": preview(self._say(title), self._say(text)),
        }
        return self.page("note", slots, status)

    def words(self) -> dict[str, str]:
        """Return the texts of the scripts, with their arguments in braces."""
        return {
            key.removeprefix("page."): self._say(Text(key, **{arg: f"{{{arg}}}" for arg in args}))
            for key, args in WORDS.items()
        }

    def commands(self, games: Games) -> list[dict[str, object]]:
        """Return the commands as JSON data, for completion."""
        options_of = commands(games).options_of
        return [
            {
                "name": command.name,
                "does": self._say(Text(f"command.{command.name}")),
                "options": [_option(option) for option in options_of(command)],
            }
            for command in COMMANDS
        ]

    def page(self, template: str, slots: Mapping[str, str], status: int = 200) -> web.Response:
        """Return a response with a filled template."""
        text = self.filled(template, slots)
        return web.Response(text=text, content_type="text/html", status=status)

    def filled(self, template: str, slots: Mapping[str, str]) -> str:
        """Fill a template. `slots` are HTML; all other names in it are text keys."""
        filled = {"language": self._language, **slots}

        def fill(slot: re.Match[str]) -> str:
            return filled[slot[1]] if slot[1] in filled else self._escaped(Text(slot[1]))

        return _SLOT.sub(fill, self._templates[template])

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "choices": () if option.many else option.choices,
        "examples": option.examples,
        "numbers": option.numbers and [option.numbers[0], option.numbers[-1]],
        "bare": option.bare,
        "person": option.person,
        "several": bool(option.also),
    }

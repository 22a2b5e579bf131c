"""HTML pages: templates filled with texts from the catalogue; and the texts of the scripts."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.acts.registry import COMMANDS
from bot.commands.commands import commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.on_web.documents import Document
from bot.on_web.language import VARY
from bot.on_web.pictures import Image
from bot.table.languages import LANGUAGES
from engine.text import Argument, Say, Text

WORDS: Mapping[str, tuple[str, ...]] = {
    "page.choices": (),
    "page.chosen": ("what",),
    "page.close": (),
    "page.connected": (),
    "page.connecting": (),
    "page.failed": (),
    "page.no-games": (),
    "page.open-person": ("name",),
    "page.open-table": (),
    "page.private": (),
    "page.unreachable": (),
    "page.you-are": ("name",),
    "page.your-answer": (),
    "page.your-turn": (),
}
"""The texts of the scripts, with the arguments that the scripts fill in."""

TABLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "page.come-in": (),
    "page.name": (),
    "page.word": (),
    "page.word-add": (),
    "page.word-why": (),
    "table-page.a-watcher": (),
    "table-page.back": (),
    "table-page.chart": (),
    "table-page.close": (),
    "table-page.colours": (),
    "table-page.colours-auto": (),
    "table-page.colours-contrast": (),
    "table-page.colours-dark": (),
    "table-page.colours-maize": (),
    "table-page.confirm-hint": (),
    "table-page.confirm-moves": (),
    "table-page.copied": (),
    "table-page.copy": (),
    "table-page.describe": (),
    "table-page.face-bow": (),
    "table-page.face-ouch": (),
    "table-page.face-smile": (),
    "table-page.face-think": (),
    "table-page.face-wow": (),
    "table-page.fair": (),
    "table-page.first": (),
    "table-page.forward": (),
    "table-page.found": ("move",),
    "table-page.free": (),
    "table-page.give-up": (),
    "table-page.haptics": (),
    "table-page.invite": (),
    "table-page.last": (),
    "table-page.link": (),
    "table-page.made-face": ("name", "face"),
    "table-page.mistake": ("step", "name", "played", "lost"),
    "table-page.mute": ("name",),
    "table-page.new-game": (),
    "table-page.next-game": (),
    "table-page.no": (),
    "table-page.no-step": ("step",),
    "table-page.not-best": ("move",),
    "table-page.pause": (),
    "table-page.play": (),
    "table-page.play-it": (),
    "table-page.qr-code": (),
    "table-page.qr-show": (),
    "table-page.react": (),
    "table-page.reactions": (),
    "table-page.retry": (),
    "table-page.retry-hint": (),
    "table-page.review": (),
    "table-page.reviewing": (),
    "table-page.same-again": ("move",),
    "table-page.seat-link": (),
    "table-page.seat-links": (),
    "table-page.seat-missing": (),
    "table-page.several": (),
    "table-page.share": (),
    "table-page.sound": (),
    "table-page.step": ("step", "last"),
    "table-page.step-slider": (),
    "table-page.stepper": (),
    "table-page.thinking": ("name",),
    "table-page.teams": (),
    "table-page.throw": (),
    "table-page.throw-for-me": (),
    "table-page.throw-question": (),
    "table-page.to-game": (),
    "table-page.to-result": (),
    "table-page.turn": ("name",),
    "table-page.time-left": ("time",),
    "table-page.turning": (),
    "table-page.unreachable": (),
    "table-page.was-better": ("move",),
    "table-page.was-played": ("move", "lost"),
    "table-page.watchers": ("count",),
    "table-page.worst": (),
    "table-page.yes": (),
    "table-page.you": (),
    "table-page.your-turn": (),
}
"""The texts of the scripts of the table page, likewise. Keys are sent without their prefixes."""

NOTIFY_WORDS: Mapping[str, tuple[str, ...]] = {
    "notify.notify": (),
    "notify.notify-denied": (),
    "notify.notify-failed": (),
    "notify.notify-unable": (),
}
"""The texts of the switch for notifications, which both of these pages have."""

HOME_WORDS: Mapping[str, tuple[str, ...]] = {
    "home.alone": ("game", "level"),
    "home.failed": (),
    "home.first-name": (),
    "home.levels": (),
    "home.linked": ("game",),
    "home.linked-several": ("game", "players"),
    "home.paces": (),
    "home.players": (),
    "home.second-name": (),
    "home.sizes": (),
    "home.unreachable": (),
    "home.you": ("name",),
    "home.your-name": (),
}
"""The texts of the scripts of the home page, likewise."""

YOU_WORDS: Mapping[str, tuple[str, ...]] = {"home.failed": (), "home.unreachable": ()}
"""The texts of the script of the page of one's accounts."""

TEMPLATES: Final = Environment(
    loader=PackageLoader("bot.on_web"),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""The templates in the folder beside this module, each compiled once per process.

Whatever a template writes is escaped, and a name that it isn't given is an error.
"""


class Preview(NamedTuple):
    """What chats and other sites show of a link to a page (Open Graph).

    `url` is the page's own address, if it is known. It and the picture's must be absolute.
    """

    title: str
    description: str
    url: str | None = None
    picture: Image | None = None


class Pages:
    """Makes the HTML pages in one language.

    In templates, `say` returns the text with a key (and arguments, for scripts to fill in), or of a
    `Text`.
    """

    def __init__(self, say: Say, language: str, languages: Sequence[str] = ()) -> None:
        """`languages` are all that people can choose from."""
        self._say = say
        self._language = language
        self._languages = tuple((each, LANGUAGES.get(each, each)) for each in languages)

    def chat(self) -> web.Response:
        """Return the chat page, whose content is loaded by scripts."""
        return self.page("chat")

    def note(self, title: Text, text: Text, status: int = 200) -> web.Response:
        """Return a page with a title and a short text."""
        preview = Preview(self._say(title), self._say(text))
        return self.page("note", status, preview=preview, title=title, text=text)

    def words(self) -> dict[str, str]:
        """Return the texts of the scripts, with their arguments in braces."""
        return self._words(WORDS)

    def table_words(self) -> dict[str, str]:
        """Return the texts of the scripts of the table page, likewise."""
        return self._words({**TABLE_WORDS, **NOTIFY_WORDS})

    def home_words(self) -> dict[str, str]:
        """Return the texts of the scripts of the home page, likewise."""
        return self._words({**HOME_WORDS, **NOTIFY_WORDS})

    def you_words(self) -> dict[str, str]:
        """Return the texts of the script of the page of one's accounts."""
        return self._words(YOU_WORDS)

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

    def page(self, template: str, /, status: int = 200, **values: object) -> web.Response:
        """Return a response with a filled template."""
        text = self.filled(template, **values)
        headers = {"Vary": VARY}
        return web.Response(text=text, content_type="text/html", status=status, headers=headers)

    def document(self, template: str, /, **values: object) -> Document:
        """Return a filled template to be served often."""
        return Document.of(self.filled(template, **values), "text/html")

    def filled(self, template: str, /, **values: object) -> str:
        """Fill a template with values by name.

        `preview` is what links to the page show, and `public` its address, if it may be found in
        each language.
        """
        common = {
            "language": self._language,
            "languages": self._languages,
            "say": self._told,
            "preview": None,
            "public": None,
            "kept": "",
        }
        return TEMPLATES.get_template(f"{template}.html").render(common | values)

    def _words(self, words: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        return {
            key.partition(".")[2]: self._say(Text(key, **{arg: f"{{{arg}}}" for arg in args}))
            for key, args in words.items()
        }

    def _told(self, text: Text | str, **arguments: Argument) -> str:
        return self._say(Text(text, **arguments) if isinstance(text, str) else text)


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

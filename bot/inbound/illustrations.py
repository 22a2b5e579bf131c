"""The pictures that illustrate the rules, drawn on request and cached."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import structlog

from bot.games.catalogue import Games
from bot.show.page import Picture
from bot.table.settings import Colours
from bot.texts.catalogue import Catalogue, catalogue
from bot.work.cache import Cache
from bot.work.workshop import Busy, Urgency, Work
from engine.text import Say, Text
from renderer import tiles
from renderer.theme import THEMES

KEPT = 64
"""How many pictures are cached for each language: those of all rulesets, and a few more."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Illustration:
    """One picture of a ruleset, numbered from 1, with its caption and description in a language."""

    ruleset: str
    number: int
    language: str
    caption: str
    alt: str


class Illustrations:
    """Lists the pictures of each ruleset, and draws each once for each language."""

    def __init__(self, games: Games, work: Work, texts: Catalogue) -> None:
        self._games = games
        self._work = work
        self._texts = texts
        self._named: dict[tuple[str, str], Sequence[Illustration]] = {}
        covers = len(texts.languages) * (1 + len(Colours))
        self._covers: Cache[tuple[str, Colours | None], Picture] = Cache(covers)
        sheets = len(texts.languages) * (1 + len(Colours)) * len(games.sheets)
        self._sheets: Cache[tuple[str, str, Colours | None], Picture] = Cache(sheets)
        self._drawn: Cache[tuple[str, int, str], bytes] = Cache(KEPT * len(texts.languages))

    def of(self, ruleset: str, language: str = "") -> Sequence[Illustration]:
        """Return the pictures of a ruleset; none if it does not exist."""
        examples, known = self._games.examples(ruleset), self._texts.language(language)
        if not examples:
            return ()  # not cached: clients can ask for any name
        if (ruleset, known) not in self._named:
            say = self._texts.voice(known)
            self._named[ruleset, known] = tuple(
                Illustration(ruleset, number, known, say(example.caption), example.alt(say))
                for number, example in enumerate(examples, 1)
            )
        return self._named[ruleset, known]

    async def drawn(self, shown: Sequence[Illustration]) -> Sequence[tuple[Illustration, bytes]]:
        """Return the pictures for a reply, or none if the workers are busy: the text is enough."""
        try:
            return [(each, await self.png(each)) for each in shown]
        except Busy:
            log.warning("illustrations.skipped")
            return ()

    async def cover(self, language: str = "", colours: Colours | None = None) -> Picture:
        """Return a picture of a game. Raises Busy if the workers are busy."""
        known = self._texts.language(language)
        make = partial(self._work, Urgency.PICTURE, draw_cover, self._games, known, colours)
        return await self._covers.get((known, colours), make)

    def told(self, sheet: str, language: str = "") -> Sequence[str]:
        """Return what a picture of several games shows, a line for each game."""
        return told(self._games, sheet, self._texts.voice(self._texts.language(language)))

    async def sheet(self, name: str, language: str = "", colours: Colours | None = None) -> Picture:
        """Return a picture of several games to choose from (`Games.sheets`).

        Raises Busy if the workers are busy, and KeyError if there is no such picture.
        """
        _ = self._games.sheets[name]  # before it is cached: clients can ask for any name
        known = self._texts.language(language)
        make = partial(self._work, Urgency.PICTURE, draw_sheet, self._games, name, known, colours)
        return await self._sheets.get((name, known, colours), make)

    async def png(self, shown: Illustration) -> bytes:
        """Return the picture as a PNG file. Raises Busy if the workers are busy."""
        what = shown.ruleset, shown.number, shown.language
        make = partial(self._work, Urgency.PICTURE, draw, self._games, *what)
        return await self._drawn.get(what, make)


def draw_cover(games: Games, language: str, colours: Colours | None = None) -> Picture:
    """Draw the cover picture of the first family."""
    board = games.scene(games.families[0].cover, catalogue(games.texts).voice(language)).board
    return Picture(board.png(THEMES[colours or Colours.MAIZE]), board.alt(), board.letters())


def draw_sheet(games: Games, name: str, language: str, colours: Colours | None = None) -> Picture:
    """Draw a picture of several games, whose alt text has a line for each."""
    say, theme = catalogue(games.texts).voice(language), THEMES[colours or Colours.MAIZE]
    shown = games.sheets[name]
    fields = (games.scene(each.face, say).board.field(theme) for each in shown)
    drawn = [
        tiles.Tile(png, say(each.title), say(each.line))
        for png, each in zip(fields, shown, strict=True)
    ]
    return Picture(tiles.draw(drawn, theme), "\n".join(told(games, name, say)))


def told(games: Games, sheet: str, say: Say) -> Sequence[str]:
    """Return a line for each game of a picture of several games."""
    shown = games.sheets[sheet]
    return [say(Text("choose.entry", title=each.title, line=each.line)) for each in shown]


def draw(games: Games, ruleset: str, number: int, language: str) -> bytes:
    """Draw an example of a ruleset, numbered from 1."""
    return games.examples(ruleset)[number - 1].png(catalogue(games.texts).voice(language))

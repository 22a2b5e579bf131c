"""Replies rendered in the actor's language, the same for all platforms.

An adapter only has to send them, in as many messages as its platform requires.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import structlog

from bot.inbound.illustrations import Illustration, Illustrations
from bot.inbound.outcome import FAILED
from bot.show.advice import Adviser
from bot.show.lesson import Lessons
from bot.show.page import Page, Picture
from bot.show.presenter import Presenter
from bot.table.button import Group, Offer, Pressable
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Place
from bot.table.ports import StoreDown
from bot.table.request import Advice, File, Reply, Section, Topic
from bot.table.settings import Colours, Settings
from bot.table.table import Table
from bot.work.workshop import Busy
from engine.text import Say, Text

SettingsOf: TypeAlias = Callable[[Place], Awaitable[Settings]]
"""Returns the settings of a place."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Labelled:
    """A paragraph that begins with a label, which stands out."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture with its caption."""

    picture: Picture
    caption: str


@dataclass(frozen=True, slots=True)
class LocalizedReply:
    """The reply to a request, localized, for the actor alone.

    If `headed`, the first line is the heading of the others. `sections` follow the lines. `choices`
    are buttons, and `further` are more, for platforms with room for them; `groups` are how some of
    them are shown. With `opponent`, the people who can be challenged to a game with these options
    are offered instead, and with `invite` those who can be invited to this lobby; `completes` is
    what they are for. `cover` shows a picture of the game or, if `sheet` names one, of several
    games to choose from. `lesson` is a page of the tutorial, which replaces the one whose button
    was pressed; `lines` are its lines. `board` is a table to be shown without its buttons, which
    are for its players. `figures` are pictures that belong to the lines, and `move` is the move
    that a hint shows, as its button has it.
    """

    lines: tuple[str, ...]
    headed: bool = False
    sections: tuple[Labelled, ...] = ()
    choices: tuple[Offer, ...] = ()
    illustrations: Sequence[Illustration] = ()
    further: tuple[Offer, ...] = ()
    groups: tuple[Group, ...] = ()
    opponent: Options | None = None
    invite: TableId | None = None
    completes: Pressable | None = None
    cover: Picture | None = None
    sheet: str = ""
    file: File | None = None
    lesson: Page | None = None
    board: Page | None = None
    figures: tuple[Captioned, ...] = ()
    move: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """The lines, without those that are captions of its pictures."""
        captions = {each.caption for each in self.figures}
        return tuple(line for line in self.lines if line not in captions)

    @property
    def welcomes(self) -> bool:
        """Whether it introduces the game, with a picture of it."""
        return self.cover is not None and not self.sheet


class Localizer:
    """Renders replies."""

    def __init__(
        self,
        presenter: Presenter,
        illustrations: Illustrations,
        lessons: Lessons,
        adviser: Adviser,
        settings: SettingsOf,
    ) -> None:
        self._presenter = presenter
        self._illustrations = illustrations
        self._lessons = lessons
        self._adviser = adviser
        self._settings = settings

    async def localized(self, reply: Reply, language: str, say: Say) -> LocalizedReply:
        """Return a reply, rendered with `say`, which produces `language` in the platform's markup.

        If rendering fails, the reply says so; the request has been carried out all the same.
        """
        try:
            if reply.lesson is not None:
                page = await self._lessons.page(reply.lesson, language)
                return LocalizedReply(tuple(map(say, page.lines)), headed=True, lesson=page)
            if reply.advice is not None:
                return await self._advised(reply, reply.advice, language, say)
            cover = await self._cover(reply, language)
            undrawn = reply.sheet and cover is None
            told = self._illustrations.told(reply.sheet, language) if undrawn else ()
            return LocalizedReply(
                (*map(say, reply.texts), *told),
                headed=reply.headed,
                sections=tuple(_labelled(section, say) for section in reply.sections),
                choices=reply.choices,
                further=reply.further,
                groups=reply.groups,
                illustrations=self._shown(reply, language),
                opponent=reply.opponent,
                invite=reply.invite,
                completes=reply.completes,
                cover=cover,
                sheet=reply.sheet,
                file=reply.file,
                board=None if reply.board is None else await self._page(reply.board, language),
            )
        except StoreDown as down:
            return LocalizedReply((say(down.text),))
        except Exception:
            log.exception("reply.failed")
            return LocalizedReply((say(FAILED),))

    def _shown(self, reply: Reply, language: str) -> Sequence[Illustration]:
        return () if reply.ruleset is None else self._illustrations.of(reply.ruleset, language)

    async def _advised(
        self, reply: Reply, advice: Advice, language: str, say: Say
    ) -> LocalizedReply:
        """Return a reply with advice, or one that asks to try again if the workers are busy."""
        colours = (await self._settings(advice.table.place)).look.colours or Colours.MAIZE
        try:
            advised = await self._adviser.advised(advice, language, colours)
        except Busy:
            log.warning("advice.busy", topic=advice.topic)
            return LocalizedReply((say(Text("advice.busy")),))
        return LocalizedReply(
            tuple(map(say, (*advised.lines, *reply.texts))),
            headed=advice.topic is Topic.REVIEW,
            choices=advised.choices,
            figures=tuple(Captioned(each.picture, say(each.caption)) for each in advised.figures),
            move=advised.move,
        )

    async def _cover(self, reply: Reply, language: str) -> Picture | None:
        """Return a picture of the game or of several games, None if the workers are busy."""
        try:
            if reply.sheet:
                return await self._illustrations.sheet(reply.sheet, language)
            return await self._illustrations.cover(language) if reply.cover else None
        except Busy:
            log.warning("cover.skipped", sheet=reply.sheet)
            return None

    async def _page(self, table: Table, language: str) -> Page:
        """Return a table's page as its place shows it, in the actor's language."""
        look = (await self._settings(table.place)).look
        return await self._presenter.page(table, language, look)


def _labelled(section: Section, say: Say) -> Labelled:
    return Labelled(say(section.label), " ".join(map(say, section.sentences)))


def messages(lines: Iterable[str], fits: Callable[[str], bool]) -> Iterator[str]:
    """Join lines into as few messages as possible; each line must fit into one by itself."""
    message = ""
    for line in lines:
        longer = f"{message}\n{line}" if message else line
        if not fits(longer):
            yield message
            longer = line
        message = longer
    if message:
        yield message

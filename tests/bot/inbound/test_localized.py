"""Localized replies, in the asker's language, even if parts of them fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.look.board import ShowBoard
from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import Labelled, LocalizedReply, Localizer, messages
from bot.show.advice import Adviser
from bot.show.lesson import Lessons
from bot.show.page import Page
from bot.show.presenter import Presenter, page_of
from bot.store.memory import MemoryStore
from bot.table.button import Button
from bot.table.people import Place
from bot.table.ports import StoreDown
from bot.table.request import Reply, Section
from bot.table.settings import Colours, Look, Settings
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Busy
from engine.text import Text
from tests.bot.hands import in_thread
from tests.bot.show.offer import GAMES, OFFER

CATALOGUE = Catalogue()
SAY = CATALOGUE.voice()
DARK = Settings(theme=Colours.DARK)


class Pages:
    """Makes pages and records their language and look."""

    def __init__(self) -> None:
        self.made = list[tuple[str, Look]]()

    async def make(self, table: Table, language: str, look: Look, entries: tuple[str, ...]) -> Page:
        self.made.append((language, look))
        return page_of(GAMES, table, language, look, entries)


async def set_dark(_place: Place) -> Settings:
    return DARK


def localizer(pages: Pages | None = None, catalogue: Catalogue = CATALOGUE) -> Localizer:
    presenter = Presenter((pages or Pages()).make, MemoryStore().record)
    illustrations = Illustrations(GAMES, in_thread, catalogue)
    lessons = Lessons(GAMES, in_thread, catalogue)
    adviser = Adviser(GAMES, in_thread, MemoryStore().record)
    return Localizer(presenter, illustrations, lessons, adviser, set_dark)


async def test_words() -> None:
    """Texts keep their order, choices are passed on, and a heading is marked."""
    choices = (Button(Text("button.rules"), ShowBoard(OFFER.id)),)
    reply = Reply((Text("games.none"), Text("button.rules")), headed=True, choices=choices)
    localized = await localizer().localized(reply, "en", SAY)
    assert localized == LocalizedReply(
        (SAY(Text("games.none")), "Rules"), headed=True, choices=choices
    )


async def test_sections() -> None:
    """A section's sentences form one paragraph, preceded by its label."""
    sentences = (Text("games.none"), Text("button.rules"))
    reply = Reply(sections=(Section(Text("rules.section.aim"), sentences),))
    localized = await localizer().localized(reply, "en", SAY)
    assert localized.sections == (Labelled("Aim.", f"{SAY(sentences[0])} Rules"),)


async def test_a_board() -> None:
    """A board has the look of its own place."""
    pages = Pages()
    localized = await localizer(pages).localized(Reply(board=OFFER), "en", SAY)
    assert localized.board == page_of(GAMES, OFFER, "en", DARK.look)
    assert pages.made == [("en", DARK.look)]


async def test_the_language_of_the_asker(spanish: Catalogue) -> None:
    """The board and the pictures are in the asker's language."""
    pages = Pages()
    reply = Reply((Text("games.none"),), board=OFFER, ruleset="puluc")
    localized = await localizer(pages, spanish).localized(reply, "es-MX", spanish.voice("es-MX"))
    assert localized.lines == ("No tienes partidas.",)
    assert [language for language, _ in pages.made] == ["es"]
    assert localized.illustrations
    assert all(shown.alt.startswith("Antes: ") for shown in localized.illustrations)


@pytest.mark.parametrize(
    ("error", "words"), [(RuntimeError(), "Something went wrong"), (StoreDown(), "unavailable")]
)
async def test_a_reply_that_cannot_be_localized(error: Exception, words: str) -> None:
    """If a reply can't be localized, an error message is returned instead."""

    async def fail(_place: Place) -> Settings:
        raise error

    presenter = Presenter(Pages().make, MemoryStore().record)
    illustrations = Illustrations(GAMES, in_thread, CATALOGUE)
    lessons = Lessons(GAMES, in_thread, CATALOGUE)
    adviser = Adviser(GAMES, in_thread, MemoryStore().record)
    failing = Localizer(presenter, illustrations, lessons, adviser, fail)
    (line,) = (await failing.localized(Reply(board=OFFER), "en", SAY)).lines
    assert words in line


@given(st.lists(st.text("ab ", max_size=12), max_size=12))
def test_messages(lines: list[str]) -> None:
    """Lines are joined into as few messages as possible; none is lost, and no message is empty."""
    sent = list(messages(lines, lambda said: len(said) <= 12))
    assert all(0 < len(message) <= 12 for message in sent)
    assert "".join(sent).replace("\n", "") == "".join(lines)
    firsts = [message.split("\n")[0] for message in sent[1:]]
    assert all(len(f"{m}\n{n}") > 12 for m, n in zip(sent, firsts, strict=False))


class Drawing:
    """Draws pictures, or raises Busy."""

    def __init__(self) -> None:
        self.drawn = list[tuple[object, ...]]()
        self.busy = False

    async def work(self, _urgency: object, make: object, *what: object) -> bytes:
        if self.busy:
            raise Busy
        self.drawn.append(what)
        return repr(what).encode()


def illustrations(drawing: Drawing, catalogue: Catalogue = CATALOGUE) -> Illustrations:
    return Illustrations(GAMES, drawing.work, catalogue)  # type: ignore[arg-type] # only what is used


async def test_pictures_are_drawn_once() -> None:
    """The pictures of a ruleset are drawn once."""
    drawing = Drawing()
    shown = illustrations(drawing)
    first = await shown.drawn(shown.of("puluc", "en"))
    assert await shown.drawn(shown.of("puluc", "tlh")) == first
    assert drawing.drawn == [(GAMES, "puluc", number, "en") for number in range(1, len(first) + 1)]


async def test_pictures_of_each_language(spanish: Catalogue) -> None:
    """Pictures are drawn for each language."""
    drawing = Drawing()
    shown = illustrations(drawing, spanish)
    await shown.drawn((*shown.of("puluc", "en")[:1], *shown.of("puluc", "es-MX")[:1]))
    assert drawing.drawn == [(GAMES, "puluc", 1, "en"), (GAMES, "puluc", 1, "es")]


async def test_no_time_for_pictures() -> None:
    """If there is no time to draw, the rules come without pictures; the next request retries."""
    drawing = Drawing()
    drawing.busy = True
    shown = illustrations(drawing)
    assert await shown.drawn(shown.of("puluc")) == ()
    drawing.busy = False
    assert await shown.drawn(shown.of("puluc"))


def test_no_such_ruleset() -> None:
    """An unknown ruleset has no pictures, and its name isn't stored."""
    shown = illustrations(Drawing())
    assert shown.of("chess") == ()
    assert "chess" not in repr(vars(shown))

"""The presenter: a table becomes a page, made once for each revision and language."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

import structlog

from bot.games.road import scene as road
from bot.games.road.rules import played
from bot.show.page import Page, Picture
from bot.table.button import Button, Style
from bot.table.corn import commitment
from bot.table.games import game_of
from bot.table.intents import Accept, BlockHost, Cancel, Decline, TableRules
from bot.table.naming import as_text, name_of, named
from bot.table.settings import Look, Viewpoint
from bot.table.steps import to_move
from bot.table.table import Ending, Person, Status, Table
from bot.texts.catalogue import catalogue
from bot.work.kept import Kept
from bot.work.workshop import Busy, Urgency, Work
from engine.road.game import RoadGame
from engine.text import Name, Say, Text
from renderer.road.describe import alt, board
from renderer.road.picture import draw
from renderer.theme import THEMES

log = structlog.get_logger()

KEPT = 256
"""How many pages are remembered."""

USUAL = Look()

Key: TypeAlias = tuple[str, int, str, Look]

Make: TypeAlias = Callable[[Table, str, Look], Coroutine[Any, Any, Page]]
"""Makes the page of a table in a language, beside the event loop."""


async def in_thread(table: Table, language: str, look: Look) -> Page:
    """Make a page in this process."""
    return await asyncio.to_thread(page_of, table, language, look)


def made_by(work: Work) -> Make:
    """Have pages made elsewhere, and here where they cannot be had there in time."""

    async def make(table: Table, language: str, look: Look) -> Page:
        try:
            return await work(Urgency.BOARD, page_of, table, language, look)
        except Busy:
            log.warning("page.made-here", table=table.id)
            return await in_thread(table, language, look)

    return make


class Presenter:
    """Has pages made."""

    def __init__(self, make: Make = in_thread) -> None:
        self._make = make
        self._pages: Kept[Key, Page] = Kept(KEPT)

    async def page(self, table: Table, language: str, look: Look = USUAL) -> Page:
        """The page of this revision in this language; asked for twice, made once."""
        known = catalogue().language(language)
        key = (table.id, table.revision, known, look)
        return await self._pages.get(key, partial(self._make, table, known, look))


def page_of(table: Table, language: str, look: Look = USUAL) -> Page:
    """Compose the page of a table in a language, in whichever process this is called."""
    return make_page(table, catalogue().voice(language), look)


def make_page(table: Table, say: Say, look: Look = USUAL) -> Page:
    """Compose lines, picture and buttons."""
    game = game_of(table.header)
    assert isinstance(game, RoadGame)  # noqa: S101 - the only family that there is
    lines, buttons, picture = _lines(game, table), _buttons(game, table), None
    if table.position:
        view = road.view(game, table, say)
        side = 0 if look.viewpoint is Viewpoint.FIXED or view.turn is None else game.side(view.turn)
        png = draw(view, say, THEMES[look.colours], side)
        picture = Picture(png, alt(view, say), board(view, say))
    waited_for = _waited_for(game, table)
    return Page(
        table=table.id,
        code=table.code,
        revision=table.revision,
        lines=lines,
        picture=picture,
        buttons=buttons,
        mention=None if waited_for is None else waited_for.user,
        called="" if waited_for is None else say(as_text(name_of(waited_for))),
        live=table.status is not Status.OVER,
        asks_word=table.status is Status.OFFERED,
        host=table.host.user if _is_challenge(table) else None,
        word=table.host.word if table.status is Status.OFFERED else "",
    )


def _lines(game: RoadGame, table: Table) -> tuple[Text, ...]:
    match table.status:
        case Status.OFFERED:
            return _offer(game, table)
        case Status.PLAYING:
            begun = () if table.before else _words(table)
            days = table.idle_days
            idle = (Text("idle.reminder", days=days),) if days else ()
            return (*begun, *_told(game, table), *idle, road.next_to_play(game, table))
        case Status.OVER:
            return (*_told(game, table), _ended(game, table), *casts(table))


def _told(game: RoadGame, table: Table) -> tuple[Text, ...]:
    return road.tell(game, table, tuple(road.events(game, table)))


def casts(table: Table) -> tuple[Text, ...]:
    """Say what the casts are bound to, or came from, and with which words.

    The seed is shown whatever the end: one that stayed secret could have been drawn to please.
    """
    if table.status is not Status.OVER:
        bound = Text("corn.bound", commitment=commitment(table.seed), id=table.id)
        return (bound, *_words(table))
    seed = Text(
        "corn.seed" if table.casts else "corn.unused",
        seed=table.seed.hex(),
        commitment=commitment(table.seed),
        id=table.id,
        header=table.header,
    )
    return (*_words(table), seed)


def _offer(game: RoadGame, table: Table) -> tuple[Text, ...]:
    host = name_of(table.host)
    if table.is_practice:
        asks = Text("offer.practice", name=host, computer=named(table, 1))
    elif table.invited is not None:
        asks = Text("offer.challenge", name=host, other=name_of(table.invited))
    else:
        asks = Text("offer.open", name=host)
    return (asks, *played(game.ruleset), *casts(table))


def _words(table: Table) -> tuple[Text, ...]:
    """Say which words go into the casts, in seat order."""
    people = [holder for holder in table.seats if isinstance(holder, Person) and holder.word]
    return tuple(Text("corn.word", name=name_of(p), word=Name(p.word)) for p in people)


def _ended(game: RoadGame, table: Table) -> Text:
    host = name_of(table.host)
    match table.ending:
        case Ending.DECLINED:
            other = "" if table.invited is None else name_of(table.invited)
            return Text("ended.declined", name=host, other=other)
        case Ending.CANCELLED | Ending.EXPIRED:
            return Text(f"ended.{table.ending}", name=host)
        case _:
            return road.result(game, table)


def _buttons(game: RoadGame, table: Table) -> tuple[Button, ...]:
    match table.status:
        case Status.PLAYING:
            return road.buttons(game, table)
        case Status.OVER:
            return ()
    rules = Button(Text("button.rules"), TableRules(table.id))
    cancel = Button(Text("button.cancel"), Cancel(table.id))
    taken = Accept(table.id, revision=table.revision)
    if table.is_practice:
        return (Button(Text("button.start"), taken, Style.GOOD), cancel, rules)
    accept = Button(Text("button.accept"), taken, Style.GOOD)
    if table.invited is None:
        return (accept, cancel, rules)
    decline = Button(Text("button.decline"), Decline(table.id), Style.BAD)
    block = Button(Text("button.block"), BlockHost(table.id))
    return (accept, decline, block, cancel, rules)


def _is_challenge(table: Table) -> bool:
    """Whether somebody else is to accept."""
    return table.status is Status.OFFERED and not table.is_practice


def _waited_for(game: RoadGame, table: Table) -> Person | None:
    """Who is to act next, if it is a person."""
    if table.status is Status.OFFERED:
        return table.host if table.is_practice else table.invited
    turn = to_move(table, game)
    holder = None if turn is None else table.seats[turn]
    return holder if isinstance(holder, Person) else None

"""The presenter: renders tables as pages, once for each revision, language and look."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

import structlog

import bot.acts.registry  # noqa: F401 - acts on pages are called by name, also in worker processes
from bot.acts.advice import why_unreviewable
from bot.acts.altering import other_levels
from bot.acts.codec import fits
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.change import ChooseOptions
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.rematch import Rematch, label
from bot.acts.gather.word import GiveWord
from bot.acts.lengths import length_lines
from bot.acts.look.play import Play
from bot.acts.look.review import ShowReview
from bot.acts.look.rules import Rules
from bot.acts.look.verify import fair
from bot.acts.options import options_of
from bot.acts.play.move import Move
from bot.commands.lines import typed_game
from bot.games.catalogue import Games
from bot.games.family import Board, Playable, Scene
from bot.show.addressees import addressees
from bot.show.answers import answers
from bot.show.headline import heading, sides, verdict
from bot.show.lobby import gathering_buttons, gathering_lines, menu_button
from bot.show.match_lines import (
    goes_on,
    next_game_buttons,
    next_game_lines,
    outcome_lines,
    running_score,
    score_line,
    terms_of_match,
)
from bot.show.notice import notice, notification
from bot.show.page import Mention, Page, Picture
from bot.show.placement import calls_on_board
from bot.show.seat_lines import seat_buttons
from bot.show.standing import standing, versus
from bot.show.time_lines import browser_lines, hints_line, past_lines, terms_lines, time_lines
from bot.table.agreement import agreement, seat_mark
from bot.table.button import Button, Link, Offer, Style
from bot.table.ids import TableId
from bot.table.naming import as_text, name_of, names_of
from bot.table.next_game import is_repeatable
from bot.table.people import User
from bot.table.seats import Kept, Person
from bot.table.settings import Colours, Look, Viewpoint
from bot.table.table import SMALLEST_GAME, Status, Table
from bot.texts.catalogue import catalogue
from bot.work.cache import Cache
from bot.work.workshop import Busy, Urgency, Work
from engine.corn import commitment
from engine.text import Say, Text
from renderer.theme import THEMES

KEPT = 64
"""How many pages are cached."""

DEFAULT_LOOK = Look()

HINT: Final = "hint.line"
"""The key of the line with a hint, which is for the player to move."""

Key: TypeAlias = tuple[str, int, str, Look | None]

Entries: TypeAlias = tuple[str, ...]
"""A game's record, for pages that sum up the whole game."""

Make: TypeAlias = Callable[[Table, str, Look | None, Entries], Coroutine[Any, Any, Page]]
"""Renders a table's page in a language, outside the event loop; without a look, no picture."""

ReadRecord: TypeAlias = Callable[[TableId], Awaitable[Entries]]
"""Returns the record of a table; may raise StoreDown."""

log = structlog.get_logger()


def thread_renderer(games: Games) -> Make:
    """Return a function that renders pages in a thread of this process."""

    async def make(table: Table, language: str, look: Look | None, entries: Entries) -> Page:
        return await asyncio.to_thread(page_of, games, table, language, look, entries)

    return make


def worker_renderer(games: Games, work: Work) -> Make:
    """Return a function that renders pages in a worker process, or in a thread if that is busy."""
    fall_back = thread_renderer(games)

    async def make(table: Table, language: str, look: Look | None, entries: Entries) -> Page:
        try:
            return await work(Urgency.BOARD, page_of, games, table, language, look, entries)
        except Busy:
            log.warning("page.fell-back", table=table.id)
            return await fall_back(table, language, look, entries)

    return make


class Presenter:
    """Renders and caches pages; `record` reads the record for a finished game's page."""

    def __init__(self, make: Make, record: ReadRecord) -> None:
        self._make = make
        self._record = record
        self._pages: Cache[Key, Page] = Cache(KEPT)

    async def page(self, table: Table, language: str, look: Look | None = DEFAULT_LOOK) -> Page:
        """Return the page of a table in a language (cached); without a look, it has no picture."""
        known = catalogue(()).language(language)
        key = (table.id, table.revision, known, look)
        return await self._pages.get(key, partial(self._made, table, known, look))

    async def notice(self, table: Table, language: str, look: Look, link: str | None) -> Page:
        """Return the private reminder of a table; `link` is the URL of its board, if it has one."""
        return notice(await self.page(table, language, look), table, link)

    async def notification(self, table: Table, language: str, reader: User) -> Page | None:
        """Return what notifies a person of what a table calls them for, None if that is nothing."""
        return notification(await self.page(table, language, None), table, reader)

    async def _made(self, table: Table, language: str, look: Look | None) -> Page:
        entries = await self._record(table.id) if is_played_out(table) else ()
        return await self._make(table, language, look, entries)


def is_played_out(table: Table) -> bool:
    """Return whether a game was played at the table and is over."""
    return table.status is Status.OVER and bool(table.position)


def page_of(
    games: Games,
    table: Table,
    language: str,
    look: Look | None = DEFAULT_LOOK,
    entries: Entries = (),
) -> Page:
    """Render the page of a table in a language; without a look, no picture is drawn.

    May run in any process.
    """
    say = catalogue(games.texts).voice(language)
    if look is None:
        return make_page(games, table, say, entries=entries, pictured=False)
    return make_page(games, table, say, look, entries)


def make_page(
    games: Games,
    table: Table,
    say: Say,
    look: Look = DEFAULT_LOOK,
    entries: Entries = (),
    *,
    pictured: bool = True,
) -> Page:
    """Render lines, picture and buttons from one scene of the table.

    Unless it is `pictured`, the page has no picture, for those who have a board of their own.
    """
    scene = games.scene(table, say) if table.position else None
    addressed, mover = addressees(games, table, scene), _mover(table, scene)
    turn = None if scene is None or scene.mover is None else next(iter(scene.turn), None)
    return Page(
        table=table.id,
        code=table.code,
        revision=table.revision,
        title=heading(games, table),
        lines=_lines(games, table, scene, entries),
        picture=_picture(scene.board, look) if pictured and scene is not None else None,
        buttons=_buttons(games, table, scene),
        mentions=tuple(_mention(each, say) for each in addressed.people),
        asks=addressed.answer,
        mover=None if mover is None else mover.user,
        calls=calls_on_board(table),
        silent=table.silent,
        live=table.status is not Status.OVER,
        give_word=GiveWord(table.id) if table.status is Status.OFFERED else None,
        commitment=commitment(table.seed) if _is_committed(table) else None,
        header=table.header,
        typed=typed_game(options_of(games, table)),
        look=look,
        versus=versus(games, table),
        people=table.people,
        standing=tuple(standing(games, table)),
        turn=turn,
        signs=() if scene is None or turn is None else scene.board.signs,
    )


def _is_committed(table: Table) -> bool:
    """Return whether the page shows the fair-throw hash: until play begins.

    A practice game may begin as it is posted, so there it is until the player moves.
    """
    untouched = table.status is Status.PLAYING and not table.before
    return not table.position or (table.is_practice and untouched)


def _mention(person: Person | Kept, say: Say) -> Mention:
    return Mention(person.user, say(as_text(name_of(person))))


def _picture(board: Board, look: Look) -> Picture:
    fixed = look.viewpoint is Viewpoint.FIXED or board.side is None
    seen_from = 0 if fixed else board.side or 0
    theme = THEMES[look.colours or Colours.MAIZE]
    png, accent = board.png(theme, seen_from), board.accent(theme)
    return Picture(png, board.alt(), board.letters(), accent)


def _lines(games: Games, table: Table, scene: Scene | None, entries: Entries) -> tuple[Text, ...]:
    if table.status is Status.OFFERED:
        return (*_offered(games, table), *browser_lines(table))
    story = () if scene is None else scene.narration
    score = (*running_score(games, table), *score_line(games, table))
    if table.status is Status.OVER:
        summary = () if scene is None else scene.summary(entries)
        result = verdict(games, table) if scene is None else scene.result
        played = score if is_played_out(table) else ()
        return (
            *story,
            result,
            *summary,
            *hints_line(table),
            *played,
            *outcome_lines(games, table),
            *browser_lines(table),
        )
    told = (*score, *story, *past_lines(table), *_hint(games, table, scene))
    if table.is_demo:
        told = (Text("demo.line", name=name_of(table.host)), *told)
    if scene is not None and scene.mover is not None:
        told = (*told, *scene.turn, *time_lines(games, table, scene.mover))
    return (*told, *_announced(table))


def _announced(table: Table) -> tuple[Text, ...]:
    shown = table.announcement
    return () if shown is None else (Text("announcement.line", said=shown.text),)


def _hint(games: Games, table: Table, scene: Scene | None) -> tuple[Text, ...]:
    """Return the hint for a first-time player whose turn it is, if any."""
    if not table.hint or scene is None or scene.mover is None:
        return ()
    name = name_of(table.seats[scene.mover])
    hints = (hint for hint in games.hints(table) if hint.key == table.hint)
    return tuple(Text(HINT, name=name, hint=hint) for hint in hints)


def _offered(games: Games, table: Table) -> Iterator[Text]:
    """Yield the lines of a table that has not begun."""
    yield from running_score(games, table)
    if table.is_next_game:
        yield from next_game_lines(games, table)
        return
    if table.is_lobby:
        yield from gathering_lines(games, table)
    else:
        yield from _offer(games, table)
    yield from games.offered(table.header)
    yield from length_lines(games, table)
    yield from terms_of_match(table.match, games.game(table.header).sides)
    yield from terms_lines(games, table)


def _offer(games: Games, table: Table) -> Iterator[Text]:
    """Yield who challenges whom, or who is about to practise."""
    host, others = name_of(table.host), names_of(table.guests)
    if table.is_demo:
        yield Text("demo.line", name=host)
    elif table.is_practice and len(table.seats) > SMALLEST_GAME:
        yield Text("offer.practice-team", sides=sides(games, table))
    elif table.is_practice:
        yield Text("offer.practice", name=host, computer=others)
    elif table.asked:
        yield Text("offer.challenge", name=host, other=names_of(table.asked))
    else:
        yield Text("offer.open", name=host)


def _buttons(games: Games, table: Table, scene: Scene | None) -> tuple[Offer, ...]:
    match table.status:
        case Status.PLAYING:
            asked = (*answers(games, table), *seat_buttons(games, table))
            return (*_moves(table, scene), *asked, menu_button(table))
        case Status.OVER:
            return _after(games, table)
    if table.is_next_game:
        return tuple(next_game_buttons(table))
    if table.is_lobby:
        return tuple(gathering_buttons(games, table))
    return tuple(_challenge_buttons(games, table))


def _challenge_buttons(games: Games, table: Table) -> Iterator[Button]:
    """Yield the buttons of a challenge, or of a practice game that has not begun."""
    if not table.is_demo:
        key = "button.start" if table.is_practice else "button.accept"
        accept = Accept(table.id, revision=table.revision, agreement=agreement(table))
        yield Button(Text(key), accept, Style.GOOD)
        if table.is_practice:
            yield from other_levels(games, table)
            yield Button(Text("button.change"), ChooseOptions(table.id))
        if table.asked:
            yield Button(Text("button.decline"), Decline(table.id), Style.BAD)
            yield Button(Text("button.block"), BlockHost(table.id, seat_mark(table, table.host)))
        yield Button(Text("button.cancel"), Cancel(table.id))
    yield Button(Text("button.rules"), Rules(table.id))


def _after(games: Games, table: Table) -> tuple[Offer, ...]:
    """Return the buttons after a game or match; none if it was never played.

    Between two games of a match, nobody needs a new one.
    """
    if not is_repeatable(table):
        return ()
    step = Link(Text("button.step"), f"/g/{table.code}#0")
    review = Button(Text("button.review"), ShowReview(table.id))
    judged = (review,) if why_unreviewable(games, table) is None else ()
    look_back = (*judged, step, fair(table)) if is_played_out(table) else ()
    if goes_on(games, table):
        return look_back
    rematch = Button(label(table), Rematch(table.id), Style.GOOD)
    again = () if table.is_demo else (rematch,)
    return (*again, Button(Text("button.new"), Play()), *look_back)


def _moves(table: Table, scene: Scene | None) -> tuple[Button, ...]:
    """Return a button for each choice; none on a computer's turn.

    If moves that are decided on together don't fit a button, because a stack has captives of very
    many players, there is one for each move.
    """
    if scene is None or _mover(table, scene) is None:
        return ()
    together = tuple(_move(table, offer) for offer in scene.choices)
    carried = all(fits(button.act) for button in together)
    return together if carried else tuple(_move(table, offer) for offer in scene.moves)


def _move(table: Table, offer: Playable) -> Button:
    act = Move(table.id, table.revision, offer.move, table.mark)
    return Button(offer.text, act, offer.style, move=offer.move, sign=offer.sign)


def _mover(table: Table, scene: Scene | None) -> Person | None:
    """Return the person who is to move, None if there is none."""
    if scene is None or scene.mover is None:
        return None
    holder = table.seats[scene.mover]
    return holder if isinstance(holder, Person) else None

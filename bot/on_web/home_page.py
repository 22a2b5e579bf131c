"""The home page: one's games, a new one, and what else there is. To open it creates nothing."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import structlog
from aiohttp import web

from bot.acts.advice import why_unreviewable
from bot.games.catalogue import Games, title
from bot.inbound.platform import Services
from bot.on_web.begin import is_guest
from bot.on_web.games import label_of, state_of
from bot.on_web.home_choices import Json, cards, choices, sized_title
from bot.on_web.language import ByLanguage
from bot.on_web.own_games import Last, Own, OwnGames, last_of
from bot.on_web.pages import Pages
from bot.on_web.people import HOME
from bot.on_web.position_pictures import table_path
from bot.on_web.reception import Reception
from bot.on_web.sessions import Persona
from bot.show.headline import sides, verdict
from bot.table.people import Place, Platform
from bot.table.ports import CorruptRecord
from bot.table.table import Status, Table
from engine.text import Text

MOST_WATCHED = 6
"""How many games of others are listed."""

LEARN = f"/c/{HOME}{{}}#learn-{{}}"
"""The address of a tutorial, which the chat has."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A game that goes on: where it is, what it looks like, against whom, and its state."""

    path: str
    picture: str
    title: Text
    state: Text
    yours: bool
    call: Text


@dataclass(frozen=True, slots=True)
class OverRow:
    """A game that is over; `review` is None if it has none."""

    path: str
    title: Text
    result: Text
    review: str | None


@dataclass(frozen=True, slots=True)
class WatchRow:
    """A game that others play."""

    path: str
    who: Text
    what: Text


class HomePages:
    """Serves the home page."""

    def __init__(self, reception: Reception, own: OwnGames, pages: ByLanguage[Pages]) -> None:
        services = reception.services
        self._games = services.games
        self._store = services.store
        self._sessions = reception.sessions
        self._chats = reception.membership.is_open
        """Whether there is a chat, to which the page leads."""
        self._own = own
        self._pages = pages
        self._catalogue = services.catalogue
        self._cards = cards(services.games)
        self._choices = ByLanguage(reception.languages, partial(_choices, services))

    def routes(self) -> list[web.RouteDef]:
        """Return the route of the page."""
        return [web.get("/", self.home)]

    async def home(self, request: web.Request) -> web.Response:
        """Serve the page for the personas of this browser."""
        personas = self._sessions.personas(request)
        going, past, others = await asyncio.gather(
            self._own.going(personas), self._own.past(personas), self._others()
        )
        last = last_of(self._games, (*(own.table for own in going), *past.over))
        me = personas[0] if personas else None
        pages = self._pages.of(request)
        return pages.page(
            "home",
            me=me,
            named=me is not None and not is_guest(me, self._catalogue),
            going=(*map(self._lost, past.lost), *map(self._card, going)),
            over=tuple(self._row(table) for table in past.over),
            again=None if last is None else again(self._games, last),
            cards=self._cards,
            chosen=self._chosen(last),
            watched=tuple(self._watched(others, personas)),
            lessons=tuple(self._lessons(me)) if self._chats else (),
            rulesets=tuple((key, title(key)) for key in self._games.rulesets),
            chat=f"/c/{HOME}" if self._chats else None,
            data=self._choices.of(request),
            words=pages.home_words(),
        )

    async def _others(self) -> Sequence[Table]:
        """Return the games of the channel in which all meet; on a public site there is none."""
        if not self._chats:
            return ()
        try:
            return await self._store.tables_in(Place(Platform.WEB, HOME))
        except CorruptRecord:
            log.exception("table.corrupt")
            return ()

    def _card(self, own: Own) -> OwnCard:
        table, line = own.table, own.line
        waits = table.status is Status.OFFERED
        return OwnCard(
            path=f"/g/{table.code}",
            picture=table_path(table, own.seat),
            title=_title(self._games, table) if own.shared else label_of(table, own.user),
            state=state_of(table, line),
            yours=line.yours,
            call=Text("home.answer" if waits else "page.your-turn"),
        )

    def _lost(self, table: Table) -> OwnCard:
        """Return the card of a game in which another browser has the seat of one of this browser's.

        It leads to the page on which it is taken back.
        """
        return OwnCard(
            path=f"/g/{table.code}",
            picture=table_path(table, 0),
            title=_title(self._games, table),
            state=Text("home.seat-lost"),
            yours=True,
            call=Text("home.answer"),
        )

    def _row(self, table: Table) -> OverRow:
        path = f"/g/{table.code}"
        judged = why_unreviewable(self._games, table) is None
        return OverRow(
            path=path,
            title=_title(self._games, table),
            result=verdict(self._games, table),
            review=f"{path}/review" if judged else None,
        )

    def _chosen(self, last: Last | None) -> str:
        """Return the name of the game that is chosen at first: the last one, or else the first."""
        names = [card.entry.name for card in self._cards]
        if last is None:
            return names[0]
        size = self._games.size_of(self._games.header(last.options))
        wanted = (f"{last.options.ruleset}.{each}" for each in (size, "classic"))
        return next((name for name in wanted if name in names), names[0])

    def _watched(self, tables: Iterable[Table], personas: Sequence[Persona]) -> Iterator[WatchRow]:
        """Yield the newest games that others play."""
        mine = {each.id for each in personas}
        playing = (
            table
            for table in tables
            if table.status is Status.PLAYING and mine.isdisjoint(u.id for u in table.people)
        )
        for table in islice(playing, MOST_WATCHED):
            yield WatchRow(f"/g/{table.code}", sides(self._games, table), title(table.header))

    def _lessons(self, me: Persona | None) -> Iterator[tuple[str, Text]]:
        """Yield the address and name of each tutorial."""
        who = "" if me is None else f"/as/{me.id}"
        for key in self._games.taught:
            yield LEARN.format(who, key), title(key)


def again(games: Games, last: Last) -> Text:
    """Return in words what one press begins again."""
    size = games.size_of(games.header(last.options))
    game = sized_title(last.options.ruleset, size)
    return Text("home.again", game=game, level=Text(f"level.{last.level}"))


def _title(games: Games, table: Table) -> Text:
    """Return the name of a game with that of everybody who plays."""
    return Text("board.title", ruleset=title(table.header), names=sides(games, table))


def _choices(services: Services, language: str) -> Json:
    return choices(services.games, services.catalogue.voice(language))

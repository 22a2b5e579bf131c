"""Beginning a game with one press on the home page, by the acts that people also type."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from aiohttp import web

from bot.acts.act import Act
from bot.acts.named import ACTS
from bot.acts.options import with_seats
from bot.commands.command import DEFAULT_LEVEL
from bot.games.catalogue import Games
from bot.games.size import Size
from bot.games.spelling import echo
from bot.inbound.outcome import Outcome
from bot.on_web.answers import RequestError, answer, status_of
from bot.on_web.own_games import OwnGames
from bot.on_web.people import HOME, actor, clean_name
from bot.on_web.reception import Reception
from bot.on_web.request_body import Body, finishing, read_operation, read_text
from bot.on_web.sessions import MAX_PERSONAS, Persona, new_persona
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.pace import HOUR, Pace
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation, StoreDown
from bot.table.request import Refusal, Request
from bot.table.table import Status, Table
from bot.table.terms import Terms
from bot.texts.catalogue import Catalogue
from bot.work.window import Window
from engine.text import Say, Text

BEGINS, ALL_BEGINS, BEGIN_SECONDS = 60, 3000, HOUR
"""How many games an address, and all addresses, may begin on a public site in so many seconds."""

GUEST: Final = Text("home.guest")
"""The name of a persona for which nobody has been asked."""


class Way(StrEnum):
    """Against whom a game is begun."""

    COMPUTER = "computer"  # the computer, at once
    LINK = "link"  # whoever gets the link
    BOTH = "both"  # somebody at the same screen, at once


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to begin. Without `options`, it is the last game, or a first one.

    `names` are those typed on the page: of nobody, of the person, or of both at one screen.
    """

    way: Way
    options: Options | None
    level: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cast:
    """The channel of a game, the personas that take part, and the name of each there."""

    channel: str
    personas: tuple[Persona, ...]
    names: tuple[str, ...]

    def actors(self, language: str) -> tuple[Actor, ...]:
        """Return them as actors."""
        pairs = zip(self.personas, self.names, strict=True)
        return tuple(actor(persona.id, name, language) for persona, name in pairs)


class Beginning:
    """Handles what the home page sends."""

    def __init__(self, reception: Reception, own: OwnGames) -> None:
        self._services = reception.services
        self._languages = reception.languages
        self._own_languages = reception.own_languages
        self._sessions = reception.sessions
        self._membership = reception.membership
        self._tasks = reception.tasks
        self._own = own
        self._begins: Window[str] = Window(BEGINS, BEGIN_SECONDS)
        self._all_begins: Window[None] = Window(ALL_BEGINS, BEGIN_SECONDS)
        self._address = reception.address

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the requests."""
        return [
            web.post("/api/begin", finishing(self._tasks, self.begin)),
            web.post("/api/me", finishing(self._tasks, self.me)),
        ]

    async def begin(self, request: web.Request, body: Body) -> web.Response:
        """Begin a game, and return the path of its table."""
        operation, wish = read_operation(body), read_wish(self._services.games, body)
        self._count(request)
        known, say = self._sessions.personas(request), self._languages.say(request)
        personas = self._taking_part(known, wish, say)
        try:
            channel = self._membership.channel_for(f"{personas[0].id}:{operation}")
            cast = await self._entered(request, known, personas, channel)
            response = await self._begun(request, operation, wish, cast, known)
        except StoreDown as down:  # the browser keeps the personas, to repeat the same operation
            response = answer((say(down.text),), refused=True, status=503)
        for persona in personas:
            self._sessions.keep(response, persona)
        return response

    def _count(self, request: web.Request) -> None:
        """Count a game that strangers can begin. Raises RequestError if there are too many."""
        if self._membership.is_open:
            return
        if not (self._begins.allow(self._address(request)) and self._all_begins.allow(None)):
            raise RequestError(Text("web.begun-often"), 429, retry=BEGIN_SECONDS)

    async def me(self, request: web.Request, body: Body) -> web.Response:
        """Give the browser's first persona another name, or make one; return it.

        Without a name, somebody who has none yet is a guest.
        """
        known, say = self._sessions.personas(request), self._languages.say(request)
        name = clean_name(read_text(body, "name")) if "name" in body else None
        persona = _renamed(_first(known, say), name)
        await self._called(request, known, persona)
        if self._membership.is_open:
            await self._membership.enter(HOME, persona, self._languages.of(request))
        response = web.json_response({"id": persona.id, "name": persona.name})
        self._sessions.keep(response, persona)
        return response

    def _taking_part(self, known: Sequence[Persona], wish: Wish, say: Say) -> tuple[Persona, ...]:
        """Return who takes part, under the names typed. Raises RequestError."""
        me = _first(known, say)
        match wish.way:
            case Way.COMPUTER:
                personas: tuple[Persona, ...] = (me,)
            case Way.LINK:
                name = next(iter(wish.names), None)
                if name is None and is_guest(me, self._services.catalogue):
                    raise RequestError(Text("home.needs-name"))
                personas = (_renamed(me, name),)
            case Way.BOTH:
                guest = me if is_guest(me, self._services.catalogue) else None
                personas = _pair(known, guest, wish.names)
        fresh = {each.id for each in personas} - {each.id for each in known}
        if len(known) + len(fresh) > MAX_PERSONAS:
            raise RequestError(Text("web.crowded", limit=MAX_PERSONAS))
        return personas

    async def _entered(
        self,
        request: web.Request,
        known: Sequence[Persona],
        personas: Iterable[Persona],
        channel: str,
    ) -> Cast:
        """Let personas into a channel, under their present names."""
        there, names, language = tuple(personas), list[str](), self._languages.of(request)
        for persona in there:
            await self._called(request, known, persona)
            people = await self._membership.enter(channel, persona, language)
            names.append(people[persona.id])
        return Cast(channel, there, tuple(names))

    async def _called(
        self, request: web.Request, known: Sequence[Persona], persona: Persona
    ) -> None:
        """Let a persona go by its present name everywhere, in the language of its browser."""
        before = {each.id: each.name for each in known}
        if before.get(persona.id, persona.name) != persona.name:
            await self._membership.rename(persona)
        await self._own_languages.bring(request, actor(persona.id, persona.name).user)

    async def _begun(
        self,
        request: web.Request,
        operation: str,
        wish: Wish,
        cast: Cast,
        known: Sequence[Persona],
    ) -> web.Response:
        """Post the table and, unless it waits for others, accept it."""
        language = self._languages.of(request)
        host, *others = cast.actors(language)
        place = Place(Platform.WEB, cast.channel)
        posting = await self._posting(wish, others, known)
        posted = await self._act(posting, _request(host, place, operation))
        if posted.reply.refused or posted.reply.table is None:
            return await self._refused(posted, language)
        table = await self._table(posted.reply.table)
        if wish.way is not Way.LINK and table.status is Status.OFFERED:
            accept = _act("accept", table.id, revision=table.revision, agreement=agreement(table))
            first = _request((*others, host)[0], place, f"{operation}-begins")
            begun = await self._act(accept, first)
            if begun.reply.refused:
                if begun.trouble is None:  # a challenge to oneself is no use to anybody
                    undo = _request(host, place, operation)
                    await self._services.service.withdraw(undo, table.id)
                return await self._refused(begun, language)
        return answer((), more={"path": f"/g/{table.code}"})

    async def _posting(self, wish: Wish, others: Sequence[Actor], known: Sequence[Persona]) -> Act:
        """Return the act that posts the table."""
        last = await self._own.last(known) if wish.options is None else None
        options = wish.options or (Options() if last is None else last.options)
        match wish.way:
            case Way.COMPUTER:
                return _act("practice", wish.level if last is None else last.level, options)
            case Way.LINK:
                return _act("open", options)
            case Way.BOTH:
                return _act("challenge", tuple(others), options)

    async def _act(self, what: Act, request: Request) -> Outcome:
        return await self._services.dispatcher.act(what, request)

    async def _table(self, id_: TableId) -> Table:
        table = await self._services.store.load(id_)
        if table is None:
            raise RequestError(Text("watch.unknown"), 404)
        return table

    async def _refused(self, outcome: Outcome, language: str) -> web.Response:
        say = self._services.catalogue.voice(language)
        reply = await self._services.localizer.localized(outcome.reply, language, say)
        return answer(reply.said, refused=True, status=status_of(outcome))


def read_wish(games: Games, body: Body) -> Wish:
    """Return what a request asks for. Raises RequestError."""
    try:
        way = Way(read_text(body, "way"))
    except ValueError:
        raise RequestError(Text("web.form")) from None
    level = read_text(body, "level") if "level" in body else DEFAULT_LEVEL
    return Wish(way, _options(games, body, way), level, _names(body))


def _options(games: Games, body: Body, way: Way) -> Options | None:
    """Return the chosen game with its size, players and pace. Raises RequestError."""
    if "ruleset" not in body:
        return None
    ruleset = read_text(body, "ruleset")
    if games.family(ruleset) is None:
        raise RequestError(Text("unplayable.unknown", ruleset=echo(ruleset)))
    # Games against the computer have no time limit.
    pace = read_text(body, "pace") if "pace" in body and way is not Way.COMPUTER else None
    players = body.get("players")
    try:
        terms = Terms() if pace is None else Terms(pace=Pace.read(pace))
        options = Options(ruleset, terms=terms)
        if players is not None:
            options = with_seats(options, _count(players))
        if "size" in body:
            options = games.sized(options, Size(read_text(body, "size")))
        games.check(options)
    except Refusal as refusal:
        raise RequestError(refusal.text, 403) from refusal
    except ValueError:
        raise RequestError(Text("web.form")) from None
    return options


def _count(players: object) -> int:
    """Return a number of players. Raises ValueError."""
    if type(players) is not int:
        raise ValueError("players are counted")
    return players


def _names(body: Body) -> tuple[str, ...]:
    """Return the names that were typed. Raises RequestError."""
    names = body.get("names", [])
    if not isinstance(names, list) or len(names) > 2:
        raise RequestError(Text("web.form"))
    return tuple(clean_name(read_text({"name": name}, "name")) for name in names)


def _first(known: Sequence[Persona], say: Say) -> Persona:
    """Return the first persona of a browser, a new guest if it has none."""
    return known[0] if known else new_persona(say(GUEST))


def is_guest(persona: Persona, catalogue: Catalogue) -> bool:
    """Return whether a persona has no name yet, in whatever language it came."""
    return persona.name in {catalogue.voice(each)(GUEST) for each in catalogue.languages}


def _renamed(persona: Persona, name: str | None) -> Persona:
    return persona if name is None else Persona(persona.id, name)


def _pair(
    known: Sequence[Persona], guest: Persona | None, names: Sequence[str]
) -> tuple[Persona, ...]:
    """Return the personas of two people at one screen, those of the browser by their names.

    A `guest` takes a name that is new. Raises RequestError.
    """
    if len({name.casefold() for name in names}) != 2:
        raise RequestError(Text("home.two-names"))
    by_name = {each.name.casefold(): each for each in reversed(known)}
    found = [by_name.get(name.casefold()) for name in names]
    guest = None if guest in found else guest
    pair = list[Persona]()
    for name, persona in zip(names, found, strict=True):
        if persona is None and guest is not None:
            persona, guest = _renamed(guest, name), None
        pair.append(persona or new_persona(name))
    return tuple(pair)


def _act(name: str, *values: object, **more: object) -> Act:
    """Return the act of this name with the values of its fields."""
    named: Act = ACTS[name](*values, **more)
    return named


def _request(who: Actor, place: Place, operation: str) -> Request:
    return Request(Operation(f"{Platform.WEB}:{who.user.id}:{operation}"), who, place)

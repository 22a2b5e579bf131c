"""Taking a seat by a link.

Nothing but this request takes one: the link opens the game's page, whose script sends the secret
once the person presses. So previews of a link, which open it within seconds, change nothing.
"""

from collections.abc import Mapping

from aiohttp import web

from bot.acts.act import Act
from bot.acts.named import ACTS
from bot.acts.registry import decoded
from bot.inbound.outcome import Outcome
from bot.on_web.answers import RequestError, answer, status_of
from bot.on_web.by_code import ByCode
from bot.on_web.people import actor, channel_at
from bot.on_web.reception import Reception
from bot.on_web.request_body import Body, finishing, read_operation, read_text
from bot.on_web.table_page.state import TAKING
from bot.on_web.tries import Tries
from bot.on_web.watch import PAGE
from bot.table.departures import sides_of
from bot.table.invites import Invites
from bot.table.naming import name_of
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.seats import Person
from bot.table.table import Table
from engine.text import Text

SPENT = Text("seat-link.spent")

BACK = "come-back"
"""The act by which a guest comes back in another browser."""


class Seats:
    """Handles the requests of those who come by a link."""

    def __init__(self, reception: Reception, invites: Invites) -> None:
        self._reception = reception
        self._services = reception.services
        self._tables = ByCode(reception.services.store)
        self._invites = invites
        self._tries = Tries(reception, Text("seat-link.too-often"))

    def routes(self) -> list[web.RouteDef]:
        """Return the route of the request."""
        return [web.post(PAGE + "/seat", finishing(self._reception.tasks, self.sit))]

    async def sit(self, request: web.Request, body: Body) -> web.Response:
        """Give the browser's person a seat; the link is then used up. Idempotent.

        A request that names no person only asks whether the link gives a seat. If it is a guest's,
        the answer has the guest's name, and what takes the seat over.
        """
        table = await self._tables.table(request.match_info["code"])
        if "persona" not in body:
            link = self._link(request, table, read_text(body, "secret"))
            more = {} if isinstance(link, int) else self._back(request, table, link)
            return answer((), more=more)
        persona = self._reception.sessions.persona(request, read_text(body, "persona"))
        user = User(Platform.WEB, persona.id)
        if table.seat_of(user) is not None:
            return answer(())
        secret = read_text(body, "secret")
        link = self._link(request, table, secret)
        if isinstance(link, int):
            wanted, number = _read_act(body, table), link
        else:
            self._must_be_away(request, table)
            wanted, number = ACTS[BACK](table.id, secret), None
        channel = channel_at(table)
        language = self._reception.languages.of(request)
        people = await self._reception.membership.enter(channel, persona, language)
        sitter = actor(persona.id, people[persona.id], language)
        operation = Operation(f"{Platform.WEB}:{persona.id}:{read_operation(body)}")
        place = Place(Platform.WEB, channel)
        asked = Request(operation, sitter, place, seat_link=number)
        outcome = await self._services.dispatcher.act(wanted, asked)
        if outcome.reply.refused:
            now = await self._tables.table(table.code)
            if now.seat_of(user) is not None:  # another press came first
                return answer(())
        return await self._answered(request, outcome)

    def _link(self, request: web.Request, table: Table, secret: str) -> int | User:
        """Return the number of a link, or the guest whose seat it gives to another browser.

        Raises RequestError if it is invalid.
        """
        self._tries.count(request)
        number = self._invites.seat(table, secret)
        link = self._invites.guest(table, secret) if number is None else number
        if link is None:
            raise RequestError(SPENT, 403)
        return link

    def _back(self, request: web.Request, table: Table, guest: User) -> Mapping[str, object]:
        """Return what offers somebody the seat of a guest, whose name they then have."""
        holder = table.seats[table.seats_of(guest)[0]]
        say = self._services.catalogue.voice(self._reception.languages.of(request))
        offer = {"label": say(Text("button.come-back", name=name_of(holder)))}
        return {"offer": offer, "name": holder.name if isinstance(holder, Person) else ""}

    def _must_be_away(self, request: web.Request, table: Table) -> None:
        """Raise RequestError if a person of the browser has a seat at the table, or has had one."""
        game = self._services.games.game(table.header)
        here = (User(Platform.WEB, each.id) for each in self._reception.sessions.personas(request))
        if any(sides_of(game, table, user) for user in here):
            raise RequestError(Text("seat-link.own"), 403)

    async def _answered(self, request: web.Request, outcome: Outcome) -> web.Response:
        language = self._reception.languages.of(request)
        say = self._services.catalogue.voice(language)
        reply = await self._services.localizer.localized(outcome.reply, language, say)
        return answer(reply.said, refused=outcome.reply.refused, status=status_of(outcome))


def _read_act(body: Body, table: Table) -> Act:
    """Return the act that takes a seat of the table. Raises RequestError if it is another."""
    act = decoded(read_text(body, "code"))
    if act is None or act.act_name not in TAKING or act.about != table.id:
        raise RequestError(Text("press.unknown"))
    return act.with_word(read_text(body, "word")) if "word" in body else act

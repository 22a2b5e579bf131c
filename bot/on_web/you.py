"""The page of one's accounts: who somebody is in this browser, and which accounts are theirs, too.

To look at it changes nothing. All that it changes is done by the acts that people also type, and it
shows their replies.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.acts.act import Act
from bot.acts.named import ACTS
from bot.acts.registry import decoded
from bot.commands.command import CODE, BadCommand
from bot.inbound.outcome import Outcome
from bot.inbound.typed import parse_form
from bot.on_web import payloads
from bot.on_web.answers import RequestError, answer, status_of
from bot.on_web.begin import GUEST
from bot.on_web.language import ByLanguage
from bot.on_web.pages import Pages
from bot.on_web.payloads import Body as Json
from bot.on_web.payloads import button
from bot.on_web.people import actor, clean_name
from bot.on_web.reception import Reception
from bot.on_web.request_body import Body, finishing, read_operation, read_text
from bot.on_web.sessions import MAX_PERSONAS, Persona, new_persona
from bot.on_web.sign_in.providers import Providers
from bot.on_web.tries import Tries
from bot.table.button import resolved
from bot.table.people import Place, Platform
from bot.table.ports import Operation
from bot.table.request import Request
from engine.text import Text

YOU: Final = "/you"
"""The address of the page."""

LINK, CONFIRM, UNLINK, DATA, FORGET = "link", "link-sure", "unlink", "mydata", "forgetme"
"""The acts of the page: public pages have no chat in which people could type them."""


@dataclass(frozen=True, slots=True)
class Said:
    """A reply, as the page shows it, below its heading if it has one."""

    heading: str
    lines: Sequence[str]
    choices: Sequence[Json]
    more: Json
    refused: bool
    status: int


class You:
    """Serves the page, and what it asks for."""

    def __init__(
        self, reception: Reception, pages: ByLanguage[Pages], providers: Providers
    ) -> None:
        self._reception = reception
        self._services = reception.services
        self._sessions = reception.sessions
        self._pages = pages
        self._tries = Tries(reception, Text("you.too-often"))
        """Codes, and people who are new in a browser."""
        self._providers = [(each.platform, each.service.title) for each in providers.values()]

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page."""
        return [
            web.get(YOU, self.page),
            web.post(f"/api{YOU}", finishing(self._reception.tasks, self.act)),
        ]

    async def page(self, request: web.Request) -> web.Response:
        """Serve the page for a persona of this browser: the one it names, or the first.

        A browser that doesn't have the one it names is led to the page without a name.
        """
        known = self._sessions.personas(request)
        asked = request.query.get("as")
        me = next((each for each in known if asked is None or each.id == asked), None)
        if asked and me is None:  # its cookie has been deleted since
            return web.Response(status=303, headers={"Location": YOU})
        linked = None
        if me is not None:
            operation = secrets.token_hex(16)
            linked = await self._carried_out(request, me, ACTS[UNLINK](), operation)
        pages = self._pages.of(request)
        return pages.page(
            "you",
            me=me,
            linked=linked,
            others=tuple(self._others(known, me)),
            providers=self._providers,
            start=ACTS[LINK]().code,
            data=ACTS[DATA]().code,
            forget=ACTS[FORGET]().code,
            words=pages.you_words(),
            kept=f"as={asked}&" if asked is not None else "",
        )

    async def act(self, request: web.Request, body: Body) -> web.Response:
        """Carry out what is pressed or typed on the page, for a persona or for a new one."""
        operation, act = read_operation(body), self._act(body)
        if "typed" in body or "persona" not in body:
            self._tries.count(request)
        persona = self._persona(request, body)
        said = await self._carried_out(request, persona, act, operation)
        more = {"choices": said.choices, "persona": persona.id, **said.more}
        lines = [said.heading, *said.lines] if said.heading else said.lines
        response = answer(lines, more=more, refused=said.refused, status=said.status)
        if not said.refused:
            self._sessions.keep(response, persona)
        return response

    def _others(self, known: Sequence[Persona], me: Persona | None) -> Iterator[tuple[str, Text]]:
        """Yield the address and label of all others who can be at the page, also of a new one."""
        for each in known:
            if each != me:
                yield f"{YOU}?as={each.id}", Text("you.be", name=each.name)
        if me is not None:
            yield f"{YOU}?as=", Text("you.somebody")

    def _persona(self, request: web.Request, body: Body) -> Persona:
        """Return who asks. Raises RequestError."""
        if "persona" in body:
            return self._sessions.persona(request, read_text(body, "persona"))
        if len(self._sessions.personas(request)) >= MAX_PERSONAS:
            raise RequestError(Text("web.crowded", limit=MAX_PERSONAS))
        if "name" in body:
            return new_persona(clean_name(read_text(body, "name")))
        return new_persona(self._reception.languages.say(request)(GUEST))

    def _act(self, body: Body) -> Act:
        """Return what is to be done: a code that was typed, or what a button of the page says.

        Raises RequestError.
        """
        if "typed" in body:
            try:
                return parse_form(LINK, {CODE.name: read_text(body, "typed")}, self._services.games)
            except BadCommand as bad:
                raise RequestError(bad.text) from bad
        act = decoded(read_text(body, "press"))
        if act is None or act.act_name not in (LINK, CONFIRM, UNLINK, DATA, FORGET):
            raise RequestError(Text("press.unknown"))
        return act

    async def _carried_out(
        self, asked: web.Request, persona: Persona, act: Act, operation: str
    ) -> Said:
        """Let a persona act in private, and return what is said."""
        language = self._reception.languages.of(asked)
        who = actor(persona.id, persona.name, language)
        request = Request(
            Operation(f"{Platform.WEB}:{persona.id}:{operation}"),
            who,
            Place.private(who.user),
            alone=True,
        )
        outcome = await self._services.dispatcher.act(act, request)
        return await self._said(outcome, language)

    async def _said(self, outcome: Outcome, language: str) -> Said:
        say = self._services.catalogue.voice(language)
        reply = await self._services.localizer.localized(outcome.reply, language, say)
        choices = tuple(button(each, say) for each in resolved(reply.choices, ""))
        heading, lines = (reply.said[0], reply.said[1:]) if reply.headed else ("", reply.said)
        more: Json = {} if reply.file is None else {"file": payloads.file(reply.file)}
        return Said(heading, lines, choices, more, outcome.reply.refused, status_of(outcome))

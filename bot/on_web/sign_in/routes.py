"""Signing in: the way to the platform's page, and back.

Both change the whole page: a window of its own couldn't answer, because pages keep to themselves
(Cross-Origin-Opener-Policy).
"""

from typing import Final

import structlog
from aiohttp import web
from yarl import URL

from bot.acts.linking import join
from bot.on_web.answers import RequestError
from bot.on_web.begin import GUEST, is_guest
from bot.on_web.people import NAME_LIMIT, clean_name
from bot.on_web.reception import Reception
from bot.on_web.request_body import Body, finishing, read_text
from bot.on_web.sessions import MAX_PERSONAS, Persona, new_persona
from bot.on_web.sign_in.exchange import EXPIRED, Identity, identified
from bot.on_web.sign_in.pending import Pending, Pendings
from bot.on_web.sign_in.providers import BACK, Provider, Providers
from bot.on_web.tries import Tries
from bot.table.accounts import Account
from bot.table.cleaning import plain_name
from bot.table.people import Platform, User
from bot.table.ports import Clock
from bot.table.request import Refusal
from engine.text import Text

_DENIED: Final = "access_denied"

log = structlog.get_logger()


class SignIn:
    """Handles the requests of those who sign in."""

    def __init__(
        self,
        reception: Reception,
        providers: Providers,
        pendings: Pendings,
        clock: Clock,
    ) -> None:
        """With the public URL of the services, which platforms lead back to."""
        self._reception = reception
        self._services = reception.services
        self._sessions = reception.sessions
        self._providers = providers
        self._pendings = pendings
        self._clock = clock
        self._tries = Tries(reception, Text("sign-in.too-often"))

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the requests."""
        return [
            web.post("/api/sign-in", finishing(self._reception.tasks, self.begin)),
            web.get(BACK.format("{platform}"), self.back, allow_head=False),
        ]

    async def begin(self, request: web.Request, body: Body) -> web.Response:
        """Return the address of the platform's page, where somebody says who they are.

        They are then the persona that they name, or else a new one.
        """
        self._tries.count(request)
        provider = self._provider(read_text(body, "platform"))
        persona = ""
        if "persona" in body:
            persona = self._sessions.persona(request, read_text(body, "persona")).id
        pending = self._pendings.begin(provider.platform, persona)
        asked = {
            "response_type": "code",
            "client_id": provider.client_id,
            "scope": provider.service.scope,
            "redirect_uri": self._redirect(provider),
            "state": pending.state,
            "nonce": pending.nonce,
            "code_challenge": pending.challenge,
            "code_challenge_method": "S256",
        }
        response = web.json_response({"url": str(URL(provider.service.authorize) % asked)})
        self._pendings.keep(response, pending)
        return response

    async def back(self, request: web.Request) -> web.Response:
        """Link the account of whoever comes back with a persona. Raises RequestError."""
        self._tries.count(request)
        provider = self._provider(request.match_info["platform"])
        pending = self._pendings.found(request, provider.platform)
        if pending is None:
            raise RequestError(EXPIRED, 403)
        if "code" not in request.query:
            denied = request.query.get("error") == _DENIED
            why = Text("sign-in.denied" if denied else "sign-in.failed", platform=_title(provider))
            raise RequestError(why, 403)
        return await self._reception.tasks.finish(self._linked(request, provider, pending))

    async def _linked(
        self, request: web.Request, provider: Provider, pending: Pending
    ) -> web.Response:
        code, redirect = request.query["code"], self._redirect(provider)
        identity = await identified(provider, pending, code, redirect, self._clock)
        persona = await self._persona(request, pending, identity)
        await self._join(identity, persona)
        log.info("sign-in.done", platform=provider.platform)
        response = web.Response(status=303, headers={"Location": f"/you?as={persona.id}"})
        self._sessions.keep(response, persona)
        self._pendings.forget(response)
        return response

    async def _join(self, identity: Identity, persona: Persona) -> None:
        """Link an account with a persona, unless it is already. Raises RequestError.

        The preferences are those of the account.
        """
        store, now = self._services.store, int(self._clock())
        here = Account(User(Platform.WEB, persona.id), persona.name, now)
        there = Account(identity.user, plain_name(identity.name) or persona.name, now)
        if here.user in {each.user for each in await store.accounts(there.user)}:
            return
        try:
            await join(store, there, here)
        except Refusal as refusal:
            raise RequestError(refusal.text, 403) from refusal

    async def _persona(self, request: web.Request, pending: Pending, identity: Identity) -> Persona:
        """Return who signs in: the chosen persona, or else a new one.

        Without a name of its own, it has that of the account.
        """
        known = self._sessions.personas(request)
        chosen = next((each for each in known if each.id == pending.persona), None)
        if chosen is None and len(known) == MAX_PERSONAS:
            raise RequestError(Text("web.crowded", limit=MAX_PERSONAS))
        name = self._named(request, identity)
        if chosen is None:
            return new_persona(name)
        if not is_guest(chosen, self._services.catalogue):
            return chosen
        renamed = Persona(chosen.id, name)
        await self._reception.membership.rename(renamed)
        return renamed

    def _named(self, request: web.Request, identity: Identity) -> str:
        """Return the name of an account as it is used here."""
        try:
            return clean_name(identity.name[:NAME_LIMIT])
        except RequestError:  # nothing of it can be seen
            return self._reception.languages.say(request)(GUEST)

    def _provider(self, name: str) -> Provider:
        """Return the provider of this name. Raises HTTPNotFound."""
        found = next((each for each in self._providers.values() if each.platform == name), None)
        if found is None:
            raise web.HTTPNotFound
        return found

    def _redirect(self, provider: Provider) -> str:
        """Return the address, which the platform must know, to which it leads back."""
        return f"{self._services.url}{BACK.format(provider.platform)}"


def _title(provider: Provider) -> str:
    return provider.service.title

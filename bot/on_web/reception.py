"""What the handlers of people's requests share."""

from dataclasses import dataclass

from aiohttp import web

from bot.inbound.platform import Services
from bot.inbound.tasks import Tasks
from bot.on_web.language import Languages
from bot.on_web.own_language import OwnLanguages
from bot.on_web.people import Membership
from bot.on_web.rate_limits import client
from bot.on_web.sessions import Sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Reception:
    """Who comes, where they may go, in which language, and how what they ask for is finished."""

    services: Services
    languages: Languages
    own_languages: OwnLanguages
    sessions: Sessions
    membership: Membership
    tasks: Tasks
    proxied: bool
    """Whether requests come from a hosting service's router (`rate_limits.client`)."""

    def address(self, request: web.Request) -> str:
        """Return the address that a request is counted for."""
        return client(request, proxied=self.proxied)

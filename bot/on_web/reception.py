"""What the handlers of people's requests share."""

from dataclasses import dataclass

from bot.inbound.platform import Services
from bot.inbound.tasks import Tasks
from bot.on_web.language import Languages
from bot.on_web.own_language import OwnLanguages
from bot.on_web.people import Membership
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

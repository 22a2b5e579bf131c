"""A player's games, as listed in the header of their tab, with links to their tables."""

from collections.abc import Sequence

import structlog
from aiohttp import web

from bot.acts.listing import GameLine
from bot.acts.tables import Game
from bot.games.catalogue import title
from bot.inbound.platform import Services
from bot.on_web.language import Languages
from bot.on_web.payloads import Body
from bot.on_web.people import actor
from bot.on_web.sessions import Persona
from bot.table.naming import names_of
from bot.table.people import User
from bot.table.ports import CorruptRecord
from bot.table.table import SMALLEST_GAME, Table
from engine import Corrupt
from engine.text import Say, Text

log = structlog.get_logger()


class GameLists:
    """Lists the games of players."""

    def __init__(self, services: Services, languages: Languages) -> None:
        self._services = services
        self._languages = languages

    async def of(self, request: web.Request, persona: Persona, channel: str) -> Sequence[Body]:
        """Return the persona's open games for a tab in a channel, those waiting for it first."""
        user, say = actor(persona.id, persona.name).user, self._languages.say(request)
        games = await games_of(self._services, persona)
        return tuple(_entry(table, line, user, channel, say) for table, line in games)


async def games_of(services: Services, persona: Persona) -> Sequence[Game]:
    """Return a persona's open games as it sees them, those waiting for it first.

    Those of its linked accounts are its own. May raise StoreDown.
    """
    try:
        return await services.service.games_seen(actor(persona.id, persona.name))
    except (CorruptRecord, Corrupt):
        log.exception("table.corrupt")
        return ()


def _entry(table: Table, line: GameLine, user: User, channel: str, say: Say) -> Body:
    return {
        "path": f"/g/{table.code}",
        "label": say(label_of(table, user)),
        "state": say(state_of(table, line)),
        "place": "" if table.place.channel == channel else f"#{table.place.channel}",
        "yours": line.yours,
    }


def label_of(table: Table, user: User) -> Text:
    """Return what a person's table is called: by their opponents or, in teams, by its seats."""
    ruleset = title(table.header)
    if len(table.seats) > SMALLEST_GAME:
        return Text("page.team-game", ruleset=ruleset, count=len(table.seats))
    others = names_of(
        seat for seat in (*table.taken, *table.asked) if getattr(seat, "user", None) != user
    )
    return Text("page.game" if others else "page.open-game", ruleset=ruleset, names=others)


def state_of(table: Table, line: GameLine) -> Text:
    """Return the state of a table in a few words."""
    if line.state is not None:
        return line.state
    if line.yours:
        return Text("page.ready" if table.is_next_game else "page.your-answer")
    gathers = table.is_lobby or table.is_next_game
    return Text("page.gathering" if gathers else "page.no-answer")

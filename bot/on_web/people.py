"""The members of a channel, with clean and unique names."""

import re
from collections.abc import Iterable, Mapping

from bot.games.spelling import usual
from bot.inbound.localized import SettingsOf
from bot.inbound.typed import Find
from bot.on_web import payloads
from bot.on_web.answers import RequestError
from bot.on_web.sessions import Persona
from bot.table.channels import Channels
from bot.table.cleaning import plain_name
from bot.table.ids import fingerprint
from bot.table.naming import called
from bot.table.people import Actor, Place, Platform, User
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from engine.text import Text

HOME = "maize"
"""The channel that everybody knows, in which the games of the home page are played."""

NAME_LIMIT = 32
_APOSTROPHES = dict.fromkeys(
    map(
        ord,
        "`"
        "\N{ACUTE ACCENT}"
        "\N{MODIFIER LETTER TURNED COMMA}"
        "\N{MODIFIER LETTER APOSTROPHE}"
        "\N{LEFT SINGLE QUOTATION MARK}"
        "\N{RIGHT SINGLE QUOTATION MARK}"
        "\N{PRIME}"
        "\N{LATIN SMALL LETTER SALTILLO}",
    ),
    "'",
)
"""What people and keyboards write for an apostrophe, as in Maya names."""

_CHANNEL = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


def clean_name(text: str) -> str:
    """Return a name without what draws nothing. Raises RequestError if it's empty or too long."""
    name = plain_name(text)
    if not name or len(name) > NAME_LIMIT:
        raise RequestError(Text("web.name", limit=NAME_LIMIT))
    return name


def check_channel(channel: str) -> str:
    """Return the name of a channel. Raises RequestError if it's invalid."""
    if not _CHANNEL.fullmatch(channel):
        raise RequestError(Text("web.channel"))
    return channel


def channel_of(table: Table) -> str | None:
    """Return the channel in which browsers play at a table, None if no channel shows it."""
    here = (place.channel for place in table.shown_in if place.platform is Platform.WEB)
    return next(here, None)


def channel_at(table: Table) -> str:
    """Return the channel in which browsers play at a table, or are going to."""
    return channel_of(table) or f"t-{table.id}"


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number if it is taken."""
    others = {other.casefold() for other in taken}
    number, free = 1, name
    while free.casefold() in others:
        number += 1
        suffix = f" {number}"
        free = name[: NAME_LIMIT - len(suffix)].rstrip() + suffix
    return free


def entered_notice(user: str) -> str:
    """Return the id of the message which says that a user has entered a channel.

    It stays when the message is deleted, so it doesn't tell the user.
    """
    return f"entered.{fingerprint(user)}"


class Membership:
    """Adds personas to channels.

    On one's own machine all channels are open. On a public site, each game has one of its own, for
    those who play there.
    """

    def __init__(
        self, channels: Channels, catalogue: Catalogue, settings: SettingsOf, *, is_open: bool
    ) -> None:
        """Add personas; `is_open`: everybody may enter every channel."""
        self._channels = channels
        self._catalogue = catalogue
        self._settings = settings
        self.is_open = is_open

    def channel_for(self, operation: str) -> str:
        """Return the channel of the game that an operation of the home page begins."""
        return HOME if self.is_open else f"g-{fingerprint(operation)}"

    async def come(self, channel: str, persona: Persona, language: str) -> dict[str, str]:
        """Do what `enter` does for a persona that comes by itself.

        Raises RequestError if it is not there already, and the channel isn't open.
        """
        if not self.is_open and persona.id not in await self._channels.people(channel):
            raise RequestError(Text("web.not-in-game"), 403)
        return await self.enter(channel, persona, language)

    async def enter(self, channel: str, persona: Persona, language: str) -> dict[str, str]:
        """Add the persona to a channel; return the names of all its members, by id.

        Those who are there read of it in the channel's language or, without one, in the persona's.
        """
        people = await self._channels.people(channel)
        if persona.id not in people:
            people[persona.id] = await self._claim(channel, persona, people.values())
            place = Place(Platform.WEB, channel)
            say = self._catalogue.voice((await self._settings(place)).language or language)
            entered = say(Text("web.entered", name=called(people[persona.id])))
            await self._channels.post(channel, entered_notice(persona.id), payloads.notice(entered))
        return people

    async def rename(self, persona: Persona) -> None:
        """Let a persona go by its present name in all channels that it has entered."""
        for channel in await self._channels.channels_of(persona.id):
            people = await self._channels.people(channel)
            others = (name for id_, name in people.items() if id_ != persona.id)
            await self._claim(channel, persona, others)

    async def _claim(self, channel: str, persona: Persona, names: Iterable[str]) -> str:
        """Add the persona under a free name, and return that name."""
        taken = set(names)
        while True:
            name = free_name(persona.name, taken)
            if await self._channels.enter(channel, persona.id, name):
                return name
            taken.add(name)  # by someone who entered at the same time


def actor(id_: str, name: str, language: str = "") -> Actor:
    """Return the actor for a member of the web chat."""
    return Actor(User(Platform.WEB, id_), name, language)


def finder(people: Mapping[str, str]) -> Find:
    """Return a function that finds the person named in a command."""
    by_name = {_typed(name): actor(id_, name) for id_, name in people.items()}
    return lambda name: by_name.get(_typed(name))


def _typed(name: str) -> str:
    """Return a name without what keyboards write differently: capitals, spaces, apostrophes."""
    straight = name.casefold().translate(_APOSTROPHES)
    return " ".join(usual(straight).split())

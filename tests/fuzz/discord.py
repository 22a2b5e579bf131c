"""Interactions from Discord, as the gateway delivers them to the real client library."""

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.acts.registry import COMMANDS
from bot.commands.command import Command
from bot.config import Shards
from bot.games.option import Option
from bot.on_discord.client import Client
from bot.on_discord.couriers import Couriers
from bot.on_discord.inbound import Inbound
from bot.table.people import Platform
from tests.fuzz import codes
from tests.fuzz.chance import Chance
from tests.fuzz.changes import edited
from tests.fuzz.faults import reported
from tests.fuzz.lines import in_field
from tests.fuzz.words import COMMANDS_KNOWN
from tests.fuzz.world import NAMES, World, run

Json = Any

FIRST: Final = 1_100_000_000_000_000_001
"""The number of the first person."""

BOT, GUILD, PLAZA, PRIVATE = (1_000_000_000_000_000_000 + number for number in range(1, 5))

_COMMAND, _COMPONENT, _COMPLETION, _MODAL = 2, 3, 4, 5
_SUBCOMMAND, _GROUP, _TEXT, _USER = 1, 2, 3, 6
_BUTTON, _MENU, _PEOPLE = 2, 3, 5


class Silent(AsyncWebhookAdapter):
    """Discord, which accepts all replies."""

    async def request(self, route: Any, session: Any, **_: Any) -> Any:
        if route.path.endswith("/callback"):
            return {"interaction": {"id": "1", "type": _COMMAND}}
        return _message([])


class Town:
    """A process of the bot in a server."""

    def __init__(self) -> None:
        self.world = World(Platform.DISCORD, str(PLAZA), FIRST)
        self._client = Client(
            Inbound(self.world.services, Couriers()), self.world.services, Shards((0,), 1)
        )
        run(self._log_in())

    async def _log_in(self) -> None:
        """Do what a login does, without a connection."""
        client, state = self._client, self._client._connection  # noqa: SLF001 - no public way
        await client._async_setup_hook()  # noqa: SLF001 - no public API
        state.user = discord.ClientUser(state=state, data=_person(BOT, "Puluc") | {"bot": True})
        client.http._HTTPClient__session = object()  # type: ignore[attr-defined] # noqa: SLF001 - no public API
        async_context.set(Silent())

    def hear(self, payload: Json) -> bool:
        """Let an interaction come in; return whether the bot did what it says."""
        payload = self.world.named(payload)
        author = payload.get("member", payload)["user"]["id"]

        async def come_in() -> None:
            before = asyncio.all_tasks()  # others may run for ever, such as the page's connections
            self._client._connection.parse_interaction_create(payload)  # noqa: SLF001 - no public API
            while begun := asyncio.all_tasks() - before:
                await asyncio.wait(begun)

        return self.world.judged(come_in, author)


@cache
def town() -> Town:
    """Return the process, which runs as long as this one."""
    return Town()


def check(payload: Json) -> bool:
    """An interaction is answered; nobody changes what belongs to others."""
    with reported():
        return town().hear(payload)


def interaction(chance: Chance) -> Json:
    """Return an interaction in the server or, sometimes, in a private chat."""
    kind, data, more = chance.choice(_KINDS)(chance)
    number = 3 - chance.below(len(NAMES))
    person = _person(FIRST + number, chance.text(12) if chance.one_in(4) else NAMES[number])
    found = {
        "id": str(7_000_000_000_000_000_000 + chance.below(1000)),
        "application_id": str(BOT),
        "type": kind,
        "token": "token",
        "version": 1,
        "data": data,
        "locale": chance.choice(("en-US", "es-ES", "de", "xx")),
        "attachment_size_limit": 26_214_400,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        **more,
    }
    if chance.one_in(6):
        chat = {"id": str(PRIVATE), "type": 1, "recipients": [person], "last_message_id": None}
        return found | {"user": person, "channel": chat, "channel_id": chat["id"], "context": 1}
    allowed = chance.choice((discord.Permissions.all(), discord.Permissions.none())).value
    channel = {
        "id": str(PLAZA),
        "type": 0,
        "name": "plaza",
        "position": 0,
        "guild_id": str(GUILD),
        "permission_overwrites": [],
    }
    return found | {
        "member": _member()
        | {"user": person, "permissions": str(discord.Permissions.text().value)},
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
        "channel": channel,
        "channel_id": channel["id"],
        "context": 0,
        "app_permissions": str(allowed if chance.one_in(6) else discord.Permissions.all().value),
    }


def _person(number: int, name: str) -> dict[str, Json]:
    return {
        "id": str(number),
        "username": name,
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
    }


def _member() -> dict[str, Json]:
    return {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0, "deaf": False} | {
        "mute": False
    }


def _message(components: list[Json], *, private: bool = False) -> dict[str, Json]:
    return {
        "id": "1200000000000000001",
        "channel_id": str(PLAZA),
        "author": _person(BOT, "Puluc") | {"bot": True},
        "content": "board",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 64 if private else 0,
        "components": [{"type": 1, "components": components}] if components else [],
    }


_Made = tuple[int, Json, Mapping[str, Json]]
"""The type of an interaction, its data and its other fields."""


def _typed(chance: Chance) -> _Made:
    """Return a slash command."""
    command = chance.choice(COMMANDS)
    options, people = list[Json](), list[int]()
    for option in COMMANDS_KNOWN.fields_of(command):
        names = (option.name, *option.also)
        if option.person:
            for name in names[: chance.below(len(names) + 1)]:
                people.append(chance.below(len(NAMES) + 1))
                options.append({"name": name, "type": _USER, "value": _id(people[-1])})
        elif chance.one_in(2):
            text = in_field(chance, command, option)
            options.append({"name": option.name, "type": _TEXT, "value": text})
    return _COMMAND, _command(command, options) | {"resolved": _resolved(people)}, {}


def _completed(chance: Chance) -> _Made:
    """Return an option that somebody is typing."""
    command, option = chance.choice(_completions())
    text = edited(chance, in_field(chance, command, option))[: chance.below(20)]
    typed = [{"name": option.name, "type": _TEXT, "value": text, "focused": True}]
    return _COMPLETION, _command(command, typed), {}


@cache
def _completions() -> list[tuple[Command, Option]]:
    """Return the options with suggestions."""
    return [
        (command, option)
        for command in COMMANDS
        for option in COMMANDS_KNOWN.fields_of(command)
        if option.name in ("ruleset", "options", "pace", "game")
    ]


def _command(command: Command, options: list[Json]) -> dict[str, Json]:
    inner = {"name": command.listed, "type": _SUBCOMMAND, "options": options}
    if command.group:
        inner = {"name": command.group, "type": _GROUP, "options": [inner]}
    return {"id": "1", "name": "puluc", "type": 1, "options": [inner]}


def _from_menu(chance: Chance) -> _Made:
    """Return the command in the menu of a person."""
    number = chance.below(len(NAMES) + 1)
    data = {"id": "2", "name": _menu_name(), "type": 2, "target_id": _id(number)}
    return _COMMAND, data | {"resolved": _resolved([number])}, {}


@cache
def _menu_name() -> str:
    """Return the name of the command in the menus of people."""
    tree = town()._client.tree  # noqa: SLF001 - no public API
    (found,) = tree.get_commands(type=discord.AppCommandType.user)
    return found.name


def _id(number: int) -> str:
    """Return the id of a person, or of the bot."""
    return str(FIRST + number) if number < len(NAMES) else str(BOT)


def _resolved(people: list[int]) -> Json:
    """Return the people named in an interaction."""
    named = {_id(number): (*NAMES, "Puluc")[number] for number in people}
    users = {id_: _person(int(id_), name) | {"bot": id_ == str(BOT)} for id_, name in named.items()}
    return {"users": users, "members": {id_: _member() for id_ in users}}


def _pressed(chance: Chance) -> _Made:
    """Return a pressed button, which its message may no longer have."""
    code = codes.carried(chance) or "x"
    button = {"type": _BUTTON, "style": 1, "label": "x", "custom_id": code}
    data = {"custom_id": code, "component_type": _BUTTON}
    return _COMPONENT, data, {"message": _board(chance, button)}


def _selected(chance: Chance) -> _Made:
    """Return an option of a menu that was selected."""
    code = codes.carried(chance) or "x"
    options = [{"label": "x", "value": code}]
    menu = {"type": _MENU, "custom_id": "pick:0", "options": options, "min_values": 1}
    data = {"custom_id": "pick:0", "component_type": _MENU, "values": [code]}
    return _COMPONENT, data, {"message": _board(chance, menu | {"max_values": 1})}


def _invited(chance: Chance) -> _Made:
    """Return people who were selected in a menu."""
    code = codes.carried(chance) or "x"
    people = sorted(set(chance.some(lambda _: chance.below(len(NAMES) + 1), 3))) or [1]
    menu = {"type": _PEOPLE, "custom_id": code, "min_values": 1, "max_values": 5}
    data = {"custom_id": code, "component_type": _PEOPLE, "values": [*map(_id, people)]}
    data["resolved"] = _resolved(people)
    return _COMPONENT, data, {"message": _board(chance, menu)}


def _board(chance: Chance, component: Json) -> Json:
    kept = [] if chance.one_in(6) else [component]
    return _message(kept, private=chance.one_in(4))


_KINDS: Final = (
    *(_pressed, _pressed, _pressed, _typed, _typed, _typed, _selected, _invited),
    *(_completed, _from_menu),
)

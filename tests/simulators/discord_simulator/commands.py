"""Commands as a user's client offers them and fills them in."""

from collections.abc import Mapping, Sequence

from discord_simulator.members import Json, Permission, User
from discord_simulator.places import Channel

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, NUMBER = 1, 2, 3, 4, 5, 6, 10
BY_GUILD, BY_USER = 0, 1
"""Who installs an app."""
TYPES: dict[int, type | tuple[type, ...]] = {
    STRING: str,
    INTEGER: int,
    BOOLEAN: bool,
    USER: User,
    NUMBER: (int, float),
}


class Impossible(AssertionError):  # noqa: N818 - it is a sentence when raised
    """An action that Discord's client doesn't let a user do."""


def offered(
    commands: Mapping[int | None, Sequence[Json]],
    person: User,
    place: Channel,
    name: str,
    kind: int,
) -> Json:
    """Return the command with this name and kind, if the user's client offers it here."""
    guild = place.guild
    known = [*commands.get(guild.id if guild else None, []), *commands.get(None, [])]
    for command in known:
        if (command["name"], command["type"]) == (name, kind):
            _check_installation(command, person, place)
            _check_audience(command, person, place)
            return command
    raise Impossible(f"no command {name!r} here; there are {[one['name'] for one in known]}")


def _check_installation(command: Json, person: User, place: Channel) -> None:
    """Check that the app is installed here, or by this user, in a way that offers the command."""
    guild, offered = place.guild, command.get("integration_types") or [BY_GUILD]
    here = place.recipient is not None or (place.has_bot and BY_GUILD in offered)
    if not here and not (person.has_app and BY_USER in offered):
        where = place.name if guild is None else guild.name
        raise Impossible(f"{person.name} has no {command['name']} in {where}")


def context_of(place: Channel) -> int:
    """Return the context of what happens in a place: a guild, the bot's DM, or another DM."""
    if place.guild is not None:
        return 0
    return 1 if place.recipient is not None else 2


def _check_audience(command: Json, person: User, place: Channel) -> None:
    guild, anywhere = place.guild, [0, 1] if command.get("dm_permission", True) else [0]
    if context_of(place) not in (command.get("contexts") or anywhere):
        raise Impossible(f"{command['name']} is not offered here")
    asked = command.get("default_member_permissions")
    if guild and asked is not None:
        wanted, has = Permission(int(asked)), guild.may(person)
        if Permission.ADMINISTRATOR not in has and (not wanted or wanted & ~has):
            raise Impossible(f"{command['name']} is not offered to {person.name}")


def head(command: Json) -> Json:
    """Return the fields of an interaction that name its command."""
    names = ("id", "name", "type", "guild_id")
    return {name: command[name] for name in names if name in command}


def fill(
    command: Json, words: Sequence[str], options: Mapping[str, object], typing: str | None = None
) -> list[Json]:
    """Return options as Discord sends them. `words` name a subcommand; `typing` is unfinished."""
    path = [command]
    for word in words:
        found = [one for one in path[-1].get("options", []) if one["name"] == word]
        if not found or found[0]["type"] not in (SUBCOMMAND, GROUP):
            raise Impossible(f"{command['name']} has no {word!r}")
        path.append(found[0])
    known = {one["name"]: one for one in path[-1].get("options") or []}
    if any(one["type"] in (SUBCOMMAND, GROUP) for one in known.values()):
        raise Impossible(f"{path[-1]['name']} needs one of {list(known)}")
    if unknown := options.keys() - known.keys():
        raise Impossible(f"{path[-1]['name']} has no option {unknown}, only {list(known)}")
    missing = {one for one, what in known.items() if what.get("required")} - options.keys()
    if missing and typing is None:
        raise Impossible(f"{path[-1]['name']} needs {missing}")
    filled = [_filled(known[one], value, typing=one == typing) for one, value in options.items()]
    for step in reversed(path[1:]):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    return filled


def _filled(option: Json, value: object, *, typing: bool) -> Json:
    """Return an option's value as Discord sends it, if its client would accept it."""
    name, kind = option["name"], option["type"]
    found: Json = {"name": name, "type": kind}
    if typing:
        if not option.get("autocomplete"):
            raise Impossible(f"{name} has no autocompletion")
        return found | {"value": value, "focused": True}
    if not isinstance(value, TYPES[kind]) or isinstance(value, bool) != (kind == BOOLEAN):
        raise Impossible(f"{name} doesn't accept {value!r}")
    choices = [one["value"] for one in option.get("choices") or []]
    if choices and value not in choices:
        raise Impossible(f"{name}: {value!r} isn't one of {choices}")
    if isinstance(value, int | float) and not (
        option.get("min_value", value) <= value <= option.get("max_value", value)
    ):
        raise Impossible(f"{name}: {value} is out of bounds")
    return found | {"value": str(value.id) if isinstance(value, User) else value}

"""What lies where in Redis or Valkey.

All keys of a table carry the same tag, so that they lie in one slot and one script changes them
together. Indexes lie in slots of their own.
"""

import zlib

from bot.table.people import Place, Platform, User
from bot.table.table import TableId

DAY = 86_400
YEAR = 365 * DAY
"""How long a table that is over is kept, with its record, and everything else after its last use.

An open table is kept for ever: it ends only by a step of its own, which tells its people.
"""

_TAGS = 64
_ALL_TAGS = tuple(f"{{{number}}}" for number in range(_TAGS))


ANY_TABLE = "g:*"
"""What the keys of all tables look like."""


def table(id_: TableId) -> str:
    """A hash: `v` revision, `s` state, `o` last operations, `shown:<place>`."""
    return f"g:{_tag(id_)}:{id_}"


def record(id_: TableId) -> str:
    """A list: the record, an item a step."""
    return f"m:{_tag(id_)}:{id_}"


def dirty(id_: TableId, platform: Platform) -> str:
    """A sorted set: boards to be shown on a platform, by the time since when they are."""
    return _dirty(_tag(id_), platform)


def all_dirty(platform: Platform) -> list[str]:
    """These sets of every table."""
    return [_dirty(tag, platform) for tag in _ALL_TAGS]


def board(id_: TableId, place: Place) -> str:
    """No key, but a member of these sets."""
    return f"{id_}|{place}"


def due(id_: TableId) -> str:
    """A sorted set: what falls due at tables, by its time."""
    return _due(_tag(id_))


def all_due() -> list[str]:
    """These sets of every table."""
    return [_due(tag) for tag in _ALL_TAGS]


def falling(id_: TableId, what: str) -> str:
    """No key, but a member of these sets."""
    return f"{id_}|{what}"


def aside(key: str) -> str:
    """Where what cannot be read in one of these sets is kept for a while."""
    return f"aside:{key}"


def lease(id_: TableId, place: Place) -> str:
    """The token of whoever shows a board at present."""
    return f"lease:{_tag(id_)}:{board(id_, place)}"


def of_user(user: User) -> str:
    """A sorted set: the open tables of a person, by the time when they were entered."""
    return f"u:{user}"


def in_place(place: Place) -> str:
    """A sorted set: the open tables of a channel, likewise."""
    return f"c:{place}"


def preferences(user: User) -> str:
    """A hash of what is known of a person.

    `block-all` and `block:<user>` refuse challenges, `played` says that they have begun a game.
    """
    return f"person:{user}"


def quota(name: str) -> str:
    """A sorted set: what is counted under a name, by the time when it is counted no longer."""
    return f"quota:{name}"


def settings(place: Place) -> str:
    """What is set for a channel."""
    return f"settings:{place.platform}:{place.channel}"


def code(watch: str) -> str:
    """The table that a watch code leads to."""
    return f"code:{watch}"


def _tag(id_: TableId) -> str:
    """The same in every process, as Python's own hash would not be."""
    return f"{{{zlib.crc32(id_.encode()) % _TAGS}}}"


def _dirty(tag: str, platform: Platform) -> str:
    return f"dirty:{tag}:{platform}"


def _due(tag: str) -> str:
    return f"due:{tag}"

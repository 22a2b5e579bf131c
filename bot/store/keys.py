"""The keys used in Redis or Valkey.

All keys of a table carry the same hash tag, so that they share a slot and one script can change
them together. Indexes have slots of their own.
"""

import zlib

from bot.table.forgetting import everyone_in
from bot.table.ids import TableId, fingerprint
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation
from bot.table.table import Status, Table

YEAR = 365 * DAY
"""How long a finished table and its record are kept, and everything else after its last use.

An open table never expires: it ends by a step, which its players are shown.
"""

UNPLAYED = 4 * DAY
"""How long a table that was never played is kept, and its watch code.

It is deleted a day earlier (`bot.table.upkeep`), unless no process runs then.
"""

_TAGS = 64
ALL_TAGS = tuple(f"{{{number}}}" for number in range(_TAGS))
"""The hash tags of all tables; keys with the same one are in the same slot of a cluster."""


ANY_TABLE = "g:*"
"""The pattern that matches every table's key."""


ANY_PREFERENCES = "person:*"
"""The pattern that matches everyone's preferences."""


def table(id_: TableId) -> str:
    """Return the key of a hash: `v` revision, `s` state, `o` last operations, `shown:<place>`."""
    return f"g:{_tag(id_)}:{id_}"


def remembered(id_: TableId, operation: Operation) -> str:
    """Return how a table remembers an operation; this isn't a key.

    The ids of operations tell who pressed: on Telegram, even the number of a press does.
    """
    return fingerprint(f"{id_}|{operation}")


def record(id_: TableId) -> str:
    """Return the key of a list: the record, with one item per step."""
    return f"m:{_tag(id_)}:{id_}"


def kept(table: Table) -> int:
    """Return for how many seconds a table is kept; 0 for an open one, which never expires."""
    if table.status is not Status.OVER:
        return 0
    return UNPLAYED if table.was_never_played else YEAR


def dirty(id_: TableId, platform: Platform) -> str:
    """Return the key of a sorted set: boards overdue on a platform, by the time they became so."""
    return _dirty(_tag(id_), platform)


def all_dirty(platform: Platform) -> list[str]:
    """Return the keys of these sets for all tables."""
    return [_dirty(tag, platform) for tag in ALL_TAGS]


def board(id_: TableId, place: Place) -> str:
    """Return the member of these sets for a board; this isn't a key."""
    return f"{id_}|{place}"


def due(id_: TableId) -> str:
    """Return the key of a sorted set: the dues of tables, by time."""
    return _due(_tag(id_))


def all_due() -> list[str]:
    """Return the keys of these sets for all tables."""
    return [_due(tag) for tag in ALL_TAGS]


def falling(id_: TableId, what: str) -> str:
    """Return the member of these sets for a due; this isn't a key."""
    return f"{id_}|{what}"


def aside(key: str) -> str:
    """Return the key where unreadable members of one of these sets are kept for a while."""
    return f"aside:{key}"


def shown_in(place: Place) -> str:
    """Return the field of a table for what a place shows of it; this isn't a key."""
    return f"shown:{place}"


def lease(id_: TableId, place: Place) -> str:
    """Return the key of a board's lease: the token of the process that is showing it."""
    return f"lease:{_tag(id_)}:{board(id_, place)}"


def of_user(user: User) -> str:
    """Return the key of a sorted set: a person's open tables, by the time they were added."""
    return f"u:{user}"


def past_of(user: User) -> str:
    """Return the key of a sorted set: a person's former tables, by when they were last changed."""
    return f"past:{user}"


def past_indexes(table: Table) -> list[str]:
    """Return these keys for everyone who has left a table, or for all if it is over."""
    named = {each.user for each in everyone_in(table) if not each.user.is_deleted}
    gone = named if table.status is Status.OVER else named - table.people
    return sorted(map(past_of, gone))


def in_place(place: Place) -> str:
    """Return the key of a sorted set: a place's open tables, likewise."""
    return f"c:{place}"


def played_in(place: Place) -> str:
    """Return the key of a sorted set: the games played in a place lately, by when they ended."""
    return f"e:{place}"


def indexes(table: Table) -> list[str]:
    """Return the keys of the sets that list an open table: those of its people and its places."""
    return [*map(of_user, table.people), *map(in_place, dict.fromkeys(table.shown_in))]


def preferences(user: User) -> str:
    """Return the key of a hash: a person's preferences.

    `block-all` and `block:<user>` block challenges; `played` means that they have begun a game. The
    fields in `READERS` have their own names, and are empty or missing at their defaults.
    """
    return f"person:{user}"


def subscriptions(user: User) -> str:
    """Return the key of a hash: the browsers in which a person is notified, by fingerprint."""
    return f"push:{user}"


def quota(name: str) -> str:
    """Return the key of a sorted set: the items counted under a name, by when they expire."""
    return f"quota:{_anonymous(name)}"


def gate(name: str) -> str:
    """Return the key of a gate."""
    return f"gate:{_anonymous(name)}"


def lock(name: str) -> str:
    """Return the key of a lock."""
    return f"hold:{{{_anonymous(name)}}}"


def settings(place: Place) -> str:
    """Return the key of a channel's settings."""
    return f"settings:{place.platform}:{place.channel}"


def code(watch: str) -> str:
    """Return the key of the table id that belongs to a watch code."""
    return f"code:{watch}"


def _anonymous(name: str) -> str:
    """Return a name whose part after the first colon, often a person or a place, is hashed."""
    kind, colon, whose = name.partition(":")
    return f"{kind}{colon}{fingerprint(whose)}" if colon else name


def _tag(id_: TableId) -> str:
    """Return a table's hash tag, by CRC-32: Python's own hash differs between processes."""
    return f"{{{zlib.crc32(id_.encode()) % _TAGS}}}"


def _dirty(tag: str, platform: Platform) -> str:
    return f"dirty:{tag}:{platform}"


def _due(tag: str) -> str:
    return f"due:{tag}"

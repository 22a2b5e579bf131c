"""What the bot knows about a person on all tables, such as their blocks, reminders and hours."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Protocol

from typing_extensions import override

from bot.table.people import User
from bot.table.zones import read_utc, utc

_HOURS = re.compile(r"([0-9]{1,2})(?::00)?\s*[-\N{EN DASH}]\s*([0-9]{1,2})(?::00)?", re.ASCII)


class Reminders(StrEnum):
    """How many reminders of their turns a person wants."""

    ON = "on"
    LESS = "less"
    OFF = "off"


class Where(StrEnum):
    """Where a person is reminded."""

    CHANNEL = "channel"
    PRIVATE = "private"
    REFUSED = "refused"  # in the channel, because their platform refused a private message


class Forced(StrEnum):
    """What happens with turns in which a person has no choice."""

    PLAY = "play"  # they play themselves
    PRESS = "press"  # the person presses the only button


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours: from the hour `start` to the hour `end`, which may be on the next day.

    Hours are 0 to 23, in local time. Raises ValueError for others, and if both are the same.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not {self.start, self.end} <= set(range(24)) or self.start == self.end:
            raise ValueError(f"no quiet hours: {self}")

    @override
    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    @classmethod
    def read(cls, text: str) -> "Quiet":
        """Parse `22-8`, `22:00 - 8:00` or `20-24`; raises ValueError for anything else."""
        if (hours := _HOURS.fullmatch(text)) is None:
            raise ValueError(f"no quiet hours: {text!r}")
        start, end = int(hours[1]), int(hours[2])
        return cls(start, 0 if end == 24 else end)


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation, planned or past: the person is away from `start`, and is back at `until`.

    Times are Unix seconds. Raises ValueError unless `start` is before `until`.
    """

    start: int
    until: int

    def __post_init__(self) -> None:
        if self.start >= self.until:
            raise ValueError(f"no vacation: {self}")

    @override
    def __str__(self) -> str:
        return f"{utc(self.start)}/{utc(self.until)}"

    @classmethod
    def read(cls, text: str) -> "Vacation":
        """Parse what `str` wrote; raises ValueError for anything else."""
        start, until = map(read_utc, text.split("/"))
        return cls(start, until)

    def covers(self, at: float) -> bool:
        """Return whether the person is away at `at`."""
        return self.start <= at < self.until


@dataclass(frozen=True, slots=True)
class Preferences:
    """Whose challenges a person refuses, and how and when they want to be reminded.

    They refuse the challenges of `blocked` (with their names), or everyone's if `blocks_all`. A
    blocked person whose data has been deleted is there under their pseudonym, without a name.
    `played`: they have started a game before. `zone` is the time zone of `quiet`: an IANA name or
    an offset such as `+05:30`, empty if unknown, which means UTC. `vacation` is their current or
    last one. `speaks` is the language that they have chosen, empty for that of their app, of which
    `language` is the tag, as last seen when they took a seat or set something.

    Fields that people set have the metadata `read`, which parses what `str` writes of a value other
    than None, and raises ValueError for anything else. So they are stored, and shown to the person.
    """

    blocked: Mapping[User, str] = field(default_factory=dict)
    blocks_all: bool = False
    played: bool = False
    reminders: Reminders = field(default=Reminders.ON, metadata={"read": Reminders})
    where: Where = field(default=Where.CHANNEL, metadata={"read": Where})
    quiet: Quiet | None = field(default=None, metadata={"read": Quiet.read})
    zone: str = field(default="", metadata={"read": str})
    vacation: Vacation | None = field(default=None, metadata={"read": Vacation.read})
    language: str = field(default="", metadata={"read": str})
    forced: Forced = field(default=Forced.PLAY, metadata={"read": Forced})
    speaks: str = field(default="", metadata={"read": str})

    def refuses(self, *users: User) -> bool:
        """Return whether this person refuses challenges from someone who is any of `users`."""
        return self.blocks_all or self.blocks(*users)

    def blocks(self, *users: User) -> bool:
        """Return whether this person has blocked someone who is any of `users`."""
        return any(user in self.blocked or user.pseudonym in self.blocked for user in users)

    def changes(self, old: "Preferences") -> Mapping[str, Any]:
        """Return the values of `READERS` that differ from the old ones, by field."""
        return {name: new for name in READERS if (new := getattr(self, name)) != getattr(old, name)}


READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    each.name: each.metadata["read"] for each in fields(Preferences) if each.metadata
}
"""The fields that people set, each with what reads its value."""

NOTHING_SET: Final = Preferences()


class PreferenceStore(Protocol):
    """Storage of preferences, which expire a year after their last use.

    Methods may raise StoreDown. Writes are idempotent.
    """

    async def preferences(self, user: User) -> Preferences:
        """Return a person's preferences. Values that cannot be read are left at their defaults."""
        ...

    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        """Block challenges to `user` from `whom`, called `name`, or from everyone if None."""
        ...

    async def unblock(self, user: User, whom: User | None) -> None:
        """Remove that block; does nothing if there is none."""
        ...

    async def note_played(self, user: User) -> None:
        """Record that `user` has started a game."""
        ...

    async def prefer(self, user: User, new: Preferences, old: Preferences = NOTHING_SET) -> None:
        """Store all at once what `new` changes of `old`; leave the rest as it is."""
        ...

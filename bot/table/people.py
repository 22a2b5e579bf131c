"""People and places, as the platforms identify them."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from typing_extensions import override

from bot.table.ids import fingerprint

_DELETED = "~"


class Platform(StrEnum):
    """The chat platforms."""

    DISCORD = "discord"
    TELEGRAM = "telegram"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class User:
    """A person's account on one platform; written `web:u7f3`.

    If only the person's handle is known, the id is `@` and the handle in lower case. A person whose
    data has been deleted from a table is `~` and a number there, which tells them from others.
    Where they must still be recognized, they have a pseudonym.
    """

    platform: Platform
    id: str

    @override
    def __str__(self) -> str:
        return f"{self.platform}:{self.id}"

    @classmethod
    def read(cls, text: str) -> "User":
        """Parse what `str` wrote; raises ValueError for anything else."""
        platform, _, id_ = text.partition(":")
        return cls(Platform(platform), id_)

    @classmethod
    def deleted(cls, platform: Platform, number: int) -> "User":
        """Return who stands for a person whose data has been deleted from a table."""
        return cls(platform, f"{_DELETED}{number}")

    @property
    def pseudonym(self) -> "User":
        """Who stands for this person where others are protected from them: `~` and a hash."""
        return User(self.platform, f"{_DELETED}{fingerprint(str(self))}")

    @property
    def is_deleted(self) -> bool:
        """Whether this stands for a person whose data has been deleted."""
        return self.id.startswith(_DELETED)


class Presence(Enum):
    """Whether a person can still take part in a place's games."""

    PRESENT = auto()
    GONE = auto()  # left the place, or deleted their account
    UNKNOWN = auto()  # the platform does not tell


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who typed or pressed, with their current name and language.

    `language` is a tag such as `es-MX`, empty if the platform does not provide one. `manages`: they
    moderate the place where they typed, so they may change its settings and close its tables.
    `handle` is their unique name on the platform, without `@`; empty if they have none. `linked`
    are their other accounts (`bot.table.accounts`).
    """

    user: User
    name: str
    language: str = ""
    manages: bool = False
    handle: str = ""
    linked: tuple[User, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, or a thread in it, where tables are shown; written `web:maize:`.

    The channel `@` and a user's id stands for that user's private chat with the bot, where only
    reminders are shown.
    """

    platform: Platform
    channel: str
    thread: str = ""

    @classmethod
    def private(cls, user: User) -> "Place":
        """Return the place for reminders to `user` alone."""
        return cls(user.platform, f"@{user.id}")

    @property
    def reader(self) -> User | None:
        """The only person who reads this place, if it is a place for reminders."""
        if not self.channel.startswith("@"):
            return None
        return User(self.platform, self.channel.removeprefix("@"))

    @classmethod
    def named_after(cls, user: User) -> "tuple[Place, ...]":
        """Return the places whose channel tells the user's id.

        On Telegram, a private chat with the bot has the id of its user.
        """
        own = cls(user.platform, user.id)
        return (
            (cls.private(user), own) if user.platform is Platform.TELEGRAM else (cls.private(user),)
        )

    @classmethod
    def deleted(cls, platform: Platform) -> "Place":
        """Return what stands for the private chat of a person whose data has been deleted."""
        return cls(platform, _DELETED)

    @override
    def __str__(self) -> str:
        return f"{self.platform}:{self.channel}:{self.thread}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """Parse what `str` wrote; raises ValueError for anything else."""
        platform, channel, thread = text.split(":")
        return cls(Platform(platform), channel, thread)

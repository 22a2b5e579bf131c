"""Who acts, and where."""

from dataclasses import dataclass
from enum import StrEnum


class Platform(StrEnum):
    """The chats that Puluc can be played in."""

    DISCORD = "discord"
    TELEGRAM = "telegram"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class User:
    """A person as one platform knows them; written `web:u7f3`.

    Of somebody who is known by their handle only, the id is that after `@`, in small letters.
    """

    platform: Platform
    id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.id}"

    @classmethod
    def read(cls, text: str) -> "User":
        """Read what `str` wrote; ValueError for anything else."""
        platform, _, id_ = text.partition(":")
        return cls(Platform(platform), id_)


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever typed or pressed: the person, the name they go by now, their language.

    `language` is a tag such as `es-MX`, empty where the platform does not tell.
    `manages`: they may change the settings of the place where they typed, and close tables there.
    `handle` is the name that is theirs alone on the platform, without `@`, where they have one.
    """

    user: User
    name: str
    language: str = ""
    manages: bool = False
    handle: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel (and perhaps a thread in it) where tables are shown; written `web:maize:`."""

    platform: Platform
    channel: str
    thread: str = ""

    def __str__(self) -> str:
        return f"{self.platform}:{self.channel}:{self.thread}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """Read what `str` wrote; ValueError for anything else."""
        platform, channel, thread = text.split(":")
        return cls(Platform(platform), channel, thread)

"""The families of keys: what backups do with each, and what it tells about people.

Every key that the bot writes is listed here by how it begins; of several entries that fit, the
longest counts. Keys that aren't listed belong to a newer release or to another program: backups
leave them out, and restoring leaves them alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final


class Fate(Enum):
    """What backups do with the keys of a family."""

    KEPT = auto()  # saved; restoring replaces what the store has
    ADDED = auto()  # saved; restoring adds what the store lacks
    TOGETHER = auto()  # saved with the key that it must fit; restoring replaces it with that key
    LEFT = auto()  # not saved; restoring leaves alone what the store has


@dataclass(frozen=True, slots=True)
class Family:
    """What backups do with a family, and `why`.

    `about` says what its keys tell about people; it is empty if they tell nothing. `open_only`: its
    keys concern open tables only, so they are left out with these. `at_start`: the bot writes them
    at its first start, so a store that has no others counts as empty.
    """

    fate: Fate
    why: str
    about: str = ""
    open_only: bool = False
    at_start: bool = False


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        "g:": Family(
            Fate.KEPT, "the games", about="seats, hosts and former players, with ids and names"
        ),
        "m:": Family(Fate.TOGETHER, "a record must fit its game"),
        "due:": Family(Fate.TOGETHER, "what is scheduled for a game must fit its state"),
        "dirty:": Family(
            Fate.TOGETHER,
            "which boards of a game are overdue must fit its state",
            about="private chats among the places of overdue boards",
        ),
        "code:": Family(Fate.KEPT, "the addresses of game pages"),
        "u:": Family(
            Fate.KEPT, "a person's open games", about="the open tables of a person", open_only=True
        ),
        "past:": Family(
            Fate.KEPT,
            "a person's former games, which must be found to be forgotten",
            about="the tables that a person has left, or that are over",
        ),
        "c:": Family(
            Fate.KEPT,
            "a place's open games",
            about="the open tables of a place, which may be a private chat",
            open_only=True,
        ),
        "e:": Family(
            Fate.KEPT,
            "a place's last games",
            about="the games played in a place, which may be a private chat",
        ),
        "person:": Family(
            Fate.KEPT,
            "what people have set for themselves",
            about="preferences, linked accounts, and the ids and names of blocked people, or a "
            "fingerprint of those who have been forgotten",
        ),
        "push:": Family(
            Fate.KEPT,
            "the browsers in which people have asked to be notified",
            about="the addresses of a person's browsers at push services, and their keys",
        ),
        "settings:": Family(
            Fate.KEPT,
            "what moderators have set for their channels",
            about="the settings of a channel, which may be a private chat",
        ),
        "chat:": Family(
            Fate.KEPT,
            "the channels of the web chat; the parts of one fit together",
            about="the ids and names of people in a channel of the web chat, and its posts",
        ),
        "secret:": Family(
            Fate.KEPT, "sign cookies, and derive the ids of tables from commands", at_start=True
        ),
        "note:": Family(
            Fate.LEFT,
            "which commands the platforms list, and when the store was saved last, whatever it had",
        ),
        "quota:": Family(
            Fate.KEPT,
            "what people may not exceed, such as aborted games",
            about="aborted and unplayed games, and called people, by fingerprint of a person",
        ),
        "quota:offers:": Family(
            Fate.KEPT,
            "a person's open challenges",
            about="challenges, counted by fingerprint of a person",
            open_only=True,
        ),
        "gate:": Family(
            Fate.ADDED,
            "what has been done once and must not be repeated, such as a reply",
            about="fingerprints of answered requests, and of chats that have been greeted",
        ),
        "aside:": Family(
            Fate.KEPT,
            "unreadable data that the operator may want to inspect",
            about="whatever the unreadable data tells",
        ),
        "count:": Family(Fate.LEFT, "what running processes did within the last hour"),
        "hold:": Family(
            Fate.LEFT,
            "locks of running processes",
            about="some are named after a place's fingerprint, and held by the id of a request",
        ),
        "report:": Family(
            Fate.LEFT,
            "what running processes and open pages say of themselves",
            about="fingerprints of people who have looked at a game within the last minute",
        ),
        "lease:": Family(
            Fate.LEFT,
            "boards that processes are showing",
            about="private chats among the places of these boards",
        ),
        "guard:": Family(Fate.LEFT, "a trial value"),
        "doctor:": Family(Fate.LEFT, "a trial value of the doctor"),
        "puluc:layout": Family(Fate.LEFT, "tells how the keys are laid out"),
        "restoring": Family(Fate.LEFT, "marks a store into which a backup is being restored"),
        "told:": Family(Fate.LEFT, "channels, on which processes tell each other what has changed"),
        "trial": Family(Fate.LEFT, "a trial value of the bundled server"),
    }
)

_BY_LENGTH: Final = tuple(
    (prefix.encode(), FAMILIES[prefix]) for prefix in sorted(FAMILIES, key=len, reverse=True)
)


def family(key: bytes) -> Family | None:
    """Return the family of a key; None if this release doesn't know it."""
    return next((found for prefix, found in _BY_LENGTH if key.startswith(prefix)), None)

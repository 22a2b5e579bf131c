"""Places besides its home that show a table, as values."""

from dataclasses import dataclass

from bot.table.people import Place, User


@dataclass(frozen=True, slots=True)
class Copy:
    """A further place that shows the table, as `user`, who plays there, has asked or allowed.

    `asked_by` is the fingerprint of the account that has asked for it, empty if that is the
    player's: the table's indexes of people don't have who watches. `language` is theirs, as a tag,
    for a place that has none of its own.
    """

    place: Place
    user: User
    language: str = ""
    asked_by: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """Who has taken a seat in a place that shows a copy, and may see the table only there.

    `unnamed`: nobody is shown their name at the table.
    """

    user: User
    place: Place
    unnamed: bool = False

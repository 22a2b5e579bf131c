"""What people can want, whatever they typed or pressed to say so."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.table.people import Actor
from bot.table.table import TableId

USUAL = "puluc"
"""The ruleset of whoever names none."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is to be played: the ruleset, and what is chosen in place of its defaults.

    Choices go by the names that the game's header has for them: `("road", "9")`.
    """

    ruleset: str = USUAL
    chosen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Challenge:
    """Post a challenge, to `opponent` or (None) to whoever accepts first."""

    opponent: Actor | None = None
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class ChooseOpponent:
    """Ask whom to challenge."""

    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Practice:
    """Post a game against the computer, to be started by whoever asked for it."""

    level: str = "medium"
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the free seat of an offered table; for a practice table: start it.

    `word` goes into the casts. `revision` is that of the challenge as it was shown, None where
    nobody can say.

    Here and below: without a table, the only one of this place that it can mean.
    """

    table: TableId | None = None
    word: str = ""
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class GiveWord:
    """Give a word for the casts beside one's own posted table, or another instead, until it begins.

    Without a table, the only one of this place, or else anywhere.
    """

    word: str
    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Refuse a challenge that is addressed to oneself."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Refuse challenges of `whom` from now on, or (`everyone`) of all; with neither, list them."""

    whom: Actor | None = None
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Unblock:
    """Take challenges of `whom`, or (`everyone`) of all but those who are blocked by name."""

    whom: Actor | None = None
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class BlockHost:
    """Refuse a challenge that is addressed to oneself, and all further ones of its host."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Cancel:
    """Take one's own challenge back."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Play `move` (the game's notation) on the board that was shown at `revision`.

    `mark` is that of the step that the board showed (`Table.mark`), `""` on buttons of releases
    that knew none.
    """

    table: TableId
    revision: int
    move: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up. Who is not `sure` is asked."""

    table: TableId | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Abort:
    """End a game in which no move has been played yet."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show a table's board here again; a table of one's own moves here from another place."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowMenu:
    """Offer what can be done with a table besides moving."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play a game that is over once more: the same people and options, with sides swapped."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Verify:
    """Show what a game's throws came from, and check every one of them."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """Give a game's record as a file."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ListGames:
    """List the asker's tables."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Explain a ruleset, or what it is with other options.

    Without options: the rules of the asker's only table in this place, or else the usual ones.
    """

    options: Options | None = None


@dataclass(frozen=True, slots=True)
class Learn:
    """Show a step of the guided game, counted from 0; with a `move`, why it is not the one now."""

    step: int = 0
    move: str = ""


@dataclass(frozen=True, slots=True)
class TableRules:
    """Explain the rules that a table is played by."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Close:
    """End a table of this place, as its moderator."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Tell what is set for this channel."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Set one thing for this channel, as its moderator (`bot/table/settings.py`)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Help:
    """Explain the commands."""


@dataclass(frozen=True, slots=True)
class Play:
    """Say what this is, and offer the ways to begin."""


OfTable: TypeAlias = (
    Accept | Decline | Cancel | Resign | Abort | ShowBoard | Close | Verify | ShowRecord
)
"""What is done with one table, which need not be named where it can only be one."""

Intent: TypeAlias = (
    Challenge
    | Practice
    | Accept
    | GiveWord
    | Decline
    | Block
    | Unblock
    | BlockHost
    | Cancel
    | Move
    | Resign
    | Abort
    | ShowBoard
    | ListGames
    | Rules
    | Learn
    | TableRules
    | Close
    | ShowSettings
    | ChangeSettings
    | Help
    | Play
    | ShowMenu
    | Rematch
    | Verify
    | ShowRecord
    | ChooseOpponent
)

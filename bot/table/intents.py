"""Intents: what a player wants to do, independent of how they typed or pressed it."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.table.people import Actor
from bot.table.table import TableId, Wish
from bot.table.terms import DEFAULT_TERMS, Terms

DEFAULT_RULESET = "puluc"
"""The default ruleset."""


@dataclass(frozen=True, slots=True)
class Options:
    """A ruleset, the options chosen in place of its defaults, and the terms of the game.

    Options have the names and values of the game's header: `("road", "9")`.
    """

    ruleset: str = DEFAULT_RULESET
    chosen: tuple[tuple[str, str], ...] = ()
    terms: Terms = DEFAULT_TERMS

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The options and terms that differ from the defaults, as people type them."""
        return (*self.chosen, *self.terms.written)


@dataclass(frozen=True, slots=True)
class Challenge:
    """Post a challenge to `opponent`, or with None an open one that anyone can accept."""

    opponent: Actor | None = None
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class ChooseOpponent:
    """Ask which opponent to challenge."""

    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Practice:
    """Post a game against the computer, to be started by the player who asked for it."""

    level: str = "medium"
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the free seat of a challenge, or start a practice game.

    `word` goes into the throws. `revision` is the challenge's revision as displayed, None if
    unknown.

    In this and later intents, if `table` is None, the intent means the only eligible table of this
    place.
    """

    table: TableId | None = None
    word: str = ""
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class GiveWord:
    """Add a word for the throws to one's own challenge before play begins, or replace it.

    If `table` is None, this means the only eligible table of this place or, failing that, anywhere.
    """

    word: str
    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline a challenge addressed to the actor."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Block challenges from `whom` or from `everyone`. With neither, list who is blocked."""

    whom: Actor | None = None
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Unblock:
    """Unblock `whom`, or (`everyone`) accept challenges from all players not blocked by name."""

    whom: Actor | None = None
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class BlockHost:
    """Decline a challenge addressed to the actor, and block its host."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel one's own challenge."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Play `move`, in the game's notation, on the board of `revision`.

    `mark` identifies the step that the board showed (`Table.mark`). It is `""` on buttons of
    releases without marks.
    """

    table: TableId
    revision: int
    move: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign a game. Unless `sure`, the bot asks for confirmation."""

    table: TableId | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Offer the opponent something that takes both to agree, such as a draw.

    What needs no consent happens at once.
    """

    wish: Wish
    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the offer that the board of `revision` was the first to show.

    Its maker can only take it back, by declining.
    """

    table: TableId
    revision: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class Resume:
    """End the pause of a game."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the win over a player whose time is up, or who has gone."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Extend:
    """Give a day to a player whose time is up, or who has gone."""

    table: TableId


@dataclass(frozen=True, slots=True)
class KeepPlaying:
    """Say that a game without moves is to go on."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Nudge:
    """Remind the player to move."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class Abort:
    """End a game before its first move."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Repost a table's board here. A player's own table moves here from another place."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowMenu:
    """Show the actions for a table other than moves."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play a finished game again: the same players and options, with sides swapped."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Verify:
    """Show the seed and words behind a game's throws, and check every throw."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """Send a game's record as a file."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ListGames:
    """List the actor's tables."""


@dataclass(frozen=True, slots=True)
class Next:
    """Go to the next table that waits for the actor, the most urgent first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Explain a ruleset, or a variant of it with other options.

    Without options, explain the rules of the actor's only table in this place or, failing that, the
    default ruleset.
    """

    options: Options | None = None


@dataclass(frozen=True, slots=True)
class Learn:
    """Show a step of the tutorial, counted from 0. With a `move`, explain why it is wrong there."""

    step: int = 0
    move: str = ""


@dataclass(frozen=True, slots=True)
class TableRules:
    """Explain the rules of a table."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Close:
    """End a table of this place, as a moderator."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """List the settings of this channel."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change one setting of this channel, as a moderator (`bot/table/settings.py`)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowMe:
    """List the actor's preferences, or offer the choices of one of them, the `topic`."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class ChangeMe:
    """Change some of the actor's preferences: `changes` are their names and new values.

    See `bot/acts/me.py`. A button changes one of them.
    """

    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Help:
    """List the commands."""


@dataclass(frozen=True, slots=True)
class Play:
    """Introduce the game, and offer the ways to start."""


OfTable: TypeAlias = (
    Accept
    | Decline
    | Cancel
    | Resign
    | Ask
    | Resume
    | Nudge
    | Abort
    | ShowBoard
    | Close
    | Verify
    | ShowRecord
)
"""Intents about one table, which need not be named if only one is eligible."""

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
    | Next
    | Ask
    | Answer
    | Resume
    | Claim
    | Extend
    | KeepPlaying
    | Nudge
    | Rules
    | Learn
    | TableRules
    | Close
    | ShowSettings
    | ChangeSettings
    | ShowMe
    | ChangeMe
    | Help
    | Play
    | ShowMenu
    | Rematch
    | Verify
    | ShowRecord
    | ChooseOpponent
)

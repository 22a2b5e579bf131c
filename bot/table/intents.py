"""Intents: what a player wants to do, independent of how they typed or pressed it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.table import Wish
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
    """Post a challenge to `opponents`, or one that anyone can accept if there are none.

    With more than two seats, it is a lobby.
    """

    opponents: tuple[Actor, ...] = ()
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
class Demo:
    """Have computers of a level play against each other."""

    level: str = "medium"
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Accept:
    """Take a seat of a challenge, start a practice game, or be ready for a match's next game.

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
    """Add one's word for the throws to a table that one has joined, or replace it.

    That is possible until play begins. If `table` is None, this means the only eligible table of
    this place or, failing that, anywhere.
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
class Join:
    """Take a seat on a side of a lobby, or change sides.

    `revision` is the lobby's revision as displayed, None if unknown. `word` goes into the throws;
    players who change sides keep theirs.
    """

    table: TableId
    side: int
    revision: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a lobby. If the actor is its host, another player becomes the host."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Give a free seat of a lobby to a computer, by default on the side with fewer players."""

    table: TableId
    side: int | None = None
    level: str = "medium"


class Begin(StrEnum):
    """How a lobby with free seats can begin."""

    FEWER = "fewer"  # with fewer seats, if both sides are equal
    FILL = "fill"  # with computers in the free seats


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game of a lobby; without `how`, ask if there is a choice."""

    table: TableId | None = None
    how: Begin | None = None


@dataclass(frozen=True, slots=True)
class ChooseInvited:
    """Ask which people to invite to a lobby."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Invite:
    """Reserve seats of a lobby for people."""

    table: TableId
    people: tuple[Actor, ...]


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Free a seat of a lobby: ask its player to leave, or withdraw an invitation."""

    table: TableId
    seat: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make the player in a seat the host of a lobby."""

    table: TableId
    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Distribute the players of a lobby over the sides at random."""

    table: TableId


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Show what can be changed in one's own lobby, challenge or practice game.

    With a `topic`, which is the name of an option as in `Alter`, show its choices.
    """

    table: TableId
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Alter:
    """Change the options of one's own lobby, challenge or practice game, until anyone joins.

    `changes` are names and values: of the game's options and terms, `ruleset`, and `level` if one
    plays against the computer. A new ruleset keeps the number of seats, if it can, and no other
    option.
    """

    changes: tuple[tuple[str, str], ...]
    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take over a seat that a player has given up, by default the first such seat."""

    table: TableId | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LeaveMatch:
    """Leave a match. Unless `sure`, the bot asks for confirmation."""

    table: TableId | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class ShowSeries:
    """Show the actor's match here, or what was played here in the last 24 hours."""


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
    """Resign a game or, in a team, give up one's seat. Unless `sure`, the bot asks first."""

    table: TableId | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Offer the opponents something that takes both sides to agree, such as a draw.

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
    """Claim the win over a player whose time is up, or who has gone.

    In a team, a computer takes over the player's seat instead.
    """

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


class MenuTopic(StrEnum):
    """What the host of a lobby can do with any of its players."""

    DISMISS = "dismiss"
    HAND_OVER = "host"


@dataclass(frozen=True, slots=True)
class ShowMenu:
    """Show the actions for a table other than moves, or those of a lobby about a `topic`."""

    table: TableId
    topic: MenuTopic | None = None


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
class AskHint:
    """Show the best move to the player to move. Counts as a hint."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowOdds:
    """Show how probably each side wins."""

    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class ShowReview:
    """Show how well a finished game was played, and how lucky each side was."""

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
    """Show a step of a tutorial, counted from 0. With a `move`, explain why it is wrong there.

    The tutorial is that of a `ruleset`; if it is empty, the default one.
    """

    step: int = 0
    move: str = ""
    ruleset: str = ""


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
class ShowMyData:
    """Show what is stored about the actor."""


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Delete what is stored about the actor, whose id `sure_of` repeats.

    If it is empty, ask for confirmation.
    """

    sure_of: str = ""


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
    | AskHint
    | ShowOdds
    | ShowReview
    | Leave
    | Start
    | Alter
    | TakeSeat
    | LeaveMatch
)
"""Intents about one table, which need not be named if only one is eligible."""

OfLobby: TypeAlias = (
    Join
    | Leave
    | AddComputer
    | Start
    | ChooseInvited
    | Invite
    | Dismiss
    | HandOver
    | Shuffle
    | ChooseOptions
    | Alter
)
"""What can be done in a lobby."""

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
    | ShowMyData
    | ForgetMe
    | Help
    | Play
    | ShowMenu
    | Rematch
    | Verify
    | ShowRecord
    | AskHint
    | ShowOdds
    | ShowReview
    | ChooseOpponent
    | Demo
    | Join
    | Leave
    | AddComputer
    | Start
    | ChooseInvited
    | Invite
    | Dismiss
    | HandOver
    | Shuffle
    | ChooseOptions
    | Alter
    | TakeSeat
    | LeaveMatch
    | ShowSeries
)

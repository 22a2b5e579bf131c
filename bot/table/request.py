"""Who asks for something, and the replies."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.table.button import Group, Offer, Pressable
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor, Place
from bot.table.ports import Operation
from bot.table.table import Table
from engine.text import Text

NO_THREADS = Text("thread.nowhere")
"""Why a game can't have a thread of its own, on platforms that have none."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for something, and where; `operation` is the same for every delivery.

    `message` is the message whose button was pressed, as the place's outbound identifies messages.
    It is empty for typed commands, and on platforms whose outbound finds its own messages. `alone`:
    the place is a private chat with nobody else. `threadless` is why games here can't have threads
    of their own, None if they can. `seat_link` is the number of the link by which the actor
    comes to take a seat (`bot.table.invites`), `unnamed` if they keep their name back there.
    """

    operation: Operation
    actor: Actor
    place: Place
    message: str = ""
    alone: bool = False
    threadless: Text | None = NO_THREADS
    seat_link: int | None = None
    unnamed: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A short part of a longer explanation: a label and its sentences."""

    label: Text
    sentences: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class File:
    """A file to download: its name and contents."""

    name: str
    data: bytes


class Topic(StrEnum):
    """What advice is about."""

    HINT = "hint"  # the best move
    ODDS = "odds"  # who probably wins
    REVIEW = "review"  # how a finished game was played, and how lucky everyone was


@dataclass(frozen=True, slots=True)
class Advice:
    """What to tell someone about a table's game, worked out when the reply is rendered."""

    topic: Topic
    table: Table


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a ruleset's tutorial, counted from 0; with a `move`, why that is wrong there."""

    number: int
    move: str = ""
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to the actor alone. Empty if the board says it all.

    If `headed`, the first text is the heading of the others. `sections` follow the texts, each with
    its label. `ruleset` is the one explained, whose pictures can be shown too. `choices` are
    buttons for the actor alone, and `further` are others, for platforms with room for them;
    `groups` are how the choices of some shelves are shown.
    `opponent` asks the actor to choose an opponent for a game with these options. `cover` shows a
    picture of the game, and `sheet` names one of several games to choose from (`Games.sheets`).
    `file` is to be downloaded. `lesson` is the step of the tutorial to show. `invite` asks the
    actor to choose people to invite to this lobby. `completes` is what the chosen people are for.
    `board` is a table to show to the actor alone, without buttons or mentions. `advice` is to be
    worked out and added. If it `lists` tables, the choices that show their boards can be links.
    `table` is the table that was created or changed and is about to be shown in its place; it is
    not part of the message. A `personal` reply tells what concerns nobody else in the place, such
    as games elsewhere or what people have set for themselves.
    """

    texts: tuple[Text, ...] = ()
    refused: bool = False
    headed: bool = False
    sections: tuple[Section, ...] = ()
    ruleset: str | None = None
    choices: tuple[Offer, ...] = ()
    further: tuple[Offer, ...] = field(default=(), compare=False)
    groups: tuple[Group, ...] = field(default=(), compare=False)
    opponent: Options | None = None
    cover: bool = False
    sheet: str = ""
    file: File | None = None
    lesson: LessonStep | None = None
    board: Table | None = None
    advice: Advice | None = None
    invite: TableId | None = None
    completes: Pressable | None = field(default=None, compare=False)
    lists: bool = field(default=False, compare=False)
    personal: bool = field(default=False, compare=False)
    table: TableId | None = field(default=None, compare=False)


class Refusal(Exception):  # noqa: N818 - an ordinary outcome
    """A request that was refused: `text` says why, and `more` may help.

    `choices` are what the actor may have meant. `personal` is as in `Reply`.
    """

    def __init__(
        self,
        text: Text,
        *more: Text,
        choices: tuple[Offer, ...] = (),
        personal: bool = False,
    ) -> None:
        super().__init__(text.key)
        self.text = text
        self.more = more
        self.choices = choices
        self.personal = personal

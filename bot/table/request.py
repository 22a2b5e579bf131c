"""What reaches the service, and the short answer that goes back to whoever asked."""

from dataclasses import dataclass, field

from bot.table.button import Offer
from bot.table.intents import Intent, Learn, Options
from bot.table.people import Actor, Place
from bot.table.ports import Operation
from bot.table.table import Table, TableId
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Request:
    """An intent with who has it, where, and the operation it came by.

    `message` is the one whose button was pressed, as the place's outbound names messages; empty
    for what was typed, and where the outbound finds its own messages.
    """

    operation: Operation
    actor: Actor
    place: Place
    intent: Intent
    message: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A short part of a longer explanation: its label, and what it says, sentence by sentence."""

    label: Text
    sentences: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class File:
    """Something to be kept: its name, and what is in it."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker alone is told; nothing, where the board says it all.

    `ruleset` is the one that is explained, so that its pictures can be shown, too. Where it is
    `headed`, the first text is the heading of the others. `sections` stand below the texts, each
    with its label. `choices` are buttons for the asker alone. With `opponent`, somebody is to be
    chosen, who is challenged to a game like that. `cover` shows what a game looks like. `file` is
    to be taken away. `lesson` is the step of the guided game that is shown. `board` is a table to
    be shown to the asker alone: without buttons, calling nobody. `table`, of which the asker is not
    told, is the one that was opened or changed, and is about to be shown in its place.
    """

    texts: tuple[Text, ...] = ()
    refused: bool = False
    headed: bool = False
    sections: tuple[Section, ...] = ()
    ruleset: str | None = None
    choices: tuple[Offer, ...] = ()
    opponent: Options | None = None
    cover: bool = False
    file: File | None = None
    lesson: Learn | None = None
    board: Table | None = None
    table: TableId | None = field(default=None, compare=False)


class Refusal(Exception):  # noqa: N818 - an ordinary outcome
    """The asker is told why nothing was done: `text`, and perhaps more that helps.

    `choices` are what they may have meant.
    """

    def __init__(self, text: Text, *more: Text, choices: tuple[Offer, ...] = ()) -> None:
        super().__init__(text.key)
        self.text = text
        self.more = more
        self.choices = choices

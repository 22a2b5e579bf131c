"""What reaches the service, and the short answer that goes back to whoever asked."""

from dataclasses import dataclass

from bot.table.intents import Intent
from bot.table.people import Actor, Place
from bot.table.ports import Operation
from renderer.text import Text


@dataclass(frozen=True, slots=True)
class Request:
    """An intent with who has it, where, and the operation it came by."""

    operation: Operation
    actor: Actor
    place: Place
    intent: Intent


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker alone is told; nothing, where the board says it all.

    `ruleset` is the one that is explained, so that its pictures can be shown, too. Where it is
    `headed`, the first text is the heading of the others.
    """

    texts: tuple[Text, ...] = ()
    refused: bool = False
    headed: bool = False
    ruleset: str | None = None


class Refusal(Exception):  # noqa: N818 - an ordinary outcome
    """The asker is told why nothing was done: `text`, and perhaps more that helps."""

    def __init__(self, text: Text, *more: Text) -> None:
        super().__init__(text.key)
        self.text = text
        self.more = more

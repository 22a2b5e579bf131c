"""A press on offer."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.table.intents import Intent
from engine.text import Text


class Style(Enum):
    """How much a button stands out."""

    PLAIN = auto()
    CAPTURE = auto()
    GOOD = auto()
    BAD = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """What it says and what it means."""

    text: Text
    intent: Intent
    style: Style = Style.PLAIN

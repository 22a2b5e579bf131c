"""What a place shows of a table, before any platform's manners."""

from dataclasses import dataclass

from bot.games.family import Areas
from bot.table.button import Offer
from bot.table.people import User
from bot.table.settings import Look
from bot.table.table import TableId
from engine.text import Text

_UNTITLED, _USUAL = Text("page.title"), Look()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board as PNG, its description, and the same board in letters.

    The letters are for a fixed-width font, where a platform has no place for descriptions.
    `areas` tell where moves and throw are in it, for those who press the picture itself.
    """

    png: bytes
    alt: str
    letters: str = ""
    areas: Areas | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One table as one message.

    `title` names the game and its players, and `look` is how its picture was drawn.
    `lines` say what happened and what comes next; `mention` is who is to act, if anybody,
    and `called` their name; `live` is False once the table is over. `asks_word`: whoever accepts
    may give a word for the casts. `host` may give one, too, beside a challenge that is open;
    `word` is the one that they have given. `commitment` binds the throws, and stands beside
    what has not been played, as a challenge or as what became of it. `header` is that of the game.
    """

    table: TableId
    code: str
    revision: int
    lines: tuple[Text, ...]
    picture: Picture | None
    buttons: tuple[Offer, ...]
    mention: User | None
    called: str = ""
    live: bool
    asks_word: bool = False
    host: User | None = None
    word: str = ""
    title: Text = _UNTITLED
    look: Look = _USUAL
    commitment: str | None = None
    header: str = ""

    @property
    def fair_path(self) -> str:
        """Where the throws are explained; the address binds them, as it tells the commitment."""
        return f"/g/{self.code}/fair#{self.commitment}"

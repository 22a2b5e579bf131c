"""Pages: what a place shows of a table, before any platform formats it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.table.button import Button, Link, Pressable, Url
from bot.table.ids import TableId
from bot.table.people import User
from bot.table.settings import Look
from engine.text import Text
from renderer.colours import Colour

_UNTITLED, _USUAL = Text("page.title"), Look()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board as PNG, with its description, and the same board as text.

    `letters` is the board in a fixed-width font, for platforms without alt text. `accent`
    is the colour of the side to move.
    """

    png: bytes
    alt: str
    letters: str = ""
    accent: Colour | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A person whom a new message mentions, with their name in the message's language."""

    user: User
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One table as one message.

    `title` names the game and its players. `lines` say what happened and what comes next.
    `mentions` are the people who are to act; what is asked of them is a move or, if `asks`, an
    answer. Of a table that is over, they are those whom it tells that. `mover` is the person whose
    move the buttons offer. `live` is False once the table is over. `calls`: this revision reminds
    someone, so it is worth a new message, which replaces the one before it; a `silent` one is not
    worth a new message. If `called`, a message of this revision has mentioned them already. With
    `give_word`, players may give a word for the throws, when they accept or once they have a seat.
    `commitment` is the
    fair-throw hash of a table that has not been played, whether it is open or has ended, or in
    which nobody has moved against the computer. `look` is how the picture was drawn. `header` is
    that of the game, and `typed` is how people type such a game with its terms. `versus` are the
    players by side, who are the `people`, and `standing` says how the game has ended, and the
    score. `beside` is the message of the game that this one follows, if that is shown here: their
    boards can share a thread. `turn` is the line that says whose turn it is; `signs` can stand
    before it, where a platform can show them (`renderer.signs`).
    """

    table: TableId
    code: str
    revision: int
    lines: tuple[Text, ...]
    picture: Picture | None
    buttons: tuple[Button | Link | Url, ...]
    mentions: tuple[Mention, ...] = ()
    asks: bool = False
    mover: User | None = None
    calls: bool = False
    called: bool = False
    silent: bool = False
    live: bool
    give_word: Pressable | None = None
    title: Text = _UNTITLED
    look: Look = _USUAL
    commitment: str | None = None
    header: str = ""
    typed: str = ""
    versus: Text = _UNTITLED
    people: frozenset[User] = frozenset()
    standing: tuple[Text, ...] = ()
    beside: str = ""
    turn: Text | None = None
    signs: tuple[str, ...] = ()

    def mentioning(self, calls: Callable[[User], bool]) -> "Page":
        """Return the page that mentions only those of its people whom it calls."""
        return replace(self, mentions=tuple(each for each in self.mentions if calls(each.user)))

    def copied(self, *, seated: bool) -> "Page":
        """Return the page for a copy, which lacks what is done at home.

        It also lacks what players do where they have taken their seats, unless some are `seated` in
        its place.
        """
        buttons = tuple(
            each
            for each in self.buttons
            if not isinstance(each, Button)
            or not (each.act.at_home or (each.act.at_seat and not seated))
        )
        return replace(self, buttons=buttons, people=frozenset())

    def quiet(self) -> "Page":
        """Return the page that calls nobody."""
        return replace(self, mentions=(), asks=False, calls=False, silent=True)

    @property
    def fair_path(self) -> str:
        """The path of the page that explains the throws; its fragment is the fair-throw hash."""
        return f"/g/{self.code}/fair#{self.commitment}"

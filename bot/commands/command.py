"""Commands as data: what platforms declare, and how a command is typed."""

from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.games.option import Option
from bot.games.spelling import plain
from bot.table.languages import LANGUAGES
from bot.table.settings import SETTINGS
from bot.table.terms import WINS, Calling, Flag
from engine.text import Text

PREFIX: Final = "/puluc"

DEFAULT_LEVEL: Final = "medium"
"""The default level of the computer."""


class BadCommand(Exception):  # noqa: N818 - an ordinary outcome, shown to the user
    """A line that is not a valid command; `text` says what to type instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text


@dataclass(frozen=True, slots=True)
class Command:
    """A command, described by the text `command.<name>`.

    If it `takes_ruleset`, a ruleset and its options can be given, if it `takes_terms`, the terms
    (`bot/table/terms.py`), if it `takes_match`, only those of a match, if it `takes_level`, the
    computer's level, and if it `takes_lesson`, a ruleset that has a tutorial. Less common commands
    have a `group`, under which platforms with a limited number of commands list them; in typed
    commands the group is optional. A command with the name of its group is listed there as
    `member`, because a group is no command on such platforms. `brief` abbreviates its options in
    `usage`.
    """

    name: str
    options: tuple[Option, ...] = ()
    takes_ruleset: bool = False
    takes_terms: bool = False
    takes_match: bool = False
    takes_level: bool = False
    takes_lesson: bool = False
    group: str = ""
    member: str = ""
    brief: str = ""

    @property
    def listed(self) -> str:
        """The name under which its group lists it."""
        return self.member or self.name

    @property
    def path(self) -> str:
        """The name where it is listed, preceded by its group."""
        return f"{self.group} {self.listed}".strip()

    @property
    def usage(self) -> str:
        """How the command is typed.

        The game's options, which many commands share, are abbreviated.
        """
        own = [self.brief] if self.brief else [option.usage for option in self.options]
        own += [f"[{LEVEL}]"] * self.takes_level
        own += [f"[{RULESET}]"] * (self.takes_ruleset or self.takes_lesson)
        own += ["[options]"] * self.takes_ruleset
        return " ".join([PREFIX, self.name, *own])


RULESET: Final = "ruleset"
"""The name of the ruleset option."""

OPTIONS: Final = Option("options")
"""The game's options as one typed line, for platforms with forms."""

PACE: Final = Option("pace", examples=("10m", "12h", "1d", "3d", "7d", "1d+1h"), timed=True)
"""How much time players have. Platforms with forms have a field for it."""

TIME_OPTIONS: Final = (
    PACE,
    Option("flag", choices=tuple(map(str, Flag))),
    Option("vacation", choices=("yes", "no")),
    Option("expires", examples=("6h", "1d", "7d"), timed=True),
)
"""The options that set the terms of games between people."""

HINTS: Final = Option("hints", choices=("yes", "no"))
UNDO: Final = Option("undo", choices=("yes", "no"))
CALLS: Final = Option("calls", choices=tuple(map(str, Calling)))
THREAD: Final = Option("thread", choices=("yes", "no"))
MATCH: Final = Option("match", numbers=WINS, usual=(3,))
SERIES_NAME: Final = "series"
"""The name of the option for the games of a match."""

WRONG_TERM: Final = {"pace": "terms.pace", "expires": "terms.expires"}
"""The refusals of values that aren't one of a few choices."""

_CHOICES: Final = "named."
"""What the keys of the texts begin with that name choices in forms."""

OPPONENT: Final = Option("opponent", bare=True, person=True, also=("second", "third"))
WORD: Final = Option("word")
PERSON: Final = Option("person", bare=True, person=True)
EVERYONE: Final = Option(
    "everyone",
    choices=("everyone",),
    bare=True,
    aliases=(("all", "everyone"),),
    named=_CHOICES,
)
GAME: Final = Option("game", bare=True)
CODE: Final = Option("code", bare=True)
SPOKEN: Final = tuple((plain(name), code) for code, name in LANGUAGES.items())
"""The languages' codes by what they call themselves, as aliases of an option."""

SETTING: Final = Option("setting", choices=tuple(SETTINGS), bare=True, named=_CHOICES)
VALUE: Final = Option(
    "value",
    choices=tuple(dict.fromkeys(chain.from_iterable(SETTINGS.values()))),
    bare=True,
    named=_CHOICES,
)
LEVEL: Final = "level"
"""The name of the option for the computer's level."""

TUTORIAL: Final = "tutorial"
"""What the ruleset of a tutorial is told as."""


def of_game(name: str) -> Command:
    """Return a command about one game, which it need not name if only one can be meant."""
    return Command(name, (GAME,), group="game")

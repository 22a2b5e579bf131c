"""Acts: what people can do, each declared and carried out in one class.

An act is a frozen dataclass. Its fields are what it is about, `declared` is what everyone else has
to know of it, and `handle` carries it out. From that alone follow its code on buttons, its command,
its links, and how platforms treat it.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from enum import Enum, auto
from typing import Any, ClassVar, Self

from typing_extensions import override

from bot.acts import access
from bot.acts.codec import code_of
from bot.acts.codec import fits as fits_button
from bot.acts.context import Context, Fits
from bot.acts.limits import COMMANDS, Limit
from bot.acts.listing import choice_label
from bot.acts.named import ACTS, CODES
from bot.commands.command import Command
from bot.commands.commands import Typed
from bot.games.catalogue import title
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


class Audience(Enum):
    """For whom a reply is, if it is more than a notice."""

    CHAT = auto()  # everyone in the place
    ACTOR = auto()  # the actor, on the spot
    PERSONAL = auto()  # the actor alone: carried out on the spot, and answered in the private chat
    PRIVATE = auto()  # the actor alone: a button in a group leads to the private chat
    LONG = auto()  # likewise, and so does the command

    @property
    def is_private(self) -> bool:
        """Whether a button in a group leads to the private chat."""
        return self in (Audience.PRIVATE, Audience.LONG)


class Who(Enum):
    """Who may do something."""

    PLAYERS = auto()  # people who act in their own name
    ANYONE = auto()  # also those who post in the name of a group
    MODERATORS = auto()  # of the place; `<name>.manages` is the text that refuses all others


@dataclass(frozen=True, slots=True)
class Declaration:
    """What everyone else has to know of an act.

    Buttons, links and logs contain its `name`; buttons and links of acts that carry a game have a
    `short` one, to leave room for its options. `command` is how it is typed, None if it is only
    pressed. `posts` is what it posts where it is carried out. `limit` is the rate limit that it
    counts against. One that works only `inside` needs the bot to be a member of the place, and one
    that `needs_others` is pointless in a place with nobody else. A link to one that is `linked`
    shows its reply in the private chat. `topic` names the texts that lead there:
    `telegram.private.<topic>` and, for the button, `telegram.private.<topic>.button`. If its
    replies are `pages`, each replaces the one whose button was pressed. One `at_home` is done only
    where the table began: it concerns people there, who may not be where a copy shows the table.
    One `at_seat` is done only where the actor has taken their seat.
    """

    name: str
    command: Command | None
    audience: Audience
    posts: Posts
    who: Who
    _: KW_ONLY
    short: str = ""
    limit: Limit = COMMANDS
    inside: bool = False
    needs_others: bool = False
    linked: bool = False
    pages: bool = False
    at_home: bool = False
    at_seat: bool = False
    topic: str = "read"

    @property
    def code(self) -> str:
        """Its name on buttons and links."""
        return self.short or self.name

    @property
    def is_linked(self) -> bool:
        """Whether a link can carry it."""
        return self.audience.is_private or self.linked

    @property
    def allows_anonymous(self) -> bool:
        """Whether people can do it who post in the name of a group."""
        return self.audience.is_private or self.who is not Who.PLAYERS


@dataclass(frozen=True, slots=True)
class Act(ABC):
    """Something that people can do."""

    declared: ClassVar[Declaration]

    @override
    def __init_subclass__(cls) -> None:
        if "declared" in cls.__dict__:
            ACTS[cls.declared.name] = CODES[cls.declared.code] = cls

    @abstractmethod
    async def handle(self, here: Context) -> Reply:
        """Do it. Raises Refusal, and StoreDown if nothing has been changed."""

    @classmethod
    def read(cls, typed: Typed) -> "Act":
        """Return the act that was typed. Raises BadCommand.

        By default, the fields `table`, `level`, `options` and `word` get what was typed for them.
        """
        read: dict[str, Any] = {
            each.name: getattr(typed, each.name)
            for each in fields(cls)
            if each.name in ("table", "level", "options", "word")
        }
        return cls(**read)

    @classmethod
    def menu(cls, table: Table, here: Context) -> Iterable[Offer]:
        """Return its part in the menu of a table, usually a button or nothing."""
        return ()

    def with_people(self, people: Sequence[Actor]) -> Self | None:
        """Return the act with people chosen for it, None if it needs none."""
        return None

    def with_word(self, word: str) -> Self:
        """Return the act with a word for the throws, if it takes one."""
        return self

    @property
    def code(self) -> str:
        """The act as it is written on a button. Raises ValueError if no button can carry it."""
        return code_of(self)

    @property
    def about(self) -> TableId | None:
        """The table that it names, if any."""
        named: TableId | None = getattr(self, "table", None)
        return named

    @property
    def act_name(self) -> str:
        """The name by which it is declared."""
        return self.declared.name

    @property
    def posts(self) -> Posts:
        """What it posts."""
        return self.declared.posts

    @property
    def inside(self) -> bool:
        """Whether it needs the bot to be a member of the place."""
        return self.declared.inside

    @property
    def at_home(self) -> bool:
        """Whether it can be done only where the table began, and not where a copy shows it."""
        return self.declared.at_home

    @property
    def at_seat(self) -> bool:
        """Whether it can be done only where the actor has taken their seat."""
        return self.declared.at_seat


@dataclass(frozen=True, slots=True)
class TableAct(Act):
    """An act about one table, which need not be named if only one in the place `fits`.

    `none` says that no table fits.
    """

    table: TableId | None = None

    fits: ClassVar[Fits]  # read from the class, because functions in instances become methods
    none: ClassVar[Text]

    async def find(self, here: Context) -> Table:
        """Return the table. Raises Refusal if there is none, or several and none is named."""
        kind = type(self)
        if self.table is not None:
            return await here.load(self.table)
        found = await here.tables.fitting(here.request, kind.fits)
        return self.only(found, here, Text("pick.several", count=len(found)))

    def only(self, found: Sequence[Table], here: Context, several: Text) -> Table:
        """Return the only one of these tables.

        Raises Refusal if there is none, or with a line and a button for each of `several`.
        """
        if not found:
            raise Refusal(self.none)
        if len(found) == 1:
            return found[0]
        lines = [here.tables.line(table, here.actor).text for table in found]
        elsewhere = any(table.place != here.place for table in found)
        meant = [replace(self, table=table.id) for table in found]
        if not all(map(fits_button, meant)):
            raise Refusal(self.why_typed, *lines, personal=elsewhere)
        labels = [choice_label(table, here.user) for table in found]
        choices = tuple(map(Button, labels, meant))
        raise Refusal(several, *lines, choices=choices, personal=elsewhere)

    @property
    def why_typed(self) -> Text:
        """Why no button can say which table is meant."""
        return Text("pick.with-changes")


@dataclass(frozen=True, slots=True)
class TableStep(TableAct):
    """An act that changes one table.

    If it can be done `anywhere`, also in a place that doesn't show the table, a text confirms it
    there, where the board is not in sight.
    """

    anywhere: ClassVar[bool]
    begins: ClassVar[bool] = False
    """Whether play can begin with it."""

    @abstractmethod
    def decide(self, table: Table, here: Context) -> Step | Awaitable[Step]:
        """Return the step of the newest revision of the table. Raises Refusal."""

    @override
    async def handle(self, here: Context) -> Reply:
        return await self.change(self.table or (await self.find(here)).id, here)

    async def change(self, id_: TableId, here: Context) -> Reply:
        """Change the table with this id."""
        changed: Table | None = None

        async def decide(table: Table) -> Step:
            nonlocal changed
            if self.at_home:
                access.must_be_home(table, here.place)
            made = self.decide(table, here)
            step = made if isinstance(made, Step) else await made
            changed = step.table
            return step

        change = here.offers.change if self.begins else here.tables.change
        reply = await change(here.request, id_, decide, anywhere=self.anywhere)
        if changed is None or here.place in changed.shown_in or not self.anywhere:
            return reply
        return Reply((self.done(changed),))

    def done(self, table: Table) -> Text:
        """Return what confirms in another place that this has become of the table."""
        if not table.position:
            return Text("lobby.done")
        key = "table.ended" if table.status is Status.OVER else "table.changed"
        return Text(key, ruleset=title(table.header))

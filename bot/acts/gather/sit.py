"""Taking a seat with a code, wherever one is."""

from dataclasses import dataclass, replace
from typing import ClassVar

from typing_extensions import override

from bot.acts import joining
from bot.acts.act import Audience, Declaration, Who
from bot.acts.codec import confirmed
from bot.acts.coded import CodedAct
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.commands.command import CODE, Command
from bot.table.agreement import Seen, agreement
from bot.table.button import Button, Posts, Style
from bot.table.request import Refusal, Reply
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Sit(CodedAct):
    """Take a free seat of a table that is shown elsewhere, and have it shown here from now on.

    Without an `agreement`, the reply tells what is offered, and has a button with one
    (`bot.table.agreement`).
    """

    declared = Declaration(
        "sit",
        Command("sit", (CODE,), group="game"),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
        short="s",
        limit=PRESSES,
        linked=True,
    )

    none: ClassVar = Text("sit.code")
    unnamed: ClassVar = False

    agreement: str = confirmed("")

    @override
    async def handle(self, here: Context) -> Reply:
        offered = await self.find(here)
        if offered.seat_of(here.user) is not None:
            return Reply(table=offered.id)
        number = here.invites.seat(offered, self.secret)
        if number is None:
            raise Refusal(Text("seat-link.spent"))
        if not self.agreement:
            return self._asked(offered, here)
        request = replace(here.request, seat_link=number, unnamed=self.unnamed)
        by_link = replace(here, request=request)
        return await joining.accept(by_link, offered, seen=Seen(agreement=self.agreement))

    def _asked(self, offered: Table, here: Context) -> Reply:
        """Return what is offered, and by whom."""
        agreed = agreement(offered)
        choices = (
            Button(Text("button.accept"), Sit(offered.id, self.secret, agreed), Style.GOOD),
            Button(Text("button.sit-unnamed"), SitUnnamed(offered.id, self.secret, agreed)),
        )
        return Reply((here.tables.line(offered, here.actor).text,), choices=choices)


@dataclass(frozen=True, slots=True)
class SitUnnamed(Sit):
    """Do the same without telling one's name to the others, who may be strangers.

    It is an act of its own because the code of a `Sit` has no room for a field.
    """

    declared = Declaration(
        "sit-unnamed", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, short="n", limit=PRESSES
    )
    unnamed: ClassVar = True

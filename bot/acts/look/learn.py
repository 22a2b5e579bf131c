"""The tutorials."""

from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.commands.command import RULESET, Command
from bot.commands.commands import Typed
from bot.table.button import Posts
from bot.table.request import LessonStep, Refusal, Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Learn(Act):
    """Show a step of a tutorial, counted from 0. With a `move`, explain why it is wrong there.

    The tutorial is that of a `ruleset`; if it is empty, the default one.
    """

    declared = Declaration(
        "learn",
        Command("learn", takes_lesson=True),
        Audience.LONG,
        Posts.NOTHING,
        Who.PLAYERS,
        pages=True,
        topic="learn",
    )

    step: int = 0
    move: str = ""
    ruleset: str = ""

    @classmethod
    @override
    def read(cls, typed: Typed) -> "Learn":
        return cls(ruleset=typed.values.get(RULESET, ""))

    @override
    async def handle(self, here: Context) -> Reply:
        lesson = here.games.lesson(self.ruleset)
        if lesson is None:
            raise Refusal(Text("lesson.none"))
        if not lesson.has(self.step, self.move):  # a forged button
            raise Refusal(Text("press.unknown"))
        return Reply(lesson=LessonStep(self.step, self.move, self.ruleset))

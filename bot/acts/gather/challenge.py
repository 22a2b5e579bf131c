"""Challenging people to a game, or asking whom to challenge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.codec import fits, typed
from bot.acts.context import Context
from bot.acts.lengths import lengths_of, shorter
from bot.acts.named import button
from bot.acts.options import with_room
from bot.acts.paces import PACES, pace_label
from bot.acts.seating import distinct
from bot.commands.command import OPPONENT, Command
from bot.commands.commands import Typed
from bot.games.size import Size
from bot.table.button import Button, Posts
from bot.table.durations import pace_text
from bot.table.options import Options
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Challenge(Act):
    """Post a challenge to people; without any, ask which opponent to challenge.

    With more than two seats, it is a lobby.
    """

    declared = Declaration(
        "challenge",
        Command("challenge", (OPPONENT,), takes_ruleset=True, takes_terms=True),
        Audience.ACTOR,
        Posts.TABLE,
        Who.PLAYERS,
        short="c",
        needs_others=True,
        pages=True,
    )

    people: tuple[Actor, ...] = typed(())
    options: Options = Options()

    @classmethod
    @override
    def read(cls, typed: Typed) -> "Challenge":
        return cls(typed.people, typed.options)

    @override
    def with_people(self, people: Sequence[Actor]) -> Self | None:
        return None if self.people else replace(self, people=tuple(people))

    @override
    async def handle(self, here: Context) -> Reply:
        if not self.people or here.request.alone:
            return self._ask_whom(here)
        people = distinct(self.people)
        options = with_room(here.games, self.options, 1 + len(people))
        return Reply(table=await here.offers.offer(here.request, options, people))

    def _ask_whom(self, here: Context) -> Reply:
        """Ask which opponent to challenge, with buttons for other paces and maybe a shorter game.

        Those that no button can carry together with the options are left out.
        """
        options = self.options
        here.games.check(options)
        if not fits(Challenge(options=options)):
            raise Refusal(Text("challenge.long"))
        others = tuple(
            Button(pace_label(terms.pace), choosing)
            for terms in map(options.terms.at, PACES)
            if terms.pace != options.terms.pace
            and fits(choosing := Challenge(options=replace(options, terms=terms)))
        )
        proposed = shorter(here.games, options)
        if proposed is not None and fits(choosing := Challenge(options=proposed.options)):
            told: tuple[Text, ...] = (proposed.text,)
            others = (Button(Size.SHORT.text, choosing), *others)
        else:
            told = tuple(lengths_of(here.games, options))
        pace = options.terms.pace
        chosen = Text("offer.no-pace") if pace is None else Text("offer.pace", pace=pace_text(pace))
        anyone = () if here.request.alone else (button("play.open", "open", options),)
        return Reply(
            (Text("challenge.whom"), chosen, *told),
            choices=(*anyone, *others, button("challenge.game", "choose")),
            opponent=options,
            completes=Challenge(options=options),
        )

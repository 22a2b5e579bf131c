"""The pictures that go with the rules, drawn beside everything else and kept."""

from functools import partial
from typing import TypeAlias

from bot.games.catalogue import Games
from bot.show.page import Picture
from bot.texts.catalogue import catalogue
from bot.work.kept import Kept
from bot.work.workshop import Urgency, Work

KEPT = 256
"""How many pictures are remembered: those of all rulesets in a few languages."""

_Key: TypeAlias = tuple[str, int, str]


class Illustrations:
    """Has the examples of rulesets drawn."""

    def __init__(self, games: Games, work: Work) -> None:
        self._games = games
        self._work = work
        self._pictures: Kept[_Key, Picture] = Kept(KEPT)

    async def of(self, ruleset: str, language: str) -> tuple[Picture, ...]:
        """The pictures of a ruleset, in the order in which they are best learnt; may be Busy."""
        numbers = range(len(self._games.examples(ruleset)))
        return tuple([await self.picture(ruleset, number, language) for number in numbers])

    async def picture(self, ruleset: str, number: int, language: str) -> Picture:
        """One of them, counted from 0; IndexError if there is no such picture. May be Busy."""
        if number >= len(self._games.examples(ruleset)):
            raise IndexError(number)
        draw = partial(self._work, Urgency.PICTURE, illustrate, self._games, ruleset, number)
        return await self._pictures.get((ruleset, number, language), partial(draw, language))


def illustrate(games: Games, ruleset: str, number: int, language: str) -> Picture:
    """Draw an example of a ruleset, counted from 0."""
    example, say = games.examples(ruleset)[number], catalogue(games.texts).voice(language)
    return Picture(example.png(say), example.alt(say))

"""Parchís as a family of the bot."""

from collections.abc import Iterable, Mapping, Sequence

from typing_extensions import override

from bot.games.family import Family, Rules
from bot.games.option import Option
from bot.games.parchis import names, rules
from bot.games.parchis.board import ParchisBoard
from bot.games.parchis.cover import COVER
from bot.games.parchis.example import ParchisExample
from bot.games.parchis.examples import EXAMPLES
from bot.games.parchis.hints import hints
from bot.games.parchis.lesson import LESSON
from bot.games.parchis.scene import ParchisScene
from bot.table.request import Refusal
from bot.table.table import Table
from engine.header import Unplayable
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header, ruleset_with, write_header
from engine.parchis.ruleset import End
from engine.parchis.rulesets import PARCHIS_SPAIN, RULESETS
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.film import MOST
from renderer.parchis.chances import look
from renderer.parchis.film import film
from renderer.theme import Theme


def _option(name: str) -> Option:
    """Return the command option for an option of headers."""
    option = OPTIONS[name]
    return Option(name, choices=tuple(option.values), numbers=option.numbers)


class ParchisFamily(Family[ParchisGame, ParchisBoard]):
    """Parchís, in its variants."""

    rulesets = tuple(RULESETS)
    aliases: Mapping[str, str] = {"parchís": "parchis", "parchísspain": PARCHIS_SPAIN.key}
    options: Mapping[str, Option] = {name: _option(name) for name in OPTIONS}
    levels = ("easy", "medium", "hard")
    cover = COVER
    lesson = LESSON
    examples = EXAMPLES
    longest_film = MOST

    @override
    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """Unless the seats are chosen, there are two, or four for pairs."""
        seats = "4" if chosen.get("end") == End.PAIRS else "2"
        try:
            return write_header(ruleset_with(ruleset, {"seats": seats, **chosen}))
        except Unplayable as unplayable:
            key = f"parchis.unplayable.{unplayable.reason}"
            raise Refusal(Text(key, **unplayable.facts)) from unplayable

    @override
    def side(self, header: str, side: int) -> Text:
        return names.side(self.open(header), side)

    @override
    def team(self, header: str, side: int) -> Text:
        return names.team(self.open(header), side)

    @override
    def seat(self, header: str, seat: int) -> Text:
        return names.colour(self.open(header), seat)

    @override
    def open(self, header: str) -> ParchisGame:
        return ParchisGame(read_header(header))

    @override
    def offered(self, header: str) -> tuple[Text, ...]:
        return rules.played(read_header(header))

    @override
    def rules(self, header: str) -> Rules:
        return rules.rules(read_header(header))

    @override
    def hints(self, game: ParchisGame, table: Table) -> Iterable[Text]:
        return hints(game, table)

    @override
    def scene(self, game: ParchisGame, table: Table, say: Say) -> ParchisScene:
        return ParchisScene(game, table, say)

    @override
    def example(self, table: Table, move: str, caption: Text) -> ParchisExample:
        """The picture shows the board after the move."""
        return ParchisExample(caption, table.header, table.position, move)

    @override
    def film(self, boards: Sequence[ParchisBoard], say: Say) -> bytes:
        return film([board.view for board in boards], say)

    @override
    def look(self, game: ParchisGame, theme: Theme) -> Look:
        arms = (
            tuple(names.arm(game, seat) for seat in range(game.seats) if game.side(seat) == side)
            for side in range(game.sides)
        )
        return look(theme, tuple(arms))

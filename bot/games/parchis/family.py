"""Parchís as a family of the bot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from typing_extensions import override

from bot.games import length
from bot.games.family import Family, Rules, no_shape
from bot.games.option import Option
from bot.games.parchis import names, rules
from bot.games.parchis.board import ROWS, ParchisBoard
from bot.games.parchis.cover import COVER
from bot.games.parchis.example import ParchisExample
from bot.games.parchis.examples import EXAMPLES
from bot.games.parchis.hints import hints
from bot.games.parchis.lesson import LESSON
from bot.games.parchis.scene import ParchisScene
from bot.games.parchis.shelves import SHELVES
from bot.games.parchis.sizes import SIZES
from bot.games.parchis.usual import completed, usual
from bot.table.request import Refusal
from bot.table.table import SMALLEST_GAME, Table
from engine.header import Unplayable
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header, ruleset_with, write_header
from engine.parchis.rulesets import PARCHIS, PARCHIS_SPAIN
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.film import MOST
from renderer.parchis.chances import look
from renderer.parchis.film import film
from renderer.parchis.stage import ParchisArt, turned_to
from renderer.stage import Size as Dimensions
from renderer.theme import Theme


def _option(name: str) -> Option:
    """Return the command option for an option of headers."""
    option = OPTIONS[name]
    return Option(name, choices=tuple(option.values), numbers=option.numbers)


class ParchisFamily(Family[ParchisGame, ParchisBoard]):
    """Parchís, in its variants."""

    name = "parchis"
    shelves = SHELVES
    aliases: Mapping[str, str] = {
        "parchís": PARCHIS_SPAIN.key,
        "parchisspain": PARCHIS_SPAIN.key,
        "parchísspain": PARCHIS_SPAIN.key,
        "spanishparchis": PARCHIS_SPAIN.key,
        "spanishparchís": PARCHIS_SPAIN.key,
        "parchístwelve": PARCHIS.key,
        "twelvecountparchis": PARCHIS.key,
        "twelvecountparchís": PARCHIS.key,
    }
    options: Mapping[str, Option] = {name: _option(name) for name in OPTIONS}
    sizes = SIZES
    lengths = length.read(Path(__file__).with_name("lengths.toml"))
    levels = ("easy", "medium", "hard")
    brief: Mapping[str, str] = {"parchis.move.captures": "brief.captures"}
    cover = COVER
    lesson = LESSON
    examples = EXAMPLES
    longest_film = MOST

    @override
    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """Unless the seats are chosen, there are two, or four for pairs.

        A game of three or four ends with the first to finish unless its `end` is chosen.
        """
        try:
            return write_header(ruleset_with(ruleset, completed(chosen)))
        except Unplayable as unplayable:
            key = f"parchis.unplayable.{unplayable.reason}"
            raise Refusal(Text(key, **unplayable.facts)) from unplayable

    @override
    def chosen(self, header: str) -> Mapping[str, str]:
        """A default of the engine that isn't one here is told, though headers don't have it."""
        ruleset = read_header(header)
        known = replace(usual(ruleset.key, ruleset.seats), seats=SMALLEST_GAME)
        return {
            name: option.write(getattr(ruleset, option.field))
            for name, option in OPTIONS.items()
            if getattr(ruleset, option.field) != getattr(known, option.field)
        }

    @override
    def side(self, header: str, side: int) -> Text:
        return names.side(self.open(header), side)

    @override
    def colour(self, game: ParchisGame, seat: int) -> int:
        return game.arms[seat].colour

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
    def shapes(self, header: str) -> Mapping[int, Dimensions]:
        return {ROWS: self.art(header, ROWS, None).size}

    @override
    def art(self, header: str, rows: int, seat: int | None) -> ParchisArt:
        if rows != ROWS:
            raise ValueError(no_shape(rows))
        game = self.open(header)
        arms = [names.arm(game, each) for each in range(game.seats)]
        return ParchisArt(frozenset(arms), game.ruleset.pieces, turned_to(arms[seat or 0]))

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

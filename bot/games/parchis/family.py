"""Parchís as a family of the bot."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.games.exact import Values
from bot.games.family import Rules
from bot.games.lesson import Lesson
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
from engine import Choose
from engine.header import read_words
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header, ruleset_with, write_header
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.parchis.ruleset import End, Unplayable
from engine.parchis.rulesets import PARCHIS_SPAIN, RULESETS
from engine.players.judge import Judge
from engine.players.registry import Chance, judge, player
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.film import MOST
from renderer.parchis.chances import look
from renderer.parchis.film import film
from renderer.theme import Theme

_FOR_TWO: Final = ("seats", "2")
"""The number of seats unless another one is chosen."""

_FOR_PAIRS: Final = ("seats", "4")


def _option(name: str) -> Option:
    """Return the command option for an option of headers."""
    option = OPTIONS[name]
    return Option(name, choices=tuple(option.values), numbers=option.numbers)


class ParchisFamily:
    """Implements `Family`."""

    rulesets: Sequence[str] = tuple(RULESETS)
    aliases: Mapping[str, str] = {"parchís": "parchis", "parchísspain": PARCHIS_SPAIN.key}
    options: Mapping[str, Option] = {name: _option(name) for name in OPTIONS}
    series: Mapping[str, Sequence[str]] = {}
    levels: Sequence[str] = ("easy", "medium", "hard")
    texts: Path | None = None
    cover: Table = COVER
    lesson: Lesson | None = LESSON

    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """See `Family.header`. Unless the seats are chosen, there are two, or four for pairs."""
        try:
            seats = _FOR_PAIRS if chosen.get("end") == End.PAIRS else _FOR_TWO
            wanted = ruleset_with(ruleset, {**dict([seats]), **chosen})
        except Unplayable as unplayable:
            key = f"parchis.unplayable.{unplayable.reason}"
            raise Refusal(Text(key, **unplayable.facts)) from unplayable
        return write_header(wanted)

    def chosen(self, header: str) -> Mapping[str, str]:
        """See `Family.chosen`."""
        _, options = read_words(header)
        return {name: value for name, value in options.items() if (name, value) != _FOR_TWO}

    def side(self, header: str, side: int) -> Text:
        """See `Family.side`."""
        return names.side(self.open(header), side)

    def team(self, header: str, side: int) -> Text:
        """See `Family.team`."""
        return names.team(self.open(header), side)

    def seat(self, header: str, seat: int) -> Text:
        """See `Family.seat`."""
        return names.colour(self.open(header), seat)

    def open(self, header: str) -> ParchisGame:
        """See `Family.open`."""
        return ParchisGame(read_header(header))

    def offered(self, header: str) -> tuple[Text, ...]:
        """See `Family.offered`."""
        return rules.played(read_header(header))

    def rules(self, header: str) -> Rules:
        """See `Family.rules`."""
        return rules.rules(read_header(header))

    def examples(self, ruleset: str) -> Sequence[ParchisExample]:
        """See `Family.examples`."""
        return EXAMPLES.get(ruleset, ())

    def hints(self, game: ParchisGame, table: Table) -> Iterable[Text]:
        """See `Family.hints`."""
        return hints(game, table)

    def scene(self, game: ParchisGame, table: Table, say: Say) -> ParchisScene:
        """See `Family.scene`."""
        return ParchisScene(game, table, say)

    def pictured(self, game: ParchisGame, table: Table, move: str, say: Say) -> ParchisExample:
        """See `Family.pictured`; shows the board after the move."""
        label = next(each.text for each in self.scene(game, table, say).moves if each.move == move)
        return ParchisExample(table.header, table.position, move, label)

    @property
    def longest_film(self) -> int:
        """See `Family.longest_film`."""
        return MOST

    def film(self, boards: Sequence[ParchisBoard], say: Say) -> bytes:
        """See `Family.film`."""
        return film([board.view for board in boards], say)

    def choose(
        self,
        level: str,
        game: ParchisGame,
        position: Position,
        chance: Chance,
        values: Values | None,
    ) -> Move:
        """See `Family.choose`."""
        phase = game.phase(position)
        assert isinstance(phase, Choose)  # noqa: S101 - a precondition
        move: Move = player(level, game, values)(position, phase.moves, chance)
        return move

    def look(self, game: ParchisGame, theme: Theme) -> Look:
        """See `Family.look`."""
        arms = (
            tuple(names.arm(game, seat) for seat in range(game.seats) if game.side(seat) == side)
            for side in range(game.sides)
        )
        return look(theme, tuple(arms))

    def judge(self, game: ParchisGame, values: Values | None) -> Judge:
        """See `Family.judge`."""
        return judge(game, values)

"""The road games as a family of the bot."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.games.exact import Values
from bot.games.family import Rules
from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.games.road import rules
from bot.games.road.board import RoadBoard
from bot.games.road.cover import COVER
from bot.games.road.example import RoadExample
from bot.games.road.examples import EXAMPLES
from bot.games.road.hints import hints
from bot.games.road.lesson import LESSON
from bot.games.road.scene import RoadScene
from bot.table.request import Refusal
from bot.table.table import Table
from engine import Choose
from engine.header import read_words
from engine.players.judge import Judge
from engine.players.registry import Chance, judge, player
from engine.road import ruleset
from engine.road.game import RoadGame
from engine.road.header import OPTIONS, read_header, ruleset_with, write_header
from engine.road.moves import Move
from engine.road.position import Position
from engine.road.rulesets import MOPAN, RULESETS
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.film import MOST
from renderer.road.chances import look
from renderer.road.film import film
from renderer.theme import Theme

_CHAT_NAMES: Final = {"table": "throw"}
"""Options with another name in chat, where a table is a game."""

_FORMERLY: Final = {"after-capture": ("capture",), "far-end": ("end",), "table": ("table",)}

_USUAL: Final = {"road": tuple(sorted({each.road for each in RULESETS.values()})), "seats": (4, 6)}

_RULESETS: Final = {"seats": tuple(key for key, each in RULESETS.items() if each.teams)}
"""Options that only some rulesets have."""


def _option(name: str) -> Option:
    """Return the command option for an option of headers."""
    option = OPTIONS[name]
    return Option(
        _CHAT_NAMES.get(name, name),
        choices=tuple(option.values),
        numbers=option.numbers,
        usual=_USUAL.get(name, ()),
        formerly=_FORMERLY.get(name, ()),
        rulesets=_RULESETS.get(name, ()),
    )


class RoadFamily:
    """Implements `Family`."""

    rulesets: Sequence[str] = tuple(RULESETS)
    aliases: Mapping[str, str] = {"kekchipuluc": "kekchi"}
    options: Mapping[str, Option] = {name: _option(name) for name in OPTIONS}
    series: Mapping[str, Sequence[str]] = {"mopan": MOPAN}
    levels: Sequence[str] = ("easy", "medium", "hard", "perfect")
    texts: Path | None = None
    cover: Table = COVER
    lesson: Lesson | None = LESSON

    def header(self, key: str, chosen: Mapping[str, str]) -> str:
        """See `Family.header`."""
        try:
            wanted = ruleset_with(key, chosen)
        except ruleset.Unplayable as unplayable:
            facts = unplayable.facts
            if unplayable.reason is ruleset.Limit.TEAMS:
                facts = {**facts, "rulesets": ", ".join(_RULESETS["seats"])}
            raise Refusal(Text(f"unplayable.{unplayable.reason}", **facts)) from unplayable
        return write_header(wanted)

    def chosen(self, header: str) -> Mapping[str, str]:
        """See `Family.chosen`."""
        key, options = read_words(header)
        usual = read_words(write_header(RULESETS[key]))[1]
        return {name: value for name, value in options.items() if usual.get(name) != value}

    def side(self, _header: str, side: int) -> Text:
        """See `Family.side`."""
        return Text(f"side.{side}")

    def team(self, _header: str, side: int) -> Text:
        """See `Family.team`."""
        return Text(f"picture.side.{side}")

    def seat(self, header: str, seat: int) -> Text:
        """See `Family.seat`; the number is that of the warriors in pictures."""
        game = self.open(header)
        side = game.side(seat)
        number = sum(game.side(other) == side for other in range(seat + 1))
        return Text("seat.name", side=self.side(header, side), number=number)

    def open(self, header: str) -> RoadGame:
        """See `Family.open`."""
        return RoadGame(read_header(header))

    def offered(self, header: str) -> tuple[Text, ...]:
        """See `Family.offered`."""
        return rules.played(read_header(header))

    def rules(self, header: str) -> Rules:
        """See `Family.rules`."""
        return rules.rules(read_header(header))

    def examples(self, key: str) -> Sequence[RoadExample]:
        """See `Family.examples`."""
        return EXAMPLES.get(key, ())

    def hints(self, game: RoadGame, table: Table) -> Iterable[Text]:
        """See `Family.hints`."""
        return hints(game, table)

    def scene(self, game: RoadGame, table: Table, say: Say) -> RoadScene:
        """See `Family.scene`."""
        return RoadScene(game, table, say)

    def pictured(self, game: RoadGame, table: Table, move: str, say: Say) -> RoadExample:
        """See `Family.pictured`; shows the board before and after the move."""
        label = next(each.text for each in self.scene(game, table, say).moves if each.move == move)
        return RoadExample(table.header, table.position, move, label, table.lying)

    @property
    def longest_film(self) -> int:
        """See `Family.longest_film`."""
        return MOST

    def film(self, boards: Sequence[RoadBoard], say: Say) -> bytes:
        """See `Family.film`."""
        return film([board.view for board in boards], say)

    def choose(
        self,
        level: str,
        game: RoadGame,
        position: Position,
        chance: Chance,
        values: Values | None,
    ) -> Move:
        """See `Family.choose`."""
        phase = game.phase(position)
        assert isinstance(phase, Choose)  # noqa: S101 - a precondition
        move: Move = player(level, game, values)(position, phase.moves, chance)
        return move

    def look(self, _game: RoadGame, theme: Theme) -> Look:
        """See `Family.look`."""
        return look(theme)

    def judge(self, game: RoadGame, values: Values | None) -> Judge:
        """See `Family.judge`."""
        return judge(game, values)

"""The road games as a family of the bot."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from typing_extensions import override

from bot.games import length
from bot.games.family import Family, Rules
from bot.games.length import Length
from bot.games.option import Option
from bot.games.road import rules
from bot.games.road.board import RoadBoard
from bot.games.road.cover import COVER
from bot.games.road.example import RoadExample
from bot.games.road.examples import EXAMPLES
from bot.games.road.hints import hints
from bot.games.road.length import estimate
from bot.games.road.lesson import LESSON
from bot.games.road.scene import RoadScene
from bot.games.road.shelves import SHELVES
from bot.games.road.sizes import SIZES, sized
from bot.games.size import Size
from bot.table.request import Refusal
from bot.table.steps import AND
from bot.table.table import SMALLEST_GAME, Table
from engine.header import Unplayable
from engine.road.game import RoadGame
from engine.road.header import OPTIONS, read_header, ruleset_with, write_header
from engine.road.ruleset import Limit
from engine.road.rulesets import MOPAN, RULESETS
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.film import MOST
from renderer.road.chances import look
from renderer.road.film import film
from renderer.road.ground import Road
from renderer.road.plan import page_plan, shapes
from renderer.road.stage import RoadArt
from renderer.stage import Size as Dimensions
from renderer.theme import Theme

_CHAT_NAMES: Final = {"table": "throw"}
"""Options with another name in chat, where a table is a game."""

_USUAL: Final = {"road": (7, 9, 11, 13, 14, 15, 19, 20, 21), "seats": (4, 6)}
"""The numbers that are offered first; the roads are those that sources of the games name."""

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
        rulesets=_RULESETS.get(name, ()),
    )


class RoadFamily(Family[RoadGame, RoadBoard]):
    """The road games."""

    name = "road"
    shelves = SHELVES
    aliases: Mapping[str, str] = {"kekchipuluc": "kekchi", "sapperspuluc": "sapper"}
    options: Mapping[str, Option] = {name: _option(name) for name in OPTIONS}
    sizes = SIZES
    lengths = length.read(Path(__file__).with_name("lengths.toml"))
    series: Mapping[str, Sequence[str]] = {"mopan": MOPAN}
    levels = ("easy", "medium", "hard", "perfect")
    brief: Mapping[str, str] = {
        "move.capture": "brief.capture",
        "move.leave": "brief.leave",
        "move.recapture": "brief.recapture",
    }
    cover = COVER
    lesson = LESSON
    examples = EXAMPLES
    longest_film = MOST

    @override
    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        try:
            wanted = ruleset_with(ruleset, chosen)
        except Unplayable as unplayable:
            facts = unplayable.facts
            if unplayable.reason is Limit.TEAMS:
                facts = {**facts, "rulesets": ", ".join(_RULESETS["seats"])}
            raise Refusal(Text(f"unplayable.{unplayable.reason}", **facts)) from unplayable
        return write_header(wanted)

    @override
    def sized(self, ruleset: str, size: Size, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """The warriors are shared out among the seats of a side."""
        seats = OPTIONS["seats"].read(chosen["seats"]) if "seats" in chosen else SMALLEST_GAME
        return sized(ruleset, size, int(seats))

    @override
    def length(self, header: str) -> Length | None:
        """Other roads and numbers of warriors than those of sizes are estimated."""
        wanted = read_header(header)
        seats = {"seats": str(wanted.seats)} if wanted.seats > SMALLEST_GAME else {}
        of_sizes = (
            self.header(wanted.key, {**seats, **self.sized(wanted.key, size, seats)})
            for size in self.sizes[wanted.key]
        )
        measured = ((read_header(h), self.lengths[h]) for h in of_sizes if h in self.lengths)
        return self.lengths.get(header) or estimate(wanted, measured)

    @override
    def side(self, _header: str, side: int) -> Text:
        return Text(f"side.{side}")

    @override
    def team(self, _header: str, side: int) -> Text:
        return Text(f"picture.side.{side}")

    @override
    def seat(self, header: str, seat: int) -> Text:
        """Seats have the numbers that their warriors have in pictures."""
        game = self.open(header)
        side = game.side(seat)
        number = sum(game.side(other) == side for other in range(seat + 1))
        return Text("seat.name", side=self.side(header, side), number=number)

    @override
    def open(self, header: str) -> RoadGame:
        return RoadGame(read_header(header))

    @override
    def offered(self, header: str) -> tuple[Text, ...]:
        return rules.played(read_header(header))

    @override
    def rules(self, header: str) -> Rules:
        return rules.rules(read_header(header))

    @override
    def hints(self, game: RoadGame, table: Table) -> Iterable[Text]:
        return hints(game, table)

    @override
    def scene(self, game: RoadGame, table: Table, say: Say) -> RoadScene:
        return RoadScene(game, table, say)

    @override
    def example(self, table: Table, move: str, caption: Text) -> RoadExample:
        """The picture shows the board before and after the move."""
        turn = move.replace(AND, " ")
        return RoadExample(caption, table.header, table.position, turn, table.lying)

    @override
    def shapes(self, header: str) -> Mapping[int, Dimensions]:
        road = read_header(header).road
        return {rows: page_plan(road, rows).size for rows in shapes(road)}

    @override
    def art(self, header: str, rows: int, seat: int | None) -> RoadArt:
        ruleset = read_header(header)
        partners = ruleset.seats // 2
        sockets = ruleset.warriors if partners == 1 else partners
        seen_from = 1 - ruleset.side(seat or 0)
        road = Road(ruleset.road, sockets, seen_from, ruleset.fire_spaces)
        return RoadArt(road, rows, partners)

    @override
    def film(self, boards: Sequence[RoadBoard], say: Say) -> bytes:
        return film([board.view for board in boards], say)

    @override
    def look(self, _game: RoadGame, theme: Theme) -> Look:
        return look(theme)

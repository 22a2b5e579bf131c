"""Pebbles in the bot: a small family of one ruleset."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from PIL import Image, ImageDraw
from typing_extensions import override

from bot.games.exact import Values
from bot.games.family import Board, Example, Family, Playable, Rules
from bot.games.option import Option
from bot.games.scene import GameScene
from bot.games.shelf import Entry, Shelf, face
from bot.games.staged import staged
from bot.table.button import Style
from bot.table.naming import as_text, named, names_of
from bot.table.request import Refusal, Section
from bot.table.table import Ending, Table
from engine import Choose, Corrupt, Game, Over, Pass, Throw
from engine.header import key_of, read_words
from engine.players.registry import Chance
from engine.text import Name, Say, Text
from renderer.chart.look import Look
from renderer.theme import MAIZE, Theme
from tests.games.pebbles.game import PebblesGame, Position

P = TypeVar("P")
M = TypeVar("M")

_POSITION = PebblesGame(12).write_position(Position(0, (3, 5, 0), opening=None))

COLOURS = ((40, 120, 90), (170, 50, 40), (60, 80, 160))


@dataclass(frozen=True, slots=True)
class PebblesBoard(Board):
    """A row of squares with the pebbles on it."""

    squares: int
    at: tuple[int, ...]
    names: tuple[str, ...]
    say: Say

    def picture(self, theme: Theme = MAIZE) -> Image.Image:
        image = Image.new("RGB", (40 * (self.squares + 1), 120), theme.ground)
        pen = ImageDraw.Draw(image)
        for seat, square in enumerate(self.at):
            left, top = 40 * square + 5, 40 * seat + 5
            pen.ellipse((left, top, left + 30, top + 30), fill=COLOURS[seat])
        return image

    @override
    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        file = BytesIO()
        self.picture(theme).save(file, "PNG")
        return file.getvalue()

    @override
    def field(self, theme: Theme = MAIZE) -> bytes:
        return self.png(theme)

    @override
    def alt(self) -> str:
        return " ".join(
            self.say(Text("pebbles.at", name=name, square=square))
            for name, square in zip(self.names, self.at, strict=True)
        )

    @override
    def letters(self) -> str:
        return "\n".join("." * square + "o" + "." * (self.squares - square) for square in self.at)


class PebblesScene(GameScene[PebblesGame, Position, int]):
    """A view of one table of Pebbles."""

    @property
    @override
    def board(self) -> PebblesBoard:
        names = tuple(map(self._say, names_of(self._table.seats)))
        side = None if self.over else self._position.turn
        return PebblesBoard(side, self._game.squares, self._position.at, names, self._say)

    @property
    @override
    def narration(self) -> tuple[Text, ...]:
        return tuple(self._events())

    def _events(self) -> Iterator[Text]:
        """What happened, worked out by replaying the story."""
        game, table = self._game, self._table
        position = game.read_position(table.before) if table.before else game.start()
        for entry in table.story:
            phase, after = game.phase(position), position
            match phase:
                case Throw(table=throw):
                    after = game.cast(position, throw.read(entry))
                case Choose(seat):
                    after = game.play(position, game.read_move(position, entry))
                    yield Text("pebbles.moved", name=named(table, seat), square=after.at[seat])
                case Pass(seat):
                    after = game.skip(position)
                    yield Text("pebbles.back", name=named(table, seat), square=after.at[seat])
                case Over():
                    return
            position = after

    @property
    @override
    def turn(self) -> tuple[Text, ...]:
        if self.mover is None:
            return ()
        first, second = self._position.numbers
        name = named(self._table, self.mover)
        return (Text("pebbles.turn", name=name, first=first, second=second),)

    @property
    @override
    def result(self) -> Text:
        table = self._table
        winners = names_of(table.seats[seat] for seat in table.winners)
        if table.ending is Ending.AGREED:
            return Text("pebbles.agreed", names=names_of(table.taken))
        return Text("pebbles.won", name=winners or Text("name.nobody"))

    @override
    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        return (Text("pebbles.long", count=len(record)),) if record else ()

    @property
    @override
    def moves(self) -> tuple[Playable, ...]:
        if self.mover is None:
            return ()
        at = self._position.at[self.mover]
        return tuple(
            Playable(
                Text("pebbles.go", square=at + number),
                self._game.write_move(number),
                Style.CAPTURE if at + number in self._position.at else Style.PLAIN,
            )
            for number in self._moves
        )

    @override
    def _player(self, seat: int) -> Name | Text:
        return named(self._table, seat)

    @override
    def _party(self, side: int) -> Text:
        return as_text(named(self._table, side))


@dataclass(frozen=True, slots=True)
class PebblesExample(Example):
    """A pebble that is sent back."""

    @override
    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        return PebblesBoard(None, 9, (4, 0, 7), ("a", "b", "c"), say).png()

    @override
    def alt(self, say: Say) -> str:
        return PebblesBoard(None, 9, (4, 0, 7), ("a", "b", "c"), say).alt()


class PebblesFamily(Family[PebblesGame, PebblesBoard]):
    """A family with one ruleset, one option and one computer player."""

    name = "pebbles"
    shelves = (
        Shelf("pebbles", (Entry(face("pebbles squares=12", _POSITION, ("Ana", "Ben", "Cara"))),)),
    )
    options: Mapping[str, Option] = {"squares": Option("squares", numbers=range(6, 21))}
    levels = ("easy",)
    cover = staged(
        "pebbles squares=12",
        ("Ana", "Ben", "Cara"),
        position=_POSITION,
        before="",
        story=(),
    )
    texts = Path(__file__).parent / "locale"
    examples: Mapping[str, Sequence[Example]] = {
        "pebbles": (PebblesExample(Text("pebbles.example")),)
    }

    @override
    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        squares = int(chosen.get("squares", 12))
        if squares == 13:
            raise Refusal(Text("pebbles.unlucky"))
        return f"{ruleset} squares={squares}"

    @override
    def seat(self, header: str, seat: int) -> Text:
        return self.side(header, seat)

    @override
    def open(self, header: str) -> PebblesGame:
        _, words = read_words(header)
        try:
            return PebblesGame(int(words["squares"]))
        except (KeyError, ValueError) as wrong:
            raise Corrupt(f"no game of pebbles: {header!r}") from wrong

    @override
    def side(self, header: str, side: int) -> Text:
        return Text(f"pebbles.side.{side}")

    @override
    def team(self, header: str, side: int) -> Text:
        return self.side(header, side)

    @override
    def offered(self, header: str) -> tuple[Text, ...]:
        return (Text("pebbles.offered", squares=self.open(header).squares),)

    @override
    def rules(self, header: str) -> Rules:
        aim = Text("pebbles.rules", squares=self.open(header).squares)
        return Rules(
            Text(f"ruleset.{key_of(header)}.title"),
            (Section(Text("rules.section.aim"), (aim,)),),
            (),
        )

    @override
    def hints(self, game: PebblesGame, table: Table) -> Sequence[Text]:
        return ()

    @override
    def scene(self, game: PebblesGame, table: Table, say: Say) -> PebblesScene:
        return PebblesScene(game, table, say)

    @override
    def example(self, table: Table, move: str, caption: Text) -> PebblesExample:
        return PebblesExample(caption)

    @override
    def film(self, boards: Sequence[PebblesBoard], say: Say) -> bytes:
        first, *others = (board.picture() for board in boards)
        file = BytesIO()
        first.save(file, "GIF", save_all=True, append_images=others, duration=1000)
        return file.getvalue()

    @override
    def choose(
        self,
        level: str,
        game: Game[P, M],
        position: P,
        chance: Chance,
        values: Values | None,
    ) -> M:
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        return chance.choice(phase.moves)

    @override
    def look(self, game: PebblesGame, theme: Theme) -> Look:
        raise AssertionError("no judge, no charts")

    @override
    def judge(self, game: PebblesGame, values: Values | None) -> None:
        return None

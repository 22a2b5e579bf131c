"""Pebbles in the bot: an implementation of `Family`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from bot.games.exact import Values
from bot.games.family import Areas, Playable, Rules
from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.table.button import Style
from bot.table.naming import as_text, name_of, named, names_of
from bot.table.request import Refusal, Section
from bot.table.table import Ending, Status, Table
from engine import Choose, Corrupt, Over, Pass, Throw
from engine.header import key_of, read_words
from engine.players.registry import Chance
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.theme import MAIZE, Theme
from tests.games.pebbles.game import PebblesGame, Position

COLOURS = ((40, 120, 90), (170, 50, 40), (60, 80, 160))


@dataclass(frozen=True)
class PebblesBoard:
    """A row of squares with the pebbles on it."""

    squares: int
    at: tuple[int, ...]
    names: tuple[str, ...]
    say: Say
    side: int | None

    def picture(self, theme: Theme = MAIZE) -> Image.Image:
        image = Image.new("RGB", (40 * (self.squares + 1), 120), theme.ground)
        pen = ImageDraw.Draw(image)
        for seat, square in enumerate(self.at):
            left, top = 40 * square + 5, 40 * seat + 5
            pen.ellipse((left, top, left + 30, top + 30), fill=COLOURS[seat])
        return image

    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        file = BytesIO()
        self.picture(theme).save(file, "PNG")
        return file.getvalue()

    def areas(self, seen_from: int = 0) -> Areas:
        return Areas()

    def alt(self) -> str:
        return " ".join(
            self.say(Text("pebbles.at", name=name, square=square))
            for name, square in zip(self.names, self.at, strict=True)
        )

    def letters(self) -> str:
        return "\n".join("." * square + "o" + "." * (self.squares - square) for square in self.at)


class PebblesScene:
    """A view of one table of Pebbles."""

    def __init__(self, game: PebblesGame, table: Table, say: Say) -> None:
        self._game, self._table = game, table
        self._position = game.read_position(table.position)
        self._phase = game.phase(self._position)
        self.over = table.status is Status.OVER
        playing = table.status is Status.PLAYING
        choosing = isinstance(self._phase, Choose)
        self.mover = self._position.turn if playing and choosing else None
        names = tuple(say(as_text(name_of(seat))) for seat in table.seats)
        side = None if self.over else self._position.turn
        self.board = PebblesBoard(game.squares, self._position.at, names, say, side)

    @property
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
    def turn(self) -> tuple[Text, ...]:
        if self.mover is None:
            return ()
        first, second = self._position.numbers
        name = named(self._table, self.mover)
        return (Text("pebbles.turn", name=name, first=first, second=second),)

    @property
    def result(self) -> Text:
        table = self._table
        winners = names_of(table.seats[seat] for seat in table.winners)
        if table.ending is Ending.AGREED:
            return Text("pebbles.agreed", names=names_of(table.taken))
        return Text("pebbles.won", name=winners or Text("name.nobody"))

    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        return (Text("pebbles.long", count=len(record)),) if record else ()

    @property
    def moves(self) -> tuple[Playable, ...]:
        if self.mover is None or not isinstance(self._phase, Choose):
            return ()
        at = self._position.at[self.mover]
        return tuple(
            Playable(
                Text("pebbles.go", square=at + number),
                self._game.write_move(number),
                Style.CAPTURE if at + number in self._position.at else Style.PLAIN,
            )
            for number in self._phase.moves
        )


@dataclass(frozen=True)
class PebblesExample:
    """A pebble that is sent back."""

    caption: Text

    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        return PebblesBoard(9, (4, 0, 7), ("a", "b", "c"), say, None).png()

    def alt(self, say: Say) -> str:
        return PebblesBoard(9, (4, 0, 7), ("a", "b", "c"), say, None).alt()


class PebblesFamily:
    """A family with one ruleset, one option and one computer player."""

    rulesets: Sequence[str] = ("pebbles",)
    aliases: Mapping[str, str] = {}
    options: Mapping[str, Option] = {"squares": Option("squares", numbers=range(6, 21))}
    series: Mapping[str, Sequence[str]] = {}
    levels: Sequence[str] = ("easy",)
    longest_film: int | None = None
    texts: Path | None = Path(__file__).parent / "locale"
    lesson: Lesson | None = None

    @property
    def cover(self) -> Table:
        raise AssertionError("the first family shows what a game looks like")

    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        squares = int(chosen.get("squares", 12))
        if squares == 13:
            raise Refusal(Text("pebbles.unlucky"))
        return f"{ruleset} squares={squares}"

    def seat(self, header: str, seat: int) -> Text:
        return self.side(header, seat)

    def open(self, header: str) -> PebblesGame:
        _, words = read_words(header)
        try:
            return PebblesGame(int(words["squares"]))
        except (KeyError, ValueError) as wrong:
            raise Corrupt(f"no game of pebbles: {header!r}") from wrong

    def chosen(self, header: str) -> Mapping[str, str]:
        _, options = read_words(header)
        return options

    def side(self, header: str, side: int) -> Text:
        return Text(f"pebbles.side.{side}")

    def team(self, header: str, side: int) -> Text:
        return self.side(header, side)

    def offered(self, header: str) -> tuple[Text, ...]:
        return (Text("pebbles.offered", squares=self.open(header).squares),)

    def rules(self, header: str) -> Rules:
        aim = Text("pebbles.rules", squares=self.open(header).squares)
        return Rules(
            Text(f"ruleset.{key_of(header)}.title"),
            (Section(Text("rules.section.aim"), (aim,)),),
            (),
        )

    def examples(self, ruleset: str) -> Sequence[PebblesExample]:
        return (PebblesExample(Text("pebbles.example")),)

    def hints(self, game: PebblesGame, table: Table) -> Sequence[Text]:
        return ()

    def scene(self, game: PebblesGame, table: Table, say: Say) -> PebblesScene:
        return PebblesScene(game, table, say)

    def pictured(self, game: PebblesGame, table: Table, move: str, say: Say) -> PebblesExample:
        return PebblesExample(Text("pebbles.example"))

    def film(self, boards: Sequence[PebblesBoard], say: Say) -> bytes:
        first, *others = (board.picture() for board in boards)
        file = BytesIO()
        first.save(file, "GIF", save_all=True, append_images=others, duration=1000)
        return file.getvalue()

    def choose(
        self,
        level: str,
        game: PebblesGame,
        position: Position,
        chance: Chance,
        values: Values | None,
    ) -> Any:
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        return chance.choice(phase.moves)

    def look(self, game: PebblesGame, theme: Theme) -> Look:
        raise AssertionError("no judge, no charts")

    def judge(self, game: PebblesGame, values: Values | None) -> None:
        return None

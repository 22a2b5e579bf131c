"""Examples: one turn each, shown before each move and after the last one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from typing_extensions import override

from bot.games.family import Example
from bot.games.road.board import landings, thrown
from bot.games.road.deeds import trace
from engine import Choose, Over, Throw
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.position import Position
from engine.road.ruleset import Casts
from engine.text import Say, Text
from renderer.casts import Thrown
from renderer.road.describe import describe
from renderer.road.example import strip
from renderer.road.view import DRAW, Landing, RoadView, SeatView, StackView, Trace
from renderer.theme import MAIZE, Theme


class _Moment(NamedTuple):
    """One view of an example: position, throws, last moves and where the next move lands."""

    position: Position
    thrown: tuple[Thrown, ...]
    last: tuple[Trace, ...]
    landings: tuple[Landing, ...]


@dataclass(frozen=True, slots=True)
class RoadExample(Example):
    """One turn that illustrates a rule, shown in views below each other.

    `position` is the position before the throw, and `turn` has the throws and moves as in a line
    of a record (`0111 b+3`). The engine plays them, so an example cannot contradict the rules. If a
    move is due in `position`, `lying` are the throws of its turn.
    """

    header: str
    position: str
    turn: str
    lying: tuple[str, ...] = ()

    @override
    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        return strip(self.views(say), say, theme)

    @override
    def alt(self, say: Say) -> str:
        first, *others = (
            " ".join(map(say, describe(view)[1:]))  # without the turn, which the picture lacks
            for view in self.views(say)
        )
        texts = [
            Text("example.before", told=first),
            *(Text("example.then", told=other) for other in others),
        ]
        return " ".join(map(say, texts))

    def views(self, say: Say) -> tuple[RoadView, ...]:
        """Return the views: the position after the throws, then after each move.

        A view marks where the next move will land and traces the moves made so far. A turn that
        passes has only one view.
        """
        game = RoadGame(read_header(self.header))
        return tuple(_view(game, self, moment, say) for moment in _moments(game, self))


def _moments(game: RoadGame, example: RoadExample) -> Iterator[_Moment]:
    position = game.read_position(example.position)
    cast = thrown(game, example.lying, game.unpack(position))
    last: tuple[Trace, ...] = ()
    for entry in example.turn.split():
        match game.phase(position):
            case Throw(table=table):
                cast += (Thrown(table, table.read(entry)),)
                position = game.cast(position, cast[-1].objects)
            case Choose():
                move = game.read_move(position, entry)
                deed = game.deed(position, move)
                yield _Moment(position, cast, last, landings([move]))
                position = game.play(position, move)
                summed = game.ruleset.casts is Casts.SUM
                cast = tuple(_played(cast, deed.number, summed=summed))
                last = (*last, trace(deed))
    yield _Moment(position, cast, last, ())


def _played(thrown: Iterable[Thrown], number: int, *, summed: bool) -> Iterator[Thrown]:
    """Mark the throws behind `number` as played: one that came to it, or all if `summed`."""
    marked = False
    for cast in thrown:
        played = summed or (
            not (marked or cast.played) and cast.table.number(cast.objects) == number
        )
        marked |= played
        yield replace(cast, played=cast.played or played)


def _view(game: RoadGame, example: RoadExample, moment: _Moment, say: Say) -> RoadView:
    ruleset, seen, phase = game.ruleset, game.unpack(moment.position), game.phase(moment.position)
    return RoadView(
        road=ruleset.road,
        seats=tuple(
            SeatView(say(Text(f"side.{game.side(seat)}")), game.side(seat))
            for seat in range(game.seats)
        ),
        stacks=tuple(StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=None if isinstance(phase, Over) else seen.turn,
        winner=_winner(game, phase) if isinstance(phase, Over) else None,
        thrown=moment.thrown,
        last=moment.last,
        landings=moment.landings,
        title=Text(f"ruleset.{ruleset.key}.title"),
        summed=ruleset.casts is Casts.SUM,
        fire=ruleset.fire_spaces,
    )


def _winner(game: RoadGame, over: Over) -> int:
    winners = over.winners(game.seats)
    return game.side(winners[0]) if winners else DRAW

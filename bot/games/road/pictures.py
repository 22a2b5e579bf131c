"""The pictures of rules: examples, seen on the road before each move and after the last."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.games.road.deeds import trace
from bot.games.road.examples import EXAMPLES, Example
from bot.texts.catalogue import catalogue
from engine import Choose, Over, Throw
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.position import Position
from engine.road.ruleset import Casts
from engine.text import Say, Text
from renderer.casts import Thrown
from renderer.road.describe import describe
from renderer.road.example import strip
from renderer.road.view import RoadView, SeatView, StackView, Trace


class _Moment(NamedTuple):
    """What an example shows at once: a position, the casts, the last move, the next one's end."""

    position: Position
    thrown: tuple[Thrown, ...]
    last: Trace | None
    landings: tuple[int, ...]


def draw(example: Example, say: Say) -> bytes:
    """Return the picture of an example as a PNG file: its views one under another."""
    return strip(views(example, say), say)


def illustrate(ruleset: str, number: int, language: str) -> bytes:
    """Draw an example of a ruleset, counted from 1."""
    return draw(EXAMPLES[ruleset][number - 1], catalogue().voice(language))


def alt(example: Example, say: Say) -> str:
    """Return the text twin of the picture."""
    first, *others = (
        " ".join(map(say, describe(view)[1:]))  # but for the turn, which the picture does not show
        for view in views(example, say)
    )
    told = [Text("example.before", told=first), *(Text("example.then", told=o) for o in others)]
    return " ".join(map(say, told))


def views(example: Example, say: Say) -> tuple[RoadView, ...]:
    """Return what is to be seen: the road with the casts on it, then as each move left it.

    Before a move the place where it will land is marked, afterwards its way is traced. A turn
    that passes is one view.
    """
    game = RoadGame(read_header(example.header))
    return tuple(_view(game, example, moment, say) for moment in _moments(game, example))


def _moments(game: RoadGame, example: Example) -> Iterator[_Moment]:
    position = game.read_position(example.position)
    thrown: tuple[Thrown, ...] = ()
    last = None
    for entry in example.turn.split():
        match game.phase(position):
            case Throw(table=table):
                thrown += (Thrown(table, table.read(entry)),)
                position = game.cast(position, thrown[-1].objects)
            case Choose():
                move = game.read_move(position, entry)
                deed = game.deed(position, move)
                yield _Moment(position, thrown, last, (deed.end,))
                position = game.play(position, move)
                summed = game.ruleset.casts is Casts.SUM
                thrown = tuple(_played(thrown, deed.number, summed=summed))
                last = trace(deed)
    yield _Moment(position, thrown, last, ())


def _played(thrown: Iterable[Thrown], number: int, *, summed: bool) -> Iterator[Thrown]:
    """Mark what `number` was played of: one cast that gave it, or all that make it together."""
    marked = False
    for cast in thrown:
        played = summed or (
            not (marked or cast.played) and cast.table.number(cast.objects) == number
        )
        marked |= played
        yield replace(cast, played=cast.played or played)


def _view(game: RoadGame, example: Example, moment: _Moment, say: Say) -> RoadView:
    ruleset, seen, phase = game.ruleset, game.view(moment.position), game.phase(moment.position)
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
        winner=phase.winner if isinstance(phase, Over) else None,
        thrown=moment.thrown,
        last=moment.last,
        landings=moment.landings,
        title=Text(f"ruleset.{ruleset.key}.title"),
        status=example.caption,
        note=example.caption,
        summed=ruleset.casts is Casts.SUM,
        fire=ruleset.fire_space,
    )

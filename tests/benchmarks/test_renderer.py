"""Drawing times and file sizes of pictures from real games."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.position import Position
from engine.road.ruleset import Casts
from engine.text import Text
from renderer.casts import Thrown
from renderer.film import MOST
from renderer.road.film import film
from renderer.road.picture import draw, drawn
from renderer.road.view import DRAW, Banner, Landing, RoadView, SeatView, StackView, Trace

VIEWS = 200
NAMES = ("Ana", "Bartholomew", "Xiomara", "Nikolaos")


def plain(text: Text) -> str:
    """Render a text as its words, its name or its key."""
    said = dict(text.args)
    return f"{said['name']} to move" if "name" in said else str(said.get("words", text.key))


def played(game: RoadGame, chance: Random) -> Iterator[RoadView]:
    """Play at random; return the views before each decision and at the end."""
    position = game.start()
    thrown: tuple[Thrown, ...] = ()
    last: tuple[Trace, ...] = ()
    fresh, goes_on, moves = True, False, 0
    while True:
        match game.phase(position):
            case Throw(table=table, opening=opening):
                objects = tuple(chance.choices(table.faces, k=table.count))
                thrown = (*(() if fresh or opening else thrown), Thrown(table, objects))
                fresh = opening
                position = game.cast(position, objects)
            case Pass():
                position, fresh = game.skip(position), True
            case Choose(moves=legal):
                yield shown(game, position, thrown, last, moves)
                move = chance.choice(legal)
                deed = game.deed(position, move)
                trace = Trace(deed.seat, deed.start, deed.end, sum(deed.captured), deed.turned)
                last, moves = (*(last if goes_on else ()), trace), moves + 1
                position = game.play(position, move)
                goes_on = isinstance(game.phase(position), Choose)
                fresh = not goes_on
            case Over():
                yield shown(game, position, (), last, moves)
                return


def shown(
    game: RoadGame,
    position: Position,
    thrown: tuple[Thrown, ...],
    last: tuple[Trace, ...],
    moves: int,
) -> RoadView:
    """Return the view of a position."""
    seen, phase = game.unpack(position), game.phase(position)
    numbers: dict[int, set[int]] = defaultdict(set)
    for move in phase.moves if isinstance(phase, Choose) else ():
        numbers[move.end].add(move.number)
    names = islice(cycle(NAMES), game.seats)
    over = isinstance(phase, Over)
    winners = phase.winners(game.seats) if isinstance(phase, Over) else ()
    return RoadView(
        road=game.ruleset.road,
        seats=tuple(SeatView(name, game.side(seat)) for seat, name in enumerate(names)),
        stacks=tuple(StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=None if over else seen.turn,
        winner=None if not over else game.side(winners[0]) if winners else DRAW,
        thrown=thrown,
        last=last,
        landings=tuple(Landing(at, tuple(sorted(numbers[at]))) for at in sorted(numbers)),
        title=Text("title", words="Puluc"),
        moves=moves,
        banner=Banner("free", moves, 0) if over else None,
        summed=game.ruleset.casts is Casts.SUM,
        fire=game.ruleset.fire_spaces,
    )


@pytest.fixture(params=["puluc", "kekchi", "a-kaakil", "aj-sayil seats=4", "aj-sayil seats=16"])
def positions(request: pytest.FixtureRequest) -> list[RoadView]:
    """Return the first 200 positions of a few games."""
    key, *options = request.param.split()
    game = RoadGame(ruleset_with(key, dict(option.split("=") for option in options)))
    chance, views = Random(20), []
    while len(views) < VIEWS:
        views += played(game, chance)
    return views[:VIEWS]


def test_draw(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """Drawing and encoding a picture; the median file size is reported with the time."""
    sizes = sorted(len(draw(view, plain)) for view in positions)
    benchmark.extra_info["bytes"] = {"median": median(sizes), "largest": sizes[-1]}
    turn = cycle(positions)
    benchmark.pedantic(lambda: draw(next(turn), plain), rounds=VIEWS)


def test_picture(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """Drawing a picture without encoding it."""
    turn = cycle(positions)
    benchmark.pedantic(lambda: drawn(next(turn), plain), rounds=VIEWS)


def test_encode(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """Encoding a finished picture."""
    turn = cycle([drawn(view, plain) for view in positions[:20]])
    benchmark.pedantic(lambda: next(turn).png(), rounds=VIEWS)


def test_film(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """An animation with the maximum number of frames."""
    frames = positions[:MOST]
    benchmark.extra_info["bytes"] = len(film(frames, plain))
    benchmark.pedantic(lambda: film(frames, plain), rounds=5)

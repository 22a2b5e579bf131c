"""How long a picture takes, and how large its file is."""

from itertools import cycle
from random import Random
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.throws import KERNELS
from renderer.road import draw, drawn
from renderer.text import Text
from renderer.view import RoadView, SeatView, StackView, Thrown, Trace

VIEWS = 200
NAMES = ("Ana", "Ben", "Xiomara", "Nikolaos", "Bartholomew", "María José")


def plain(text: Text) -> str:
    """Say a text by its words, or its key."""
    return str(dict(text.args).get("words", text.key))


def position(chance: Random, road: int) -> RoadView:
    """Return a position as games have it: few stacks, few captives."""
    spaces = chance.sample(range(1, road + 1), 5)
    stacks, base, killed = [], [5, 5], [chance.randrange(2), chance.randrange(2)]
    for seat in (0, 1):
        base[seat] -= killed[seat]
        for _ in range(chance.randrange(3)):
            captives = [0, 0]
            captives[1 - seat] = chance.choice((0, 0, 0, 1, 1, 2))
            base[seat] -= 1
            base[1 - seat] = max(0, base[1 - seat] - captives[1 - seat])
            stacks.append(StackView(spaces.pop(), seat, chance.choice((-1, 1)), tuple(captives)))
    mover = chance.randrange(2)
    ana, ben = chance.sample(NAMES, 2)
    at, end = chance.sample(range(road + 2), 2)
    return RoadView(
        road=road,
        seats=(SeatView(ana, 0), SeatView(ben, 1)),
        stacks=tuple(stacks),
        base=(max(base[0], 0), max(base[1], 0)),
        killed=(killed[0], killed[1]),
        away=(0, 0),
        turn=mover,
        winner=None,
        thrown=(Thrown(KERNELS, tuple(chance.choices((0, 1), k=4))),),
        last=Trace(1 - mover, at, end, chance.choice((0, 0, 1, 2))),
        landings=tuple(chance.sample(range(1, road + 1), 2)),
        title=Text("title", words="Puluc"),
        status=Text("status", words=f"{(ana, ben)[mover]} to move"),
        note=Text("note", words=f"Move {chance.randrange(60)}"),
    )


@pytest.fixture(params=[11, 19], ids="road-{}".format)
def positions(request: pytest.FixtureRequest) -> list[RoadView]:
    """Two hundred positions on one road."""
    chance = Random(20)
    return [position(chance, request.param) for _ in range(VIEWS)]


def test_draw(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """A picture is drawn and encoded; the median size of the files is told beside the time."""
    sizes = sorted(len(draw(view, plain)) for view in positions)
    benchmark.extra_info["bytes"] = {"median": median(sizes), "largest": sizes[-1]}
    turn = cycle(positions)
    benchmark.pedantic(lambda: draw(next(turn), plain), rounds=VIEWS)


def test_picture(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """A picture is drawn, not encoded."""
    turn = cycle(positions)
    benchmark.pedantic(lambda: drawn(next(turn), plain), rounds=VIEWS)


def test_encode(benchmark: BenchmarkFixture, positions: list[RoadView]) -> None:
    """A finished picture is encoded."""
    turn = cycle([drawn(view, plain) for view in positions[:20]])
    benchmark.pedantic(lambda: next(turn).png(), rounds=VIEWS)

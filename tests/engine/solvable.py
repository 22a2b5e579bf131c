"""Games that can be solved, of any ruleset and options, their tables, and random play in them."""

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from engine.games import family_of
from engine.header import Unplayable
from engine.progress import Line
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, FarEnd
from engine.road.unpacked import Unpacked
from engine.solving import build
from engine.stage import Stage
from engine.tables import Table, file_name
from engine.throws import TABLES

RULESETS = ("puluc", "bul", "buul", "boolik", "kekchi", "sapper")
"""The rulesets that can be solved."""

OPTIONS = {
    "table": (*TABLES,),
    "casts": ("one", "sum"),
    "after-capture": tuple(str(each) for each in AfterCapture if each is not AfterCapture.LEAVE),
    "far-end": (*map(str, FarEnd),),
    "exact": ("no", "yes"),
}
"""Their options, apart from the road and the warriors, with all values."""


@st.composite
def solvable(draw: st.DrawFn, longest: int = 11, most: int = 6) -> RoadGame:
    """Draw a game on at most `longest` spaces with at most `most` warriors a side."""
    key = draw(st.sampled_from(RULESETS))
    options = draw(
        st.fixed_dictionaries(
            {
                "road": st.integers(5, longest).map(str),
                "warriors": st.integers(1, most).map(str),
            },
            optional={name: st.sampled_from(values) for name, values in OPTIONS.items()},
        )
    )
    try:
        return RoadGame(ruleset_with(key, options))
    except Unplayable:
        return RoadGame(ruleset_with("puluc", {}))


def solved(game: RoadGame, folder: Path) -> Table:
    """Solve a game, and return its table in a folder, where it is looked for; needs Numba."""
    path = folder / file_name(game.header)
    solver = family_of(game.ruleset.key).solver(game)
    build(solver, path, memory=10**12, line=Line(io.StringIO(), lambda: 0.0))
    return Table(path)


def random_play(game: RoadGame, chance: Random, plies: int) -> Iterator[Position]:
    """Yield the positions of random games in which a turn begins, for so many plies."""
    position = game.begin(chance.randrange(2))
    while plies:
        if position.stage is Stage.OVER:
            position = game.begin(chance.randrange(2))
        if position.stage is Stage.CAST:
            if not position.numbers:
                yield position
            table = game.ruleset.throws
            position = game.cast(position, tuple(chance.choices(table.faces, k=table.count)))
        else:
            plies -= 1
            moves = game.moves(position)
            position = game.play(position, chance.choice(moves)) if moves else game.skip(position)


def mirrored(game: RoadGame, position: Position) -> Position:
    """Return a position with the seats exchanged and the road reversed."""
    told, far_base = game.unpack(position), game.ruleset.road + 1
    stacks = [
        each._replace(
            at=far_base - each.at,
            captain=1 - each.captain,
            heading=-each.heading,
            captives=each.captives[::-1],
        )
        for each in told.stacks
    ]
    return game.pack(
        Unpacked(
            turn=1 - told.turn,
            opening=False,
            numbers=told.numbers,
            half_cast=told.half_cast,
            base=told.base[::-1],
            killed=told.killed[::-1],
            away=told.away[::-1],
            stacks=tuple(sorted(stacks)),
        )
    )

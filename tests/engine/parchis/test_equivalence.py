"""The engine agrees with a second, plainer statement of the rules, whatever the options.

`plain` walks square by square and recounts everything from the pieces; it was written from the
rules alone.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.header import Unplayable
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS
from engine.parchis.interop import move_data, position_data, ruleset_data
from engine.parchis.ruleset import OPPOSITE, End, Ruleset
from engine.parchis.unpacked import pack, unpack
from engine.perft import perft
from engine.stage import Stage
from tests.engine.parchis import plain

Options = dict[str, Any]


@st.composite
def _playable(draw: st.DrawFn) -> Ruleset:
    """Draw any options that go together."""
    chosen = {
        name: option.read(draw(st.sampled_from([*option.values] or ["2", "3", "4"])))
        for name, option in OPTIONS.items()
    }
    fields = {OPTIONS[name].field: value for name, value in chosen.items()}
    try:
        return Ruleset(key="parchis", **fields)  # type: ignore[arg-type] # options read their own
    except Unplayable:
        fields |= {"end": End.LAST, "colours": OPPOSITE}
        return Ruleset(key="parchis", **fields)  # type: ignore[arg-type] # options read their own


@given(ruleset=_playable(), seed=st.integers(0, 1 << 32), first=st.integers(0, 3))
def test_random_games(ruleset: Ruleset, seed: int, first: int) -> None:
    """In random games, throws, legal moves, passes and the positions after them are the same."""
    game, chance, options = ParchisGame(ruleset), Random(seed), ruleset_data(ruleset)
    position = game.begin(first % game.seats)
    told = plain.beginning(options, first % game.seats)
    for _ in range(1200):
        assert position_data(unpack(position)) == told
        assert plain.is_over(options, told) == (position.stage is Stage.OVER)
        if position.stage is Stage.OVER:
            break
        if position.stage is Stage.CAST:
            face = chance.randint(1, 6)
            position, told = game.cast(position, (face,)), plain.throw(options, told, face)
            continue
        moves, known = game.moves(position), plain.moves(options, told)
        assert [*map(move_data, moves)] == known
        if moves:
            chosen = chance.randrange(len(moves))
            position = game.play(position, moves[chosen])
            told = plain.after(options, told, known[chosen])
        else:
            position, told = game.skip(position), plain.after(options, told, None)
        assert pack(ruleset, unpack(position)) == position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_count_alike(seats: int) -> None:
    """The plain statement counts the same sequences of moves as the engine."""
    game = ParchisGame(Ruleset(key="parchis", seats=seats))
    options = ruleset_data(game.ruleset)
    assert plain.count(options, plain.beginning(options, 0), 3) == perft(game, game.begin(0), 3)

"""Headers, positions and moves as text: what is written is read, and nothing else."""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Corrupt, open_game
from engine.parchis.game import ParchisGame
from engine.parchis.header import read_header, write_header
from engine.parchis.interop import ruleset_data
from engine.parchis.rulesets import PARCHIS, PARCHIS_SPAIN
from engine.stage import Stage

if TYPE_CHECKING:
    from conftest import OpenGame

X = "h,h,h,h"


def test_headers_name_the_seats_and_what_differs(game: "OpenGame") -> None:
    """A header has the seats and, in a fixed order, the options that differ."""
    assert write_header(PARCHIS) == "parchis seats=4"
    words = "parchis seats=2 end=first six=7 first-two=yes"
    assert game(words).header == "parchis seats=2 first-two=yes six=7 end=first"
    assert open_game(game(words).header).header == game(words).header


def test_later_options_are_told_only_if_they_are_chosen(game: "OpenGame") -> None:
    """The JSON of a game has the number of pieces and the colours only if they are not the usual.

    Other engines compare it, and those that are older than these options do not know them.
    """
    usual, chosen = game("parchis seats=2"), game("parchis seats=2 pieces=2 colours=blue-green")
    assert list(ruleset_data(usual.ruleset))[-1] == "end"
    assert {**ruleset_data(usual.ruleset), "pieces": 2, "colours": "blue-green"} == ruleset_data(
        chosen.ruleset
    )


@pytest.mark.parametrize("again", [True, False, 20, 10])
def test_another_throw_as_data(again: bool | int) -> None:
    """What `again` is in JSON is what headers call yes, no, 20 and 10."""
    ruleset = replace(PARCHIS, again=again)
    assert ruleset_data(ruleset)["again"] is again
    assert read_header(write_header(ruleset)) == ruleset


def test_a_preset_has_its_own_defaults(game: "OpenGame") -> None:
    """The Spanish preset is the base game with three options."""
    assert write_header(PARCHIS_SPAIN) == "parchis-spain seats=4"
    same = game("parchis start=single six=7 again=no").ruleset
    assert {**vars(same), "key": "parchis-spain"} == vars(PARCHIS_SPAIN)


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("parchis", "lacks seats="),
        ("parchis seats=5", "seats"),
        ("parchis seats=4 six=8", "six must be one of 12, 7, 6"),
        ("parchis seats=3 end=pairs", "pairs"),
        ("parchis seats=3 colours=blue-green", "colours"),
        ("parchis seats=2 pieces=1", "pieces must be one of 4, 2, 3"),
        ("parchis seats=4 road=7", "unknown option 'road'"),
    ],
)
def test_wrong_headers(header: str, says: str) -> None:
    """A wrong header is refused, and the message says what is wrong."""
    with pytest.raises(Corrupt, match=says):
        read_header(header)


def test_a_whole_position_as_text(game: "OpenGame") -> None:
    """A position with everything in it is read and written again."""
    text = "1 b12*@30 h,h,17,39+ 30,c1,c3,g+ h,h,h,h^d h,h,h,39+"
    opened = game("parchis")
    position = opened.read_position(text)
    assert (position.turn, position.number, position.sixes, position.last) == (1, 12, 1, 30)
    assert position.board.later == (None, None, 3, None)
    assert opened.write_position(position) == text


@given(seed=st.integers(0, 1 << 32), seats=st.integers(2, 4))
def test_every_position_of_a_game(seed: int, seats: int) -> None:
    """Every position of a random game, its opening included, is read as it was written."""
    chance, game = Random(seed), ParchisGame(read_header(f"parchis seats={seats}"))
    position = game.start()
    for _ in range(300):
        assert game.read_position(game.write_position(position)) == position
        if position.stage is Stage.OVER:
            break
        if position.stage is not Stage.MOVE:
            position = game.cast(position, (chance.randint(1, 6),))
        elif moves := game.moves(position):
            move = chance.choice(moves)
            assert game.read_move(position, game.write_move(move)) == move
            position = game.play(position, move)
        else:
            position = game.skip(position)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2 a x x x x", "version 1, not '2'"),
        ("1 a x x x", "a word for each of 4 seats"),
        ("1 e x x x x", "the turn must be written"),
        ("1 ?00 x x x x", "must have 4 throws"),
        ("1 ?1234 x x x x", "one to come"),
        ("1 a h,h,h x x x", "4 pieces"),
        ("1 a h,h,h,69 x x x", "'69' is not a place"),
        ("1 a h,h,h,c8 x x x", "'c8' is not a place"),
        ("1 a h,h,h,5* x x x", "must be written like"),
        ("1 a h,5,5,5+ x x x", "square 5 has more than two"),
        ("1 a h,c1,c1,c1+ x x x", "corridor"),
        ("1 a h,h,h,7+ h,h,h,7+ x x", "square 7, which is not safe"),
        ("1 a h,h,h,2+ x x x", "no piece of seat 0 comes to square 2"),
        ("1 a x h,h,h,5+ h,h,h,5+ x", "say which came later"),
        ("1 a h,h,h,h^b x x x", "say which came later"),
        ("1 a g,g,g,g+ x x x", "must have all pieces in the goal"),
        ("1 b x x x x =a", "must have all pieces in the goal"),
        ("1 a g,g,g,g+ x x x =a", "cannot have the turn"),
        ("1 b g,g,g,g+ x x x =aa", "different seats"),
        ("1 a7 x x x x", "7 cannot be pending"),
        ("1 a5*** x x x x", "3 sixes in a row"),
        ("1 a@5 h,h,h,5+ x x x", "must be one of the seat that threw a six"),
        ("1 a*@6 h,h,h,5+ x x x", "must be one of the seat that threw a six"),
    ],
)
def test_wrong_positions(game: "OpenGame", text: str, says: str) -> None:
    """A malformed or impossible position is refused, and the message says what is wrong."""
    with pytest.raises(Corrupt, match=says):
        game("parchis").read_position(text.replace("x", X))


def test_a_piece_under_instruction_is_alone(game: "OpenGame") -> None:
    """With `instruccion=yes`, squares before the start hold a piece that is alone outside."""
    opened = game("parchis instruccion=yes")
    opened.read_position(f"1 a h,h,h,2+ {X} {X} {X}")
    with pytest.raises(Corrupt, match="must be the only one outside"):
        opened.read_position(f"1 a h,h,2,30+ {X} {X} {X}")

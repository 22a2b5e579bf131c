"""Computer players of Parchís."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Choose, Over, Pass, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players import uniform
from engine.players.parchis import careful, foresight
from tests.costly import COSTLY
from tests.engine.parchis.test_properties import games, journey

if TYPE_CHECKING:
    from tests.engine.parchis.conftest import OpenGame

Player = Callable[[ParchisGame, Position, Sequence[Move]], Move]

PLAYERS: Final[dict[str, Player]] = {"careful": careful.choose, "foresight": foresight.choose}


def won(game: ParchisGame, player: Player, other: Player, seat: int, chance: Random) -> bool:
    """Play a game and tell whether `seat`, the only one of `player`, came first."""
    position = game.start()
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw():
                position = game.cast(position, (chance.randint(1, 6),))
            case Pass():
                position = game.skip(position)
            case Choose(mover, moves):
                choose = player if mover == seat else other
                position = game.play(position, choose(game, position, moves))
    return seat in phase.places[0]


def at(game: ParchisGame, text: str) -> Position:
    """Return a position; `x` is a seat with all pieces at home."""
    words = ["h,h,h,h" if word == "x" else word for word in text.split()]
    return game.read_position(" ".join(["1", *words]))


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize(
    ("words", "position", "move"),
    [
        ("parchis", "a3 h,7,20,40+ h,h,h,h h,h,h,h h,h,h,10+", "7+3"),  # captures
        ("parchis", "a3 g,g,20,c5+ x x x", "c5+3"),  # arrives
        ("parchis", "a3 h,h,9,40+ x h,h,h,39+ h,h,h,7+", "9+3"),  # to a safe square
        ("parchis", "a3 h,20,23,c1+ h,h,h,16+ x x", "20+3"),  # makes a barrier
    ],
)
def test_what_a_player_chooses(
    game: "OpenGame", player: Player, words: str, position: str, move: str
) -> None:
    """Both players capture, arrive, and seek safety and barriers."""
    opened = game(words)
    before = at(opened, position)
    assert opened.write_move(player(opened, before, opened.moves(before))) == move


def test_careful_spares_its_partner(game: "OpenGame") -> None:
    """The careful player does not capture its partner's pieces."""
    opened = game("parchis end=pairs")
    before = at(opened, "a3 h,h,7,50+ x h,h,h,10+ x")
    assert opened.write_move(careful.choose(opened, before, opened.moves(before))) == "50+3"


def test_foresight_fears_what_comes(game: "OpenGame") -> None:
    """Only the foresighted player sees which of two exposed pieces an enemy can reach."""
    opened = game("parchis seats=2")
    before = at(opened, "a1 h,h,30,53+ 48,c1,g,g+")
    moves = opened.moves(before)
    assert opened.write_move(foresight.choose(opened, before, moves)) == "53+1"


@COSTLY
@given(opened=games(), chance=st.integers(0, 1 << 32).map(Random))
def test_any_game(opened: ParchisGame, chance: Random) -> None:
    """In games with any options, players choose legal moves, and always the same ones."""
    plies = [ply for ply in journey(opened, chance, 120) if len(opened.moves(ply.before)) > 1]
    for ply in plies[:: max(1, len(plies) // 8)]:
        moves = opened.moves(ply.before)
        for player in PLAYERS.values():
            chosen = player(opened, ply.before, moves)
            assert chosen in moves
            assert player(opened, ply.before, moves) == chosen


@pytest.mark.parametrize("words", ["parchis seats=2", "parchis seats=4 end=first"])
def test_careful_beats_random(game: "OpenGame", words: str) -> None:
    """The careful player comes first far more often than its share against random ones."""
    opened, chance = game(words), Random(1)

    def random(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
        return uniform.choose(game, position, moves, chance)

    firsts = [won(opened, careful.choose, random, n % opened.seats, chance) for n in range(40)]
    assert sum(firsts) >= 24


def test_foresight_beats_careful(game: "OpenGame") -> None:
    """The foresighted player wins over half of its games against the careful one."""
    opened, chance = game("parchis seats=2"), Random(1)
    games = range(24)
    assert sum(won(opened, foresight.choose, careful.choose, n % 2, chance) for n in games) > 12


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_barriers_hold(game: "OpenGame", player: Player) -> None:
    """With another move at hand, no player opens a barrier in front of an enemy."""
    opened = game("parchis seats=2")
    before = at(opened, "a2 20,20,c1,c3+ h,h,h,16+")
    assert opened.write_move(player(opened, before, opened.moves(before))) != "20+2"


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_number_of_one_move(game: "OpenGame", player: Player) -> None:
    """With a single legal move, every player makes it."""
    opened = game("parchis seats=2")
    before = at(opened, "a5 h,20,30,c1+ x")
    assert opened.write_move(player(opened, before, opened.moves(before))) == "h+5"


def test_foresight_spares_its_partner(game: "OpenGame") -> None:
    """The foresighted player captures a piece of an enemy rather than one of its partner."""
    opened = game("parchis end=pairs")
    before = at(opened, "a3 h,7,47,c1+ h,h,h,50+ h,h,h,10+ x")
    assert opened.write_move(foresight.choose(opened, before, opened.moves(before))) == "47+3"


def test_foresight_counts_its_bonus(game: "OpenGame") -> None:
    """Of two captures, the foresighted player makes the one whose 20 captures again."""
    opened = game("parchis seats=2")
    before = at(opened, "a3 h,7,20,c1+ h,10,23,30+")
    assert opened.write_move(foresight.choose(opened, before, opened.moves(before))) == "7+3"

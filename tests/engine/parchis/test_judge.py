"""The judge of Parchís: who will probably win, and what each move is worth."""

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Choose, Over, Pass, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.position import Position
from engine.players.judge import Judge, Source
from engine.players.parchis import careful, foresight
from engine.players.parchis.foresight import Points
from engine.players.parchis.judge import ParchisJudge
from engine.players.parchis.search import Search
from tests.costly import COSTLY
from tests.engine.parchis.test_players import at
from tests.engine.parchis.test_properties import games, journey

if TYPE_CHECKING:
    from tests.engine.parchis.conftest import OpenGame

CHANCE = st.integers(0, 1 << 32).map(Random)

ALL = ("parchis seats=2", "parchis seats=3", "parchis seats=4", "parchis end=pairs")


def played(game: ParchisGame, chance: Random) -> list[Position]:
    """Return the positions of a game between careful players."""
    found = [game.start()]
    while not isinstance(phase := game.phase(found[-1]), Over):
        match phase:
            case Throw():
                found.append(game.cast(found[-1], (chance.randint(1, 6),)))
            case Pass():
                found.append(game.skip(found[-1]))
            case Choose(moves=moves):
                found.append(game.play(found[-1], careful.choose(game, found[-1], moves)))
    return found


def test_it_is_a_judge(game: "OpenGame") -> None:
    """It has the interface of all judges, and knows points."""
    judge: Judge = ParchisJudge(game("parchis seats=2"))
    assert judge.source is Source.POINTS


@COSTLY
@given(games(), CHANCE)
def test_odds_add_up(game: ParchisGame, chance: Random) -> None:
    """In games with any options, the odds of all sides are probabilities that add up to 1."""
    judge = ParchisJudge(game)
    for ply in list(journey(game, chance))[::20]:
        odds = judge.odds(ply.before)
        assert len(odds) == game.sides
        assert all(0 <= each <= 1 for each in odds)
        assert sum(odds) == pytest.approx(1)


@COSTLY
@given(games(), CHANCE)
def test_throws_are_fair(game: ParchisGame, chance: Random) -> None:
    """The odds before a throw are exactly the average of those after it."""
    judge = ParchisJudge(game)
    for ply in list(journey(game, chance))[::20]:
        phase = game.phase(ply.before)
        if isinstance(phase, Throw) and not phase.opening:
            thrown = [judge.odds(game.cast(ply.before, (face,))) for face in range(1, 7)]
            average = [sum(odds) / 6 for odds in zip(*thrown, strict=True)]
            assert list(judge.odds(ply.before)) == average


@COSTLY
@given(games(), CHANCE)
def test_moves_rank_as_hard_ranks_them(game: ParchisGame, chance: Random) -> None:
    """No move is rated higher than one that `hard` prefers, and the best is the one it chooses.

    Once a seat has come first, all moves are rated the same.
    """
    judge = ParchisJudge(game)
    plies = [
        ply
        for ply in journey(game, chance, 240)
        if len(game.moves(ply.before)) > 1 and not ply.before.board.done
    ]
    for ply in plies[:: max(1, len(plies) // 8)]:
        moves = game.moves(ply.before)
        search = Search(game, Points(game, ply.before.turn))
        points = [search.value(game.play(ply.before, move)) for move in moves]
        rated = judge.rate(ply.before, moves)
        assert moves[rated.index(max(rated))] == foresight.choose(game, ply.before, moves)
        order = sorted(range(len(moves)), key=lambda move: -points[move])
        assert all(rated[better] >= rated[worse] for better, worse in pairwise(order))


@pytest.mark.parametrize("words", ALL)
def test_rates_and_odds_agree(game: "OpenGame", words: str) -> None:
    """The best rate is about what the odds say before and after the move."""
    opened = game(words)
    judge = ParchisJudge(opened)
    due = [each for each in played(opened, Random(1)) if len(opened.moves(each)) > 1]
    for position in due[::12]:
        side = opened.side(position.turn)
        moves = opened.moves(position)
        rated = judge.rate(position, moves)
        after = opened.play(position, moves[rated.index(max(rated))])
        assert max(rated) == pytest.approx(judge.odds(position)[side], abs=0.1)
        assert max(rated) == pytest.approx(judge.odds(after)[side], abs=0.1)


@pytest.mark.parametrize("words", ALL)
def test_sides_are_equal_in_the_opening(game: "OpenGame", words: str) -> None:
    """In the opening, all sides are equally likely to win."""
    opened = game(words)
    start = opened.start()
    for position in (start, opened.cast(start, (6,))):
        assert list(ParchisJudge(opened).odds(position)) == [1 / opened.sides] * opened.sides


def test_a_won_game(game: "OpenGame") -> None:
    """The winner of a finished game has 1, and everyone else 0."""
    opened = game("parchis seats=4 end=first")
    judge, before = ParchisJudge(opened), at(opened, "b1 x g,g,g,c7+ x x")
    moves = opened.moves(before)
    after = opened.play(before, moves[0])
    assert isinstance(opened.phase(after), Over)
    assert list(judge.odds(after)) == [0, 1, 0, 0]
    assert list(judge.odds(before)) == [0, 1, 0, 0]
    assert list(judge.rate(before, moves)) == [1]


def test_partners_win_together(game: "OpenGame") -> None:
    """Either partner wins for the pair by finishing first."""
    opened = game("parchis end=pairs")
    judge, before = ParchisJudge(opened), at(opened, "c1 x x g,g,g,c7+ x")
    assert list(judge.odds(before)) == [1, 0]
    assert list(judge.rate(before, opened.moves(before))) == [1]


@pytest.mark.parametrize("turn", ["b", "b3", "b*", "c6*"])
def test_a_seat_that_has_finished(game: "OpenGame", turn: str) -> None:
    """While others play for the next places, the seat that has finished first has won."""
    opened = game("parchis seats=3")
    judge = ParchisJudge(opened)
    position = at(opened, f"{turn} g,g,g,g+ h,30,40,50+ h,1,c1,c2+ =a")
    assert list(judge.odds(position)) == [1, 0, 0]
    assert set(judge.rate(position, opened.moves(position))) <= {0}


def test_coming_second_is_no_win(game: "OpenGame") -> None:
    """A move by which a seat comes second is rated 0."""
    opened = game("parchis seats=3")
    position = at(opened, "b1 g,g,g,g+ g,g,g,c7+ x =a")
    assert list(ParchisJudge(opened).rate(position, opened.moves(position))) == [0]


@pytest.mark.parametrize("words", ALL)
@pytest.mark.parametrize(
    ("behind", "ahead"),
    [
        ("h,h,c1,c4+", "h,h,c3,c4+"),  # in the corridor
        ("h,h,22,c4+", "h,h,68,c4+"),  # on safe squares
        ("h,h,h,c4+", "h,h,5,c4+"),  # out of home
        ("h,h,5,c4+", "h,h,5,g+"),  # in the goal
    ],
)
def test_progress_counts(game: "OpenGame", words: str, behind: str, ahead: str) -> None:
    """A side wins more probably if its pieces have come further."""
    opened = game(words)
    others = " x" * (opened.seats - 1)
    fewer, more = (
        ParchisJudge(opened).odds(at(opened, f"a {mine}{others}"))[0] for mine in (behind, ahead)
    )
    assert fewer < more


def test_a_piece_in_danger_counts_less(game: "OpenGame") -> None:
    """A piece that an enemy can capture with its next throw is worth less than one ahead of it."""
    opened = game("parchis seats=2")
    judge = ParchisJudge(opened)
    exposed = judge.odds(at(opened, "b h,h,h,30+ h,h,h,27+"))
    ahead = judge.odds(at(opened, "b h,h,h,30+ h,h,h,31+"))
    assert exposed[0] < ahead[0]


def test_three_sides(game: "OpenGame") -> None:
    """Of three seats, the one whose pieces have come further wins more probably."""
    opened = game("parchis seats=3")
    odds = ParchisJudge(opened).odds(at(opened, "c h,c1,c2,g+ h,h,c1,c2+ h,h,h,c1+"))
    assert odds[0] > odds[1] > odds[2]


@pytest.mark.parametrize("words", ["parchis seats=2", "parchis-spain seats=2"])
def test_seats_are_alike(game: "OpenGame", words: str) -> None:
    """Of two seats with the same pieces, the one that throws next is as far ahead as the other."""
    opened = game(words)
    judge = ParchisJudge(opened)
    pieces = "h,10,25,c3+ h,44,59,c3+"
    first, second = (judge.odds(at(opened, f"{turn} {pieces}")) for turn in "ab")
    assert list(first) == pytest.approx(list(second)[::-1])
    assert first[0] > 0.5


def test_a_turned_board(game: "OpenGame") -> None:
    """If all pieces stand one arm further on, the odds move on by a seat."""
    opened = game("parchis seats=4")
    judge = ParchisJudge(opened)
    odds = judge.odds(at(opened, "a h,7,20,c2+ h,h,30,61+ h,h,h,39+ h,60,g,g+"))
    turned = judge.odds(at(opened, "b h,9,g,g+ h,24,37,c2+ h,h,10,47+ h,h,h,56+"))
    assert [*turned[1:], turned[0]] == pytest.approx(list(odds))


def test_a_risk_of_losing_is_no_loss(game: "OpenGame") -> None:
    """If one throw in six loses the game, the others still count."""
    opened = game("parchis seats=2")
    judge, position = ParchisJudge(opened), at(opened, "a1 g,g,g,c4+ g,g,g,c5+")
    (rate,) = judge.rate(position, opened.moves(position))
    assert 0.3 < rate < 0.8


def test_who_throws_earlier(game: "OpenGame") -> None:
    """Of seats with equal pieces, those that throw earlier win more probably."""
    opened = game("parchis seats=4")
    odds = ParchisJudge(opened).odds(at(opened, "a h,h,h,c5+ h,h,h,c5+ h,h,h,c5+ h,h,h,c5+"))
    assert list(odds) == sorted(odds, reverse=True)
    assert len(set(odds)) == 4


def test_another_throw_counts(game: "OpenGame") -> None:
    """A seat that throws again wins more probably than one whose turn is over."""
    opened = game("parchis seats=2")
    judge = ParchisJudge(opened)
    again, over = (judge.odds(at(opened, f"{turn} h,h,h,c5+ h,h,h,c5+"))[0] for turn in "ab")
    assert again > over


def test_a_bonus_counts(game: "OpenGame") -> None:
    """A seat that has yet to count 20 wins more probably than one that has nothing to count."""
    opened = game("parchis seats=2")
    judge = ParchisJudge(opened)
    bonus, none = (judge.odds(at(opened, f"{turn} h,h,10,30+ x"))[0] for turn in ("a20", "a"))
    assert bonus > none


def test_moves_for_part_of_them(game: "OpenGame") -> None:
    """A move is rated alike among others and by itself, unless a better one lowers it."""
    opened = game("parchis seats=2")
    judge, position = ParchisJudge(opened), at(opened, "a3 h,20,23,c1+ h,h,h,16+")
    moves = opened.moves(position)
    rated = judge.rate(position, moves)
    best = rated.index(max(rated))
    assert list(judge.rate(position, [moves[best]])) == [rated[best]]
    assert not judge.rate(position, [])

"""Invariants of every position, for any options."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine.game import Over, Pass
from engine.header import Unplayable
from engine.parchis.board import CORRIDOR, GOAL, HOME, RING, SAFE
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS
from engine.parchis.moves import BONUSES, Move
from engine.parchis.position import Position
from engine.parchis.ruleset import OPPOSITE, End, Obstacle, Ruleset
from engine.record import Record, replay
from engine.stage import Stage
from tests.costly import COSTLY

CHANCE = st.integers(0, 1 << 32).map(Random)


@st.composite
def games(draw: st.DrawFn) -> ParchisGame:
    """Draw a game with any options that go together."""
    chosen: dict[str, Any] = {
        option.field: option.read(draw(st.sampled_from([*option.values] or ["2", "3", "4"])))
        for option in OPTIONS.values()
    }
    try:
        return ParchisGame(Ruleset(key="parchis", **chosen))
    except Unplayable:
        return ParchisGame(
            Ruleset(key="parchis", **chosen | {"end": End.LAST, "colours": OPPOSITE})
        )


class Ply(NamedTuple):
    """A throw, move or pass; `move` is None unless a move was made."""

    before: Position
    move: Move | None
    after: Position
    entry: str


def journey(game: ParchisGame, chance: Random, most: int = 400) -> Iterator[Ply]:
    """Play a random game for up to `most` plies."""
    position = game.start()
    for _ in range(most):
        move = None
        if position.stage is Stage.OVER:
            return
        if position.stage is not Stage.MOVE:
            face = chance.randint(1, 6)
            after, entry = game.cast(position, (face,)), str(face)
        elif moves := game.moves(position):
            move = chance.choice(moves)
            after, entry = game.play(position, move), game.write_move(move)
        else:
            after, entry = game.skip(position), "-"
        yield Ply(position, move, after, entry)
        position = after


@COSTLY
@given(games(), CHANCE)
def test_pieces_are_conserved(game: ParchisGame, chance: Random) -> None:
    """Every seat keeps its pieces, each at home, on the ring, in its corridor or in its goal."""
    for ply in journey(game, chance):
        for pieces in ply.after.board.pieces:
            assert len(pieces) == game.ruleset.pieces
            assert all(HOME <= place <= GOAL for place in pieces)
            assert list(pieces) == sorted(pieces)


@COSTLY
@given(games(), CHANCE)
def test_no_third_piece_joins_two(game: ParchisGame, chance: Random) -> None:
    """No square has more than two pieces, and only safe ones have two colours."""
    for ply in journey(game, chance):
        standing = Counter[int]()
        colours: dict[int, set[int]] = {}
        for arm, pieces in zip(game.arms, ply.after.board.pieces, strict=True):
            assert all(pieces.count(place) <= 2 for place in CORRIDOR)
            for place in pieces:
                if HOME < place <= RING and place not in arm.lesson:
                    standing[place] += 1
                    colours.setdefault(place, set()).add(arm.seat)
        assert all(count <= 2 for count in standing.values())
        assert all(len(who) == 1 or place in SAFE for place, who in colours.items())


@COSTLY
@given(games(), CHANCE)
def test_nobody_passes_a_barrier(game: ParchisGame, chance: Random) -> None:
    """No move passes or reaches two pieces of one colour, but for a jump by 10."""
    for before, move, _, _ in journey(game, chance):
        if move is None or move.back or move.start == HOME:
            continue
        arm = game.arms[before.turn]
        if move.start in arm.lesson or (game.ruleset.jump and move.number in BONUSES):
            continue
        steps = range(arm.steps(move.start) + 1, arm.steps(move.start) + move.number + 1)
        for place in map(arm.place, steps):
            for other in game.arms:
                if place == GOAL or (place > RING and other is not arm):
                    continue
                pieces = before.board.pieces[other.seat]
                assert place in other.lesson or pieces.count(place) < 2


@COSTLY
@given(games(), CHANCE)
def test_a_bonus_is_counted_once(game: ParchisGame, chance: Random) -> None:
    """A 20 follows each move that captures, a 10 each that reaches the goal, and nothing else."""
    for before, move, after, _ in journey(game, chance):
        if before.stage is not Stage.MOVE:
            continue
        owed = 0
        if move is not None and before.turn not in after.board.done:
            owed = 20 if move.captures else 10 if move.end == GOAL else 0
        assert after.number == owed


@COSTLY
@given(games(), CHANCE)
def test_captures_send_home(game: ParchisGame, chance: Random) -> None:
    """Only captures and third sixes bring pieces home, one for each."""
    for before, move, after, _ in journey(game, chance):
        if game.ruleset.instruccion:
            return  # pieces also leave home by themselves
        sent = Counter(move.captures if move else ())
        for seat in range(game.seats):
            more = after.board.pieces[seat].count(HOME) - before.board.pieces[seat].count(HOME)
            if before.stage is Stage.MOVE and seat == before.turn:
                came_out = move.pieces if move and move.start == HOME else 0
                lost = before.lost and HOME < before.last <= RING
                assert more == lost - came_out
            else:
                assert more == sent[seat]


@COSTLY
@given(CHANCE, st.sampled_from([2, 3, 4]), st.sampled_from(list(End)))
def test_every_game_ends(chance: Random, seats: int, end: End) -> None:
    """Random games end, with places for the seats that the ruleset asks for."""
    seats = 4 if end is End.PAIRS else seats
    game = ParchisGame(Ruleset(key="parchis", seats=seats, end=end))
    *_, last = journey(game, chance, 6000)
    phase = game.phase(last.after)
    assert isinstance(phase, Over)
    placed = sorted(seat for group in phase.places for seat in group)
    assert placed == ([*last.after.board.done] if end is End.FIRST else [*range(seats)])


@COSTLY
@given(games(), CHANCE)
def test_records_are_played_again(game: ParchisGame, chance: Random) -> None:
    """The entries of a game lead to the same position again, and as text they read the same."""
    plies = [*journey(game, chance, 200)]
    entries = tuple(ply.entry for ply in plies)
    *_, last = replay(game, entries)
    assert last.after == plies[-1].after
    record = Record(game.header, entries)
    assert Record.read(record.write()) == record


@COSTLY
@given(games(), CHANCE)
def test_a_lost_number_moves_nobody(game: ParchisGame, chance: Random) -> None:
    """A pass leaves the pieces where they are, unless it is the third six."""
    for before, move, after, _ in journey(game, chance):
        if before.stage is Stage.MOVE and move is None and not before.lost:
            assert isinstance(game.phase(before), Pass)
            assert after.board.pieces == before.board.pieces


@COSTLY
@given(games().filter(lambda game: game.ruleset.barrier is Obstacle.STOP), CHANCE)
def test_pieces_move_forward(game: ParchisGame, chance: Random) -> None:
    """Unless pieces may turn, every move takes a piece forward by its number."""
    for before, move, _, _ in journey(game, chance):
        if move is None or move.start == HOME or move.back:
            continue
        arm = game.arms[before.turn]
        if move.start not in arm.lesson:
            assert arm.steps(move.end) - arm.steps(move.start) == move.number

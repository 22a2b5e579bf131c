"""What holds in every position, on any road, with any number of warriors."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import IllegalMove, Over, Throw
from engine.record import Record, replay
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position, Stage
from engine.road.refusals import Reason
from engine.road.ruleset import Ruleset

FEW = settings(max_examples=40, deadline=None)
ENDS_BY = 20_000
"""Plies within which any random game is over; the longest of thousands took some hundreds."""

GAMES = st.builds(
    lambda road, warriors: RoadGame(Ruleset("puluc", road=road, warriors=warriors)),
    road=st.integers(5, 31),
    warriors=st.integers(1, 9),
)
FIVES = st.integers(5, 31).map(lambda road: RoadGame(Ruleset("puluc", road=road)))
CHANCE = st.integers(0, 1 << 32).map(Random)


def cast(game: RoadGame, position: Position, chance: Random) -> Position:
    """Cast at random."""
    table = game.ruleset.throws
    return game.cast(position, tuple(chance.choice(table.faces) for _ in range(table.count)))


def positions(game: RoadGame, chance: Random, plies: int = ENDS_BY) -> list[Position]:
    """List the positions of a random game from its start to its end, or to `plies` moves."""
    passed = [game.start()]
    while passed[-1].stage is not Stage.OVER and plies:
        if passed[-1].stage is Stage.MOVE:
            plies -= 1
            passed.append(game.play(passed[-1], chance.choice(game.moves(passed[-1]))))
        else:
            passed.append(cast(game, passed[-1], chance))
    return passed


@FEW
@given(GAMES, CHANCE)
def test_warriors_are_conserved(game: RoadGame, chance: Random) -> None:
    """Every warrior of a seat is always in base, captain, captive or killed."""
    for position in positions(game, chance, 100):
        view = game.view(position)
        for seat in range(game.seats):
            captains = sum(stack.captain == seat for stack in view.stacks)
            captives = sum(stack.captives[seat] for stack in view.stacks)
            crowds = view.base[seat] + view.killed[seat] + view.away[seat]
            assert captains + captives + crowds == game.ruleset.warriors


@FEW
@given(GAMES, CHANCE)
def test_no_two_stacks_share_a_space(game: RoadGame, chance: Random) -> None:
    """On every space of the road there is at most one stack."""
    for position in positions(game, chance, 100):
        spaces = [stack.at for stack in game.view(position).stacks]
        assert len(spaces) == len(set(spaces))
        assert all(1 <= space <= game.ruleset.road for space in spaces)


@FEW
@given(GAMES, CHANCE)
def test_positions_round_trip(game: RoadGame, chance: Random) -> None:
    """Every position reads back equal from its text and from its view."""
    for position in positions(game, chance, 60):
        assert game.read_position(game.write_position(position)) == position
        assert game.position(game.view(position)) == position


@FEW
@given(FIVES, CHANCE)
def test_positions_of_five_warriors_fit_sixty_characters(game: RoadGame, chance: Random) -> None:
    """No position of five warriors a seat takes more than sixty characters, on any road."""
    assert all(len(game.write_position(position)) <= 60 for position in positions(game, chance))


@FEW
@given(GAMES, CHANCE)
def test_moves_round_trip(game: RoadGame, chance: Random) -> None:
    """Every legal move has a text of its own that reads back as the move."""
    for position in positions(game, chance, 60):
        moves = game.moves(position)
        texts = [game.write_move(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert all(text.isascii() and not set(text) & set(" .:|") for text in texts)
        assert [game.read_move(position, text) for text in texts] == list(moves)


@FEW
@given(GAMES, CHANCE)
def test_every_move_does_its_deed(game: RoadGame, chance: Random) -> None:
    """Every legal move applies, and does what its deed tells."""
    for position in positions(game, chance, 40):
        for move in game.moves(position):
            check_deed(game, position, move)


def check_deed(game: RoadGame, position: Position, move: Move) -> None:
    """Hold the position after `move` against its deed."""
    before, after = game.view(position), game.view(game.play(position, move))
    deed = game.deed(position, move)
    there = {stack.at: stack for stack in after.stacks}
    for seat in range(game.seats):
        mover = seat == deed.seat
        assert after.killed[seat] - before.killed[seat] == deed.killed[seat]
        assert after.base[seat] - before.base[seat] == (
            deed.freed[seat] + (mover and deed.home) - (mover and deed.start is None)
        )
        if deed.end is not None:
            held = move.captives[seat] + deed.captured[seat]
            assert there[deed.end].captives[seat] == held
    if deed.end is not None:
        assert there[deed.end].captain == deed.seat


def wrong(game: RoadGame, position: Position, start: int, direction: int, number: int) -> str:
    """Say what the rules hold against a move, or nothing; `start` is 99 for base."""
    view = game.view(position)
    own = {stack.at for stack in view.stacks if stack.captain == view.turn}
    enemies = {stack.at for stack in view.stacks} - own
    home, forward = ((0, 1), (game.ruleset.road + 1, -1))[view.turn]
    if number != view.numbers[0]:
        return Reason.OTHER_NUMBER
    if start == 99 and not view.base[view.turn]:
        return Reason.BASE_EMPTY
    if start in enemies:
        return Reason.NOT_YOURS
    if start not in own | {99}:
        return Reason.NO_STACK
    if direction != forward:
        return Reason.WRONG_WAY
    return Reason.OWN_STACK if (home if start == 99 else start) + forward * number in own else ""


@settings(max_examples=15, deadline=None)
@given(GAMES, CHANCE)
def test_every_other_move_is_refused(game: RoadGame, chance: Random) -> None:
    """Every move one can think of is legal, or is refused with the rule that it breaks."""
    choices = [p for p in positions(game, chance, 60) if p.stage is Stage.MOVE]
    position = chance.choice(choices)
    legal = {game.write_move(move) for move in game.moves(position)}
    for start in (*range(game.ruleset.road + 2), 99):
        for direction, sign in ((1, "+"), (-1, "-")):
            for number in range(7):
                text = f"{'b' if start == 99 else start}{sign}{number}"
                reason = wrong(game, position, start, direction, number)
                assert (text in legal) == (not reason)
                if reason:
                    with pytest.raises(IllegalMove) as refusal:
                        game.read_move(position, text)
                    assert refusal.value.reason == reason


@FEW
@given(GAMES, CHANCE)
def test_puluc_never_passes(game: RoadGame, chance: Random) -> None:
    """In Puluc the foremost stack can always move, so nobody ever has to pass."""
    for position in positions(game, chance, 100):
        assert position.stage is not Stage.MOVE or game.moves(position)


@FEW
@given(GAMES, CHANCE)
def test_random_games_end(game: RoadGame, chance: Random) -> None:
    """A random game comes to its end, and one side has won."""
    phase = game.phase(positions(game, chance)[-1])
    assert isinstance(phase, Over)
    assert phase.winner in (0, 1)


@FEW
@given(GAMES, CHANCE)
def test_playing_on_changes_nothing(game: RoadGame, chance: Random) -> None:
    """A side without a free warrior has lost: playing on ends with all of it killed.

    Captives are freed by a free warrior of their own side only, so the side that has none
    passes until the last is killed, whatever the other plays.
    """
    position = positions(game, chance)[-1]
    phase = game.phase(position)
    assert isinstance(phase, Over)
    assert phase.winner is not None
    winner, loser = phase.winner, 1 - phase.winner
    for _ in range(ENDS_BY):
        view = game.view(position)
        if view.killed[loser] == game.ruleset.warriors:
            break
        assert loser not in {stack.captain for stack in view.stacks}
        assert not view.base[loser]
        position = cast(game, position._replace(stage=Stage.CAST), chance)
        moves = game.moves(position)
        assert bool(moves) == (position.turn == winner)
        position = game.play(position, chance.choice(moves)) if moves else game.skip(position)
    assert game.view(position).killed[loser] == game.ruleset.warriors
    assert game.view(position).killed[winner] < game.ruleset.warriors


@FEW
@given(GAMES, CHANCE)
def test_records_round_trip(game: RoadGame, chance: Random) -> None:
    """A whole game reads back from its text, and replays to the same end."""
    position, entries = game.start(), []
    for _ in range(80):
        phase = game.phase(position)
        if isinstance(phase, Over):
            break
        if isinstance(phase, Throw):
            thrown = tuple(chance.choice(phase.table.faces) for _ in range(phase.table.count))
            entries.append(phase.table.write(thrown))
            position = game.cast(position, thrown)
        else:
            move = chance.choice(game.moves(position))
            entries.append(game.write_move(move))
            position = game.play(position, move)
    record = Record(game.header, tuple(entries))
    assert Record.read(record.write()) == record
    assert list(replay(game, entries))[-1].after == position

"""Invariants of every position, for every ruleset, any options and any number of seats."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.record import Record, replay
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.moves import Arrival, Deed, Move
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Ruleset
from engine.road.stack import Stack
from engine.road.unpacked import Unpacked
from engine.stage import Stage
from tests.costly import COSTLY

Journey = Callable[[RoadGame, Random, int], list[Position]]

GAMES = st.from_type(Ruleset).map(RoadGame)
CHANCE = st.integers(0, 1 << 32).map(Random)


@COSTLY
@given(GAMES, CHANCE)
def test_warriors_are_conserved(journey: Journey, game: RoadGame, chance: Random) -> None:
    """Every warrior is in base, a captain, a captive, killed or away."""
    for position in journey(game, chance, 150):
        unpacked = game.unpack(position)
        for seat in range(game.seats):
            captains = sum(stack.captain == seat for stack in unpacked.stacks)
            captives = sum(stack.captives[seat] for stack in unpacked.stacks)
            crowds = unpacked.base[seat] + unpacked.killed[seat] + unpacked.away[seat]
            assert captains + captives + crowds == game.ruleset.warriors


@COSTLY
@given(GAMES, CHANCE)
def test_enemies_never_share_a_space(journey: Journey, game: RoadGame, chance: Random) -> None:
    """All stacks on a space of the road are of one side."""
    for position in journey(game, chance, 150):
        on_road = [stack for stack in game.unpack(position).stacks if stands_on_road(game, stack)]
        sides = {(stack.at, game.side(stack.captain)) for stack in on_road}
        assert len(sides) == len({stack.at for stack in on_road})


@COSTLY
@given(GAMES.filter(lambda game: not game.ruleset.sharing), CHANCE)
def test_no_two_stacks_share_a_space(journey: Journey, game: RoadGame, chance: Random) -> None:
    """Unless the ruleset lets stacks share spaces, each space has at most one."""
    for position in journey(game, chance, 150):
        on_road = Counter(stack.at for stack in game.unpack(position).stacks)
        assert all(n == 1 for at, n in on_road.items() if 1 <= at <= game.ruleset.road)


@COSTLY
@given(GAMES, CHANCE)
def test_stacks_stand_where_they_may(journey: Journey, game: RoadGame, chance: Random) -> None:
    """A stack is on the road, off the fire, or waits alone in the enemy base to go home."""
    for position in journey(game, chance, 150):
        for stack in game.unpack(position).stacks:
            far_base = game.ruleset.road + 1 - game.ruleset.home(stack.captain)
            homeward = -game.ruleset.forward(stack.captain)
            waits = stack.at == far_base and not any(stack.captives) and stack.heading == homeward
            assert waits or stands_on_road(game, stack)
            assert stack.at not in game.ruleset.fire_spaces


@COSTLY
@given(GAMES, CHANCE)
def test_headings_are_open_after_captures_only(
    journey: Journey, game: RoadGame, chance: Random
) -> None:
    """Only stacks with captives have open headings, and only with `after-capture=open`."""
    for position in journey(game, chance, 150):
        for stack in game.unpack(position).stacks:
            may_be_open = game.ruleset.after_capture is AfterCapture.OPEN and any(stack.captives)
            assert stack.heading or may_be_open


@COSTLY
@given(GAMES, CHANCE)
def test_a_game_goes_on_while_both_sides_are_free(
    journey: Journey, game: RoadGame, chance: Random
) -> None:
    """A game ends exactly when a side has no warrior in base and no captain.

    Where captors leave, it can end earlier.
    """
    assume(game.ruleset.after_capture is not AfterCapture.LEAVE)
    for position in journey(game, chance, 150):
        unpacked = game.unpack(position)
        free = {game.side(stack.captain) for stack in unpacked.stacks}
        free |= {game.side(seat) for seat in range(game.seats) if unpacked.base[seat]}
        assert (position.stage is Stage.OVER) == (len(free) < 2)


@COSTLY
@given(GAMES, CHANCE)
def test_nought_is_never_played(journey: Journey, game: RoadGame, chance: Random) -> None:
    """No move has the number 0, and every move has one of the turn's numbers."""
    for position in journey(game, chance, 80):
        assert {move.number for move in game.moves(position)} <= set(position.numbers) - {0}


@COSTLY
@given(st.builds(Ruleset, key=st.just("puluc"), road=st.integers(5, 31)), CHANCE)
def test_puluc_never_passes(journey: Journey, ruleset: Ruleset, chance: Random) -> None:
    """In puluc the foremost stack can always move, so there are no passes."""
    game = RoadGame(ruleset)
    for position in journey(game, chance, 150):
        assert position.stage is not Stage.MOVE or game.moves(position)


@COSTLY
@given(GAMES)
def test_headers_round_trip(game: RoadGame) -> None:
    """Reading the header of any ruleset returns an equal ruleset."""
    assert read_header(game.header) == game.ruleset


@COSTLY
@given(GAMES, CHANCE)
def test_positions_round_trip(journey: Journey, game: RoadGame, chance: Random) -> None:
    """A position can be restored from its text and from its unpacked form."""
    for position in journey(game, chance, 60):
        assert game.read_position(game.write_position(position)) == position
        assert game.pack(game.unpack(position)) == position


@COSTLY
@given(GAMES, CHANCE)
def test_moves_round_trip(journey: Journey, game: RoadGame, chance: Random) -> None:
    """Every legal move has a distinct text that reads back as the same move."""
    for position in journey(game, chance, 60):
        moves = game.moves(position)
        texts = [game.write_move(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [game.read_move(position, text) for text in texts] == list(moves)


@COSTLY
@given(GAMES, CHANCE)
def test_moves_are_short_words(journey: Journey, game: RoadGame, chance: Random) -> None:
    """A move is ASCII without spaces, dots, colons or bars, at most 6 characters plus 2 a seat."""
    for position in journey(game, chance, 150):
        for text in map(game.write_move, game.moves(position)):
            assert text.isascii()
            assert not set(text) & set(" .:|")
            assert len(text) <= 6 + 2 * game.seats


@COSTLY
@given(st.from_type(Ruleset), CHANCE)
def test_positions_of_two_fit_sixty_characters(
    journey: Journey, ruleset: Ruleset, chance: Random
) -> None:
    """No position of two seats with five warriors each takes more than 60 characters."""
    game = RoadGame(replace(ruleset, seats=2, warriors=5))
    assert all(len(game.write_position(position)) <= 60 for position in journey(game, chance, 300))


@COSTLY
@given(GAMES, CHANCE)
def test_records_round_trip(journey: Journey, game: RoadGame, chance: Random) -> None:
    """A whole game reads back from its text and replays to the same positions."""
    passed = journey(game, chance, 60)
    entries = tuple(entry_between(game, *step) for step in pairwise(passed))
    record = Record(game.header, entries)
    assert Record.read(record.write()) == record
    assert [step.after for step in replay(game, entries)] == passed[1:]


def entry_between(game: RoadGame, before: Position, after: Position) -> str:
    """Return the record entry that leads from one position to the next."""
    if before.stage is not Stage.MOVE:
        table = game.ruleset.throws
        casts = table.chances
        return next(table.write(cast) for cast in casts if game.cast(before, cast) == after)
    moves = game.moves(before)
    return next((game.write_move(m) for m in moves if game.play(before, m) == after), "-")


@COSTLY
@given(GAMES, CHANCE)
def test_every_move_does_its_deed(journey: Journey, game: RoadGame, chance: Random) -> None:
    """Every legal move does exactly what its deed says."""
    for position in journey(game, chance, 60):
        for move in game.moves(position):
            deed = game.deed(position, move)
            unpacked, after = game.unpack(position), game.unpack(game.play(position, move))
            check_crowds(game, deed, unpacked, after)
            check_stacks(game, deed, move, unpacked, after)


def check_crowds(game: RoadGame, deed: Deed, before: Unpacked, after: Unpacked) -> None:
    """Check the numbers of warriors in base, killed and away after a move against its deed."""
    for seat in range(game.seats):
        captain = seat == deed.seat
        home = deed.freed[seat] + deed.liberated[seat] + (captain and deed.arrival is Arrival.OFF)
        assert after.base[seat] == before.base[seat] + home - (captain and deed.entered)
        assert after.killed[seat] == before.killed[seat] + deed.killed[seat]
        assert after.away[seat] == before.away[seat] + (captain and deed.away)


def check_stacks(game: RoadGame, deed: Deed, move: Move, before: Unpacked, after: Unpacked) -> None:
    """Check stacks after a move against its deed: one moved, its captives are gone, others stay."""
    own = game.side(deed.seat)
    stay, now = Counter(before.stacks), Counter(after.stacks)
    if not deed.entered:
        stay -= Counter([Stack(deed.start, deed.seat, move.heading, move.captives)])
    prey = [s for s in stay if s.at == deed.end and game.side(s.captain) != own]
    if deed.arrival is Arrival.SPACE:
        stay -= Counter({stack: stay[stack] for stack in prey})
    if deed.arrival in (Arrival.SPACE, Arrival.FAR_BASE) and not deed.away:
        arrived = [
            stack
            for stack in now
            if (stack.at, stack.captain) == (deed.end, deed.seat) and now[stack] > stay[stack]
        ]
        assert len(arrived) == 1
        taken = tuple(map(sum, zip(move.captives, deed.captured, strict=True)))
        assert arrived[0].captives == taken
        now -= Counter(arrived)
    if any(deed.liberated):
        assert without_captives_of(game, own, stay) == without_captives_of(game, own, now)
        held = sum(n * sum(stack.captives) for stack, n in (stay - now).items())
        left = sum(n * sum(stack.captives) for stack, n in (now - stay).items())
        assert held - left == sum(deed.liberated)
    else:
        assert stay == now


def without_captives_of(
    game: RoadGame, side: int, stacks: Counter[Stack]
) -> list[tuple[int, int, list[int]]]:
    """Return each stack's space and captives, without headings and without captives of `side`."""
    return sorted(
        (s.at, s.captain, [n * (game.side(seat) != side) for seat, n in enumerate(s.captives)])
        for s in stacks.elements()
    )


def stands_on_road(game: RoadGame, stack: Stack) -> bool:
    """Tell whether a stack is on a space of the road."""
    return 1 <= stack.at <= game.ruleset.road

"""Undos in records: what they take back, and how the throws after them are numbered."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import AnyGame, Choose, Corrupt, IllegalMove, Over, Pass, Throw, open_game
from engine.corn import Binding, Recipe, commitment, draw, statement
from engine.record import SKIP, UNDO, Played, Record, Undone, replay, standing, with_one_more
from engine.record_json import read_record_data, record_data
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.ruleset import Ruleset
from engine.stage import Stage
from engine.tags import Tags
from engine.verify import Thrown, verify
from tests.costly import COSTLY

Journey = Callable[[RoadGame, Random, int], list[Position]]

ONE = "puluc road=5 warriors=1 table=kernels casts=one"
EACH = "aj-sayil road=19 warriors=5 table=kernels casts=each"
PASSES = "footprints road=11 warriors=5 table=footprints casts=one"
GAME = "1000 0010 1100 1000 0110 b+2 0110 b-2 0011 2+2"

SEED = bytes(range(32))
GAMES = st.from_type(Ruleset).map(RoadGame)
PARCHIS = st.sampled_from(("parchis seats=2", "parchis-spain seats=3", "parchis seats=4 end=pairs"))
ANY_GAMES: st.SearchStrategy[AnyGame] = st.one_of(GAMES, PARCHIS.map(open_game))
CHANCE = st.integers(0, 1 << 32).map(Random)
RECIPES = st.sampled_from(Recipe)
MOST = 80
"""The number of entries after which a random game breaks off."""


class Tried(NamedTuple):
    """A game in which moves were tried and taken back, and the entries that stand at its end."""

    game: AnyGame
    record: Record
    line: tuple[str, ...]


@st.composite
def tries(draw_: st.DrawFn) -> Tried:
    """Draw a game of random moves and undos, whose throws follow from the seed."""
    game, chance, recipe = draw_(ANY_GAMES), draw_(CHANCE), draw_(RECIPES)
    words = ("maize",) * game.seats
    binding = Binding("k3f9qd7m2x", commitment(SEED), words, SEED, recipe)
    text = statement(recipe, binding.commitment, binding.table, game.header, words)
    entries: list[str] = []
    now: tuple[Any, tuple[str, ...], tuple[int, ...]] = game.start(), (), (0,) * game.seats
    moves: list[tuple[Any, tuple[str, ...], tuple[int, ...]]] = []
    while len(entries) < MOST:
        position, line, thrown = now
        phase = game.phase(position)
        if isinstance(phase, Over):
            break
        if moves and chance.random() < 0.2:
            entries.append(UNDO)
            now = moves.pop()
            continue
        match phase:
            case Throw(seat, table):
                cast = draw(SEED, text, recipe.number(seat, thrown), table)
                after, entry = game.cast(position, cast), table.write(cast)
                thrown = with_one_more(thrown, seat)
            case Choose(moves=legal):
                moves.append(now)
                move = chance.choice(legal)
                after, entry = game.play(position, move), game.write_move(move)
            case Pass():
                after, entry = game.skip(position), SKIP
        entries.append(entry)
        now = after, (*line, entry), thrown
    return Tried(game, Record(game.header, tuple(entries), Tags(binding=binding)), now[1])


def reached(header: str, entries: str) -> str:
    """Return the position after the entries, as text."""
    game = open_game(header)
    *_, last = replay(game, entries.split())
    return game.write_position(last.after)


def wrong(header: str, entries: str) -> str:
    """Return why the entries can't be played."""
    with pytest.raises(Corrupt) as corrupt:
        list(replay(open_game(header), entries.split()))
    return str(corrupt.value)


def test_an_undo_takes_back_a_move_and_what_followed() -> None:
    """After an undo, the game is where it was before the last move and the throw that followed."""
    assert reached(ONE, "1000 0010 1100 1000 0110") == "1 a2 11/00"
    assert reached(ONE, "1000 0010 1100 1000 0110 b+2 0110 undo") == "1 a2 11/00"


def test_several_undos_take_back_several_moves() -> None:
    """Each further undo takes back the last move that still stands."""
    assert reached(ONE, "1000 0010 1100 1000 0110 b+2 0110 b-2 0011 undo") == "1 b2 01/00 2a"
    assert reached(ONE, "1000 0010 1100 1000 0110 b+2 0110 b-2 0011 undo undo") == "1 a2 11/00"


def test_a_move_of_two_is_taken_back_alone() -> None:
    """In a turn with two numbers, an undo takes back one of the moves, even before the next."""
    begun = "1100 1000 1000 1100"
    assert reached(EACH, f"{begun} ba+2 undo") == "1 a1,2 55/00"
    assert reached(EACH, f"{begun} ba+2 2a+1 1110 undo") == "1 a1 45/00 2a"
    assert reached(EACH, f"{begun} ba+2 2a+1 1110 undo undo") == "1 a1,2 55/00"


def test_a_pass_is_taken_back_with_the_move_before() -> None:
    """A pass is no move, so an undo after it takes back the move before it."""
    assert reached(PASSES, "02 01 ba+2 00 - undo") == "1 a2 55/00"
    assert reached(PASSES, "02 01 ba+2 00 undo") == "1 a2 55/00"


def test_the_game_goes_on_after_an_undo() -> None:
    """After an undo another move is played, and an undo after that takes back this one."""
    begun = "1100 1000 1000 1100 ba+2 undo ba+1"
    assert reached(EACH, begun) == "1 a2 45/00 1a"
    assert reached(EACH, f"{begun} undo") == "1 a1,2 55/00"


def test_a_step_says_what_it_takes_back() -> None:
    """The step of an undo has the move that it takes back, and the index of its entry."""
    *played, undone = replay(open_game(ONE), [*GAME.split()[:-1], UNDO])
    assert isinstance(undone, Undone)
    assert (undone.entry, undone.at, undone.move) == (UNDO, 7, played[7])
    assert (undone.position, undone.after) == (played[-1].after, played[7].position)


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        ("undo", "entry 0, 'undo': there is no move to take back"),
        ("1000 0010 1100 1000 0110 undo", "entry 5, 'undo': there is no move to take back"),
        ("1000 0010 1100 1000 0110 b+2 undo undo", "entry 7, 'undo': there is no move to take"),
        (f"{GAME} undo", "entry 10, 'undo': the game is over"),
        ("1000 0010 1100 1000 0110 b+2 undo 0110", "entry 7, '0110': unreadable"),
    ],
    ids=["at the start", "after the opening", "once too often", "after the end", "then a throw"],
)
def test_an_undo_that_cannot_be_played_is_named(entries: str, error: str) -> None:
    """Without a move that stands, or once the game is over, an undo is refused by its index."""
    assert wrong(ONE, entries).startswith(error)


def test_moves_before_the_start_stay() -> None:
    """From a later position, an undo can't take back moves made before it."""
    game = open_game(ONE)
    later = game.read_position("1 b2 01/00 2a")
    with pytest.raises(Corrupt, match="no move to take back"):
        list(replay(game, [UNDO], later))
    *_, last = replay(game, ["b-2", UNDO], later)
    assert last.after == later


def test_an_undo_begins_a_line() -> None:
    """In text, undos begin a line on which the turn goes on."""
    written = "1100 1000\n1000 1100 ba+2\nundo ba+1 1a+2\n1110 1110\nundo undo ba+2 2a+1\n1110 1110"
    record = Record(EACH, tuple(written.split()))
    assert record.write() == f'record 2\n[Game "{EACH}"]\n\n{written}\n'


@COSTLY
@given(tries())
def test_what_stands_is_the_game(tried: Tried) -> None:
    """Replaying only the entries that stand leads to the same position."""
    game, record, line = tried
    stand = standing(game, record.entries)
    assert tuple(step.entry for step in stand) == line
    assert stand == tuple(replay(game, line))
    *_, last = replay(game, record.entries)
    assert last.after == stand[-1].after


@COSTLY
@given(tries())
def test_every_entry_begins_where_the_one_before_ended(tried: Tried) -> None:
    """Positions chain across undos."""
    steps = list(replay(tried.game, tried.record.entries))
    assert steps[0].position == tried.game.start()
    for before, then in pairwise(steps):
        assert then.position == before.after


@COSTLY
@given(tries())
def test_records_with_undos_are_read_as_they_were_written(tried: Tried) -> None:
    """A record with undos survives a round trip as text and as JSON."""
    assert Record.read(tried.record.write()) == tried.record
    assert read_record_data(record_data(tried.record)) == tried.record


@COSTLY
@given(tries())
def test_throws_are_counted_by_what_stands(tried: Tried) -> None:
    """Every step counts the throws of each seat that stand before it."""
    game, entries = tried.game, tried.record.entries
    for index, step in enumerate(replay(game, entries)):
        if isinstance(step, Played):
            before = Counter(map(thrower, standing(game, entries[:index])))
            assert step.throws == tuple(before[seat] for seat in range(game.seats))


@COSTLY
@given(tries())
def test_numbers_have_no_gaps(tried: Tried) -> None:
    """The numbers of the throws that stand begin at 0: of each seat in corn-2, of all in corn-1."""
    stand = [step for step in standing(tried.game, tried.record.entries) if is_throw(step)]
    numbers = [Recipe.CORN_1.number(step.phase.seat, step.throws) for step in stand]
    assert numbers == [str(n) for n in range(len(stand))]
    for seat, letter in enumerate("abcdefghijklmnop"[: tried.game.seats]):
        own = [Recipe.CORN_2.number(seat, s.throws) for s in stand if thrower(s) == seat]
        assert own == [f"{letter}{n}" for n in range(len(own))]


@COSTLY
@given(tries())
def test_repeated_throws_are_verified(tried: Tried) -> None:
    """A game whose throws go back with its undos agrees, and every throw is checked."""
    verdict = verify(tried.record)
    assert verdict.agrees
    assert len(verdict.throws) == sum(entry.isdigit() for entry in tried.record.entries)


@COSTLY
@given(tries(), st.randoms(use_true_random=False))
def test_another_throw_after_an_undo_is_detected(tried: Tried, chance: Random) -> None:
    """A repeated throw that differs from the one before the undo is reported by its number."""
    steps = list(replay(tried.game, tried.record.entries))
    recipe = tried.record.tags.binding.recipe
    thrown = [
        (index, recipe.number(step.phase.seat, step.throws))
        for index, step in enumerate(steps)
        if is_throw(step)
    ]
    first = {n: index for index, n in reversed(thrown)}
    repeated = [index for index, n in thrown if index != first[n]]
    assume(repeated)
    index = chance.choice(repeated)
    table = steps[index].phase.table
    other = chance.choice(
        [c for c in map(table.write, table.outcomes()) if c != steps[index].entry]
    )
    entries = (*tried.record.entries[:index], other, *tried.record.entries[index + 1 :])
    verdict = verify(replace(tried.record, entries=entries))
    assert not verdict.agrees
    found, number = verdict.wrong[0], dict(thrown)[index]
    assert (found.number, found.recorded, found.drawn) == (number, other, steps[index].entry)


def test_new_numbers_after_an_undo_are_detected() -> None:
    """A new throw after an undo, instead of the one that was taken back, does not agree."""
    header = "puluc road=11 warriors=5 table=kernels casts=one"
    tags = Tags(binding=Binding("k3f9qd7m2x", commitment(SEED), ("maize", ""), SEED))
    begun = ("0011", "0000", "1001", "b-2", "1001", "undo", "b-2")
    assert verify(Record(header, (*begun, "1001"), tags)).agrees
    verdict = verify(Record(header, (*begun, "0000"), tags))
    assert verdict.wrong == (Thrown("3", 0, "0000", "1001"),)


@COSTLY
@given(GAMES, CHANCE)
def test_no_move_is_written_like_another_entry(
    journey: Journey, game: RoadGame, chance: Random
) -> None:
    """Every move of the road games has a sign, unlike throws and undos, and is no pass."""
    for position in journey(game, chance, 60):
        if position.stage is Stage.MOVE:
            for text in map(game.write_move, game.moves(position)):
                assert re.fullmatch(r"[0-9a-pA-P*]+[+-][0-9]+", text)


def test_undo_is_no_move_of_the_road_games() -> None:
    """The word of an undo can't be read as a move."""
    game = open_game(ONE)
    with pytest.raises(IllegalMove, match="unreadable"):
        game.read_move(game.read_position("1 a2 11/00"), UNDO)


def is_throw(step: object) -> bool:
    return isinstance(step, Played) and isinstance(step.phase, Throw)


def thrower(step: Played[Any, Any]) -> int | None:
    """The seat that throws, None if the step is no throw."""
    return step.phase.seat if isinstance(step.phase, Throw) else None

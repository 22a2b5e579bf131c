"""Move sequence counts match those of an independent engine, and cover every rule."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from engine.chance import cast_out
from engine.game import Choose, Corrupt, Over, Pass
from engine.perft import perft
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Move
from engine.road.position import Position
from engine.road.stack import side_mask
from engine.stage import Stage

if TYPE_CHECKING:
    from tests.engine.conftest import OpenGame

COUNTS: Final[Mapping[str, Mapping[str, list[int]]]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text(encoding="utf-8")
)
"""Counts of sequences of one move, two moves and so on, by game and by position."""

CASES: Final = [(words, text) for words, counts in COUNTS.items() for text in counts]


def position_of(game: RoadGame, text: str) -> Position:
    """Return the position of a line of counts."""
    return game.begin(0) if text == "start" else game.read_position(text)


@pytest.mark.parametrize(("words", "text"), CASES)
def test_counts(game: "OpenGame", words: str, text: str) -> None:
    """The counts for one move, two moves and so on match."""
    opened, counts = game(words), COUNTS[words][text]
    position = position_of(opened, text)
    depths = range(1, len(counts) + 1)
    assert [perft(opened, position, depth) for depth in depths] == counts


def test_no_move_is_one_sequence(puluc: RoadGame) -> None:
    """Zero moves count as one sequence."""
    assert perft(puluc, puluc.begin(0), 0) == 1


def test_a_position_in_the_opening(puluc: RoadGame) -> None:
    """In the opening, where equal throws are thrown again, sequences aren't counted."""
    with pytest.raises(Corrupt, match="is in the opening"):
        perft(puluc, puluc.start(), 1)


def test_both_seats_count_alike(puluc: RoadGame) -> None:
    """The counts from the start are the same whichever seat begins."""
    assert perft(puluc, puluc.begin(1), 4) == perft(puluc, puluc.begin(0), 4)


def test_a_finished_game_counts_one(puluc: RoadGame) -> None:
    """A finished game counts as one sequence."""
    assert perft(puluc, puluc.read_position("1 a 40/03 5a2b"), 3) == 1


def test_counting_goes_on_with_a_number_that_is_cast(puluc: RoadGame) -> None:
    """If a number has already been thrown, only moves with that number are counted."""
    assert perft(puluc, puluc.read_position("1 a2 34/00 3a 4a 9b"), 1) == 3


def test_a_pass_counts_as_a_move(puluc: RoadGame) -> None:
    """If nothing can be played, the pass counts as one move."""
    over = puluc.read_position("1 a 40/03 5a2b")
    stuck = Position((Stage.CAST, 1, *over[2:]))
    assert perft(puluc, puluc.cast(stuck, (1, 0, 0, 0)), 1) == 1


def test_the_counts_meet_every_rule(game: "OpenGame") -> None:
    """Together, the counted sequences exercise every rule."""
    met: Counter[str] = Counter()
    for words, text in CASES:
        opened = game(words)
        for before, move, after in moves_from(opened, position_of(opened, text), plies=2):
            met.update(events(opened, before, move, after))
    assert [name for name, times in met.items() if not times] == []


def moves_from(
    game: RoadGame, position: Position, plies: int
) -> Iterator[tuple[Position, Move | None, Position]]:
    """Yield every move and pass (None) of the next `plies`, once for each position reached."""
    reached = {position}
    for _ in range(plies):
        further = set[Position]()
        for before in chain.from_iterable(cast_out(game, position) for position in reached):
            match game.phase(before):
                case Choose(moves=moves):
                    played = [(before, move, game.play(before, move)) for move in moves]
                case Pass():
                    played = [(before, None, game.skip(before))]
                case _:
                    continue
            yield from played
            further.update(after for _, _, after in played)
        reached = further


def events(
    game: RoadGame, before: Position, move: Move | None, after: Position
) -> Mapping[str, bool]:
    """Map each event that can happen in a game to whether this move caused it."""
    if move is None:
        return {"a pass": True, "a pass with a nought": 0 in before.numbers}
    deed, ruleset = game.deed(before, move), game.ruleset
    side, far = game.side(deed.seat), ruleset.road + 1 - ruleset.home(deed.seat)
    captor, captured = any(move.captives), any(deed.captured) or deed.away
    off, burnt = deed.arrival is Arrival.OFF, deed.arrival is Arrival.FIRE
    forward = move.direction == ruleset.forward(deed.seat)
    held = [stack.at for stack in game.unpack(after).stacks if 1 <= stack.at <= ruleset.road]
    over = game.phase(after)
    won = isinstance(over, Over) and deed.seat in over.winners(game.seats)

    def has_comrades(crowd: tuple[int, ...]) -> bool:
        return any(n for seat, n in enumerate(crowd) if game.side(seat) == side)

    return {
        "a capture": captured,
        "a capture by a captor": captured and captor,
        "a capture with comrades among the prey": has_comrades(deed.captured),
        "a capture of several stacks": captured
        and len(before.stacks[1 - side]) - len(after.stacks[1 - side]) > 1,
        "a capture after turning round": captured and deed.turned is not None,
        "a captor leaves": deed.away,
        "stacks stand side by side": len(set(held)) < len(held),
        "a captor comes off at the enemy base": off and captor and deed.end == far,
        "a captor comes off at its own base": off and captor and deed.end != far,
        "a lone warrior comes off at the enemy base": off and not captor and deed.end == far,
        "a lone warrior comes off at its own base": off and not captor and deed.end != far,
        "comrades are freed": any(deed.freed),
        "comrades are killed": off and has_comrades(deed.killed),
        "comrades are liberated": any(deed.liberated),
        "a warrior turns round": deed.turned is not None,
        "a warrior turns round and is where it was": deed.start == deed.end,
        "a warrior goes round": deed.rounds == 1,
        "a warrior goes round twice": deed.rounds > 1,
        "a warrior goes round and is where it was": deed.rounds > 0 and deed.start == deed.end,
        "a warrior enters and goes round": deed.rounds > 0 and deed.entered,
        "a warrior goes round and burns": deed.rounds > 0 and burnt,
        "a capture after going round": deed.rounds > 0 and captured,
        "a warrior waits in the enemy base": deed.arrival is Arrival.FAR_BASE,
        "a warrior walks out of the enemy base": deed.start == far,
        "a warrior enters and is carried over the road": deed.entered and (off or deed.end == far),
        "a stack strikes backwards": deed.backwards,
        "a partner's stack is moved": deed.by != deed.seat and not deed.entered,
        "a partner's warrior is entered": deed.by != deed.seat and deed.entered,
        "a warrior burns": burnt and not captor,
        "a warrior burns as it enters": burnt and deed.entered,
        "a stack burns": burnt and captor,
        "a stack goes on, which was open": move.heading == 0 and forward,
        "a stack turns home, which was open": move.heading == 0 and not forward,
        "the second number is left": len(before.numbers) == 2 and isinstance(over, Over),
        "a side wins": won,
        "a side wins that has nobody left": won
        and not (after.stacks[side] or after.base & side_mask(game.seats, side)),
        "nobody wins": isinstance(over, Over) and not over.winners(game.seats),
    }

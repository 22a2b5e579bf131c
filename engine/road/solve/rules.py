"""The rules of a road game as arrays, for compiled code.

The arrays are filled by asking the engine's own rules (`way`, `everyone`, `liberate`) what each
stack does on each space with each number. All is seen by the player to move, who is seat 0. Words,
letters and cells are those of `engine.road.ranking`.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.road.contents import LONE, Contents
from engine.road.moves import Arrival, Move, way
from engine.road.ranking import Ranking
from engine.road.stack import Stack, everyone, liberate, pack_stack, unpack_crowd, unpack_stack

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

# A step says what a move does, packed in one integer; 0 is no move.
STEP: Final = 1
END: Final = 1
"""Shift of the cell where the move ends, plus one; 0 if it leaves the road."""
AFTER: Final = 8
"""Shift of the letter there if nothing is captured and nobody waits there."""
CAPTOR: Final = 24
"""Shift of the row of `captures`."""
KILLED: Final = 40
"""Shift of how many warriors of the opponent, and 16 times how many of the player, die by it."""
LIBERATES: Final = 48
"""Shift of whether the opponent's stacks lose their captives."""


class Rules(NamedTuple):
    """What compiled code knows of a game.

    - `odds[number]`: the probability of each number, in ascending order of numbers.
    - `steps[cell, letter, number, way]`: what a stack does. The cell after the last one is the base
      of the player to move. Only an open heading has two ways.
    - `captures[captor, letter]`: the letter after a capture of `letter`.
    - `rest[letter]`: the letter that stays when a stack leaves a cell.
    - `owner[letter]`: 0 or 1, the captain's side; -1 for the empty letter.
    - `liberated[letter]`: the letter after the player's warriors have been liberated from it.
    - `mine[letter]`, `theirs[letter]`: warriors in it.
    - `terms[cell, left, letter]`, `used[letter]`: those of the ranking, and
      `mirror_terms`, `mirror_used`: the same for the rank of the position as the opponent sees it.
    - `allowed[cell]`: the letters of each cell, in ascending order, then -1.
    - `starts[mine, theirs]`: the rank of the first position of each layer.
    - `warriors`: how many each side has.
    """

    odds: Floats
    steps: NDArray[np.int64]
    captures: Ints
    rest: Ints
    owner: Ints
    liberated: Ints
    mine: Ints
    theirs: Ints
    terms: NDArray[np.int64]
    used: Ints
    mirror_terms: NDArray[np.int64]
    mirror_used: Ints
    allowed: Ints
    starts: NDArray[np.int64]
    joins: Ints
    entrant: int
    warriors: int


def rules_of(ranking: Ranking) -> Rules:
    """Return the arrays for the game that `ranking` numbers."""
    ruleset, letters, cells = ranking.ruleset, ranking.letters, ranking.cells
    most = ruleset.warriors
    numbers = sorted(ruleset.numbers)
    odds = dict.fromkeys(numbers, 0.0)
    thrown = ruleset.throws.odds
    for cast in product(thrown, repeat=2):
        number = ruleset.numbers_of(*cast[: _casts(ranking)])[0]
        odds[number] += float(thrown[cast[0]] * thrown[cast[1]])
    mirror = [0 if each is None else ranking.index[each.mirrored] for each in letters]
    warriors = np.array([(0, 0) if each is None else each.warriors for each in letters], np.int32)
    terms = np.array(ranking.terms, np.int64)[:, :, : len(letters)]
    used = np.array(ranking.used, np.int32)
    widest = max(map(len, ranking.allowed))
    starts = np.full((most + 1, most + 1), -1, np.int64)
    for layer in ranking.layers:
        starts[layer.mine, layer.theirs] = layer.start
    steps, captures = _steps(ranking, numbers)
    return Rules(
        odds=np.array([odds[number] for number in numbers]),
        steps=steps,
        captures=captures,
        rest=np.array([_rest(ranking, each) for each in letters], np.int32),
        owner=np.array([-1 if each is None else each.stack.captain for each in letters], np.int32),
        liberated=np.array([_liberated(ranking, each) for each in letters], np.int32),
        mine=warriors[:, 0].copy(),
        theirs=warriors[:, 1].copy(),
        terms=terms,
        used=used,
        mirror_terms=np.ascontiguousarray(terms[::-1][:, :, mirror]),
        mirror_used=used[mirror],
        allowed=np.array(
            [[*each, *[-1] * (widest - len(each))] for each in ranking.allowed], np.int32
        ),
        starts=starts,
        joins=np.array([cell == ruleset.road + 1 for cell in cells], np.int32),
        entrant=ranking.index[Contents(LONE)],
        warriors=most,
    )


def _casts(ranking: Ranking) -> int:
    """Return how many throws make a number."""
    return 1 if ranking.ruleset.casts == "one" else 2


def _steps(ranking: Ranking, numbers: list[int]) -> tuple[NDArray[np.int64], Ints]:
    """Return `steps` and `captures`."""
    ruleset, letters, cells = ranking.ruleset, ranking.letters, ranking.cells
    steps = np.zeros((len(cells) + 1, len(letters), len(numbers), 2), np.int64)
    captors: dict[Stack, int] = {}

    def step(move: Move) -> int:
        dead = unpack_crowd(move.killed, 2)
        packed = STEP | (dead[1] + 16 * dead[0]) << KILLED | move.liberates << LIBERATES
        if move.arrival is Arrival.OFF:
            return packed
        packed |= cells.index(move.end) + 1 << END
        packed |= ranking.index[Contents(_placeless(move.after))] << AFTER
        if move.arrival is Arrival.SPACE:
            packed |= captors.setdefault(_placeless(move.captor), len(captors)) << CAPTOR
        return packed

    movers = [
        (cell, at, letter)
        for cell, at in enumerate(cells)
        for letter in ranking.allowed[cell]
        if letter
    ]
    base = len(cells), ruleset.home(0), ranking.index[Contents(LONE)]
    for (cell, at, letter), (n, number) in product([*movers, base], enumerate(numbers)):
        contents = letters[letter]
        if contents is not None and contents.stack.captain == 0:
            stack = contents.stack._replace(at=at)
            found = [way(ruleset, stack, heading, number) for heading in (1, -1)]
            for k, move in enumerate(each for each in found if isinstance(each, Move)):
                steps[cell, letter, n, k] = step(move)
    captures = [[_captured(ranking, each, letter) for letter in letters] for each in captors]
    return steps, np.array(captures, np.int32)


def _captured(ranking: Ranking, captor: Stack, contents: Contents | None) -> int:
    """Return the letter of `captor` with everyone of `contents` under it; -1 if there is none."""
    if contents is None or contents.stack.captain != 1:
        return -1
    both = [sum(pair) for pair in zip(Contents(captor).warriors, contents.warriors, strict=True)]
    if max(both) > ranking.ruleset.warriors:
        return -1
    stack = _placeless(pack_stack(captor) + everyone(pack_stack(contents.stack)))
    return ranking.index[Contents(stack)]


def _rest(ranking: Ranking, contents: Contents | None) -> int:
    if contents is None or contents.number == 1:
        return 0
    return ranking.index[contents._replace(number=contents.number - 1)]


def _liberated(ranking: Ranking, contents: Contents | None) -> int:
    """Return the letter of the opponent's `contents` without the player's warriors."""
    if contents is None or contents.stack.captain != 1 or contents.number > 1:
        return 0 if contents is None else ranking.index[contents]
    (code,), _ = liberate([pack_stack(contents.stack)], comrades=0xF, forward=-1)
    freed = Contents(_placeless(code))
    return ranking.index.get(freed, ranking.index[contents])


def _placeless(code: int) -> Stack:
    return unpack_stack(code, seats=2)._replace(at=0)

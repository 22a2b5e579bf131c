"""Compiled loops over the positions of a layer.

A position is a word: the letter of each cell. `left` has how many warriors of each side its later
letters may still use, so the last row is what is in the bases. Values are those of the side about
to throw: the probability that it wins.

Two places after the last value stand for a game that is over: at `values.size - 2` the side about
to throw has lost, and at `values.size - 1` it has won.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from engine.road.solve.rules import AFTER, CAPTOR, END, KILLED, LIBERATES, Floats, Ints, Rules

Values = NDArray[np.float64]
Policy = NDArray[np.int32]
Ranks = NDArray[np.int64]

CHUNK: Final = 2048
"""Positions that one thread handles at a time."""


class Scratch(NamedTuple):
    """Memory of one thread: `found` ranks, the sums of a position, and those after a move."""

    found: Ranks
    sums: Ranks
    lefts: Ints
    sums_after: Ranks
    lefts_after: Ints
    freed: Ints


@njit(cache=True)
def scratch_for(cells: int) -> Scratch:
    """Return memory for words of so many letters."""
    return Scratch(
        np.empty(2 * cells + 2, np.int64),
        np.empty(cells + 1, np.int64),
        np.empty(cells, np.int32),
        np.empty(cells + 1, np.int64),
        np.empty(cells, np.int32),
        np.empty(cells, np.int32),
    )


@njit(cache=True)
def first_word(rules: Rules, offset: int, mine: int, theirs: int, word: Ints, left: Ints) -> None:
    """Write the word of the position `offset` places after the first of its layer.

    `mine` and `theirs` are the warriors that have not been killed.
    """
    side = rules.warriors + 1
    for cell in range(word.size):
        left[cell, 0], left[cell, 1] = mine, theirs
        terms = rules.terms[cell, mine * side + theirs]
        best = 0
        for letter in rules.allowed[cell]:
            if letter < 0 or terms[letter] > offset:
                break
            if rules.mine[letter] <= mine and rules.theirs[letter] <= theirs:
                best = letter
        word[cell] = best
        offset -= terms[best]
        mine -= rules.mine[best]
        theirs -= rules.theirs[best]
    left[word.size, 0], left[word.size, 1] = mine, theirs


@njit(cache=True)
def next_word(rules: Rules, word: Ints, left: Ints) -> None:
    """Turn the word of a position into that of the next; after the last one, anything may be."""
    for cell in range(word.size - 1, -1, -1):
        mine, theirs = left[cell, 0], left[cell, 1]
        for letter in rules.allowed[cell]:
            if (
                letter > word[cell]
                and rules.mine[letter] <= mine
                and rules.theirs[letter] <= theirs
            ):
                word[cell] = letter
                mine -= rules.mine[letter]
                theirs -= rules.theirs[letter]
                for later in range(cell + 1, word.size):
                    word[later] = 0
                    left[later, 0], left[later, 1] = mine, theirs
                left[word.size, 0], left[word.size, 1] = mine, theirs
                return


@njit(cache=True)
def mirror_sums(
    rules: Rules, word: Ints, dead_mine: int, dead_theirs: int, sums: Ranks, lefts: Ints
) -> None:
    """Rank a position as the opponent sees it, who reads its word from the other end.

    Writes the rank to `sums[0]`; `sums[cell]` is what it is made of before the cells below `cell`
    are read, and `lefts[cell]` what later letters, that of `cell` included, may still use.
    """
    most = rules.warriors
    rank = rules.starts[dead_theirs, dead_mine]
    left = (most - dead_theirs) * (most + 1) + most - dead_mine
    sums[word.size] = rank
    for cell in range(word.size - 1, -1, -1):
        lefts[cell] = left
        letter = word[cell]
        rank += rules.mirror_terms[cell, left, letter]
        left -= rules.mirror_used[letter]
        sums[cell] = rank


@njit(cache=True)
def mirror_rank(rules: Rules, word: Ints, high: int, low: int, sums: Ranks, lefts: Ints) -> int:
    """Rank a position as the opponent sees it that differs from a ranked one from `low` to `high`.

    The cells between are the only ones that are read, unless warriors have entered or come off.
    """
    rank, left = sums[high + 1], lefts[high]
    for cell in range(high, -1, -1):
        if cell < low and left == lefts[cell]:
            return rank + sums[0] - sums[cell + 1]
        letter = word[cell]
        rank += rules.mirror_terms[cell, left, letter]
        left -= rules.mirror_used[letter]
    return rank


@njit(cache=True)
def successors(
    rules: Rules,
    over: int,
    number: int,
    word: Ints,
    base: Ints,
    dead: tuple[int, int],
    scratch: Scratch,
) -> int:
    """Write the ranks of the positions after every move with a number; return how many.

    `number` is its index, `base` the warriors in the bases, `dead` those that were killed, by
    owner. The ranks are as the opponent sees the positions, `over` if it has lost. Without a move,
    the only one is that of the same position. `scratch.sums` and `lefts` are those of `word`.
    """
    sums, lefts, found = scratch.sums, scratch.lefts, scratch.found
    captains = 0
    for letter in word:
        captains += rules.owner[letter] == 1
    count = 0
    for cell in range(word.size + 1):
        if cell < word.size:
            letter = word[cell]
            if rules.owner[letter] != 0:
                continue
            word[cell] = rules.rest[letter]
        else:
            if base[0] == 0:
                break
            letter = rules.entrant
        for way in range(2):
            step = rules.steps[cell, letter, number, way]
            if step == 0:
                break
            end = (step >> END & 0x7F) - 1
            if end < 0:
                killed = step >> KILLED & 0xFF
                if captains == 0 and base[1] == 0:
                    rank = over
                elif killed:
                    mine, theirs = dead[0] + (killed >> 4), dead[1] + (killed & 0xF)
                    mirror_sums(rules, word, mine, theirs, scratch.sums_after, scratch.lefts_after)
                    rank = scratch.sums_after[0]
                elif step >> LIBERATES:
                    for place in range(word.size):
                        scratch.freed[place] = rules.liberated[word[place]]
                    rank = mirror_rank(rules, scratch.freed, word.size - 1, 0, sums, lefts)
                elif cell < word.size:
                    rank = mirror_rank(rules, word, cell, cell, sums, lefts)
                else:
                    rank = sums[0]
            else:
                there = word[end]
                left = captains
                if there == 0:
                    word[end] = step >> AFTER & 0xFFFF
                elif rules.joins[end]:
                    word[end] = there + 1
                elif rules.owner[there] == 0:
                    continue
                else:
                    word[end] = rules.captures[step >> CAPTOR & 0xFFFF, there]
                    left -= 1
                if left == 0 and base[1] == 0:
                    rank = over
                elif cell == word.size:
                    rank = mirror_rank(rules, word, end, end, sums, lefts)
                else:
                    rank = mirror_rank(rules, word, max(cell, end), min(cell, end), sums, lefts)
                word[end] = there
            found[count] = rank
            count += 1
        if cell < word.size:
            word[cell] = letter
    if count == 0:
        found[0] = sums[0]
        count = 1
    return count


@njit(cache=True)
def outcome(rules: Rules, word: Ints, base: Ints) -> int:
    """Return 1 if the player to move has won this position, 0 if it has lost, -1 if neither."""
    mine, theirs = base[0] > 0, base[1] > 0
    for letter in word:
        mine |= rules.owner[letter] == 0
        theirs |= rules.owner[letter] == 1
    if not mine:
        return 0
    return -1 if theirs else 1


@njit(cache=True, parallel=True)
def improve(
    rules: Rules, values: Values, dead_mine: int, dead_theirs: int, offset: int, policy: Policy
) -> None:
    """Find the best moves in some positions of a layer, by the values of all positions.

    The first of them is `offset` places after the first of the layer. Writes the rank that the best
    move leads to for each number to `policy`.
    """
    over = values.size - 2
    size, cells = policy.shape[0], rules.allowed.shape[0]
    mine, theirs = rules.warriors - dead_mine, rules.warriors - dead_theirs
    dead = (dead_mine, dead_theirs)
    for chunk in prange((size + CHUNK - 1) // CHUNK):
        word = np.empty(cells, np.int32)
        left = np.empty((cells + 1, 2), np.int32)
        scratch = scratch_for(cells)
        first_word(rules, offset + chunk * CHUNK, mine, theirs, word, left)
        for i in range(chunk * CHUNK, min(size, (chunk + 1) * CHUNK)):
            ended = outcome(rules, word, left[cells])
            mirror_sums(rules, word, dead_mine, dead_theirs, scratch.sums, scratch.lefts)
            for number in range(rules.odds.size):
                if ended >= 0:
                    best = over + 1 - ended
                else:
                    count = successors(rules, over, number, word, left[cells], dead, scratch)
                    best = scratch.found[0]
                    for rank in scratch.found[1:count]:
                        if values[rank] < values[best]:
                            best = rank
                policy[i, number] = best
            next_word(rules, word, left)


@njit(cache=True, parallel=True)
def evaluate(odds: Floats, values: Values, fresh: Values, policy: Policy) -> None:
    """Compute the values of a layer under the moves in `policy`, and write them to `fresh`."""
    for i in prange(fresh.size):
        total = 0.0
        for number in range(odds.size):
            total += odds[number] * (1.0 - values[policy[i, number]])
        fresh[i] = total


@njit(cache=True, parallel=True)
def replace(values: Values, fresh: Values) -> float:
    """Overwrite `values` with `fresh`, and return the largest change."""
    blocks = (fresh.size + CHUNK - 1) // CHUNK
    largest = np.zeros(blocks)
    for block in prange(blocks):
        for i in range(block * CHUNK, min(fresh.size, (block + 1) * CHUNK)):
            largest[block] = max(largest[block], abs(values[i] - fresh[i]))
            values[i] = fresh[i]
    return largest.max()

"""Numbering the positions of a road game for two, without gaps.

Only positions in which a turn begins with a throw are numbered, from the view of the player to
move, so that a position and its mirror image share a number. Positions with the same killed
warriors form a *layer*. Within it, a position is a word: the contents of each space, in the order
of the road. Its rank among all words, in alphabetical order, is a sum with a term for each stack:
how many words begin like this one and have a smaller letter there (a combinatorial number system).

A warrior that isn't on the road or killed is in base, so bases need no letter. Positions in which
all warriors of a side have been killed are over, and have no number.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, product
from typing import Final, NamedTuple

from engine.family import Unsolvable
from engine.road.contents import Contents, contents_of_base, contents_of_spaces, mirrored
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Casts, Ruleset
from engine.road.stack import AT, pack_crowd, pack_stack, unpack_stack
from engine.stage import Stage

CAST: Final = Stage.CAST
"""A module global is faster to look up than an enum member."""


class Layer(NamedTuple):
    """The positions in which the player to move has lost `mine` warriors and the opponent `theirs`.

    Their ranks are `start` and the `size - 1` after it.
    """

    mine: int
    theirs: int
    start: int
    size: int


class Ranking:
    """The ranks of all positions of `ruleset`; raises Unsolvable if it is not for this.

    `cells` are the places that have contents, in the order of words. `letters` are all contents;
    the first, None, is an empty place. `allowed` are the letters of each cell, in ascending order.
    `left` is how many warriors a word may still use, `mine * (warriors + 1) + theirs`; `used` is
    what a letter takes away from it. `terms[cell][left][letter]` is what a letter adds to the rank.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        _check(ruleset)
        self.ruleset = ruleset
        most = ruleset.warriors
        on_road, in_base = contents_of_spaces(ruleset), contents_of_base(ruleset)
        waiting = {ruleset.road + 1: in_base, 0: [each.mirrored for each in in_base]}
        # a lone warrior that waits is like one that walks home, and the numbers of those that wait
        # in a base must be adjacent
        walking = (each for each in on_road if each not in waiting[0] and each not in in_base)
        self.letters: Sequence[Contents | None] = (None, *walking, *waiting[0], *in_base)
        self.index = {letter: index for index, letter in enumerate(self.letters)}
        ends = sorted(waiting) if in_base else []
        self.cells: Sequence[int] = sorted({*range(1, ruleset.road + 1), *ends})
        self.allowed: Sequence[Sequence[int]] = [
            sorted([0, *(self.index[each] for each in waiting.get(cell, on_road))])
            for cell in self.cells
        ]
        warriors = [(0, 0) if each is None else each.warriors for each in self.letters]
        self.used: Sequence[int] = [mine * (most + 1) + theirs for mine, theirs in warriors]
        self.terms, counts = self._terms(warriors)
        sizes = [
            (mine, theirs, counts[self.left(mine, theirs)])
            for mine, theirs in product(range(most), repeat=2)
        ]
        starts = accumulate((size for *_, size in sizes), initial=0)
        self.layers: Sequence[Layer] = [
            Layer(mine, theirs, start, size)
            for (mine, theirs, size), start in zip(sizes, starts, strict=False)
        ]
        self.size: int = self.layers[-1].start + self.layers[-1].size
        self._spots = (_Spots(self, 0), _Spots(self, 1))
        self._layer_of: tuple[dict[int, tuple[int, int]], ...] = ({}, {})
        for layer in self.layers:
            start = layer.start, self.left(layer.mine, layer.theirs)
            self._layer_of[0][pack_crowd((layer.mine, layer.theirs))] = start
            self._layer_of[1][pack_crowd((layer.theirs, layer.mine))] = start

    def left(self, mine: int, theirs: int) -> int:
        """Return how many warriors a word may use if so many have been killed."""
        most = self.ruleset.warriors
        return (most - mine) * (most + 1) + most - theirs

    def _terms(
        self, warriors: Sequence[tuple[int, int]]
    ) -> tuple[Sequence[Sequence[Sequence[int]]], Sequence[int]]:
        """Return the terms by cell, and the number of all words by what is left at their start."""
        most = self.ruleset.warriors
        lefts = list(product(range(most + 1), repeat=2))
        counts = [1] * len(lefts)
        terms: list[list[list[int]]] = []
        for allowed in reversed(self.allowed):
            row: list[list[int]] = []
            for mine, theirs in lefts:
                left, total = mine * (most + 1) + theirs, 0
                adds = [0] * len(self.letters)
                for letter in allowed:
                    adds[letter] = total
                    if warriors[letter][0] <= mine and warriors[letter][1] <= theirs:
                        total += counts[left - self.used[letter]]
                row.append([*adds, total])
            counts = [each.pop() for each in row]
            terms.append(row)
        return terms[::-1], counts

    def rank(self, position: Position) -> int:
        """Return the rank of a position in which a turn begins with a throw.

        Raises KeyError if it has none: it is in the opening, its throw has been made, its game is
        over, or one of its stacks can't come up in play.
        """
        stage, turn, numbers, (one, other), _, killed, _ = position
        if stage is not CAST or numbers:
            raise KeyError(position)
        rank, left = self._layer_of[turn][killed]
        spots = self._spots[turn]
        found = sorted([spots[stack] for stack in one + other])
        if self.in_bases:
            found = self._gathered(found)
        used = self.used
        for row, letter in found:
            rank += self.terms[row][left][letter]
            left -= used[letter]
        return rank

    @cached_property
    def in_bases(self) -> bool:
        """Whether warriors can wait in the enemy's base."""
        return len(self.cells) > self.ruleset.road

    def _gathered(self, found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return `found` with those that wait in the same base together under one letter."""
        gathered: list[tuple[int, int]] = []
        for spot in found:
            if gathered and gathered[-1][0] == spot[0]:
                gathered[-1] = spot[0], gathered[-1][1] + 1
            else:
                gathered.append(spot)
        return gathered

    def position(self, rank: int) -> Position:
        """Return the position of this rank, with seat 0 to throw; IndexError if there is none."""
        if not 0 <= rank < self.size:
            raise IndexError(f"ranks are from 0 to {self.size - 1}, not {rank}")
        at = bisect_right(self.layers, rank, key=lambda each: each.start) - 1
        layer = self.layers[at]
        return self.at(layer, self.word(layer, rank))

    def word(self, layer: Layer, rank: int) -> list[int]:
        """Return the letters of the position of this rank, which is in `layer`."""
        rest, left = rank - layer.start, self.left(layer.mine, layer.theirs)
        word = []
        for allowed, terms in zip(self.allowed, self.terms, strict=True):
            fitting = [letter for letter in allowed if self._fits(letter, left)]
            letter = fitting[bisect_right(fitting, rest, key=terms[left].__getitem__) - 1]
            rest -= terms[left][letter]
            left -= self.used[letter]
            word.append(letter)
        return word

    def _fits(self, letter: int, left: int) -> bool:
        mine, theirs = divmod(left, self.ruleset.warriors + 1)
        used_mine, used_theirs = divmod(self.used[letter], self.ruleset.warriors + 1)
        return used_mine <= mine and used_theirs <= theirs

    def at(self, layer: Layer, word: Sequence[int]) -> Position:
        """Return the position of `layer` that is written as `word`, with seat 0 to throw."""
        left = self.left(layer.mine, layer.theirs) - sum(self.used[letter] for letter in word)
        stacks: list[list[int]] = [[], []]
        for cell, letter in zip(self.cells, word, strict=True):
            contents = self.letters[letter]
            if contents is not None:
                code = pack_stack(contents.stack._replace(at=cell))
                stacks[contents.stack.captain] += [code] * contents.number
        base = pack_crowd(divmod(left, self.ruleset.warriors + 1))
        killed = pack_crowd((layer.mine, layer.theirs))
        pair = tuple(sorted(stacks[0])), tuple(sorted(stacks[1]))
        return Position((Stage.CAST, 0, (), pair, base, killed, 0))


class _Spots(dict[int, tuple[int, int]]):
    """The cell and the letter of each packed stack, seen by the seat `turn`."""

    def __init__(self, ranking: Ranking, turn: int) -> None:
        super().__init__()
        self._ranking = ranking
        self._turn = turn

    def __missing__(self, code: int) -> tuple[int, int]:
        ranking = self._ranking
        stack, place = unpack_stack(code, seats=2), code & AT
        if self._turn:
            stack, place = mirrored(stack), ranking.ruleset.road + 1 - place
        cell = ranking.cells.index(place)
        letter = ranking.index[Contents(stack._replace(at=0))]
        found = self[code] = cell, letter
        return found


def _check(ruleset: Ruleset) -> None:
    """Raise Unsolvable if a position of this ruleset isn't one word of numbers of warriors."""
    if ruleset.seats != 2:
        raise Unsolvable("only games for two seats can be solved")
    if ruleset.casts is Casts.EACH:
        raise Unsolvable("only games with one number a turn can be solved")
    if ruleset.sharing:
        raise Unsolvable("games in which stacks may share a space can't be solved")
    if ruleset.after_capture is AfterCapture.LEAVE:
        raise Unsolvable("games in which captors leave the road can't be solved")

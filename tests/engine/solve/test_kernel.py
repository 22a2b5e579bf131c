"""Compiled code does what the engine does, position by position and move by move."""

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import cast_out
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.ranking import Layer, Ranking
from engine.stage import Stage
from tests.costly import COSTLY
from tests.engine.solvable import random_play, solvable

if TYPE_CHECKING:
    from engine.road.solve.rules import Rules

pytestmark = pytest.mark.solver

OpenGame = Callable[[str], RoadGame]

GAMES = solvable(longest=9, most=4)
CHANCE = st.integers(0, 1 << 32).map(Random)


class Compiled:
    """The compiled functions, told about a game."""

    def __init__(self, game: RoadGame) -> None:
        # not at the top, because they need Numba
        import numpy as np

        from engine.road.solve import kernel
        from engine.road.solve.rules import rules_of

        self.game = game
        self.ranking = Ranking(game.ruleset)
        self.rules: Rules = rules_of(self.ranking)
        self.kernel = kernel
        self.over = self.ranking.size
        cells = len(self.ranking.cells)
        self.word = np.zeros(cells, np.int32)
        self.left = np.zeros((cells + 1, 2), np.int32)
        self.scratch = kernel.scratch_for(cells)

    def go_to(self, rank: int) -> Layer:
        """Write the word of the position of this rank, and return its layer."""
        layer = layer_of(self.ranking, rank)
        most = self.game.ruleset.warriors
        self.kernel.first_word(
            self.rules,
            rank - layer.start,
            most - layer.mine,
            most - layer.theirs,
            self.word,
            self.left,
        )
        return layer

    @property
    def words(self) -> tuple[list[int], list[list[int]]]:
        """The letters of the position, and what is left before each and at the end."""
        return self.word.tolist(), self.left.tolist()

    @property
    def outcome(self) -> int:
        """1 if the side to throw has won, 0 if it has lost, -1 if neither."""
        return self.kernel.outcome(self.rules, self.word, self.left[-1])

    def successors(self, layer: Layer, number: int) -> list[int]:
        """Return the sorted ranks after every move with the number of this index."""
        dead = layer.mine, layer.theirs
        scratch = self.scratch
        self.kernel.mirror_sums(self.rules, self.word, *dead, scratch.sums, scratch.lefts)
        base = self.left[-1]
        count = self.kernel.successors(
            self.rules, self.over, number, self.word, base, dead, scratch
        )
        return sorted(scratch.found[:count].tolist())


def layer_of(ranking: Ranking, rank: int) -> Layer:
    """Return the layer of a rank."""
    (layer,) = (each for each in ranking.layers if 0 <= rank - each.start < each.size)
    return layer


def left_of(ranking: Ranking, layer: Layer, word: list[int]) -> list[list[int]]:
    """Return how many warriors of each side are left before each letter, and at the end."""
    most = ranking.ruleset.warriors
    left = [[most - layer.mine, most - layer.theirs]]
    for letter in word:
        contents = ranking.letters[letter]
        mine, theirs = contents.warriors if contents else (0, 0)
        left.append([left[-1][0] - mine, left[-1][1] - theirs])
    return left


def positions_of(game: RoadGame, ranking: Ranking, chance: Random, count: int) -> Iterator[int]:
    """Yield ranks of positions of random play, and any others."""
    for position in random_play(game, chance, count):
        yield ranking.rank(position)
    for _ in range(count):
        yield chance.randrange(ranking.size)


def played(game: RoadGame, ranking: Ranking, position: Position, number: int) -> list[int]:
    """Return the sorted ranks after every move of seat 0 with a number; `size` if it has won."""
    _, turn, _, stacks, base, killed, away = position
    thrown = Position((Stage.MOVE, turn, (number,), stacks, base, killed, away))
    moves = game.moves(thrown)
    after = [game.play(thrown, move) for move in moves] or [game.skip(thrown)]
    return sorted(
        ranking.size if each.stage is Stage.OVER else ranking.rank(each) for each in after
    )


@COSTLY
@given(GAMES, CHANCE)
def test_words(game: RoadGame, chance: Random) -> None:
    """The word of a rank is that of the ranking, and so is what is left after each letter."""
    compiled = Compiled(game)
    ranking = compiled.ranking
    for rank in positions_of(game, ranking, chance, 30):
        layer = compiled.go_to(rank)
        word = ranking.word(layer, rank)
        assert compiled.words == (word, left_of(ranking, layer, word))


@pytest.mark.parametrize(
    "words",
    [
        "puluc road=5 warriors=2",
        "boolik road=5 warriors=2",
        "buul road=5 warriors=2 after-capture=open",
        "bul road=5 warriors=2 far-end=walk-back",
    ],
)
def test_words_in_order(game: OpenGame, words: str) -> None:
    """From the first word of a layer, the next ones are those of the next ranks, to the last."""
    compiled = Compiled(game(words))
    ranking = compiled.ranking
    for layer in ranking.layers:
        compiled.go_to(layer.start)
        for rank in range(layer.start, layer.start + layer.size):
            word = ranking.word(layer, rank)
            assert compiled.words == (word, left_of(ranking, layer, word))
            compiled.kernel.next_word(compiled.rules, compiled.word, compiled.left)


@COSTLY
@given(GAMES, CHANCE)
def test_next_words(game: RoadGame, chance: Random) -> None:
    """The next word of any position is that of the next rank."""
    compiled = Compiled(game)
    ranking = compiled.ranking
    for rank in positions_of(game, ranking, chance, 30):
        layer = compiled.go_to(rank)
        if rank + 1 < layer.start + layer.size:
            compiled.kernel.next_word(compiled.rules, compiled.word, compiled.left)
            word = ranking.word(layer, rank + 1)
            assert compiled.words == (word, left_of(ranking, layer, word))


@COSTLY
@given(GAMES, CHANCE)
def test_moves(game: RoadGame, chance: Random) -> None:
    """Every number leads to the positions that the engine's moves lead to, as often as there."""
    compiled = Compiled(game)
    ranking = compiled.ranking
    for rank in positions_of(game, ranking, chance, 40):
        layer, position = compiled.go_to(rank), ranking.position(rank)
        if game.pack(game.unpack(position)).stage is Stage.OVER:
            continue
        before = compiled.words
        for index, number in enumerate(sorted(game.ruleset.numbers)):
            found = compiled.successors(layer, index)
            assert found == played(game, ranking, position, number)
        assert compiled.words == before


@COSTLY
@given(GAMES, CHANCE)
def test_outcomes(game: RoadGame, chance: Random) -> None:
    """A position is over for compiled code if it is over for the engine, with the same winner."""
    compiled = Compiled(game)
    for rank in positions_of(game, compiled.ranking, chance, 30):
        compiled.go_to(rank)
        position = compiled.ranking.position(rank)
        packed = game.pack(game.unpack(position))
        if packed.stage is Stage.OVER:
            won: Any = game.phase(packed)
            assert compiled.outcome == (won.winners(2) == (0,))
        else:
            assert compiled.outcome == -1


@COSTLY
@given(GAMES)
def test_odds(game: RoadGame) -> None:
    """Each number is as likely as its throws."""
    outcomes = cast_out(game, game.begin(0)).items()
    likely = {after.numbers[0]: float(odds) for after, odds in outcomes}
    compiled = Compiled(game).rules.odds.tolist()
    assert compiled == pytest.approx([likely[each] for each in sorted(likely)])


@pytest.mark.parametrize(
    "words",
    [
        "puluc road=6 warriors=3",
        "boolik road=6 warriors=2",
        "buul road=6 warriors=2 far-end=walk-back",
    ],
)
def test_a_sweep(game: OpenGame, words: str) -> None:
    """A sweep gives each position the mean, over the numbers, of the best move's value."""
    import numpy as np

    compiled = Compiled(game(words))
    ranking, chance = compiled.ranking, np.random.default_rng(5)
    layer = ranking.layers[0]
    assert layer.size > compiled.kernel.CHUNK  # so that threads share the work
    values = chance.random(ranking.size + 2)
    values[-2:] = 0, 1
    fresh = np.zeros(layer.size)
    odds = compiled.rules.odds.tolist()
    best = np.zeros((layer.size, len(odds)), np.int32)
    compiled.kernel.improve(compiled.rules, values, 0, 0, 0, best)
    compiled.kernel.evaluate(compiled.rules.odds, values, fresh, best)
    for rank in Random(5).sample(range(layer.size), 400):
        compiled.go_to(rank)
        if compiled.outcome >= 0:
            assert fresh[rank] == compiled.outcome
            continue
        moves = [
            played(compiled.game, ranking, ranking.position(rank), number)
            for number in sorted(compiled.game.ruleset.numbers)
        ]
        expected = [min(values[after]) for after in moves]
        assert values[best[rank]].tolist() == expected
        mean = sum(share * (1 - value) for share, value in zip(odds, expected, strict=True))
        assert fresh[rank] == pytest.approx(mean)


@pytest.mark.parametrize("offset", [1, 2048, 5000])
def test_a_part_of_a_layer(game: OpenGame, offset: int) -> None:
    """The best moves of some positions are those that are found for the whole layer."""
    import numpy as np

    compiled = Compiled(game("puluc road=6 warriors=3"))
    size, numbers = compiled.ranking.layers[0].size, compiled.rules.odds.size
    values = np.random.default_rng(5).random(compiled.ranking.size + 2)
    whole, part = np.zeros((size, numbers), np.int32), np.zeros((2500, numbers), np.int32)
    compiled.kernel.improve(compiled.rules, values, 0, 0, 0, whole)
    compiled.kernel.improve(compiled.rules, values, 0, 0, offset, part)
    assert part.tolist() == whole[offset : offset + 2500].tolist()

"""The numbers of positions that tables of values are in the order of."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import Unsolvable
from engine.games import family_of
from engine.road.contents import contents_of_base, contents_of_spaces
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.ranking import Ranking
from engine.road.rulesets import RULESETS
from tests.costly import COSTLY
from tests.engine.solvable import RULESETS as SOLVABLE
from tests.engine.solvable import mirrored, random_play, solvable

OpenGame = Callable[[str], RoadGame]

GAMES = solvable(longest=9, most=4)
CHANCE = st.integers(0, 1 << 32).map(Random)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("puluc road=9", 8_512_765),
        ("puluc", 34_386_861),
    ],
)
def test_the_number_of_positions(game: OpenGame, words: str, count: int) -> None:
    """The classic roads have as many positions as were counted independently."""
    assert Ranking(game(words).ruleset).size == count


def test_the_smallest_game_counted_by_hand(game: OpenGame) -> None:
    """With a warrior a side, each is in base or on a space, or one is the captive of the other."""
    road = 5
    both_free = (road + 1) ** 2 - road  # not on the same space
    captive = 2 * road
    ranking = Ranking(game(f"puluc road={road} warriors=1").ruleset)
    assert ranking.size == both_free + captive


@COSTLY
@given(GAMES, st.data())
def test_ranks_and_positions(game: RoadGame, data: st.DataObject) -> None:
    """The position of a rank has that rank."""
    ranking = Ranking(game.ruleset)
    rank = data.draw(st.integers(0, ranking.size - 1))
    assert ranking.rank(ranking.position(rank)) == rank


def test_all_ranks_of_a_small_game(game: OpenGame) -> None:
    """Each number below the size is the rank of a position of its own, which can be packed."""
    opened = game("boolik road=5 warriors=2")
    ranking = Ranking(opened.ruleset)
    positions = [ranking.position(rank) for rank in range(ranking.size)]
    assert [ranking.rank(position) for position in positions] == list(range(ranking.size))
    assert len(set(positions)) == ranking.size
    for position in positions:
        packed = opened.pack(opened.unpack(position))
        assert packed[1:] == position[1:]


def test_no_position_outside_the_ranks(game: OpenGame) -> None:
    """Numbers below 0, or not below the size, are not ranks."""
    ranking = Ranking(game("puluc road=5 warriors=2").ruleset)
    for rank in (-1, ranking.size):
        with pytest.raises(IndexError, match=f"from 0 to {ranking.size - 1}, not {rank}"):
            ranking.position(rank)


@COSTLY
@given(GAMES, CHANCE)
def test_positions_of_play(game: RoadGame, chance: Random) -> None:
    """A position that play reaches has a rank, and it is the position of that rank."""
    ranking = Ranking(game.ruleset)
    for position in random_play(game, chance, 150):
        rank = ranking.rank(position)
        assert 0 <= rank < ranking.size
        seen_by_mover = mirrored(game, position) if position.turn else position
        assert ranking.position(rank) == seen_by_mover


@COSTLY
@given(GAMES, CHANCE)
def test_mirror_images(game: RoadGame, chance: Random) -> None:
    """A position and its mirror image, in which the other seat throws, have the same rank."""
    ranking = Ranking(game.ruleset)
    for position in random_play(game, chance, 100):
        assert ranking.rank(mirrored(game, position)) == ranking.rank(position)


@COSTLY
@given(GAMES, CHANCE)
def test_different_positions(game: RoadGame, chance: Random) -> None:
    """Two positions have the same rank only if they are equal or mirror images."""
    ranking = Ranking(game.ruleset)
    of_rank: dict[int, set[object]] = {}
    for position in random_play(game, chance, 150):
        both = {position, mirrored(game, position)}
        assert of_rank.setdefault(ranking.rank(position), both) == both


@COSTLY
@given(GAMES, CHANCE)
def test_contents(game: RoadGame, chance: Random) -> None:
    """Every stack that play puts on the road, or into a base to walk home, is known beforehand."""
    on_road = {each.stack for each in contents_of_spaces(game.ruleset)}
    waiting = {each.stack for each in contents_of_base(game.ruleset)}
    road = range(1, game.ruleset.road + 1)
    for position in random_play(game, chance, 150):
        for seen in (position, mirrored(game, position)):
            for stack in game.unpack(seen).stacks:
                known = on_road if stack.at in road else waiting
                assert stack.captain or stack._replace(at=0) in known


@COSTLY
@given(GAMES)
def test_contents_fit(game: RoadGame) -> None:
    """No stack has more warriors of a side than there are, and each has a mirror image."""
    contents = contents_of_spaces(game.ruleset)
    assert max(max(each.warriors) for each in contents) <= game.ruleset.warriors
    assert {each.mirrored for each in contents} == {*contents}
    assert contents == sorted(set(contents))


@COSTLY
@given(GAMES, CHANCE)
def test_only_when_a_throw_is_due(game: RoadGame, chance: Random) -> None:
    """A position between a throw and its move has no rank."""
    ranking = Ranking(game.ruleset)
    table = game.ruleset.throws
    for position in random_play(game, chance, 20):
        thrown = game.cast(position, tuple(chance.choices(table.faces, k=table.count)))
        with pytest.raises(KeyError):
            ranking.rank(thrown)


@pytest.mark.parametrize(
    ("words", "position"),
    [
        pytest.param("puluc", "1 ? 55/00", id="opening"),
        pytest.param("puluc", "1 ?3 55/00", id="second throw of the opening"),
        pytest.param("kekchi", "1 a3? 55/00", id="second throw of a turn"),
        pytest.param("puluc", "1 a3 55/00", id="a move is due"),
        pytest.param("puluc road=5 warriors=1", "1 b 00/00 3a1b", id="over, all captive"),
        pytest.param("puluc road=5 warriors=1", "1 b 10/01", id="over, all killed"),
        pytest.param("bul", "1 a 44/00 4a1b", id="a captor that should have turned round"),
        pytest.param("buul", "1 a 54/00 4B", id="a lone warrior that heads for its own base"),
    ],
)
def test_no_rank(game: OpenGame, words: str, position: str) -> None:
    """A position has no rank if its turn doesn't begin with a throw, or play can't reach it."""
    opened = game(words)
    with pytest.raises(KeyError):
        Ranking(opened.ruleset).rank(opened.read_position(position))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("aj-sayil", "one number a turn"),
        ("aj-sayil seats=4 casts=one", "two seats"),
        ("aj-sayil casts=one", "share a space"),
        ("footprints", "share a space"),
        ("puluc casts=each", "one number a turn"),
        ("puluc after-capture=leave", "captors leave the road"),
        ("parchis", "Parchís has too many positions"),
        ("parchis seats=2", "Parchís has too many positions"),
    ],
)
def test_unsolvable(words: str, reason: str) -> None:
    """A game whose positions are not numbered is refused with the reason."""
    key, *options = words.split()
    family = family_of(key)
    game = family.game_with(key, dict(option.split("=") for option in options))
    for make in (family.ranking, family.solver):
        with pytest.raises(Unsolvable, match=reason):
            make(game)


def test_solvable_rulesets() -> None:
    """The rulesets with one number a turn and no sharing can be solved, the others can't."""
    found = set()
    for key in RULESETS:
        try:
            Ranking(ruleset_with(key, {}))
        except Unsolvable:
            continue
        found.add(key)
    assert found == {*SOLVABLE}

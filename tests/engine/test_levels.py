"""The levels of the road games: networks, their features and the search over them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Choose, Over
from engine.match import Match, one_game
from engine.players.road import levels, search
from engine.players.road.features import FIRE, HIT, INPUTS, Features, turns
from engine.players.road.network import TRAINED, Network, Weights, nearest, network, weights_of
from engine.road.game import RoadGame
from engine.road.header import write_header
from engine.road.position import Position
from engine.road.ruleset import Ruleset
from engine.road.rulesets import RULESETS
from engine.road.stack import Stack
from engine.stage import Stage
from tests.engine.strength import GAMES

OpenGame = Callable[[str], RoadGame]
Journey = Callable[[RoadGame, Random, int], list[Position]]


def mirrored(game: RoadGame, position: Position) -> Position:
    """Return a position with its sides exchanged."""
    seats, half, road = game.seats, game.seats // 2, game.ruleset.road
    order = [(seat + half) % seats for seat in range(seats)]
    old = game.unpack(position)

    def by_seat(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(counts[seat] for seat in order)

    return game.pack(
        old._replace(
            turn=order[old.turn],
            base=by_seat(old.base),
            killed=by_seat(old.killed),
            away=by_seat(old.away),
            stacks=tuple(
                sorted(
                    Stack(road + 1 - at, order[captain], -heading, by_seat(captives))
                    for at, captain, heading, captives in old.stacks
                )
            ),
        )
    )


def beginnings(game: RoadGame, seed: int, journey: Journey) -> list[Position]:
    """Return positions of a random game in which a turn begins."""
    passed = journey(game, Random(seed), 40)
    return [each for each in passed if each.stage is Stage.CAST and not each.numbers]


@given(st.from_type(Ruleset), st.integers(0, 1000))
def test_features_are_in_range(journey: Journey, ruleset: Ruleset, seed: int) -> None:
    """All features of any position of any game are numbers below INPUTS."""
    game = RoadGame(ruleset)
    features = Features(ruleset)
    for position in beginnings(game, seed, journey):
        assert all(0 <= each < INPUTS for each in features.active(position))


@given(st.from_type(Ruleset), st.integers(0, 1000))
def test_features_do_not_depend_on_the_side(journey: Journey, ruleset: Ruleset, seed: int) -> None:
    """A position and its mirror image have the same features."""
    game = RoadGame(ruleset)
    features = Features(ruleset)
    for position in beginnings(game, seed, journey):
        other = features.active(mirrored(game, position))
        assert Counter(features.active(position)) == Counter(other)


@pytest.mark.parametrize(("far_end", "in_danger"), [("recycle", 0), ("re-enter", 2)])
def test_who_can_enter_again_threatens_what_is_behind(
    game: OpenGame, far_end: str, in_danger: int
) -> None:
    """Two warriors that have passed each other are in danger where they enter again."""
    opened = game(f"puluc warriors=1 far-end={far_end}")
    on = Features(opened.ruleset).active(opened.read_position("1 a 00/00 2b 9a"))
    assert sum(HIT <= feature < FIRE for feature in on) == in_danger


@given(st.from_type(Ruleset))
def test_numbers_of_a_turn(ruleset: Ruleset) -> None:
    """The probabilities of the numbers of a turn sum to 1."""
    assert sum(odds for _, odds in turns(ruleset)) == pytest.approx(1)


def test_weights_are_kept() -> None:
    """Weights that are written are read again, with two bytes for each number."""
    rows = [[0.5, -0.25]] * INPUTS
    read = Weights.read(Weights(rows, [1.5, 2.0], [-3.0]).write())
    assert [list(row) for row in read.rows] == rows
    assert (*read.always, *read.hidden) == (1.5, 2.0, -3.0)


def test_weights_for_other_features_are_refused() -> None:
    """Weights for other features are not read."""
    with pytest.raises(ValueError, match="for 1 features"):
        Weights.read(Weights([[0.5, 0.5]], [0.0, 0.0], [1.0]).write())


def test_an_estimate_is_what_the_weights_say(puluc: RoadGame) -> None:
    """An estimate is the logistic function of direct weights and positive hidden units."""
    weights = Weights([[0.0, 0.0, 0.0]] * INPUTS, [2.0, -2.0, 0.5], [1.0, 7.0])
    assert Network(puluc.ruleset, weights).value(puluc.begin(0)) == pytest.approx(0.924, abs=0.001)


def test_estimates_sum_the_rows_of_features(puluc: RoadGame) -> None:
    """The rows of all features that are on count, each as often as it is on."""
    position = puluc.read_position("1 a 33/00 3a 5a1b 8b")
    draw = Random(1)
    rows = [[draw.uniform(-0.2, 0.2) for _ in range(3)] for _ in range(INPUTS)]
    weights = Weights(rows, [0.0] * 3, [0.0, 0.0])
    on = Features(puluc.ruleset).active(position)
    total = sum(rows[each][2] for each in on)
    found = Network(puluc.ruleset, weights).value(position)
    assert found == pytest.approx(1 / (1 + 2.718281828459045**-total))


@pytest.mark.parametrize("key", TRAINED)
def test_networks_of_rulesets(key: str) -> None:
    """A ruleset that has a network is played with it, and it is for what the players see."""
    assert nearest(RULESETS[key]) == key
    assert len(weights_of(key).rows) == INPUTS


@pytest.mark.parametrize("key", ["aj-tiwil", "aj-sinaanil", "a-kaakil"])
def test_rulesets_without_a_network(key: str) -> None:
    """A ruleset without a network is played with that of the ruleset most like it."""
    assert nearest(RULESETS[key]) == "aj-sayil"


def test_options_can_make_it_another_game() -> None:
    """A ruleset that options turn into another is played with the other's network."""
    bul = RULESETS["bul"]
    assert nearest(replace(RULESETS["puluc"], after_capture=bul.after_capture)) == "bul"


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@given(st.from_type(Ruleset), st.integers(0, 1000))
def test_levels_play_any_game(level: str, journey: Journey, ruleset: Ruleset, seed: int) -> None:
    """Every level finds a legal move in any position of any game."""
    game, chance = RoadGame(ruleset), Random(seed)
    for position in journey(game, chance, 8):
        if isinstance(phase := game.phase(position), Choose):
            chosen = getattr(levels, level)(game, position, phase.moves, chance)
            assert chosen in phase.moves


@pytest.mark.parametrize("words", GAMES)
def test_hard_beats_random_in_every_ruleset(game: OpenGame, words: str) -> None:
    """`hard` wins more than half of its games against the random player in every ruleset."""
    asked = Match(write_header(game(words).ruleset), ("hard", "random"), seed=1)
    scores = [one_game(asked, number) for number in range(24)]
    assert sum(score.points for score in scores) > 12


@pytest.mark.parametrize(
    "words",
    [
        *RULESETS,
        "puluc warriors=1",
        "bul warriors=1 far-end=walk-back exact=yes",
        "boolik warriors=2 exact=yes",
        "aj-sinaanil warriors=1",
        "aj-sayil warriors=1 seats=4",
        "a-kaakil far-end=bounce warriors=1",
        "puluc after-capture=open far-end=bounce warriors=2",
    ],
)
def test_nobody_waits_for_ever(game: OpenGame, words: str) -> None:
    """Two `hard` players come to an end in every ruleset, and with few warriors."""
    asked = Match(write_header(game(words).ruleset), ("hard", "hard"), seed=2)
    opened = game(words)
    position, chance, throws = opened.begin(0), Random(3), 0
    while not isinstance(phase := opened.phase(position), Over):
        if isinstance(phase, Choose):
            move = levels.hard(opened, position, phase.moves, chance)
            position = opened.play(position, move)
        elif position.stage is Stage.MOVE:
            position = opened.skip(position)
        else:
            throws += 1
            assert throws < 3000, asked
            cast = tuple(chance.choice(opened.throws.faces) for _ in range(opened.throws.count))
            position = opened.cast(position, cast)


def test_a_wide_search_is_cut_short(game: OpenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is too much to search, the move that seems best is returned."""
    opened = game("puluc casts=each warriors=9")
    position = opened.read_position("1 a3,4 66/00 1a 3a 5a 7b 9b 10b")
    moves = opened.moves(position)
    monkeypatch.setattr(search, "EFFORT", 1)
    found = search.deep(opened, network(opened.ruleset), position, moves)
    values = search.shallow(opened, network(opened.ruleset), position, moves)
    assert [*found] == [moves[values.index(max(values))]]


def test_the_search_knows_its_effort(game: OpenGame) -> None:
    """The widest search estimates few more positions than its effort allows."""
    opened = game("puluc casts=each warriors=9 road=31")
    spaces = "1a 3a 5a 7a 9a 11a 13b 15b 17b 19b 21b 23b"
    position = opened.read_position(f"1 a3,4 33/00 {spaces}")
    looked = search.Search(opened, network(opened.ruleset))
    (move, *_) = opened.moves(position)
    with pytest.raises(search.TooWide):
        looked.deep(position, move, 50)
    assert looked.effort < 300


def test_hard_prefers_progress(puluc: RoadGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of moves that are equally good, `hard` takes the one that carries captives furthest."""
    position = puluc.read_position("1 a2 23/00 2a 5a1b 8a 9b")
    moves = puluc.moves(position)
    monkeypatch.setattr(search, "deep", lambda *_: dict.fromkeys(moves, 0.5))
    assert puluc.write_move(levels.hard(puluc, position, moves, Random(1))) == "5+2"


@pytest.mark.parametrize(
    ("level", "temperature"), [("easy", levels.EASY), ("medium", levels.MEDIUM)]
)
def test_levels_choose_by_softmax(
    puluc: RoadGame, monkeypatch: pytest.MonkeyPatch, level: str, temperature: float
) -> None:
    """A move that is worse by the temperature is chosen e times less often."""
    position = puluc.read_position("1 a2 34/00 3a 8a 10b")
    moves = puluc.moves(position)[:2]
    monkeypatch.setattr(search, "shallow", lambda *_: [0.5, 0.5 - temperature])
    chance = Random(1)
    choose = getattr(levels, level)
    taken = Counter(choose(puluc, position, moves, chance).start for _ in range(4000))
    assert taken[moves[0].start] / taken[moves[1].start] == pytest.approx(2.718, rel=0.12)

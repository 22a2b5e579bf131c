"""Reviews: what decisions lost, what throws gained, and that both explain the result."""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Choose, Corrupt, Over, Pass, Throw
from engine.games import AnyGame, family_of
from engine.players.judge import Judge, Source
from engine.players.perfect import ExactJudge
from engine.players.registry import Player
from engine.players.road.judge import NetworkJudge
from engine.record import SKIP, UNDO, standing
from engine.review import LITTLE, NOTABLE, Decision, Luck, Review, Total, review
from engine.road.game import RoadGame
from engine.road.rulesets import RULESETS
from engine.tables import SCALE, Table
from tests.costly import COSTLY
from tests.engine.equal import Equal
from tests.engine.made_up import write_table
from tests.engine.recorded import recorded
from tests.engine.solvable import solvable, solved

OpenGame = Callable[[str], RoadGame]

SMALL: Final = "puluc road=5 warriors=2"

GAMES: Final = (*RULESETS, "puluc casts=each warriors=3", "aj-sayil seats=4")
"""Every ruleset, two numbers a turn where it is unusual, and teams."""


@pytest.fixture
def played(game: OpenGame) -> tuple[RoadGame, Judge, tuple[str, ...]]:
    """A random game of Puluc, with its judge and its entries."""
    opened = game("puluc")
    return opened, NetworkJudge(opened), recorded(opened, Random(8))


def steps(game: AnyGame, entries: Sequence[str]) -> list[Choose[Any] | Pass]:
    """Return what was due at each step: moves and passes."""
    phases = [played.phase for played in standing(game, entries)]
    return [phase for phase in phases if isinstance(phase, Choose | Pass)]


def player_by(judge: Judge, sign: int) -> Player:
    """Return a player who takes the best move, or with a `sign` of -1, the worst."""

    def choose(position: Any, moves: Sequence[Any], _: object) -> Any:
        rated = dict(zip(moves, judge.rate(position, moves), strict=True))
        return max(moves, key=lambda move: sign * rated[move])

    return choose


def assert_explained(game: RoadGame, judge: Judge, entries: Sequence[str]) -> None:
    """Assert that gains and losses lead from equal odds to those at the end, but for rounding."""
    one, other = review(game, entries, judge).totals
    *_, last = standing(game, entries)
    end, _ = judge.odds(last.after)
    explained = 0.5 + one.gained - one.lost - other.gained + other.lost
    assert explained == pytest.approx(end, abs=len(entries) / SCALE)


@pytest.mark.solver
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("puluc road=6 warriors=2", marks=pytest.mark.night),
        "bul road=5 warriors=2 table=die exact=yes",
        "buul road=5 warriors=2 table=footprints",
        "boolik road=5 warriors=2",
        "kekchi road=9 warriors=1",
    ],
)
def test_results_are_explained(game: OpenGame, tmp_path: Path, words: str) -> None:
    """With exact values, equal odds with all gains and losses of both sides come to the result."""
    opened, chance = game(words), Random(3)
    judge = ExactJudge(solved(opened, tmp_path))
    for _ in range(40):
        entries = recorded(opened, chance)
        assert review(opened, entries, judge).curve[-1] in {(0, 1), (1, 0)}
        assert_explained(opened, judge, entries)


@pytest.mark.solver
@COSTLY
@given(
    solvable(longest=6, most=2).filter(lambda game: game.ruleset.road <= 6),
    st.integers(0, 1 << 32).map(Random),
    st.integers(2, 200),
)
def test_any_odds_are_explained(
    tmp_path_factory: pytest.TempPathFactory, game: RoadGame, chance: Random, most: int
) -> None:
    """With exact values, gains and losses explain the odds at any time in any game of two."""
    judge = ExactJudge(solved(game, tmp_path_factory.mktemp("tables")))
    assert_explained(game, judge, recorded(game, chance, most=most))


@pytest.mark.parametrize("words", GAMES)
def test_gains_average_to_nothing(game: OpenGame, words: str) -> None:
    """What a throw gains averages to 0 over all throws that are possible."""
    opened = game(words)
    judge = NetworkJudge(opened)
    entries = recorded(opened, Random(5), most=30)
    throws = [
        (number, played.phase.table)
        for number, played in enumerate(standing(opened, entries))
        if isinstance(played.phase, Throw) and not played.phase.opening
    ]
    for number, table in throws[-2:]:
        gains = [
            (float(share), review(opened, (*entries[:number], table.write(cast)), judge).throws[-1])
            for cast, share in table.chances.items()
        ]
        assert sum(share * luck.gain for share, luck in gains) == pytest.approx(0)
        assert any(abs(luck.gain) > 1e-6 for _, luck in gains)


@pytest.mark.parametrize("words", GAMES)
def test_the_opening_is_one_throw(game: OpenGame, words: str) -> None:
    """All throws of the opening gain together what beginning is worth to the one who begins."""
    opened = game(words)
    judge = NetworkJudge(opened)
    for seed in range(4):
        entries = recorded(opened, Random(seed), most=12)
        line = standing(opened, entries)
        opening = [each for each in line if isinstance(each.phase, Throw) and each.phase.opening]
        seat = steps(opened, entries)[0].seat
        first, *_ = review(opened, entries, judge).throws
        gain = judge.odds(opening[-1].after)[opened.side(seat)] - 0.5
        assert first == Luck(0, seat, "", (), gain)


@pytest.mark.parametrize("words", GAMES)
def test_every_throw_counts(game: OpenGame, words: str) -> None:
    """After the opening, every throw of the record counts, in order, before the step it led to."""
    opened = game(words)
    entries = recorded(opened, Random(5), most=80)
    expected, step = [], 0
    for played in standing(opened, entries):
        if isinstance(played.phase, Choose | Pass):
            step += 1
        elif isinstance(played.phase, Throw) and not played.phase.opening:
            expected.append((step, played.phase.seat, played.entry))
    found = review(opened, entries, Equal(opened)).throws
    assert [each[:3] for each in found[1:]] == expected


@pytest.mark.parametrize("words", GAMES)
def test_decisions(game: OpenGame, words: str) -> None:
    """Every move where there were others is a decision; forced moves and passes are none."""
    opened = game(words)
    entries = recorded(opened, Random(9), most=80)
    due = dict(enumerate(steps(opened, entries)))
    decisions = review(opened, entries, Equal(opened)).decisions
    assert [(each.step, each.seat) for each in decisions] == [
        (step, phase.seat)
        for step, phase in due.items()
        if isinstance(phase, Choose) and len(phase.moves) > 1
    ]


def test_a_decision(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """A decision has the position, the move, the best one, and the judge's ratings."""
    game, judge, entries = played
    line = [each for each in standing(game, entries) if isinstance(each.phase, Choose)]
    for made in review(game, entries, judge).decisions:
        step = line[made.step]
        assert isinstance(step.phase, Choose)
        names = [*map(game.write_move, step.phase.moves)]
        rated = dict(zip(names, judge.rate(step.position, step.phase.moves), strict=True))
        assert (made.position, made.played) == (step.position, step.entry)
        assert made.value == rated[made.played]
        assert made.highest == rated[made.best] == max(rated.values())
        assert made.lowest == min(rated.values())
        assert made.loss == made.highest - made.value


def test_odds_before_decisions(game: OpenGame, tmp_path: Path) -> None:
    """With a table, the odds before a decision are those with the best move."""
    opened = game(SMALL)
    judge = ExactJudge(Table(write_table(opened, tmp_path)))
    reviewed = review(opened, recorded(opened, Random(2)), judge)
    assert reviewed.decisions
    for made in reviewed.decisions:
        assert reviewed.curve[made.step][made.seat] == made.highest


@pytest.mark.parametrize("words", GAMES)
def test_the_curve(game: OpenGame, words: str) -> None:
    """The curve has the odds before each move and pass that stand."""
    opened = game(words)
    judge = NetworkJudge(opened)
    entries = recorded(opened, Random(9), most=50)
    line = standing(opened, entries)
    before = [each.position for each in line if isinstance(each.phase, Choose | Pass)]
    curve = review(opened, entries, judge).curve
    assert curve[: len(before)] == tuple(judge.odds(position) for position in before)


def test_a_pass_is_a_step(game: OpenGame) -> None:
    """A pass has its odds, and is no decision."""
    opened = game("puluc road=5 warriors=1 exact=yes")
    judge = NetworkJudge(opened)
    games = (recorded(opened, Random(seed)) for seed in count())
    entries = next(each for each in games if SKIP in each)
    number = entries.index(SKIP)
    before, after = (review(opened, entries[: number + more], judge) for more in (0, 1))
    assert len(after.curve) == len(before.curve) + 1
    assert after.decisions == before.decisions


def test_a_running_game(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """In a running game, the curve ends with the odds before the move that is due."""
    game, judge, entries = played
    moves = [
        number
        for number, each in enumerate(standing(game, entries))
        if isinstance(each.phase, Choose)
    ]
    due = standing(game, entries)[moves[5]].position
    reviewed = review(game, entries[: moves[5]], judge)
    assert len(reviewed.curve) == 6
    assert reviewed.curve[-1] == judge.odds(due)


def test_before_a_throw(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """If a throw is due, the curve ends with the odds before the last move."""
    game, judge, entries = played
    line = standing(game, entries)
    number = next(number for number, each in enumerate(line) if isinstance(each.phase, Choose))
    expected = judge.odds(line[number].position)
    assert review(game, entries[: number + 1], judge).curve == (expected,)


@pytest.mark.parametrize(
    ("words", "places"),
    [("puluc", ((1,), (0,))), ("puluc", ((0,), (1,))), ("aj-sayil seats=4", ((2, 3), (0, 1)))],
)
def test_a_resigned_game(game: OpenGame, words: str, places: tuple[tuple[int, ...], ...]) -> None:
    """A game that ended by resignation has the odds before its end, then its result."""
    opened = game(words)
    judge = NetworkJudge(opened)
    entries = recorded(opened, Random(4), most=30)
    running = review(opened, entries, judge)
    winner = opened.side(places[0][0])
    result = (1 - winner, winner)
    assert review(opened, entries, judge, places).curve == (*running.curve, result)


def test_an_agreed_draw(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """A game that was drawn by agreement ends at equal odds."""
    game, judge, entries = played
    assert review(game, entries[:20], judge, ((0, 1),)).curve[-1] == (0.5, 0.5)


def test_a_drawn_game(game: OpenGame) -> None:
    """A game that was drawn on the board ends at equal odds."""
    opened = game("aj-tiwil road=5 warriors=2")
    games = (recorded(opened, Random(seed)) for seed in count())
    drawn = Over(((0, 1),))
    entries = next(
        each for each in games if opened.phase(standing(opened, each)[-1].after) == drawn
    )
    assert review(opened, entries, NetworkJudge(opened)).curve[-1] == (0.5, 0.5)


@pytest.mark.parametrize("words", GAMES)
def test_the_result(game: OpenGame, words: str) -> None:
    """A game that was won on the board ends at certainty, with the same result as by its tags."""
    opened = game(words)
    judge = Equal(opened)
    entries = recorded(opened, Random(6))
    over = opened.phase(standing(opened, entries)[-1].after)
    assert isinstance(over, Over)
    reviewed = review(opened, entries, judge)
    winner = opened.side(over.winners(opened.seats)[0])
    assert reviewed.curve[-1] == (1 - winner, winner)
    assert len(reviewed.curve) == len(steps(opened, entries)) + 1
    assert review(opened, entries, judge, over.places) == reviewed


@pytest.mark.parametrize("words", GAMES)
def test_equally_good_moves(game: OpenGame, words: str) -> None:
    """All moves that are as good as the best one are good."""
    opened = game(words)
    reviewed = review(opened, recorded(opened, Random(6)), Equal(opened))
    assert all(each.played in each.good for each in reviewed.decisions)


def test_three_sides() -> None:
    """In a game of three sides, each has a share of the odds, and the winner all of the last."""
    game = family_of("parchis").game_with("parchis", {"seats": "3"})
    entries = recorded(game, Random(1))
    over = game.phase(standing(game, entries)[-1].after)
    assert isinstance(over, Over)
    reviewed = review(game, entries, Equal(game))
    *before, last = reviewed.curve
    assert {*before} == {(1 / 3, 1 / 3, 1 / 3)}
    assert last == tuple(float(side in over.places[0]) for side in range(3))
    assert sum(total.decisions for total in reviewed.totals) == len(reviewed.decisions)
    assert all(total.decisions for total in reviewed.totals)


@pytest.mark.parametrize("words", GAMES)
def test_undone_moves(game: OpenGame, words: str) -> None:
    """Moves that were taken back, and the throws after them, don't count."""
    opened = game(words)
    judge = NetworkJudge(opened)
    entries = recorded(opened, Random(7), most=40)
    line = standing(opened, entries)
    moves = [number for number, each in enumerate(line) if isinstance(each.phase, Choose)]
    first, last = moves[2], moves[4]
    undone = (*entries[: last + 1], UNDO, UNDO, UNDO, *entries[first:])
    assert review(opened, undone, judge) == review(opened, entries, judge)


@pytest.mark.parametrize("words", ["puluc", "aj-sayil seats=4 road=9 warriors=2"])
def test_totals(game: OpenGame, words: str) -> None:
    """A side's totals add up the decisions and the throws of all of its seats."""
    opened = game(words)
    reviewed = review(opened, recorded(opened, Random(3)), NetworkJudge(opened))
    for side, total in enumerate(reviewed.totals):
        made = [each for each in reviewed.decisions if opened.side(each.seat) == side]
        thrown = [each for each in reviewed.throws if opened.side(each.seat) == side]
        assert len({each.seat for each in made}) == opened.seats // 2
        assert total.decisions == len(made)
        assert total.lost == pytest.approx(sum(each.loss for each in made))
        assert total.staked == pytest.approx(sum(each.highest - each.lowest for each in made))
        assert total.gained == pytest.approx(sum(each.gain for each in thrown))


@pytest.mark.parametrize(("sign", "accuracy"), [(1, 1), (-1, 0)])
def test_best_and_worst_play(game: OpenGame, sign: int, accuracy: int) -> None:
    """Players who always take the best move have an accuracy of 1, and 0 with the worst."""
    opened = game("puluc road=7")
    judge = NetworkJudge(opened)
    entries = recorded(opened, Random(1), player_by(judge, sign))
    for total in review(opened, entries, judge).totals:
        assert total.lost == (0 if accuracy else total.staked)
        assert total.accuracy == accuracy


def test_little_at_stake() -> None:
    """A side whose decisions could hardly lose anything has no accuracy."""
    assert Total(3, 0.0, LITTLE * 0.99, 0.1).accuracy is None
    assert Total(3, LITTLE / 4, LITTLE, 0.1).accuracy == pytest.approx(0.75)


def lost(*losses: float) -> Review:
    """Return a review of decisions that lost so much."""
    decisions = (
        Decision(step, 0, None, "b+1", "b+2", 0.5, 0.5 + loss, 0.4)
        for step, loss in enumerate(losses)
    )
    return Review(Source.NETWORK, (), tuple(decisions), (), ())


def gained(*gains: float) -> Review:
    """Return a review of throws that gained so much."""
    throws = (Luck(step, step % 2, "0110", (2,), gain) for step, gain in enumerate(gains))
    return Review(Source.NETWORK, (), (), tuple(throws), ())


def test_the_worst_decisions() -> None:
    """The worst decisions are those that lost most, at most as many as asked for, in that order."""
    worst = lost(0.02, 0.2, 0.1, 0.2, 0.05).worst(3)
    assert [each.step for each in worst] == [1, 3, 2]


def test_trifling_losses() -> None:
    """A decision that lost a trifle is never among the worst."""
    assert [each.step for each in lost(NOTABLE * 0.9, NOTABLE * 1.1).worst(3)] == [1]


def test_the_luckiest_throws() -> None:
    """The luckiest throw gained most, and the unluckiest one cost most."""
    reviewed = gained(0.1, -0.2, 0.3, -0.1)
    assert reviewed.luckiest(1) == reviewed.throws[2]
    assert reviewed.luckiest(-1) == reviewed.throws[1]


def test_no_luck() -> None:
    """Without a throw that gained more than a trifle, none was lucky; likewise for bad luck."""
    assert gained().luckiest(1) is None
    assert gained(-0.2, NOTABLE / 2).luckiest(1) is None
    assert gained(0.2, -NOTABLE / 2).luckiest(-1) is None


def test_progress(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """The progress grows with every entry that stands, up to 1."""
    game, judge, entries = played
    shares: list[float] = []
    review(game, entries, judge, progress=shares.append)
    assert shares == [done / len(entries) for done in range(1, len(entries) + 1)]


def test_nothing_played(game: OpenGame) -> None:
    """A game that hasn't begun has nothing to review."""
    opened = game("puluc")
    nothing = Total(0, 0, 0, 0)
    assert review(opened, (), NetworkJudge(opened)) == Review(
        Source.NETWORK, (), (), (), (nothing, nothing)
    )


def test_a_damaged_record(played: tuple[RoadGame, Judge, tuple[str, ...]]) -> None:
    """A record with an entry that can't be played isn't reviewed."""
    game, judge, entries = played
    with pytest.raises(Corrupt, match="entry 3"):
        review(game, (*entries[:3], "b+9", *entries[4:]), judge)

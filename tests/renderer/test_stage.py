"""What lies on a road, as pages list it."""

from hypothesis import given
from hypothesis import strategies as st

from renderer.placing import Placed
from renderer.road.piles import Pile, by_side
from renderer.road.plan import shapes
from renderer.road.stage import RoadStage
from renderer.road.view import RoadView, StackView, Trace
from renderer.theme import THEMES, Theme
from tests.costly import COSTLY


def warriors(placed: Placed[Theme]) -> tuple[int, int]:
    """Return how many warriors of each side a piece shows, on the road or free in a base."""
    counts = [0, 0]
    match placed.sprite.args:
        case (Pile() as pile, *_):
            counts = [*pile.captives]
            counts[pile.side] += pile.stacks
        case (int(side), _, "free", _):
            counts[side] += 1
    return counts[0], counts[1]


@COSTLY
@given(st.data())
def test_there_are_as_many_warriors_as_in_the_position(
    two_seats: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """Every warrior on the road, alone or captive, and in a base is in the scene exactly once."""
    view = data.draw(two_seats)
    rows, seen_from = data.draw(st.sampled_from(shapes(view.road))), data.draw(st.integers(0, 1))
    tableau = RoadStage(view, rows, seen_from).tableau
    shown = [warriors(each) for each in tableau.pieces]
    there = by_side(view.warriors, view.seats)
    gone = [by_side(crowd, view.seats) for crowd in (view.killed, view.away)]
    for side in (0, 1):
        expected = there[side] - sum(lost[side] for lost in gone)
        assert sum(each[side] for each in shown) == expected


@COSTLY
@given(st.data())
def test_every_id_is_unique(
    two_seats: st.SearchStrategy[RoadView],
    teams: st.SearchStrategy[RoadView],
    data: st.DataObject,
) -> None:
    """No two things on a board have the same id, however many there are."""
    view = data.draw(st.one_of(two_seats, teams))
    rows, seen_from = data.draw(st.sampled_from(shapes(view.road))), data.draw(st.integers(0, 1))
    stage = RoadStage(view, rows, seen_from)
    ids = [each.id for each in stage.tableau.placed]
    assert len(ids) == len(set(ids))


@COSTLY
@given(st.data())
def test_sizes_and_keys_are_those_of_every_theme(
    two_seats: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """A scene is the same in all themes: its drawings have the same size in each."""
    view = data.draw(two_seats)
    stage = RoadStage(view, data.draw(st.sampled_from(shapes(view.road))), 0)
    for each in stage.tableau.placed:
        drawn = [each.sprite.drawn(theme) for theme in THEMES.values()]
        assert len({(one.width, one.height) for one in drawn}) == 1


def test_a_walk_has_every_space_on_the_way(middle: RoadView) -> None:
    """A stack on its way faces the next space, and holds its captives everywhere."""
    stage, stack = RoadStage(middle, 3, 0), middle.stacks[2]
    walk = stage.walk(stack, (Trace(1, stack.at, stack.at - 3),))
    piles = [each.sprite.args[0] for each in walk]
    assert len(walk) == 4
    assert piles == [Pile(side=1, mark=0, heading=-1, captives=(2, 0))] * 4
    assert len({stage.art.middle(each) for each in walk}) == 4


def test_a_walk_into_the_road_begins_at_a_socket(middle: RoadView) -> None:
    """A warrior that enters leaves the last socket that is filled."""
    stage, entering = RoadStage(middle, 3, 0), StackView(0, 0, 0, (0, 0))
    socket = next(each for each in stage.tableau.pieces if each.id == stage.piece(entering))
    walk = stage.walk(entering, (Trace(0, 0, 2),))
    near = [
        abs(a - b) for a, b in zip(stage.art.middle(walk[0]), (socket.x, socket.y), strict=True)
    ]
    assert max(near) < 8
    assert len(walk) == 3


def test_turning_round_and_going_round(middle: RoadView) -> None:
    """A walk goes there and back; one that passes the enemy base goes on from its own."""
    stage, stack = RoadStage(middle, 3, 0), middle.stacks[0]
    ats = [each.id for each in stage.walk(stack, (Trace(0, 3, 4, turned=6),))]
    assert ats == ["w3", "w4", "w5", "w6", "w5", "w4"]
    late = StackView(10, 0, 1, (0, 0))
    ats = [each.id for each in stage.walk(late, (Trace(0, 10, 2, rounds=1),))]
    assert ats == ["w10", "w11", "w12", "w0", "w1", "w2"]

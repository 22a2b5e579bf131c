"""The shapes of roads on pages."""

from itertools import combinations, pairwise

import pytest

from renderer.box import Box
from renderer.road.measures import BROADEST, PAGE_ROWS, SLIMMEST
from renderer.road.plan import Plan, page_plan, shapes
from renderer.road.winding import Place

ROADS = range(5, 32)
SHAPES = [(road, rows) for road in ROADS for rows in shapes(road)]
every_shape = pytest.mark.parametrize(("road", "rows"), SHAPES)


def parts(lies: Plan) -> list[Box]:
    """List the boxes of all parts that have their own area."""
    names = [base.name for base in lies.bases if base.name]
    return [*names, *(base.yard for base in lies.bases), *(place.box for place in lies.spaces)]


@every_shape
def test_parts_stay_apart_and_inside(road: int, rows: int) -> None:
    """No two parts of a board overlap, and none is beyond its edges."""
    lies = page_plan(road, rows)
    width, height = lies.size
    for one, other in combinations(parts(lies), 2):
        across = one.left < other.right and other.left < one.right
        assert not (across and one.top < other.bottom and other.top < one.bottom)
    for part in parts(lies):
        assert 0 <= part.left < part.right <= width
        assert 0 <= part.top < part.bottom <= height


@every_shape
def test_the_next_space_is_beside_the_last(road: int, rows: int) -> None:
    """A road has all of its spaces, and winds without gaps."""
    spaces = page_plan(road, rows).spaces
    assert len(spaces) == road
    assert all(beside(*pair) for pair in pairwise(spaces))


def beside(one: Place, other: Place) -> bool:
    across = max(one.box.left, other.box.left) - min(one.box.right, other.box.right)
    down = max(one.box.top, other.box.top) - min(one.box.bottom, other.box.bottom)
    return 0 < across <= 30 and down < 0


@every_shape
def test_all_warriors_are_of_one_size(road: int, rows: int) -> None:
    """Warriors, rows and bases have the same size on every road and in every shape."""
    lies, usual = page_plan(road, rows), page_plan(11, 2)
    sizes = {(lies.diameter, row.height) for row in lies.rows}
    assert sizes == {(usual.diameter, usual.rows[0].height)}
    assert {base.yard.height for base in lies.bases} == {usual.bases[0].yard.height}


@pytest.mark.parametrize("road", ROADS)
def test_every_road_has_shapes(road: int) -> None:
    """A road can be broader than high and, if it is long enough, also higher than broad."""
    sizes = [page_plan(road, rows).size for rows in shapes(road)]
    assert set(shapes(road)) <= set(PAGE_ROWS)
    assert all(SLIMMEST < width / height < BROADEST for width, height in sizes)
    assert any(width > height for width, height in sizes)
    assert any(width < height for width, height in sizes)


@pytest.mark.parametrize("road", ROADS)
def test_no_row_is_much_longer_than_another(road: int) -> None:
    """The spaces are shared out among the rows as evenly as they can be."""
    for rows in shapes(road):
        lies = page_plan(road, rows)
        straight = [place for place in lies.spaces if not place.bend]
        counts = [
            sum(row.top <= place.box.top < row.bottom for place in straight) for row in lies.rows
        ]
        assert max(counts) - min(counts) <= 1

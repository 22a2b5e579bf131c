from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.throws import TABLES
from renderer import casts
from renderer.casts import Thrown
from renderer.road.head import CASTS
from renderer.road.measures import HEAD
from renderer.road.view import RoadView
from renderer.theme import MAIZE


@given(st.data())
def test_casts_fit_into_their_room(
    two_seats: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """Casts of any number and kind of objects fit into the head."""
    view = data.draw(two_seats)
    lying = casts.drawings(view.thrown, MAIZE, MAIZE.ground, CASTS, summed=view.summed)
    assert sum(cut.width for cut in lying) <= CASTS
    assert all(cut.height <= HEAD for cut in lying)


@pytest.mark.parametrize("key", TABLES)
def test_every_cast_looks_different(key: str) -> None:
    """Different casts of the same objects are drawn differently."""
    table = TABLES[key]
    outcomes = set(table.outcomes())
    drawn = {
        tuple(
            cut.drawn.tobytes()
            for cut in casts.drawings((Thrown(table, cast),), MAIZE, MAIZE.ground, 600)
        )
        for cast in outcomes
    }
    assert len(drawn) == len(outcomes)


def test_each_cast_has_its_number(middle: RoadView) -> None:
    """Two casts played one after the other each have a number, with a gap between them."""
    (lying,) = middle.thrown
    parts = [type(part) for part in casts.parts((replace(lying, played=True), lying))]
    one = [casts.Objects, casts.Number]
    assert parts == [*one, casts.Between, *one]


def test_casts_that_count_together_have_one_number(middle: RoadView) -> None:
    """Of two casts that are added up, only the sum is written."""
    (lying,) = middle.thrown
    parts = list(casts.parts((lying, lying), summed=True))
    assert [part for part in parts if isinstance(part, casts.Number)] == [casts.Number(6, False)]
    assert casts.Between(summed=True) in parts


def test_a_played_number_is_struck_out(middle: RoadView) -> None:
    """A number that has been played, and its cast, look different."""
    for one, other in (
        (casts.Number(3, played=False), casts.Number(3, played=True)),
        (
            casts.Objects(middle.thrown[0].table.thing, (1, 0), played=False),
            casts.Objects(middle.thrown[0].table.thing, (1, 0), played=True),
        ),
    ):
        drawn, played = (casts.drawn(part, MAIZE, MAIZE.ground, 60).drawn for part in (one, other))
        assert drawn.tobytes() != played.tobytes()

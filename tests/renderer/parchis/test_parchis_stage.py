"""Boards of Parchís as pages show them: turned, with upright numbers."""

from collections import Counter

import pytest

from engine.parchis.board import CORRIDOR, HOME, RING
from renderer.parchis import layout
from renderer.parchis.layout import HEAD, MIDDLE, Point
from renderer.parchis.marks import barrier
from renderer.parchis.stage import ParchisStage, turned_to
from renderer.parchis.view import Arm, ParchisView
from tests.renderer.parchis.played import every_option

VIEWS = every_option(6)
every_turn = pytest.mark.parametrize("turn", range(1, 4))


def turned(point: Point, turn: int) -> Point:
    """Return a point of the board after so many quarter turns, counter-clockwise."""
    x, y = point[0] - MIDDLE[0], point[1] - MIDDLE[1]
    for _ in range(turn):
        x, y = y, -x
    return MIDDLE[0] + x, MIDDLE[1] + y


@every_turn
@pytest.mark.parametrize("arm", Arm)
def test_squares_turn(arm: Arm, turn: int) -> None:
    """Squares, goals and homes turn around the middle of the board, counter-clockwise."""
    for place in (*range(1, RING + 1), *CORRIDOR):
        was = layout.outline(place, arm)
        assert layout.outline(place, arm, turn) == tuple(turned(each, turn) for each in was)
        assert layout.stands(place, arm, turn).alone == turned(
            layout.stands(place, arm).alone, turn
        )
    assert layout.goal(arm, turn) == turned(layout.goal(arm), turn)
    before, after = layout.home(arm), layout.home(arm, turn)
    assert layout.centre(after) == turned(layout.centre(before), turn)


@pytest.mark.parametrize("arm", Arm)
def test_my_home_is_at_the_lower_right(arm: Arm) -> None:
    """A board is turned so that an arm has the place that yellow has in pictures."""
    assert layout.home(arm, turned_to(arm)) == layout.home(Arm.YELLOW)


@pytest.mark.parametrize("view", VIEWS)
def test_there_are_as_many_pieces_as_in_the_position(view: ParchisView) -> None:
    """Every piece is in the scene exactly once; barriers and goals show several."""
    stage = ParchisStage(view, 1)
    shown = Counter[Arm]()
    for each in stage.tableau.pieces:
        match each.id[0], each.sprite.args:
            case "g", (Arm() as arm, _, str(count), _):
                shown[arm] += int(count)
            case _, (Arm() as arm, *_):
                shown[arm] += 2 if each.sprite.make is barrier else 1
    assert shown == {seat.arm: len(seat.places) for seat in view.seats}


@every_turn
def test_everything_is_on_the_board(turn: int) -> None:
    """Whatever lies on the board is inside its edges, however it is turned."""
    for view in VIEWS:
        stage = ParchisStage(view, turn)
        width, height = stage.art.size
        for each in (*stage.tableau.placed, *stage.landings):
            assert 0 <= each.x <= width
            assert 0 <= each.y <= height
        for box, _ in (*stage.names, *stage.yards):
            assert 0 <= box.left < box.right <= width
            assert 0 <= box.top < box.bottom <= height


@pytest.mark.parametrize("view", VIEWS)
def test_a_walk_leads_through_every_square(view: ParchisView) -> None:
    """A piece walks square by square; out of its home, it goes straight to its start."""
    stage, there = ParchisStage(view, 2), {*layout.lesson(Arm.YELLOW)}
    for move in view.moves:
        walk, direct = stage.walk(move), move.back or move.start in {HOME} | there
        if direct:
            assert len(walk) == 2
        elif move.start < move.end <= RING:
            assert len(walk) == move.end - move.start + 1
        assert stage.going(move).piece in {each.id for each in stage.tableau.pieces}


def test_the_picture_lies_below_a_head_that_pages_lack() -> None:
    """The upper edge of a page's board is where the head of a picture ends."""
    stage = ParchisStage(VIEWS[0], 0)
    assert stage.art.size == (layout.SIZE[0], layout.SIZE[1] - HEAD)
    assert stage.yards[0].box.top == layout.home(VIEWS[0].seats[0].arm).top - HEAD

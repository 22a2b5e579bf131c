"""Where moves and the throw are in a road game's picture."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.games.family import Area, Areas, Scene
from bot.table.steps import end
from bot.table.table import Ending, Status, Table
from renderer.theme import MAIZE
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY


def table(position: str, ruleset: str = "puluc", **chosen: object) -> Table:
    return replace(
        OFFER,
        revision=3,
        status=Status.PLAYING,
        header=GAMES.header(options(ruleset, **chosen)),
        seats=(ANA, BEN),
        position=position,
    )


def look(table: Table) -> Scene:
    return GAMES.scene(table, SAY)


def every(areas: Areas) -> list[Area]:
    """All areas of a picture."""
    ways = [*areas.moves.values(), *areas.last]
    return [area for way in ways for area in (way.start, way.end)] + ([areas.cast or NOWHERE])


NOWHERE = Area(0, 0, 0, 0)

TABLES = [
    ("1 a4 33/00 3a1a2b", "puluc", {}),
    ("1 a4 43/00 4A1b 9b", "buul", {"road": 19}),
    ("1 b4 43/00 4A1b 9b", "buul", {"road": 31}),
]


@pytest.mark.parametrize(("position", "ruleset", "chosen"), TABLES)
def test_every_move_has_an_area(position: str, ruleset: str, chosen: dict[str, object]) -> None:
    """Every move that has a button has a start and an end area in the picture."""
    scene = look(table(position, ruleset, **chosen))
    assert scene.moves
    assert set(scene.board.areas().moves) == {offer.move for offer in scene.moves}


@pytest.mark.parametrize(("position", "ruleset", "chosen"), TABLES)
@pytest.mark.parametrize("seen_from", [0, 1])
def test_areas_lie_in_the_picture(
    position: str, ruleset: str, chosen: dict[str, object], seen_from: int
) -> None:
    """No area extends beyond the picture."""
    for area in every(look(table(position, ruleset, **chosen)).board.areas(seen_from)):
        assert min(area.left, area.top) >= 0
        assert max(area.left + area.width, area.top + area.height) <= 1


@pytest.mark.parametrize("seen_from", [0, 1])
def test_a_piece_stands_in_its_area(seen_from: int) -> None:
    """A side's only warrior on the road is drawn in its move's start area and nowhere else."""
    board = look(table("1 a4 44/00 4a 9b")).board
    picture = Image.open(BytesIO(board.png(seen_from=seen_from))).convert("RGB")
    area = board.areas(seen_from).moves["4+4"].start
    assert shining(picture, area) > MOST * shining(picture, WHOLE) > 0


WHOLE, MOST = Area(0, 0, 1, 1), 0.8


def shining(picture: Image.Image, area: Area) -> int:
    """Count an area's pixels in the colour of the highlight on jade's warriors on the road.

    A few edges elsewhere have the same colour.
    """
    wide, high = picture.size
    left, top = round(area.left * wide), round(area.top * high)
    right, bottom = round(left + area.width * wide), round(top + area.height * high)
    part = picture.crop((left, top, right, bottom))
    found = {colour: count for count, colour in part.getcolors(1 << 24) or ()}
    return found.get(MAIZE.sides[0].shine, 0)


def test_a_move_of_the_last_turn_ends_where_its_piece_is() -> None:
    """A traced move ends at the warrior that moved, and its two areas are the same size."""
    board = look(
        replace(table("1 b4 44/00 8a 11b"), before="1 a4 44/00 4a 11b", story=("4+4",))
    ).board
    areas = board.areas()
    (way,) = areas.last
    assert (way.start.width, way.start.height) == (way.end.width, way.end.height)
    picture = Image.open(BytesIO(board.png())).convert("RGB")
    assert shining(picture, way.end) > MOST * shining(picture, WHOLE) > 0


def test_the_other_viewpoint() -> None:
    """Seen from the other side, a base is in a different area."""
    board = look(table("1 a4 54/00 9b")).board
    mine, theirs = (board.areas(seen_from).moves["b+4"].start for seen_from in (0, 1))
    assert mine != theirs


def test_nothing_to_press_once_it_is_over() -> None:
    """A game that is over has no areas for moves."""
    over = end(table("1 a4 33/00 3a1a2b"), Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    assert not look(over).board.areas().moves

"""Where in the picture of a road game its moves and its throw are."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.games.family import Area, Areas, Scene
from bot.table.steps import end
from bot.table.table import Ending, Status, Table
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
    """Every area that there is."""
    ways = [*areas.moves.values(), *areas.last]
    return [area for way in ways for area in (way.start, way.end)] + ([areas.cast or NOWHERE])


NOWHERE = Area(0, 0, 0, 0)

TABLES = [
    ("1 a4 33/00 3a1a2b", "puluc", {}),
    ("1 a4 43/00 4A1b 9b", "buul", {"road": 19}),
    ("1 b4 43/00 4A1b 9b", "buul", {"road": 31}),
]


@pytest.mark.parametrize(("position", "ruleset", "chosen"), TABLES)
def test_every_move_has_its_place(position: str, ruleset: str, chosen: dict[str, object]) -> None:
    """Whatever a button offers begins and ends somewhere in the picture."""
    seen = look(table(position, ruleset, **chosen))
    assert seen.moves
    assert set(seen.board.areas().moves) == {offer.move for offer in seen.moves}


@pytest.mark.parametrize(("position", "ruleset", "chosen"), TABLES)
@pytest.mark.parametrize("seen_from", [0, 1])
def test_areas_lie_in_the_picture(
    position: str, ruleset: str, chosen: dict[str, object], seen_from: int
) -> None:
    """No area reaches beyond the picture."""
    for area in every(look(table(position, ruleset, **chosen)).board.areas(seen_from)):
        assert min(area.left, area.top) >= 0
        assert max(area.left + area.width, area.top + area.height) <= 1


def test_a_piece_stands_in_its_area() -> None:
    """Where a move starts there is more to see than on an empty space beside it."""
    seen = look(table("1 a4 44/00 4a 9b"))
    way = seen.board.areas().moves["4+4"]
    picture = Image.open(BytesIO(seen.board.png())).convert("RGB")
    assert colours(picture, way.start) > 2 * colours(picture, shifted(way.start, way.end))


def colours(picture: Image.Image, area: Area) -> int:
    """How many colours there are in an area."""
    wide, high = picture.size
    box = area.left * wide, area.top * high, area.width * wide, area.height * high
    left, top, width, height = map(round, box)
    part = picture.crop((left, top, left + width, top + height))
    return len(part.getcolors(1 << 24) or ())


def shifted(start: Area, end: Area) -> Area:
    """The area that lies from `start` half as far as `end`."""
    return replace(start, left=(start.left + end.left) / 2, top=(start.top + end.top) / 2)


def test_who_looks_from_the_other_side() -> None:
    """The base of the side that looks is where the other's is for the other."""
    board = look(table("1 a4 54/00 9b")).board
    mine, theirs = (board.areas(seen_from).moves["b+4"].start for seen_from in (0, 1))
    assert mine != theirs


def test_nothing_to_press_once_it_is_over() -> None:
    """A game that is over offers no moves."""
    over = end(table("1 a4 33/00 3a1a2b"), Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    assert not look(over).board.areas().moves

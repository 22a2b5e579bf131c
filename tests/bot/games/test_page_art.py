"""Boards on pages have the same art as pictures in chats."""

from dataclasses import replace
from io import BytesIO
from json import loads
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat
from resvg_py import svg_to_bytes

from bot.games.page import KIT, files
from bot.games.parchis.board import ParchisBoard
from bot.games.road.board import RoadBoard
from bot.table.table import Table
from renderer.canvas import Canvas
from renderer.palette import palette
from renderer.parchis import colours, homes, layout
from renderer.parchis import drawing as parchis
from renderer.parchis import ground as squares
from renderer.parchis.board import Board as Squares
from renderer.raster import painted
from renderer.road import bases, sprites, standing, warriors
from renderer.road.board import Board as Spaces
from renderer.road.ground import bare
from renderer.road.picture import road_of
from renderer.road.plan import page_plan
from renderer.theme import MAIZE, THEMES, Theme
from renderer.vector import coded, svg
from tests.bot.games.sampled import game_of, headers
from tests.bot.show.offer import GAMES, SAY

HEADERS = tuple(headers())

BLOCK, CLOSE = 16, 45
"""How much a picture and SVG may differ on average in any block of so many pixels, from 0 to 255.

Edges are smoother in SVG. A piece or mark that is missing makes a larger difference.
"""


def painted_svg(text: str) -> Image.Image:
    return Image.open(BytesIO(bytes(svg_to_bytes(svg_string=text)))).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return how much the block that differs most differs on average, from 0 to 255."""
    assert one.size == other.size
    blocks = ImageChops.difference(one.reduce(BLOCK), other.reduce(BLOCK))
    return max(most for _, most in ImageStat.Stat(blocks).extrema)


def as_picture(
    board: RoadBoard | ParchisBoard, rows: int, seat: int | None, theme: Theme
) -> Image.Image:
    """Return a board as a picture in a chat would have it if it had this shape."""
    if isinstance(board, RoadBoard):
        return road_picture(board, rows, board.seen_from(seat), theme)
    return parchis_picture(board, board.turn(seat), theme)


def road_picture(board: RoadBoard, rows: int, seen_from: int, theme: Theme) -> Image.Image:
    view, plan = board.view, page_plan(board.view.road, rows)
    road = road_of(view, seen_from)
    canvas = Canvas(theme, bare(theme, road, plan))
    for index, base in enumerate(plan.bases):
        side = index ^ seen_from
        for placed in (*bases.state(view, side, base), *bases.warriors(view, side, base)):
            canvas.put(placed)
    Spaces(view, road, plan).draw(canvas)
    return coloured(canvas.picture, palette(theme).bytes)


def parchis_picture(board: ParchisBoard, turn: int, theme: Theme) -> Image.Image:
    view = replace(board.view, moves=tuple(replace(m, letter="") for m in board.view.moves))
    paints, playing = colours.paints(theme), frozenset(seat.arm for seat in view.seats)
    empty = squares.sketched(paints, playing, len(view.seats[0].places), turn)
    blank = parchis.palette(paints).indices(painted(empty))
    sheet = parchis.Sheet(paints, blank, layout.SIZE)
    for placed in squares.numbers(playing, turn):
        sheet.put(placed)
    for seat in range(len(view.seats)):
        for placed in (*homes.state(view, seat, turn), *homes.waiting(view, seat, turn)):
            sheet.put(placed)
    for placed in Squares(view, turn).placed():
        sheet.put(placed)
    whole = coloured(sheet.picture, parchis.palette(paints).bytes)
    return whole.crop((0, layout.HEAD, *layout.SIZE))


def coloured(indices: Image.Image, colours_: bytes) -> Image.Image:
    shown = indices.copy()
    shown.putpalette(colours_)
    return shown.convert("RGB")


@pytest.mark.parametrize("header", HEADERS)
def test_one_art(header: str) -> None:
    """A board of any game looks on a page as it would in a picture, in any theme and shape."""
    chance, table = Random(header), game_of(header)[-1]
    board, rows = board_of(table), chance.choice([*GAMES.of(header).shapes(header)])
    seat = chance.choice([None, *range(len(table.seats))])
    theme = chance.choice([*THEMES.values()])
    shown = painted_svg(board.stage(rows, seat).picture(theme))
    assert difference(shown, as_picture(board, rows, seat, theme)) < CLOSE


def board_of(table: Table) -> RoadBoard | ParchisBoard:
    board = GAMES.scene(table, SAY).board
    assert isinstance(board, RoadBoard | ParchisBoard)
    return board


@pytest.mark.parametrize("header", [HEADERS[0], HEADERS[-1]])
def test_a_difference_would_be_seen(header: str) -> None:
    """If a page lacked any piece, these tests would fail."""
    table = game_of(header)[20]
    stage = board_of(table).stage(next(iter(GAMES.of(header).shapes(header))), 0)
    whole = painted_svg(stage.picture(MAIZE))
    for index in range(0, len(stage.tableau.pieces), 4):
        pieces = (*stage.tableau.pieces[:index], *stage.tableau.pieces[index + 1 :])
        lacking = replace(stage, tableau=replace(stage.tableau, pieces=pieces))
        assert difference(whole, painted_svg(lacking.picture(MAIZE))) > CLOSE


@pytest.mark.parametrize("header", [HEADERS[0], HEADERS[-1]])
def test_new_colours_appear_in_both(header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new theme needs nothing for pages: its colours are in pictures and in drawings alike."""
    face = (250, 20, 200)
    first, second = MAIZE.sides
    new = replace(MAIZE, name="new", sides=(replace(first, face=face), second))
    known = colours.paints(MAIZE)
    arms = (replace(known.arms[0], face=face), *known.arms[1:])
    monkeypatch.setitem(colours._BY_NAME, "new", replace(known, arms=arms))  # noqa: SLF001 - a theme of its own
    board = board_of(game_of(header)[-1])
    rows = next(iter(GAMES.of(header).shapes(header)))
    shown, usual = board.stage(rows, 0).picture(new), board.stage(rows, 0).picture(MAIZE)
    assert coded(face) in shown
    assert coded(face) not in usual
    assert difference(painted_svg(shown), as_picture(board, rows, 0, new)) < CLOSE


def test_a_new_measure_appears_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measure of a drawing is in one place: if it changes, pictures and drawings change."""
    monkeypatch.setattr(warriors, "SHARP", 0.5)
    for cached in (sprites.pile, sprites.in_socket, standing.build, standing.arrange):
        cached.cache_clear()
    new = replace(MAIZE, name="measured")
    board = board_of(game_of(HEADERS[0])[-1])
    changed = painted_svg(board.stage(2, 0).picture(new))
    assert difference(changed, as_picture(board, 2, 0, new)) < CLOSE
    for cached in (sprites.pile, sprites.in_socket, standing.build, standing.arrange):
        cached.cache_clear()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_files_are_drawings(theme: Theme) -> None:
    """Every file of a board is an SVG file of its size, and every sprite of the kit is one."""
    for header in (HEADERS[0], HEADERS[-1]):
        family = GAMES.of(header)
        art = family.art(header, next(iter(family.shapes(header))), 0)
        for name, text in files(art, theme).items():
            if name != KIT:
                assert painted_svg(text).size == art.size
                continue
            for width, height, drawing in loads(text).values():
                size = painted_svg(svg((width, height), drawing)).size
                assert size == (width, height)

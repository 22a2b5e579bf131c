"""Boards on web pages: the same art as pictures, and steps that fit together."""

from dataclasses import replace
from functools import cache
from gzip import compress
from itertools import pairwise
from json import loads
from random import Random

import pytest

from bot.games.family import Scene
from bot.games.page import KIT, Json, compact, digest, files, state, step
from bot.games.stage import Moved, Stage
from bot.table.table import Table
from renderer.stage import Tableau, inner
from renderer.theme import DARK, MAIZE, THEMES
from tests.bot.games.sampled import game_of, headers, spread
from tests.bot.show.offer import GAMES, SAY

HEADERS = tuple(headers())
every_game = pytest.mark.parametrize("header", HEADERS)

SMALL = 1200
"""The bytes of a usual step, compressed and without drawings."""


@cache
def scene(table: Table) -> Scene:
    return GAMES.scene(table, SAY)


def shape(header: str, chance: Random) -> tuple[int, int | None]:
    """Draw a number of rows and who looks at the board."""
    rows = chance.choice([*GAMES.of(header).shapes(header)])
    return rows, chance.choice([None, *range(GAMES.game(header).seats)])


def stages(header: str, count: int) -> list[Stage]:
    """Return stages of a random game, in any of its shapes and from any seat."""
    chance = Random(header)
    tables = spread(game_of(header), count)
    return [scene(table).board.stage(*shape(header, chance)) for table in tables]


def ids(tableau: Tableau) -> set[str]:
    return {each.id for each in tableau.pieces}


@every_game
def test_ids_are_unique(header: str) -> None:
    """No two things on a board have the same id."""
    for stage in stages(header, 6):
        every = [each.id for each in (*stage.tableau.placed, *stage.landings)]
        assert len(every) == len(set(every))


@every_game
def test_a_step_leads_to_the_board(header: str) -> None:
    """After the last frame of a step, the board is as it is for a page that is opened."""
    chance = Random(header)
    for table in spread(game_of(header), 6)[1:]:
        rows, seat = shape(header, chance)
        *_, last = scene(table).frames(rows, seat)
        assert last.tableau == scene(table).board.stage(rows, seat).tableau


@every_game
def test_events_name_pieces(header: str) -> None:
    """A move names pieces that are on the board before it, and others that are there after it."""
    chance, moves = Random(header), 0
    for table in game_of(header)[1::9]:
        rows, seat = shape(header, chance)
        for before, frame in pairwise(scene(table).frames(rows, seat)):
            if not isinstance(move := frame.event, Moved):
                continue
            moves += 1
            was, now = ids(before.tableau), ids(frame.tableau)
            assert {move.piece, *move.takes} <= was
            assert {*move.flies, *filter(None, [move.into])} <= now
            assert len(move.walk) > 1
    assert moves


@every_game
def test_the_first_move_of_a_step_begins_on_the_board_before(header: str) -> None:
    """The step after a board names pieces of that board, which the page is showing."""
    chance = Random(header)
    for before, table in pairwise(game_of(header)[:12]):
        if table.before != before.position:
            continue
        rows, seat = shape(header, chance)
        first = scene(table).frames(rows, seat)[0].event
        assert isinstance(first, Moved)
        assert {first.piece, *first.takes} <= ids(scene(before).board.stage(rows, seat).tableau)


@every_game
def test_every_choice_can_be_pressed(header: str) -> None:
    """A choice names a piece, and areas inside the board; its mark is where it ends."""
    for stage in stages(header, 6):
        width, height = stage.art.size
        for going in stage.going.values():
            assert going.piece in ids(stage.tableau)
            for box in (going.start, going.end):
                assert 0 <= box.left < box.right <= width
                assert 0 <= box.top < box.bottom <= height
            x, y = stage.art.middle(going.mark)
            assert going.end.left <= x <= going.end.right
            assert going.end.top <= y <= going.end.bottom


def test_equal_keys_mean_equal_drawings() -> None:
    """Sprites with the same key look the same, whatever they lie on."""
    drawn: dict[str, set[str]] = {}
    for header in HEADERS[::3]:
        for stage in stages(header, 6):
            for each in (*stage.tableau.placed, *stage.landings):
                look = inner(stage.art.drawn(MAIZE, each.sprite))
                drawn.setdefault(each.sprite.key, set()).add(look)
    assert {len(looks) for looks in drawn.values()} == {1}


@every_game
def test_the_art_of_a_game_is_that_of_its_boards(header: str) -> None:
    """The drawings of a board can be found by the header of its game, without its table."""
    chance = Random(header)
    rows, seat = shape(header, chance)
    art = GAMES.of(header).art(header, rows, seat)
    assert scene(game_of(header)[-1]).board.stage(rows, seat).art == art
    assert art.size == GAMES.of(header).shapes(header)[rows]


def test_files_are_named_by_what_they_are() -> None:
    """The digest of a board's files tells themes, shapes and sides apart."""
    header = HEADERS[0]
    family = GAMES.of(header)
    arts = [family.art(header, rows, seat) for rows in family.shapes(header) for seat in (0, 1)]
    assert len({digest(art, theme) for art in arts for theme in THEMES.values()}) == 3 * len(arts)
    assert set(files(arts[0], MAIZE)) == {
        "table.svg",
        "floor.svg",
        "over.svg",
        "tint0.svg",
        "tint1.svg",
        KIT,
    }


@every_game
def test_a_page_can_draw_everything(header: str) -> None:
    """Every key in a state or step is in the kit or comes with it."""
    chance = Random(header)
    table = game_of(header)[-1]
    rows, seat = shape(header, chance)
    kit = loads(files(scene(table).board.stage(rows, seat).art, DARK)[KIT])
    for told in (state, step):
        sent = told(scene(table), SAY, rows, seat, DARK)
        assert keys(sent) <= kit.keys() | sent["sprites"].keys()
        assert not kit.keys() & sent["sprites"].keys()
        for thrown in sent["throws"]:
            assert {f"{thrown['thing']}{face}" for face in thrown["faces"]} <= kit.keys()


def keys(sent: Json) -> set[str]:
    """Return the keys of all sprites that are used."""
    scenes = [sent.get("scene"), *(frame.get("s") for frame in sent.get("frames", ()))]
    marks = [each for s in scenes if s for kind in ("yards", "marks", "counts") for each in s[kind]]
    found = {key for key, *_ in marks}
    found |= {key for s in scenes if s for _, key, *_ in s["pieces"]}
    for frame in sent.get("frames", ()):
        found |= {key for *_, key in frame["e"].get("walk", ())}
    for move in sent["moves"]:
        found |= {move["mark"][0]} if "mark" in move else set()
        found |= {move["frame"][0]} if "frame" in move else set()
        found |= {move["lettered"]} if "lettered" in move else set()
    return found


def test_steps_are_small() -> None:
    """A usual step takes little to send: it doesn't repeat what the page has."""
    sizes = []
    for header in HEADERS[::4]:
        rows, *_ = GAMES.of(header).shapes(header)
        for table in spread(game_of(header), 12)[1:]:
            sent = step(scene(table), SAY, rows, 0, MAIZE)
            del sent["sprites"]
            sizes.append(len(compress(compact(sent).encode(), 6)))
    sizes.sort()
    assert sizes[len(sizes) * 9 // 10] < SMALL


def test_only_who_chooses_gets_choices() -> None:
    """Moves are sent to the seat to move; watchers and others get none."""
    table = next(table for table in game_of(HEADERS[0]) if scene(table).mover is not None)
    mover = scene(table).mover
    assert mover is not None
    assert state(scene(table), SAY, 3, mover, MAIZE)["moves"]
    for other in (None, 1 - mover):
        assert not state(scene(table), SAY, 3, other, MAIZE)["moves"]


def test_a_shape_that_a_game_lacks() -> None:
    """A board in so many rows that no page shows it so is refused, as is its art."""
    for header in (HEADERS[0], HEADERS[-1]):
        table = game_of(header)[-1]
        with pytest.raises(ValueError, match="12 rows"):
            scene(table).board.stage(12, 0)
        with pytest.raises(ValueError, match="12 rows"):
            scene(table).frames(12, 0)
        with pytest.raises(ValueError, match="12 rows"):
            GAMES.of(header).art(header, 12, 0)


def test_my_base_is_in_front() -> None:
    """Players have their own base or home at the lower edge."""
    for header in HEADERS:
        for seat in range(GAMES.game(header).seats):
            rows = max(GAMES.of(header).shapes(header))
            stage = scene(game_of(header)[0]).board.stage(rows, seat)
            side = GAMES.game(header).side(seat)
            bottoms = {yard.side: yard.box.bottom for yard in stage.yards}
            own = bottoms.get(side, max(bottoms.values()))
            assert own == max(bottoms.values())


def test_a_repeated_scene_is_left_out() -> None:
    """A throw that changes nothing on the board has no scene."""
    table = next(t for t in game_of(HEADERS[0]) if len(t.story) > 1 and t.before)
    sent = step(scene(table), SAY, 3, 0, MAIZE)
    assert [frame["e"]["k"] for frame in sent["frames"]][:2] == ["move", "throw"]
    assert ["s" in frame for frame in sent["frames"]][:2] == [True, False]


def test_a_table_without_story() -> None:
    """A table of which no step is known has no frames."""
    table = replace(game_of(HEADERS[0])[5], story=(), before="")
    assert scene(table).frames(3, 0) == ()

"""Pictures, areas, films and descriptions of random games of Parchís."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from engine.text import Say
from renderer.colours import contrast
from renderer.parchis.areas import Finder
from renderer.parchis.colours import paints
from renderer.parchis.describe import ALT_LIMIT, BOARD_WIDTH, alt, board
from renderer.parchis.film import MOST, film
from renderer.parchis.picture import draw
from renderer.parchis.view import ParchisView
from renderer.theme import THEMES, Theme

Sampled = Callable[[int, int], list[ParchisView]]
LARGEST = 30_000
GAMES = [(1, 4), (2, 3), (3, 2)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_pictures_are_small(
    seed: int, seats: int, theme: Theme, sampled: Sampled, say: Say
) -> None:
    """The picture of every sampled position is below 30 KB."""
    assert max(len(draw(view, say, theme)) for view in sampled(seed, seats)[::9]) < LARGEST


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_alt_texts_are_short(seed: int, seats: int, sampled: Sampled, say: Say) -> None:
    """An alt text stays within its limit, without being cut off."""
    texts = [alt(view, say) for view in sampled(seed, seats)]
    assert max(map(len, texts)) <= ALT_LIMIT
    assert not any(text.endswith("…") for text in texts)


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_boards_are_narrow(seed: int, seats: int, sampled: Sampled, say: Say) -> None:
    """No line of a board of letters is wider than the limit."""
    for view in sampled(seed, seats):
        assert max(map(len, board(view, say).splitlines())) <= BOARD_WIDTH


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_areas_are_inside_the_picture(seed: int, seats: int, sampled: Sampled, say: Say) -> None:
    """The areas of all pieces and landings are inside the picture."""
    for view in sampled(seed, seats):
        finder = Finder(view)
        width, height = finder.size
        boxes = [
            finder.piece(seat, place)
            for seat, each in enumerate(view.seats)
            for place in each.places
        ]
        boxes += [finder.landing(move.seat, move.end) for move in view.moves]
        for box in boxes:
            assert 0 <= box.left < box.right <= width
            assert 0 <= box.top < box.bottom <= height


def test_films_have_few_boards(sampled: Sampled, say: Say) -> None:
    """A film of a whole game has exactly as many boards as the maximum."""
    with Image.open(BytesIO(film(sampled(3, 2), say))) as shown:
        assert getattr(shown, "n_frames", 1) == MOST


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_text_is_readable(theme: Theme) -> None:
    """All text has a contrast of at least 4.5 to its background."""
    look = paints(theme)
    pairs = [(look.number, look.cell), (look.number, look.safe), (look.ink, look.ground)]
    pairs += [(look.soft, look.ground), (look.pip, look.die)]
    for arm in look.arms:
        pairs += [(arm.inlay, arm.face), (arm.ink, arm.wall), (arm.ink, arm.stair)]
        pairs += [(arm.ink, look.cell)]
    assert min(contrast(*pair) for pair in pairs) >= 4.5

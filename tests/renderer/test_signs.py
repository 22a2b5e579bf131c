"""Signs: small pictures of pieces and throws."""

from io import BytesIO

import pytest
from PIL import Image

from renderer.signs import SIGNS, SIZE, draw


@pytest.mark.parametrize("name", SIGNS)
def test_signs(name: str) -> None:
    """A sign is a small PNG file on a transparent ground that it almost fills."""
    png = draw(name)
    sign = Image.open(BytesIO(png))
    assert (sign.size, sign.mode) == ((SIZE, SIZE), "RGBA")
    assert len(png) < 10_000
    left, top, right, bottom = sign.getchannel("A").getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) > SIZE * 0.75
    assert sign.getpixel((0, 0)) == (0, 0, 0, 0)


def test_different_signs() -> None:
    """No two signs look the same."""
    assert len({draw(name) for name in SIGNS}) == len(SIGNS)

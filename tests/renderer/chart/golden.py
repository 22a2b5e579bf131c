"""Comparison of charts and bars with their golden pictures."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

GOLDEN = Path(__file__).parents[1] / "golden"
TOLERANCE = 0.5
"""Tolerance against the golden picture: the mean difference of a channel, from 0 to 255."""


def compare(drawn: bytes, name: str) -> None:
    """Compare a picture with its golden picture, or write that."""
    path = GOLDEN / f"{name}.png"
    if os.environ.get("PULUC_GOLDEN") == "write":
        path.write_bytes(drawn)
    one, other = Image.open(BytesIO(drawn)).convert("RGB"), Image.open(path).convert("RGB")
    assert one.size == other.size
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < TOLERANCE

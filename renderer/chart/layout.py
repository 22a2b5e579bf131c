"""The layout of a chart in pixels, and where its steps and probabilities are."""

from collections.abc import Sequence
from itertools import count
from typing import Final, NamedTuple

from renderer.box import Box

WIDTH, HEIGHT = 800, 376
MARGIN: Final = 14
HEAD: Final = Box(MARGIN, 5, WIDTH - MARGIN, 65)
"""The names of the sides."""
PINS: Final = 80
"""The middle of the numbers of marked moments."""
PLOT: Final = Box(70, 99, 744, 337)
STEPS: Final = Box(PLOT.left, 345, PLOT.right, 371)
"""The numbers of the steps."""
NUMBERS: Final = 60
"""The minimum distance between the numbers of two steps, in pixels."""


class Frame(NamedTuple):
    """Where the plot of a chart is, in fractions of the picture's width and height."""

    left: float
    top: float
    right: float
    bottom: float


FRAME: Final = Frame(PLOT.left / WIDTH, PLOT.top / HEIGHT, PLOT.right / WIDTH, PLOT.bottom / HEIGHT)
"""Step i of a chart is at left + (right - left) * i / (last step); the only step is at the left."""


def x_of(step: int, last: int) -> float:
    """Return where a step is."""
    return PLOT.left + PLOT.width * step / max(1, last)


def y_of(share: float) -> float:
    """Return where a probability is."""
    return PLOT.bottom - PLOT.height * share


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> tuple[float, ...]:
    """Return places from `low` to `high` near the `wanted` ones, in their order and `apart`.

    If there are too many for that, they are closer to one another.
    """
    apart = min(apart, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    places, least = {}, low
    for index in order:
        places[index] = max(wanted[index], least)
        least = places[index] + apart
    most = high
    for index in reversed(order):
        places[index] = min(places[index], most)
        most = places[index] - apart
    return tuple(places[index] for index in range(len(wanted)))


def numbered(last: int) -> tuple[int, ...]:
    """Return the steps to number: round ones, far enough apart, and the last."""
    distances = (factor * 10**power for power in count() for factor in (1, 2, 5))
    by = next(each for each in distances if each * PLOT.width >= NUMBERS * last)
    enough = last - NUMBERS * last / PLOT.width
    return (*(step for step in range(0, last, by) if step <= enough), last)

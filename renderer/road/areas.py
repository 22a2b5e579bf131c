"""Where in a picture of the road its places and its casts are, for those who press them."""

from renderer import casts
from renderer.box import Box
from renderer.road.ground import Road
from renderer.road.layout import layout
from renderer.road.view import RoadView
from renderer.theme import MAIZE


def size(view: RoadView) -> tuple[int, int]:
    """Return how wide and how high the picture of `view` is, in pixels."""
    return layout(view.road, len(view.seats)).size


def place(view: RoadView, at: int, seen_from: int = 0) -> Box:
    """Return where stacks stand on the space `at`, or over the base."""
    plan = layout(view.road, len(view.seats))
    road = Road(view.road, len(view.seats), seen_from, view.fire)
    return plan.way.places[road.place(at)].stand


def cast(view: RoadView) -> Box | None:
    """Return where the casts lie, None where none do."""
    box = layout(view.road, len(view.seats)).cast
    lying = casts.lying(view.thrown, MAIZE, box.width, summed=view.summed)
    if not lying:
        return None
    return Box(box.right - sum(sprite.width for sprite in lying), box.top, box.right, box.bottom)

"""Signs: small pictures of pieces and of what is thrown, to stand in text and on buttons.

They have the colours and shapes of the boards, on a transparent ground.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageChops

from engine.throws import FACES, Thing
from renderer import things
from renderer.colours import Colour
from renderer.parchis.colours import paints
from renderer.parchis.pieces import solid
from renderer.parchis.view import Arm
from renderer.raster import painted
from renderer.road.warriors import eye, warrior
from renderer.sketch import Sketch
from renderer.theme import MAIZE

SIZE: Final = 128
"""Width and height in pixels."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)

Draw: TypeAlias = Callable[[Sketch], None]


def warrior_sign(side: int) -> str:
    """Return the name of the sign of a side on the road."""
    return f"warrior_{side}"


def piece_sign(arm: int) -> str:
    """Return the name of the sign of a colour in Parchís."""
    return f"piece_{arm}"


def thrown_sign(thing: Thing, face: int) -> str:
    """Return the name of the sign of an object that shows a face."""
    return f"{thing.value.replace('-', '_')}_{face}"


@lru_cache(maxsize=32)
def draw(name: str) -> bytes:
    """Return a sign as a PNG file. Raises KeyError if there is none of this name."""
    on_black, on_white = (_drawn(SIGNS[name], ground) for ground in (_BLACK, _WHITE))
    # Where the grounds show through, the two drawings differ.
    cover = ImageChops.invert(ImageChops.difference(on_white, on_black).convert("L"))
    dimmed = Image.merge("RGBa", (*on_black.split(), cover))  # colours times cover
    file = BytesIO()
    dimmed.convert("RGBA").save(file, "PNG")
    return file.getvalue()


def _drawn(sign: Draw, ground: Colour) -> Image.Image:
    sketch = Sketch((SIZE, SIZE), ground)
    sign(sketch)
    return painted(sketch)


def _warrior(side: int, sketch: Sketch) -> None:
    (x, y), d = sketch.middle, SIZE * (0.76 if side else 0.84)
    warrior(sketch, MAIZE, side, x, y - d * 0.04, d)
    eye(sketch, side, x, y - d * 0.02, d, MAIZE.sides[side].inlay)


def _piece(arm: Arm, sketch: Sketch) -> None:
    x, y = sketch.middle
    solid(sketch, paints(MAIZE), arm, x, y - 2, round(SIZE * 0.82))


def _kernel(face: int, sketch: Sketch) -> None:
    colours = MAIZE.kernel_edge, MAIZE.kernel, MAIZE.kernel_mark
    things.kernel(sketch, *sketch.middle, SIZE * 0.96, colours, face)


def _thrown(thing: Thing, face: int, sketch: Sketch) -> None:
    if thing is Thing.KERNEL:
        _kernel(face, sketch)
        return
    look = paints(MAIZE)
    colours = look.die_edge, look.die, look.pip
    sketch.bar(3, 3, SIZE - 3, SIZE - 3, look.die_edge, SIZE * 0.17)  # it shows on white, too
    things.die(sketch, *sketch.middle, SIZE * 0.89, colours, face, thing)


SIGNS: Final[Mapping[str, Draw]] = {
    **{warrior_sign(side): partial(_warrior, side) for side in (0, 1)},
    **{piece_sign(arm): partial(_piece, arm) for arm in Arm},
    **{
        thrown_sign(thing, face): partial(_thrown, thing, face)
        for thing, faces in FACES.items()
        for face in faces
    },
}
"""Every sign by its name."""

"""docs/solving.md shows real positions, as the engine and the renderer see them."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from bot.texts.catalogue import Catalogue

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "solving.md").read_text("utf-8")


def drawing() -> ModuleType:
    """The script that draws the pictures of the page."""
    spec = spec_from_file_location("draw_solving", DOCS / "draw_solving.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", drawing().SURPRISES)
def test_pictures(name: str) -> None:
    """A picture on the page is the one that is drawn from its position, and is described."""
    say = Catalogue().voice()
    example = drawing().example(name)
    assert (DOCS / "pictures" / "solving" / f"{name}.png").read_bytes() == example.png(say)
    assert f"![{example.alt(say)}](pictures/solving/{name}.png)" in PAGE

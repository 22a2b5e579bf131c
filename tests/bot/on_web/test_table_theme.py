"""The colours of the table page are those of the renderer."""

import re
from dataclasses import replace

import pytest

from bot.on_web.files import STATIC, TABLE
from bot.on_web.table_theme import table_theme
from renderer.colours import colour
from renderer.theme import CONTRAST, DARK, MAIZE, THEMES


def test_every_theme_has_its_colours() -> None:
    """The styles have a rule for each theme, with the same names."""
    rules = table_theme()["theme.css"].splitlines()
    assert [rule.split('"')[1] for rule in rules] == [*THEMES]
    named = [set(re.findall(r"--([\w-]+):", rule)) - {"wood-image"} for rule in rules]
    assert named[0] == named[1] == named[2]


def test_a_changed_colour_shows() -> None:
    """A colour that is changed in a theme changes on the page."""
    changed = replace(MAIZE, gold=colour("123456"))
    assert "#123456" not in table_theme([MAIZE])["theme.css"]
    assert "--gold: #123456;" in table_theme([changed])["theme.css"]


def test_wood() -> None:
    """Themes with wood have it as a file, to which their rule refers; flat ones have none."""
    files = table_theme([DARK, CONTRAST])
    assert set(files) == {"theme.css", "wood-dark.svg"}
    dark, contrast = files["theme.css"].splitlines()
    assert "wood-dark.svg" in dark
    assert "wood" not in contrast.replace("--wood", "")


@pytest.mark.parametrize("name", ["base.css", "table.css"])
def test_every_colour_is_known(name: str) -> None:
    """The styles use no colour of the art that no theme has."""
    styles = (STATIC / TABLE / name).read_text("utf-8")
    own = "".join((STATIC / TABLE / each).read_text("utf-8") for each in ("base.css", "table.css"))
    known = set(re.findall(r"--([\w-]+)\s*:", own + table_theme()["theme.css"]))
    scripts = "".join(each.read_text("utf-8") for each in (STATIC / TABLE).glob("*.js"))
    scripted = set(re.findall(r"--([\w-]+)", scripts))
    assert set(re.findall(r"var\(--([\w-]+)", styles)) <= known | scripted

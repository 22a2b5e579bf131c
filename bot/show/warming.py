"""What all worker processes share: modules, fonts and drawings, ready before they are needed."""

from collections.abc import Iterable
from importlib import import_module

from bot.games.catalogue import Games
from bot.table.settings import Colours
from bot.texts.catalogue import catalogue
from renderer.theme import THEMES


def warm_up(games: Games, modules: Iterable[str] = ()) -> None:
    """Import modules, and draw a board of each family, so that the next one is drawn faster."""
    for module in modules:
        import_module(module)
    say = catalogue(games.texts).voice("")  # as good as any: the letters are the same
    for family in games.families:
        games.scene(family.cover, say).board.png(THEMES[Colours.MAIZE])

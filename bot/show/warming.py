"""What all worker processes share: modules, fonts, words and drawings, ready before any job."""

from collections.abc import Iterable
from importlib import import_module

from bot.games.catalogue import Games
from bot.show.presenter import page_of


def warm_up(games: Games, modules: Iterable[str] = ()) -> None:
    """Import modules, and make a page of each family, so that the next one takes half as long."""
    for module in modules:
        import_module(module)
    for family in games.families:
        page_of(games, family.cover, "")  # in the default language

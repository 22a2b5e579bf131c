"""How sentences about a game are told on its page: to the person who plays there."""

from collections.abc import Sequence

from bot.games.catalogue import Games
from bot.table.naming import as_text, computer_name, name_of, seems
from bot.table.seats import Computer
from bot.table.table import Table
from bot.texts.addressed import Addressing
from bot.texts.catalogue import catalogue
from engine.text import Argument, Say, Text


def telling(games: Games, table: Table, hands: Sequence[int], language: str) -> Say:
    """Return a translator that says "you" to who plays one seat, and "Computer" if there is one.

    People who play several seats at one screen, and watchers, are told names.
    """
    texts = catalogue(games.texts)
    computers = [computer_name(seat) for seat in table.seats if isinstance(seat, Computer)]
    short: dict[Argument, Text] = {}
    if len(computers) == 1:
        short[computers[0]] = Text("table-page.computer")
    return Addressing(_you(table, hands), short).say(texts, texts.voice(language))


def _you(table: Table, hands: Sequence[int]) -> Sequence[Argument]:
    """Return what texts call who plays one seat, nothing if somebody else has a name like it."""
    if len(hands) != 1:
        return ()
    names = [name_of(seat) for seat in table.seats]
    name = names[hands[0]]
    if sum(seems(each) == seems(name) for each in names) > 1:
        return ()
    return name, as_text(name), (as_text(name),)

"""The order in which people meet the games, and what shows them."""

from collections import Counter

import pytest

from bot.games.catalogue import Games
from bot.games.shelf import Entry
from bot.games.size import Size
from engine.games import FAMILIES
from engine.header import key_of

GAMES = Games()
ENTRIES = [entry for shelf in GAMES.shelves for entry in shelf.entries]


def test_the_order() -> None:
    """Everything that lists the rulesets lists them as they are to be learnt."""
    assert GAMES.rulesets[:5] == ("puluc", "bul", "boolik", "buul", "kekchi")
    assert [shelf.name for shelf in GAMES.shelves] == [
        "road",
        "kekchi",
        "teams",
        "family",
        "race",
    ]


def test_every_ruleset() -> None:
    """Every ruleset of the engine is on one shelf, in its classic size."""
    classic = Counter(entry.ruleset for entry in ENTRIES if entry.size is Size.CLASSIC)
    assert classic == Counter([*FAMILIES])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_faces(entry: Entry) -> None:
    """The face of a game is a position of it in its size, before a throw, without a past."""
    assert key_of(entry.face.header) == entry.ruleset
    if GAMES.sizes(entry.ruleset):
        assert GAMES.size_of(entry.face.header) is entry.size
    assert GAMES.position(entry.face)

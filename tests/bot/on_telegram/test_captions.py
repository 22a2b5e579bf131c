"""Captions of whole games: short enough that a phone shows the buttons, too."""

import re
from dataclasses import replace

import pytest

from bot.on_telegram import captions, words
from bot.on_telegram.captions import NEWS
from bot.show import presenter
from bot.show.page import Picture
from bot.table.options import Options
from bot.table.people import Place, Platform, User
from bot.table.seats import Kept, Person
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from tests.bot.show import stages
from tests.bot.show.offer import GAMES, OFFER, begun

SAY = words.Voice(catalogue(GAMES.texts), "en")
NAMES = ("Ximena López", "Benjamín Cruz", "Cara Tzul", "Diego Pech")
USUAL = [("puluc", ()), ("parchis", (("seats", "4"),))]
OTHERS = [("parchis", ()), ("parchis-spain", ()), ("parchis-spain", (("seats", "4"),))]
OTHERS += [(key, ()) for key in GAMES.rulesets if "parchis" not in key and key != "puluc"]
TO_PLAY = [*USUAL, *(pytest.param(*each, marks=pytest.mark.night) for each in OTHERS)]


def offered(header: str) -> tuple[Table, Person]:
    """Return a challenge to as many people as the game needs, and who is yet to accept it."""
    people = [
        Person(User(Platform.TELEGRAM, str(5_000_000_001 + seat)), NAMES[seat % len(NAMES)])
        for seat in range(GAMES.game(header).seats)
    ]
    asked = Kept(people[1].user, people[1].name)
    seats = (people[0], asked, *people[2:])
    place = Place(Platform.TELEGRAM, "-1")
    return replace(OFFER, header=header, place=place, seats=seats), people[1]


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no pictures: they have no part in this."""
    monkeypatch.setattr(
        presenter, "_picture", lambda board, _look: Picture(b"", board.alt(), board.letters())
    )


@pytest.mark.parametrize(("ruleset", "options"), TO_PLAY)
def test_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, ruleset: str, options: tuple[tuple[str, str], ...]
) -> None:
    """Every caption of a game fits with its board, and above the folded quote there is little."""
    offer, guest = offered(GAMES.header(Options(ruleset, options)))
    monkeypatch.setattr(stages, "begun", lambda offer: begun(offer, guest))
    for stage in stages.played(offer):
        page = presenter.make_page(GAMES, stage.table, SAY)
        caption = captions.caption(page, SAY, mention=True)
        above, quote, folded = caption.partition("<blockquote expandable>")
        assert quote
        assert "<pre>" in folded
        assert not page.live or words.length(words.visible(above)) <= NEWS + 1
        assert words.length(words.visible(caption)) <= 1024


def test_the_hash_of_a_challenge() -> None:
    """A challenge shows the beginning of the hash, and says how to get all of it."""
    page = presenter.make_page(GAMES, OFFER, SAY)
    told = words.visible(captions.text(page, SAY))
    assert page.commitment is not None
    assert page.commitment not in told
    assert re.search(rf"Fair-throw hash: {page.commitment[:12]}… \(/verify tells all of it\)", told)


def test_who_is_to_move_is_named_once() -> None:
    """The mention is in the line that says whose turn it is."""
    offer, guest = offered("puluc road=7 warriors=2 table=kernels casts=one")
    table = begun(offer, guest).table
    page = presenter.make_page(GAMES, table, SAY)
    above = captions.caption(page, SAY, mention=True).partition("<blockquote")[0]
    *_, turn = above.strip().splitlines()
    assert re.match(r'<a href="tg://user\?id=\d+">[^<]*</a> to play: ', turn)
    assert above.count("tg://user") == 1

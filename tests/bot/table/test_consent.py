"""Who has to agree to an offer: every other side that has people."""

from dataclasses import replace

import pytest

from bot.table.consent import is_needed, still_asked
from bot.table.people import Platform, User
from bot.table.seats import Computer, Holder, Person
from bot.table.table import Absence, Asking, Status, Table, Wish
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.acts.sides import HEADER
from tests.bot.show.offer import OFFER
from tests.bot.table.test_undo import GAMES

ANA, BEN, CARA, DAN, EVA, FAY = (
    Person(User(Platform.WEB, name.lower()), name)
    for name in ("Ana", "Ben", "Cara", "Dan", "Eva", "Fay")
)
EASY = Computer("easy")
ALONE = [Wish.UNDO, Wish.PAUSE, Wish.RESUME]
"""What one person of a side can agree to."""


def three(*seats: Holder) -> Table:
    """A game of three sides."""
    return replace(OFFER, header=HEADER, seats=seats)


def teams(*seats: Holder) -> Table:
    """A game of two sides; the first half of the seats plays the other."""
    return replace(OFFER, header=write_header(replace(AJ_SAYIL, seats=len(seats))), seats=seats)


def asked(table: Table, wish: Wish, *agreed: int, by: int = 0) -> tuple[int, ...]:
    """The seats that are still asked."""
    return still_asked(GAMES.game(table.header), table, Asking(wish, by, 1, agreed))


@pytest.mark.parametrize("wish", Wish)
def test_every_side(wish: Wish) -> None:
    """Each of the other sides has to agree, not just one of them."""
    table = three(ANA, BEN, CARA)
    assert asked(table, wish) == (1, 2)
    assert asked(table, wish, 1) == (2,)
    assert asked(table, wish, 1, 2) == ()
    assert asked(table, wish, 0, by=1) == (2,)


@pytest.mark.parametrize("wish", Wish)
def test_computers(wish: Wish) -> None:
    """A side of computers isn't asked."""
    assert asked(three(ANA, EASY, CARA), wish) == (2,)
    game, table = GAMES.game(HEADER), three(ANA, EASY, EASY)
    assert not is_needed(game, table, wish, 0)


@pytest.mark.parametrize("wish", ALONE)
def test_one_of_a_side(wish: Wish) -> None:
    """One person speaks for a side, and partners aren't asked."""
    table = teams(ANA, BEN, CARA, DAN)
    assert asked(table, wish) == (2, 3)
    assert asked(table, wish, 3) == ()
    assert asked(table, wish, 1) == (2, 3)


def test_who_gets_a_day() -> None:
    """The side that would get more time isn't asked."""
    table = replace(
        three(ANA, BEN, CARA), status=Status.PLAYING, absence=Absence(2, 0, claimable=True)
    )
    assert asked(table, Wish.EXTEND) == (1,)
    assert asked(table, Wish.EXTEND, 1) == ()


def test_a_draw() -> None:
    """A draw takes more than half of the people of each side."""
    table = teams(ANA, BEN, EASY, CARA, DAN, EVA)
    assert asked(table, Wish.DRAW) == (1, 3, 4, 5)
    assert asked(table, Wish.DRAW, 1, 3) == (4, 5)
    assert asked(table, Wish.DRAW, 1, 3, 5) == ()


@pytest.mark.parametrize("wish", Wish)
def test_the_asker_s_own_seats(wish: Wish) -> None:
    """The asker's seats on another side are no consent of that side, which has no other people."""
    table = three(ANA, ANA, CARA)
    assert asked(table, wish) == (2,)
    assert asked(table, wish, 1) == (2,)
    assert asked(table, wish, 2) == ()


@pytest.mark.parametrize("wish", Wish)
def test_the_asker_among_the_others(wish: Wish) -> None:
    """On a side where the asker also has a seat, the others there have to agree."""
    table = teams(ANA, BEN, ANA, DAN)
    assert 3 in asked(table, wish, 1)
    assert 3 in asked(table, wish, 1, 2)
    assert asked(table, wish, 1, 3) == ()


@pytest.mark.parametrize("wish", Wish)
def test_a_person_on_two_other_sides(wish: Wish) -> None:
    """Who plays for two of the other sides speaks for both, and is asked once."""
    table = three(ANA, BEN, BEN)
    assert len(asked(table, wish)) == 1
    assert asked(table, wish, 1) == asked(table, wish, 2) == ()


@pytest.mark.parametrize("wish", ALONE)
def test_a_partner_on_another_side(wish: Wish) -> None:
    """A partner of the asker's speaks for no other side."""
    table = teams(ANA, BEN, BEN, FAY)
    assert asked(table, wish, 2) == (3,)

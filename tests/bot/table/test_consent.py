"""Who has to agree to an offer: every other side that has people."""

from dataclasses import replace

import pytest

from bot.table.asking import Asking, Wish
from bot.table.consent import is_needed, still_asked
from bot.table.former import Departure, Former
from bot.table.people import Platform, User
from bot.table.seats import Computer, Holder, Person
from bot.table.table import Absence, Status, Table
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


def after_dan_left(*seats: Holder) -> Table:
    """A game of two sides that Dan began in seat 3, which others have taken over since."""
    left = Former(3, DAN, Departure.RESIGNED, 1, 1)
    return replace(teams(*seats), former=(left, Former(3, EASY, Departure.RELIEVED, 2, 2)))


@pytest.mark.parametrize("wish", Wish)
def test_an_accomplice_takes_over_a_seat(wish: Wish) -> None:
    """Who has taken over a seat on another side doesn't speak for those who began there."""
    table = after_dan_left(ANA, BEN, CARA, EVA)
    assert 2 in asked(table, wish, 1, 3)
    assert asked(table, wish, 1, 2, 3) == ()


@pytest.mark.parametrize("wish", ALONE)
def test_who_takes_over_a_seat_asks(wish: Wish) -> None:
    """Nor do they ask for them."""
    table = after_dan_left(ANA, BEN, CARA, EVA)
    assert asked(table, wish, 0, by=3) == (2,)
    assert asked(table, wish, 0, 2, by=3) == ()
    assert asked(table, wish, 0, by=2) == ()


@pytest.mark.parametrize("wish", ALONE)
def test_nobody_who_began_is_left(wish: Wish) -> None:
    """On a side that nobody is left who began the game, anybody speaks for it."""
    assert asked(after_dan_left(ANA, BEN, EASY, EVA), wish, 3) == ()


def test_a_draw_with_two_accomplices() -> None:
    """Those who have taken over seats are no majority without those who began the game."""
    seats = (ANA, BEN, EASY, CARA, DAN, EVA)
    left = [Former(seat, FAY, Departure.RESIGNED, 1, 1) for seat in (4, 5)]
    table = replace(teams(*seats), former=tuple(left))
    assert asked(table, Wish.DRAW, 1, 4, 5) == (3,)
    assert asked(table, Wish.DRAW, 1, 3) == (4, 5)
    assert asked(table, Wish.DRAW, 1, 3, 4) == ()


def test_who_comes_back() -> None:
    """Who began the game, left it and came back speaks for their side again."""
    assert asked(after_dan_left(ANA, BEN, CARA, DAN), Wish.PAUSE, 3) == ()


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

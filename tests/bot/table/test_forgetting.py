"""Replacing a person's account in all of a table."""

from dataclasses import replace

import pytest

from bot.table.calls import Calls
from bot.table.copies import Copy, Joined
from bot.table.forgetting import names, with_account, without_name
from bot.table.former import Departure, Former
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Table
from tests.bot.options import options
from tests.bot.store.states import GAMES, PLACES, kept, person, table

PLACE = PLACES[0]
BEN, NEW = person(PLACE, 1), User(Platform.WEB, "new")
PHONE = User(Platform.TELEGRAM, "77")


@pytest.fixture
def everywhere() -> Table:
    """A table that names Ben in all ways."""
    offered = table(GAMES.header(options("puluc")), PLACE)
    before = replace(BEN, word="maize")
    return replace(
        offered,
        seats=(BEN, kept(PLACE, 1)),
        former=(Former(1, before, Departure.LEFT, 3, 0),),
        copies=(Copy(PLACES[1], BEN.user),),
        joined=(Joined(BEN.user, PLACES[1]),),
        closed_by=before,
        calls=Calls(place=Place.private(BEN.user)),
    )


def test_everywhere(everywhere: Table) -> None:
    """Nothing of the table names the old account any more."""
    assert not names(with_account(everywhere, BEN.user, NEW), (BEN.user,))


def test_back_again(everywhere: Table) -> None:
    """All that changes is the account: the other way round, everything is as before."""
    assert with_account(with_account(everywhere, BEN.user, NEW), NEW, BEN.user) == everywhere


def test_name_and_word_stay(everywhere: Table) -> None:
    """Who had the seat before goes by the same name, and the throws can still be verified."""
    (former,) = with_account(everywhere, BEN.user, NEW).former
    assert former.holder == Person(NEW, BEN.name, "maize")


def test_who_is_not_named(everywhere: Table) -> None:
    """A table that doesn't name somebody is returned itself."""
    assert with_account(everywhere, NEW, BEN.user) is everywhere


def test_reminders_follow(everywhere: Table) -> None:
    """Reminders go to the private chat of the new account, on its platform."""
    assert with_account(everywhere, BEN.user, PHONE).calls.place == Place.private(PHONE)


def test_a_deleted_account_is_called_nowhere(everywhere: Table) -> None:
    """A reminder in the private chat of who is forgotten ends, also on another platform."""
    theirs = replace(everywhere, seats=(person(PLACES[1], 1), kept(PLACE, 1)))
    called = replace(theirs, calls=Calls(place=Place.private(person(PLACES[1], 1).user)))
    assert without_name(called, (person(PLACES[1], 1).user,)).calls.place is None

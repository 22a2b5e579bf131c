"""Lines of the list of games: games for teams, and the next games of a match."""

from dataclasses import replace

import pytest

from bot.acts.gather.cancel import Cancel
from bot.acts.listing import choice_label, game_line
from bot.table.asking import Asking, Wish
from bot.table.clock import Clock, Stop
from bot.table.ids import TableId
from bot.table.match import WIN, Finished, Match
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.seats import Computer, Person
from bot.table.table import Absence, Status, Table
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room, Why
from tests.bot.show.offer import OFFER

PEOPLE = tuple(Person(each.user, each.name) for each in (ANA, BEN, CARA))
TEAM = replace(
    OFFER,
    header=write_header(replace(AJ_SAYIL, seats=4)),
    status=Status.PLAYING,
    seats=(*PEOPLE, PEOPLE[0]),  # Ana has taken over a seat
)
WON = Finished(TableId("aaaaaaaaaa"), "code", OFFER.header, (WIN, 0))
NEXT = replace(OFFER, seats=PEOPLE[:2], match=Match((OFFER.header,), 3, (WON,)))


def line(table: Table, actor: Actor = ANA, turn: int | None = None) -> str:
    return SAY(game_line(table, actor, turn, 0).text)


@pytest.mark.parametrize(
    ("turn", "state"), [(0, "Your turn"), (3, "Your turn"), (1, "Ben to move")]
)
def test_a_game_for_teams(turn: int, state: str) -> None:
    """A team game is listed by its size, and it is your turn if one of your seats is to move."""
    assert line(TEAM, turn=turn) == (
        f"k3f9qd7m2x: Aj sayil, the ant for 4 players in #maize. {state}."
    )
    assert game_line(TEAM, ANA, turn, 0).yours is (state == "Your turn")


def test_others_decide() -> None:
    """If a player in a team has run out of time or gone, the others decide how it goes on."""
    clock = replace(Clock.start(None, 4, 1, 0), stopped=Stop.UP)
    assert "Ben's time is up, so you can decide how the game goes on." in line(
        replace(TEAM, clock=clock), turn=1
    )
    assert "Ben has left, so you can decide how the game goes on." in line(
        replace(TEAM, absence=Absence(1, 0, claimable=True)), turn=1
    )


@pytest.mark.parametrize(("agreed", "yours"), [((), True), ((3,), False)])
def test_an_offer_that_others_have_agreed_to(agreed: tuple[int, ...], yours: bool) -> None:
    """An offer waits for those who haven't agreed to it yet."""
    asking = Asking(Wish.DRAW, 1, 1, agreed)
    assert game_line(replace(TEAM, asking=asking), ANA, 2, 0).yours is yours


def test_a_label_for_a_team_game() -> None:
    """The label of a team game has no names, which would be too long."""
    assert SAY(choice_label(TEAM, ANA.user)) == "Aj sayil, the ant, 4 players, k3f9qd7m2x"


def test_the_next_game() -> None:
    """The next game of a match waits for those who aren't ready."""
    assert line(NEXT) == (
        "k3f9qd7m2x: the next game of your match, Puluc in #maize. Press Ready to begin."
    )
    assert game_line(NEXT, BEN, None, 0).yours
    practice = replace(NEXT, seats=(PEOPLE[0], Computer("easy")))
    assert "Press Ready to begin." in line(practice)
    ready = replace(NEXT, ready=(1,))
    assert not game_line(ready, BEN, None, 0).yours
    assert "It starts when everyone is ready." in line(ready, BEN)


async def test_cancelling_the_next_game(room: Room, why: Why) -> None:
    """The next game of a match can't be cancelled; the match can be left."""
    now = int(room.now)
    await room.store.create(replace(NEXT, created=now, touched=now), Operation("next"))
    assert why(await room.act(ANA, Cancel(NEXT.id))) == "match.next"
    assert why(await room.act(ANA, Cancel())) == "pick.no-own-offer"

"""Whom a board addresses: who is mentioned, and whether they are to move or to answer."""

from dataclasses import replace

import pytest

from bot.show.addressees import opponents
from bot.table.asking import Asking, Wish
from bot.table.clock import Stop
from bot.table.pace import DAY
from bot.table.people import Platform, User
from bot.table.seats import Free, Person
from bot.table.steps import end
from bot.table.table import Absence, Ending, Table
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, PRACTICE, begun
from tests.bot.show.teams import four
from tests.bot.show.timed import NOW, called, made, seat_of, timed


def addressed(table: Table) -> tuple[set[str], bool]:
    """The people whom a page mentions, and whether they are to answer."""
    page = made(table)
    return {each.name for each in page.mentions}, page.asks


def asked(wish: Wish = Wish.DRAW, *, by: Person = BEN, since: int = 0) -> Table:
    """A game with an offer that was first shown so many revisions ago."""
    table = timed()
    return replace(table, asking=Asking(wish, seat_of(table, by), table.revision - since))


def test_a_turn() -> None:
    """A board waits for the move of the player to move."""
    assert addressed(timed()) == ({"Ana"}, False)


def test_a_challenge() -> None:
    """A challenge waits for the answer of the challenged player."""
    assert addressed(OFFER) == ({"Ben"}, True)


def test_an_open_challenge() -> None:
    """A challenge that anyone can accept addresses nobody."""
    assert addressed(replace(OFFER, seats=(ANA, Free()))) == (set(), True)


def test_a_practice_game() -> None:
    """A practice game that hasn't begun addresses the player."""
    assert addressed(PRACTICE) == ({"Ana"}, True)


def test_a_finished_game() -> None:
    """A finished game addresses nobody, even if it was idle."""
    over = end(timed(None, idle_days=60), Ending.ABANDONED, NOW).table
    assert addressed(over) == (set(), False)


@pytest.mark.parametrize("wish", Wish)
@pytest.mark.parametrize(("by", "other"), [(ANA, "Ben"), (BEN, "Ana")])
def test_a_new_offer(wish: Wish, by: Person, other: str) -> None:
    """A new offer waits for the other player's answer, whoever is to move."""
    assert addressed(asked(wish, by=by)) == ({other}, True)


def test_an_older_offer() -> None:
    """Later boards wait for a move again."""
    assert addressed(asked(by=ANA, since=1)) == ({"Ana"}, False)


def up() -> Table:
    table = timed()
    assert table.clock is not None
    return replace(table, clock=table.clock.up())


def test_a_time_that_is_up() -> None:
    """If the time is up, the board waits for the opponent's answer."""
    assert addressed(up()) == ({"Ben"}, True)


def absent(*, claimable: bool) -> Table:
    table = timed(None)
    return replace(table, absence=Absence(seat_of(table, ANA), NOW, claimable))


def test_a_player_who_has_gone() -> None:
    """A player who has gone isn't mentioned."""
    assert addressed(absent(claimable=False)) == (set(), False)


def test_a_win_that_can_be_claimed() -> None:
    """If a player has gone for good, the board waits for the opponent's answer."""
    assert addressed(absent(claimable=True)) == ({"Ben"}, True)


def test_an_offer_to_a_player_who_has_gone() -> None:
    """An offer doesn't mention a player who has gone."""
    table = absent(claimable=False)
    asking = Asking(Wish.DRAW, seat_of(table, BEN), table.revision)
    assert addressed(replace(table, asking=asking)) == (set(), True)


@pytest.mark.parametrize(("days", "who"), [(30, ({"Ana"}, False)), (60, ({"Ana", "Ben"}, True))])
def test_an_idle_game(days: int, who: tuple[set[str], bool]) -> None:
    """After 60 days without a move, the board waits for an answer of both players."""
    assert addressed(timed(None, idle_days=days)) == who


def test_an_idle_game_that_a_player_has_left() -> None:
    """Of the players of an idle game, the board mentions those who are still there."""
    assert addressed(replace(absent(claimable=True), idle_days=60)) == ({"Ben"}, True)


@pytest.mark.parametrize("stop", [Stop.PAUSED, Stop.VACATION])
def test_a_clock_that_stands_still(stop: Stop) -> None:
    """While the clock stands still, nobody is mentioned."""
    table = timed()
    assert table.clock is not None
    stopped = {
        Stop.PAUSED: table.clock.paused(NOW),
        Stop.VACATION: table.clock.held(NOW, NOW + DAY),
    }
    assert addressed(replace(table, clock=stopped[stop])) == (set(), False)


def test_a_reminder_after_a_vacation() -> None:
    """A reminder after a vacation mentions the player to move."""
    table = timed()
    assert table.clock is not None
    rested = replace(table, clock=table.clock.held(NOW, NOW + DAY))
    assert addressed(called(rested, count=1, last=NOW + 2 * DAY)) == ({"Ana"}, False)


def test_partners_are_no_opponents() -> None:
    """The opponents of a player are the people of the other side."""
    teams = "aj-sayil road=19 warriors=1 table=kernels casts=each seats=4"
    carla, dan = (Person(User(Platform.WEB, name.lower()), name) for name in ("Carla", "Dan"))
    four = replace(begun().table, header=teams, seats=(ANA, carla, BEN, dan))
    assert opponents(GAMES, four, 1) == (BEN, dan)


@pytest.mark.parametrize(
    ("table", "calls"),
    [
        pytest.param(timed(), False, id="a turn"),
        pytest.param(called(timed(), count=1), True, id="a reminder"),
        pytest.param(up(), False, id="the time is up"),
        pytest.param(called(up(), count=1), True, id="the opponent is to decide"),
        pytest.param(absent(claimable=False), False, id="the player has gone"),
    ],
)
def test_a_page_that_calls(table: Table, *, calls: bool) -> None:
    """A page calls someone if it is a reminder, or the call to decide."""
    assert made(table).calls is calls


def team_offer(wish: Wish, *agreed: int) -> Table:
    """A game of Ana and Carla against Ben and Dan, in which Ana offers something."""
    table = four()
    return replace(table, asking=Asking(wish, 0, table.revision, agreed))


def test_a_draw_in_teams() -> None:
    """A draw needs answers of both sides: partners are asked too, except those who have agreed."""
    assert addressed(team_offer(Wish.DRAW)) == ({"Carla", "Ben", "Dan"}, True)
    assert addressed(team_offer(Wish.DRAW, 1)) == ({"Ben", "Dan"}, True)


@pytest.mark.parametrize("wish", [Wish.UNDO, Wish.PAUSE])
def test_other_offers_in_teams(wish: Wish) -> None:
    """Any opponent can answer the other offers."""
    assert addressed(team_offer(wish)) == ({"Ben", "Dan"}, True)


def test_a_player_with_several_seats() -> None:
    """A player with several seats is mentioned once, and not at all after leaving the chat."""
    table = four()
    both = replace(table, seats=(ANA, ANA, *table.seats[2:]), idle_days=60)
    assert [each.name for each in made(both).mentions] == ["Ana", "Ben", "Dan"]
    gone = replace(both, absence=Absence(0, NOW))
    assert [each.name for each in made(gone).mentions] == ["Ben", "Dan"]

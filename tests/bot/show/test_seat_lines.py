"""Seats that change hands in a team game: what the board says, and the buttons to take them."""

from dataclasses import replace

import pytest

from bot.acts.play.claim import Claim, Extend
from bot.acts.play.take import TakeSeat
from bot.table.agreement import seat_mark
from bot.table.departures import MAX_CHANGES
from bot.table.former import Departure
from bot.table.seats import Computer, Person
from bot.table.steps import end
from bot.table.table import Absence, Ending, Table
from tests.bot.show.offer import ANA, BEN, GAMES, SAY, move_on
from tests.bot.show.teams import (
    CARLA,
    DAN,
    EVA,
    FAY,
    MEDIUM,
    four,
    game,
    leave,
    made,
    offered,
    on_move,
    said,
    take,
)
from tests.bot.show.timed import NOW


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (Departure.RESIGNED, "Ana has given up their seat. The computer (medium) plays on."),
        (Departure.TIMEOUT, "Ana ran out of time. The computer (medium) plays on."),
        (Departure.LEFT, "Ana has left. The computer (medium) plays on."),
        (Departure.MATCH_LEFT, "Ana has left the match. The computer (medium) plays on."),
    ],
)
def test_a_player_who_leaves(why: Departure, sentence: str) -> None:
    """The board says who has left, why, and that the computer plays on."""
    assert sentence in said(leave(four(), ANA, why))


def test_a_player_who_takes_a_seat() -> None:
    """The board says who plays on, and for whom."""
    assert "Eva plays on for Ana." in said(take(leave(four(), ANA), 0, EVA))


def test_a_player_who_comes_back() -> None:
    """The board says that a player is back."""
    assert "Ana is back." in said(take(leave(four(), ANA), 0, ANA))


def test_the_player_before() -> None:
    """A player plays on for the last person who had the seat."""
    table = leave(take(leave(four(), ANA), 0, EVA), EVA)
    assert "Fay plays on for Eva." in said(take(table, 0, FAY))


def test_a_player_with_several_seats() -> None:
    """A player who gives up several seats is told of once."""
    table = leave(take(leave(four(), CARLA), 1, ANA), ANA)
    sentence = "Ana has given up their seat. The computer (medium) plays on."
    assert said(table).count(sentence) == 1
    assert table.vacated == (0, 1)


def changes(table: Table) -> list[str]:
    """The lines about players who have left."""
    return [line for line in said(table) if "plays on" in line]


def test_the_next_move() -> None:
    """After the next move, the board says nothing about it any more."""
    table = on_move(four(), BEN)
    left = leave(table, ANA)
    assert changes(left)
    moved = move_on(left, GAMES.scene(left, SAY).moves[0].move).table
    assert moved.former == left.former
    assert not changes(moved)


def test_an_offer_in_between() -> None:
    """A later step of the same position still says it."""
    left = leave(on_move(four(), BEN), ANA)
    assert changes(replace(left, revision=left.revision + 1, silent=True)) == changes(left)


def test_no_seat_to_take() -> None:
    """A seat that was a computer's from the beginning can't be taken over."""
    assert not [label for label in offered(game(ANA, MEDIUM, BEN, MEDIUM)) if "Take" in label]


def test_one_seat_to_take() -> None:
    """A seat that a player has given up can be taken with one button."""
    table = leave(four(), ANA)
    assert offered(table)["Take the seat"] == TakeSeat(table.id, 0, seat_mark(table, ANA))


def test_several_seats_to_take() -> None:
    """Of several seats, each has a button with its side and number."""
    table = leave(leave(game(ANA, CARLA, EVA, BEN, DAN, FAY), CARLA), FAY)
    assert {label: each for label, each in offered(table).items() if "Take" in label} == {
        "Take jade 2": TakeSeat(table.id, 1, seat_mark(table, CARLA)),
        "Take red 3": TakeSeat(table.id, 5, seat_mark(table, FAY)),
    }


def test_many_seats_to_take() -> None:
    """If many seats can be taken over, one button takes any of them."""
    people = [replace(EVA, user=replace(EVA.user, id=f"p{n}"), name=f"P{n}") for n in range(16)]
    table = game(*people)
    for person in people[1:8]:
        table = leave(table, person)
    assert {label: each for label, each in offered(table).items() if "Take" in label} == {
        "Take a seat": TakeSeat(table.id)
    }
    assert len(made(table).buttons) <= 25


def test_too_many_changes() -> None:
    """A game whose players have changed too often offers no seat."""
    table, back = leave(four(), ANA), take(leave(four(), ANA), 0, ANA)
    often = replace(table, former=(*back.former * MAX_CHANGES, *table.former))
    assert "Take the seat" not in offered(often)


def test_no_seat_after_the_end() -> None:
    """A game that is over offers no seat, and says nothing about it."""
    over = end(leave(four(), ANA), Ending.CLOSED, NOW).table
    assert "Take the seat" not in offered(over)
    assert not changes(over)


LATER, OTHERS = "25 Nov, 18:00 UTC", "other players can let the computer play on"


def up(person: Person) -> Table:
    """A game in which the time of `person` is up."""
    table = on_move(four(), person)
    assert table.clock is not None
    return replace(table, clock=table.clock.up())


def test_a_time_that_is_up() -> None:
    """In a team the others decide, and instead of a win they can let the computer play on."""
    table = up(ANA)
    assert said(table)[-1] == (
        "Ana's time is up. The other players can let the computer play on. An opponent can also "
        "give Ana a day. Meanwhile, Ana can still move."
    )
    assert offered(table)["Let the computer play on"] == Claim(table.id, seat_mark(table, ANA))
    assert offered(table)["Give a day"] == Extend(table.id, seat_mark(table, ANA))
    assert "Claim the win" not in offered(table)


def test_who_decides() -> None:
    """The board asks the partners of a player whose time is up."""
    page = made(up(ANA))
    assert ([each.name for each in page.mentions], page.asks) == (["Carla"], True)


def test_a_time_that_is_up_without_partners() -> None:
    """Without other people on the side, the opponents can claim the win."""
    table = up(ANA)
    alone = replace(table, seats=tuple(Computer("easy") if s == CARLA else s for s in table.seats))
    assert said(alone)[-1].startswith("Ana's time is up. Ben and Dan can claim the win")
    assert "Claim the win" in offered(alone)
    assert [each.name for each in made(alone).mentions] == ["Ben", "Dan"]


@pytest.mark.parametrize(
    ("claimable", "sentence"),
    [
        (True, f"Ana has left. The {OTHERS}. An opponent can also give Ana a day."),
        (False, f"Ana has left. If they aren't back by {LATER}, the {OTHERS}."),
    ],
)
def test_a_player_who_has_gone(*, claimable: bool, sentence: str) -> None:
    """The board of a team says what the others can do when a player has left the chat."""
    table = on_move(four(), ANA)
    gone = Absence(table.seats.index(ANA), NOW, claimable=claimable)
    assert said(replace(table, absence=gone))[-1] == sentence


def test_what_a_player_did_before_leaving() -> None:
    """What players did before they left stays theirs, also when others have their seats."""
    table = on_move(four(), ANA)
    moved = move_on(table, GAMES.scene(table, SAY).moves[0].move).table
    told = [line for line in said(moved) if line.startswith("Ana enters")]
    assert told
    assert set(told) <= set(said(take(leave(moved, ANA), moved.seats.index(ANA), EVA)))

"""What boards say about time: terms, deadlines, pauses, vacations, absences and offers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.table.asking import Asking, Wish
from bot.table.calls import Calls
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Place
from bot.table.seats import Computer
from bot.table.steps import advise, end
from bot.table.table import Absence, Ending, Table
from bot.table.terms import Calling, Flag, Terms
from bot.texts.catalogue import Catalogue
from tests.bot.show.offer import ANA, BEN, OFFER, PRACTICE, begun
from tests.bot.show.teams import DAN, MEDIUM, four, game, made, on_move
from tests.bot.show.timed import NOW, THREE_DAYS, called, said, seat_of, timed

TURN = "Ana to play"


def after_turn(table: Table) -> list[str]:
    """The lines after the one that says whose turn it is."""
    lines = said(table)
    turn = next(at for at, line in enumerate(lines) if line.startswith(TURN))
    return lines[turn + 1 :]


def offered(terms: Terms) -> list[str]:
    """The lines that terms add to a challenge."""
    return said(replace(OFFER, terms=terms))[len(said(OFFER)) :]


def test_the_default_terms() -> None:
    """A challenge on the default terms says nothing about time."""
    assert offered(Terms()) == []


def test_the_pace_of_a_challenge() -> None:
    """A challenge says its pace."""
    assert offered(Terms(THREE_DAYS)) == ["Pace: 3 days a turn."]


def test_a_challenge_in_which_time_decides() -> None:
    """A challenge says that running out of time loses at once."""
    assert offered(Terms(THREE_DAYS, Flag.AUTO))[1:] == [
        "A player who runs out of time loses at once."
    ]


@pytest.mark.parametrize(
    ("pace", "vacation", "lines"),
    [
        (3 * DAY, None, []),
        (3 * DAY, True, []),
        (3 * DAY, False, ["The clock doesn't stop for vacations."]),
        (10 * MINUTE, None, []),
        (10 * MINUTE, False, []),
        (10 * MINUTE, True, ["The clock stops while a player is on vacation."]),
    ],
)
def test_vacations_in_a_challenge(pace: int, vacation: bool | None, lines: list[str]) -> None:
    """A challenge says whether the clock stops for vacations, if that isn't usual at its pace."""
    assert offered(Terms(Pace(pace), vacation=vacation))[1:] == lines


def test_how_long_a_challenge_is_open() -> None:
    """A challenge with a chosen lifetime says when it ends."""
    open_ = replace(OFFER, created=NOW, terms=Terms(expires=6 * HOUR))
    assert said(open_)[-1] == "Open until 25 Nov, 00:00 UTC."


def test_hints_in_a_challenge() -> None:
    """A challenge says that its players may have hints."""
    assert offered(Terms(hints=True)) == ["You can ask for hints and see the odds."]


def test_a_challenge_without_taking_back() -> None:
    """A challenge says that moves can't be taken back."""
    assert offered(Terms(undo=False)) == ["Moves can't be taken back."]


def ended(table: Table) -> list[str]:
    """The lines of a table that Ana has resigned."""
    return said(end(table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table)


def test_calls_later() -> None:
    """A challenge says that its players are called only after a pause."""
    line = "A new message calls the next player only after a pause."
    assert offered(Terms(calls=Calling.LATER)) == [line]


@pytest.mark.parametrize(
    ("thread", "line"),
    [
        (True, "Once it starts, the game has a thread of its own."),
        (False, "The game has no thread of its own."),
    ],
)
def test_a_thread(thread: bool, line: str) -> None:
    """A challenge says whether its players have chosen a thread for it."""
    assert offered(Terms(thread=thread)) == [line]


def test_the_hints_that_were_taken() -> None:
    """The last board says how many hints each player has had."""
    table = advise(begun().table, 0).table
    assert "Hints taken: Ana 1 and Ben 0" in ended(table)


def test_no_hints_were_taken() -> None:
    """If the players had agreed on hints, the last board also says that none were taken."""
    table = begun(replace(OFFER, terms=Terms(hints=True))).table
    assert "Hints taken: Ana 0 and Ben 0" in ended(table)


def test_a_game_without_hints() -> None:
    """The last board of a game without hints doesn't mention any."""
    assert not any(line.startswith("Hints") for line in ended(begun().table))


def test_the_hints_against_a_computer() -> None:
    """The last board of a practice game counts the hints of the person alone."""
    table = advise(begun(PRACTICE).table, 0).table
    assert "Hints taken: Ana 1" in ended(table)


def test_a_deadline() -> None:
    """The last line says until when the player to move has time, and the pace."""
    assert after_turn(timed()) == ["Ana has until 27 Nov, 18:00 UTC (3 days a turn)."]


def test_no_deadline() -> None:
    """Without a pace, the board says nothing about time."""
    assert after_turn(timed(None)) == []


def test_a_table_of_an_earlier_release() -> None:
    """A game without a clock says nothing about time."""
    assert after_turn(replace(timed(), clock=None)) == []


def test_a_computer_has_no_deadline() -> None:
    """No deadline is shown for a computer."""
    table = timed()
    seats = tuple(Computer("easy") if seat == ANA else seat for seat in table.seats)
    assert not any("until" in line for line in said(replace(table, seats=seats)))


def test_a_vacation() -> None:
    """During a vacation the board says until when it lasts, and the deadline after it."""
    table = timed()
    assert table.clock is not None
    resting = replace(table, clock=table.clock.held(NOW, NOW + 7 * DAY))
    (line,) = after_turn(resting)
    assert line == (
        "Ana is on vacation until 1 Dec, 18:00 UTC and then has until 4 Dec, 18:00 UTC."
    )


def test_a_reminder_after_a_vacation() -> None:
    """A reminder after a vacation no longer mentions it."""
    table = timed()
    assert table.clock is not None
    rested = replace(table, clock=table.clock.held(NOW, NOW + DAY))
    assert after_turn(called(rested, count=1, last=NOW + 2 * DAY)) == [
        "A reminder: it's still Ana's turn.",
        "Ana has until 28 Nov, 18:00 UTC (3 days a turn).",
    ]


@pytest.mark.parametrize("pace", [THREE_DAYS, None])
def test_a_pause(pace: Pace | None) -> None:
    """A paused game says how to continue."""
    table = timed(pace)
    assert table.clock is not None
    paused = replace(table, clock=table.clock.paused(NOW))
    assert after_turn(paused) == ["The game is paused. To go on, press Resume."]


def up(table: Table) -> Table:
    assert table.clock is not None
    return replace(table, clock=table.clock.up())


def test_a_time_that_is_up() -> None:
    """If the time is up, the board says what both players can do."""
    (line,) = after_turn(up(timed()))
    assert line == (
        "Ana's time is up. Ben can claim the win or give Ana a day. Meanwhile, Ana can still move."
    )


def absent(table: Table, *, claimable: bool = False) -> Table:
    return replace(table, absence=Absence(seat_of(table, ANA), NOW, claimable))


@pytest.mark.parametrize(
    "changed",
    [up, absent, partial(absent, claimable=True)],
    ids=["up", "gone", "claimable"],
)
def test_several_opponents(changed: Callable[[Table], Table]) -> None:
    """The verb agrees with the number of opponents, in languages in which verbs do."""
    spanish = Catalogue().voice("es")
    one, two = changed(timed()), changed(on_move(game(ANA, MEDIUM, BEN, DAN), ANA))
    assert any("Ben puede reclamar" in spanish(line) for line in made(one).lines)
    assert any("Ben y Dan pueden reclamar" in spanish(line) for line in made(two).lines)


def test_a_player_who_has_gone() -> None:
    """If the player to move has gone, the board says when the opponent can claim the win."""
    assert after_turn(absent(timed(None))) == [
        "Ana has left. If they aren't back by 25 Nov, 18:00 UTC, Ben can claim the win."
    ]


def test_a_player_who_has_been_gone_for_a_day() -> None:
    """When the win can be claimed, the board says so."""
    assert after_turn(absent(timed(None), claimable=True)) == [
        "Ana has left. Ben can claim the win or give Ana a day."
    ]


def test_a_player_who_has_gone_and_has_no_time() -> None:
    """If the time is up as well, the board says only that."""
    assert after_turn(up(absent(timed()))) == after_turn(up(timed()))


@pytest.mark.parametrize(
    ("wish", "line"),
    [
        (Wish.UNDO, "Ben asks to take back their last move."),
        (Wish.DRAW, "Ben offers a draw."),
        (Wish.PAUSE, "Ben suggests a pause."),
    ],
)
def test_an_open_offer(wish: Wish, line: str) -> None:
    """An open offer is the last line, also on later boards."""
    table = timed()
    asking = Asking(wish, seat_of(table, BEN), table.revision - 1)
    assert said(replace(table, asking=asking))[-1] == line


def test_a_move_that_was_taken_back() -> None:
    """The board says who took back a move, before whose turn it is."""
    table = timed()
    lines = said(replace(table, story=(), undone=seat_of(table, ANA)))
    assert lines[0] == "Ana took back a move."
    assert lines[1].startswith(TURN)


def test_an_idle_game() -> None:
    """After 30 days without a move, the board says when the game will end."""
    assert ("Nobody has moved for 30 days. The game ends after 90 days without a move.") in said(
        timed(None, idle_days=30)
    )


def test_a_long_idle_game() -> None:
    """After 60 days without a move, the board says how to keep the game."""
    assert (
        "Nobody has moved for 60 days. To keep the game, move or press Keep playing. Otherwise, it "
        "ends after 90 days without a move."
    ) in said(timed(None, idle_days=60))


@pytest.mark.parametrize(
    ("since", "line"),
    [
        (DAY, "It's been Ana's turn for 1 day."),
        (DAY + 9 * HOUR, "It's been Ana's turn for 1 day."),
        (3 * DAY + HOUR, "It's been Ana's turn for 3 days."),
    ],
)
def test_a_reminder_without_a_pace(since: int, line: str) -> None:
    """Without a pace, a reminder says for how many days the game has been waiting."""
    assert after_turn(called(timed(None), count=1, last=NOW + since)) == [line]


def test_a_reminder_with_a_pace() -> None:
    """With a pace, a reminder says that it is one, above the deadline."""
    reminded = after_turn(called(timed(), count=1, last=NOW + DAY))
    assert reminded == ["A reminder: it's still Ana's turn.", *after_turn(timed())]


def test_a_reminder_that_is_over() -> None:
    """A later board doesn't repeat a reminder."""
    table = timed(None)
    earlier = Calls(count=1, last=NOW + DAY, revision=table.revision - 1)
    assert after_turn(replace(table, calls=earlier)) == []


def test_a_nudge() -> None:
    """A nudge says who is waiting for whom."""
    nudged = called(timed(), count=1, last=NOW + DAY, nudged=NOW + DAY + 1)
    assert after_turn(nudged)[0] == "Ben is waiting for Ana to move."


def test_a_nudge_before_the_last_reminder() -> None:
    """A reminder after a nudge is an ordinary reminder."""
    reminded = called(timed(None), count=1, last=NOW + DAY, nudged=NOW + HOUR)
    assert after_turn(reminded) == ["It's been Ana's turn for 1 day."]


def test_a_private_reminder_isnt_shown() -> None:
    """A board says nothing about a private reminder."""
    private = called(timed(None), count=1, last=NOW + DAY, place=Place.private(ANA.user))
    assert after_turn(private) == []


def test_a_private_reminder_that_was_refused() -> None:
    """If the platform refused a private reminder, the board says why it calls the player."""
    refused = called(timed(), count=1, last=NOW + DAY, refused=True)
    assert after_turn(refused)[0] == (
        "I couldn't send Ana a private message, so the reminder is here."
    )


def test_a_draw_that_some_have_agreed_to() -> None:
    """In teams, the board says who has agreed to a draw so far."""
    table = four()
    half = replace(table, asking=Asking(Wish.DRAW, 0, table.revision, (2,)))
    asked = "Ben has agreed; Carla and Dan are still asked."
    assert said(half)[-2:] == ["Ana offers a draw.", asked]
    most = replace(table, asking=Asking(Wish.DRAW, 0, table.revision, (1, 2)))
    assert said(most)[-1] == "Carla and Ben have agreed; Dan is still asked."

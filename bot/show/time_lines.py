"""What boards say besides moves: the terms of a challenge, clocks, reminders, offers, hints."""

from collections.abc import Iterator
from dataclasses import replace

from bot.acts.timing import ABSENCE_SECONDS
from bot.games.catalogue import Games
from bot.show.addressees import asks_to_go_on, is_vacation, opponents
from bot.show.placement import calls_on_board
from bot.show.seat_lines import departure_lines
from bot.table import consent, departures
from bot.table.asking import Asking, Wish
from bot.table.calls import Calls
from bot.table.clock import Clock, Stop
from bot.table.durations import duration, pace_text
from bot.table.guest_seats import moved
from bot.table.naming import NAMED, name_of, named, team_names
from bot.table.pace import DAY
from bot.table.pauses import NOTICE_SECONDS, notices
from bot.table.seats import Person
from bot.table.table import SMALLEST_GAME, Table
from bot.table.terms import Calling, Flag
from bot.table.upkeep import upkeep_at
from engine import AnyGame
from engine.text import Moment, Name, Text


def terms_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield the terms of a challenge that differ from the defaults."""
    terms = table.terms
    if terms.pace is not None:
        yield Text("offer.pace", pace=pace_text(terms.pace))
        if terms.flag is Flag.AUTO:
            yield Text(_of_flag(games.game(table.header)))
        if terms.allows_vacation != replace(terms, vacation=None).allows_vacation:
            yield Text("offer.vacation" if terms.allows_vacation else "offer.no-vacation")
    if terms.hints:
        yield Text("offer.hints")
    if not terms.undo:
        yield Text("offer.no-undo")
    if terms.calls is Calling.LATER:
        yield Text("offer.calls-later")
    if terms.thread is not None and table.follows is None:  # otherwise it is known
        yield Text("offer.thread" if terms.thread else "offer.no-thread")
    if terms.expires:
        yield Text("offer.expires", moment=Moment(upkeep_at(table)))


def hints_line(table: Table) -> Iterator[Text]:
    """Yield how many hints each person has had, if they agreed on hints or had some."""
    if not table.position or not (table.terms.hints or table.advised):
        return
    counts = {each.seat: each.count for each in table.advised}
    yield Text(
        "hint.counts",
        counts=tuple(
            Text("hint.count", name=name_of(holder), number=counts.get(seat, 0))
            for seat, holder in enumerate(table.seats)
            if isinstance(holder, Person)
        ),
    )


def past_lines(table: Table) -> Iterator[Text]:
    """Yield what happened in a game apart from its moves, such as that one was taken back."""
    yield from departure_lines(table)
    yield from browser_lines(table)
    if table.undone is not None:
        yield Text("told.undone", name=named(table, table.undone))
    if table.declined is not None:
        yield Text("told.declined", name=named(table, table.declined))
    if asks_to_go_on(table):
        yield Text("idle.question", days=table.idle_days)
    elif table.idle_days:
        yield Text("idle.reminder", days=table.idle_days)


def browser_lines(table: Table) -> Iterator[Text]:
    """Return which guests' seats were given to other browsers by links of the host."""
    return (browser_line(table, seat) for seat in moved(table))


def browser_line(table: Table, seat: int) -> Text:
    """Return that a guest's seat was given to another browser."""
    return Text("told.other-browser", name=named(table, seat), host=name_of(table.host))


def _of_flag(game: AnyGame) -> str:
    """Return the key of what happens to a player who runs out of time."""
    if game.seats == SMALLEST_GAME:
        return "offer.flag-auto"
    return "offer.flag-auto-team" if game.sides < game.seats else "offer.flag-auto-several"


def time_lines(games: Games, table: Table, mover: int) -> Iterator[Text]:
    """Yield how the time of a game stands while `mover` is to move, and which offer is open."""
    game, others = games.game(table.header), opponents(games, table, mover)
    name, other = named(table, mover), team_names(others, NAMED)
    team = bool(departures.play_on(game, table, mover))
    if calls_on_board(table) and table.forfeit is None:
        yield from _reminder(table, name, other, len(others))
    yield from _clock(table, name, other, len(others), team=team)
    yield from _absence(table, other, len(others), team=team)
    for asking in table.offers:
        yield offer_line(table, asking)
        yield from _answers(game, table, asking)
    yield from _notice(game, table)


def offer_line(table: Table, asking: Asking) -> Text:
    """Return what is offered, and by whom."""
    by = {}
    if asking.wish is Wish.SHOW and table.viewing is not None:
        by = {"by": name_of(table.viewing.by)}
    return Text(f"asking.{asking.wish}", name=named(table, asking.seat), **by)


def _answers(game: AnyGame, table: Table, asking: Asking) -> Iterator[Text]:
    """Yield who has agreed to an offer and who is still asked, if it is up to several sides."""
    seats = consent.still_asked(game, table, asking)
    asked, agreed = (
        team_names((table.seats[seat] for seat in some), NAMED) for some in (seats, asking.agreed)
    )
    still = Text("asking.still", name=asked, count=len(seats))
    if agreed:
        done = Text("asking.agreed", name=agreed, count=len(asking.agreed))
        yield Text("asking.so-far", agreed=done, asked=still)
    elif asking.wish is Wish.SHOW and len(seats) > 1:
        yield Text("asking.everyone", name=asked)
    elif len({game.side(seat) for seat in seats}) > 1:
        yield Text("asking.all", name=asked)


def _notice(game: AnyGame, table: Table) -> Iterator[Text]:
    """Yield from when those who want to end a pause can do so alone."""
    if table.clock is None or table.clock.stopped is not Stop.PAUSED:
        return
    first = {game.side(each.seat): each for each in sorted(notices(table), key=lambda e: -e.at)}
    for each in first.values():
        moment = Moment(each.at + NOTICE_SECONDS)
        yield Text("pause.alone", name=named(table, each.seat), moment=moment)


def _reminder(
    table: Table, name: Name | Text, other: tuple[Text, ...], count: int
) -> Iterator[Text]:
    """Yield why the board calls the player to move; with a pace, the deadline follows."""
    calls, clock = table.calls, table.clock
    if calls.refused:
        yield Text("call.refused", name=name)
    if is_nudge(calls):
        yield Text("call.nudged", name=name, other=other, count=count)
    elif clock is not None and not clock.left:
        yield Text("call.waiting", name=name, time=waited(clock, calls))
    elif not calls.refused:
        yield Text("call.reminder", name=name)


def is_nudge(calls: Calls) -> bool:
    """Return whether the last call came from an opponent."""
    return calls.nudged > calls.last


def waited(clock: Clock, calls: Calls) -> Text:
    """Return how long a turn had lasted when its last reminder was due, in whole days."""
    days = max((calls.last - clock.began) // DAY, 1)
    return duration(days * DAY)


def _clock(
    table: Table, name: Name | Text, other: tuple[Text, ...], count: int, *, team: bool
) -> Iterator[Text]:
    """Yield until when the player to move has time, or why their time doesn't run.

    With a `team`, other people of the player's side can go on; otherwise the `count` opponents
    decide.
    """
    clock, deadline = table.clock, table.deadline
    if clock is None:
        return
    if clock.stopped is Stop.UP:
        if team:
            yield Text("time.up-team", name=name)
        else:
            yield Text("time.up", name=name, other=other, count=count)
    elif clock.stopped is Stop.PAUSED:
        yield Text("time.paused")
    elif deadline is not None and is_vacation(table):
        back = Moment(clock.since)
        yield Text("time.vacation", name=name, back=back, moment=Moment(deadline))
    elif deadline is not None and clock.pace is not None:
        pace = pace_text(clock.pace)
        yield Text("time.until", name=name, moment=Moment(deadline), pace=pace)


def _absence(table: Table, other: tuple[Text, ...], count: int, *, team: bool) -> Iterator[Text]:
    """Yield that a player has gone, unless their time is up anyway. See `_clock` for `team`."""
    gone = table.absence
    if gone is None or (table.clock is not None and table.clock.stopped is Stop.UP):
        return
    name = named(table, gone.seat)
    if gone.claimable and team:
        yield Text("time.gone-claim-team", name=name)
    elif gone.claimable:
        yield Text("time.gone-claim", name=name, other=other, count=count)
    else:
        claim = Moment(gone.since + ABSENCE_SECONDS)
        if team:
            yield Text("time.gone-team", name=name, moment=claim)
        else:
            yield Text("time.gone", name=name, other=other, count=count, moment=claim)

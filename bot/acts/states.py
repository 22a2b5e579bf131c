"""What a running game waits for, from one player's point of view."""

from collections.abc import Collection

from bot.table.clock import Stop
from bot.table.durations import duration
from bot.table.naming import named
from bot.table.table import SMALLEST_GAME, Table
from engine.text import Text


def running(table: Table, mine: Collection[int], turn: int | None, now: float) -> tuple[Text, bool]:
    """Return the state of a running game without a full stop, and whether it waits for a player.

    `mine` are the player's seats, and `turn` is the seat to move. An open offer by another player
    waits for an answer, too.
    """
    state, yours = _turn(table, mine, turn, now)
    for asking in table.offers:
        if {asking.seat, *asking.agreed}.isdisjoint(mine):
            return Text("games.asks", state=state, name=named(table, asking.seat)), True
    return state, yours


def _turn(table: Table, mine: Collection[int], turn: int | None, now: float) -> tuple[Text, bool]:
    clock, forfeit, in_team = table.clock, table.forfeit, len(table.seats) > SMALLEST_GAME
    yours, name = turn in mine, named(table, turn)
    if clock is not None and clock.stopped is Stop.PAUSED:
        return Text("games.paused"), False
    if clock is not None and clock.stopped is Stop.UP:
        theirs = "games.team-time-up" if in_team else "games.their-time-up"
        return Text("games.your-time-up" if yours else theirs, name=name), True
    if forfeit is not None and forfeit not in mine:
        key = "games.team-gone" if in_team else "games.gone"
        return Text(key, name=named(table, forfeit)), True
    left = None if table.deadline is None or clock is None else clock.remaining(now)
    if left is None:
        return Text("games.your-turn" if yours else "games.their-turn", name=name), yours
    away = clock is not None and clock.stopped is Stop.VACATION
    return Text(_TIMED[yours, away], name=name, left=duration(left)), yours


_TIMED = {
    (True, False): "games.your-time",
    (True, True): "games.your-vacation",
    (False, False): "games.their-time",
    (False, True): "games.their-vacation",
}
"""How much time is left, by whether it is your turn and whether the player is on vacation."""

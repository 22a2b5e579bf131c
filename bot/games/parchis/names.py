"""What sides and players are called in games of Parchís: by colours, and by different names."""

from typing import Final

from bot.games.naming import told_apart
from bot.table.naming import as_text, plain_named, team_names, with_side
from bot.table.table import SMALLEST_GAME, Table
from engine.parchis.game import ParchisGame
from engine.parchis.ruleset import End
from engine.text import Name, Text
from renderer.parchis.view import Arm

COLOURS: Final = {
    Arm.YELLOW: Text("parchis.side.yellow"),
    Arm.BLUE: Text("parchis.side.blue"),
    Arm.RED: Text("parchis.side.red"),
    Arm.GREEN: Text("parchis.side.green"),
}
_PAIRS: Final = (Text("parchis.side.yellow-red"), Text("parchis.side.blue-green"))

TEAMS: Final = {
    Arm.YELLOW: Text("parchis.team.yellow"),
    Arm.BLUE: Text("parchis.team.blue"),
    Arm.RED: Text("parchis.team.red"),
    Arm.GREEN: Text("parchis.team.green"),
}
_TEAM_PAIRS: Final = (Text("parchis.team.yellow-red"), Text("parchis.team.blue-green"))


def arm(game: ParchisGame, seat: int) -> Arm:
    """Return the colour of a seat."""
    return Arm(game.arms[seat].colour)


def colour(game: ParchisGame, seat: int) -> Text:
    """Return the name of a seat's colour in a sentence."""
    return COLOURS[arm(game, seat)]


def side(game: ParchisGame, side: int) -> Text:
    """Return the name of a side in a sentence: its colour, or those of a pair."""
    return _PAIRS[side] if in_pairs(game) else colour(game, side)


def team(game: ParchisGame, side: int) -> Text:
    """Return the name of a side in place of its players' names."""
    return _TEAM_PAIRS[side] if in_pairs(game) else TEAMS[arm(game, side)]


def in_pairs(game: ParchisGame) -> bool:
    """Return whether opposite seats play together."""
    return game.ruleset.end is End.PAIRS


def player(game: ParchisGame, table: Table, seat: int) -> Name | Text:
    """Return the name of a player, with the colour if another has the same name."""
    return told_apart(table, seat, with_colour(game, table, seat))


def with_colour(game: ParchisGame, table: Table, seat: int) -> Text:
    """Return the name of a player with the colour of the pieces."""
    side = colour(game, seat)
    if game.seats == SMALLEST_GAME:
        return with_side(table, seat, side)
    return Text("parchis.player", name=plain_named(table, seat), side=side)


def party(game: ParchisGame, table: Table, side: int) -> Text:
    """Return the name of a side: that of its player, or both of a pair."""
    seats = [seat for seat in range(game.seats) if game.side(seat) == side]
    if len(seats) == 1:
        return as_text(player(game, table, seats[0]))
    names = team_names(table.seats[seat] for seat in seats)
    return Text("team.named", team=team(game, side), names=names)

"""What players are called in road games: in teams, every player has a different name."""

from bot.games.naming import told_apart
from bot.table.naming import plain_named, with_side
from bot.table.table import SMALLEST_GAME, Table
from engine.road.game import RoadGame
from engine.text import Name, Text


def player(game: RoadGame, table: Table, seat: int) -> Name | Text:
    """Return the name of a player; if another is like it, with the side or the seat's number."""
    if game.seats == SMALLEST_GAME:
        side = Text(f"side.{game.side(seat)}")
        return told_apart(table, seat, with_side(table, seat, side))
    return told_apart(table, seat, with_number(game, table, seat))


def with_number(game: RoadGame, table: Table, seat: int) -> Name | Text:
    """Return the name of a player; in teams, with the number that their warriors have."""
    if game.seats == SMALLEST_GAME:
        return player(game, table, seat)
    side = game.side(seat)
    number = sum(game.side(other) == side for other in range(seat + 1))
    return Text(
        "name.seat", name=plain_named(table, seat), side=Text(f"side.{side}"), number=number
    )


def team(game: RoadGame, table: Table, side: int) -> Name | Text:
    """Return the name of a side: in teams that of its colour, otherwise its player's."""
    return (
        player(game, table, side) if game.seats == SMALLEST_GAME else Text(f"picture.side.{side}")
    )

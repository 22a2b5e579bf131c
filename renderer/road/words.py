"""Texts that pictures and descriptions share: whose turn it is, who won and why."""

from engine.text import Name, Text
from renderer.fitting import cut
from renderer.road.piles import mark
from renderer.road.view import DRAW, Banner, RoadView, SeatView

NAME_LIMIT = 40
"""The maximum length of a name in characters."""


def short_name(seat: SeatView, limit: int = NAME_LIMIT) -> Name | Text:
    """Return a player's name on one line of at most `limit` characters.

    Without a name, return the name of the side.
    """
    line = " ".join(seat.name.split())
    if not line:
        return side_word(seat.side)
    return Name(cut(line, limit))


def side_word(side: int) -> Text:
    """Return the name of a side."""
    return Text(f"side.{side}")


def turn(view: RoadView, limit: int = NAME_LIMIT) -> Text:
    """Return whose turn it is, or how the game ended."""
    if view.turn is not None:
        seat = view.seats[view.turn]
        if not seat.name.strip():
            return Text("alt.turn.unnamed", side=Text(f"picture.side.{seat.side}"))
        who, side = short_name(seat, limit), side_word(seat.side)
        if view.teams:
            return Text("alt.turn.seat", who=who, side=side, number=mark(view.turn, view.seats))
        return Text("alt.turn", who=who, side=side)
    if view.winner is None:
        return Text("alt.nobody")
    if view.winner == DRAW:
        return Text("alt.drawn")
    seats = [seat for seat in view.seats if seat.side == view.winner]
    who = short_name(seats[0], limit) if len(seats) == 1 else side_word(view.winner)
    return Text("alt.won", who=who)


def roster(view: RoadView, side: int, limit: int = NAME_LIMIT) -> tuple[Text, ...]:
    """Return the numbers and names of the partners on a side; computers go by that word."""
    partners = enumerate((view.seats[seat] for seat in view.seats_of(side)), start=1)
    return tuple(
        Text(
            "alt.roster.seat",
            number=number,
            name=Text("computer.plain")
            if seat.level and not seat.stands_in
            else short_name(seat, limit),
        )
        for number, seat in partners
    )


def ended(view: RoadView, banner: Banner, name: Name | Text | str) -> Text:
    """Return in a few words why a game ended; `name` is that of the banner's seat."""
    if banner.how != "kills":
        return Text(f"picture.ended.{banner.how}", name=name)
    if view.winner not in (0, 1):
        return Text("picture.ended.equal", kills=max(banner.kills))
    won, lost = banner.kills[view.winner], banner.kills[1 - view.winner]
    return Text("picture.ended.kills", kills=won, others=lost)

"""Texts that pictures and descriptions share: whose turn it is, sides and ranks."""

from typing import Final

from engine.text import Name, Text
from renderer.parchis.view import ParchisView

SIDES: Final = (
    Text("parchis.alt.side.0"),
    Text("parchis.alt.side.1"),
    Text("parchis.alt.side.2"),
    Text("parchis.alt.side.3"),
)
"""The colours of the arms with their shapes, by arm."""

RANKS: Final = (
    Text("parchis.rank.1"),
    Text("parchis.rank.2"),
    Text("parchis.rank.3"),
    Text("parchis.rank.4"),
)
"""The ordinals of ranks, the first one first."""


def status(view: ParchisView, who: Name | Text) -> Text:
    """Return what the seat to move, whose name is `who`, has to do, or how the game ended."""
    if view.turn is None:
        return view.ended or Text("parchis.picture.over")
    pending = view.pending
    if view.opening:
        return Text("parchis.picture.opening", who=who)
    if pending is None:
        return Text("parchis.picture.turn", who=who)
    number = str(pending.number)
    if pending.third:
        return Text("parchis.picture.third", who=who)
    if pending.lost:
        return Text("parchis.picture.lost", who=who, number=number)
    if pending.face is None:
        return Text("parchis.picture.count", who=who, number=number)
    if pending.face != pending.number:
        return Text("parchis.picture.counts", who=who, face=str(pending.face), number=number)
    return Text("parchis.picture.turn", who=who)

"""Deeds of the road games: the sentence that tells one, the label that offers one, its trace."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bot.table.listing import named
from bot.table.table import Table
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from renderer.text import Text
from renderer.view import Trace

Way: TypeAlias = str
"""How a stack goes, as the keys of its sentence and of its label end."""


class Offer(NamedTuple):
    """A move on offer, and what its button says."""

    label: Text
    move: Move


def way(deed: Deed) -> Way:
    """Return how the stack goes: `step`, `enter`, `enter-fire`, `home`, `turned` ..."""
    return "-".join(word for word in ("enter" * deed.entered, _ending(deed)) if word) or "step"


def _ending(deed: Deed) -> str:
    match deed.arrival:
        case Arrival.OFF:
            return "home"
        case Arrival.FAR_BASE | Arrival.FIRE:
            return deed.arrival
    if deed.turned is not None:
        return "turned-there" if deed.turned == deed.end else "turned"
    return "back" if deed.backwards else ""


def sentence(game: RoadGame, table: Table, deed: Deed) -> Text:
    """Say what a move did."""
    told = Text(f"deed.{way(deed)}", name=named(table, deed.seat), **_places(game, deed))
    if any(deed.captured):
        told = Text("told.captures", deed=told, losses=_losses(game, table, deed, deed.captured))
    elif deed.away:
        told = Text("told.leaves", deed=told, losses=_losses(game, table, deed, deed.killed))
    elif results := tuple(_results(deed)):
        told = Text("told.results", deed=told, results=_together(results))
    else:
        told = Text("told.plain", deed=told)
    if deed.by != deed.seat:
        told = Text("told.helps", name=named(table, deed.by), deed=told)
    return told


def label(game: RoadGame, table: Table, deed: Deed) -> Text:
    """Say on a button what a move does."""
    offered = Text(f"move.{way(deed)}", **_places(game, deed))
    if any(deed.captured):
        offered = Text("move.capture", move=offered, count=sum(deed.captured))
    elif deed.away:
        offered = Text("move.leave", move=offered, count=sum(deed.killed))
    elif results := tuple(_results(deed)):
        offered = Text("move.results", move=offered, results=_together(results))
    if deed.by != deed.seat:
        offered = Text("move.help", name=named(table, deed.seat), move=offered)
    return offered


def trace(deed: Deed) -> Trace:
    """Return the way of a move as a picture shows it."""
    prey = deed.killed if deed.away else deed.captured
    return Trace(seat=deed.seat, start=deed.start, end=deed.end, captured=sum(prey))


def _places(game: RoadGame, deed: Deed) -> dict[str, Text | int]:
    """Where a deed starts, turns and ends, as its texts call them."""
    spaces = {"start": deed.start, "turned": deed.turned, "end": deed.end}
    return {
        name: at if 1 <= at <= game.ruleset.road else Text("place.enemy-base")
        for name, at in spaces.items()
        if at is not None
    }


def _losses(game: RoadGame, table: Table, deed: Deed, counts: Sequence[int]) -> tuple[Text, ...]:
    """Say whose warriors came under the captain, or went with him."""
    return tuple(
        Text(
            "told.own" if game.side(seat) == game.side(deed.seat) else "told.losses",
            name=named(table, seat),
            count=count,
        )
        for seat, count in enumerate(counts)
        if count
    )


def _results(deed: Deed) -> Iterator[Text]:
    """Say what became of warriors besides the captain."""
    if any(deed.killed):
        burnt = deed.arrival is Arrival.FIRE
        yield Text("count.burnt" if burnt else "count.killed", count=sum(deed.killed))
    if any(deed.freed):
        yield Text("count.freed", count=sum(deed.freed))
    if any(deed.liberated):
        yield Text("count.liberated", count=sum(deed.liberated))


def _together(results: Sequence[Text]) -> Text:
    """Join results to one text, in the short way of labels."""
    first, *rest = results
    return Text("count.and", first=first, second=_together(rest)) if rest else first


def apart(game: RoadGame, offers: Sequence[Offer]) -> list[Text]:
    """Return the labels of `offers`; those that read alike also tell captives, or the number."""
    labels = [offer.label for offer in offers]
    for quality in (_holding, _number):
        for alike in {label for label in labels if labels.count(label) > 1}:
            where = [at for at, label in enumerate(labels) if label == alike]
            told = [quality(game, offers[at], alike) for at in where]
            if len(set(told)) > 1:
                for at, label in zip(where, told, strict=True):
                    labels[at] = label
    return labels


def _number(_game: RoadGame, offer: Offer, label: Text) -> Text:
    return Text("move.number", move=label, number=offer.move.number)


def _holding(game: RoadGame, offer: Offer, label: Text) -> Text:
    move = offer.move
    if not any(move.captives):
        return Text("move.alone", move=label)
    side = game.side(move.captain)
    own = sum(count for seat, count in enumerate(move.captives) if game.side(seat) == side)
    return Text(
        "move.holding",
        move=label,
        enemies=Text("count.enemies", count=sum(move.captives) - own),
        comrades=Text("count.comrades", count=own),
    )

"""Texts and traces of deeds: the sentence for a move made, the label for a legal move."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from bot.games.road.choices import Effect
from bot.games.road.names import player
from bot.table.table import Table
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.text import Text
from renderer.road.view import Trace

Way: TypeAlias = str
"""How a stack moves: the suffix of the text keys of its sentence and label."""


def way(game: RoadGame, deed: Deed) -> Way:
    """Return how the stack moves: `step`, `enter`, `enter-fire`, `home`, `off`, `round` ..."""
    words = ("enter" * deed.entered, _ending(game, deed))
    return "-".join(word for word in words if word) or "step"


def _ending(game: RoadGame, deed: Deed) -> str:
    match deed.arrival:
        case Arrival.OFF if deed.end == game.ruleset.home(deed.seat):
            return "home"
        case Arrival.OFF:  # a lone warrior returns to its own base
            return "off" if any((*deed.killed, *deed.freed)) else "run"
        case Arrival.FAR_BASE | Arrival.FIRE:
            return deed.arrival
    if deed.turned is not None:
        return "turned-there" if deed.turned == deed.end else "turned"
    if deed.rounds:
        return "round"
    return "back" if deed.backwards else ""


def sentence(game: RoadGame, table: Table, deed: Deed) -> Text:
    """Return a sentence that says what a move did."""
    places = _places(game, deed, Text("place.enemy-base"))
    movement = Text(f"deed.{way(game, deed)}", name=player(game, table, deed.seat), **places)
    outcome = _outcome(game, table, deed, movement)
    if deed.by != deed.seat:
        helper, partner = (player(game, table, seat) for seat in (deed.by, deed.seat))
        outcome = Text("told.helps", name=helper, partner=partner, deed=outcome)
    return outcome


def _outcome(game: RoadGame, table: Table, deed: Deed, movement: Text) -> Text:
    """Add to `movement`, which says how a stack moved, what happened to it and to others."""
    if any(deed.captured):
        own, _ = _by_side(game, deed, deed.captured)
        losses = _losses(game, table, deed, deed.captured)
        if own:
            return Text("told.recaptures", deed=movement, count=own, losses=losses)
        return Text("told.captures", deed=movement, losses=losses)
    if deed.away:
        return Text("told.leaves", deed=movement, losses=_losses(game, table, deed, deed.killed))
    if deed.arrival is Arrival.FIRE:
        if deed.entered:
            return Text("told.plain", deed=movement)
        losses = _of_all(game, table, deed.killed)
        return Text("told.burns", deed=movement, losses=losses, count=sum(deed.killed))
    if effects := tuple(_effects(game, table, deed)):
        return Text("told.results", deed=movement, results=effects)
    return Text("told.plain", deed=movement)


def _effects(game: RoadGame, table: Table, deed: Deed) -> Iterator[Text]:
    """Yield whom a stack that left the road killed and freed."""
    if losses := _of_all(game, table, deed.killed):
        yield Text("told.killing", losses=losses)
    if freed := sum(deed.freed) + sum(deed.liberated):
        yield Text("told.freeing", count=freed)


def label(
    game: RoadGame, table: Table, deed: Deed, *, number: bool = False, held: Move | None = None
) -> Text:
    """Return a button label that says what a move does.

    The label includes the `number` if requested, and the captives of the stack if the move is given
    as `held`.
    """
    places = _places(game, deed, Text("move.enemy-base"), Text("move.through-base"))
    offered = Text(f"move.{way(game, deed)}", **places)
    if any(deed.captured):
        own, enemies = _by_side(game, deed, deed.captured)
        offered = Text("move.capture", move=offered, count=enemies)
        if own:
            offered = Text("move.recapture", move=offered, count=own)
    elif deed.away:
        offered = Text("move.leave", move=offered, count=sum(deed.killed))
    elif results := tuple(_results(game, deed)):
        offered = Text("move.results", move=offered, results=_together(results))
    if held is not None:
        offered = _holding(game, held, offered)
    if deed.by != deed.seat:
        partner = player(game, table, deed.seat)
        if number:
            return Text("move.help.number", name=partner, move=offered, number=deed.number)
        return Text("move.help", name=partner, move=offered)
    return Text("move.number", move=offered, number=deed.number) if number else offered


def trace(deed: Deed) -> Trace:
    """Return the trace of a move for a picture."""
    captured = deed.killed if deed.away else deed.captured
    return Trace(
        seat=deed.seat,
        start=deed.start,
        end=deed.end,
        captured=sum(captured),
        turned=deed.turned,
        rounds=deed.rounds,
        helper=None if deed.by == deed.seat else deed.by,
    )


def _places(
    game: RoadGame, deed: Deed, base: Text, between: Text | None = None
) -> dict[str, Text | int]:
    """Return where a deed starts, turns and ends, as arguments of its texts.

    `base` is the text for the enemy base, and `between` that for it as the place of turning.
    """
    spaces = {"start": deed.start, "turned": deed.turned, "end": deed.end}
    bases = {"turned": between or base}
    return {
        name: at if 1 <= at <= game.ruleset.road else bases.get(name, base)
        for name, at in spaces.items()
        if at is not None
    }


def _by_side(game: RoadGame, deed: Deed, counts: Sequence[int]) -> tuple[int, int]:
    """Return how many of `counts` are of the captain's own side, and how many are enemies."""
    side = game.side(deed.seat)
    own = sum(count for seat, count in enumerate(counts) if game.side(seat) == side)
    return own, sum(counts) - own


def _losses(game: RoadGame, table: Table, deed: Deed, counts: Sequence[int]) -> tuple[Text, ...]:
    """Return texts that say how many warriors each enemy seat lost."""
    side = game.side(deed.seat)
    enemies = [count * (game.side(seat) != side) for seat, count in enumerate(counts)]
    return _of_all(game, table, enemies)


def _of_all(game: RoadGame, table: Table, counts: Sequence[int]) -> tuple[Text, ...]:
    """Return texts for the warriors of each seat, without those that are 0."""
    return tuple(
        Text("told.losses", name=player(game, table, seat), count=count)
        for seat, count in enumerate(counts)
        if count
    )


def _results(game: RoadGame, deed: Deed) -> Iterator[Text]:
    """Yield what a move does to warriors, in the short form for labels."""
    own, enemies = _by_side(game, deed, deed.killed)
    if deed.arrival is Arrival.FIRE:
        burnt = Text("count.burnt", count=own)
        yield Text("count.burnt-both", own=own, enemies=enemies) if enemies else burnt
    elif own:
        yield Text("count.killed-yours", killed=own + enemies, own=own)
    elif enemies:
        yield Text("count.killed", count=enemies)
    if freed := sum(deed.freed) + sum(deed.liberated):
        yield Text("count.freed", count=freed)


def _together(results: Sequence[Text]) -> Text:
    """Join results into one text, in the short form for labels."""
    first, *rest = results
    return Text("count.and", first=first, second=_together(rest)) if rest else first


def labels(game: RoadGame, table: Table, choices: Sequence[Sequence[Effect]]) -> list[Text]:
    """Return a button label for each choice, with the numbers if one of two is to be chosen.

    Labels that would be equal also say which captives the stack holds.
    """
    numbers = {tuple(effect.move.number for effect in effects) for effects in choices}
    several = len(numbers) > 1 and max(map(len, numbers)) == 1
    texts = [_joined(game, table, effects, number=several) for effects in choices]
    for duplicate in {text for text in texts if texts.count(text) > 1}:
        indices = [index for index, text in enumerate(texts) if text == duplicate]
        longer = [_joined(game, table, choices[i], number=several, held=True) for i in indices]
        if len(set(longer)) > 1:
            for index, text in zip(indices, longer, strict=True):
                texts[index] = text
    return texts


def _joined(
    game: RoadGame, table: Table, effects: Sequence[Effect], *, number: bool, held: bool = False
) -> Text:
    """Return the label of moves that are decided on together."""
    return joined(
        label(game, table, deed, number=number, held=move if held else None)
        for deed, move in effects
    )


def joined(labels: Iterable[Text]) -> Text:
    """Return the label of moves that are made one after the other."""
    return reduce(lambda first, then: Text("move.then", first=first, then=then), labels)


def _holding(game: RoadGame, move: Move, label: Text) -> Text:
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

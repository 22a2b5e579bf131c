"""Hints for new players of a road game."""

from collections.abc import Iterator

from bot.table.table import Table
from engine import Choose
from engine.road.game import RoadGame
from engine.text import Text
from engine.throws import Thing


def hints(game: RoadGame, table: Table) -> Iterator[Text]:
    """Yield hints for the seat to move, the most important first."""
    position = game.read_position(table.position)
    phase, throws = game.phase(position), game.ruleset.throws
    if not isinstance(phase, Choose):
        return
    side = game.side(phase.seat)
    yield Text(f"hint.side.{side}")
    for cast in map(throws.read, table.lying):
        if throws.thing is Thing.KERNEL and not any(cast):
            yield Text("hint.none-up", number=throws.number(cast))
    stacks = game.unpack(position).stacks
    ours = {seat for seat in range(game.seats) if game.side(seat) == side}
    enemies = [stack for stack in stacks if stack.captain not in ours]
    if any(stack.captives[seat] for stack in enemies for seat in ours):
        yield Text("hint.held")
    deeds = [game.deed(position, move) for move in phase.moves]
    if any(any(deed.captured) or deed.away for deed in deeds):
        yield Text("hint.capture")
    if any(stack.captain in ours and any(stack.captives) for stack in stacks):
        yield Text(f"hint.carry.{game.ruleset.after_capture}")
    yield Text("hint.landing")

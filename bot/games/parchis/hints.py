"""Hints for new players of Parchís."""

from collections.abc import Iterator
from typing import Final

from bot.games.parchis.events import PAIR, face
from bot.games.parchis.names import arm
from bot.table.table import Table
from engine import Choose
from engine.parchis.game import ParchisGame
from engine.parchis.moves import ARRIVED, SIX, again_after
from engine.parchis.position import is_outside
from engine.text import Text
from renderer.parchis.view import Arm

_SIDES: Final = {
    Arm.YELLOW: Text("parchis.hint.yellow"),
    Arm.BLUE: Text("parchis.hint.blue"),
    Arm.RED: Text("parchis.hint.red"),
    Arm.GREEN: Text("parchis.hint.green"),
}


def hints(game: ParchisGame, table: Table) -> Iterator[Text]:
    """Yield hints for the seat to move, the most important first."""
    position = game.read_position(table.position)
    phase = game.phase(position)
    if not isinstance(phase, Choose):
        return
    yield _SIDES[arm(game, phase.seat)]
    own, shown = position.board.pieces[phase.seat], face(game, position)
    if shown is None:
        arrived = position.number == ARRIVED
        throws = position.number in again_after(game.ruleset)
        bonus = "arrived" if arrived else "bonus" if throws else "bonus-once"
        yield Text(f"parchis.hint.{bonus}")
    elif shown != position.number:
        yield Text("parchis.hint.worth", number=position.number)
    if any(move.captures for move in phase.moves):
        yield Text("parchis.hint.capture")
    if shown == SIX and all(own.count(move.start) == PAIR for move in phase.moves):
        yield Text("parchis.hint.opens")
    elif shown == SIX:
        yield Text("parchis.hint.six")
    if any(is_outside(place) and own.count(place) == PAIR for place in own):
        yield Text("parchis.hint.barrier")
    if any(own.count(move.end) == 1 and is_outside(move.end) for move in phase.moves):
        yield Text("parchis.hint.pair")
    yield Text("parchis.hint.letters")

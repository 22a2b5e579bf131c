"""Games of random moves, stage by stage, for the tests of replays."""

import random
from dataclasses import replace
from typing import NamedTuple

from bot.table.table import Status, Table
from engine import Choose, Throw
from engine.record import UNDO, Undone, replay, standing, throwers
from tests.bot.show.offer import GAMES, begun, move_on


class Stage(NamedTuple):
    """A table as it was committed, and its record so far."""

    table: Table
    entries: tuple[str, ...]


def played(offer: Table) -> list[Stage]:
    """Every stage of a game of random moves."""
    chance, game = random.Random(7), GAMES.game(offer.header)
    step = begun(offer)
    stages = [Stage(step.table, step.entries)]
    while stages[-1].table.status is Status.PLAYING:
        table, entries = stages[-1]
        moves = game.phase(game.read_position(table.position)).moves
        step = move_on(table, game.write_move(chance.choice(moves)))
        stages.append(Stage(step.table, entries + step.entries))
    return stages


def taken_back(stage: Stage, moves: int) -> Stage:
    """Return the stage after so many undos, as the table would be committed."""
    table, entries = stage.table, (*stage.entries, *[UNDO] * moves)
    game = GAMES.game(table.header)
    *_, undone = replay(game, entries)
    assert isinstance(undone, Undone)
    stand = standing(game, entries)
    position = game.write_position(undone.after)
    thrown = [step.entry for step in stand if isinstance(step.phase, Throw)]
    seats = throwers(stand)
    after = replace(
        table,
        revision=table.revision + 1,
        position=position,
        before=position,
        story=(),
        lying=tuple(thrown[-1:]),
        casts=len(thrown),
        casts_by_seat=tuple(map(seats.count, range(game.seats))),
        moves=sum(isinstance(step.phase, Choose) for step in stand),
    )
    return Stage(after, entries)

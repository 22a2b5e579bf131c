"""Steps: a table and what somebody wants give the next table. Pure but for the casts' source.

A step folds in everything that follows by itself: the next cast, forced passes, the
computer's reply. One press is one commit, with nothing stranded in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.table.corn import Corn
from bot.table.ports import Opponent
from bot.table.request import Refusal
from bot.table.table import Computer, Ending, Person, Status, Table
from engine import AnyGame, Choose, IllegalMove, Over, Pass, Throw
from engine.record import SKIP
from renderer.text import Text


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a step, and the entries that it adds to the record."""

    table: Table
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hands:
    """Who acts where no person does: the corn that is cast, the computer's players."""

    corn: Corn
    opponent: Opponent


def begin(table: Table, game: AnyGame, guest: Person | None, hands: Hands, now: int) -> Step:
    """Start to play: `guest` takes the free seat (None: the computer has it already)."""
    seats = table.seats if guest is None else (*table.seats, guest)
    seated = replace(table, seats=seats, status=Status.PLAYING, invited=None)
    return _follow(seated, game, game.start(), hands, now, before="", first=())


def play(table: Table, game: AnyGame, move: str, hands: Hands, now: int) -> Step:
    """Play `move` for the seat whose turn it is; Refusal says why it cannot be played."""
    position = game.read_position(table.position)
    try:
        after = game.play(position, game.read_move(position, move))
    except IllegalMove as illegal:
        raise Refusal(Text(f"illegal.{illegal.reason}", **illegal.facts)) from illegal
    moved = replace(table, moves=table.moves + 1)
    return _follow(moved, game, after, hands, now, before=table.position, first=(move,))


def end(table: Table, ending: Ending, now: int, *, by: int | None, winner: int | None) -> Step:
    """End the table for a reason that lies outside the game."""
    return Step(
        replace(
            table,
            revision=table.revision + 1,
            status=Status.OVER,
            ending=ending,
            ended_by=by,
            winner=winner,
            before="",
            story=(),
            touched=now,
        )
    )


def to_move(table: Table, game: AnyGame) -> int | None:
    """The seat whose decision the table waits for; None when it waits for none."""
    if table.status is not Status.PLAYING:
        return None
    phase = game.phase(game.read_position(table.position))
    return phase.seat if isinstance(phase, Choose) else None


def _follow(
    table: Table,
    game: AnyGame,
    position: Any,
    hands: Hands,
    now: int,
    *,
    before: str,
    first: Sequence[str],
) -> Step:
    """Go on from `position` until a person has to decide or the game is over."""
    entries, lying = list(first), list(table.lying)
    casts, moves, turn = table.casts, table.moves, None
    while True:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = hands.corn.cast(table, casts, throw)
                lying = [*(lying if turn == (seat, opening) else ()), throw.write(objects)]
                turn, casts = (seat, opening), casts + 1
                position = game.cast(position, objects)
                entries.append(lying[-1])
            case Pass():
                position, turn = game.skip(position), None
                entries.append(SKIP)
            case Choose(seat, choices):
                holder = table.seats[seat]
                if not isinstance(holder, Computer):
                    break
                move = hands.opponent.choose(holder.level, game, position, choices)
                position, turn, moves = game.play(position, move), None, moves + 1
                entries.append(game.write_move(move))
            case Over(winner):
                table = replace(
                    table,
                    status=Status.OVER,
                    ending=Ending.DRAWN if winner is None else Ending.WON,
                    winner=winner,
                )
                break
    after = replace(
        table,
        revision=table.revision + 1,
        position=game.write_position(position),
        before=before,
        story=tuple(entries),
        lying=tuple(lying),
        casts=casts,
        moves=moves,
        touched=now,
    )
    return Step(after, tuple(entries))

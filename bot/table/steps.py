"""Steps: a table and what somebody wants give the next table. Pure but for the casts' source.

A step folds in everything that follows by itself: the next cast, forced passes, the
computer's reply. One press is one commit, with nothing stranded in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.table.corn import Corn
from bot.table.games import position_in
from bot.table.people import Place
from bot.table.ports import Opponent
from bot.table.request import Refusal
from bot.table.table import Computer, Ending, Person, Status, Table
from engine import AnyGame, Choose, IllegalMove, Over, Pass, Throw
from engine.record import SKIP
from engine.text import Text

Turn: TypeAlias = tuple[int, bool]
"""Who throws, and whether it is for the opening."""


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


def with_word(table: Table, word: str, now: int) -> Step:
    """Put the host's word for the casts beside their posted table."""
    seats = (replace(table.host, word=word), *table.seats[1:])
    return Step(replace(table, revision=table.revision + 1, seats=seats, touched=now))


def play(table: Table, game: AnyGame, move: str, hands: Hands, now: int) -> Step:
    """Play `move` for the seat whose turn it is; Refusal says why it cannot be played."""
    position = position_in(table.header, table.position)
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


def bring(table: Table, place: Place, now: int) -> Step:
    """Let the table be shown in `place` from now on; nothing else changes."""
    return Step(replace(table, revision=table.revision + 1, place=place, touched=now, idle_days=0))


def remind(table: Table, days: int) -> Step:
    """Say that nobody has moved for so many days; nothing else changes."""
    return Step(replace(table, revision=table.revision + 1, idle_days=days))


def to_move(table: Table, game: AnyGame) -> int | None:
    """The seat whose decision the table waits for; None when it waits for none."""
    if table.status is not Status.PLAYING:
        return None
    phase = game.phase(position_in(table.header, table.position))
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
    """Go on from `position` until a person has to decide or the game is over.

    A second number that leaves a person no choice plays itself.
    """
    entries, thrown = list(first), dict[Turn, list[str]]()
    casts, moves, moved = table.casts, table.moves, bool(first)
    turn: Turn | None = None
    while True:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = hands.corn.cast(table, casts, throw)
                if turn != (seat, opening):
                    thrown[seat, opening] = []
                turn = (seat, opening)
                entries.append(throw.write(objects))
                thrown[turn].append(entries[-1])
                casts, moved = casts + 1, False
                position = game.cast(position, objects)
            case Pass():
                position = game.skip(position)
                entries.append(SKIP)
            case Choose(seat, choices):
                holder = table.seats[seat]
                if isinstance(holder, Computer):
                    move = hands.opponent.choose(holder.level, game, position, choices)
                elif moved and len(choices) == 1:
                    (move,) = choices
                else:
                    turn = (seat, (seat, False) not in thrown)
                    break
                position, moves, moved = game.play(position, move), moves + 1, True
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
        lying=tuple(thrown[turn]) if turn in thrown else table.lying,
        casts=casts,
        moves=moves,
        touched=now,
        idle_days=0,
    )
    return Step(after, tuple(entries))

"""The events of the last step of a game of Parchís, in order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.games.telling import last_step
from bot.table.table import Table
from engine import Choose, Pass, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.moves import BONUSES, FIVE, SIX, Move
from engine.parchis.position import Position, is_outside
from engine.record import Played

PAIR: Final = 2
"""The number of pieces that make a barrier."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw that decides who begins."""

    seat: int
    face: int


class Lost(StrEnum):
    """Why a number is lost."""

    NO_MOVE = "no-move"
    """No piece can move by it."""

    NEEDS_FIVE = "needs-five"
    """All pieces are at home or in the goal, and only a five would bring one out."""

    THIRD_SIX = "third-six"
    """It is the third six in a row."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of a seat, and what became of it.

    `face` is that of the die, None for a bonus. `thrown` if the throw is part of the step, too.
    The `move` is None if the number was `lost`. `alone` if it was the only legal move, which the
    bot made, and `opened` if it took a piece out of a barrier. `sent_home` is the place of the
    piece that went home for a third six. `learners` are the seats of which a piece has begun to
    learn the way. `again` if the seat throws again, and `place` is its place, from 1, if it has
    brought its last piece into the goal.
    """

    seat: int
    number: int
    face: int | None
    thrown: bool
    move: Move | None = None
    lost: Lost | None = None
    alone: bool = False
    opened: bool = False
    sent_home: int | None = None
    learners: tuple[int, ...] = ()
    again: bool = False
    place: int | None = None


Event: TypeAlias = Opened | Counted


def events(game: ParchisGame, table: Table) -> Iterator[Event]:
    """Replay a table's last step and yield its events. A number still to be played is not one."""
    return (event for _, event in replayed(game, table) if event is not None)


def replayed(
    game: ParchisGame, table: Table
) -> Iterator[tuple[Played[Position, Move], Event | None]]:
    """Replay a table's last step and yield its entries, each with the event that it completes."""
    thrown: int | None = None
    for played in last_step(game, table):
        position, phase, entry, after, _ = played
        event: Event | None = None
        match phase:
            case Throw(seat, throw, opening):
                number = throw.number(throw.read(entry))
                if opening:
                    event = Opened(seat, number)
                else:
                    thrown = number
            case Choose() | Pass():
                move = game.read_move(position, entry) if isinstance(phase, Choose) else None
                event = _counted(game, position, after, move, thrown)
                thrown = None
        yield played, event


def face(game: ParchisGame, position: Position) -> int | None:
    """Return the face of the die behind a number that is to be chosen for, None for a bonus."""
    if position.number in BONUSES:
        return None
    return SIX if position.number in (SIX, game.ruleset.six) else position.number


def _counted(
    game: ParchisGame, before: Position, after: Position, move: Move | None, thrown: int | None
) -> Counted:
    seat, done, phase = before.turn, after.board.done, game.phase(after)
    had, has = before.board.pieces[seat], after.board.pieces[seat]
    return Counted(
        seat,
        before.number,
        face(game, before) if thrown is None else thrown,
        thrown=thrown is not None,
        move=move,
        lost=None if move is not None else _why_lost(game, before),
        alone=move is not None and game.plays_itself(before),
        opened=move is not None and is_outside(move.start) and had.count(move.start) == PAIR,
        sent_home=before.last if before.lost and had != has else None,
        learners=_learners(game, before, after),
        again=isinstance(phase, Throw) and phase.seat == seat,
        place=done.index(seat) + 1 if seat in done and seat not in before.board.done else None,
    )


def _why_lost(game: ParchisGame, position: Position) -> Lost:
    if position.lost:
        return Lost.THIRD_SIX
    outside = any(map(is_outside, position.board.pieces[position.turn]))
    if outside or position.number in (FIVE, *BONUSES) or game.ruleset.first_two:
        return Lost.NO_MOVE
    return Lost.NEEDS_FIVE


def _learners(game: ParchisGame, before: Position, after: Position) -> tuple[int, ...]:
    """Return the seats of which a piece has begun to learn the way, on its first square."""
    return tuple(
        arm.seat
        for arm in game.arms
        if arm.lesson[0] in after.board.pieces[arm.seat]
        and arm.lesson[0] not in before.board.pieces[arm.seat]
    )

"""Views of real random games of Parchís, and the English texts."""

from collections.abc import Callable
from random import Random

import pytest

from bot.texts.catalogue import catalogue
from engine.game import Choose, Pass, Throw
from engine.parchis.game import ParchisGame
from engine.parchis.position import Position
from engine.parchis.ruleset import Ruleset
from engine.parchis.rulesets import PARCHIS
from engine.stage import Stage
from engine.text import Say, Text
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView, ThrowView

_NAMES = ("Ana", "Benito", "Bartholomew the Second", "Dan")
_ARMS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
_STEPS = 3000


@pytest.fixture(scope="session")
def say() -> Say:
    """Translate into English."""
    return catalogue(()).voice("en")


Sampled = Callable[[int, int], list[ParchisView]]


@pytest.fixture(scope="session")
def sampled() -> Sampled:
    """Return the views of a random game by seed and number of seats."""
    return views


def views(seed: int, seats: int) -> list[ParchisView]:
    """Return every view of one random game."""
    random = Random(seed)
    game = ParchisGame(Ruleset(key=PARCHIS.key, seats=seats, instruccion=seed % 2 == 0))
    position, made = game.start(), 0
    last: tuple[MoveView, ...] = ()
    thrown: dict[int, tuple[ThrowView, ...]] = {}
    found: list[ParchisView] = []
    for _ in range(_STEPS):
        found.append(view_of(game, position, last, thrown, made))
        turn = position.turn
        match game.phase(position):
            case Throw(table=table):
                before = position.stage
                cast = random.choice(tuple(table.outcomes()))
                position = game.cast(position, cast)
                if before is Stage.CAST and not position.sixes > 1:
                    thrown[turn] = ()
                thrown[turn] = (*thrown.get(turn, ()), ThrowView(cast[0]))[-3:]
            case Choose(moves=moves):
                move = random.choice(list(moves))
                last = (
                    MoveView(turn, move.start, move.end, move.pieces, move.captures, move.back),
                )
                if len(moves) == 1 and thrown.get(turn):
                    thrown[turn] = (
                        *thrown[turn][:-1],
                        ThrowView(thrown[turn][-1].face, alone=True),
                    )
                position, made = game.play(position, move), made + 1
            case Pass():
                if thrown.get(turn):
                    thrown[turn] = (*thrown[turn][:-1], ThrowView(thrown[turn][-1].face, lost=True))
                position = game.skip(position)
            case _:
                break
    return found


def view_of(
    game: ParchisGame,
    position: Position,
    last: tuple[MoveView, ...],
    thrown: dict[int, tuple[ThrowView, ...]],
    made: int,
) -> ParchisView:
    """Return the view of a position."""
    over = position.stage is Stage.OVER
    moves = game.moves(position) if position.stage is Stage.MOVE else ()
    letters = "ABCD" if len(moves) > 1 else ("",)
    pieces, done = position.board.pieces, position.board.done
    seats = tuple(
        SeatView(
            _NAMES[seat],
            Arm(_ARMS[game.seats][seat]),
            pieces[seat],
            rank=done.index(seat) + 1 if seat in done else None,
            learner=next((p for p in pieces[seat] if p in game.arms[seat].lesson), None),
            thrown=() if seat == position.turn else thrown.get(seat, ()),
        )
        for seat in range(game.seats)
    )
    pending = None
    if position.number:
        face = (
            thrown[position.turn][-1].face
            if position.number < 10 or position.number == 12
            else None
        )
        pending = Pending(position.number, face, lost=not moves)
    return ParchisView(
        seats=seats,
        turn=None if over else position.turn,
        pending=pending,
        moves=tuple(
            MoveView(position.turn, m.start, m.end, m.pieces, m.captures, m.back, letter)
            for m, letter in zip(moves, letters, strict=False)
        ),
        last=last,
        title=Text("parchis.picture.over"),
        made=made,
    )

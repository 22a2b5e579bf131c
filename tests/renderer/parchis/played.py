"""Views of random games of Parchís, for tests and benchmarks."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Final

from engine.game import Choose, Over, Pass, Throw
from engine.parchis.board import HOME
from engine.parchis.game import ParchisGame
from engine.parchis.header import ruleset_with
from engine.parchis.moves import BONUSES, Move
from engine.parchis.position import Position
from engine.stage import Stage
from engine.text import Text
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView, ThrowView

NAMES: Final = ("Ana", "Benito", "Bartholomew Diaz", "Nikolaos")

OPTIONS: Final = (
    {"seats": "4"},
    {"seats": "4", "end": "pairs", "instruccion": "yes", "barrier": "bounce"},
    {"seats": "4", "start": "out", "mixed": "yes", "goal": "bounce"},
    {"seats": "3", "six": "7", "start": "single", "first-two": "yes", "end": "first"},
    {"seats": "3", "instruccion": "yes", "jump": "yes", "again": "no"},
    {"seats": "2", "last-safe": "yes", "evict": "first", "own-start": "full"},
    {"seats": "2", "opening": "yellow", "six": "6", "instruccion": "yes"},
    {"seats": "2", "pieces": "2", "colours": "blue-yellow", "again": "20"},
)
"""Options of games that together use every one of them."""


def sample(options: dict[str, str], seed: int, count: int) -> list[ParchisView]:
    """Return `count` views, evenly spread over a random game with these options."""
    views = list(played(ParchisGame(ruleset_with("parchis", options)), Random(seed)))
    return [views[step * len(views) // count] for step in range(count)]


def played(game: ParchisGame, chance: Random) -> Iterator[ParchisView]:
    """Play at random; yield the views before each throw, move and pass, and at the end."""
    position, told = game.start(), _Told()
    while True:
        yield shown(game, position, told)
        turn = position.turn
        match game.phase(position):
            case Throw(table=table, opening=opening):
                cast = tuple(chance.choices(table.faces, k=table.count))
                told.throws(turn, ThrowView(table.number(cast)))
                position = game.cast(position, cast)
                told.goes_on(not opening)
            case Choose(moves=legal):
                move = chance.choice(legal)
                told.moves(turn, move, forced=len(legal) == 1 and position.number not in BONUSES)
                position = game.play(position, move)
                told.goes_on(turn == position.turn)
            case Pass():
                before = position.board.pieces[turn]
                told.passes(turn, bonus=position.number in BONUSES)
                sent = position.last
                position = game.skip(position)
                if position.board.pieces[turn].count(HOME) > before.count(HOME):
                    told.last = (*told.last, MoveView(turn, sent, HOME))
                told.goes_on(turn == position.turn)
            case Over():
                return


@dataclass
class _Told:
    """What views tell about how a game got to its position."""

    last: tuple[MoveView, ...] = ()
    thrown: dict[int, tuple[ThrowView, ...]] = field(default_factory=dict)
    made: int = 0
    fresh: bool = True

    def throws(self, seat: int, throw: ThrowView) -> None:
        self.thrown[seat] = (*(() if self.fresh else self.thrown.get(seat, ())), throw)

    def moves(self, seat: int, move: Move, *, forced: bool) -> None:
        made = MoveView(seat, move.start, move.end, move.pieces, move.captures, move.back)
        self.last, self.made = (*(self.last if forced else ()), made), self.made + 1
        if forced:
            self._mark(seat, ThrowView(self.thrown[seat][-1].face, alone=True))

    def passes(self, seat: int, *, bonus: bool) -> None:
        if not bonus:
            self._mark(seat, ThrowView(self.thrown[seat][-1].face, lost=True))

    def goes_on(self, same: bool) -> None:
        self.fresh = not same

    def _mark(self, seat: int, throw: ThrowView) -> None:
        self.thrown[seat] = (*self.thrown[seat][:-1], throw)


def shown(game: ParchisGame, position: Position, told: _Told) -> ParchisView:
    """Return the view of a position."""
    turn, opening = position.turn, position.stage is Stage.OPENING
    over = position.stage is Stage.OVER
    moves = game.moves(position)
    letters = "ABCD"[: len(moves)] if len(moves) > 1 else ("",) * len(moves)
    pieces, done = position.board.pieces, position.board.done
    thrown = told.thrown
    seats = tuple(
        SeatView(
            NAMES[seat],
            Arm(arm.colour),
            pieces[seat],
            rank=done.index(seat) + 1 if seat in done else None,
            learner=next((at for at in pieces[seat] if at in arm.lesson), None),
            thrown=thrown.get(seat, ()) if opening or seat != turn else (),
        )
        for seat, arm in enumerate(game.arms)
    )
    pending = None
    if position.number:
        face = None if position.number in BONUSES else thrown[turn][-1].face
        pending = Pending(position.number, face, lost=not moves)
    return ParchisView(
        seats=seats,
        turn=None if over else turn,
        pending=pending,
        moves=tuple(
            MoveView(turn, m.start, m.end, m.pieces, m.captures, m.back, letter)
            for m, letter in zip(moves, letters, strict=True)
        ),
        last=told.last,
        title=Text("parchis.picture.name", name="Parchís"),
        made=told.made,
        pairs=game.sides < game.seats,
    )


def every_option(count: int) -> list[ParchisView]:
    """Return `count` views of one game with each of OPTIONS."""
    games = (sample(options, seed, count) for seed, options in enumerate(OPTIONS))
    return [*chain.from_iterable(games)]

"""Fixtures for the tests of Parchís: games, positions and moves from text.

A game is written as in its header, without the options that have their default: `parchis`,
`parchis seats=2 six=7`. In positions, `x` is a seat with all pieces at home.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import pytest

from engine import IllegalMove
from engine.parchis.game import ParchisGame
from engine.parchis.header import ruleset_with
from engine.parchis.notation import write_place
from engine.parchis.position import Position

OpenGame: TypeAlias = Callable[[str], ParchisGame]
Legal: TypeAlias = Callable[[str, str], list[str]]
Play: TypeAlias = Callable[..., str]
Refuse: TypeAlias = Callable[[str, str, str], str]


@cache
def _game(words: str) -> ParchisGame:
    key, *options = words.split()
    return ParchisGame(ruleset_with(key, dict(option.split("=") for option in options)))


def _position(game: ParchisGame, text: str) -> Position:
    words = ["h,h,h,h" if word == "x" else word for word in text.split()]
    return game.read_position(" ".join(["1", *words]))


def _text(game: ParchisGame, position: Position) -> str:
    words = game.write_position(position).split()[1:]
    return " ".join("x" if word == "h,h,h,h" else word for word in words)


@pytest.fixture(scope="session")
def game() -> OpenGame:
    """Open a game by its header."""
    return _game


@pytest.fixture(scope="session")
def legal() -> Legal:
    """List the legal moves in a position: start, `>` and end, with captured seats or `back`."""

    def legal(words: str, position: str) -> list[str]:
        game = _game(words)
        return [
            f"{game.write_move(move).partition('+')[0]}>{write_place(move.end)}"
            + "".join(f" x{'abcd'[seat]}" for seat in move.captures)
            + " back" * move.back
            for move in game.moves(_position(game, position))
        ]

    return legal


@pytest.fixture(scope="session")
def play() -> Play:
    """Play throws (digits), moves and passes (`-`) and return the position reached as text."""

    def play(words: str, position: str, *entries: str) -> str:
        game = _game(words)
        reached = game.start() if position == "start" else _position(game, position)
        for entry in entries:
            if entry == "-":
                reached = game.skip(reached)
            elif entry.isdigit():
                reached = game.cast(reached, (int(entry),))
            else:
                reached = game.play(reached, game.read_move(reached, entry))
        return _text(game, reached)

    return play


@pytest.fixture(scope="session")
def refuse() -> Refuse:
    """Return the refusal of an illegal move as text."""

    def refuse(words: str, position: str, move: str) -> str:
        game = _game(words)
        with pytest.raises(IllegalMove) as refusal:
            game.read_move(_position(game, position), move)
        return str(refusal.value)

    return refuse

"""Fixtures for the engine's tests: games, positions and moves from text, and random games.

A game is written as in its header, without the options that have the ruleset's default value:
`puluc`, `kekchi road=9 table=sapper`.
"""

import json
import os
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import strategies as st

from engine import IllegalMove
from engine.__main__ import main
from engine.header import Unplayable
from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.moves import Deed
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset
from engine.road.rulesets import PULUC, RULESETS
from engine.stage import Stage
from engine.throws import TABLES

# Tests already use all cores. Compiled code would only wait for its other threads, on all of them.
os.environ.setdefault("NUMBA_NUM_THREADS", "1")

OpenGame: TypeAlias = Callable[[str], RoadGame]
Legal: TypeAlias = Callable[[str, str], list[str]]
Play: TypeAlias = Callable[..., str]
Tell: TypeAlias = Callable[[str, str, str], Deed]
Refuse: TypeAlias = Callable[[str, str, str], str]
Refused: TypeAlias = Callable[..., str]
Lines: TypeAlias = Callable[..., list[Any]]
Arguments: TypeAlias = Callable[[str], str]
Journey: TypeAlias = Callable[[RoadGame, Random, int], list[Position]]


@cache
def _game(words: str) -> RoadGame:
    key, *options = words.split()
    return RoadGame(ruleset_with(key, dict(option.split("=") for option in options)))


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that fails with status 2, and return its only line."""

    def refused(*arguments: str) -> str:
        with pytest.raises(SystemExit) as stopped:
            main([*arguments])
        told = capsys.readouterr()
        assert (stopped.value.code, told.out, told.err.count("\n")) == (2, "", 1)
        return told.err.strip().removeprefix("python -m engine: ")

    return refused


@pytest.fixture
def puluc() -> RoadGame:
    """Puluc with its defaults: 11 spaces, 5 warriors, corn kernels, one cast a turn."""
    return RoadGame(PULUC)


@pytest.fixture(scope="session")
def game() -> OpenGame:
    """Open a game by its header."""
    return _game


@pytest.fixture(scope="session")
def legal() -> Legal:
    """List the legal moves, as text, of the game with this header in a position given as text."""

    def legal(words: str, position: str) -> list[str]:
        game = _game(words)
        return sorted(map(game.write_move, game.moves(game.read_position(position))))

    return legal


@pytest.fixture(scope="session")
def play() -> Play:
    """Play moves given as text (`-` is a pass) and return the resulting position as text."""

    def play(words: str, position: str, *moves: str) -> str:
        game = _game(words)
        reached = game.read_position(position)
        for move in moves:
            if move == "-":
                reached = game.skip(reached)
            else:
                reached = game.play(reached, game.read_move(reached, move))
        return game.write_position(reached)

    return play


@pytest.fixture(scope="session")
def tell() -> Tell:
    """Return the deed of a move as text."""

    def tell(words: str, position: str, move: str) -> Deed:
        game = _game(words)
        before = game.read_position(position)
        return game.deed(before, game.read_move(before, move))

    return tell


@pytest.fixture(scope="session")
def refuse() -> Refuse:
    """Return the refusal of an illegal move as text."""

    def refuse(words: str, position: str, move: str) -> str:
        game = _game(words)
        with pytest.raises(IllegalMove) as refusal:
            game.read_move(game.read_position(position), move)
        return str(refusal.value)

    return refuse


@pytest.fixture(scope="session")
def journey() -> Journey:
    """Play a random game for up to that many plies and list every position on the way."""

    def journey(game: RoadGame, chance: Random, plies: int) -> list[Position]:
        passed = [game.start()]
        while passed[-1].stage is not Stage.OVER and plies:
            position = passed[-1]
            if position.stage is Stage.MOVE:
                plies -= 1
                moves = game.moves(position)
                after = game.play(position, chance.choice(moves)) if moves else game.skip(position)
            else:
                table = game.ruleset.throws
                cast = tuple(chance.choice(table.faces) for _ in range(table.count))
                after = game.cast(position, cast)
            passed.append(after)
        return passed

    return journey


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """Run a command and read its JSON lines. Extra arguments may contain spaces."""

    def lines(command: str, *further: str) -> list[Any]:
        main([*command.split(), *further])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return lines


@pytest.fixture(scope="session")
def arguments() -> Arguments:
    """Return the command-line arguments that select the game with this header."""

    def arguments(words: str) -> str:
        key, *options = words.split()
        flags = (f"--{option.replace('=', ' ')}".removesuffix(" yes") for option in options)
        return " ".join([key, *flags])

    return arguments


@st.composite
def _playable(draw: st.DrawFn) -> Ruleset:
    """Draw a playable combination of any ruleset and any options."""
    key = draw(st.sampled_from(list(RULESETS)))
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "road": st.integers(5, 31),
                "warriors": st.integers(1, 9),
                "table": st.sampled_from(list(TABLES)),
                "casts": st.sampled_from(list(Casts)),
                "after-capture": st.sampled_from(list(AfterCapture)),
                "far-end": st.sampled_from(list(FarEnd)),
                "exact": st.sampled_from(["no", "yes"]),
                **({"seats": st.sampled_from(range(2, 17, 2))} if RULESETS[key].teams else {}),
            },
        )
    )
    try:
        return ruleset_with(key, {name: str(value) for name, value in options.items()})
    except Unplayable:
        return ruleset_with(key, {})


st.register_type_strategy(Ruleset, _playable())

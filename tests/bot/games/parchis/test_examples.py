"""The examples in the rules of Parchís are legal, and their captions are true."""

from collections.abc import Callable, Mapping
from itertools import chain, combinations
from typing import Any

import pytest

from bot.games.parchis.example import ParchisExample
from bot.games.parchis.examples import EXAMPLES, OF_OPTIONS
from bot.games.parchis.usual import usual
from engine import Choose, Pass, Throw
from engine.parchis.board import GOAL, HOME
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.parchis.rulesets import RULESETS
from engine.record import replay
from renderer.fitting import ALT_LIMIT
from tests.bot.show.offer import SAY

ALL = [
    *(
        pytest.param(example, id=f"{key}-{number}")
        for key, examples in EXAMPLES.items()
        for number, example in enumerate(examples, 1)
    ),
    *(pytest.param(example, id=option) for option, example in OF_OPTIONS.items()),
]
YELLOW, BLUE, GREEN = 0, 1, 3


class Turn:
    """An example, played: its moves, its throws, and the positions before and after."""

    def __init__(self, example: ParchisExample) -> None:
        self.game = ParchisGame(read_header(example.header))
        self.start = self.game.read_position(example.position)
        self.moves = list[Move]()
        self.casts = list[int]()
        self.choices = list[int]()
        for played in replay(self.game, example.turn.split(), self.start):
            match played.phase:
                case Throw(seat, table):
                    self.casts.append(table.number(table.read(played.entry)))
                case Choose(seat, moves):
                    self.moves.append(self.game.read_move(played.position, played.entry))
                    self.choices.append(len(moves))
                case Pass(seat):
                    pass
                case phase:
                    pytest.fail(f"{played.entry} in phase {phase}")
            assert seat == YELLOW
            self.end = played.after

    def on(self, place: int, position: Position) -> list[int]:
        """The seats of the pieces on a place."""
        return [
            seat
            for seat, pieces in enumerate(position.board.pieces)
            for piece in pieces
            if piece == place
        ]


def goes_on(turn: Turn) -> bool:
    """Whether yellow throws again."""
    phase = turn.game.phase(turn.end)
    return isinstance(phase, Throw) and phase.seat == YELLOW


CLAIMS: Mapping[str, Callable[[Turn, Mapping[str, Any]], bool]] = {
    "two-out": lambda turn, said: turn.on(said["end"], turn.end) == [YELLOW, YELLOW],
    "out": lambda turn, said: turn.on(said["end"], turn.end) == [YELLOW],
    "capture": lambda turn, said: (
        turn.moves[0].captures == (GREEN,)
        and (turn.moves[0].end, turn.moves[1].start) == (said["end"], said["end"])
        and turn.moves[1].end - turn.moves[1].start == 20
    ),
    "safe": lambda turn, said: turn.on(said["end"], turn.end) == [YELLOW, BLUE],
    "barrier": lambda turn, said: (
        turn.on(said["at"], turn.start) == [BLUE, BLUE]
        and turn.choices == [1]
        and turn.moves[0].start == said["start"]
        and turn.on(20, turn.start) == [YELLOW]
    ),
    "opens": lambda turn, said: (
        turn.on(said["start"], turn.start) == [YELLOW, YELLOW]
        and turn.choices == [1]
        and goes_on(turn)
    ),
    "worth": lambda turn, said: (
        turn.on(HOME, turn.start).count(YELLOW) == 0
        and (turn.moves[0].start, turn.moves[0].end) == (said["start"], said["end"])
        and said["end"] - said["start"] == said["number"]
        and turn.casts == [6]
    ),
    "third": lambda turn, said: (
        turn.on(said["place"], turn.start) == [YELLOW]
        and turn.on(said["place"], turn.end) == []
        and not turn.moves
        and not goes_on(turn)
    ),
    "arrived": lambda turn, said: (
        turn.moves[0].end == GOAL
        and turn.moves[1].end - turn.moves[1].start == 10
        and turn.casts == [said["number"]]
    ),
    "bounce": lambda turn, said: (
        turn.on(said["at"], turn.start) == [BLUE, BLUE]
        and (turn.moves[0].start, turn.moves[0].end) == (said["start"], said["end"])
        and turn.moves[0].back
    ),
    "instruccion": lambda turn, said: (
        turn.moves[0].end == GOAL and turn.on(said["at"], turn.end) == [YELLOW]
    ),
}
"""What each caption claims, by its key."""


@pytest.mark.parametrize("example", ALL)
def test_captions_are_true(example: ParchisExample) -> None:
    """What the caption says is what happens, with the number that it names."""
    key, said = example.caption.key.removeprefix("parchis.example."), dict(example.caption.args)
    turn = Turn(example)
    assert CLAIMS[key](turn, said)
    if key != "worth" and "number" in said:
        assert turn.casts == [said["number"]]


@pytest.mark.parametrize("example", ALL)
def test_alt_texts(example: ParchisExample) -> None:
    """Examples are described within the limit, and have a caption."""
    assert 0 < len(example.alt(SAY)) <= ALT_LIMIT
    assert SAY(example.caption).endswith(".")


@pytest.mark.parametrize("example", ALL)
def test_turns_are_whole(example: ParchisExample) -> None:
    """A turn begins with a throw, and leaves no number to play."""
    turn = Turn(example)
    assert isinstance(turn.game.phase(turn.start), Throw)
    assert isinstance(turn.game.phase(turn.end), Throw)


@pytest.mark.parametrize("example", ALL)
def test_pictures(example: ParchisExample) -> None:
    """An example is drawn as a PNG file."""
    assert example.png(SAY).startswith(b"\x89PNG")


def test_every_claim_is_made() -> None:
    """Every claim tested here is made by a caption."""
    every = [*chain.from_iterable(EXAMPLES.values()), *OF_OPTIONS.values()]
    assert {one.caption.key for one in every} == {f"parchis.example.{claim}" for claim in CLAIMS}


def test_every_ruleset_has_examples() -> None:
    """Every ruleset has its own examples, and no example is there twice."""
    assert EXAMPLES.keys() == RULESETS.keys()
    for key, examples in EXAMPLES.items():
        assert all(read_header(example.header).key == key for example in examples)
        assert all(one.turn != other.turn for one, other in combinations(examples, 2))


@pytest.mark.parametrize("option", OF_OPTIONS)
def test_examples_of_options(option: str) -> None:
    """The example of an option changes that option only."""
    shown, played = read_header(OF_OPTIONS[option].header), usual("parchis-spain", 4)
    changed = {
        name
        for name, other in OPTIONS.items()
        if name != "seats" and getattr(shown, other.field) != getattr(played, other.field)
    }
    assert changed == {option}

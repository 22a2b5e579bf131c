"""Whole games of Parchís in tests: what the boards asked, and whether the record agrees."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bot.acts import registry
from bot.acts.play.move import Move
from engine import Choose, Over, open_game
from engine.record import Record, replay, standing
from engine.verify import verify

SHORT = "start=out end=first"
"""Options of a short game: a piece of each colour begins outside, and one winner is enough."""

MOST_PRESSES = 600
"""No game of the tests needs as many presses."""


@dataclass(frozen=True)
class Asked:
    """A decision: the moves on the buttons of a board, in their order, and the one pressed."""

    moves: tuple[str, ...]
    pressed: str


@dataclass
class Asker:
    """Presses random moves of boards, and notes what they asked."""

    chance: Random
    asked: list[Asked]
    revision: int = 0

    @classmethod
    def seeded(cls, seed: int) -> "Asker":
        """Return one that has pressed nothing yet."""
        return cls(Random(seed), [])

    def is_asked(self, buttons: Iterable[str | None]) -> bool:
        """Tell whether a board with these codes asks for a move at a later revision."""
        return any(move.revision > self.revision for move in moves_of(buttons))

    def choose(self, buttons: Iterable[str | None]) -> str:
        """Return the code of a random move of a board, and note what it asked."""
        moves = moves_of(buttons)
        chosen = self.chance.choice(moves)
        self.revision = chosen.revision
        self.asked.append(Asked(tuple(move.move for move in moves), chosen.move))
        return chosen.code


def moves_of(buttons: Iterable[str | None]) -> list[Move]:
    """Return the moves among the codes of buttons, in their order."""
    written = (code for code in buttons if code is not None and code.startswith("1move."))
    return [intent for intent in map(registry.decode, written) if isinstance(intent, Move)]


def proves(text: str, asked: Sequence[Asked], people: Collection[str]) -> Record:
    """Check that a record is of a whole game, and that people were asked what it says."""
    record = agrees(text, asked, people)
    assert is_whole(record)
    return record


def agrees(text: str, asked: Sequence[Asked], people: Collection[str]) -> Record:
    """Check that people were asked what a record says.

    `asked` are all decisions of `people` in their order, each with all legal moves. Moves that play
    themselves are not asked.
    """
    record = Record.read(text)
    assert [*decisions(record, people)] == [*asked]
    return record


def is_whole(record: Record) -> bool:
    """Tell whether the game of a record is over, and its throws follow from its seed."""
    game = open_game(record.header)
    *_, last = replay(game, record.entries)
    return isinstance(game.phase(last.after), Over) and verify(record).agrees


def decisions(record: Record, people: Collection[str]) -> Iterator[Asked]:
    """Yield what a record says that `people` decided."""
    game, holders = open_game(record.header), list(record.tags.players)
    successors, moves = list(record.tags.successors), 0
    for played in standing(game, record.entries):
        while successors and successors[0].moves <= moves:
            successor = successors.pop(0)
            holders[successor.seat] = successor.player
        if not isinstance(phase := played.phase, Choose):
            continue
        moves += 1
        if holders[phase.seat] in people and not game.plays_itself(played.position):
            yield Asked(tuple(map(game.write_move, phase.moves)), played.entry)

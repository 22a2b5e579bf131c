"""A guided game as data: what is thrown and played in it, and what is said about each turn."""

from dataclasses import dataclass

from bot.table.intents import Options
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Wrong:
    """A legal move that a turn is not about: the move, and what it would do."""

    move: str
    told: Text


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the learner: the cast that is made for it, and the move that it is about.

    Cast and moves are written as a record has them. `title` is its subject, `told` says where
    things stand and what to do. `others` are all other legal moves. `reply` are the opponent's
    entries after the move; none where the game is over.
    """

    cast: str
    move: str
    title: Text
    told: Text
    others: tuple[Wrong, ...] = ()
    reply: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole game of the first seat, step by step, against a computer that plays along.

    `names` are what the seats are called. `opening` are the entries before the first turn. `end`
    and `farewell` are the title and the words of what is shown after the last one. `level` and
    `options` are those of the real game that is offered then.
    """

    header: str
    names: tuple[Text, ...]
    opening: tuple[str, ...]
    turns: tuple[Turn, ...]
    end: Text
    farewell: Text
    level: str
    options: Options

    def has(self, step: int, move: str = "") -> bool:
        """Whether there is such a step, and (unless empty) `move` is a wrong one there.

        The step after the last turn shows how the game ended.
        """
        if step == len(self.turns):
            return not move
        return 0 <= step < len(self.turns) and (
            not move or move in {wrong.move for wrong in self.turns[step].others}
        )

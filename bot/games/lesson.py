"""The tutorial as data: its throws and moves, and a text for each turn."""

from dataclasses import dataclass

from bot.table.intents import Options
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Wrong:
    """A legal move other than the one the turn teaches, with a text about what it would do."""

    move: str
    text: Text


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the learner: its throw and the move that it teaches.

    `cast` and the moves are in the notation of records. `title` is the subject of the turn, and
    `text` describes the situation and what to do. `others` are all other legal moves. `reply` has
    the opponent's entries after the move; it is empty if the game is over.
    """

    cast: str
    move: str
    title: Text
    text: Text
    others: tuple[Wrong, ...] = ()
    reply: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole game of the first seat, step by step, against a scripted opponent.

    `names` are the names of the seats. `opening` has the entries before the first turn. `end` and
    `farewell` are the title and text of the last step, after the last turn. `level` and `options`
    are those of the practice game offered there.
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
        """Tell whether the step exists and `move`, if not empty, is one of its wrong moves.

        The step after the last turn shows how the game ended.
        """
        if step == len(self.turns):
            return not move
        return 0 <= step < len(self.turns) and (
            not move or move in {wrong.move for wrong in self.turns[step].others}
        )

"""The tutorial as data: its throws and moves, and a text for each turn."""

from dataclasses import dataclass

from bot.table.options import Options
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Wrong:
    """A legal move other than the one the turn teaches, with a text about what it would do."""

    move: str
    text: Text


@dataclass(frozen=True, slots=True)
class Turn:
    """One number of the learner: its throw and the move that it teaches.

    `cast` and the moves are in the notation of records. `cast` is empty if the number isn't thrown,
    as for a bonus. `title` is the subject of the turn, and `text` describes the situation and what
    to do. `others` are all other legal moves. `reply` has the opponent's entries after the move; it
    is empty if the learner goes on, if another position follows, or if the game is over. `position`
    is the one before the throw, in the game's notation, if the turn doesn't continue the game from
    the turn before.
    """

    cast: str
    move: str
    title: Text
    text: Text
    others: tuple[Wrong, ...] = ()
    reply: tuple[str, ...] = ()
    position: str = ""

    @property
    def throw(self) -> tuple[str, ...]:
        """The entries of the throw: one, or none if the number isn't thrown."""
        return (self.cast,) if self.cast else ()


def turn(
    lesson: str,
    subject: str,
    cast: str,
    move: str,
    reply: str = "",
    others: tuple[str, ...] = (),
    position: str = "",
) -> Turn:
    """Return a turn; `lesson` and `subject` begin the keys of its texts.

    These are `<lesson>.<subject>.title`, `.told` and, for all `others`, `.other`.
    """
    title, told, other = (Text(f"{lesson}.{subject}.{text}") for text in ("title", "told", "other"))
    wrong = tuple(Wrong(move, other) for move in others)
    return Turn(cast, move, title, told, wrong, tuple(reply.split()), position)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game of the first seat, step by step, against a scripted opponent.

    `names` are the names of the seats. `opening` has the entries before the first turn. `end` and
    `farewell` are the title and text of the last step, after the last turn. `level` and `options`
    are those of the practice game offered there; the tutorial is called by its ruleset.
    """

    header: str
    names: tuple[Text, ...]
    opening: tuple[str, ...]
    turns: tuple[Turn, ...]
    end: Text
    farewell: Text
    level: str
    options: Options

    def scene(self, step: int) -> int:
        """Return the turn, counted from 0, from whose position the game goes on up to `step`."""
        begun = (at for at, turn in enumerate(self.turns[: step + 1]) if turn.position)
        return max(begun, default=0)

    def has(self, step: int, move: str = "") -> bool:
        """Tell whether the step exists and `move`, if not empty, is one of its wrong moves.

        The step after the last turn shows how the game ended.
        """
        if step == len(self.turns):
            return not move
        return 0 <= step < len(self.turns) and (
            not move or move in {wrong.move for wrong in self.turns[step].others}
        )

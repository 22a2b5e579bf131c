"""The view of a game's chances that charts and descriptions are made from: plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chart:
    """How probably each side won, at every step of a game.

    `sides` are the sides' names. `odds` has an entry for each step, from step 0: a probability for
    each side, which add up to 1. `moments` are steps to mark with the numbers 1, 2, 3, in that
    order, and `here` is a step to mark with a line, None for no line.
    """

    sides: tuple[str, ...]
    odds: tuple[tuple[float, ...], ...]
    moments: tuple[int, ...] = ()
    here: int | None = None

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.odds) - 1

    @property
    def shown(self) -> int:
        """The step whose chances are written beside the names: `here`, or else the last one."""
        return self.last if self.here is None else self.here

    @property
    def duel(self) -> bool:
        """Whether there are two sides, so that one's chances are the reverse of the other's."""
        return len(self.sides) == 2

"""The running score of two players who play again and again."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tally:
    """What the player of each seat has won before a game, since the two began to play again.

    Draws, and games without a result, count for nobody. In a match, these are matches. `first` is
    the seat of the player who had the first one in the first game, and is named first in all of
    them.
    """

    wins: tuple[int, ...] = (0, 0)
    first: int = 0

    @property
    def swapped(self) -> "Tally":
        """The tally of the players after they have changed seats."""
        return Tally(self.wins[::-1], 1 - self.first)

    @property
    def order(self) -> tuple[int, int]:
        """The seats in the order in which their players are named."""
        return self.first, 1 - self.first

    def won_by(self, seat: int) -> "Tally":
        """Return the tally after the player of `seat` has won."""
        wins = tuple(count + (number == seat) for number, count in enumerate(self.wins))
        return replace(self, wins=wins)

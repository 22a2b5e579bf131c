"""How a browser looks at a table: in which shape and theme, and for whom."""

from dataclasses import dataclass

from bot.table.settings import Colours


@dataclass(frozen=True, slots=True)
class View:
    """A shape of the board, a theme, and the seats that are played on the page.

    `seat` is the one from which the board is seen, None for a watcher. A page can have several
    `hands`, when people play on one screen. `lost` is a seat that its people had until it was given
    to another browser, and can take back. `rows` is None for a game without shapes.
    """

    rows: int | None
    theme: Colours
    hands: tuple[int, ...] = ()
    lost: int | None = None

    @property
    def seat(self) -> int | None:
        """The seat from which the board is seen."""
        return next(iter(self.hands), None)

"""What newcomers look for, and how they find it by pressing alone, the same on every platform."""

from typing import Final, NamedTuple


class Goal(NamedTuple):
    """A game that somebody looks for: the buttons that lead to it, and how its header begins."""

    presses: tuple[str, ...]
    header: str


GOALS: Final = {
    "computer": Goal(("Play the computer",), "puluc "),
    "short": Goal(
        ("Choose a game", "Puluc, short", "Play the computer"), "puluc road=9 warriors=3 "
    ),
    "six": Goal(
        ("Team game", "Aj sayil, the ant", "For 6 players"), "aj-sayil road=19 warriors=2 "
    ),
    "spain": Goal(("Parchís", "Spanish Parchís", "For 4 players"), "parchis-spain seats=4"),
}
"""Starting with the introduction, the last press posts the game."""

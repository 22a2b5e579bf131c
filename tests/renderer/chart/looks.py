"""The looks of charts of all families in all themes."""

from renderer.chart.look import Look
from renderer.parchis.chances import look as of_parchis
from renderer.parchis.view import Arm
from renderer.road.chances import look as of_road
from renderer.theme import MAIZE, THEMES, Theme

ARMS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
NAMES = ("Ana", "Benito", "Bartholomew Diaz", "Нико")
PAIRS = ("Ana and Bartholomew", "Benito and Нико")


def road(theme: Theme = MAIZE) -> Look:
    """Return the look of a road game."""
    return of_road(theme)


def parchis(sides: int = 4, theme: Theme = MAIZE) -> Look:
    """Return the look of a game of Parchís for so many players."""
    return of_parchis(theme, tuple((Arm(arm),) for arm in ARMS[sides]))


def pairs(theme: Theme = MAIZE) -> Look:
    """Return the look of a game of Parchís in pairs."""
    return of_parchis(theme, ((Arm.YELLOW, Arm.RED), (Arm.BLUE, Arm.GREEN)))


LOOKS = {
    f"{family}-{theme.name}": look
    for theme in THEMES.values()
    for family, look in (
        ("road", road(theme)),
        *((f"parchis-{sides}", parchis(sides, theme)) for sides in ARMS),
        ("pairs", pairs(theme)),
    )
}
"""Every look by the names of its family and theme."""

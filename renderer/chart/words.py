"""Texts that pictures and descriptions share: chances, in percent."""

from engine.text import Percent, Text

TINY = 1e-9
"""How far a sum of probabilities may be from a whole number."""


def percent(share: float) -> Text:
    """Return a probability in percent; only what is certain is 0 % or 100 %."""
    if share < TINY or share > 1 - TINY:
        return Text("chart.percent", share=Percent(100 * round(share)))
    return Text("chart.percent", share=Percent(min(99, max(1, round(100 * share)))))

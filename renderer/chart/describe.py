"""Descriptions of charts and bars in words."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.text import Name, Say, Text
from renderer.chart.view import Chart
from renderer.chart.words import percent
from renderer.fitting import fitting

ALT_LIMIT: Final = 1000
"""The maximum length of an alt text in characters."""

NAMES: Final = (40, 20, 10)
"""The maximum lengths of a name in characters; a smaller one if the text is too long."""


def alt(chart: Chart, say: Say) -> str:
    """Return a description of `chart` in at most ALT_LIMIT characters.

    It tells the chances at the first and the last step, when each side's were highest and lowest,
    and where the marked steps are. If it is too long, names are shortened.
    """
    return _fitting(chart.sides, lambda names: _sentences(chart, names), say)


def alt_odds(sides: Sequence[str], odds: Sequence[float], say: Say) -> str:
    """Return a description of a bar in at most ALT_LIMIT characters."""
    return _fitting(sides, lambda names: iter([_chances(names, odds)]), say)


def _fitting(
    sides: Sequence[str], told: Callable[[Sequence[Name]], Iterator[Text]], say: Say
) -> str:
    """Return sentences about sides, whose names are shortened if the text is too long."""
    shortened = ([_short(name, limit) for name in sides] for limit in NAMES)
    return fitting((" ".join(map(say, told(names))) for names in shortened), ALT_LIMIT)


def _short(name: str, limit: int) -> Name:
    line = " ".join(name.split())
    return Name(line if len(line) <= limit else line[: limit - 1].rstrip() + "…")


def _sentences(chart: Chart, names: Sequence[Name]) -> Iterator[Text]:
    if not chart.last:
        yield _chances(names, chart.odds[0])
        return
    yield Text("chart.alt.steps", last=str(chart.last))
    yield _at(chart, names, 0)
    for side in range(1 if chart.duel else len(names)):
        yield _extremes(chart, names, side)
    if chart.moments:
        places = enumerate(map(str, chart.moments), start=1)
        marked = [Text("chart.alt.moment", number=str(n), step=step) for n, step in places]
        yield Text("chart.alt.moments", moments=tuple(marked))
    if chart.here not in (None, 0, chart.last):
        yield _at(chart, names, chart.shown)
    yield _at(chart, names, chart.last)


def _chances(names: Sequence[Name], odds: Sequence[float]) -> Text:
    return Text("chart.alt.chances", odds=_shares(names, odds))


def _at(chart: Chart, names: Sequence[Name], step: int) -> Text:
    return Text("chart.alt.step", step=str(step), odds=_shares(names, chart.odds[step]))


def _shares(names: Sequence[Name], odds: Sequence[float]) -> tuple[Text, ...]:
    return tuple(
        Text("chart.alt.share", who=name, chance=percent(share))
        for name, share in zip(names, odds, strict=True)
    )


def _extremes(chart: Chart, names: Sequence[Name], side: int) -> Text:
    """Return when the chance of a side was highest and lowest; of several times, the first."""
    shares = [odds[side] for odds in chart.odds]
    high, low = max(shares), min(shares)
    return Text(
        "chart.alt.extremes",
        who=names[side],
        high=percent(high),
        highest=str(shares.index(high)),
        low=percent(low),
        lowest=str(shares.index(low)),
    )

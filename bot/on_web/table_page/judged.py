"""What a page is told of the review of a finished game.

    judged: {"curve": [[step, chance, ...]], "turning": [step, before, after], "turned": text,
             "chances": [text], "sides": [{"name": text, "accuracy": text, "luck": text}],
             "lines": [text],
             "worst": [{"step": 12, "seat": 0, "played": choice, "better": choice, "lost": text}]}
    choice: {"move": move, "label": text}

The chances of the sides at each step of the game add up to 1; `chances` tell them in words. At the
`turning` point they changed most; `before` and `after` are those of the first side, and `turned`
says what happened then. It is None if nothing changed. A `move` is written as in the moves of a
step (`steps`).

Everything here may run in any process.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.catalogue import Games
from bot.games.page import Json
from bot.show.headline import party_names
from bot.show.presenter import Entries
from bot.show.replay import moments
from bot.show.review_text import WORST, Reviewed, percent, points, signed
from bot.show.reviews import tell_chances
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from engine.review import Odds, Total
from engine.text import Say, Text

DIGITS: Final = 3
"""Chances are told with so many digits: a chart shows no more."""


def judged(reviewed: Reviewed, language: str, games: Games, table: Table, entries: Entries) -> Json:
    """Return a review of a table's game in a language; `entries` is its record."""
    say, review = catalogue(games.texts).voice(language), reviewed.review
    turn = turning(review.curve)
    told = () if turn is None else games.scene(moments(games, table, entries)[turn], say).narration
    curve = [[step, *(round(p, DIGITS) for p in odds)] for step, odds in enumerate(review.curve)]
    names = party_names(games, table)
    return {
        "curve": curve,
        "turning": None if turn is None else [turn, curve[turn - 1][1], curve[turn][1]],
        "chances": tell_chances(games, table, reviewed, language),
        "turned": " ".join(map(say, told)),
        "sides": [_side(*each, say) for each in zip(names, review.totals, strict=True)],
        "lines": [*map(say, reviewed.lines[len(names) :])],
        "worst": [*_worst(games, reviewed, say)],
    }


def turning(curve: Sequence[Odds]) -> int | None:
    """Return the step before the last at which the chances changed most, None if none did."""
    changes = {step: _change(curve[step - 1], curve[step]) for step in range(1, len(curve) - 1)}
    step = max(changes, key=lambda each: changes[each], default=None)
    return step if step is not None and changes[step] >= 10**-DIGITS else None


def _change(before: Odds, after: Odds) -> float:
    return sum(abs(one - other) for one, other in zip(before, after, strict=True))


def _side(name: Text, total: Total, say: Say) -> Json:
    """Return how well a side played, and how lucky it was."""
    accuracy = total.accuracy
    played = (
        Text("review.accuracy-none")
        if accuracy is None
        else Text("review.accuracy", share=percent(accuracy))
    )
    luck = Text("table-page.luck", luck=signed(total.gained))
    return {"name": say(name), "accuracy": say(played), "luck": say(luck)}


def _worst(games: Games, reviewed: Reviewed, say: Say) -> Iterator[Json]:
    """Yield the worst moves, the worst first."""
    for made, mistake in zip(reviewed.review.worst(WORST), reviewed.mistakes, strict=True):
        scene = games.scene(mistake.before, say)
        labels = {each.move: say(each.text) for each in (*scene.choices, *scene.moves)}
        yield {
            "step": made.step,
            "seat": made.seat,
            "played": {"move": made.played, "label": labels[made.played]},
            "better": {"move": made.best, "label": labels[made.best]},
            "lost": say(Text("table-page.lost", count=points(made.loss))),
        }

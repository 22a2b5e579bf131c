"""What a page is told of the review of a finished game.

    judged: {"curve": [[step, chance, ...]], "turning": {"step": 12, "text": text},
             "chances": [text], "sides": [{"name": text, "played": text}], "lines": [text],
             "worst": [{"step": 12, "seat": 0, "played": choice, "better": choice, "lost": text,
                        "good": [move]}]}
    choice: {"move": move, "label": text}

The chances of the sides at each step of the game add up to 1; `chances` tell them in words. At the
`turning` point they changed most; its text says what happened then, and how they changed for the
side of the viewer, or else for the first one. It is None if nothing changed. `good` are the moves
that are as good as the better one. A `move` is written as in the moves of a step (`steps`).

Everything here may run in any process.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.catalogue import Games
from bot.games.page import Json
from bot.on_web.table_page.telling import telling
from bot.show.headline import party_names
from bot.show.presenter import Entries
from bot.show.replay import moments
from bot.show.review_text import WORST, Reviewed, luck_of, percent, points
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from engine.review import Odds, Total
from engine.text import Say, Text

DIGITS: Final = 3
"""Chances are told with so many digits: a chart shows no more."""


def judged(
    reviewed: Reviewed,
    language: str,
    hands: Sequence[int],
    games: Games,
    table: Table,
    entries: Entries,
) -> Json:
    """Return a review of a table's game, for who has played `hands`; `entries` is its record."""
    tell, say = telling(games, table, hands, language), catalogue(games.texts).voice(language)
    review, game, names = reviewed.review, games.game(table.header), party_names(games, table)
    turn, mine = turning(review.curve), game.side(hands[0]) if hands else None
    curve = [[step, *(round(p, DIGITS) for p in odds)] for step, odds in enumerate(review.curve)]
    turned = list[str]()
    if turn is not None:
        turned += map(tell, games.scene(moments(games, table, entries)[turn], tell).narration)
        turned.append(tell(_change_of(mine or 0, names, *review.curve[turn - 1 : turn + 1])))
    you = mine if game.seats == game.sides else None
    shown = [Text("table-page.you") if side == you else name for side, name in enumerate(names)]
    return {
        "curve": curve,
        "turning": None if turn is None else {"step": turn, "text": " ".join(turned)},
        "chances": [_chances(shown, odds, tell) for odds in review.curve],
        "sides": [_side(*each, tell) for each in zip(shown, review.totals, strict=True)],
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


def _change_of(side: int, names: Sequence[Text], before: Odds, after: Odds) -> Text:
    """Return how the chances of a side changed, in words."""
    shares = {"before": percent(before[side]), "after": percent(after[side])}
    return Text("table-page.chances", name=names[side], **shares)


def _chances(names: Sequence[Text], odds: Odds, say: Say) -> str:
    """Return the chances of the sides in words."""
    told = zip(names, map(percent, odds), strict=True)
    return " · ".join(
        say(Text("table-page.chance", name=name, share=share)) for name, share in told
    )


def _side(name: Text, total: Total, say: Say) -> Json:
    """Return how well a side played, and how lucky it was."""
    share = total.accuracy
    accuracy = (
        Text("review.accuracy-none")
        if share is None
        else Text("review.accuracy", share=percent(share))
    )
    played = Text("table-page.played", accuracy=accuracy, luck=luck_of(total))
    return {"name": say(name), "played": say(played)}


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
            "good": made.good,
            "lost": say(Text("table-page.lost", count=points(made.loss))),
        }

"""Reviews of finished games in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.games.catalogue import Games
from bot.show.headline import party_names
from bot.table.naming import as_text, named
from bot.table.table import Table
from bot.texts.catalogue import catalogue
from engine.review import Decision, Luck, Review, Total
from engine.text import Percent, Text

WORST: Final = 3
"""How many of the worst moves a review shows."""

MINUS: Final = "\N{MINUS SIGN}"


class Mistake(NamedTuple):
    """One of the worst moves: what was played at a step of the replay, and what was better.

    `before` is the table before the move, and `better` is in the game's notation. `text` says what
    was played, what would have been better, and what that was worth.
    """

    step: int
    before: Table
    better: str
    text: Text


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review with its words: lines about the whole game, and the worst moves."""

    review: Review
    lines: tuple[Text, ...]
    mistakes: tuple[Mistake, ...]


def told(games: Games, table: Table, moments: Sequence[Table], review: Review) -> Reviewed:
    """Put a review of a table's game into words; `moments` is the table at each step."""
    mistakes = tuple(_mistake(games, moments[each.step], each) for each in review.worst(WORST))
    return Reviewed(review, tuple(_lines(games, table, moments, review)), mistakes)


def percent(share: float) -> Percent:
    """Return a probability in whole percent."""
    return Percent(round(100 * share))


def points(share: float) -> int:
    """Return a difference of probabilities in whole percentage points."""
    return round(100 * share)


def judged_by(source: str) -> Text:
    """Return what a judge's figures are based on."""
    return Text(f"advice.source.{source}")


def _lines(games: Games, table: Table, moments: Sequence[Table], review: Review) -> Iterator[Text]:
    for name, total in zip(party_names(games, table), review.totals, strict=True):
        yield _total(name, total)
    for sign in (1, -1):
        luck = review.luckiest(sign)
        if luck is not None and points(luck.gain):
            yield _throw(games, moments, luck)
    if not review.worst(1):
        yield Text("review.flawless")
    yield Text("review.points")
    yield judged_by(review.source)


def _total(name: Text, total: Total) -> Text:
    """Return how well a side played, and how lucky it was."""
    accuracy = total.accuracy
    return Text(
        "review.side",
        name=name,
        accuracy=Text("review.accuracy-none")
        if accuracy is None
        else Text("review.accuracy", share=percent(accuracy)),
        count=total.decisions,
        points=points(total.lost),
        luck=luck_of(total),
    )


def luck_of(total: Total) -> Text:
    """Return how lucky a side was."""
    return Text("review.luck", luck=signed(total.gained), count=abs(points(total.gained)))


def _mistake(games: Games, before: Table, made: Decision) -> Mistake:
    scene = games.scene(before, catalogue(games.texts).voice())
    labels = {each.move: each.text for each in scene.moves}
    text = Text(
        "review.mistake",
        step=made.step,
        name=_player(games, before, made.seat),
        played=labels[made.played],
        better=labels[made.best],
        chance=percent(made.value),
        highest=percent(made.highest),
    )
    return Mistake(made.step, before, made.best, text)


def _throw(games: Games, moments: Sequence[Table], luck: Luck) -> Text:
    """Return the luckiest or the unluckiest throw."""
    after = moments[min(luck.step, len(moments) - 1)]
    return Text(
        "review.lucky" if luck.gain > 0 else "review.unlucky",
        step=luck.step,
        name=_player(games, after, luck.seat),
        number=tuple(luck.numbers),
        luck=signed(luck.gain),
        count=abs(points(luck.gain)),
    )


def _player(games: Games, then: Table, seat: int) -> Text:
    """Return what the player in a seat was called at the time of a table."""
    game = games.game(then.header)
    if game.sides == game.seats:
        return party_names(games, then)[game.side(seat)]
    return as_text(named(then, seat))


def signed(share: float) -> str:
    """Return a difference in percentage points with its sign, such as +8."""
    gained = points(share)
    return f"{gained:+d}".replace("-", MINUS) if gained else "0"

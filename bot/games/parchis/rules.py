"""The rules of a game of Parchís in a few labelled sections, assembled from its options."""

from collections.abc import Iterator
from typing import Final

from bot.games import explaining
from bot.games.explaining import source
from bot.games.family import Rules
from bot.games.parchis.names import COLOURS, TEAMS
from bot.games.parchis.usual import usual
from bot.table.table import SMALLEST_GAME
from engine.parchis.board import Arm
from engine.parchis.header import OPTIONS
from engine.parchis.moves import ARRIVED, CAPTURED, again_after
from engine.parchis.ruleset import End, Goal, Obstacle, Ruleset
from engine.text import Text
from renderer.parchis.view import Arm as Colour

_SEATED: Final = ("seats", "colours")

_RULES: Final = tuple(option for name, option in OPTIONS.items() if name not in _SEATED)
"""The options that change rules, not who plays."""

_PLAIN_SIX: Final = 6
"""What a 6 counts if it has no special value."""


def played(ruleset: Ruleset) -> tuple[Text, ...]:
    """Describe the game of a challenge: its ruleset, its changed options, and its line if true.

    Of three or four players, the others might play on after the first, so it says if they don't.
    """
    title = Text(f"ruleset.{ruleset.key}.title")
    what = Text("parchis.offer.what", ruleset=title, count=ruleset.seats)
    stops = ruleset.seats > SMALLEST_GAME and ruleset.end is End.FIRST
    end = (Text("parchis.offer.first"),) if stops else ()
    if changed := changes(ruleset):
        return (Text("offer.but", what=what, changes=changed), *end)
    return (what, *end, Text(f"ruleset.{ruleset.key}.line"))


def changes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return texts for rules that differ from those that people play unless they ask otherwise."""
    known = usual(ruleset.key, ruleset.seats)
    changed = explaining.changes(ruleset, known, _RULES, "parchis.option.")
    if ruleset.colours == known.colours:
        return changed
    one, other = (COLOURS[Colour(arm.colour)] for arm in ruleset.arms)
    return (*changed, Text("parchis.option.colours", one=one, other=other))


def rules(ruleset: Ruleset) -> Rules:
    """Return the rules of a game; the examples apply only if no rule is changed."""
    texts = {
        "aim": (Text(f"parchis.rules.end.{_end(ruleset)}"),),
        "board": _board(ruleset),
        "turn": (Text("parchis.rules.turn"),),
        "out": _out(ruleset),
        "six": _six(ruleset),
        "capture": _capture(ruleset),
        "barriers": _barriers(ruleset),
        "goal": _goal(ruleset),
        "special": _special(ruleset),
        "source": source(ruleset.key, changes(ruleset)),
    }
    return Rules.of(ruleset.key, texts, None if changes(ruleset) else ())


def _end(ruleset: Ruleset) -> End:
    """Return what ends the game: of two players, the first to finish decides it anyway."""
    return End.FIRST if ruleset.seats == SMALLEST_GAME else ruleset.end


def _board(ruleset: Ruleset) -> Iterator[Text]:
    """Yield the board, the colours, and who begins."""
    yield Text("parchis.rules.board", number=ruleset.pieces)
    yield Text(f"parchis.rules.seats.{ruleset.seats}", players=tuple(map(_player, ruleset.arms)))
    first = TEAMS[Colour(ruleset.arms[ruleset.yellow].colour)]
    yield Text(f"parchis.rules.opening.{ruleset.opening}", side=first)


def _player(arm: Arm) -> Text:
    """Return a colour with its start and its entry."""
    colour = COLOURS[Colour(arm.colour)]
    return Text("parchis.rules.player", side=colour, start=arm.start, entry=arm.entry)


def _out(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how pieces come out."""
    yield Text(f"parchis.rules.start.{ruleset.start}")
    if ruleset.first_two:
        yield Text("parchis.rules.first-two")
    yield Text(f"parchis.rules.own-start.{ruleset.own_start}")
    yield Text(f"parchis.rules.evict.{ruleset.evict}")
    yield Text(f"parchis.rules.blocked.{ruleset.own_start}")


def _six(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what a 6 means."""
    yield Text("parchis.rules.six")
    if ruleset.six != _PLAIN_SIX:
        yield Text("parchis.rules.six.worth", number=ruleset.six)
    yield Text("parchis.rules.six.third")


def _capture(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how pieces are captured, and where not."""
    yield Text("parchis.rules.safe")
    yield Text("parchis.rules.capture")
    yield Text(f"parchis.rules.capture.{_throws(ruleset, CAPTURED)}")


def _barriers(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what hinders pieces."""
    yield Text("parchis.rules.mixed.yes" if ruleset.mixed else "parchis.rules.mixed.no")
    if ruleset.barrier is Obstacle.BOUNCE:
        yield Text("parchis.rules.barrier.bounce")
    if ruleset.jump:
        yield Text("parchis.rules.jump")
    yield Text("parchis.rules.six.opens")


def _throws(ruleset: Ruleset, bonus: int) -> str:
    """Return how often the seat has thrown after a bonus, as a part of keys."""
    return "again" if bonus in again_after(ruleset) else "once"


def _goal(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how pieces arrive."""
    yield Text(f"parchis.rules.goal.{ruleset.goal}")
    yield Text(f"parchis.rules.arrived.{_throws(ruleset, ARRIVED)}")
    if ruleset.last_safe:
        yield Text("parchis.rules.last-safe")


def _special(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what the other sections leave open."""
    if ruleset.barrier is Obstacle.BOUNCE or ruleset.goal is Goal.BOUNCE:
        yield Text("parchis.rules.back")
    if ruleset.instruccion:
        yield Text("parchis.rules.instruccion")

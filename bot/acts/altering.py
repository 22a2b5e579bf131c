"""What the host of a challenge or practice game can change with buttons, and the choices."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bot.acts.codec import fits
from bot.acts.named import act
from bot.acts.options import RULESET, SEATS, altered
from bot.acts.paces import PACES, pace_label
from bot.commands.command import LEVEL
from bot.games.catalogue import Games, title
from bot.games.option import Option
from bot.table.button import Button
from bot.table.request import Refusal
from bot.table.table import Table
from bot.table.terms import NONE
from engine.text import Text

MATCHES: Final = (2, 3, 5)
"""The numbers of wins that have a button."""

MOST_CHOICES: Final = 20
"""The maximum number of choices of an option that have a button."""

_PACE, _HINTS, _UNDO, _MATCH, _SERIES = "pace", "hints", "undo", "match", "series"

_LABELS: Final[Mapping[str, Text]] = {
    RULESET: Text("options.ruleset"),
    SEATS: Text("options.seats"),
    _PACE: Text("options.pace"),
    _HINTS: Text("options.hints"),
    _UNDO: Text("options.undo"),
    _MATCH: Text("options.match"),
    _SERIES: Text("options.series"),
}
"""The labels of topics; other options have the name that people type."""


def topics(games: Games, table: Table) -> Iterator[Button]:
    """Yield a button for everything that has another choice."""
    for topic in (RULESET, *_options(games, table), _PACE, _HINTS, _UNDO, _MATCH, _SERIES):
        choosing = act("options", table.id, topic)
        if fits(choosing) and any(True for _ in choices(games, table, topic)):
            yield Button(_label(games, table, topic), choosing)


def other_levels(games: Games, table: Table) -> Iterator[Button]:
    """Yield a button for each other level of the computer, against which `table` is practice."""
    return choices(games, table, LEVEL)


def question(games: Games, table: Table, topic: str) -> Text:
    """Return the question that the choices of a topic answer."""
    return Text("options.choose", option=_label(games, table, topic))


def choices(games: Games, table: Table, topic: str) -> Iterator[Button]:
    """Yield a button for each choice of a topic with which the game can be played.

    A topic that the game doesn't have, as on a forged button, has none.
    """
    for value, label in _values(games, table, topic):
        changes = ((topic, value),)
        try:
            changed = altered(games, table, changes)
        except Refusal:
            continue
        if topic == RULESET and len(changed.seats) != len(table.seats):
            continue  # a lobby would become a challenge for two
        alter = act("change", table.id, changes)
        if changed != table and fits(alter):
            yield Button(label, alter)


def _values(games: Games, table: Table, topic: str) -> Iterable[tuple[str, Text]]:
    """Return the values of a topic and their labels."""
    single = (NONE, Text("options.single"))
    option = _options(games, table).get(topic)
    match topic:
        case "ruleset":
            return ((key, title(key)) for key in games.rulesets)
        case "level":
            of_game = games.levels_of(table.header)
            return ((level, Text(f"button.level.{level}")) for level in of_game)
        case "pace":
            paces = ((str(pace), pace_label(pace)) for pace in PACES if pace is not None)
            return ((NONE, pace_label(None)), *paces)
        case "hints":
            return ((value, Text(f"options.hints.{value}")) for value in ("yes", "no"))
        case "undo":
            return ((value, Text(f"options.undo.{value}")) for value in ("yes", "no"))
        case "match":
            return (single, *((str(wins), Text("options.wins", count=wins)) for wins in MATCHES))
        case "series":
            named = [name for family in games.families for name in family.series]
            return (single, *((name, _typed(_SERIES, name)) for name in named))
        case "seats" if option is not None and option.numbers is not None:
            return ((str(n), Text("options.count", count=n)) for n in option.numbers)
        case _ if option is not None:
            return ((value, _typed(option.name, value)) for value in _spelt(option))
    return ()


def _spelt(option: Option) -> tuple[str, ...]:
    """Return the values of an option that have a button."""
    numbers = option.usual or tuple(option.numbers or ())
    return (option.choices or tuple(map(str, numbers)))[:MOST_CHOICES]


def _options(games: Games, table: Table) -> Mapping[str, Option]:
    return games.of(table.header).options


def _label(games: Games, table: Table, topic: str) -> Text:
    option = _options(games, table).get(topic)
    usual = _LABELS.get(topic)
    return usual or Text("options.name", option=topic if option is None else option.name)


def _typed(option: str, value: str) -> Text:
    """Return an option as people type it, such as `road=9`."""
    return Text("options.typed", option=option, value=value)

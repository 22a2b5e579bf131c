"""What the host of a challenge or practice game can change with buttons, and the choices.

Each topic has a page with its choices in words, of which the present one is marked, and a way back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from bot.acts.codec import fits
from bot.acts.named import act, button
from bot.acts.options import RULESET, SEATS, altered, is_already
from bot.acts.paces import PACES, pace_label
from bot.commands.command import CALLS, HINTS, LEVEL, THREAD, UNDO
from bot.games.catalogue import Games, title
from bot.games.option import Option
from bot.games.shelf import FIRST, Entry, first_page
from bot.games.size import SIZE, Size
from bot.table.button import Button
from bot.table.durations import pace_text
from bot.table.request import Refusal, Reply
from bot.table.table import Table
from bot.table.terms import NONE, SEPARATOR, between_people
from engine.header import key_of, read_words
from engine.text import Text

MATCHES: Final = (2, 3, 4)
"""The numbers of wins that have a button."""

MOST_CHOICES: Final = 20
"""The maximum number of choices of an option that have a button; of more numbers, usual ones do."""

RULES: Final = "rules"
"""The topic with the rules that can be changed one by one."""

_PRESENT: Final = "options.present"
"""The text that marks the present choice."""

_SHELF: Final = "shelf-"
"""How the topics begin that have the games of a shelf."""

_PACE, _MATCH, _SERIES = "pace", "match", "series"

_ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    each.name: each.choices for each in (HINTS, UNDO, CALLS, THREAD)
}
"""The terms with a few values, and these values, each of which has a text."""

_FIRST: Final = (SIZE, RULESET, SEATS, _PACE, _MATCH, RULES, *_ANSWERS)
"""The topics on the first page."""


_Values: TypeAlias = Iterable[tuple[Text, tuple[tuple[str, str], ...]]]
"""Choices in words, with what they change."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in words, and what it changes. The `present` one changes nothing."""

    label: Text
    changes: tuple[tuple[str, str], ...]
    present: bool = False


def first_topics(games: Games, table: Table, *, threads: bool) -> Reply:
    """Return the page with everything that has another choice.

    `threads`: games can have threads of their own here.
    """
    back = button("options.game", "board", table.id)
    listed = (topic for topic in _FIRST if threads or topic != THREAD.name)
    return Reply((Text("options.which"),), choices=(*_topics(games, table, listed), back))


def page(games: Games, table: Table, topic: str) -> Reply:
    """Return the page of a topic. Raises Refusal if it has no other choice.

    A topic that the game doesn't have, as on a forged button, has none.
    """
    back = button("options.back", "options", table.id, _above(games, table, topic))
    if topic == RULES:
        offers = tuple(_topics(games, table, _rules(games, table)))
        question, sheet = Text("options.which"), ""
    else:
        offers = tuple(_offers(games, table, topic))
        question, sheet = Text("options.choose", option=_label(topic)), _sheet(topic)
    if all(offer.text.key == _PRESENT for offer in offers):
        raise Refusal(Text("options.nothing"))
    return Reply((question,), choices=(*offers, back), sheet=sheet)


def other_levels(games: Games, table: Table) -> Iterator[Button]:
    """Yield a button for each other level of the computer, against which `table` is practice."""
    for choice in _choices(games, table, LEVEL):
        if not choice.present:
            yield button(choice.label, "change", table.id, choice.changes)


def _topics(games: Games, table: Table, listed: Iterable[str]) -> Iterator[Button]:
    """Yield a button for each topic with a choice, which says what is played now.

    Whether each choice can be played is told on the topic's own page: to check them all takes long.
    """
    for topic in listed:
        if topic == RULES or (label := _now(games, table, topic)) is None:
            label = _label(topic)
        if _has_choice(games, table, topic):
            yield button(label, "options", table.id, topic)


def _has_choice(games: Games, table: Table, topic: str) -> bool:
    if topic == RULES:
        return bool(_rules(games, table))
    if table.is_practice and between_people((topic,)):
        return False
    return len([*_values(games, table, topic)]) > 1


def _now(games: Games, table: Table, topic: str) -> Text | None:
    """Return what is played now, None if that is none of the choices."""
    if topic == RULESET:
        return Text("options.now", option=_label(topic), value=title(table.header))
    for value, changes in _values(games, table, topic):
        if is_already(games, table, changes):
            return Text("options.now", option=_label(topic), value=value)
    return None


def _offers(games: Games, table: Table, topic: str) -> Iterator[Button]:
    """Yield a button for each choice of a topic, and for each further shelf of games."""
    if topic != RULESET:
        yield from (_offer(table, choice) for choice in _choices(games, table, topic))
        return
    for shown in first_page(games.shelves):
        if isinstance(shown, Entry):
            alone = _playable(games, table, _games(games, (shown,)))
            yield from (_offer(table, choice) for choice in alone)
        elif _choices(games, table, _SHELF + shown.name):
            yield button(shown.title, "options", table.id, _SHELF + shown.name)


def _offer(table: Table, choice: Choice) -> Button:
    label = Text(_PRESENT, value=choice.label) if choice.present else choice.label
    return button(label, "change", table.id, choice.changes)


def _choices(games: Games, table: Table, topic: str) -> list[Choice]:
    """Return the choices of a topic with which the game can be played."""
    return _playable(games, table, _values(games, table, topic))


def _playable(games: Games, table: Table, values: _Values) -> list[Choice]:
    """Return the choices with which the game can be played."""
    found = list[Choice]()
    for label, changes in values:
        try:
            changed = altered(games, table, changes)
        except Refusal:
            continue
        if changes[0][0] == RULESET and len(changed.seats) != len(table.seats):
            continue  # a lobby would become a challenge for two
        if fits(act("change", table.id, changes)):
            found.append(Choice(label, changes, changed == table))
    return found


def _values(games: Games, table: Table, topic: str) -> _Values:
    """Return the choices of a topic in words, with what they change."""
    match topic:
        case "ruleset":
            return _games(games, chain.from_iterable(shelf.entries for shelf in games.shelves))
        case "level":
            levels = games.levels_of(table.header)
            return ((Text(f"button.level.{level}"), ((LEVEL, level),)) for level in levels)
        case "pace":
            return _paces(table)
        case "match":
            return _matches(games, table)
    if topic in _ANSWERS:
        answers = _ANSWERS[topic]
        return ((Text(f"options.{topic}.{each}"), ((topic, each),)) for each in answers)
    for shelf in games.shelves:
        if topic == _SHELF + shelf.name:
            return _games(games, shelf.entries)
    option = _options(games, table).get(topic)
    return () if option is None else _of_option(table, topic, option)


def _games(games: Games, entries: Iterable[Entry]) -> _Values:
    """Yield games from the shelves; those in several sizes set the size, too."""
    several = Counter(entry.ruleset for shelf in games.shelves for entry in shelf.entries)
    for entry in entries:
        size = ((SIZE, str(entry.size)),) if several[entry.ruleset] > 1 else ()
        yield entry.title, ((RULESET, entry.ruleset), *size)


def _paces(table: Table) -> _Values:
    """Yield paces; one that has no button by itself if the game has it."""
    present = table.terms.pace
    yield pace_label(None), ((_PACE, NONE),)
    for pace in PACES:
        if pace is not None:
            yield pace_label(pace), ((_PACE, str(pace)),)
    if present not in PACES and present is not None:
        yield pace_text(present), ((_PACE, str(present)),)


def _matches(games: Games, table: Table) -> _Values:
    """Yield how many games are played in a row: one, until somebody has won, or a series."""
    sides, terms = games.game(table.header).sides, table.terms
    yield Text("options.single"), ((_MATCH, NONE),)
    for wins in sorted({*MATCHES, terms.match} - {0}):
        yield _until(wins, sides), ((_MATCH, str(wins)),)
    named = [(name,) for family in games.families for name in family.series]
    for series in dict.fromkeys([*named, terms.series]):
        if series in named:
            yield Text(f"options.series.{series[0]}"), ((_SERIES, series[0]),)
        elif series:
            count = len(games.series(terms))
            yield Text("options.series", count=count), ((_SERIES, SEPARATOR.join(series)),)


def _until(wins: int, sides: int) -> Text:
    """Return a match in words. Of two sides, one has won most of the games, but for draws."""
    if sides == 2:
        return Text("options.best-of", games=2 * wins - 1, wins=wins)
    return Text("options.wins", count=wins)


def _of_option(table: Table, name: str, option: Option) -> _Values:
    """Yield the values of an option of the game that have a button, with the present one."""
    if option.numbers is None:
        for value in option.choices:
            text = Size(value).text if name == SIZE else Text(f"option.{name}.{value}")
            yield text, ((name, value),)
        return
    every = option.numbers if len(option.numbers) <= MOST_CHOICES else option.usual
    _, written = read_words(table.header)
    present = {int(written[name])} if name in written else set[int]()
    for number in sorted({*every, *present}):
        yield Text(f"option.{name}.count", count=number), ((name, str(number)),)


def _options(games: Games, table: Table) -> Mapping[str, Option]:
    key = key_of(table.header)
    return {name: each for name, each in games.options(key).items() if each.is_of(key)}


def _rules(games: Games, table: Table) -> tuple[str, ...]:
    """Return the options that have no place on the first page."""
    return tuple(name for name in _options(games, table) if name not in _FIRST)


def _above(games: Games, table: Table, topic: str) -> str:
    """Return the topic from which one comes to a topic."""
    if topic.startswith(_SHELF):
        return RULESET
    return RULES if topic in _rules(games, table) else ""


def _sheet(topic: str) -> str:
    """Return the picture of the games that a topic has, if it has games."""
    return FIRST if topic == RULESET else topic.removeprefix(_SHELF) * topic.startswith(_SHELF)


def _label(topic: str) -> Text:
    """Return a topic in words."""
    if topic.startswith(_SHELF):
        return Text(f"shelf.{topic.removeprefix(_SHELF)}")
    return _LABELS.get(topic) or Text(f"option.{topic}")


_LABELS: Final[Mapping[str, Text]] = {
    each: Text(f"options.{each}") for each in (SIZE, RULESET, _PACE, _MATCH, RULES, *_ANSWERS)
}
"""The topics that are no options of a game's rules."""

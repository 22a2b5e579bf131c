"""The options of tables that have not begun: read from a table, changed, and fitted to people."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from bot.acts.levels import must_have
from bot.commands.command import LEVEL
from bot.games.catalogue import Games
from bot.games.size import SIZE, Size
from bot.games.spelling import typed_name
from bot.table import lobby
from bot.table.lobby import NoRoom
from bot.table.options import Options
from bot.table.request import Refusal
from bot.table.seats import Computer
from bot.table.table import SMALLEST_GAME, Table
from bot.table.terms import NONE, OF_MATCH, TERMS, Terms, between_people
from engine.header import key_of
from engine.text import Text

RULESET: Final = "ruleset"
"""The name of the ruleset in changes of options."""

SEATS: Final = "seats"
"""The option of a game for different numbers of players."""

MOST_COUNTS: Final = 4
"""The maximum number of choices of how many play."""


def headers_of(games: Games, options: Options) -> tuple[str, ...]:
    """Return the headers of the game with `options`, or of all games of the match.

    Raises Refusal if one of them can't be played.
    """
    match = games.match(options)
    return (games.header(options),) if match is None else match.headers


def is_playable(games: Games, options: Options) -> bool:
    """Return whether all games with `options` can be played."""
    try:
        headers_of(games, options)
    except Refusal:
        return False
    return True


def with_seats(options: Options, count: int) -> Options:
    """Return the options with another number of seats."""
    return replace(options, chosen=_changed(options.chosen, SEATS, str(count)))


def counts_of(games: Games, options: Options) -> tuple[int, ...]:
    """Return the numbers of players among which people choose, none if there is no choice."""
    option = games.options(options.ruleset).get(SEATS)
    counts = () if option is None else option.numbers or ()
    playable = (count for count in counts if is_playable(games, with_seats(options, count)))
    found = tuple(islice(playable, MOST_COUNTS))
    return found if len(found) > 1 else ()


def with_room(games: Games, options: Options, people: int) -> Options:
    """Return the options with enough seats for so many people.

    Raises Refusal if that is not possible, or if the options say otherwise.
    """
    headers = headers_of(games, options)
    game = games.game(headers[0])
    if game.seats >= people:
        return options
    if SEATS in dict(options.chosen):
        raise Refusal(Text("challenge.seats", count=people, seats=game.seats))
    if not all(can_grow(games, key_of(header)) for header in headers):
        larger = ", ".join(typed_name(key) for key in games.rulesets if can_grow(games, key))
        raise Refusal(Text("challenge.teams", rulesets=larger))
    enough = (with_seats(options, count) for count in range(people, 2 * people))
    wanted = next(filter(partial(is_playable, games), enough), with_seats(options, people))
    headers_of(games, wanted)  # raises Refusal if these are too many
    return wanted


def can_grow(games: Games, ruleset: str) -> bool:
    """Return whether a ruleset can have more players than usual."""
    usual = Options(ruleset)
    game = games.game(games.header(usual))
    doubled = with_seats(usual, 2 * game.seats)
    return is_playable(games, doubled) and game.seats < games.game(games.header(doubled)).seats


def options_of(games: Games, table: Table) -> Options:
    """Return the options and terms of a table.

    In a series, every game has the same options, but those that are a ruleset's defaults are not
    in its header. A size is named rather than spelt out, so that it stays the same with other
    seats, or in another ruleset.
    """
    chosen = {
        name: value for header in table.headers for name, value in games.chosen(header).chosen
    }
    options = Options(key_of(table.header), tuple(chosen.items()), table.terms)
    sizes = {games.size_of(header) for header in table.headers}
    size = sizes.pop()
    return options if sizes or size is None else games.sized(options, size)


def with_options(games: Games, table: Table, options: Options) -> Table:
    """Return a table that has not begun with other options, and its people in their places.

    Raises Refusal if the options can't be played, or there are too few seats.
    """
    match = games.match(options)
    header = games.header(options) if match is None else match.header
    same = (match is None) == (table.match is None)
    tally = table.tally if same else None  # a tally counts games or matches, never both
    changed = replace(table, header=header, terms=options.terms, match=match, tally=tally)
    old, new = games.game(table.header), games.game(header)
    if old.seats == new.seats:
        return changed
    try:
        return lobby.refit(replace(changed, tally=None), old, new)
    except NoRoom:
        count = len(table.taken) + len(table.asked)
        raise Refusal(Text("options.no-room", count=count, seats=new.seats)) from None


def altered(games: Games, table: Table, changes: Iterable[tuple[str, str]]) -> Table:
    """Return a table that has not begun with these changes of its options.

    Against the computer, they can also change its level. Raises Refusal if they can't be played.
    """
    if table.is_practice:
        return _altered_practice(games, table, dict(changes))
    if LEVEL in dict(changes):
        raise Refusal(Text("options.level"))
    return with_options(games, table, _altered(games, table, changes))


def is_already(games: Games, table: Table, changes: Iterable[tuple[str, str]]) -> bool:
    """Return whether these changes would leave the game and the terms of a table as they are."""
    try:
        options = _altered(games, table, changes)
        return options.terms == table.terms and headers_of(games, options) == table.headers
    except Refusal:
        return False


def _altered_practice(games: Games, table: Table, changes: Mapping[str, str]) -> Table:
    """Return a practice game with these changes; the computer has all seats of others."""
    rest = {name: value for name, value in changes.items() if name != LEVEL}
    if (name := between_people(rest)) is not None:
        raise Refusal(Text("practice.terms", option=name))
    played = next(seat.level for seat in table.seats if isinstance(seat, Computer))
    level = changes.get(LEVEL, played)
    options = _altered(games, table, rest.items())
    after = with_options(games, lobby.without_computers(table), options)
    must_have(games, after.headers, level)
    return lobby.fill(after, level)


def _altered(games: Games, table: Table, changes: Iterable[tuple[str, str]]) -> Options:
    """Return the options and terms of a table with these changes.

    Raises Refusal if one is wrong or needs another.
    """
    options = options_of(games, table)
    # A ruleset resets the other options, and a size some of them, so they come first.
    first = {RULESET: 0, SIZE: 1}
    for name, value in sorted(changes, key=lambda change: first.get(change[0], len(first))):
        options = _with(games, options, name, value, len(table.seats))
    if (idle := options.terms.idle(dict(options.terms.written))) is not None:
        raise Refusal(Text("terms.no-pace", option=idle))
    return options


def _with(games: Games, options: Options, name: str, value: str, seats: int) -> Options:
    """Return the options with one of them changed.

    A new ruleset keeps `seats` and the size, if it can.
    """
    if name == RULESET:
        alone = Options(value, (), replace(options.terms, series=()))
        size = dict(options.chosen).get(SIZE)
        alone = next((games.sized(alone, s) for s in games.sizes(value) if s == size), alone)
        seated = with_seats(alone, seats)
        return seated if seats > SMALLEST_GAME and is_playable(games, seated) else alone
    if name == SIZE:
        return _of_size(games, options, value)
    if name in TERMS:
        try:
            return replace(options, terms=_with_term(options.terms, name, value))
        except ValueError:  # a forged button: typed terms have already been checked
            raise Refusal(Text("press.unknown")) from None
    return replace(options, chosen=_changed(options.chosen, name, value))


def _of_size(games: Games, options: Options, value: str) -> Options:
    try:
        return games.sized(options, Size(value))
    except ValueError:  # a forged button: typed sizes have already been checked
        raise Refusal(Text("press.unknown")) from None


def _with_term(terms: Terms, name: str, value: str) -> Terms:
    """Return the terms with one of them changed. A match and a series exclude each other."""
    if name == "pace" and value == NONE:
        return terms.at(None)
    if name in OF_MATCH:
        terms = replace(terms, match=0, series=())
        return terms if value == NONE else terms.changed(name, value)
    return terms.changed(name, value)


def _changed(
    chosen: tuple[tuple[str, str], ...], name: str, value: str
) -> tuple[tuple[str, str], ...]:
    return tuple({**dict(chosen), name: value}.items())

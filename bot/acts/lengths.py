"""How long games take, in a sentence, and the proposal of a shorter one."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.acts.options import headers_of, is_playable
from bot.games import length
from bot.games.catalogue import Games, title
from bot.games.length import A_DAY, Length, Of
from bot.games.size import Size
from bot.table.durations import span
from bot.table.match import Match
from bot.table.options import Options
from bot.table.pace import Pace
from bot.table.request import Section
from bot.table.seats import Computer
from bot.table.table import Table
from engine.text import Text


def length_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield how long the game of a table takes, or each game of its match, if that is known."""
    people = sum(not isinstance(seat, Computer) for seat in table.seats)
    if people:
        match = None if table.is_next_game else table.match
        yield from lengths(games, table.header, match, table.terms.pace, people)


def lengths(
    games: Games, header: str, match: Match | None, pace: Pace | None, people: int | None = None
) -> Iterator[Text]:
    """Yield how long a game takes, or each game of a match, or all of a series, if that is known.

    People have so many of the seats; without a number, all of them.
    """
    seats = games.game(header).seats
    people = seats if people is None else people
    headers = (header,) if match is None else match.headers
    one = _summed(games, headers)
    if one is None:
        return
    size = games.size_of(header) if match is None else None
    of = Of.GAME if match is None else Of.EACH if match.wins else Of.ALL
    yield length.told(one, size, of=of, pace=pace, people=people, seats=seats)


def length_section(games: Games, header: str, *, sizes: bool = True) -> tuple[Section, ...]:
    """Return the section of a game's rules on how long it takes; none if that is not known.

    With `sizes`, it tells of the ruleset's other sizes, too.
    """
    others = _other_sizes(games, header) if sizes else ()
    told = (*_own_size(games, header), *others)
    return (Section(Text("rules.section.length"), told),) if told else ()


def _own_size(games: Games, header: str) -> Iterator[Text]:
    """Yield how long a game takes, in one go and over days."""
    seats, one = games.game(header).seats, games.length(header)
    if one is not None:
        size = games.size_of(header)
        yield length.told(one, size, pace=A_DAY, people=seats, seats=seats)


def _other_sizes(games: Games, header: str) -> Iterator[Text]:
    """Yield how long a game takes in the other sizes of its ruleset."""
    seats, own, options = games.game(header).seats, games.size_of(header), games.chosen(header)
    for size in games.sizes(options.ruleset):
        other = games.length(games.header(games.sized(options, size)))
        if size is not own and other is not None:
            yield length.told(other, size, people=seats, seats=seats)


def lengths_of(games: Games, options: Options) -> Iterator[Text]:
    """Yield how long games between people with these options take. Raises Refusal."""
    match = games.match(options)
    header = games.header(options) if match is None else match.header
    yield from lengths(games, header, match, options.terms.pace)


class Proposal(NamedTuple):
    """A shorter game: a sentence that compares it with the chosen one, and its options."""

    text: Text
    options: Options


def shorter(games: Games, options: Options, people: int | None = None) -> Proposal | None:
    """Return a proposal of the short game to people who have chosen a pace of a day or more.

    None if their game is no longer than that, or it is not known how long the games take. People
    have so many of the seats; without a number, all of them.
    """
    pace = options.terms.pace
    if pace is None or not pace.is_correspondence or Size.SHORT not in games.sizes(options.ruleset):
        return None
    short = games.sized(options, Size.SHORT)
    if not is_playable(games, short):
        return None
    one, less = (_summed(games, headers_of(games, each)) for each in (options, short))
    if one is None or less is None or less.choices >= one.choices:
        return None
    header = headers_of(games, options)[0]
    size, seats = games.size_of(header), games.game(header).seats
    people = seats if people is None else people
    text = Text(
        "length.propose-each" if options.terms.match else "length.propose",
        pace=length.at(pace),
        game=title(header) if size is None else size.text,
        span=span(*one.at(pace, people, seats)),
        short=Size.SHORT.text,
        shorter=span(*less.at(pace, people, seats)),
    )
    return Proposal(text, short)


def _summed(games: Games, headers: Iterable[str]) -> Length | None:
    """Return how long these games take one after another, None if that is not known."""
    every = [games.length(header) for header in headers]
    known = [each for each in every if each is not None]
    return length.total(known) if len(known) == len(every) else None

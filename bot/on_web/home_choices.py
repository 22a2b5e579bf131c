"""What the home page offers for a new game: all games with their sizes, players, levels and paces.

The page's script shows the choices of the game that is chosen, so it gets all of them as JSON.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeAlias

from bot.acts.options import counts_of, is_playable, with_seats
from bot.acts.paces import PACES, pace_label
from bot.games import length
from bot.games.catalogue import Games, title
from bot.games.length import Length
from bot.games.shelf import Entry
from bot.games.size import Size
from bot.on_web.position_pictures import GAME
from bot.table.durations import rounded
from bot.table.options import Options
from bot.table.pace import Pace
from bot.table.table import SMALLEST_GAME
from engine.header import key_of, read_words
from engine.text import Say, Text

Json: TypeAlias = dict[str, Any]

NO_PACE: Final = ""
"""How the page calls games without a time limit."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game to choose: the path of its picture, its name, and a line on what it is like."""

    entry: Entry
    title: Text
    line: Text

    @property
    def picture(self) -> str:
        """The path of the picture."""
        return GAME.format(self.entry.name)


def cards(games: Games) -> Sequence[Card]:
    """Return all games in the order in which to learn them."""
    entries = chain.from_iterable(shelf.entries for shelf in games.shelves)
    return tuple(Card(entry, entry.title, entry.character) for entry in entries)


def choices(games: Games, say: Say) -> Json:
    """Return what can be chosen of each game, in words.

        {"paces": [[pace, label]],
         "rulesets": {ruleset: {"title", "rules", "levels": [[level, label, word]],
                                "players": [[count, label]], "usual": count,
                                "sizes": [[size, label]],
                                "games": {"short 2": {"title", "size", "time",
                                                      "told": {pace: sentence},
                                                      "alone": sentence}}}}}

    `players` and `sizes` are empty if there is no choice. A game is found by its size and number of
    players; `size` and `time` say how large it is and how long it takes, `told` and `alone` are
    sentences about the latter among people and against the computer.
    """
    return {
        "paces": [[_name(pace), say(pace_label(pace))] for pace in PACES],
        "rulesets": {key: _ruleset(games, key, say) for key in games.rulesets},
    }


def _ruleset(games: Games, key: str, say: Say) -> Json:
    usual = Options(key)
    header = games.header(usual)
    counts = counts_of(games, usual)
    sizes = games.sizes(key) or (Size.CLASSIC,)
    return {
        "title": say(title(key)),
        "rules": f"/rules/{key}",
        "levels": [_level(each, say) for each in games.levels_of(header)],
        "players": [[count, say(_players(games, usual, count))] for count in counts],
        "usual": games.game(header).seats,
        "sizes": [[str(size), say(size.text)] for size in sizes] if len(sizes) > 1 else [],
        "games": dict(_games(games, usual, sizes, counts, say)),
    }


def _level(level: str, say: Say) -> list[str]:
    """Return a level with its label on a button, and its name in a sentence."""
    return [level, say(Text(f"button.level.{level}")), say(Text(f"level.{level}"))]


def _games(
    games: Games, usual: Options, sizes: Sequence[Size], counts: Sequence[int], say: Say
) -> Iterator[tuple[str, Json]]:
    """Yield each game of a ruleset by its size and number of players."""
    for count in counts or (games.game(games.header(usual)).seats,):
        seated = with_seats(usual, count) if counts else usual
        for size in sizes:
            options = games.sized(seated, size) if len(sizes) > 1 else seated
            if is_playable(games, options):
                named = sized_title(key_of(games.header(options)), size)
                yield f"{size} {count}", _game(games, games.header(options), count, named, say)


def sized_title(ruleset: str, size: Size | None) -> Text:
    """Return the name of a game, with its size unless that is the classic one, or none."""
    name = title(ruleset)
    return name if size in (None, Size.CLASSIC) else Text(f"choose.{size}", ruleset=name)


def _game(games: Games, header: str, seats: int, named: Text, say: Say) -> Json:
    one = games.length(header)
    told = {} if one is None else {_name(pace): say(_told(one, pace, seats)) for pace in PACES}
    return {
        "title": say(named),
        "size": ", ".join(map(say, _extent(games, header))),
        "time": "" if one is None else say(rounded(one.seconds(seats, seats))),
        "told": told,
        "alone": "" if one is None else say(length.told(one, people=1, seats=seats)),
    }


def _told(one: Length, pace: Pace | None, seats: int) -> Text:
    return length.told(one, pace=pace, people=seats, seats=seats)


def _extent(games: Games, header: str) -> Iterator[Text]:
    """Yield what sizes set first, such as the spaces of a road, as it is in a game."""
    ruleset, written = read_words(header)
    sizes: Mapping[Size, Mapping[str, str]] = games.of(header).sizes.get(ruleset, {})
    name = next(iter(sorted(chain.from_iterable(sizes.values()))), None)
    if name is None:
        return
    option = games.options(ruleset)[name]
    if option.numbers is not None:
        yield Text(f"option.{name}.count", count=int(written[name]))
    else:
        value = Text(f"option.{name}.{written.get(name, option.choices[0])}")
        yield Text("options.now", option=Text(f"option.{name}"), value=value)


def _players(games: Games, usual: Options, count: int) -> Text:
    """Return a number of players in words, or the teams that they form."""
    game = games.game(games.header(with_seats(usual, count)))
    if game.sides == SMALLEST_GAME < game.seats or _has_teams(games, usual):
        return Text("home.teams", each=count // game.sides)
    return Text("option.seats.count", count=count)


def _has_teams(games: Games, usual: Options) -> bool:
    """Return whether more players of a game form teams, rather than play for themselves."""
    every = (games.game(games.header(with_seats(usual, n))) for n in counts_of(games, usual))
    return any(game.sides < game.seats for game in every)


def _name(pace: Pace | None) -> str:
    return NO_PACE if pace is None else str(pace)

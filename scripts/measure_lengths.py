"""Measure how many turns games take, and write the tables beside the rulesets.

    .venv/bin/python -m scripts.measure_lengths [--games 80] [--only parchis]

Plays every ruleset in every size and for every number of seats, between computers of the usual
level, and writes `lengths.toml` of each family: the medians of the turns of all seats together, and
of those in which somebody chooses. A turn in which everything follows by itself has no choice: a
number that nobody can play, or a move that the bot makes for people. The games run through the
bot's own steps, so what is played for people is what they experience.

Games of more than two seats are half as many, because they take longest and vary least. The same
seed plays the same games, whatever else is played. It takes 9 minutes of processor time.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bot.commands.command import DEFAULT_LEVEL
from bot.games.catalogue import FAMILIES, Games, games
from bot.games.length import Length, written
from bot.table import steps
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import SMALLEST_GAME, Status, Table
from bot.table.turns import Hands
from engine import AnyGame, Cast, Choose, Pass, ThrowTable
from engine.record import standing

ROOT: Final = Path(__file__).parent.parent

GAMES: Final = 80
"""How many games of two seats are played."""

SEED: Final = 1

HOW: Final = """The median number of turns of games, of all seats together, and of those turns in
which somebody chooses. Written by `make lengths`."""


class Dice:
    """Throws from a seeded source."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def cast(self, _table: Table, _seat: int, _casts: object, throw: ThrowTable) -> Cast:
        """Return a random throw."""
        return tuple(self._chance.choice(throw.faces) for _ in range(throw.count))


def headers(known: Games, rulesets: Iterable[str]) -> Iterator[str]:
    """Yield the header of each game of some rulesets: in every size, for all numbers of seats."""
    for ruleset in rulesets:
        for options in seated(known, ruleset):
            for size in known.sizes(ruleset) or (None,):
                sized = options if size is None else known.sized(options, size)
                yield known.header(sized)


def seated(known: Games, ruleset: str) -> Iterator[Options]:
    """Yield the options of a ruleset's game for each number of seats."""
    option = known.options(ruleset).get("seats")
    if option is None or not option.is_of(ruleset):
        yield Options(ruleset)
    else:
        yield from (Options(ruleset, (("seats", str(n)),)) for n in option.numbers or ())


def measure(header: str, count: int = GAMES) -> Length:
    """Return the length of a game: the medians of so many games."""
    played = [one_game(header, number) for number in range(count)]
    return Length(median(each.turns for each in played), median(each.choices for each in played))


def one_game(header: str, number: int) -> Length:
    """Play one game between computers in the seats of people, and return its length."""
    known, chance = games(), Random(f"{SEED}:{header}:{number}")  # noqa: S311 - the same again
    game, family = known.game(header), known.of(header)
    hands, entries, chosen = Hands(Dice(chance)), list[str](), set[int]()
    step = steps.begin(between_people(game), game, hands, 0)
    entries += step.entries
    while isinstance(phase := game.phase(position := known.position(step.table)), Choose):
        if len(game.choices(position)) > 1:
            chosen.add(len(entries))
        move = game.write_move(family.choose(DEFAULT_LEVEL, game, position, chance, None))
        step = steps.play(step.table, game, position, phase.seat, move, hands, 0)
        entries += step.entries
    plies = (
        (each.phase.seat, number in chosen)
        for number, each in enumerate(standing(game, entries))
        if isinstance(each.phase, Choose | Pass)
    )
    turns = [any(choice for _, choice in turn) for _, turn in groupby(plies, lambda ply: ply[0])]
    return Length(len(turns), sum(turns))


def between_people(game: AnyGame) -> Table:
    """Return a table of a game with a person in each seat, before play begins."""
    return Table(
        id=TableId("aaaaaaaaaa"),
        code="a-watch-code",
        revision=1,
        status=Status.OFFERED,
        header=game.header,
        seed=bytes(32),
        place=Place(Platform.WEB, "maize"),
        seats=tuple(
            Person(User(Platform.WEB, str(seat)), f"Player {seat + 1}")
            for seat in range(game.seats)
        ),
        created=0,
        touched=0,
    )


def main() -> None:
    """Measure all games, or those of some rulesets, and write the tables."""
    parser = argparse.ArgumentParser(description="Measure how many turns games take.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--only", nargs="*", help="rulesets; the others keep their figures")
    asked = parser.parse_args()
    known = games()
    with ProcessPoolExecutor() as pool:
        for module, family in zip(FAMILIES, known.families, strict=True):
            wanted = [*headers(known, family.rulesets)]
            ours = [h for h in wanted if asked.only is None or h.split()[0] in asked.only]
            counts = [
                asked.games if known.game(h).seats == SMALLEST_GAME else asked.games // 2
                for h in ours
            ]
            measured = dict(zip(ours, pool.map(measure, ours, counts), strict=True))
            lengths = {**family.lengths, **measured}
            write(module, {header: lengths[header] for header in wanted})


def write(module: str, lengths: Mapping[str, Length]) -> None:
    """Write the table of a family, and print it."""
    text = written(lengths, HOW)
    (ROOT / module.replace(".", "/") / "lengths.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

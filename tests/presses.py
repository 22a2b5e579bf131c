"""How much people press and read in whole games: between random players, through the bot's steps.

    .venv/bin/python -m tests.presses parchis seats=4
    .venv/bin/python -m tests.presses puluc --games 200

Prints, as medians over the games, how often all players press, how many turns there are and in how
many of them someone has to choose, and the plies (moves and lost numbers); then the longest message
and the longest story of a board, and how many bytes the store keeps of a table and its record.
"""

import argparse
import random
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from statistics import median
from typing import Any

from bot.games.catalogue import games
from bot.store import codec
from bot.table import steps
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from engine import AnyGame, Cast, Choose, Pass, ThrowTable
from engine.record import Played, standing

NAMES = [
    "Ana",
    "Ben",
    "Carla",
    "Dan",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jan",
    "Kim",
    "Leo",
    "Mia",
    "Ned",
    "Oli",
    "Pia",
]
SAY = Catalogue().voice("en")


class Dice:
    """Throws from a seeded source."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def cast(self, _table: Table, _seat: int, _casts: object, throw: ThrowTable) -> Cast:
        """Return a random throw."""
        return tuple(self._chance.choice(throw.faces) for _ in range(throw.count))


def main() -> None:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description="Measure presses and messages of whole games.")
    parser.add_argument("header", nargs="+", help="the game, such as parchis seats=2")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ruleset, *words = asked.header
    chosen = ((name, value) for name, _, value in (word.partition("=") for word in words))
    game = games().game(games().header(Options(ruleset, tuple(chosen))))
    chance = random.Random(asked.seed)
    played = [_figures(game, chance) for _ in range(asked.games)]
    middle = {name: median(each[name] for each in played) for name in played[0]}
    most = {name: max(each[name] for each in played) for name in played[0]}
    share = sum(each["asked"] for each in played) / sum(each["turns"] for each in played)
    print(
        f"{game.header}, {asked.games} games: {middle['presses']:.0f} presses"
        f" ({middle['presses'] / game.seats:.0f} of each player; at most {most['presses']}),"
        f" {middle['turns']:.0f} turns, in {share:.0%} of which someone chooses,"
        f" {middle['plies']:.0f} plies; longest message {most['message']} characters,"
        f" longest story {most['story']} entries; stored: a table of {middle['table']:.0f} bytes"
        f" (at most {most['table']}) and a record of {middle['record']:.0f} (at most"
        f" {most['record']})"
    )


def _figures(game: AnyGame, chance: random.Random) -> Mapping[str, int]:
    """Play one game and return its figures."""
    found, record, last = games(), list[str](), None
    figures = dict.fromkeys(("presses", "message", "story", "table"), 0)
    for table, entries in _steps(game, chance):
        scene, last = found.scene(table, SAY), table
        record += entries
        lines = (*scene.narration, *((scene.result,) if scene.over else scene.turn))
        figures["presses"] += table.status is Status.PLAYING
        figures["message"] = max(figures["message"], len("\n".join(map(SAY, lines))))
        figures["story"] = max(figures["story"], len(table.story))
        figures["table"] = max(figures["table"], len(codec.write(table)))
    assert last is not None
    plies = [
        (each.phase.seat, _is_asked(game, each))
        for each in standing(game, record)
        if isinstance(each.phase, Choose | Pass)
    ]
    turns = [[choice for _, choice in turn] for _, turn in groupby(plies, itemgetter(0))]
    return {
        **figures,
        "plies": len(plies),
        "turns": len(turns),
        "asked": sum(map(any, turns)),
        "record": len(" ".join(record).encode()),
    }


def _steps(game: AnyGame, chance: random.Random) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """Play a game at random; yield each table, and the entries that it adds to the record."""
    table = Table(
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
    hands = Hands(Dice(chance))
    step = steps.begin(table, game, hands, 0)
    yield step.table, step.entries
    while step.table.status is Status.PLAYING:
        position = games().position(step.table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move = game.write_move(chance.choice(phase.moves))
        step = steps.play(step.table, game, position, phase.seat, move, hands, 0)
        yield step.table, step.entries


def _is_asked(game: AnyGame, played: Played[Any, Any]) -> bool:
    """Return whether someone had to choose."""
    return isinstance(played.phase, Choose) and not (
        len(played.phase.moves) == 1 and game.plays_itself(played.position)
    )


if __name__ == "__main__":
    main()

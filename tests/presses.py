"""How much people press and read in whole games between computers, through the bot's steps.

    .venv/bin/python -m tests.presses parchis seats=4
    .venv/bin/python -m tests.presses puluc --games 200

Prints, as medians over the games, how often all players press, which is also how many boards are
shown; how often they would if every number had a press (all, with a single button, with several
buttons that lead to the same, and with a choice); how many turns there are, and the plies (moves
and lost numbers); then the longest message and the longest story of a board, and how many bytes the
store keeps of a table and its record.
"""

import argparse
import random
from collections.abc import Iterator, Mapping
from itertools import groupby
from statistics import median
from typing import Any

from bot.games.catalogue import games
from bot.store import codec
from bot.table import steps
from bot.table.options import Options
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from engine import AnyGame, Choose, Pass
from engine.players.registry import player
from engine.record import Played, standing
from scripts.measure_lengths import Dice, between_people

SAY = Catalogue().voice("en")

EVERY = ALL, SINGLE, SAME, CHOICE = (
    "in all",
    "single buttons",
    "buttons that lead to the same",
    "choices",
)
"""What presses would be if every number had one."""


def main() -> None:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description="Measure presses and messages of whole games.")
    parser.add_argument("header", nargs="+", help="the game, such as parchis seats=2")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="easy", help="the computers' level; easy by default")
    asked = parser.parse_args()
    ruleset, *words = asked.header
    chosen = ((name, value) for name, _, value in (word.partition("=") for word in words))
    game = games().game(games().header(Options(ruleset, tuple(chosen))))
    chance = random.Random(asked.seed)
    played = [_figures(game, asked.level, chance) for _ in range(asked.games)]
    middle = {name: median(each[name] for each in played) for name in played[0]}
    most = {name: max(each[name] for each in played) for name in played[0]}
    pressed = ", ".join(f"{middle[name]:.0f} {name}" for name in EVERY)
    print(
        f"{game.header}, {asked.games} games: {middle['presses']:.0f} presses"
        f" ({middle['presses'] / game.seats:.0f} of each player; at most {most['presses']});"
        f" with a press for every number: {pressed};"
        f" {middle['turns']:.0f} turns, {middle['plies']:.0f} plies; longest message"
        f" {most['message']} characters, longest story {most['story']} entries; stored: a table of"
        f" {middle['table']:.0f} bytes (at most {most['table']}) and a record of"
        f" {middle['record']:.0f} (at most {most['record']})"
    )


def _figures(game: AnyGame, level: str, chance: random.Random) -> Mapping[str, int]:
    """Play one game and return its figures."""
    found, record, last = games(), list[str](), None
    figures = dict.fromkeys(("presses", "message", "story", "table", *EVERY), 0)
    for table, entries in tables(game, level, chance):
        scene, last = found.scene(table, SAY), table
        record += entries
        lines = (*scene.narration, *((scene.result,) if scene.over else scene.turn))
        figures["presses"] += table.status is Status.PLAYING
        figures["message"] = max(figures["message"], len("\n".join(map(SAY, lines))))
        figures["story"] = max(figures["story"], len(table.story))
        figures["table"] = max(figures["table"], len(codec.write(table)))
    assert last is not None
    line = standing(game, record)
    for played in line:
        figures |= {name: figures[name] + 1 for name in _presses(game, played)}
    plies = [played.phase.seat for played in line if isinstance(played.phase, Choose | Pass)]
    return {
        **figures,
        "plies": len(plies),
        "turns": sum(1 for _ in groupby(plies)),
        "record": len(" ".join(record).encode()),
    }


def _presses(game: AnyGame, played: Played[Any, Any]) -> tuple[str, ...]:
    """Return what a press for this number would be, if it had one."""
    match played.phase:
        case Choose(_, [_]):
            return () if game.plays_itself(played.position) else (ALL, SINGLE)
        case Choose():
            return (ALL, SAME if len(game.choices(played.position)) == 1 else CHOICE)
    return ()


def tables(
    game: AnyGame, level: str, chance: random.Random
) -> Iterator[tuple[Table, tuple[str, ...]]]:
    """Play a game; yield each table, and the entries that it adds to the record."""
    table = between_people(game)
    hands = Hands(Dice(chance))
    choose = player(level, game, None)
    step = steps.begin(table, game, hands, 0)
    while True:
        position = games().position(step.table)
        ways = game.choices(position)
        if len(ways) == 1 and len(step.table.story) < steps.LONGEST_STORY:
            step = steps.played_on(step, game, position, ways[0], hands)
            continue
        yield step.table, step.entries
        phase = game.phase(position)
        if not isinstance(phase, Choose):
            return
        wanted = choose(position, phase.moves, chance)
        moves = next((way for way in ways if way[0] == wanted), ways[0])
        move = steps.AND.join(map(game.write_move, moves))
        step = steps.play(step.table, game, position, phase.seat, move, hands, 0)


if __name__ == "__main__":
    main()

"""docs/check_casts.py recomputes the throws of any game from its record."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from bot.table.corn import FairCorn, binding
from bot.table.steps import play, sit
from bot.table.table import Status
from bot.table.turns import Hands
from engine import Choose, Throw, open_game
from engine.corn import RECIPE, Recipe
from engine.record import UNDO, Record, replay, throwers
from engine.road.header import write_header
from engine.road.ruleset import Casts
from engine.road.rulesets import RULESETS
from engine.tags import Successor, Tags
from engine.throws import TABLES
from tests.bot.show.offer import ANA, BEN, OFFER

DOCS = Path(__file__).parents[2] / "docs"
HANDS = Hands(FairCorn())
WORDS = ("maíz rojo", "")


Check: TypeAlias = Callable[[str], "subprocess.CompletedProcess[str]"]
"""Checks a record; returns the finished process."""


class Played(NamedTuple):
    """A whole game: its record, and the hash that was shown before it."""

    record: Record
    commitment: str
    tied: bool


def played(header: str, seed: bytes, recipe: Recipe = RECIPE) -> Played:
    """Return a game of random moves."""
    chance, seats = random.Random(7), (replace(ANA, word=WORDS[0]), *OFFER.seats[1:])
    game = open_game(header)
    offer = replace(OFFER, recipe=recipe, header=header, seed=seed, seats=seats)
    step = sit(offer, game, 1, BEN, HANDS, 0)
    entries = step.entries
    while step.table.status is Status.PLAYING:
        position = game.read_position(step.table.position)
        seat, moves = game.phase(position)
        move = game.write_move(chance.choice(moves))
        step = play(step.table, game, position, seat, move, HANDS, 0)
        entries += step.entries
    phases = [each.phase for each in replay(game, entries)]
    opening = [phase for phase in phases if isinstance(phase, Throw) and phase.opening]
    bound = binding(step.table)
    record = Record(header, entries, Tags(binding=bound))
    return Played(record, bound.commitment, len(opening) > 2)


def tied(header: str, recipe: Recipe = RECIPE) -> Played:
    """Return a game whose opening throws were tied and repeated."""
    games = (played(header, n.to_bytes(32), recipe) for n in count())
    return next(game for game in games if game.tied)


def numbers(record: Record) -> list[str]:
    """The numbers of the throws of a record without undos."""
    seats, recipe = throwers(replay(open_game(record.header), record.entries)), recipe_of(record)
    counts, found = [0, 0], list[str]()
    for seat in seats:
        found.append(recipe.number(seat, counts))
        counts[seat] += 1
    return found


def recipe_of(record: Record) -> Recipe:
    """The recipe of a record."""
    assert record.tags.binding is not None
    return record.tags.binding.recipe


@pytest.fixture
def checked(tmp_path: Path) -> Check:
    """Return a function that runs the checker without access to the project's modules."""

    def checked(record: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "record.txt").write_text(record, "utf-8")
        script = [sys.executable, "-I", str(DOCS / "check_casts.py")]
        return subprocess.run(
            [*script, "record.txt"], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return checked


def short(key: str, **changes: object) -> str:
    return write_header(replace(RULESETS[key], seats=2, warriors=1, **changes))


GAMES = [
    *(short(key) for key in RULESETS),
    *(short("puluc", table=table, casts=casts) for table in TABLES for casts in Casts),
    "parchis seats=2",
]


@pytest.mark.parametrize("header", GAMES)
@pytest.mark.parametrize("recipe", Recipe)
def test_every_cast_is_recomputed(header: str, recipe: Recipe, checked: Check) -> None:
    """For every ruleset, throw table and number of throws, a game with a tied opening is right."""
    game = tied(header, recipe)
    done = checked(game.record.write())
    assert (done.returncode, done.stderr) == (0, "")
    first, *casts = done.stdout.splitlines()
    assert first == f"commitment {game.commitment} is right"
    thrown = [entry for entry in game.record.entries if entry.isdigit()]
    named = zip(numbers(game.record), thrown, strict=True)
    assert casts == [f"{number} {entry} is right" for number, entry in named]
    assert len(thrown) > 4


def test_a_record_without_a_recipe(checked: Check) -> None:
    """A record that names neither its recipe nor who threw is checked by corn-1."""
    written = tied(short("puluc"), Recipe.CORN_1).record.write()
    bare = re.sub(r"\[(Recipe|Throwers) .*\]\n", "", written)
    assert bare.count("[") == written.count("[") - 2
    assert checked(bare).returncode == 0


def test_throws_of_another_seat_are_found(checked: Check) -> None:
    """If the record says that another seat threw, its throws are wrong."""
    written = tied(short("puluc")).record.write()
    changed = re.sub('(?<=Throwers ").*(?=")', lambda found: found[0][::-1], written)
    assert changed != written
    assert checked(changed).returncode == 1


def test_a_changed_cast_is_found(checked: Check) -> None:
    """A throw that doesn't follow from the seed is reported, with the right one."""
    game = tied(short("puluc"))
    first = game.record.entries[0]
    turned = first.translate(str.maketrans("01", "10"))
    done = checked(game.record.write().replace(f"\n\n{first}", f"\n\n{turned}"))
    assert done.returncode == 1
    assert f"a0 {turned} is wrong: {first}" in done.stdout.splitlines()


def undone(record: Record) -> tuple[Record, int]:
    """Return the record with its first move taken back and played again; count the throws then."""
    game, entries = open_game(record.header), record.entries
    first, second = [
        at for at, step in enumerate(replay(game, entries)) if isinstance(step.phase, Choose)
    ][:2]
    again = (*entries[:second], UNDO, *entries[first:])
    return replace(record, entries=again), sum(map(str.isdigit, entries[:second]))


def test_throws_are_repeated_after_an_undo(checked: Check) -> None:
    """After an undo, the numbers of the throws that it took back are used again."""
    record, count = undone(tied(short("puluc", road=9)).record)
    done = checked(record.write())
    assert (done.returncode, done.stderr) == (0, "")
    repeated = done.stdout.splitlines()[1 + count]
    assert repeated == done.stdout.splitlines()[count]
    assert repeated.startswith(f"{numbers(tied(short('puluc', road=9)).record)[count - 1]} ")


def test_players_who_took_over_change_no_throws(checked: Check) -> None:
    """A record of a game in which players took over seats is checked like any other."""
    record = played(short("aj-sayil"), bytes(32)).record
    successor = Successor(1, 3, "2026-11-22T19:03:00Z", 'Computer "(medium)"')
    tags = replace(record.tags, successors=(successor,))
    assert checked(replace(record, tags=tags).write()).returncode == 0


def test_another_throw_after_an_undo_is_found(checked: Check) -> None:
    """A throw after an undo that is not the one taken back is reported."""
    record, count = undone(tied(short("puluc", road=9)).record)
    at = record.entries.index(UNDO) + 2
    entry = record.entries[at]
    other = entry.translate(str.maketrans("01", "10"))
    entries = (*record.entries[:at], other)
    done = checked(replace(record, entries=entries).write())
    assert done.returncode == 1
    number = numbers(tied(short("puluc", road=9)).record)[count - 1]
    assert done.stdout.splitlines()[-1] == f"{number} {other} is wrong: {entry}"


def test_another_commitment_is_found(checked: Check) -> None:
    """A record whose hash isn't that of its seed is wrong, even if its throws match."""
    game, other = tied(short("puluc")), "0" * 64
    done = checked(game.record.write().replace(game.commitment, other))
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == f"commitment {game.commitment} is wrong: {other}"


def test_the_published_example() -> None:
    """The commands on the page work as they are, and print what the page says."""
    page = (DOCS / "fair-dice.md").read_text("utf-8")
    (block,) = re.findall(r"(?:^    .*\n)+", page.partition("published example")[2], re.M)[:1]
    done = subprocess.run(
        ["/bin/sh", "-c", block.replace("python ", f"{sys.executable} ")],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    first, *casts = done.stdout.splitlines()
    assert first.startswith("commitment 630dcd29")
    assert first.endswith("d710dd is right")
    throws = "a0 1100, b0 1111, b1 1001, a1 0100 and b2 0110"
    assert throws in " ".join(page.split())
    *line, last = throws.replace(" and ", ", ").split(", ")
    assert casts == [f"{each} is right" for each in (*line, last, last)]

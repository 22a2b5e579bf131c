"""Records, positions, moves and headers: what the engine reads from anyone."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final

from engine import Choose, Corrupt, IllegalMove, Throw
from engine.corn import Binding, Recipe, commitment
from engine.game import Over
from engine.games import FAMILIES, AnyGame, family_of
from engine.header import key_of
from engine.record import NO_TAGS, SKIP, UNDO, Record, replay
from engine.record_json import read_record_data, record_data
from engine.tags import Successor, Tags
from engine.transcript import transcript
from engine.verify import Unverifiable, verify
from tests.fuzz.chance import Chance
from tests.fuzz.changes import altered, edited, shuffled
from tests.fuzz.words import GAMES, MOVES

ENTRIES: Final = 40
"""How many entries the records have at most."""

VARIANTS: Final = (
    "puluc road=5 warriors=2 table=kernels casts=one",
    "puluc road=9 warriors=3 table=d6 casts=two after-capture=open",
    "parchis seats=2",
)
"""Games besides the default one of each ruleset."""


@cache
def headers() -> tuple[str, ...]:
    """Return headers of all rulesets."""
    found = [family_of(key).game_with(key, {}).header for key in FAMILIES]
    return (*found, *(header for header in VARIANTS if _opens(header)))


def _opens(header: str) -> bool:
    try:
        GAMES.game(header)
    except Corrupt:
        return False
    return True


@cache
def records() -> tuple[Record, ...]:
    """Return records of all rulesets: with undos, finished, unfinished, with all tags."""
    random = Random(1)
    return tuple(
        _record(header, random, length, number % 4)
        for header in headers()
        for number, length in enumerate((0, 6, 20, ENTRIES))
    )


def _record(header: str, random: Random, length: int, tagged: int) -> Record:
    game = GAMES.game(header)
    entries = tuple(_played(game, random, length))
    seats, seed = range(game.seats), random.randbytes(32)
    tags = NO_TAGS
    if tagged:
        tags = Tags(
            date="2026-11-22",
            players=tuple(f'Player "{seat}" \u202e' for seat in seats),
            successors=(Successor(1, 0, "2026-11-22T19:03:00Z", "Dan"),),
            places=(tuple(seats[:1]), tuple(seats[1:])),
            ending="resigned",
            ended_by=1,
            link="https://puluc.example/g/x",
        )
    if tagged > 1:
        words = ("maize", "") + ("x",) * (game.seats - 2)
        shown = seed if tagged > 2 else None
        recipe = random.choice([*Recipe])
        bound = Binding("t7", commitment(seed), words, shown, recipe)
        tags = Tags(date="2026-11-22", binding=bound)
    return Record(header, entries, tags.check(game.seats))


def _played(game: AnyGame, random: Random, length: int) -> Iterator[str]:
    """Yield the entries of a random game, some of them undone."""
    entries: list[str] = []
    while len(entries) < length:
        position = next((step.after for step in reversed([*replay(game, entries)])), game.start())
        match game.phase(position):
            case Throw(table=table):
                entries.append(table.write(random.choice([*table.outcomes()])))
            case Choose() if random.random() < 0.15 and _can_undo(game, entries):
                entries.append(UNDO)
            case Choose(moves=moves):
                entries.append(game.write_move(random.choice(moves)))
            case Over():
                break
            case _:
                entries.append(SKIP)
    return iter(entries)


def _can_undo(game: AnyGame, entries: list[str]) -> bool:
    try:
        for _ in replay(game, [*entries, UNDO]):
            pass
    except Corrupt:
        return False
    return True


@cache
def _texts() -> tuple[str, ...]:
    return tuple(record.write(GAMES.game) for record in records())


@cache
def _data() -> tuple[Any, ...]:
    return tuple(map(record_data, records()))


def text(chance: Chance) -> str:
    """Return a record as text."""
    written = chance.choice(_texts())
    if chance.one_in(2):
        written = shuffled(chance, written, _entry)
    return edited(chance, written, most=2) if chance.one_in(3) else written


def data(chance: Chance) -> Any:
    """Return a record as JSON."""
    return altered(chance, chance.choice(_data()), 2)


def _entry(chance: Chance) -> str:
    return chance.choice((UNDO, SKIP, "0110", "1", "35", *MOVES))


def check_text(written: str) -> bool:
    """A record is refused, or can be replayed, and written so that it is read the same."""
    try:
        return _check(Record.read(written, GAMES.game))
    except Corrupt:
        return False


def check_data(written: Any) -> bool:
    """A record as JSON is refused, or can be replayed, and written so that it is read the same."""
    try:
        record = read_record_data(written, GAMES.game)
        assert read_record_data(json.loads(json.dumps(record_data(record)))) == record
        return _check(record)
    except Corrupt:
        return False


def _check(record: Record) -> bool:
    assert Record.read(record.write(GAMES.game), GAMES.game) == record
    for line in transcript(GAMES.game(record.header), record):
        line.encode()
    with suppress(Unverifiable):
        verify(record)
    return True


# Positions and moves


@cache
def _reached() -> tuple[tuple[str, str, str], ...]:
    """Return headers, positions and the entries that follow in them."""
    return tuple(
        (record.header, game.write_position(step.position), step.entry)
        for record in records()
        for game in [GAMES.game(record.header)]
        for step in replay(game, record.entries)
    )


def position(chance: Chance) -> list[str]:
    """Return a header, a position as text or JSON, and a move."""
    header, written, entry = chance.choice(_reached())
    if chance.one_in(3):
        header = edited(chance, header, "abdeginoprstuwy= 0123456789-", 1)
    if chance.one_in(4):
        game = GAMES.game(chance.choice(headers()))
        known = game.begin(0)
        shown = family_of(key_of(game.header)).position_data(game, known)
        written, header = json.dumps(altered(chance, shown, 2)), game.header
    elif chance.one_in(2):
        written = edited(chance, written, "0123456789abchg,/*+@- ", 2)
    return [header, written, _entry(chance) if chance.one_in(3) else entry]


def check_position(given: list[str]) -> bool:
    """A header, a position or a move is refused, or the move is played."""
    header, written, entry = given
    try:
        game = GAMES.game(header)
        assert GAMES.game(game.header).header == game.header
        if written.startswith("{"):
            family = family_of(key_of(game.header))
            known = family.read_position_data(game, json.loads(written))
        else:
            known = game.read_position(written)
    except (Corrupt, json.JSONDecodeError):
        return False
    phase, again = game.phase(known), game.read_position(game.write_position(known))
    assert again == known, (known, again)
    if isinstance(phase, Choose):
        with suppress(IllegalMove):
            game.write_position(game.play(known, game.read_move(known, entry)))
        for move in phase.moves:
            assert game.read_move(known, game.write_move(move)) == move
    return True

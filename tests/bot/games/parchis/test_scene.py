"""Scenes of Parchís through whole random games with random options."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby
from operator import attrgetter
from random import Random

import pytest

from bot.acts import registry
from bot.acts.play.move import Move
from bot.games.parchis.events import Counted, events
from bot.table.ids import TableId
from bot.table.seats import Person
from bot.table.table import Status, Table
from engine import Choose
from engine.record import standing
from renderer.parchis.describe import ALT_LIMIT
from tests.bot.games.parchis.tables import EASY, PEOPLE, any_header, game, played, scene
from tests.bot.show.offer import SAY

ON_A_BUTTON = 19
"""The number of characters of a label that a narrow button shows."""

BYTES = 64
"""The most bytes of a button's code: Telegram's limit."""

LINES = 12
"""The most sentences about a step."""

MESSAGE = 1000
"""The most characters of all sentences about a step: the caption of a picture has 1,024."""

SEEDS = range(24)
BY_DAY = 8
each_game = pytest.mark.parametrize(
    "seed", [*SEEDS[:BY_DAY], *(pytest.param(n, marks=pytest.mark.night) for n in SEEDS[BY_DAY:])]
)


@cache
def tables(seed: int) -> tuple[Table, ...]:
    """The tables of a random game; every third one is played against computers."""
    chance = Random(seed)
    seats = (PEOPLE[0], EASY, PEOPLE[2], EASY) if seed % 3 == 0 else PEOPLE
    return tuple(played(any_header(chance), chance, seats))


def lines(table: Table) -> list[str]:
    """Everything that a board says about a table."""
    shown = scene(table)
    result = (shown.result,) if shown.over else ()
    return [SAY(text) for text in (*shown.narration, *shown.turn, *result)]


@each_game
def test_every_sentence_can_be_said(seed: int) -> None:
    """Every sentence has its words and its values: none is empty or shows a key or a field."""
    for table in tables(seed):
        for line in lines(table):
            assert line
            assert not re.search(r"[{}]|parchis\.|  |\.\.$", line), line


@each_game
def test_steps_are_told_in_few_lines(seed: int) -> None:
    """However long a step is, its sentences fit the caption of a picture."""
    for table in tables(seed):
        told = [SAY(line) for line in scene(table).narration]
        assert len(told) <= LINES
        assert len("\n".join(told)) <= MESSAGE


@each_game
def test_labels(seed: int) -> None:
    """A board's labels are short and differ, and their letters are in order."""
    for table in tables(seed):
        labels = [SAY(move.text) for move in scene(table).moves]
        assert len(set(labels)) == len(labels) <= len("ABCD")
        assert all(len(label) <= ON_A_BUTTON for label in labels)
        if len(labels) > 1:
            assert "".join(label[0] for label in labels) == "ABCD"[: len(labels)]
            assert all(label[1] == " " for label in labels)


@each_game
def test_codes_of_moves(seed: int) -> None:
    """The code of each button fits every platform and leads back to its move."""
    for table in tables(seed):
        for move in scene(table).moves:
            intent = Move(TableId("k3f2qd7m2x"), 46_655, move.move, table.mark)
            code = intent.code
            assert len(code.encode()) <= BYTES
            assert registry.decode(code) == intent


@each_game
def test_boards(seed: int) -> None:
    """A board is described in words, and drawn with letters."""
    for table in tables(seed)[::3]:
        board = scene(table).board
        assert 0 < len(board.alt()) <= ALT_LIMIT
        assert board.letters()


@each_game
def test_events_are_those_of_the_record(seed: int) -> None:
    """The events of a step have the moves of its entries, in their order, by the right seats."""
    for table in tables(seed):
        rules = game(table)
        before = rules.read_position(table.before) if table.before else rules.start()
        moved = [
            (each.phase.seat, each.entry)
            for each in standing(rules, table.story, before)
            if isinstance(each.phase, Choose)
        ]
        happened = [event for event in events(rules, table) if isinstance(event, Counted)]
        found = [(one.seat, rules.write_move(one.move)) for one in happened if one.move is not None]
        assert found == moved


@each_game
def test_every_turn_is_told_once(seed: int) -> None:
    """The lines of a step tell, count or leave out as many turns as there were."""
    for table in tables(seed):
        happened = [one for one in events(game(table), table) if isinstance(one, Counted)]
        turns = sum(1 for _ in groupby(happened, attrgetter("seat")))
        told = [SAY(line) for line in scene(table).narration]
        assert sum(map(turns_in, told)) == turns, told


def turns_in(line: str) -> int:
    """Return how many turns a line tells or counts."""
    if counted := re.match(r"(\d+) (?:earlier turn|turns? in a row)", line):
        return int(counted[1])
    if re.search(r" (?:throws|plays) .*\.$", line) and "everyone throws" not in line:
        return 1
    together = _TOGETHER.match(line)
    return len(_NUMBERS.findall(together[1])) if together else 0


@each_game
def test_every_number_is_told(seed: int) -> None:
    """A line with all numbers of a turn has as many parts as there were numbers."""
    for table in tables(seed):
        happened = [one for one in events(game(table), table) if isinstance(one, Counted)]
        told = [SAY(line) for line in scene(table).narration]
        if any(re.match(r"\d+ (?:earlier|turn)", line) for line in told):
            continue
        assert sum(map(numbers_in, told)) == len(happened), told


def numbers_in(line: str) -> int:
    """Return how many numbers a line tells, apart from those of the opening."""
    if "To begin" in line or (line.endswith((" begins.", " again.")) and ": " not in line):
        return 0
    if re.search(r" (?:throws|plays) ", line):
        return line.count("; ") + 1
    together = _TOGETHER.match(line)
    return sum(one.count("-") + 1 for one in _NUMBERS.findall(together[1])) if together else 0


_TOGETHER = re.compile(r"(.*): (?:only a 5|no piece can move|the third 6)")
_NUMBERS = re.compile(r"\d(?:-\d)*")


@each_game
def test_whose_turn_it_is(seed: int) -> None:
    """The line about the turn names the player to move, and only during the game."""
    for table in tables(seed):
        shown = scene(table)
        assert (shown.mover is None) == (table.status is Status.OVER)
        if shown.mover is None:
            assert shown.turn == ()
        else:
            (line,) = (SAY(text) for text in shown.turn)
            holder = table.seats[shown.mover]
            name = holder.name if isinstance(holder, Person) else "Computer"
            assert line.startswith(f"{name} ("), line


def texts() -> Iterator[str]:
    """Every sentence of all games."""
    return chain.from_iterable(lines(table) for seed in SEEDS for table in tables(seed))


def test_the_games_are_varied() -> None:
    """The random games tell everything that a game can tell."""
    said = {key for line in texts() for key in _KINDS if re.search(_KINDS[key], line)}
    assert said == {*_KINDS}


_KINDS = {
    "captures": r", capturing ",
    "two out": r"two pieces come out",
    "opens": r"opening a barrier",
    "third six": r"the third 6 in a row",
    "back": r", turning back",
    "goal": r" to the goal",
    "bonus": r"20 for the capture",
    "arrived": r"10 for the goal",
    "worth": r"which counts (?:7|12)",
    "learns": r"to learn the way",
    "tie": r" throw again\.$",
    "places": r" 2nd: ",
    "no move": r"no piece can move",
    "needs a five": r"only a 5 brings a piece out",
}

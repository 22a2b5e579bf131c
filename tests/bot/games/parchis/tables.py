"""Tables of Parchís in tests: at a position, after some entries, and through random games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from bot.games.parchis.family import ParchisFamily
from bot.games.parchis.scene import ParchisScene
from bot.table import steps
from bot.table.options import Options
from bot.table.people import Platform, User
from bot.table.seats import Computer, Person, Seat
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine import Cast, Choose, ThrowTable
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header
from engine.parchis.ruleset import End, Ruleset
from engine.record import replay
from tests.bot.show.offer import GAMES, OFFER, SAY

NAMES = ("Ana", "Ben", "Carla", "Dan")
PEOPLE = tuple(Person(User(Platform.WEB, name), name) for name in NAMES)
EASY = Computer("easy")
FAMILY = ParchisFamily()


class Dice:
    """A die whose faces are pseudorandom, the same in every run."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def cast(self, _table: Table, _seat: int, _casts: object, throw: ThrowTable) -> Cast:
        return self._chance.choice(list(throw.outcomes()))


def header(words: str) -> str:
    """Return the header of a game, such as `parchis seats=2 six=7`."""
    ruleset, *options = words.split()
    pairs = ((name, value) for name, _, value in (option.partition("=") for option in options))
    return GAMES.header(Options(ruleset, tuple(pairs)))


def ruleset(words: str) -> Ruleset:
    return read_header(header(words))


def game(table: Table) -> ParchisGame:
    found = GAMES.game(table.header)
    assert isinstance(found, ParchisGame)
    return found


def table(words: str, position: str, seats: Sequence[Seat] = PEOPLE) -> Table:
    """Return a game at a position, in which `x` is a seat with all pieces at home."""
    line = " ".join("h,h,h,h" if word == "x" else word for word in position.split())
    found = replace(OFFER, header=header(words), status=Status.PLAYING, moves=20)
    return replace(found, seats=(*seats[: game(found).seats],), position=f"1 {line}")


def after(before: Table, *entries: str) -> Table:
    """Return a table after a step with these throws, moves and passes."""
    rules = game(before)
    start = rules.read_position(before.position)
    *_, last = replay(rules, entries, start)
    position = rules.write_position(last.after)
    moves = sum("+" in entry for entry in entries)
    step = replace(before, position=position, before=before.position, story=entries)
    return replace(step, moves=before.moves + moves)


def scene(table: Table) -> ParchisScene:
    return ParchisScene(game(table), table, SAY)


def told(table: Table, *entries: str) -> list[str]:
    """Return the sentences about a step with these entries."""
    return [SAY(line) for line in scene(after(table, *entries)).narration]


def labels(table: Table) -> list[str]:
    return [SAY(move.text) for move in scene(table).moves]


def any_header(chance: Random) -> str:
    """Return a random ruleset with random options, half of which are the usual ones."""
    chosen = {
        name: chance.choice([*option.values] or ["2", "3", "4"])
        for name, option in OPTIONS.items()
        if name == "seats" or chance.random() < 0.5
    }
    if chosen.get("end") == End.PAIRS:
        chosen["seats"] = "4"
    if chosen.get("seats") != "2":
        chosen.pop("colours", None)
    return FAMILY.header(chance.choice(FAMILY.rulesets), chosen)


def played(header: str, chance: Random, seats: Sequence[Seat] = PEOPLE) -> Iterator[Table]:
    """Play at random to the end; yield every table."""
    rules, hands = GAMES.game(header), Hands(Dice(chance))
    offer = replace(OFFER, header=header, seats=(*seats[: rules.seats],))
    table = steps.begin(offer, rules, hands, 0).table
    yield table
    while table.status is Status.PLAYING:
        position = GAMES.position(table)
        phase = rules.phase(position)
        assert isinstance(phase, Choose)
        move = rules.write_move(chance.choice(phase.moves))
        table = steps.play(table, rules, position, phase.seat, move, hands, 0).table
        yield table

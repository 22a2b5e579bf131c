"""Taking back moves leads to the table as it was, and throws already shown come again."""

from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.acts.records import record_of
from bot.games.catalogue import FAMILIES, games
from bot.table import departures, steps
from bot.table.corn import FairCorn
from bot.table.former import Departure
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Person
from bot.table.step import Step
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from bot.table.undo import Taken, taken_back
from engine import Corrupt, Throw
from engine.corn import RECIPE, Recipe
from engine.record import UNDO, standing
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL, RULESETS
from engine.verify import verify
from tests.bot.show.offer import OFFER, SAY
from tests.costly import COSTLY

GAMES = games((*FAMILIES, "tests.games.pebbles"))
HANDS = Hands(FairCorn())
ONE = "puluc road=7 warriors=2 table=kernels casts=one"
TWO = "puluc road=13 warriors=5 table=kernels casts=each"
TEAMS = write_header(replace(AJ_SAYIL, seats=4))
HEADERS = (
    *map(write_header, RULESETS.values()),
    TEAMS,
    TWO,
    "parchis seats=2",
    "parchis-spain seats=3",
    "parchis seats=4 end=pairs",
    "pebbles squares=8",
)


@dataclass
class Play:
    """A game that is being played, with its record."""

    header: str = ONE
    seed: bytes = OFFER.seed
    recipe: Recipe = RECIPE
    record: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = GAMES.game(self.header)
        people = [Person(User(Platform.WEB, f"p{n}"), f"P{n}") for n in range(self.game.seats)]
        seats = (*people[:-1], Free())
        offer = replace(OFFER, recipe=self.recipe, header=self.header, seed=self.seed)
        table = replace(offer, seats=seats)
        last = len(people) - 1
        self.take(steps.sit(table, self.game, last, people[last], HANDS, 0))

    @property
    def choices(self) -> list[str]:
        """What can be pressed, nothing once the game is over."""
        choices = self.game.choices(GAMES.position(self.table))
        return [steps.AND.join(map(self.game.write_move, moves)) for moves in choices]

    @property
    def mover(self) -> int:
        seat = steps.to_move(self.table, self.game, GAMES.position(self.table))
        assert seat is not None
        return seat

    def take(self, step: Step) -> None:
        """Commit a step."""
        self.table = step.table
        self.record.extend(step.entries)

    def move(self, move: str) -> None:
        """Play a move for the seat to move."""
        position = GAMES.position(self.table)
        self.take(steps.play(self.table, self.game, position, self.mover, move, HANDS, 0))

    def taken(self, seat: int) -> Taken | None:
        return taken_back(self.game, self.table, self.record, (seat,))

    def undo(self, seat: int) -> Taken:
        """Take back the last move of a seat."""
        taken = self.taken(seat)
        assert taken is not None
        self.take(steps.take_back(self.table, taken, 0))
        return taken

    def change_hands(self, seat: int) -> None:
        """Let a computer play on for the person in a seat, or a person relieve the computer."""
        position, guest = GAMES.position(self.table), Person(User(Platform.WEB, "guest"), "Guest")
        what = (self.table, self.game, position, seat)
        if isinstance(self.table.seats[seat], Computer):
            self.take(departures.take_over(*what, guest, 0))
        else:
            self.take(departures.give_up(*what, Departure.RESIGNED, Computer("easy"), 0))

    def thrown(self) -> list[tuple[str, ...]]:
        """The throws of each seat that stand, in order."""
        line = [each for each in standing(self.game, self.record) if isinstance(each.phase, Throw)]
        return [
            tuple(each.entry for each in line if each.phase.seat == seat)
            for seat in range(self.game.seats)
        ]


def as_it_was(table: Table) -> tuple[object, ...]:
    """What an undo has to restore."""
    return table.position, table.lying, table.casts, table.casts_by_seat, table.moves


SEEDS = st.binary(min_size=32, max_size=32)


@COSTLY
@given(st.sampled_from(HEADERS), SEEDS, st.integers(0, 2**32), st.sampled_from(Recipe))
def test_an_undo_restores_the_table(header: str, seed: bytes, number: int, recipe: Recipe) -> None:
    """Whatever was played, an undo restores the table on which its seat last chose a move."""
    play, chance = Play(header, seed, recipe), Random(number)
    chosen: list[tuple[int, Table]] = []  # those that stand
    for _ in range(60):
        if not play.choices:
            break
        seat = chance.randrange(play.game.seats)
        mine = [at for at, (mover, _) in enumerate(chosen) if mover == seat]
        if chance.random() < 0.25:
            assert (play.taken(seat) is None) == (not mine)
            if mine:
                _, before = chosen[mine[-1]]
                del chosen[mine[-1] :]
                play.undo(seat)
                assert as_it_was(play.table) == as_it_was(before)
                assert (play.mover, play.table.undone) == (seat, seat)
        else:
            chosen.append((play.mover, play.table))
            play.move(chance.choice(play.choices))
    line = standing(play.game, play.record)
    assert play.game.write_position(line[-1].after) == play.table.position
    over = replace(play.table, status=Status.OVER, ending=Ending.CLOSED)
    if play.table.status is not Status.OVER:
        checked = verify(record_of(over, play.record, SAY), GAMES.game)
        assert checked.agrees


@COSTLY
@given(st.sampled_from(HEADERS), SEEDS, st.integers(0, 2**32))
def test_each_seat_has_its_own_throws(header: str, seed: bytes, number: int) -> None:
    """Each seat's throws are the first ones of one sequence, the same in every course of a game.

    They don't depend on what is played, by whom, or taken back, or on who sits there.
    """
    chance, longest = Random(number), dict[int, tuple[str, ...]]()
    for _ in range(3):
        play = Play(header, seed)
        for _ in range(25):
            for seat, thrown in enumerate(play.thrown()):
                known = longest.setdefault(seat, thrown)
                shared = min(len(known), len(thrown))
                assert thrown[:shared] == known[:shared]
                longest[seat] = max(known, thrown, key=len)
            if not play.choices:
                break
            seat, what = chance.randrange(play.game.seats), chance.random()
            if what < 0.25 and play.taken(seat):
                play.undo(seat)
            elif what > 0.9 and play.game.seats > 2:
                play.change_hands(seat)
            else:
                play.move(chance.choice(play.choices))


def test_a_table_stored_without_counts_by_seat() -> None:
    """A game of corn-1 that was stored without counts by seat goes on, and its throws agree."""
    play, chance = Play(recipe=Recipe.CORN_1), Random(3)
    for _ in range(4):
        play.move(chance.choice(play.choices))
    play.table = replace(play.table, casts_by_seat=())
    while play.choices:
        play.move(chance.choice(play.choices))
        if play.choices and chance.random() < 0.3:
            play.undo(play.mover)
        if chance.random() < 0.3:
            play.table = replace(play.table, casts_by_seat=())
    checked = verify(record_of(play.table, play.record, SAY), GAMES.game)
    assert UNDO in play.record
    assert checked.agrees


@given(st.sampled_from(HEADERS), st.integers(0, 2**32))
@COSTLY
def test_within_a_turn(header: str, number: int) -> None:
    """A move is taken back within the turn if its seat still moves, without another throw."""
    play, chance = Play(header), Random(number)
    for _ in range(30):
        if not play.choices:
            break
        seat, casts = play.mover, play.table.casts
        play.move(chance.choice(play.choices))
        if not play.choices:
            break
        taken = play.taken(seat)
        assert taken is not None
        assert taken.within_turn == (play.mover == seat and play.table.casts == casts)


def test_the_same_throws_again() -> None:
    """After an undo, another move is followed by the throw that the first one was followed by."""
    play = Play()
    seat = play.mover
    play.move(play.choices[0])
    shown = play.record[-1]
    play.undo(seat)
    play.move(play.choices[-1])
    first, again = (entries for entries in " ".join(play.record).split(f" {UNDO} "))
    assert first.split()[-1] == shown
    assert again.split()[1] == shown


def test_before_the_first_move() -> None:
    """A player who has chosen no move has none to take back."""
    assert [Play().taken(seat) for seat in (0, 1)] == [None, None]


def test_the_opponent_s_reply_goes_too() -> None:
    """Taking back a move takes back the opponent's reply, as one undo for each move."""
    play = Play()
    seat = play.mover
    begun = play.table
    play.move(play.choices[0])
    play.move(play.choices[0])
    taken = play.undo(seat)
    assert taken.entries == (UNDO, UNDO)
    assert as_it_was(play.table) == as_it_was(begun)


def test_the_opponent_s_own_move() -> None:
    """The player to move can take back the last move of theirs, with the opponent's after it."""
    play = Play()
    for _ in range(3):
        play.move(play.choices[0])
    assert play.undo(play.mover).entries == (UNDO, UNDO)


def test_twice() -> None:
    """A second undo takes back the move before."""
    play = Play()
    seat, begun = play.mover, play.table
    while play.table.moves < 3:
        play.move(play.choices[0])
    play.undo(seat)
    assert play.table.moves == 2
    play.undo(seat)
    assert as_it_was(play.table) == as_it_was(begun)


def test_half_a_turn() -> None:
    """If only the first of two numbers is played, it is taken back within the turn."""
    play = Play(TWO)
    while not (taken := play.taken(play.mover)) or not taken.within_turn:
        before = play.table
        first, *_ = play.choices[0].split(steps.AND)
        play.move(first)
    play.undo(play.mover)
    assert as_it_was(play.table) == as_it_was(before)
    assert taken.entries == (UNDO,)


def test_the_story_ends() -> None:
    """After an undo the board has nothing to narrate but who took back a move."""
    play = Play()
    seat = play.mover
    play.move(play.choices[0])
    play.undo(seat)
    assert (play.table.before, play.table.story) == (play.table.position, ())


@pytest.mark.parametrize("change", [{"casts": 99}, {"moves": 99}, {"position": "1 a2 21/00 3a"}])
def test_a_record_of_another_table(change: dict[str, object]) -> None:
    """A record that doesn't lead to the table raises Corrupt."""
    play = Play()
    play.move(play.choices[0])
    play.table = replace(play.table, **change)  # type: ignore[arg-type] # fields by name
    with pytest.raises(Corrupt, match="does not lead"):
        play.taken(0)


def test_a_record_that_cannot_be_played() -> None:
    """A damaged record raises Corrupt, which names the entry."""
    play = Play()
    play.record[0] = "99"
    with pytest.raises(Corrupt, match="entry 0"):
        play.taken(0)

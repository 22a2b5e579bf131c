"""Positions and moves as text."""

from collections.abc import Callable

import pytest

from engine import Corrupt
from engine.road.game import RoadGame
from engine.road.notation import read_unpacked, write_unpacked
from engine.road.ruleset import Ruleset
from engine.road.rulesets import PULUC
from engine.road.stack import Stack
from engine.road.unpacked import Unpacked

OpenGame = Callable[[str], RoadGame]
Legal = Callable[[str, str], list[str]]

LONGEST = "1 a5 00/00 10a 11b 12a 13b 14a 15b 16a 17b 18a 19b"


@pytest.mark.parametrize(
    "text",
    [
        "1 ? 55/00",
        "1 ?5 55/00",
        "1 a 55/00",
        "1 b4 22/01 2a 4a 7b1a 11b",
        "1 a 40/03 5a2b",
    ],
)
def test_a_position_is_written_as_it_was_read(puluc: RoadGame, text: str) -> None:
    """Writing a position that was read returns the same line."""
    assert puluc.write_position(puluc.read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "version 1, not ''"),
        ("2 a 55/00", "version 1, not '2'"),
        ("1", "lacks"),
        ("1 a", "lacks"),
        ("1 c 55/00", "seat 2"),
        ("1 x 55/00", "written like a or a3, not 'x'"),
        ("1 a6 55/00", "6 cannot be thrown"),
        ("1 a1,2 55/00", "2 numbers"),
        ("1 ?1,2 55/00", "seat 2"),
        ("1 a 5/00", "base needs 2 counts"),
        ("1 a 55/0", "killed needs 2 counts"),
        ("1 a 55", "written like 42/01, not '55'"),
        ("1 a 55/00/00/00", "must be written like 42/01"),
        ("1 a 5x/00", "written like 42/01, not '5x/00'"),
        ("1 a 54/00/01", "away"),
        ("1 a 45/00  3a", "'' is not a stack"),
        ("1 a 45/00 03a", "'03a' is not a stack"),
        ("1 a 45/00 a3", "'a3' is not a stack"),
        ("1 a 45/00 3c", "'3c' names a seat after the last one, b"),
        ("1 a 44/00 3a1c", "'3a1c' names a seat after the last one, b"),
        ("1 a 44/00 3a0b", "'3a0b' is not a stack"),
        ("1 a 45/00 0a", "the stack on 0 is off the road"),
        ("1 a 45/00 12a", "the stack on 12 is off the road"),
        ("1 a 45/00 3A", "on 3 must head for the enemy base"),
        ("1 a 45/00 3a*", "on 3 must head up or down"),
        ("1 a 44/00 3a 3b", "the stacks on 3 cannot share"),
        ("1 a 35/00 3a 3a", "the stacks on 3 cannot share"),
        ("1 a 54/00 3a", "seat 0 has 6 warriors, not 5"),
        ("1 a 54/00", "seat 1 has 4 warriors, not 5"),
        ("1 a 00/55", "neither side has a free warrior"),
        ("1 a3 40/03 5a2b", "the game is over"),
        ("1 ? 45/00 3a", "all warriors must be in base"),
    ],
)
def test_a_corrupt_position_is_named(puluc: RoadGame, text: str, wrong: str) -> None:
    """A corrupt position is refused with what is wrong in it."""
    with pytest.raises(Corrupt) as corrupt:
        puluc.read_position(text)
    assert wrong in str(corrupt.value)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("bul far-end=walk-back", "1 b4 33/00 0B 3A1b 12A"),
        ("kekchi after-capture=open", "1 a10 33/00 3a*1b 5b 14a"),
        ("kekchi", "1 b5? 44/00 3a 14b"),
        ("footprints", "1 a0 33/00 3a 3a1b 5b"),
        ("aj-sayil", "1 a2,3 33/00 3A1b 3a 5B"),
        ("aj-sayil", "1 a 44/00 0B 20A"),
        ("aj-tiwil", "1 b1,1 42/10/02 3B"),
        ("aj-tiwil", "1 a 03/12/40"),
        ("aj-sayil warriors=5 seats=4", "1 d3,4 3454/0000 3a 3b 5A1d"),
        ("aj-sayil seats=6 warriors=1", "1 ?3 111111/000000"),
    ],
)
def test_other_rulesets_write_as_they_read(game: OpenGame, words: str, text: str) -> None:
    """Positions with headings, waiting and absent warriors and several seats round-trip."""
    assert game(words).write_position(game(words).read_position(text)) == text


@pytest.mark.parametrize(
    ("words", "text", "wrong"),
    [
        ("puluc", "1 a3? 55/00", "no second throw is due"),
        ("kekchi", "1 a? 55/00", "no second throw is due"),
        ("kekchi", "1 a1 55/00", "1 cannot be thrown"),
        ("kekchi", "1 a6? 55/00", "6 cannot be thrown"),
        ("kekchi", "1 a2,3 55/00", "2 numbers"),
        ("aj-sayil", "1 a2,3? 55/00", "2 numbers"),
        ("aj-sayil", "1 a1,2,3 55/00", "3 numbers"),
        ("puluc table=sapper", "1 a1 55/00", "1 cannot be thrown with sapper"),
        ("bul", "1 a 45/00 3a*", "on 3 must head up or down"),
        ("kekchi after-capture=open", "1 a 45/00 3a*", "on 3 must head up or down"),
        ("bul", "1 a 44/00 3a*1b", "on 3 must head up or down"),
        ("bul", "1 a 45/00 12A", "the stack on 12 is off the road"),
        ("aj-sayil", "1 a 45/00 20a", "the stack on 20 is off the road"),
        ("aj-sayil", "1 a 45/00 0A", "the stack on 0 is off the road"),
        ("aj-sayil", "1 a 44/00 20A1b", "the stack on 20 is off the road"),
        ("aj-sayil", "1 a 44/00 3a 3b", "the stacks on 3 cannot share"),
        ("bul", "1 a 35/00 3a 3A", "the stacks on 3 cannot share"),
        ("a-kaakil", "1 a 45/00 10a", "no stack can stand in the fire on 10"),
        ("aj-tiwil", "1 a 44/00 3a1b", "the stack on 3 cannot hold captives"),
        ("aj-sayil", "1 a 45/00/10", "away must be 0"),
        ("aj-tiwil", "1 a 55/00/10", "seat 0 has 6 warriors"),
        ("aj-sayil warriors=5 seats=4", "1 a 55/00", "base needs 4 counts"),
        ("aj-sayil warriors=5 seats=4", "1 e 5555/0000", "seat 4"),
        ("aj-sayil warriors=5 seats=4", "1 a 5555/0000 3e", "names a seat after the last one, d"),
        ("aj-sayil warriors=1", "1 a2,3 00/00 6A1b", "the game is over"),
    ],
)
def test_a_position_that_its_ruleset_cannot_have_is_named(
    game: OpenGame, words: str, text: str, wrong: str
) -> None:
    """A position with features its ruleset doesn't have is corrupt."""
    with pytest.raises(Corrupt) as corrupt:
        game(words).read_position(text)
    assert wrong in str(corrupt.value)


def test_a_repeated_captive_is_corrupt(puluc: RoadGame) -> None:
    """A stack may list the captives of a seat only once."""
    with pytest.raises(Corrupt, match="lists the captives of a seat twice"):
        puluc.read_position("1 a 42/00 3a1b2b")


def test_an_opening_has_its_caster(puluc: RoadGame) -> None:
    """An unpacked position in which the wrong seat casts for the opening is corrupt."""
    unpacked = puluc.unpack(puluc.start())._replace(turn=1)
    with pytest.raises(Corrupt, match="seat 1 cannot be the one to throw"):
        puluc.pack(unpacked)


def test_a_stack_has_a_captain(puluc: RoadGame) -> None:
    """An unpacked position whose captain has a seat that doesn't exist is corrupt."""
    unpacked = puluc.unpack(puluc.start())._replace(stacks=(Stack(3, 2, 1, (0, 0)),))
    with pytest.raises(Corrupt, match="the captain on 3 is of seat 2"):
        puluc.pack(unpacked)


def test_captives_are_counted_by_seat(puluc: RoadGame) -> None:
    """An unpacked position whose counts of captives don't match the seats is corrupt."""
    unpacked = puluc.unpack(puluc.start())._replace(stacks=(Stack(3, 0, 1, (0,)),))
    with pytest.raises(Corrupt, match="captives on 3 need 2 counts"):
        puluc.pack(unpacked)


def test_counts_are_never_negative(puluc: RoadGame) -> None:
    """An unpacked position that balances surplus warriors with a negative count is corrupt."""
    unpacked = puluc.unpack(puluc.start())._replace(base=(6, 5), killed=(-1, 0))
    with pytest.raises(Corrupt, match="is negative"):
        puluc.pack(unpacked)


def test_letters_show_headings() -> None:
    """A lower-case letter heads forward, a capital homeward, and a star marks an open heading."""
    forward, homeward, undecided = (
        read_unpacked(PULUC, f"1 b 44/00 {stack}").stacks[0].heading
        for stack in ("3b", "3B", "3b*")
    )
    assert (forward, homeward, undecided) == (-1, 1, 0)


def test_every_kind_of_stack_is_written_as_it_was_read() -> None:
    """The notation covers headings, captives, shared spaces, warriors away and two numbers."""
    text = "1 b3,4 31/00/11 3A1a2b 3a 5b* 9B"
    assert write_unpacked(PULUC, read_unpacked(PULUC, text)) == text


def test_the_fullest_position_fits_sixty_characters() -> None:
    """The longest position, ten lone homeward warriors on two-digit spaces, fits 60 characters."""
    unpacked = read_unpacked(PULUC, LONGEST.replace("a5", "a4,5").replace("00/00", "00/00/00"))
    homeward = tuple(stack._replace(heading=-stack.heading) for stack in unpacked.stacks)
    text = write_unpacked(PULUC, unpacked._replace(stacks=homeward))
    assert len(text) <= 60


def test_the_longest_position_can_be_read() -> None:
    """The longest position can be read on a road that is long enough."""
    game = RoadGame(Ruleset(key="puluc", road=31))
    assert game.write_position(game.read_position(LONGEST)) == LONGEST


def test_an_unpacked_position_has_everything(puluc: RoadGame) -> None:
    """An unpacked position has the turn, the numbers, the counts by seat and the sorted stacks."""
    assert puluc.unpack(puluc.read_position("1 b4 42/01 11b 7b1a")) == Unpacked(
        turn=1,
        opening=False,
        numbers=(4,),
        half_cast=False,
        base=(4, 2),
        killed=(0, 1),
        away=(0, 0),
        stacks=(Stack(7, 1, -1, (1, 0)), Stack(11, 1, -1, (0, 0))),
    )


@pytest.mark.parametrize(
    ("words", "position", "move"),
    [
        ("puluc", "1 a3 55/00", "b+3"),
        ("puluc", "1 b3 55/00", "b-3"),
        ("puluc", "1 a4 45/00 7a", "7+4"),
        ("kekchi", "1 b10 44/00 3a 14b", "14-10"),
        ("bul", "1 a4 44/00 7A1b", "7-4"),
        ("bul far-end=walk-back", "1 b4 54/00 0B", "0+4"),
        ("footprints", "1 b3 55/00", "bb-3"),
        ("footprints", "1 a3 44/00 7a1b", "7a1b+3"),
        ("aj-sayil", "1 a2,3 44/00 7A1b", "7A1b-3"),
        ("aj-sayil warriors=5 seats=4", "1 b2,3 5444/0000 7B1c1d", "7B1c1d-3"),
    ],
)
def test_a_move_is_written_as_it_was_read(
    game: OpenGame, words: str, position: str, move: str
) -> None:
    """A move reads as its starting space, its direction and its number.

    Where stacks share spaces it also names the captain, in upper case if homeward, and the
    captives.
    """
    opened = game(words)
    assert opened.write_move(opened.read_move(opened.read_position(position), move)) == move


def test_a_move_may_carry_a_captive_of_every_seat(legal: Legal) -> None:
    """With sixteen seats the longest move has 38 characters; every two seats fewer save four."""
    stack = "31A1a1b1c1d1e1f1g1h1i1j1k1l1m1n1o1p"
    words = "aj-sayil road=31 seats=16 warriors=2 casts=sum"
    moves = legal(words, f"1 a10 0111111111111111/0000000000000000 {stack}")
    assert moves == [f"{stack}-10"]
    assert len(moves[0]) == 38

"""How buttons and sentences describe the moves of the road games."""

from dataclasses import replace

import pytest

from bot.games.road.deeds import trace
from bot.games.road.events import Passed, Thrown
from bot.games.road.scene import RoadScene
from bot.games.road.telling import tell
from bot.games.telling import MOST_TOLD
from bot.table.seats import Computer
from bot.table.table import Ending, Status, Table
from engine import Choose, Throw
from engine.game import Places
from engine.road.game import RoadGame
from engine.road.moves import Deed
from renderer.road.view import Trace
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY

ON_A_PHONE = 36
"""The number of characters of a label that a phone shows."""


def table(position: str, ruleset: str = "puluc", **chosen: object) -> Table:
    """A game at this position: in `1 a4 33/00 3A1a2b`, Ana has a 4 to play."""
    return replace(
        OFFER,
        revision=3,
        status=Status.PLAYING,
        header=GAMES.header(options(ruleset, **chosen)),
        seats=(ANA, BEN),
        position=position,
        moves=7,
    )


def game(table: Table) -> RoadGame:
    found = GAMES.game(table.header)
    assert isinstance(found, RoadGame)
    return found


def scene(table: Table) -> RoadScene:
    return RoadScene(game(table), table, SAY)


def labels(table: Table) -> list[str]:
    return [SAY(offer.text) for offer in scene(table).moves]


def deeds(table: Table) -> list[Deed]:
    rules = game(table)
    position = rules.read_position(table.position)
    phase = rules.phase(position)
    assert isinstance(phase, Choose)
    return [rules.deed(position, move) for move in phase.moves]


def traced(table: Table, *moves: str) -> tuple[Trace, ...]:
    """The traces of a step with these throws and moves."""
    rules = game(table)
    position = rules.read_position(table.position)
    for entry in moves:
        match rules.phase(position):
            case Throw(table=throws):
                position = rules.cast(position, throws.read(entry))
            case _:
                position = rules.play(position, rules.read_move(position, entry))
    after = rules.write_position(position)
    step = replace(table, position=after, before=table.position, story=moves)
    return scene(step).board.view.last


def told(table: Table) -> list[str]:
    """The sentence for each legal move."""
    return [SAY(line) for deed in deeds(table) for line in tell(game(table), table, [deed])]


HOME = table("1 a4 43/00 4A1b 9b", "buul")
OFF = table("1 a4 43/00 8a1b 2b")
RUNNER = table("1 a4 04/40 9a 2b")


def test_coming_home() -> None:
    """A stack that leaves the road at its own base returns home."""
    assert "4 → home: 1 killed" in labels(HOME)
    assert "Ana returns home from 4, killing 1 of Ben's warriors." in told(HOME)


def test_coming_off_at_the_enemy_base() -> None:
    """A stack that leaves the road at the enemy base is carried off."""
    assert "8 → off: 1 killed" in labels(OFF)
    assert "Ana takes the stack on 8 off the road, killing 1 of Ben's warriors." in told(OFF)


def test_a_captive_comrade_is_freed() -> None:
    """A stack that leaves the road frees the comrades among its captives, and the move says so."""
    freeing = table("1 a4 34/00 8a1a1b", "puluc")
    effects = "killing 1 of Ben's warriors and freeing 1 comrade"
    assert f"Ana takes the stack on 8 off the road, {effects}." in told(freeing)


def test_a_runner() -> None:
    """A lone warrior that reaches the enemy base has its own sentence."""
    assert labels(RUNNER) == ["9 → back to base"]
    assert told(RUNNER) == ["Ana's warrior on 9 reaches the enemy base and returns to its own."]


def test_an_open_heading() -> None:
    """A stack that can leave at either base has two buttons with different labels."""
    standing = table("1 a4 44/00 4a*1b", "bul", road=7, after_capture="open")
    assert sorted(labels(standing)) == ["4 → home: 1 killed", "4 → off: 1 killed"]


def test_comrades_that_are_killed() -> None:
    """The number of killed comrades is stated along with that of killed enemies."""
    lost = table("1 a4 23/00 3A2a2b", "boolik")
    assert "3 → home: 4 killed, including 2 of yours" in labels(lost)
    losses = "2 of Ana's warriors and 2 of Ben's warriors"
    assert f"Ana returns home from 3, killing {losses}." in told(lost)


def test_comrades_that_are_taken_back() -> None:
    """Recaptured comrades are distinguished from captured enemies."""
    back = table("1 a3 34/00 5a 8b1a", "bul")
    assert "5 → 8 captures 1, takes 1 back" in labels(back)
    said = "Ana moves from 5 to 8, taking back 1 comrade and capturing 1 of Ben's warriors."
    assert said in told(back)


FIRE = table("1 a3 44/00 10A1b", "a-kaakil", road=13)


def test_the_fire() -> None:
    """The fire's victims are counted by side."""
    assert "10 → fire: 1 yours, 1 theirs burn" in labels(FIRE)
    losses = "1 of Ana's warriors and 1 of Ben's warriors burn"
    assert f"Ana moves from 10 into the fire on 7, and {losses}." in told(FIRE)


def test_a_warrior_that_enters_the_fire() -> None:
    """A warrior that enters the space with the fire burns, and the sentence says so."""
    burning = table("1 a3 54/00 4b", "a-kaakil", road=5)
    assert "Ana enters a warrior on 3, in the fire, and it burns." in told(burning)


def test_a_base_begins_a_label() -> None:
    """A label that begins with a base is capitalised."""
    walking = table("1 a2 44/00 7b 12A", "aj-sayil", road=11)
    assert labels(walking) == ["Enemy base → 10"]


def test_two_numbers() -> None:
    """With two numbers to play, each button begins with the number it uses."""
    both = labels(table("1 a2,3 43/00 2A1b 8b", "aj-sayil"))
    assert both == ["2: 2 → home: 1 killed", "3: 2 → home: 1 killed"]


@pytest.mark.parametrize("shown", [HOME, OFF, RUNNER, FIRE])
def test_labels_are_seen_on_a_phone(shown: Table) -> None:
    """Labels are short enough for a phone."""
    assert max(map(len, labels(shown))) <= ON_A_PHONE


def test_a_trace_knows_where_it_turned() -> None:
    """The trace of a warrior that turned round contains the space where it did."""
    (bounced,) = (d for d in deeds(table("1 a4 44/00 3b 10a", "boolik")) if d.start == 10)
    assert trace(bounced).turned == 11


def test_the_order_of_numbers() -> None:
    """Two numbers are listed in the order of their throws."""
    lying = replace(table("1 a1,3 55/00", "aj-sayil"), lying=("1110", "1000"))
    assert [SAY(line) for line in scene(lying).turn] == ["Ana to play: 3 and 1"]


def test_the_order_of_a_computer_s_numbers() -> None:
    """A computer's two throws are listed in the order in which they fell."""
    practice = table("1 a1,3 55/00", "aj-sayil")
    rules = game(practice)
    thrown = rules.begin(1)
    for cast in ((1, 1, 1, 0), (1, 0, 0, 0)):
        thrown = rules.cast(thrown, cast)
    before = rules.write_position(rules.begin(1))
    moved = rules.play(thrown, rules.moves(thrown)[0])
    step = replace(
        practice,
        seats=(ANA, Computer("easy")),
        before=before,
        story=("1110", "1000", rules.write_move(rules.moves(thrown)[0])),
        position=rules.write_position(moved),
    )
    thrown_and_played = "Computer (easy) throws 3 and 1. Only move: Enter → 19."
    assert SAY(scene(step).narration[0]) == thrown_and_played


def test_many_passes_are_counted() -> None:
    """Long stories are shortened: the last events are told in full, earlier ones only counted."""
    practice = replace(RUNNER, seats=(ANA, Computer("medium")))
    (run,) = deeds(RUNNER)
    move = run._replace(seat=1, by=1)
    happened = [Passed(0, (3,), rest=False), Thrown(1, (2,)), move] * 23
    lines = [SAY(line) for line in tell(game(RUNNER), practice, happened)]
    assert len(lines) <= MOST_TOLD
    assert lines[0] == "Earlier, Ana had to pass 22 times."
    assert lines[1].startswith("Earlier, Computer (medium) made ")
    assert lines[-3] == "Ana throws 3 but can't move and passes."


def test_a_computer_s_pass() -> None:
    """A computer's pass includes its throw, which isn't told twice."""
    practice = replace(RUNNER, seats=(ANA, Computer("medium")))
    lines = tell(game(RUNNER), practice, [Thrown(1, (2,)), Passed(1, (2,), rest=False)])
    assert [SAY(line) for line in lines] == [
        "Computer (medium) throws 2 but can't move and passes."
    ]


def test_a_throw_of_nothing() -> None:
    """A throw of 0 has its own sentence."""
    (line,) = tell(game(RUNNER), RUNNER, [Passed(0, (0,), rest=False)])
    assert SAY(line) == "Ana throws 0, so nobody moves."


def test_a_number_that_is_lost() -> None:
    """If the second number can't be played, the sentence says that it is lost."""
    (line,) = tell(game(RUNNER), RUNNER, [Passed(0, (3,), rest=True)])
    assert SAY(line) == "Ana can't play the 3, so it's lost."


@pytest.mark.parametrize(
    ("position", "ruleset", "places", "said"),
    [
        ("1 b 40/00 4a5b", "puluc", ((0,), (1,)), "Ben has no free warriors left. Ana wins."),
        ("1 b 10/32/13", "aj-tiwil", ((1,), (0,)), "Ana killed 2 and Ben killed 3. Ben wins."),
        ("1 b 10/22/23", "aj-tiwil", ((0, 1),), "Ana and Ben killed 2 each. It's a draw."),
    ],
)
def test_why_it_is_over(position: str, ruleset: str, places: Places, said: str) -> None:
    """The last sentence says what decided the game."""
    ending = Ending.WON if len(places) > 1 else Ending.DRAWN
    over = replace(table(position, ruleset), status=Status.OVER, places=places, ending=ending)
    assert SAY(scene(over).result) == said


def test_both_moves_of_a_turn_are_traced() -> None:
    """Each number of a turn has its own trace with its captures, in the order of play."""
    prey = table("1 a2,3 44/00 2a 4b", "aj-sakalil", road=13)
    assert traced(prey, "2a+2", "4a1b+3") == (
        Trace(seat=0, start=2, end=4, captured=1),
        Trace(seat=0, start=4, end=7),
    )


def test_two_numbers_of_two_warriors() -> None:
    """If the second number enters another warrior, both moves are traced."""
    two = table("1 a2,4 43/00 3A1b 9b", "aj-sayil", road=13)
    assert traced(two, "3A1b-4", "ba+2") == (
        Trace(seat=0, start=3, end=0),
        Trace(seat=0, start=0, end=2),
    )


def test_only_the_last_turn_is_traced() -> None:
    """If a step covers several turns, only the moves of the last one are traced."""
    first = table("1 a2 54/00 9b")
    assert traced(first, "b+2", "0010", "9-1") == (Trace(seat=1, start=9, end=8),)

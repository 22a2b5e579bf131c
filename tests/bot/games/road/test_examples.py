"""The examples in the rules are legal, and their captions are true."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.games.road.example import RoadExample
from bot.games.road.examples import EXAMPLES
from bot.games.road.rules import EXAMPLE_ROAD
from bot.texts.catalogue import Catalogue
from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.moves import Arrival, Deed
from engine.road.rulesets import RULESETS
from renderer.road.describe import ALT_LIMIT

SAY = Catalogue().voice("en")
ALL = [
    pytest.param(example, id=f"{key}-{number}")
    for key, examples in EXAMPLES.items()
    for number, example in enumerate(examples, 1)
]
JADE, RED = 0, 1


class Turn:
    """An example, played: its deeds, the numbers it throws, and the final position."""

    def __init__(self, example: RoadExample) -> None:
        self.game = RoadGame(read_header(example.header))
        self.start = position = self.game.read_position(example.position)
        self.numbers: list[int] = []
        self.deeds: list[Deed] = []
        self.passed = False
        for entry in example.turn.split():
            match self.game.phase(position):
                case Throw(0, table, False):
                    objects = table.read(entry)
                    self.numbers.append(table.number(objects))
                    position = self.game.cast(position, objects)
                case Choose(0):
                    move = self.game.read_move(position, entry)
                    self.deeds.append(self.game.deed(position, move))
                    position = self.game.play(position, move)
                case Pass(0):
                    assert entry == "-"
                    self.passed = True
                    position = self.game.skip(position)
                case phase:
                    pytest.fail(f"{entry} in phase {phase}")
        self.end = position
        self.stacks = self.game.unpack(position).stacks


def caption(example: RoadExample) -> dict[str, Any]:
    """The values in a caption, and its `key`."""
    text = example.caption
    return {"key": text.key, **dict(text.args)}


def captures(deed: Deed) -> bool:
    return deed.captured[RED] > 0


def comes_off(deed: Deed) -> bool:
    return deed.arrival is Arrival.OFF and deed.killed[RED] > 0


def back_in_base(deed: Deed) -> bool:
    return deed.arrival is Arrival.OFF and not any(deed.killed) and not deed.entered


def goes_round(deed: Deed) -> bool:
    return deed.rounds == 1 and not deed.entered


def heads_home(turn: Turn) -> bool:
    return any(stack.captain == JADE and stack.heading < 0 for stack in turn.stacks)


CLAIMS: Mapping[str, Callable[[Turn], bool]] = {
    "enter": lambda turn: turn.deeds[0].entered,
    "capture-on": lambda turn: captures(turn.deeds[0]) and not heads_home(turn),
    "capture-home": lambda turn: captures(turn.deeds[0]) and heads_home(turn),
    "stack": lambda turn: all(turn.deeds[0].captured),
    "off-far": lambda turn: comes_off(turn.deeds[0]) and turn.deeds[0].freed == (1, 0),
    "off-home": lambda turn: comes_off(turn.deeds[0]) and turn.deeds[0].freed == (1, 0),
    "recycle": lambda turn: back_in_base(turn.deeds[0]) and not any(turn.deeds[0].liberated),
    "liberation": lambda turn: turn.deeds[0].liberated == (2, 0) and turn.stacks[0].heading < 0,
    "re-enter": lambda turn: goes_round(turn.deeds[0]) and not any(turn.deeds[0].captured),
    "re-enter-capture": lambda turn: (
        goes_round(turn.deeds[0]) and captures(turn.deeds[0]) and heads_home(turn)
    ),
    "re-enter-home": lambda turn: back_in_base(turn.deeds[0]) and turn.deeds[0].rounds == 0,
    "bounce": lambda turn: turn.deeds[0].turned is not None and heads_home(turn),
    "lost": lambda turn: all(turn.deeds[0].killed) and not any(turn.deeds[0].freed),
    "sum-enter": lambda turn: turn.deeds[0].entered,
    "sum-capture": lambda turn: captures(turn.deeds[0]) and heads_home(turn),
    "beside": lambda turn: [stack.at for stack in turn.stacks].count(turn.deeds[0].end) == 2,
    "beside-capture": lambda turn: turn.deeds[0].captured == (0, 2),
    "nought": lambda turn: turn.passed,
    "single-file": lambda turn: not any(deed.entered for deed in turn.deeds),
    "there-and-home": lambda turn: captures(turn.deeds[0]) and comes_off(turn.deeds[1]),
    "home-and-out": lambda turn: comes_off(turn.deeds[0]) and turn.deeds[1].entered,
    "walk-back": lambda turn: turn.deeds[0].arrival is Arrival.FAR_BASE and heads_home(turn),
    "leave": lambda turn: turn.deeds[0].away and turn.deeds[1].entered,
    "score": lambda turn: turn.game.phase(turn.end) == Over(((JADE,), (1 - JADE,))),
    "strike": lambda turn: turn.deeds[0].backwards and captures(turn.deeds[0]) and heads_home(turn),
    "strike-stack": lambda turn: turn.deeds[0].backwards and all(turn.deeds[0].captured),
    "straight-on": lambda turn: captures(turn.deeds[0]) and not heads_home(turn),
    "off-and-out": lambda turn: comes_off(turn.deeds[0]) and turn.deeds[1].entered,
    "recycle-and-out": lambda turn: back_in_base(turn.deeds[0]) and turn.deeds[1].entered,
    "burnt": lambda turn: turn.deeds[0].arrival is Arrival.FIRE and turn.deeds[0].killed == (1, 1),
    "over-the-fire": lambda turn: (
        turn.deeds[0].end < turn.game.ruleset.fire_spaces[0] < turn.deeds[1].end
    ),
}
"""What each caption claims, by its key."""


def test_examples_are_of_rulesets() -> None:
    """Each ruleset with examples has two to four of them."""
    assert set(EXAMPLES) <= set(RULESETS)
    assert all(2 <= len(examples) <= 4 for examples in EXAMPLES.values())


@pytest.mark.parametrize("key", EXAMPLES)
def test_examples_are_of_their_ruleset(key: str) -> None:
    """An example uses its ruleset's own options, on a road that fits one row."""
    for example in EXAMPLES[key]:
        ruleset = read_header(example.header)
        assert ruleset.road == min(RULESETS[key].road, EXAMPLE_ROAD)
        assert replace(ruleset, road=RULESETS[key].road) == RULESETS[key]


@pytest.mark.parametrize("example", ALL)
def test_turns_are_whole(example: RoadExample) -> None:
    """Every entry is legal where it is played, and the last one ends the turn."""
    turn = Turn(example)
    match turn.game.phase(turn.end):
        case Throw(seat) | Pass(seat) | Choose(seat):
            assert seat == RED
        case Over():
            pass


@pytest.mark.parametrize("example", ALL)
def test_captions_say_what_happens(example: RoadExample) -> None:
    """What a caption claims happens in the turn."""
    key = caption(example)["key"].removeprefix("example.")
    assert CLAIMS[key](Turn(example))


@pytest.mark.parametrize("example", ALL)
def test_captions_have_their_facts_right(example: RoadExample) -> None:
    """Numbers and spaces in a caption are those of the turn."""
    facts, turn = caption(example), Turn(example)
    summed = turn.game.ruleset.casts.value == "sum"
    true = {
        "number": [deed.number for deed in turn.deeds] or turn.numbers,
        "first": turn.numbers if summed else [deed.number for deed in turn.deeds[:1]],
        "second": turn.numbers if summed else [deed.number for deed in turn.deeds[1:]],
        "start": [deed.start for deed in turn.deeds],
        "end": [deed.end for deed in turn.deeds],
        "goal": [deed.end for deed in turn.deeds[1:]],
        "turned": [deed.turned for deed in turn.deeds],
        "fire": turn.game.ruleset.fire_spaces,
        "ours": [turn.game.unpack(turn.end).killed[RED]],
        "theirs": [turn.game.unpack(turn.end).killed[JADE]],
    }
    del facts["key"]
    assert all(value in true[name] for name, value in facts.items())


def test_every_claim_is_made() -> None:
    """Every claim tested here is made by a caption."""
    made = {caption(example)["key"] for examples in EXAMPLES.values() for example in examples}
    assert made == {f"example.{claim}" for claim in CLAIMS}


def test_single_file_blocks_entering() -> None:
    """In the single-file example warriors are in base, but none can enter."""
    (example,) = (e for e in EXAMPLES["aj-sayil"] if caption(e)["key"] == "example.single-file")
    game = RoadGame(read_header(example.header))
    position = game.read_position("1 a4 " + example.position.removeprefix("1 a "))
    assert game.unpack(position).base[JADE] == 4
    assert all(move.start is not None for move in game.moves(position))


@pytest.mark.parametrize("example", ALL)
def test_views(example: RoadExample) -> None:
    """Each move has a view before it that shows where it lands; the last view follows the turn."""
    turn, views = Turn(example), example.views(SAY)
    lands = [tuple(landing.at for landing in view.landings) for view in views]
    assert lands == [*((deed.end,) for deed in turn.deeds), ()]
    assert [len(view.last) for view in views] == list(range(len(turn.deeds) + 1))
    assert all(len(view.thrown) == len(turn.numbers) for view in views)


@pytest.mark.parametrize(
    ("key", "number", "struck"),
    [
        pytest.param("a-kaakil", 1, [[], [0], [0, 1]], id="alike"),
        pytest.param("kekchi", 1, [[], [0, 1]], id="summed"),
        pytest.param("aj-tiwil", 2, [[], [0]], id="over"),
        pytest.param("footprints", 4, [[]], id="passed"),
    ],
)
def test_numbers_that_were_played(key: str, number: int, struck: list[list[int]]) -> None:
    """A move strikes out the throw that it uses, and no other."""
    views = EXAMPLES[key][number - 1].views(SAY)
    played = [[i for i, thrown in enumerate(view.thrown) if thrown.played] for view in views]
    assert played == struck


@pytest.mark.parametrize("example", ALL)
def test_text_twins(example: RoadExample) -> None:
    """A picture's description is short enough for every platform."""
    alt = example.alt(SAY)
    assert alt.count("Then: ") == len(Turn(example).deeds)
    assert "to move" not in alt
    assert len(alt) <= ALT_LIMIT


def test_pictures() -> None:
    """An example is drawn as one PNG."""
    assert EXAMPLES["puluc"][0].png(SAY).startswith(b"\x89PNG")

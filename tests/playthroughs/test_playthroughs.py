"""One whole game of every ruleset, written so that a newcomer can learn the rules from it.

A playthrough is a readable text that also contains its game: its first line is the header, and its
throws and the moves marked `>` are the entries. Everything below the introduction is generated from
these. After a change to the rules, regenerate all texts with `python
tests/playthroughs/test_playthroughs.py` and review the differences.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pytest

from engine import Choose, Over, Pass, Throw
from engine.record import SKIP, Played, standing
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.moves import Arrival, Deed, Move
from engine.road.position import Position
from engine.road.ruleset import AfterCapture
from engine.road.rulesets import RULESETS
from engine.road.stack import Stack
from engine.stage import Stage

HERE: Final = Path(__file__).parent
NAMES: Final = sorted(path.stem for path in HERE.glob("*.txt"))

OPENING: Final = "\nOpening:"
"""The line between the introduction and the game."""

ENTRY: Final = re.compile(r" casts ([0-9]+),|^  > (\S+)", re.MULTILINE)

RoadStep: TypeAlias = Played[Position, Move]


class Playthrough(NamedTuple):
    """A playthrough: its game, its introduction (header first) and its entries."""

    game: RoadGame
    head: str
    entries: Sequence[str]

    def steps(self) -> Sequence[RoadStep]:
        """Play the entries."""
        return standing(self.game, self.entries)

    def tell(self) -> str:
        """Write the whole text."""
        return "\n".join([self.head, *_turns(self.game, self.steps())]) + "\n"


def written(name: str) -> str:
    """Return the text of the playthrough called `name`."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


def read(text: str) -> Playthrough:
    """Parse the text of a playthrough."""
    head, opening, told = text.partition(OPENING)
    entries = [cast or move for cast, move in ENTRY.findall(opening + told)]
    return Playthrough(RoadGame(read_header(head.partition("\n")[0])), head, entries)


def _turns(game: RoadGame, steps: Sequence[RoadStep]) -> Iterator[str]:
    """Describe every turn: the throws, then for each number the position and the possible moves."""
    turn, casts = 0, list[str]()
    for step in steps:
        match step.phase:
            case Throw(seat=seat, table=table, opening=opening):
                casts.append(f"casts {step.entry}, a {table.number(table.read(step.entry))}")
                if opening:
                    yield f"Opening: {_seat(seat)} {casts.pop()}"
                if step.after.stage is Stage.MOVE:
                    turn += 1
                    yield ""
                    cast = ", ".join(casts) or "begins with the number of the opening"
                    yield f"Turn {turn}: {_seat(step.after.turn)} {cast}"
                    casts.clear()
            case Choose(moves=moves):
                yield from _position(game, step.position)
                yield from _choice(game, step, moves)
            case Pass():
                yield from _position(game, step.position)
                yield f"  > {SKIP} passes"
    end = steps[-1].after
    yield ""
    yield from _position(game, end)
    yield _result(game, end)


def _position(game: RoadGame, position: Position) -> Iterator[str]:
    """Show a position in text notation, and as a road with each warrior on its space."""
    ruleset, view = game.ruleset, game.unpack(position)
    road = [list[str]() for _ in range(ruleset.road + 2)]
    for seat, waiting in enumerate(view.base):
        if waiting:
            road[ruleset.home(seat)].append(f"{waiting}{_seat(seat)}")
    for stack in view.stacks:
        road[stack.at].append(_stack(game, stack))
    low, *spaces, high = ("+".join(there) for there in road)
    drawn = [
        there or ("^" if at in ruleset.fire_spaces else ".") for at, there in enumerate(spaces, 1)
    ]
    yield f"  {game.write_position(position)}"
    yield f"  ({low}) {' '.join(drawn)} ({high})"


def _stack(game: RoadGame, stack: Stack) -> str:
    letter = _seat(stack.captain)
    if stack.heading != game.ruleset.forward(stack.captain):
        letter = letter.upper() if stack.heading else f"{letter}*"
    return letter + (f"[{_crowd(stack.captives)}]" if any(stack.captives) else "")


def _choice(game: RoadGame, step: RoadStep, moves: Sequence[Move]) -> Iterator[str]:
    """List the legal moves and their effects, marking the one that was played."""
    texts = [game.write_move(move) for move in moves]
    width = max(map(len, texts))
    for move, text in zip(moves, texts, strict=True):
        mark = ">" if text == step.entry else " "
        yield f"  {mark} {text:{width}} {_deed(game, game.deed(step.position, move))}"


def _deed(game: RoadGame, deed: Deed) -> str:
    told = []
    if deed.by != deed.seat:
        told.append(f"helps {_seat(deed.seat)}")
    told.append("enters" if deed.entered else f"from {_place(game, deed, deed.start)}")
    if deed.backwards:
        told.append("backwards")
    if deed.turned is not None:
        told.append(f"turns on {deed.turned}")
    if deed.rounds:
        told.append("goes round")
    told.append(
        {
            Arrival.SPACE: f"to {deed.end}",
            Arrival.FIRE: f"burns on {deed.end}",
            Arrival.FAR_BASE: f"waits in {_place(game, deed, deed.end)}",
            Arrival.OFF: f"comes off at {_place(game, deed, deed.end)}",
        }[deed.arrival]
    )
    crowds = {
        "captured": deed.captured,
        "killed": deed.killed,
        "freed": deed.freed,
        "liberated": deed.liberated,
    }
    told += [f"{name} {_crowd(crowd)}" for name, crowd in crowds.items() if any(crowd)]
    return ", ".join([*told, "leaves"] if deed.away else told)


def _place(game: RoadGame, deed: Deed, at: int) -> str:
    if 1 <= at <= game.ruleset.road:
        return str(at)
    return "its own base" if at == game.ruleset.home(deed.seat) else "the enemy base"


def _result(game: RoadGame, position: Position) -> str:
    """Name the winner and, where captors leave, how many enemies each side killed."""
    over = game.phase(position)
    assert isinstance(over, Over)
    killed = game.unpack(position).killed
    lost = [sum(n for seat, n in enumerate(killed) if game.side(seat) == side) for side in (0, 1)]
    score = (
        f", {max(lost)} to {min(lost)}" if game.ruleset.after_capture is AfterCapture.LEAVE else ""
    )
    winners = [_seat(seat) for seat in over.winners(game.seats)]
    if not winners:
        return f"A draw{score}."
    return f"{' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} won{score}."


def _crowd(counts: Sequence[int]) -> str:
    return " ".join(f"{n}{_seat(seat)}" for seat, n in enumerate(counts) if n)


def _seat(seat: int) -> str:
    return "abcdefghijklmnop"[seat]


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_can_be_regenerated(name: str) -> None:
    """Regenerating a playthrough reproduces its text."""
    text = written(name)
    assert read(text).tell() == text


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_playthrough(key: str) -> None:
    """Every ruleset in the catalogue has a playthrough named after it."""
    assert read(written(key)).game.ruleset.key == key


SHOWN: Final[Mapping[str, Sequence[str]]] = {
    "puluc": ["a captor goes on to the enemy base", "comrades are freed"],
    "buul": ["a captor comes home", "comrades are liberated"],
    "boolik": ["a warrior turns round", "comrades are lost"],
    "bul": ["a captor comes home", "comrades are freed"],
    "kekchi": ["a captor comes home", "two casts make one number"],
    "sapper": ["a captor comes home", "a warrior goes round", "two casts make one number"],
    "footprints": [
        "the opening gives the first number",
        "a nought is passed",
        "stacks stand side by side",
    ],
    "aj-sayil": ["a warrior waits in the enemy base", "a warrior walks back", "a second number"],
    "aj-sayil-teams": ["a partner helps", "stacks stand side by side"],
    "aj-tiwil": ["a captor leaves", "a warrior walks back"],
    "aj-sinaanil": ["a stack strikes backwards"],
    "aj-sakalil": ["a captor goes on to the enemy base"],
    "a-kaakil": ["a warrior burns", "a captor burns with the prey"],
}
"""The events that each playthrough must show."""


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_shows_what_its_ruleset_is_known_for(name: str) -> None:
    """Each playthrough shows what makes its ruleset special."""
    game, _, _ = playthrough = read(written(name))
    happened = {what for step in playthrough.steps() for what in _events(game, step)}
    assert happened >= set(SHOWN[name])


def _events(game: RoadGame, step: RoadStep) -> Iterator[str]:
    """Yield the events in SHOWN that `step` shows."""
    match step.phase:
        case Throw(opening=True) if step.after.stage is Stage.MOVE:
            yield "the opening gives the first number"
        case Pass(numbers=numbers) if 0 in numbers:
            yield "a nought is passed"
        case Choose():
            move = game.read_move(step.position, step.entry)
            shown = _checks(game, step, move, game.deed(step.position, move))
            yield from (what for what, happens in shown.items() if happens)


def _checks(game: RoadGame, step: RoadStep, move: Move, deed: Deed) -> Mapping[str, bool]:
    """Map each event in SHOWN that a move can show to whether it does."""
    ruleset = game.ruleset
    at_home = deed.end == ruleset.home(deed.seat)
    captor_off = any(move.captives) and deed.arrival is Arrival.OFF
    lost = {game.side(seat) for seat, n in enumerate(deed.killed) if n}
    held = [stack.at for stack in game.unpack(step.after).stacks if 1 <= stack.at <= ruleset.road]
    return {
        "a captor goes on to the enemy base": captor_off and not at_home,
        "a captor comes home": captor_off and at_home,
        "comrades are freed": any(deed.freed),
        "comrades are liberated": any(deed.liberated),
        "comrades are lost": captor_off and game.side(deed.seat) in lost,
        "a warrior turns round": deed.turned is not None,
        "a warrior goes round": deed.rounds > 0,
        "two casts make one number": deed.number not in ruleset.throws.odds,
        "stacks stand side by side": len(held) > len(set(held)),
        "a second number": len(step.position.numbers) == 2 and bool(step.after.numbers),
        "a warrior waits in the enemy base": deed.arrival is Arrival.FAR_BASE,
        "a warrior walks back": not deed.entered and not 1 <= deed.start <= ruleset.road,
        "a partner helps": deed.by != deed.seat,
        "a captor leaves": deed.away,
        "a stack strikes backwards": deed.backwards,
        "a warrior burns": deed.arrival is Arrival.FIRE and not any(move.captives),
        "a captor burns with the prey": deed.arrival is Arrival.FIRE and any(move.captives),
    }


if __name__ == "__main__":
    for name in NAMES:
        told = read(written(name)).tell()
        (HERE / f"{name}.txt").write_text(told, encoding="utf-8")

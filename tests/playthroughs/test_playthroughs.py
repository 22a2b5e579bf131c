"""One whole game of every ruleset, told so that a newcomer can learn the rules from it.

The games are random, each from the seed below. After a change to the rules, write them anew
with `python tests/playthroughs/test_playthroughs.py` and read the difference.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Deed
from engine.road.rulesets import RULESETS
from engine.road.view import View

HERE = Path(__file__).parent
SEEDS = {"puluc": 596}
NOTES = {
    "puluc": """\
Two players fight along one road. Seat a has its base at the left end, before space 1, and
goes up the road (+); seat b has its base at the right end and goes down (-). In turn each
casts four kernels of corn, marked on one side. The marked sides that lie up are the number,
and none of them is a 5. With it the player moves one stack by so many spaces, or enters a
warrior from base. Nobody lands on a stack of his own. Who lands on an enemy captures all
that stands there: the captain on top goes on, the captives below him. A stack that reaches
the enemy base comes off the road: its captain is back in his own base, captive comrades are
freed to theirs, captive enemies are killed. A side without a free warrior has lost.

On the road below `a` is a warrior of seat a, and `a[2b]` one with two captives of seat b.
""",
}


def playthrough(game: RoadGame, note: str, chance: Random) -> str:
    """Return one random game of `game` as text."""
    return "\n".join([game.header, "", note, *_told(game, chance)]) + "\n"


def _told(game: RoadGame, chance: Random) -> Iterator[str]:
    position = game.start()
    turn = 0
    while not isinstance(phase := game.phase(position), Over):
        match phase:
            case Throw(seat=seat, table=table, opening=opening):
                cast = tuple(chance.choice(table.faces) for _ in range(table.count))
                if opening:
                    yield f"Opening: {_seat(seat)} casts {table.write(cast)}, {table.number(cast)}"
                else:
                    turn += 1
                    yield ""
                    thrown = f"{table.write(cast)}, a {table.number(cast)}"
                    yield f"Turn {turn}: {_seat(seat)} casts {thrown}"
                position = game.cast(position, cast)
                if not opening:
                    yield f"  {game.write_position(position)}"
                    yield f"  {_road(game, game.view(position))}"
            case Choose(moves=moves):
                chosen = chance.choice(moves)
                for move in moves:
                    mark = ">" if move is chosen else " "
                    text = game.write_move(move)
                    yield f"  {mark} {text:5}{_deed(game.deed(position, move))}"
                position = game.play(position, chosen)
            case Pass():
                yield "  > passes"
                position = game.skip(position)
    yield ""
    yield f"  {game.write_position(position)}"
    yield f"  {_road(game, game.view(position))}"
    winners = (_seat(seat) for seat in range(game.seats) if game.side(seat) == phase.winner)
    yield "A draw." if phase.winner is None else f"{' '.join(winners)} has won."


def _seat(seat: int) -> str:
    return "abcdefghijklmnop"[seat]


def _crowd(counts: tuple[int, ...]) -> str:
    return " ".join(f"{count}{_seat(seat)}" for seat, count in enumerate(counts) if count)


def _road(game: RoadGame, view: View) -> str:
    spaces = ["."] * game.ruleset.road
    for at, captain, _, captives in view.stacks:
        spaces[at - 1] = _seat(captain) + (f"[{_crowd(captives)}]" if any(captives) else "")
    ends = [sum(n for seat, n in enumerate(view.base) if game.side(seat) == s) for s in (0, 1)]
    return f"({ends[0]}) {' '.join(spaces)} ({ends[1]})"


def _deed(deed: Deed) -> str:
    told = ["enters" if deed.start is None else f"from {deed.start}"]
    told += ["comes off" if deed.end is None else f"to {deed.end}"]
    for name in ("captured", "killed", "freed"):
        crowd = _crowd(getattr(deed, name))
        told += [f"{name} {crowd}"] if crowd else []
    return ", ".join(told)


def _golden(key: str) -> str:
    """Return the playthrough of the ruleset called `key` as it comes out now."""
    chance = Random(SEEDS[key])
    return playthrough(RoadGame(RULESETS[key]), NOTES[key], chance)


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_playthrough_that_still_comes_out_the_same(key: str) -> None:
    """Every ruleset in the catalogue has its golden playthrough, and plays as it says."""
    assert (HERE / f"{key}.txt").read_text(encoding="utf-8") == _golden(key)


def test_no_playthrough_is_left_over() -> None:
    """Every playthrough belongs to a ruleset in the catalogue."""
    assert {path.stem for path in HERE.glob("*.txt")} == set(RULESETS)


if __name__ == "__main__":
    for ruleset in RULESETS:
        (HERE / f"{ruleset}.txt").write_text(_golden(ruleset), encoding="utf-8")

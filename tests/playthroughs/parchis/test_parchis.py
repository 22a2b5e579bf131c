"""Parchís to read: a whole game, and a scene for every option, so that a newcomer can learn it.

Each text contains its games: a scene has a line about it, its header, the position it begins with
(none for a whole game), and its throws and moves. Everything that is indented is generated. After a
change to the rules, regenerate the texts with `python tests/playthroughs/parchis/test_parchis.py`
and review the differences.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from engine import Choose, Over, Pass, Throw
from engine.parchis.board import GOAL, HOME
from engine.parchis.game import ParchisGame
from engine.parchis.header import OPTIONS, read_header
from engine.parchis.moves import Move
from engine.parchis.notation import SEATS, write_place
from engine.parchis.position import Position
from engine.parchis.rulesets import PARCHIS
from engine.record import SKIP, Played, replay

HERE: Final = Path(__file__).parent
TEXTS: Final = ("game", "options")

ENTRY: Final = re.compile(r" throws ([1-6])|^  > (\S+)", re.MULTILINE)


class Scene(NamedTuple):
    """A scene: what it shows, its game, the text of its first position, and its entries."""

    about: str
    game: ParchisGame
    start: str
    entries: Sequence[str]

    def tell(self) -> str:
        """Write the scene."""
        head = [self.about, self.game.header, *([f"from {self.start}"] if self.start else [])]
        return "\n".join([*head, *_told(self)]) + "\n"


def written(name: str) -> str:
    """Return a text."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


def scenes(text: str) -> list[Scene]:
    """Parse the scenes of a text, which are separated by blank lines."""
    return [_scene(each) for each in text.strip("\n").split("\n\n")]


def _scene(text: str) -> Scene:
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("parchis"))
    start = lines[at + 1].removeprefix("from ") if lines[at + 1].startswith("from ") else ""
    entries = [throw or move for throw, move in ENTRY.findall("\n".join(lines[at + 1 :]))]
    game = ParchisGame(read_header(lines[at]))
    return Scene("\n".join(lines[:at]), game, start, entries)


def _told(scene: Scene) -> Iterator[str]:
    game = scene.game
    start = game.read_position(scene.start) if scene.start else game.start()
    position = start
    for step in replay(game, scene.entries, start):
        assert isinstance(step, Played)
        position = step.after
        match step.phase:
            case Throw(seat, _, opening):
                yield f"{SEATS[seat]} throws {step.entry}" + (" for the opening" if opening else "")
            case Choose(seat, moves):
                if step.position.number in (10, 20):
                    yield f"{SEATS[seat]} counts {step.position.number}"
                yield from _choice(game, step.position, moves, step.entry)
            case Pass():
                yield f"  > {SKIP} {_lost(step.position)}"
        if not isinstance(game.phase(position), Choose | Pass):
            yield f"  {game.write_position(position)}"
    if isinstance(over := game.phase(position), Over):
        groups = (" and ".join(SEATS[seat] for seat in group) for group in over.places)
        yield f"The places are {', '.join(groups)}."


def _choice(
    game: ParchisGame, position: Position, moves: Sequence[Move], played: str
) -> Iterator[str]:
    """List the legal moves and their effects, marking the one that was played."""
    for move in moves:
        text = game.write_move(move)
        mark = ">" if text == played else " "
        yield f"  {mark} {text:6} {_effect(position, move)}"


def _effect(position: Position, move: Move) -> str:
    start = {HOME: "out"}.get(move.start, write_place(move.start))
    told = ["two out" if move.pieces == 2 else start]
    told.append("to the goal" if move.end == GOAL else f"to {write_place(move.end)}")
    if move.back:
        told.append("turning back")
    captured = " and ".join(SEATS[seat] for seat in move.captures)
    own = position.board.pieces[position.turn]
    opened = own.count(move.start) == 2 and move.start != HOME
    effects = [f"captures {captured}"] * bool(captured) + ["opens its barrier"] * opened
    return ", ".join([" ".join(told), *effects])


def _lost(position: Position) -> str:
    if not position.lost:
        return f"{position.number} is lost"
    last = f", and the piece on {write_place(position.last)} pays for it" if position.last else ""
    return f"the third six is lost{last}"


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_what_happens(name: str) -> None:
    """Throws and moves lead to the positions, choices and effects in the text."""
    text = written(name)
    assert "\n".join(scene.tell() for scene in scenes(text)) == text


def test_the_game_is_whole() -> None:
    """The whole game begins with the opening and ends with places."""
    (scene,) = scenes(written("game"))
    *_, last = replay(scene.game, scene.entries)
    assert isinstance(scene.game.phase(last.after), Over)


def test_every_option_has_a_scene() -> None:
    """There is a scene for every value of every option that isn't the default."""
    shown = {
        (option.name, option.write(getattr(scene.game.ruleset, option.field)))
        for scene in scenes(written("options"))
        for option in OPTIONS.values()
    }
    wanted = {(name, value) for name, option in OPTIONS.items() for value in option.values}
    wanted |= {("seats", str(seats)) for seats in (2, 3)}
    usual = {
        (name, option.write(getattr(PARCHIS, option.field))) for name, option in OPTIONS.items()
    }
    assert shown >= wanted - usual


if __name__ == "__main__":
    for name in TEXTS:
        told = "\n".join(scene.tell() for scene in scenes(written(name)))
        (HERE / f"{name}.txt").write_text(told, encoding="utf-8")

"""A throw that was seen and taken back is no other seat's, whatever is played instead."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from engine import AnyGame, Choose, Pass, Throw, open_game
from engine.corn import Recipe
from engine.record import with_one_more

MOST = 400
"""The number of choices after which a random game breaks off."""


class Next(NamedTuple):
    """Who throws next after a move, and how many throws of each seat stand then."""

    seat: int
    throws: tuple[int, ...]


def choices(game: AnyGame, chance: Random) -> Iterator[list[Next]]:
    """Play a random game; yield what comes after each legal move of every choice."""
    position, throws, made = game.start(), (0,) * game.seats, 0
    while made < MOST:
        match game.phase(position):
            case Throw(seat, table):
                cast = chance.choice([*table.outcomes()])
                position, throws = game.cast(position, cast), with_one_more(throws, seat)
            case Pass():
                position = game.skip(position)
            case Choose(_, moves):
                made += 1
                after = [game.play(position, move) for move in moves]
                yield [found for each in after if (found := following(game, each, throws))]
                position = chance.choice(after)
            case _:
                return


def following(game: AnyGame, position: Any, throws: tuple[int, ...]) -> Next | None:
    """Return the next throw, after the first of each bonus's moves; None if the game is over."""
    while True:
        match game.phase(position):
            case Throw(seat):
                return Next(seat, throws)
            case Pass():
                position = game.skip(position)
            case Choose(_, (move, *_)):
                position = game.play(position, move)
            case _:
                return None


def changed_hands(recipe: Recipe, after: list[Next]) -> bool:
    """Whether a throw that follows one move would follow another as the throw of another seat."""
    owners = {(recipe.number(*each), each.seat) for each in after}
    return len({number for number, _ in owners}) < len(owners)


@pytest.mark.parametrize("header", ["parchis seats=2", "parchis seats=3", "parchis seats=4"])
def test_a_throw_seen_stays_with_its_seat(header: str) -> None:
    """In Parchís, another move can change who throws next: in corn-2, not who makes a throw."""
    found = [each for n in range(4) for each in choices(open_game(header), Random(n))]
    assert sum(changed_hands(Recipe.CORN_1, after) for after in found) > 20
    assert not any(changed_hands(Recipe.CORN_2, after) for after in found)

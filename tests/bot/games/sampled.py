"""Tables of random games of every ruleset, for tests of what is shown of any game."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from bot.games.staged import staged
from bot.table.request import Refusal
from bot.table.table import Ending, Status, Table
from engine import Choose, Over, Pass, Throw
from tests.bot.show.offer import GAMES

NAMES = [f"Player {number}" for number in range(1, 17)]

SEATS = (2, 3, 4, 16)

PEOPLE = 0.6
"""The share of moves that people make; computers make the others, in the same steps."""

LONGEST = 220
"""The entries after which a random game is broken off."""


def headers() -> Iterator[str]:
    """Yield the header of a game of each ruleset with each number of seats that it can have."""
    for ruleset in GAMES.rulesets:
        for seats in SEATS:
            family = GAMES.family(ruleset)
            assert family is not None
            try:
                yield family.header(ruleset, {"seats": str(seats)})
            except Refusal:
                continue


@cache
def game_of(header: str, seed: int = 0) -> tuple[Table, ...]:
    """Return the tables of a random game: each after a person's move and those that followed it."""
    return tuple(_played(header, Random(f"{header} {seed}")))


def _played(header: str, chance: Random) -> Iterator[Table]:
    game, before, moves = GAMES.game(header), "", 0
    position, story, lying = game.start(), list[str](), list[str]()
    thrower: int | None = None

    def table() -> Table:
        return staged(
            header,
            NAMES[: game.seats],
            position=game.write_position(position),
            before=before,
            story=tuple(story),
            lying=tuple(lying),
            moves=moves,
        )

    for _ in range(LONGEST):
        match game.phase(position):
            case Throw(seat, throw, _):
                cast = chance.choice([*throw.outcomes()])
                lying = [*(lying if thrower == seat else ()), throw.write(cast)]
                story.append(lying[-1])
                thrower, position = seat, game.cast(position, cast)
            case Choose(_, legal):
                thrower = None
                if chance.random() < PEOPLE:
                    yield table()
                    before, story = game.write_position(position), []
                move = chance.choice(legal)
                story.append(game.write_move(move))
                position, moves = game.play(position, move), moves + 1
            case Pass():
                yield table()
                story.append("-")
                thrower, position = None, game.skip(position)
            case Over(places) as over:
                ending = Ending.WON if over.winners(game.seats) else Ending.DRAWN
                yield replace(table(), status=Status.OVER, ending=ending, places=places)
                return


def spread(tables: tuple[Table, ...], count: int) -> tuple[Table, ...]:
    """Return `count` of some tables, from the first to the last."""
    last = len(tables) - 1
    return tuple(tables[last * index // max(1, count - 1)] for index in range(count))

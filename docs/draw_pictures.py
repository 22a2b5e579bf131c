"""Draw the pictures of the README: `make pictures`. Each is a position of a game really played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.show.presenter import make_page
from bot.table.corn import FairCorn
from bot.table.games import game_of
from bot.table.people import Place, Platform, User
from bot.table.steps import Hands, begin, play
from bot.table.table import Person, Status, Table, TableId
from bot.texts.catalogue import Catalogue
from engine import AnyGame
from engine.players import greedy

PICTURES = Path(__file__).parent / "pictures"
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
MOVES = 23


class Nobody:
    """There is no computer at this table."""

    levels: Sequence[str] = ()

    def choose(self, level: str, game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
        """Never asked."""
        raise AssertionError


def board() -> bytes:
    """A game of Ana and Ben after some moves, each the greedy player's choice."""
    people = [Person(User(Platform.WEB, name), name) for name in ("Ana", "Ben")]
    table = Table(
        id=TableId("k3f9qd7m2x"),
        code="",
        revision=1,
        status=Status.OFFERED,
        header=HEADER,
        seed=bytes(range(32)),
        place=Place(Platform.WEB, "maize"),
        seats=(people[0],),
        invited=people[1],
        created=0,
        touched=0,
    )
    game: Any = game_of(HEADER)
    hands = Hands(FairCorn(), Nobody())
    table = begin(table, game, people[1], hands, 0).table
    while table.moves < MOVES:
        position = game.read_position(table.position)
        move = greedy.choose(game, position, game.moves(position))
        table = play(table, game, game.write_move(move), hands, 0).table
    picture = make_page(table, Catalogue().voice("en")).picture
    if picture is None:
        raise AssertionError
    return picture.png


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "board.png").write_bytes(board())

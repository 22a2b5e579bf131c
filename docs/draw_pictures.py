"""Draw the pictures of the README (`make pictures`), each from a game played by the engine."""

from pathlib import Path

from bot.acts.computers import choose
from bot.games.catalogue import games
from bot.show.presenter import page_of
from bot.table.corn import FairCorn
from bot.table.people import Place, Platform, User
from bot.table.seats import Kept, Person
from bot.table.steps import play, sit
from bot.table.table import Status, Table, TableId
from bot.table.turns import Hands

PICTURES = Path(__file__).parent / "pictures"
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
LEVEL = "medium"
MOVES = 23


def board() -> bytes:
    """Return a picture of Ana and Ben's game after MOVES moves chosen by a computer player."""
    ana, ben = (Person(User(Platform.WEB, name), name) for name in ("Ana", "Ben"))
    offer = Table(
        id=TableId("k3f9qd7m2x"),
        code="",
        revision=1,
        status=Status.OFFERED,
        header=HEADER,
        seed=bytes(range(32)),
        place=Place(Platform.WEB, "maize"),
        seats=(ana, Kept(ben.user, ben.name)),
        created=0,
        touched=0,
    )
    known, hands = games(), Hands(FairCorn())
    game = known.game(HEADER)
    table = sit(offer, game, 1, ben, hands, 0).table
    while table.moves < MOVES:
        position, move = known.position(table), choose(known, table, LEVEL)
        seat = game.phase(position).seat
        table = play(table, game, position, seat, move, hands, 0).table
    picture = page_of(known, table, "").picture
    if picture is None:
        raise AssertionError
    return picture.png


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "board.png").write_bytes(board())

"""The cover: a table in mid-game, the first picture of Puluc that new users see."""

from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table

COVER = Table(
    id=TableId("cover"),
    code="",
    revision=1,
    status=Status.PLAYING,
    header="puluc road=11 warriors=5 table=kernels casts=one",
    seed=b"",
    place=Place(Platform.WEB, ""),
    seats=tuple(Person(User(Platform.WEB, name), name) for name in ("Ana", "Ben")),
    created=0,
    touched=0,
    position="1 b2 11/00 3b1a 7a1b 8a1a1b 11b",
    before="1 a2 11/00 3b1a 5a1b 8a1a1b 11b",
    story=("5+2", "1010"),
    lying=("1010",),
    moves=20,
)
"""Ana has just captured a warrior; it is Ben's turn, and he can capture a stack of three."""

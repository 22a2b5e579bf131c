"""The cover: a table in mid-game, the first picture of Parchís that new users see."""

from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table

COVER = Table(
    id=TableId("cover"),
    code="",
    revision=1,
    status=Status.PLAYING,
    header="parchis seats=4",
    seed=b"",
    place=Place(Platform.WEB, ""),
    seats=tuple(Person(User(Platform.WEB, name), name) for name in ("Ana", "Ben", "Carla", "Dan")),
    created=0,
    touched=0,
    position="1 b4 h,30,c3,g+ 26,26,39,60+ h,h,44,49+ h,h,2,56+",
    before="1 a h,27,c3,g+ 26,26,39,60+ h,h,44,49+ h,h,2,56+",
    story=("3", "27+3", "4"),
    lying=("4",),
    moves=87,
)
"""Ana has just moved from 27 to 30, and Ben can capture that piece with his 4."""

"""Ana's challenge to Ben: the table of which pages, pictures and replays are made here."""

from bot.table.people import Place, Platform, User
from bot.table.table import Person, Status, Table, TableId
from bot.texts.catalogue import Catalogue

SAY = Catalogue().voice("en")
HEADER = "puluc road=7 warriors=2 table=kernels casts=one"
ANA = Person(User(Platform.WEB, "ana"), "Ana")
BEN = Person(User(Platform.WEB, "ben"), "Ben")
OFFER = Table(
    id=TableId("k3f9qd7m2x"),
    code="code",
    revision=1,
    status=Status.OFFERED,
    header=HEADER,
    seed=bytes(range(32)),
    place=Place(Platform.WEB, "maize"),
    seats=(ANA,),
    invited=BEN,
    created=0,
    touched=0,
)

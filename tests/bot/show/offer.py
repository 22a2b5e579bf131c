"""Ana's challenge to Ben: the table that the tests of pages, pictures and replays use."""

from dataclasses import replace

from bot.games.catalogue import games
from bot.table import steps
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.seats import Computer, Kept, Person
from bot.table.step import Step
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue

GAMES = games()
HANDS = Hands(FairCorn())
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
    seats=(ANA, Kept(BEN.user, BEN.name)),
    created=0,
    touched=0,
)
PRACTICE = replace(OFFER, seats=(ANA, Computer("medium")))


def begun(offer: Table = OFFER, guest: Person = BEN) -> Step:
    """Begin the game; `guest` takes the remaining seat, if there is one."""
    game = GAMES.game(offer.header)
    if offer.is_practice:
        return steps.begin(offer, game, HANDS, 0)
    return steps.sit(offer, game, 1, guest, HANDS, 0)


def move_on(table: Table, move: str) -> Step:
    """Play a move for the player to move."""
    game, position = GAMES.game(table.header), GAMES.position(table)
    seat = steps.to_move(table, game, position)
    assert seat is not None
    return steps.play(table, game, position, seat, move, HANDS, 0)

"""Games of Parchís in a town: how people come together, and play by random presses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.record import Record
from tests.parchis import MOST_PRESSES, SHORT, Asker, agrees, is_whole, moves_of
from tests.scenarios.town import NAMES, Message, Town

PARCHIS = {"ruleset": "parchis"}

ONE_MESSAGE = "calls=later"
"""The term by which a quick game of several stays in one message."""

EASY, MEDIUM = "Computer (easy)", "Computer (medium)"


@dataclass
class Game:
    """A game in a town, played by random presses."""

    town: Town
    board: Message
    """The message of all its boards."""
    asker: Asker = field(default_factory=lambda: Asker.seeded(1))
    table: str = ""

    def play(self, presses: int = MOST_PRESSES) -> bool:
        """Let people press random moves on their turns; return whether the game is over."""
        for _ in range(presses):
            self.town.wait(lambda: self.is_over or self.asker.is_asked(self.board.codes))
            if self.is_over:
                return True
            self.table = moves_of(self.board.codes)[0].table
            mover = self.town.mover_of(self.board)
            self.town.press(mover, self.board, self.asker.choose(self.board.codes))
        return False

    @property
    def is_over(self) -> bool:
        """Whether the board is the last one."""
        return not {"Rematch", "Play again"}.isdisjoint(self.board.labels)

    def record(self) -> Record:
        """Return the record so far, which agrees with what people were asked."""
        ana, *_ = self.town.people
        self.town.program.settle()
        self.town.command(ana, "game record", game=self.table)
        return agrees(self.town.wait(lambda: self.town.files(ana))[-1], self.asker.asked, NAMES)

    def finish(self) -> Record:
        """Play to the end, and return the record."""
        assert self.play()
        record = self.record()
        assert is_whole(record)
        return record


def opened(town: Town, options: str, button: str = "Join blue") -> Message:
    """Let Ana open a lobby, and return its message."""
    ana, *_ = town.people
    town.command(ana, "open", **PARCHIS, options=f"{options} {ONE_MESSAGE}")
    return town.offers(button)


def join(town: Town, lobby: Message, **sides: Any) -> None:
    """Let people join sides of a lobby, one after the other."""
    for side, person in sides.items():
        town.press(person, lobby, f"Join {side}")
        town.program.settle()


def two_people(town: Town) -> Message:
    """Let one person challenge another."""
    ana, ben, *_ = town.people
    town.command(ana, "challenge", ben, **PARCHIS, options=SHORT)
    board = town.offers("Accept")
    town.press(ben, board, "Accept")
    return board


def three_people(town: Town) -> Message:
    """Let one person challenge two others."""
    ana, ben, cara, *_ = town.people
    town.command(ana, "challenge", ben, cara, **PARCHIS, options=f"start=out {ONE_MESSAGE}")
    board = town.offers("Join red")
    join(town, board, blue=ben, red=cara)
    return board


def fewer_than_seats(town: Town) -> Message:
    """Let three people join a lobby for four, and begin without a fourth."""
    ana, ben, cara, *_ = town.people
    board = opened(town, f"seats=4 {SHORT}")
    join(town, board, green=ben, red=cara)
    town.press(ana, board, "Start")
    town.follow(ana, "Start with 3 seats")
    return board


def pairs(town: Town) -> Message:
    """Let four people join two sides of two."""
    _, ben, cara, dan, _ = town.people
    board = opened(town, "end=pairs start=out", "Join blue-green")
    for person, side in ((ben, "blue-green"), (cara, "yellow-red"), (dan, "blue-green")):
        join(town, board, **{side: person})
    return board


def people_and_computers(town: Town) -> Message:
    """Let two people join a lobby for four, and fill it with computers."""
    ana, ben, *_ = town.people
    board = opened(town, f"seats=4 {SHORT}")
    join(town, board, blue=ben)
    town.press(ana, board, "Start")
    town.follow(ana, "Fill with computers")
    return board


def practice(town: Town) -> Message:
    """Let one person play against three computers."""
    ana, *_ = town.people
    town.command(ana, "practice", level="easy", **PARCHIS, options=f"seats=4 {SHORT}")
    board = town.offers("Start")
    town.press(ana, board, "Start")
    return board


Gather: TypeAlias = Callable[[Town], Message]

PLAYERS: Mapping[Gather, list[str]] = {
    two_people: ["Ana", "Ben"],
    three_people: ["Ana", "Ben", "Cara"],
    fewer_than_seats: ["Ana", "Ben", "Cara"],
    people_and_computers: ["Ana", "Ben", MEDIUM, MEDIUM],
    pairs: ["Ana", "Ben", "Cara", "Dan"],
    practice: ["Ana", EASY, EASY, EASY],
}
"""How people come together, and who plays then, by seats."""

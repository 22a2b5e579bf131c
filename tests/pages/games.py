"""Games that are watched: played without a browser, the same in every run."""

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from playwright.sync_api import Page

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.word import GiveWord
from bot.acts.play.answer import Answer
from bot.acts.play.move import Move
from bot.acts.play.resign import Resign
from bot.acts.play.undo import Undo
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from bot.table.terms import DEFAULT_TERMS, Terms
from engine import Choose, open_game
from engine.corn import RECIPE, Recipe
from tests.pages.at_table import AtTable
from tests.pages.site import Site

NAMES = ("Ana", "Ben")
PLACE = Place(Platform.WEB, "watched")
SMALL = "puluc road=5 warriors=2 table=kernels casts=one"
MOST_MOVES = 200


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Ana and Ben at a table."""

    site: Site
    id: TableId
    code: str
    people: tuple[Actor, ...]

    @classmethod
    def offered(
        cls,
        site: Site,
        name: str,
        header: str = SMALL,
        recipe: Recipe = RECIPE,
        names: tuple[str, str] = NAMES,
        terms: Terms = DEFAULT_TERMS,
    ) -> Self:
        """Let Ana challenge Ben; games of the same name have the same throws."""
        digest = hashlib.sha256(name.encode()).digest()
        letters = base64.b32encode(digest).decode().lower()
        # Limits of what somebody may do don't count across games.
        people = tuple(Actor(User(Platform.WEB, secrets.token_hex(8)), name) for name in names)
        game = cls(site, TableId(letters[:10]), letters[10:26], people)
        now = int(site.clock())
        ana, ben = people
        site.post(
            Table(
                id=game.id,
                code=game.code,
                revision=1,
                status=Status.OFFERED,
                header=header,
                terms=terms,
                seed=digest,
                recipe=recipe,
                place=PLACE,
                seats=(Person(ana.user, ana.name), Kept(ben.user, ben.name)),
                created=now,
                touched=now,
            )
        )
        return game

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/g/{self.code}"

    @property
    def revision(self) -> int:
        return self.site.table(self.id).revision

    @property
    def is_over(self) -> bool:
        return self.site.table(self.id).status is Status.OVER

    @property
    def turn(self) -> int | None:
        """The seat that is to move, None after the game."""
        table = self.site.table(self.id)
        game = open_game(table.header)
        phase = game.phase(game.read_position(table.position))
        return phase.seat if isinstance(phase, Choose) and not self.is_over else None

    def begin(self) -> Self:
        """Let Ben accept; both give words, as their tabs do."""
        words = ("0123456789abcdef", "fedcba9876543210")
        self.act(0, GiveWord(self.id, words[0]))
        self.act(1, Accept(self.id, word=words[1]))
        return self

    def act(self, seat: int, intent: Act) -> None:
        """Let the person in a seat act."""
        self.site.act(self.people[seat], PLACE, intent)

    def move(self) -> int:
        """Let the person to move play the first of the moves; return their seat."""
        table = self.site.table(self.id)
        game = open_game(table.header)
        phase = game.phase(game.read_position(table.position))
        assert isinstance(phase, Choose)
        self.act(phase.seat, Move(self.id, table.revision, game.write_move(phase.moves[0])))
        return phase.seat

    def bring(self, seat: int) -> Self:
        """Play until the person in a seat is to move."""
        while self.turn not in (seat, None):
            self.move()
        assert self.turn == seat
        return self

    def phases(self) -> Iterator[str]:
        """Go from the offer into play, with Ben to move, and to the end; yield each status."""
        yield "offered"
        self.begin().bring(1)
        yield "playing"
        self.resign()
        yield "over"

    def take_back(self, seat: int) -> None:
        """Let the person who moved last, in this seat, take that back, and the other agree."""
        self.act(seat, Undo(self.id))
        self.act(1 - seat, Answer(self.id, self.revision, agrees=True))

    def play_out(self) -> Self:
        """Play to the end."""
        for _ in range(MOST_MOVES):
            if self.is_over:
                return self
            self.move()
        raise AssertionError("the game does not end")

    def resign(self) -> Self:
        """Let Ana resign."""
        self.act(0, Resign(self.id, sure=True))
        return self


Watch = Callable[..., Page]
"""Opens the page of a game, with the `rest` of its address, in any window or a given one."""

Sit = Callable[..., AtTable]
"""Opens the table of a game for the players in some of its seats, in any window or a given one."""

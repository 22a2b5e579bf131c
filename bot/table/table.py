"""A table: one game in a channel, with its players. Immutable; steps create new tables."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from string import ascii_lowercase

from bot.table.asking import Asking, Refused, Viewing, Wish
from bot.table.calls import NO_CALLS, Calls
from bot.table.clock import Clock, Stop
from bot.table.copies import Copy, Joined
from bot.table.former import Former
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.people import Place, User
from bot.table.seat_links import NO_LINKS, SeatLinks
from bot.table.seats import Computer, Free, Holder, Kept, Person, Seat
from bot.table.tally import Tally
from bot.table.terms import DEFAULT_TERMS, Terms
from engine.corn import Recipe
from engine.game import Over, Places

SMALLEST_GAME = 2
"""The number of seats in a game without partners."""


class Status(StrEnum):
    """A table's stage."""

    OFFERED = "offered"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """Why a table is over."""

    WON = "won"
    DRAWN = "drawn"
    AGREED = "agreed"  # a draw by agreement
    RESIGNED = "resigned"
    TIMEOUT = "timeout"  # a player's time was up
    LEFT = "left"  # a player left the place, and the opponent claimed the win
    ABORTED = "aborted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    CLOSED = "closed"
    ABANDONED = "abandoned"  # nobody moved for too long
    MATCH_LEFT = "match-left"  # a party left the match before this game began
    STOPPED = "stopped"  # a game of computers, by the player who posted it


OF_A_SIDE = (Ending.RESIGNED, Ending.TIMEOUT, Ending.LEFT)
"""How a game ends for a side whose last player has left it."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The platform says that the player of `seat` has gone; noticed at `since` (Unix seconds).

    `claimable`: the opponent may claim the win.
    """

    seat: int
    since: int
    claimable: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Whom `revision` tells something, apart from those who are to act.

    In a lobby, those are the people whom this revision invites. Of a table that is over, they are
    the people who did not end it: those of `seats` on the board, others in their private `places`.
    """

    revision: int
    seats: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Advised:
    """How many hints a seat has had; the last one was after `moves` moves of the game."""

    seat: int
    count: int
    moves: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """A line from the operator, which boards show until `until` (Unix seconds)."""

    text: str
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The complete state of a game, except its record.

    There is one seat for each seat of the game. No seat is free or reserved once play has begun,
    and a person can have several seats of a side then. `former` are those who have given up a seat
    since, oldest first; if a computer now has such a seat, a person can take it over. `position` is
    empty until then; it is stored although the record determines it, so that a correction of the
    rules breaks no running game. `header`, `position` and `story` are written by the game that the
    header names. `before` and `story` are what a board narrates: a position, and the record entries
    since then, which are those of a person's step and of the computers' steps after it. `lying` are
    the throws of the current turn, as the throw table writes them; `casts` counts all throws so
    far, and `casts_by_seat` those of each seat, of which only the sum is right in games of corn-1.
    `places` are groups of seats, best first (`engine.game.Over`), empty if the table ended without
    a result. `idle_days` is how many days without a move the last reminder announced, 0 after a
    move. `hosted_by` is the seat of the player who posted the table. `hint` is the key of the hint
    for the player to move, empty if there is none. `clock` runs in games between people from their
    beginning. `resting` is that clock while only one person is left. `asking` is an offer that
    waits for an answer. `undone` is the seat that has just taken back a move. `declined` is the
    seat that has just declined an offer, and `refused` are the last offers of each kind and seat
    that came to nothing. `silent`: this revision is not worth a new message. `match` has the games
    of the match before this one, and `ready` the seats whose people are ready for the next one.
    `tally` is the running score of two players, None until they play again. `posted_by` is the
    player who posted a game of computers. `place` is the table's home, where it began: its
    mentions, reminders and settings, and whether players have left it, are those of that place.
    `copies` show it in other places, and `joined` are those who took their seats there: they are
    mentioned there, and whether they have left is judged there. `closed_by` is the moderator who
    closed it, without a name if they are anonymous. `announcement` is shown below the board of a
    running game. `advised` has the seats that have had hints. `recipe` is how the throws follow
    from the seed. `told` are those whom a revision invites, or tells the end. `forced` of the
    `moves` left no choice, and played themselves. `follows` is the table whose players play again
    here. `language` is that of the person who posted it, as a tag, for a home that has none of its
    own. `links` are those that give a seat. `viewing` is what somebody wishes who wants to watch
    elsewhere: it outlasts moves, and is in no other offer's way. Times are Unix seconds.
    """

    id: TableId
    code: str
    revision: int
    status: Status
    header: str
    seed: bytes
    place: Place
    seats: tuple[Seat, ...]
    created: int
    touched: int
    position: str = ""
    before: str = ""
    story: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    casts: int = 0
    casts_by_seat: tuple[int, ...] = ()
    recipe: Recipe = Recipe.CORN_1
    moves: int = 0
    ending: Ending | None = None
    ended_by: int | None = None
    places: Places = ()
    idle_days: int = 0
    hint: str = ""
    hosted_by: int = 0
    terms: Terms = DEFAULT_TERMS
    clock: Clock | None = None
    calls: Calls = NO_CALLS
    asking: Asking | None = None
    absence: Absence | None = None
    told: Told | None = None
    undone: int | None = None
    silent: bool = False
    declined: int | None = None
    former: tuple[Former, ...] = ()
    match: Match | None = None
    ready: tuple[int, ...] = ()
    posted_by: Person | None = None
    copies: tuple[Copy, ...] = ()
    joined: tuple[Joined, ...] = ()
    closed_by: Person | None = None
    announcement: Announcement | None = None
    advised: tuple[Advised, ...] = ()
    resting: Clock | None = None
    refused: tuple[Refused, ...] = ()
    tally: Tally | None = None
    forced: int = 0
    follows: TableId | None = None
    language: str = ""
    links: SeatLinks = NO_LINKS
    viewing: Viewing | None = None

    @property
    def chosen(self) -> int:
        """How many of the moves left their player a choice."""
        return self.moves - self.forced

    @property
    def is_practice(self) -> bool:
        """Whether at most one person plays here, against computers, even if it has not begun."""
        return not any(isinstance(seat, Free | Kept) for seat in self.seats) and (
            len({seat.user for seat in self.seats if isinstance(seat, Person)}) <= 1
        )

    @property
    def is_shared(self) -> bool:
        """Whether it concerns several people: those who play, could join, or could come back."""
        before = (each.holder for each in self.former)
        people = (seat for seat in (*self.seats, *before) if isinstance(seat, Person))
        users = {person.user for person in people if not person.user.is_deleted}
        return not self.is_practice or len(users) > 1

    @property
    def is_demo(self) -> bool:
        """Whether only computers play here, for people to watch."""
        return self.posted_by is not None

    @property
    def shown_in(self) -> tuple[Place, ...]:
        """The places that show it: its home, then those of its copies."""
        return (self.place, *(copy.place for copy in self.copies))

    def language_in(self, place: Place) -> str:
        """Return the language of whoever had it shown in a place; empty if it is unknown."""
        copied = (copy.language for copy in self.copies if copy.place == place)
        return next(copied, self.language)

    @property
    def needed_copies(self) -> tuple[Copy, ...]:
        """The copies in places where players have taken their seats, or will take them again."""
        places = {each.place for each in self.joined if each.user in self.people}
        return tuple(copy for copy in self.copies if copy.place in places)

    @property
    def allows_advice(self) -> bool:
        """Whether the best move and the odds are no secret while the game goes on."""
        return self.terms.hints or self.is_demo or self.is_practice

    @property
    def told_now(self) -> tuple[int, ...]:
        """The seats of the people whom the board of this revision tells something."""
        told = self.told
        return told.seats if told is not None and told.revision == self.revision else ()

    @property
    def was_never_played(self) -> bool:
        """Whether the table ended before anybody chose a move, and without a result.

        Of a game of computers, no person has ever moved. A further game of a match says how the
        match ended.
        """
        over = self.status is Status.OVER and not self.places
        further = self.match is not None and self.match.number > 0
        return over and not further and (self.is_demo or not self.chosen)

    @property
    def is_lobby(self) -> bool:
        """Whether people can choose their side and wait here for others to join."""
        return (
            self.status is Status.OFFERED
            and len(self.seats) > SMALLEST_GAME
            and not self.is_next_game
            and not self.is_practice
        )

    @property
    def headers(self) -> tuple[str, ...]:
        """The headers of the games of its match, or its only one."""
        return (self.header,) if self.match is None else self.match.headers

    @property
    def is_next_game(self) -> bool:
        """Whether this is a further game of a match, which has yet to begin."""
        return self.status is Status.OFFERED and self.match is not None and self.match.number > 0

    @property
    def people(self) -> frozenset[User]:
        """Everyone whom the table concerns: seated, or with a seat reserved for them."""
        seated = (seat.user for seat in self.seats if isinstance(seat, Person | Kept))
        return frozenset(user for user in seated if not user.is_deleted)

    @property
    def asked(self) -> tuple[Kept, ...]:
        """The reserved seats."""
        return tuple(seat for seat in self.seats if isinstance(seat, Kept))

    @property
    def free_seats(self) -> int:
        """How many seats anyone may take."""
        return sum(isinstance(seat, Free) for seat in self.seats)

    @property
    def has_free_seat(self) -> bool:
        """Whether anyone may take a seat."""
        return self.free_seats > 0

    @property
    def gathers(self) -> bool:
        """Whether it waits for people who haven't been players before."""
        return self.status is Status.OFFERED and not self.is_next_game

    @property
    def taken(self) -> tuple[Holder, ...]:
        """The players who have a seat, in seat order."""
        return tuple(seat for seat in self.seats if isinstance(seat, Person | Computer))

    @property
    def guests(self) -> tuple[Holder, ...]:
        """The players who have a seat, in seat order, without the host."""
        others = (*self.seats[: self.hosted_by], *self.seats[self.hosted_by + 1 :])
        return tuple(seat for seat in others if isinstance(seat, Person | Computer))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that came first; empty after a draw, or if the table ended without a result."""
        return Over(self.places).winners(len(self.seats)) if self.places else ()

    @property
    def deadline(self) -> int | None:
        """When the time of the player to move is up; None if it never is, as for computers."""
        if self.status is not Status.PLAYING or self.clock is None:
            return None
        person = isinstance(self.seats[self.clock.seat], Person)
        return self.clock.deadline if person else None

    @property
    def turn(self) -> int:
        """When the turn began (Unix seconds) in a game between people, 0 in others."""
        return 0 if self.clock is None else self.clock.began

    @property
    def offers(self) -> tuple[Asking, ...]:
        """The open offers: that of a player, and that of showing the game in another place."""
        return tuple(
            offer
            for offer in (self.asking, None if self.viewing is None else self.viewing.asking)
            if offer is not None
        )

    @property
    def refused_now(self) -> tuple[Refused, ...]:
        """The offers that have come to nothing if that of a player, if any is open, ends now."""
        return self.refused if self.asking is None else self.refused_with(self.asking)

    def refused_with(self, gone: Asking) -> tuple[Refused, ...]:
        """Return the offers that have come to nothing if an open one ends now."""
        of = (gone.wish, gone.seat)
        others = tuple(each for each in self.refused if (each.wish, each.seat) != of)
        return (*others, Refused(gone.wish, gone.seat, self.turn, gone.at))

    @property
    def outlasting(self) -> tuple[Refused, ...]:
        """The offers that have come to nothing if the players or the position change now.

        An open one just ends, and can be made again, except that of going on: nobody can put off
        the end of a pause by a move.
        """
        going_on = self.asking is not None and self.asking.wish is Wish.RESUME
        return self.refused_now if going_on else self.refused

    @property
    def forfeit(self) -> int | None:
        """The seat whose opponents may claim the win, None if there is none."""
        if self.status is not Status.PLAYING:
            return None
        if self.clock is not None and self.clock.stopped is Stop.UP:
            return self.clock.seat
        gone = self.absence
        return gone.seat if gone is not None and gone.claimable else None

    @property
    def mark(self) -> str:
        """Four letters that tell this step from others of the same revision.

        If the store loses its last steps, later steps reuse revisions that boards already show. The
        marks on those boards' buttons then differ, except for one in 450,000.
        """
        step = (self.id, str(self.revision), self.position, self.before, *self.story)
        number = int.from_bytes(blake2b("|".join(step).encode(), digest_size=8).digest())
        letters = len(ascii_lowercase)
        return "".join(ascii_lowercase[number // letters**at % letters] for at in range(4))

    @property
    def vacated(self) -> tuple[int, ...]:
        """The seats in which a computer stands in for a person who has given them up."""
        given_up = {each.seat for each in self.former if isinstance(each.holder, Person)}
        return tuple(seat for seat in sorted(given_up) if isinstance(self.seats[seat], Computer))

    @property
    def beginners(self) -> tuple[Seat, ...]:
        """Who had each seat when play began.

        The throws depend on their words, so a change of players changes no throw.
        """
        first = {each.seat: each.holder for each in reversed(self.former)}
        return tuple(first.get(number, seat) for number, seat in enumerate(self.seats))

    @property
    def host(self) -> Person:
        """The player who posted the table, as long as it has not begun."""
        if self.posted_by is not None:
            return self.posted_by
        host = self.beginners[self.hosted_by]
        assert isinstance(host, Person)  # noqa: S101 - the host always has a seat
        return host

    def place_of(self, user: User) -> Place:
        """Return where a player has taken their seat: where the table began, or at a copy."""
        return next((each.place for each in self.joined if each.user == user), self.place)

    def calls_in(self, user: User) -> Place:
        """Return where a player is mentioned: where they have taken their seat, if it's shown."""
        there = self.place_of(user)
        return there if there in self.shown_in else self.place

    def seat_of(self, user: User) -> int | None:
        """Return the first seat of `user`, None if they have none."""
        return next(iter(self.seats_of(user)), None)

    def seats_of(self, user: User) -> tuple[int, ...]:
        """Return all seats of `user`: in a team, a player can take over those of partners."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if isinstance(seat, Person) and seat.user == user
        )

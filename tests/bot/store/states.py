"""Tables in every state, from games played by the rules.

    .venv/bin/python -m tests.bot.store.states 1.1.0

writes those that no file in `written` has yet to a file of this name.
"""

import base64
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.games.catalogue import games
from bot.store import codec
from bot.table import departures, guest_seats, lobby, steps
from bot.table.accounts import moved
from bot.table.asking import Asking, Viewing, Wish
from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.copies import Copy
from bot.table.corn import FairCorn
from bot.table.former import Departure
from bot.table.ids import TableId
from bot.table.match import Finished, Match, points
from bot.table.next_game import moved_on, with_ready, without
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Place, Platform, User
from bot.table.seat_links import SeatLinks
from bot.table.seats import Computer, Free, Holder, Kept, Person, Seat
from bot.table.step import Step
from bot.table.table import Absence, Announcement, Ending, Status, Table, Told
from bot.table.tally import Tally
from bot.table.terms import DEFAULT_TERMS, Calling, Flag, Terms
from bot.table.turns import Hands
from bot.table.undo import taken_back
from engine import AnyGame, Choose
from engine.corn import RECIPE
from tests.bot.options import options

WRITTEN: Final = Path(__file__).parent / "written"

GAMES: Final = games()
HANDS: Final = Hands(FairCorn())
NOW: Final = 1_790_000_000
TEAMS: Final = options("aj-sayil", seats=4)

PLACES: Final = (
    Place(Platform.DISCORD, "1012345678901234567"),
    Place(Platform.TELEGRAM, "-1001234567890"),
    Place(Platform.WEB, "maize"),
)
NAMES: Final = ("Ana María", "Ben", "Eva 🌽", "Dan", "Cara", "Ix Chel")


@dataclass
class Play:
    """A table with its record, and what is done there, a minute after what was done before."""

    table: Table
    record: list[str] = field(default_factory=list)
    chance: Random = field(default_factory=lambda: Random(1))

    @property
    def game(self) -> AnyGame:
        """The game's rules."""
        return GAMES.game(self.table.header)

    @property
    def now(self) -> int:
        """When the next thing is done."""
        return self.table.touched + MINUTE

    @property
    def mover(self) -> int:
        """The seat to move."""
        seat = steps.to_move(self.table, self.game, GAMES.position(self.table))
        assert seat is not None
        return seat

    @property
    def clock(self) -> Clock:
        """The clock of a game between people."""
        assert self.table.clock is not None
        return self.table.clock

    def then(self, step: Step) -> "Play":
        """Take a step."""
        self.table = step.table
        self.record += step.entries
        return self

    def be(self, table: Table) -> "Play":
        """Take the step of a lobby to this table."""
        return self.then(steps.gather(replace(table, revision=self.table.revision), self.now))

    def begin(self) -> "Play":
        """Let everyone in whom the table waits for."""
        for number, seat in enumerate(self.table.seats):
            if isinstance(seat, Free | Kept):
                guest = person(self.table.place, number)
                self.then(steps.sit(self.table, self.game, number, guest, HANDS, self.now))
        if self.table.status is Status.OFFERED:
            self.then(steps.begin(self.table, self.game, HANDS, self.now))
        return self

    def play(self, moves: int = 2_000) -> "Play":
        """Play random moves, as many as asked or to the end of the game."""
        for _ in range(moves):
            if self.table.status is Status.OVER:
                break
            position = GAMES.position(self.table)
            phase = self.game.phase(position)
            assert isinstance(phase, Choose)
            move = self.game.write_move(self.chance.choice(phase.moves))
            self.then(
                steps.play(self.table, self.game, position, phase.seat, move, HANDS, self.now)
            )
        return self

    def play_itself(self) -> "Play":
        """Play the only move of the player to move."""
        reached = Step(replace(self.table, revision=self.table.revision + 1), (), ())
        game, position = self.game, GAMES.position(self.table)
        (moves,) = game.choices(position)
        return self.then(steps.played_on(reached, game, position, moves, HANDS))

    def take_back(self) -> "Play":
        """Take back the last move of the player who is not to move."""
        seat = 1 - self.mover
        taken = taken_back(self.game, self.table, self.record, {seat})
        assert taken is not None
        return self.then(steps.take_back(self.table, taken, self.now))

    def give_up(self, seat: int, why: Departure) -> "Play":
        """Let the person in a seat leave, for whom a computer plays on."""
        position = GAMES.position(self.table)
        computer = Computer("medium")
        return self.then(
            departures.give_up(self.table, self.game, position, seat, why, computer, self.now)
        )

    def take_over(self, seat: int) -> "Play":
        """Let another person relieve the computer in a seat."""
        position, other = GAMES.position(self.table), person(self.table.place, 5)
        return self.then(
            departures.take_over(self.table, self.game, position, seat, other, self.now)
        )

    def end(self, ending: Ending, by: int | None = None, places: Any = ()) -> "Play":
        """End the game for a reason outside of it."""
        return self.then(steps.end(self.table, ending, self.now, by=by, places=places))


def person(place: Place, number: int, word: str = "") -> Person:
    """One of the people in a place."""
    account = f"u{number}" if place.platform is Platform.WEB else str(10**17 + number)
    return Person(User(place.platform, account), NAMES[number], word)


def kept(place: Place, number: int) -> Kept:
    """A seat that is reserved for one of them."""
    return Kept(person(place, number).user, NAMES[number])


def table(header: str, place: Place, *others: Seat, terms: Terms = DEFAULT_TERMS) -> Table:
    """Ana's table, with a seat kept for each other player unless they are named."""
    seats = range(1, GAMES.game(header).seats)
    name = Random(f"{header} {place} {others} {terms}")
    return Table(
        id=TableId("".join(name.choices("abcdefghjkmnpqrstuvwxyz23456789", k=10))),
        code="".join(name.choices("abcdefghijklmnopqrstuvwxyz-_0123456789", k=16)),
        revision=1,
        status=Status.OFFERED,
        header=header,
        seed=name.randbytes(32),
        recipe=RECIPE,
        place=place,
        seats=(person(place, 0), *(others or (kept(place, number) for number in seats))),
        created=NOW,
        touched=NOW,
        terms=terms,
    )


def states() -> Iterator[tuple[str, Play]]:
    """Yield a table in each state, with what it is called."""
    for ruleset, place in zip(GAMES.rulesets, cycle(PLACES), strict=False):
        header = GAMES.header(options(ruleset))
        yield f"{ruleset}: challenge", Play(table(header, place))
        yield f"{ruleset}: begun", Play(table(header, place)).begin()
        yield f"{ruleset}: playing", Play(table(header, place)).begin().play(12)
        yield f"{ruleset}: over", Play(table(header, place)).begin().play()
    for place in PLACES:
        for kinds in (_two, _teams, _matches, _computers, _endings):
            for name, play in kinds(place):
                yield f"{name} on {place.platform}", play


def _two(place: Place) -> Iterator[tuple[str, Play]]:
    """Yield challenges and games of two people, with and without a clock."""
    header = GAMES.header(options("puluc", road=11, warriors=5))
    bank = Terms(Pace(DAY, HOUR), Flag.AUTO, vacation=True, expires=6 * HOUR, hints=True)
    open_, timed = table(header, place, Free()), table(header, place, terms=bank)

    def playing(moves: int = 8) -> Play:
        return Play(timed).begin().play(moves)

    yield "open challenge", Play(open_)
    yield "forced", Play(table(header, place)).begin().play_itself()
    yield "rematch", Play(replace(timed, tally=Tally((2, 1), first=1))).begin().play(4)
    yield "challenge with terms", Play(timed)
    yield "challenge by the second seat", Play(lobby.hand_over(timed, 1))
    yield "challenge with a word", Play(open_).then(steps.with_word(open_, 0, "maize", NOW))
    yield "throws counted by seat", playing()
    later = table(header, place, terms=Terms(calls=Calling.LATER))
    yield "game with calls later", Play(later).begin().play(4)
    apart = table(header, place, terms=Terms(thread=True))
    yield "rematch in a thread", Play(replace(apart, follows=TableId("k3f9qd7m2x"))).begin().play(4)
    yield "game without a pace", Play(open_).begin().play(5)
    yield "game with a bank", playing()
    for wish in (each for each in Wish if each is not Wish.SHOW):
        play = playing()
        if wish is Wish.RESUME:
            play.then(steps.pause(play.table, play.now))
        if wish is Wish.EXTEND:
            play.then(steps.time_out(play.table))
        yield f"offer of {wish}", play.then(steps.ask(play.table, wish, play.mover, play.now))
    play = playing()
    play.then(steps.ask(play.table, Wish.DRAW, 0, play.now))
    yield "declined offer", play.then(steps.unask(play.table, _open(play), 1))
    play.then(steps.ask(play.table, Wish.PAUSE, 0, play.now))
    yield "two refused offers", play.then(steps.unask(play.table, _open(play), 1))
    yield "move taken back", playing().take_back()
    stands = table(header, place, terms=Terms(undo=False))
    yield "game without taking back", Play(stands).begin().play(8)
    play = playing()
    yield "paused", play.then(steps.pause(play.table, play.now))
    play = playing()
    yield "on vacation", play.then(steps.retime(play.table, play.clock.held(play.now, NOW + DAY)))
    play = playing()
    yield "time up", play.then(steps.time_out(play.table))
    for name, calls in _calls(place):
        play = playing()
        yield name, play.then(steps.call(play.table, calls))
    for claimable in (False, True):
        play = playing()
        absence = Absence(play.mover, play.now, claimable)
        yield f"gone, claimable: {claimable}", play.then(steps.miss(play.table, absence))
    play = Play(open_).begin().play(5)
    yield "idle for 30 days", play.then(steps.remind(play.table, 30))
    play = playing()
    there = replace(place, thread="7")
    yield "in a thread", play.then(steps.relocate(play.table, there, play.now))
    play = playing()
    copied = play.then(steps.copy(play.table, there, person(place, 1).user))
    yield "shown in two places", copied
    play = Play(replace(timed, language="es-MX")).begin().play(4)
    copied = play.then(steps.copy(play.table, there, person(place, 1).user, "fr"))
    yield "shown in two languages", copied
    play = playing()
    watched = replace(play.table, copies=(Copy(there, person(place, 1).user, "fr", "0f" * 12),))
    yield "watched in another place", play.be(watched)
    play = playing()
    asking = Asking(Wish.SHOW, 1, play.table.revision + 1, at=play.now)
    copy = Copy(there, person(place, 1).user, "fr", "0f" * 12)
    viewing = Viewing(asking, person(place, 5), copy)
    yield "asked to show it elsewhere", play.then(steps.ask_to_show(play.table, viewing))
    joined = Play(lobby.came_from(timed, person(place, 1).user, there)).begin().play(8)
    copied = joined.then(steps.copy(joined.table, there, person(place, 0).user))
    yield "joined where a copy is", copied
    unnamed = Play(lobby.came_from(timed, person(place, 1).user, there, unnamed=True))
    yield "joined without a name", unnamed.begin().play(4)
    ben, other = person(place, 1).user, person(place, 5).user
    play = playing()
    given = guest_seats.given(play.table, ben, other)
    yield "new link to a seat in another browser", play.be(guest_seats.with_link(given, other))
    play = playing()
    given = guest_seats.given(play.table, ben, other)
    yield "seat taken back", play.be(guest_seats.taken_back(given, ben))
    play = playing()
    lent = moved(play.table, person(place, 1).user, User(Platform.WEB, "b1"))
    yield "played from another account", play.be(lent)
    play = playing()
    yield "hint on the best move", play.then(steps.advise(play.table, play.mover))
    play = playing()
    line = Announcement("Puluc will be down for ten minutes at 14:00 UTC.", play.now + HOUR)
    yield "announcement", play.then(steps.announce(play.table, line))


def _open(play: Play) -> Asking:
    """The open offer."""
    (asking,) = play.table.offers
    return asking


def _calls(place: Place) -> Iterator[tuple[str, Calls]]:
    private = Place.private(person(place, 1).user)
    yield "reminded", Calls(count=1, last=NOW)
    yield "nudged", Calls(nudged=NOW)
    yield "reminded in private", Calls(count=1, last=NOW, place=private)
    yield "a reminder refused", Calls(count=1, last=NOW, refused=True)


def _teams(place: Place) -> Iterator[tuple[str, Play]]:
    """Yield lobbies and games of teams."""
    header = GAMES.header(TEAMS)
    lobby_ = table(header, place, Free(), kept(place, 1), Computer("easy"))
    yield "lobby", Play(lobby_)
    ben = person(place, 1, "maize")
    joined = lobby.hand_over(lobby.sit(lobby_, 2, ben, {ben.user}), 2)
    yield "lobby of another host", Play(lobby_).be(joined)
    linked = replace(joined, links=SeatLinks(series=1, used=(0, 2)))
    yield "lobby with new links", Play(lobby_).be(linked)
    people = table(header, place)
    yield "team game", Play(people).begin().play(9)
    play = Play(people).begin().play(9)
    play.then(steps.ask(play.table, Wish.PAUSE, 0, play.now))
    asking = play.table.asking
    assert asking is not None
    yield "offer that one has agreed to", play.then(steps.agree(play.table, asking, 2))
    for why in (Departure.RESIGNED, Departure.TIMEOUT, Departure.LEFT, Departure.MATCH_LEFT):
        yield f"a seat given up: {why}", Play(people).begin().play(9).give_up(1, why).play(3)
    play = Play(people).begin().play(9).give_up(1, Departure.RESIGNED).play(3).take_over(1)
    yield "a seat taken over", play.play(3)

    parchis = table(GAMES.header(options("parchis", seats=3)), place, terms=Terms(Pace(DAY, HOUR)))
    play = Play(parchis).begin().play(6)
    for seat in (1, 2):
        play.give_up(seat, Departure.RESIGNED)
    yield "a clock that rests", play


def _matches(place: Place) -> Iterator[tuple[str, Play]]:
    """Yield games of a match, and what comes between them."""
    headers = tuple(GAMES.header(options(ruleset)) for ruleset in ("puluc", "bul", "boolik"))
    for name, match, terms in (
        ("match", Match(headers[:1], wins=3), Terms(match=3)),
        ("series", Match(headers), Terms(Pace(3 * DAY), series=("puluc", "bul", "boolik"))),
    ):
        first = replace(table(headers[0], place, terms=terms), match=match)
        yield f"{name}: first game", Play(first).begin().play(4)
        ended = Play(first).begin().play()
        yield f"{name}: first game over", ended
        following = _following(ended.table, match)
        yield f"{name}: between games", Play(following)
        ready = with_ready(following, person(place, 1))
        yield f"{name}: between games, one ready", Play(following).be(ready)
        yield f"{name}: second game", Play(replace(ready, ready=())).begin().play(4)
        left = replace(following, match=replace(_match(following), left_by=0))
        yield f"{name}: left", Play(left).end(Ending.MATCH_LEFT, by=0)
    teams = replace(table(GAMES.header(TEAMS), place), match=Match((GAMES.header(TEAMS),), wins=2))
    following = _following(Play(teams).begin().play().table, _match(teams))
    yield (
        "match: a seat given up between games",
        Play(following).be(without(following, (2,), Computer("medium"), NOW)),
    )


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _following(ended: Table, match: Match) -> Table:
    """The next game of a match."""
    game = GAMES.game(ended.header)
    parties = tuple(map(game.side, range(game.seats)))
    score = points(ended.places, parties)
    after = match.after(Finished(ended.id, ended.code, ended.header, score))
    following = replace(
        table(after.header, ended.place, terms=ended.terms),
        match=after,
        seats=moved_on(ended.seats, game, GAMES.game(after.header)),
    )
    return replace(following, id=TableId(ended.id[::-1]), code=ended.code[::-1])


def _computers(place: Place) -> Iterator[tuple[str, Play]]:
    """Yield games with computers, with and without people."""
    header = GAMES.header(options("puluc", road=9))
    for level in GAMES.levels_of(header):
        practice = table(header, place, Computer(level))
        yield f"practice against {level}", Play(practice).begin().play(6)
    novice = replace(person(place, 0), hints=("hint.landing",))
    learning = replace(table(header, place, Computer("easy")), seats=(novice, Computer("easy")))
    play = Play(learning).begin().play(6)
    yield (
        "first game, with a hint",
        play.then(Step(replace(play.table, hint="hint.capture"), (), ())),
    )
    four: tuple[Holder, ...] = (Computer("easy"), Computer("medium"), Computer("hard"))
    parchis = table(GAMES.header(options("parchis", seats=4)), place, *four)
    yield "parchis against computers", Play(parchis).begin().play(20)
    demo = replace(
        table(header, place, Computer("hard")),
        seats=(Computer("medium"), Computer("hard")),
        posted_by=person(place, 0),
    )
    yield "game of computers", Play(demo).begin().play(6)
    yield "game of computers, stopped", Play(demo).begin().play(6).end(Ending.STOPPED)


def _endings(place: Place) -> Iterator[tuple[str, Play]]:
    """Yield tables that have ended, in each way but those of games, matches and computers."""
    header = GAMES.header(options("puluc", road=7, warriors=2))
    offered = table(header, place)
    for ending, by in (
        (Ending.DECLINED, 1),
        (Ending.CANCELLED, 0),
        (Ending.EXPIRED, None),
        (Ending.CLOSED, None),
    ):
        yield str(ending), Play(offered).end(ending, by)
    yield "closed by", Play(offered).then(steps.close(offered, person(place, 2), NOW))
    for ending, loser in (
        (Ending.RESIGNED, 0),
        (Ending.TIMEOUT, 1),
        (Ending.LEFT, 1),
    ):
        play = Play(offered).begin().play(3)
        yield str(ending), play.end(ending, loser, places=((1 - loser,), (loser,)))
    play = Play(offered).end(Ending.EXPIRED)
    everywhere = Told(play.table.revision + 1, (0,), (Place.private(person(place, 1).user),))
    yield "told that a challenge has expired", play.then(steps.tell(play.table, everywhere))
    yield "aborted", Play(offered).begin().end(Ending.ABORTED, 1)
    yield "abandoned", Play(offered).begin().play(3).end(Ending.ABANDONED)
    for ending in (Ending.AGREED, Ending.DRAWN):
        yield str(ending), Play(offered).begin().play(3).end(ending, places=((0, 1),))


def plain(value: Any) -> Any:
    """Return a value as JSON, without what is at its default: what a stored table must be read as.

    This isn't the form in which it is stored.
    """
    if is_dataclass(value):
        found = {each.name: (getattr(value, each.name), each.default) for each in fields(value)}
        return {type(value).__name__: {k: plain(v) for k, (v, old) in found.items() if v != old}}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


def written() -> Sequence[Any]:
    """Return what the files have: for each table `what`, its `state`, `table` and `record`."""
    found = sorted(WRITTEN.glob("*.jsonl"))
    return [json.loads(line) for path in found for line in path.read_text("utf-8").splitlines()]


def main(release: str) -> None:
    """Write the tables that no file has to the file of a release."""
    there = {line["what"] for line in written()}
    with (WRITTEN / f"{release}.jsonl").open("x", encoding="utf-8") as file:
        for what, play in states():
            if what not in there:
                state = base64.b64encode(codec.write(play.table)).decode()
                line = {"what": what, "state": state, "table": plain(play.table)}
                file.write(json.dumps(line | {"record": play.record}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

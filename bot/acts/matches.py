"""Matches: getting ready for the next game, leaving a match, and what was played."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.acts import access
from bot.acts.leaving import depart
from bot.acts.next_games import NextGames
from bot.acts.offers import Offers, read_word, word_given
from bot.acts.tables import RolledBack, Tables
from bot.games.catalogue import title
from bot.table import departures, steps
from bot.table.button import Button, Link, Offer, Style
from bot.table.intents import Accept, LeaveMatch, ShowBoard
from bot.table.match import WIN, Finished, Match
from bot.table.match_text import parties, score_text, winner_text
from bot.table.naming import NAMED, as_text, names_of, team_names
from bot.table.next_game import unready, with_ready, without
from bot.table.pace import DAY
from bot.table.people import Actor
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Departure, Ending, Status, Table
from engine.text import Name, Text

LISTED = 10
"""The maximum number of finished games in a list."""


class Matches:
    """Leads people through the games of a match."""

    def __init__(self, tables: Tables, offers: Offers, next_games: NextGames) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._next_games = next_games

    async def ready(self, request: Request, accept: Accept) -> Reply:
        """Be ready for the next game of a match, in `accept.table`; it may add a word.

        The game begins when everyone is ready.
        """
        actor, word = request.actor, read_word(accept.word)

        async def get_ready(table: Table) -> Step:
            access.must_be_open(table)
            seat = table.seat_of(actor.user)
            if seat is None:
                raise Refusal(Text("match.players"))
            if table.status is Status.PLAYING:
                raise Refusal(Text("match.begun"))
            if accept.revision is not None and accept.revision > table.revision:
                raise RolledBack(table)
            if seat in table.ready and not word:
                raise Refusal(_already_ready(table))
            before = table.seats[seat]
            known = before.word if isinstance(before, Person) else ""
            person = Person(actor.user, actor.name, word or known)
            return await self._next_games.changed(with_ready(table, person))

        assert accept.table is not None  # noqa: S101 - the service has found it
        if word:
            self._offers.count_word(request, accept.table)
        reply = await self._tables.change(request, accept.table, get_ready)
        return word_given(word) if word else reply

    async def leave(self, request: Request, leave: LeaveMatch) -> Reply:
        """Leave a match. Ask for confirmation first."""

        async def give_up(table: Table) -> Step:
            _, seat = _must_be_in_match(table, request.actor)
            return await self.step_out(table, seat)

        none = Text("match.none")
        found = await self._tables.find(request, leave.table, access.is_in_match, none)
        if not leave.sure and found.status is not Status.OVER:
            _, seat = _must_be_in_match(found, request.actor)
            game = self._games.game(found.header)
            partners = departures.play_on(game, found, seat)
            button = Button(
                Text("button.leave-match-sure"), LeaveMatch(found.id, sure=True), Style.BAD
            )
            sure = Text("match.leave", count=game.sides - 1)
            question = Text("match.leave-team") if partners else sure
            return Reply((question,), choices=(button,))
        reply = await self._tables.change(request, found.id, give_up, anywhere=True)
        return reply if found.place == request.place else Reply((Text("match.left"),))

    async def step_out(self, table: Table, seat: int) -> Step:
        """Return the step by which the person in `seat` leaves a match, in one of its games."""
        person, match = table.seats[seat], table.match
        assert isinstance(person, Person)  # noqa: S101 - a precondition
        assert match is not None  # noqa: S101 - likewise
        game, now = self._games.game(table.header), self._tables.now()
        partners = departures.play_on(game, table, seat)
        if table.is_next_game and partners:
            stand_in = departures.stand_in(self._games.levels_of(table.header))
            after = without(table, table.seats_of(person.user), stand_in, now)
            return await self._next_games.changed(after)
        if not partners:
            party = match.party_of(game.side(seat), game.sides)
            table = replace(table, match=replace(match, left_by=party))
        if table.is_next_game:
            return steps.end(table, Ending.MATCH_LEFT, now, by=seat)
        return depart(self._games, table, seat, Departure.MATCH_LEFT, now)

    async def show(self, request: Request) -> Reply:
        """Show the actor's matches here, or what was played here in the last 24 hours."""
        matches = await self._tables.fitting(request, access.is_in_match)
        if matches:
            texts = [text for table in matches for text in self._match_lines(table)]
            choices = [offer for table in matches for offer in _match_links(table)]
            return Reply(tuple(texts), choices=tuple(choices))
        since = self._tables.now() - DAY
        played = await self._store.played_in(request.place, since=since, limit=LISTED)
        if not played:
            return Reply((Text("series.none"),))
        lines = [
            line
            for number, table in enumerate(played, 1)
            for line in self._played_lines(number, table)
        ]
        links = [
            Link(_link_label(number, table.header), f"/g/{table.code}")
            for number, table in enumerate(played, 1)
        ]
        return Reply((Text("series.played"), *lines), choices=tuple(links))

    def _match_lines(self, table: Table) -> Iterator[Text]:
        """Yield the score of a running match, its games so far, and those to come."""
        match, game = table.match, self._games.game(table.header)
        assert match is not None  # noqa: S101 - the caller's condition
        names = parties(table, game)
        score = score_text(table, game, names)
        if score is not None:
            yield score
        by_party = [names[match.side_of(party, game.sides)] for party in range(game.sides)]
        for number, finished in enumerate(match.games, 1):
            yield _finished_line(number, finished, by_party)
        key = "series.waiting" if table.is_next_game else "series.running"
        yield Text(key, number=match.number + 1, ruleset=title(table.header))
        to_come = () if match.wins else match.headers[match.number + 1 :]
        if to_come:
            yield Text("series.to-come", rulesets=tuple(map(title, to_come)))

    def _played_lines(self, number: int, table: Table) -> Iterator[Text]:
        """Yield how a finished game ended and, if it decided a match, how that ended."""
        game = self._games.game(table.header)
        won = [table.seats[seat] for seat in table.winners]
        lost = [holder for seat, holder in enumerate(table.seats) if seat not in table.winners]
        key = "series.result.won" if won else "series.result.drawn"
        yield Text(
            key if table.places else "series.result.none",
            number=number,
            ruleset=title(table.header),
            name=team_names(won or lost, NAMED),
            other=team_names(lost, NAMED),
        )
        decided = winner_text(table, game, parties(table, game))
        if decided is not None:
            yield decided


def _must_be_in_match(table: Table, actor: Actor) -> tuple[Match, int]:
    """Return the match that the actor plays in, and their seat. Raises Refusal if there is none."""
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refusal(Text("seat.none"))
    if table.match is None:
        raise Refusal(Text("match.none"))
    access.must_be_open(table)
    if table.status is Status.OFFERED and not table.is_next_game:
        raise Refusal(Text("table.not-begun"))
    return table.match, seat


def _already_ready(table: Table) -> Text:
    """Return the reply to a player who is already ready."""
    others = names_of(unready(table))
    return Text("match.ready", name=others) if others else Text("match.soon")


def _finished_line(number: int, finished: Finished, parties: Sequence[Name | Text]) -> Text:
    """Return how a finished game of a running match ended."""
    won = (name for name, got in zip(parties, finished.points, strict=True) if got == WIN)
    winners = tuple(map(as_text, won))
    key = "series.won" if winners else "series.drawn"
    return Text(key, number=number, ruleset=title(finished.header), name=winners)


def _match_links(table: Table) -> Iterator[Offer]:
    """Yield the board of a running match, and the pages of its games."""
    assert table.match is not None  # noqa: S101 - the caller's condition
    yield Button(Text("button.board"), ShowBoard(table.id))
    for number, finished in enumerate(table.match.games, 1):
        yield Link(_link_label(number, finished.header), f"/g/{finished.code}")
    yield Link(_link_label(table.match.number + 1, table.header), f"/g/{table.code}")


def _link_label(number: int, header: str) -> Text:
    return Text("series.link", number=number, ruleset=title(header))

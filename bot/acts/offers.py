"""Posting challenges and practice games, and what people need to join one."""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import structlog

from bot.acts import access
from bot.acts.calling import count_called
from bot.acts.forced import to_a_choice
from bot.acts.hints import start_hints
from bot.acts.language import language_of, note_language
from bot.acts.limits import (
    OPEN_CHALLENGES,
    PRACTICE_GAMES,
    RUNNING_GAMES,
    WAITING_CHALLENGES,
    WORDS,
    Limits,
)
from bot.acts.posting import count_posted
from bot.acts.tables import Decision, Tables, offers_of, settled
from bot.table import lobby, steps
from bot.table.guest_seats import renewed_of
from bot.table.ids import TableId
from bot.table.naming import called, name_of
from bot.table.options import Options
from bot.table.people import Actor, Place, User
from bot.table.ports import Operation, StoreDown
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.step import Step
from bot.table.table import Status, Table
from bot.table.terms import Terms
from bot.table.turns import Hands
from bot.table.upkeep import upkeep_at
from engine.corn import RECIPE, clean_word
from engine.text import Name, Text

_FREE = Free()

log = structlog.get_logger()


class Offers:
    """Posts tables, and changes those that have not begun."""

    def __init__(self, tables: Tables, hands: Hands, limits: Limits, key: bytes) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._hands = hands
        self._limits = limits
        self._key = key

    def table_id(self, operation: Operation) -> TableId:
        """Return the id of the table that an operation creates, the same for every delivery.

        The hash is keyed with a secret of the store, so message ids do not reveal table ids.
        """
        digest = hashlib.blake2b(operation.encode(), key=self._key, digest_size=16).digest()
        return TableId(base64.b32encode(digest).decode().lower()[:10])

    async def must_be_welcome(self, actor: Actor, table: Table) -> None:
        """Raise Refusal if the host blocks an actor who wants to join, or they play too much."""
        if table.status is not Status.OFFERED or table.seat_of(actor.user) is not None:
            return
        await self.must_not_be_blocked(actor, table)
        await self.must_have_room(actor.user)

    async def must_not_be_blocked(self, actor: Actor, table: Table) -> None:
        """Raise Refusal if the host of a table blocks the actor."""
        host = await self._store.preferences(table.host.user)
        if host.blocks(*access.users_of(actor)):
            raise Refusal(Text("accept.blocked", name=name_of(table.host)), personal=True)

    async def change(
        self,
        request: Request,
        id_: TableId,
        decide: Decision,
        *,
        anywhere: bool = False,
    ) -> Reply:
        """Change a table that has not begun. Who comes by a link to a seat can be anywhere.

        If play begins with that, people in their first game get hints from now on.
        """
        novices = frozenset[User]()

        async def decided(table: Table) -> Step:
            nonlocal novices
            made = decide(table)
            step = made if isinstance(made, Step) else await made
            if step.table.status is not Status.OFFERED:
                if step.table.is_practice and not table.is_practice:
                    await self.must_have_room(table.host.user, practice=True)
                novices = await self._novices(step.table)
            return start_hints(step, novices)

        anywhere = anywhere or request.seat_link is not None
        reply = await self._tables.change(request, id_, decided, anywhere=anywhere)
        await self._note_played(id_, novices)
        await note_language(self._store, request.actor)
        return reply

    def gather(self, table: Table, *, silent: bool = True) -> Step:
        """Return the step to a lobby whose people have changed; play begins if no seat is open."""
        if lobby.is_open(table):
            return steps.gather(table, self._tables.now(), silent=silent)
        return self.begun(table)

    def begun(self, table: Table) -> Step:
        """Return the step that begins the game of a table."""
        game = self._games.game(table.header)
        return steps.begin(table, game, self._hands, self._tables.now())

    async def _novices(self, table: Table) -> frozenset[User]:
        """Return the people at a table who have never played."""
        people = tuple(dict.fromkeys(s.user for s in table.taken if isinstance(s, Person)))
        known = await asyncio.gather(*map(self._store.preferences, people))
        return frozenset(u for u, each in zip(people, known, strict=True) if not each.played)

    async def _note_played(self, id_: TableId, novices: Iterable[User]) -> None:
        """Record who has started to play, so that later games give them no hints."""
        with suppress(StoreDown):  # the seat is taken; at worst their next game gives hints too
            begun = await self._store.load(id_) if novices else None
            if begun is not None and begun.status is Status.PLAYING:
                for user in novices:
                    await self._store.note_played(user)

    def count_word(self, request: Request, table: TableId) -> None:
        """Count a word, because each one edits the table's message. May raise Refusal."""
        self._limits.count(WORDS, request.actor.user, table)

    async def offer(
        self,
        request: Request,
        options: Options,
        opponents: Sequence[Actor] = (),
        rest: Free | Computer = _FREE,
    ) -> TableId:
        """Post a table with the host in the first seat, and return its id.

        Seats are reserved for `opponents`; all further ones are `rest`. Games against the computer
        have no time limits.
        """
        access.must_allow_thread(request, options.terms)
        match, id_ = self._games.match(options), self.table_id(request.operation)
        header = self._games.header(options) if match is None else match.header
        if await self._store.load(id_) is None:
            game = self._games.game(header)
            seats = (person_of(request.actor), *(rest,) * (game.seats - 1))
            terms = options.terms
            if isinstance(rest, Computer):
                terms = Terms(match=terms.match, series=terms.series)
            language = await language_of(self._store, request.actor)
            table = self.new_table(id_, header, terms, request.place, seats, language=language)
            await self.may_invite(request, opponents)
            reserved = lobby.reserve(table, game, kept_for(opponents))
            await self.post(request, replace(reserved, match=match))
        return id_

    async def may_invite(self, request: Request, people: Sequence[Actor]) -> None:
        """Raise Refusal if the actor can't challenge or invite people now; otherwise count it."""
        for person in people:
            await self.must_accept_challenges(request, person)
        # Somebody who is called by account and by handle is one person.
        users = [access.users_of(person)[-1] for person in people]
        await count_called(self._store, request, users, int(self._tables.now()))

    def new_table(
        self,
        id_: TableId,
        header: str,
        terms: Terms,
        place: Place,
        seats: tuple[Seat, ...],
        hosted_by: int = 0,
        *,
        language: str,
    ) -> Table:
        """Return a new table, with a new seed, ready to be posted in a language."""
        now = int(self._tables.now())
        return Table(
            id=id_,
            code=secrets.token_urlsafe(12),
            revision=1,
            status=Status.OFFERED,
            header=header,
            seed=secrets.token_bytes(32),
            recipe=RECIPE,
            place=place,
            seats=seats,
            hosted_by=hosted_by,
            created=now,
            touched=now,
            terms=terms,
            language=language,
        )

    async def post(self, request: Request, table: Table, *, begins: bool = False) -> bool:
        """Post a table. Returns False if another operation has posted the table of this id.

        If play `begins` at once, all seats must be taken. The first board then has the fair-throw
        hash and the first throw.
        """
        access.must_allow_tables(await self._store.settings(table.place))
        await self.must_have_room(table.host.user, practice=table.is_practice)
        if not begins:
            await self._reserve(table)
        await count_posted(self._store, table)
        step = await self._at_once(table) if begins else steps.offer(table)
        create = partial(self._store.create, step.table, request.operation, step.dues, step.entries)
        if not await settled(create):
            return False
        await note_language(self._store, request.actor)
        log.info("table.offered", table=table.id)
        for place in table.shown_in:
            self._tables.show_now(table.id, place)
        return True

    async def _at_once(self, table: Table) -> Step:
        """Return the step that posts a table whose game has begun."""
        step = self.begun(replace(table, revision=0))
        return await to_a_choice(self._games, self._store, self._hands, step)

    async def must_accept_challenges(self, request: Request, opponent: Actor) -> None:
        """Raise Refusal if the opponent blocks the actor, or has too many challenges waiting."""
        host = access.users_of(request.actor)
        if opponent.user in host:
            raise Refusal(Text("challenge.self"))
        if (await self._store.preferences(opponent.user)).refuses(*host):
            raise Refusal(Text("challenge.blocked", name=called(opponent.name)), personal=True)
        tables = await self._store.tables_of(opponent.user)
        waiting = [table for table in tables if access.is_addressed(table, opponent)]
        if len(waiting) >= WAITING_CHALLENGES:
            raise Refusal(Text("challenge.enough", name=called(opponent.name)), personal=True)

    async def must_have_room(self, user: User, *, practice: bool = False) -> None:
        """Raise Refusal if a person has too many practice games, or too many games with others."""
        tables = [t for t in await self._store.tables_of(user) if t.is_practice is practice]
        if practice and len(tables) >= PRACTICE_GAMES:
            raise Refusal(Text("limit.practice", count=PRACTICE_GAMES))
        if sum(table.status is Status.PLAYING for table in tables) >= RUNNING_GAMES:
            raise Refusal(Text("limit.games", count=RUNNING_GAMES))

    async def _reserve(self, table: Table) -> None:
        """Count an open challenge until it expires. Raises Refusal if the limit is reached."""
        user = table.host.user
        reserve = partial(
            self._store.take,
            offers_of(user),
            table.id,
            now=table.created,
            until=upkeep_at(table),
            limit=OPEN_CHALLENGES,
        )
        if await reserve():
            return
        for counted in await self._store.taken(offers_of(user), now=table.created):
            offered = await self._store.load(TableId(counted))
            if offered is None or not access.is_host(offered, Actor(user, "")):
                # It is left over from a crash, or another player has become the host.
                await self._store.give_back(offers_of(user), counted)
        if not await reserve():
            raise Refusal(Text("challenge.too-many", count=OPEN_CHALLENGES))


def person_of(actor: Actor) -> Person:
    """Return a seat for the actor."""
    return Person(actor.user, actor.name)


def person_at(table: Table, actor: Actor, word: str = "") -> Person:
    """Return a seat of a table for the actor, without their name if they keep it back there.

    A seat that another account of theirs has taken, or another browser, keeps its name.
    """
    mine = table.seat_of(actor.user)
    known = None if mine is None else table.seats[mine]
    if isinstance(known, Person) and known.owner is not None:
        return replace(known, word=word, hints=None)
    unnamed = any(each.user == actor.user and each.unnamed for each in table.joined)
    before = renewed_of(table, actor.user).before
    name = before[-1].name if before else actor.name
    return Person(actor.user, "" if unnamed else name, word)


def kept_for(people: Iterable[Actor]) -> tuple[Kept, ...]:
    """Return seats that are reserved for people."""
    return tuple(Kept(person.user, person.name) for person in people)


def word_given(word: str) -> Reply:
    """Confirm a player's word, which the chat does not show."""
    return Reply((Text("word.given", word=Name(word)),))


def read_word(text: str) -> str:
    """Return a word as it goes into the throws. Raises Refusal if it can't."""
    try:
        return clean_word(text)
    except ValueError as wrong:
        raise Refusal(Text("word.bad")) from wrong

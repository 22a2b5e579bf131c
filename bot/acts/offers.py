"""Challenges and practice games: posting, answering, cancelling, and their limits."""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import structlog

from bot.acts import access
from bot.acts.hints import start_hints
from bot.acts.limits import (
    CHALLENGES,
    OPEN_CHALLENGES,
    PRACTICE_GAMES,
    RUNNING_GAMES,
    WAITING_CHALLENGES,
    Limits,
)
from bot.acts.tables import RolledBack, Tables, offers_of, settled
from bot.table import steps
from bot.table.ids import TableId
from bot.table.intents import Accept, Options
from bot.table.naming import called, name_of, names_of
from bot.table.people import Actor, Place, User
from bot.table.ports import Operation, StoreDown
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.steps import Hands, Step
from bot.table.table import Ending, Status, Table
from bot.table.terms import Terms
from bot.table.upkeep import upkeep_at
from engine.corn import clean_word
from engine.text import Name, Text

MAX_WORDS = 10
"""How often a host may change the word of a challenge; each change edits its message."""

_FREE = Free()

log = structlog.get_logger()


class Offers:
    """Posts tables, and lets people accept, decline or cancel them."""

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

    async def challenge(
        self, request: Request, opponents: Sequence[Actor], options: Options
    ) -> Reply:
        """Post a challenge to `opponents`, or without any an open one."""
        for opponent in opponents:
            await self.must_accept_challenges(request, opponent)
        kept = (Kept(opponent.user, opponent.name) for opponent in opponents)
        return await self._offer(request, options, *kept)

    async def practice(self, request: Request, level: str, options: Options) -> Reply:
        """Post a game against the computer, which begins when its host starts it."""
        family = self._games.family(options.ruleset)
        levels = () if family is None else family.levels
        if family is not None and level not in levels:
            raise Refusal(Text("practice.level", level=level, levels=", ".join(levels)))
        return await self._offer(request, options, rest=Computer(level))

    async def accept(self, request: Request, asked: Accept) -> Reply:
        """Take a seat, or start one's practice game.

        A host who accepts their own challenge with a word sets that word instead.
        """
        actor, chosen = request.actor, _word(asked.word)

        def accept(table: Table) -> Step:
            return start_hints(taken(table), novices)

        def taken(table: Table) -> Step:
            access.must_be_offered(table)
            if table.is_practice:
                return self._start(table, actor, chosen)
            if table.host.user == actor.user:
                if chosen:
                    return self._with_word(table, chosen)
                raise Refusal(_own(table, "accept.self", "accept.self-open"))
            if table.seat_of(actor.user) is not None:
                raise Refusal(Text("accept.seated"))
            seat = access.seat_to_take(table, actor)
            if seat is None:
                raise Refusal(Text("accept.addressed", name=names_of(table.asked)))
            if asked.revision is not None and asked.revision > table.revision:
                raise RolledBack(table)
            guest = Person(actor.user, actor.name, chosen)
            game = self._games.game(table.header)
            return steps.sit(table, game, seat, guest, self._hands, self._tables.now())

        none = Text("pick.no-offer")
        offered = await self._tables.find(request, asked.table, access.can_accept, none)
        novices = frozenset[User]()
        if offered.status is Status.OFFERED:
            people = await self._preferences(offered, actor)
            novices = frozenset(user for user, known in people.items() if not known.played)
            if offered.host.user != actor.user:
                blocked = people[offered.host.user].blocked
                if any(user in blocked for user in access.users_of(actor)):
                    raise Refusal(Text("accept.blocked", name=name_of(offered.host)))
                await self.must_have_room(actor.user)
        reply = await self._tables.change(request, offered.id, accept)
        await self._note_played(offered, novices)
        if chosen and not offered.is_practice and offered.host.user == actor.user:
            return _given(chosen)
        return reply

    async def _preferences(self, table: Table, actor: Actor) -> Mapping[User, Preferences]:
        """Return the preferences of the people at a table, and of the actor about to join."""
        seated = (holder.user for holder in table.taken if isinstance(holder, Person))
        people = tuple(dict.fromkeys((*seated, actor.user)))
        known = await asyncio.gather(*map(self._store.preferences, people))
        return dict(zip(people, known, strict=True))

    async def _note_played(self, offered: Table, novices: Iterable[User]) -> None:
        """Record who has started to play, so that later games give them no hints."""
        with suppress(StoreDown):  # the seat is taken; at worst their next game gives hints too
            begun = await self._store.load(offered.id) if novices else None
            if begun is not None and begun.status is Status.PLAYING:
                for user in novices:
                    await self._store.note_played(user)

    def _start(self, table: Table, actor: Actor, word: str) -> Step:
        """Start a practice game. Raises Refusal unless the actor is its host."""
        if table.host.user != actor.user:
            raise Refusal(Text("accept.practice", name=name_of(table.host)))
        if word:
            table = steps.with_host(table, replace(table.host, word=word))
        return steps.begin(table, self._games.game(table.header), self._hands, self._tables.now())

    async def give_word(self, request: Request, table: TableId | None, word: str) -> Reply:
        """Set or replace the word of the actor's own challenge."""
        chosen = _word(word)

        def give(table: Table) -> Step:
            access.must_be_offered(table)
            if table.host.user != request.actor.user:
                raise Refusal(Text("word.host", name=name_of(table.host)))
            return self._with_word(table, chosen)

        posted = table or (await self._only_posted(request)).id
        await self._tables.change(request, posted, give, anywhere=True)
        return _given(chosen)

    def _with_word(self, table: Table, word: str) -> Step:
        if table.revision > MAX_WORDS:
            raise Refusal(Text("word.often", limit=MAX_WORDS))
        return steps.with_word(table, word, self._tables.now())

    async def decline(self, request: Request, table: TableId | None) -> Reply:
        """Decline a challenge addressed to the actor."""

        def decline(table: Table) -> Step:
            access.must_be_challenge(table)
            if table.host.user == request.actor.user:
                raise Refusal(_own(table, "decline.self", "decline.self-open"))
            if not table.asked:
                raise Refusal(Text("decline.open"))
            if access.seat_kept_for(table, request.actor) is None:
                raise Refusal(Text("decline.addressed", name=names_of(table.asked)))
            return steps.end(table, Ending.DECLINED, self._tables.now())

        offered = await self._tables.find(
            request, table, access.is_addressed, Text("pick.no-offer")
        )
        return await self._tables.change(request, offered.id, decline)

    async def cancel(self, request: Request, table: TableId | None) -> Reply:
        """Cancel the actor's own challenge."""

        def cancel(table: Table) -> Step:
            access.must_be_challenge(table)
            if table.host.user != request.actor.user:
                addressed = access.is_addressed(table, request.actor)
                key = "cancel.addressed" if addressed else "cancel.host"
                raise Refusal(Text(key, name=name_of(table.host)))
            return steps.end(table, Ending.CANCELLED, self._tables.now(), by=table.hosted_by)

        offered = await self._tables.find(request, table, access.is_host, Text("pick.no-own-offer"))
        return await self._tables.change(request, offered.id, cancel)

    async def block_host(self, request: Request, table: TableId) -> Reply:
        """Decline a challenge, and block its host."""
        offered = await self._tables.load(table)
        access.must_be_offered(offered)
        if offered.host.user == request.actor.user:
            raise Refusal(Text("block.self"))
        if not access.is_addressed(offered, request.actor):
            raise Refusal(Text("block.addressed"))
        host = offered.host
        for user in access.users_of(request.actor):
            await self._store.block(user, host.user, host.name)
        await self.decline(request, table)
        return Reply((Text("block.blocked", name=name_of(host)),))

    async def _only_posted(self, request: Request) -> Table:
        """Return the only challenge that the actor has posted: here, or otherwise anywhere."""
        actor = request.actor
        posted = await self._tables.fitting(request, access.is_host) or [
            t for t in await self._store.tables_of(actor.user) if access.is_host(t, actor)
        ]
        if not posted:
            raise Refusal(Text("word.none"))
        if len(posted) > 1:
            raise self._tables.ambiguous(request, posted, Text("word.several"))
        return posted[0]

    async def _offer(
        self,
        request: Request,
        options: Options,
        *others: Kept,
        rest: Free | Computer = _FREE,
    ) -> Reply:
        """Post a table with seats for the host and `others`; all further seats are `rest`.

        Games against the computer have no terms.
        """
        match, id_ = self._games.match(options), self.table_id(request.operation)
        header = self._games.header(options) if match is None else match.header
        further = (rest,) * (self._games.game(header).seats - 1 - len(others))
        if await self._store.load(id_) is None:
            for other in others:
                self._limits.count(CHALLENGES, request.actor.user, other.user)
            seats = (person_of(request.actor), *others, *further)
            terms = options.terms if isinstance(rest, Free) else Terms()
            table = self.new_table(id_, header, terms, request.place, seats)
            await self.post(request, replace(table, match=match))
        return Reply(table=id_)

    def new_table(
        self,
        id_: TableId,
        header: str,
        terms: Terms,
        place: Place,
        seats: tuple[Seat, ...],
        hosted_by: int = 0,
    ) -> Table:
        """Return a new table, with a new seed, ready to be posted."""
        now = int(self._tables.now())
        return Table(
            id=id_,
            code=secrets.token_urlsafe(12),
            revision=1,
            status=Status.OFFERED,
            header=header,
            seed=secrets.token_bytes(32),
            place=place,
            seats=seats,
            hosted_by=hosted_by,
            created=now,
            touched=now,
            terms=terms,
        )

    async def post(self, request: Request, table: Table) -> bool:
        """Post a table. Returns False if another operation has posted the table of this id."""
        access.must_allow_tables(await self._store.settings(table.place))
        await self.must_have_room(table.host.user, practice=table.is_practice)
        await self._reserve(table)
        step = steps.offer(table)
        create = partial(self._store.create, table, request.operation, step.dues)
        if not await settled(create):
            return False
        log.info("table.offered", table=table.id)
        self._tables.hurry(table.id, table.place)
        return True

    async def must_accept_challenges(self, request: Request, opponent: Actor) -> None:
        """Raise Refusal if the opponent blocks the actor, or has too many challenges waiting."""
        host = access.users_of(request.actor)
        if opponent.user in host:
            raise Refusal(Text("challenge.self"))
        if (await self._store.preferences(opponent.user)).refuses(*host):
            raise Refusal(Text("challenge.blocked", name=called(opponent.name)))
        tables = await self._store.tables_of(opponent.user)
        waiting = [table for table in tables if access.is_addressed(table, opponent)]
        if len(waiting) >= WAITING_CHALLENGES:
            raise Refusal(Text("challenge.enough", name=called(opponent.name)))

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
        for counted in await self._store.taken(offers_of(user)):
            offered = await self._store.load(TableId(counted))
            if offered is None or offered.status is not Status.OFFERED:
                await self._store.give_back(offers_of(user), counted)  # left over from a crash
        if not await reserve():
            raise Refusal(Text("challenge.too-many", count=OPEN_CHALLENGES))


def person_of(actor: Actor) -> Person:
    """Return a seat for the actor."""
    return Person(actor.user, actor.name)


def _given(word: str) -> Reply:
    """Confirm a host's word, which the chat does not show."""
    return Reply((Text("word.given", word=Name(word)),))


def _word(text: str) -> str:
    try:
        return clean_word(text)
    except ValueError as wrong:
        raise Refusal(Text("word.bad")) from wrong


def _own(table: Table, challenge: str, open_: str) -> Text:
    """Return the refusal for answering one's own challenge."""
    if not table.asked:
        return Text(open_)
    return Text(challenge, name=names_of(table.asked))

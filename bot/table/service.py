"""The act: a request becomes one step of one table, committed whole or not at all.

Every refusal has its reason. Nothing is kept between two acts but in the store, so any
process may serve any press.
"""

import asyncio
import base64
import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias, assert_never

import structlog

from bot.table import steps
from bot.table.corn import clean_word
from bot.table.games import game_of, header_for, ruleset_for
from bot.table.intents import (
    Abort,
    Accept,
    Cancel,
    Challenge,
    Decline,
    Help,
    ListGames,
    Move,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    TableRules,
)
from bot.table.listing import command_lines, game_line, named
from bot.table.people import Actor, Place, User
from bot.table.ports import Clock, CorruptRecord, Operation, Store, Verdict
from bot.table.request import Refusal, Reply, Request
from bot.table.rules import changes, explain
from bot.table.steps import Hands, Step
from bot.table.table import Computer, Ending, Holder, Person, Status, Table, TableId
from engine import Corrupt
from engine.road.header import read_header
from engine.road.ruleset import Ruleset
from renderer.text import Name, Text

OPEN_CHALLENGES = 3
"""How many open challenges a person may have at once."""

CHALLENGE_HOURS = 48
_ATTEMPTS = 5

Nudge: TypeAlias = Callable[[TableId, Place], None]
"""Tells the show that a table has something new for a place."""

Decision: TypeAlias = Callable[[Table], Step]
"""What an actor wants of a table, on whatever revision the store holds; may raise Refusal."""

log = structlog.get_logger()


class Service:
    """Takes requests and changes tables. One for each process; holds no tables itself."""

    def __init__(self, store: Store, hands: Hands, clock: Clock, nudge: Nudge) -> None:
        self._store = store
        self._hands = hands
        self._clock = clock
        self._nudge = nudge

    async def act(self, request: Request) -> Reply:
        """Do what is asked, or say why not. Raises StoreDown, and then nothing has changed."""
        try:
            return await self._act(request)
        except Refusal as refusal:
            log.info("act.refused", intent=type(request.intent).__name__, why=refusal.text.key)
            return Reply((refusal.text,), refused=True)
        except (CorruptRecord, Corrupt):
            # Nothing is written over it: a mended release may read it again.
            log.exception("table.corrupt")
            return Reply((Text("table.corrupt"),), refused=True)

    async def _act(self, request: Request) -> Reply:
        match request.intent:
            case Challenge(opponent, options, word):
                return await self._challenge(request, opponent, options, word)
            case Practice(level, options, word):
                return await self._practice(request, level, options, word)
            case Accept(table, word):
                return await self._accept(request, table, word)
            case Decline(table):
                return await self._decline(request, table)
            case Cancel(table):
                return await self._cancel(request, table)
            case Move():
                return await self._move(request, request.intent)
            case Resign(table):
                return await self._resign(request, table)
            case Abort(table):
                return await self._abort(request, table)
            case ShowBoard(table):
                return await self._show(request, table)
            case ListGames():
                return await self._list(request.actor)
            case Rules(options):
                return _explained(ruleset_for(options))
            case TableRules(table):
                return _explained(read_header((await self._load(table)).header))
            case Help():
                return Reply(command_lines())
            case _:
                assert_never(request.intent)

    async def _challenge(
        self, request: Request, opponent: Actor | None, options: Options, word: str
    ) -> Reply:
        if opponent is not None and opponent.user == request.actor.user:
            raise Refusal(Text("challenge.self"))
        invited = None if opponent is None else Person(opponent.user, opponent.name)
        return await self._offer(request, options, word, invited=invited, computer=())

    async def _practice(self, request: Request, level: str, options: Options, word: str) -> Reply:
        levels = self._hands.opponent.levels
        if level not in levels:
            raise Refusal(Text("practice.level", level=level, levels=", ".join(levels)))
        return await self._offer(request, options, word, invited=None, computer=(Computer(level),))

    async def _offer(
        self,
        request: Request,
        options: Options,
        word: str,
        *,
        invited: Person | None,
        computer: tuple[Holder, ...],
    ) -> Reply:
        now = self._now()
        host = Person(request.actor.user, request.actor.name, _word(word))
        table = Table(
            id=table_id(request.operation),
            code=secrets.token_urlsafe(12),
            revision=1,
            status=Status.OFFERED,
            header=header_for(options),
            seed=secrets.token_bytes(32),
            place=request.place,
            seats=(host, *computer),
            invited=invited,
            created=now,
            touched=now,
        )
        if await self._store.load(table.id) is not None:
            return Reply()
        await self._reserve(host.user, table.id, now)
        await self._store.create(table, request.operation)
        log.info("table.offered", table=table.id)
        self._nudge(table.id, table.place)
        return Reply()

    async def _reserve(self, user: User, table: TableId, now: int) -> None:
        """Count an open challenge, or refuse one too many."""
        reserve = partial(
            self._store.reserve_offer,
            user,
            table,
            now=now,
            until=now + CHALLENGE_HOURS * 3600,
            limit=OPEN_CHALLENGES,
        )
        if await reserve():
            return
        for counted in await self._store.offers(user):
            offered = await self._store.load(counted)
            if offered is None or offered.status is not Status.OFFERED:
                await self._store.release_offer(user, counted)  # a crash left it counted
        if not await reserve():
            raise Refusal(Text("challenge.too-many", count=OPEN_CHALLENGES))

    async def _accept(self, request: Request, table: TableId | None, word: str) -> Reply:
        actor, chosen = request.actor, _word(word)

        def accept(table: Table) -> Step:
            _must_be_offered(table)
            practice = len(table.seats) > 1
            if practice and table.host.user != actor.user:
                raise Refusal(Text("accept.practice", name=Name(table.host.name)))
            if not practice and table.host.user == actor.user:
                raise Refusal(Text("accept.self"))
            if table.invited is not None and table.invited.user != actor.user:
                raise Refusal(Text("accept.addressed", name=Name(table.invited.name)))
            if practice and chosen:
                table = replace(table, seats=(replace(table.host, word=chosen), *table.seats[1:]))
            guest = None if practice else Person(actor.user, actor.name, chosen)
            return steps.begin(table, game_of(table.header), guest, self._hands, self._now())

        offered = await self._pick(request, table, _can_accept)
        await self._store.join(actor.user, offered.id)
        return await self._change(request, offered.id, accept)

    async def _decline(self, request: Request, table: TableId | None) -> Reply:
        def decline(table: Table) -> Step:
            _must_be_offered(table)
            if table.invited is None or table.invited.user != request.actor.user:
                raise Refusal(Text("decline.addressed"))
            return steps.end(table, Ending.DECLINED, self._now(), by=None, winner=None)

        offered = await self._pick(request, table, _is_addressed)
        return await self._change(request, offered.id, decline)

    async def _cancel(self, request: Request, table: TableId | None) -> Reply:
        def cancel(table: Table) -> Step:
            _must_be_offered(table)
            if table.host.user != request.actor.user:
                raise Refusal(Text("cancel.host", name=Name(table.host.name)))
            return steps.end(table, Ending.CANCELLED, self._now(), by=0, winner=None)

        offered = await self._pick(request, table, _is_host)
        return await self._change(request, offered.id, cancel)

    async def _move(self, request: Request, move: Move) -> Reply:
        def play(table: Table) -> Step:
            seat = _seat(table, request.actor)
            if table.revision != move.revision:
                raise Refusal(Text("move.stale"))
            game = game_of(table.header)
            turn = steps.to_move(table, game)
            if turn != seat:
                raise Refusal(Text("move.turn", name=named(table, turn)))
            return steps.play(table, game, move.move, self._hands, self._now())

        return await self._change(request, move.table, play)

    async def _resign(self, request: Request, table: TableId | None) -> Reply:
        def resign(table: Table) -> Step:
            seat = _seat(table, request.actor)
            winner = 1 - game_of(table.header).side(seat)
            return steps.end(table, Ending.RESIGNED, self._now(), by=seat, winner=winner)

        playing = await self._pick(request, table, _is_playing)
        return await self._change(request, playing.id, resign)

    async def _abort(self, request: Request, table: TableId | None) -> Reply:
        def abort(table: Table) -> Step:
            seat = _seat(table, request.actor)
            if table.moves:
                raise Refusal(Text("abort.moved"))
            return steps.end(table, Ending.ABORTED, self._now(), by=seat, winner=None)

        playing = await self._pick(request, table, _is_playing)
        return await self._change(request, playing.id, abort)

    async def _show(self, request: Request, table: TableId | None) -> Reply:
        shown = await self._pick(request, table, _is_mine)
        _must_be_here(shown, request.place)
        await self._store.mark_overdue(shown.id, shown.place)
        self._nudge(shown.id, shown.place)
        return Reply()

    async def _list(self, actor: Actor) -> Reply:
        tables = [t for t in await self._store.tables_of(actor.user) if t.status is not Status.OVER]
        if not tables:
            return Reply((Text("games.none"),))
        lines = [game_line(table, actor.user) for table in tables]
        lines.sort(key=lambda line: not line.yours)
        return Reply(tuple(line.text for line in lines))

    async def _pick(
        self, request: Request, table: TableId | None, fits: Callable[[Table, Actor], bool]
    ) -> Table:
        """The table that was named, or the only one of this place that fits the request."""
        if table is not None:
            return await self._load(table)
        here = [t for t in await self._store.tables_in(request.place) if fits(t, request.actor)]
        if not here:
            raise Refusal(Text("pick.none"))
        if len(here) > 1:
            raise Refusal(Text("pick.several", count=len(here)))
        return here[0]

    async def _load(self, id_: TableId) -> Table:
        table = await self._store.load(id_)
        if table is None:
            raise Refusal(Text("table.gone"))
        return await self._expire(table)

    async def _expire(self, table: Table) -> Table:
        """End a challenge that nobody took in time."""
        if table.status is not Status.OFFERED:
            return table
        if self._now() < table.created + CHALLENGE_HOURS * 3600:
            return table
        step = steps.end(table, Ending.EXPIRED, self._now(), by=None, winner=None)
        await self._commit(table, step, Operation(f"expire:{table.id}"))
        return step.table

    async def _change(self, request: Request, id_: TableId, decide: Decision) -> Reply:
        """Take the step on the newest revision; a step that somebody overtook is taken anew."""
        began = time.perf_counter()
        for _ in range(_ATTEMPTS):
            table = await self._load(id_)
            try:
                _must_be_here(table, request.place)
                step = await self._decide(table, decide)
            except Refusal:
                if await self._store.applied(id_, request.operation):
                    return Reply()  # delivered again: it had its answer then
                raise
            if await self._commit(table, step, request.operation) is not Verdict.STALE:
                log.info(
                    "table.moved",
                    table=id_,
                    rev=step.table.revision,
                    seat=table.seat_of(request.actor.user),
                    intent=type(request.intent).__name__,
                    ms=round(1000 * (time.perf_counter() - began), 1),
                )
                return Reply()
        raise Refusal(Text("move.stale"))

    async def _decide(self, table: Table, decide: Decision) -> Step:
        """Take a step; beside the event loop where a computer player may think."""
        if any(isinstance(holder, Computer) for holder in table.seats):
            return await asyncio.to_thread(decide, table)
        return decide(table)

    async def _commit(self, before: Table, step: Step, operation: Operation) -> Verdict:
        place = before.place
        verdict = await self._store.commit(step.table, step.entries, operation, [place])
        if verdict is Verdict.APPLIED:
            if before.status is Status.OFFERED:
                await self._store.release_offer(before.host.user, before.id)
            self._nudge(before.id, place)
        return verdict

    def _now(self) -> int:
        return int(self._clock())


def table_id(operation: Operation) -> TableId:
    """The id of the table that this operation creates, however often it is delivered."""
    digest = hashlib.blake2b(operation.encode(), digest_size=16).digest()
    return TableId(base64.b32encode(digest).decode().lower()[:10])


def _word(text: str) -> str:
    try:
        return clean_word(text)
    except ValueError as wrong:
        raise Refusal(Text("word.bad")) from wrong


def _explained(ruleset: Ruleset) -> Reply:
    """Explain a ruleset; it has no pictures of its own where its options were changed."""
    return Reply(explain(ruleset), ruleset=None if changes(ruleset) else ruleset.key)


def _seat(table: Table, actor: Actor) -> int:
    """The actor's seat at a table that is being played."""
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refusal(Text("seat.none"))
    if table.status is Status.OFFERED:
        raise Refusal(Text("table.not-begun"))
    if table.status is Status.OVER:
        raise Refusal(Text("table.over"))
    return seat


def _must_be_here(table: Table, place: Place) -> None:
    if table.place != place:
        raise Refusal(Text("table.elsewhere"))


def _must_be_offered(table: Table) -> None:
    if table.status is Status.PLAYING:
        raise Refusal(Text("accept.taken"))
    if table.status is Status.OVER:
        raise Refusal(Text(f"challenge.{table.ending}"))


def _can_accept(table: Table, actor: Actor) -> bool:
    if table.status is not Status.OFFERED:
        return False
    practice = len(table.seats) > 1
    if practice or table.host.user == actor.user:
        return practice and table.host.user == actor.user
    return table.invited is None or table.invited.user == actor.user


def _is_addressed(table: Table, actor: Actor) -> bool:
    invited = table.invited
    return table.status is Status.OFFERED and invited is not None and invited.user == actor.user


def _is_host(table: Table, actor: Actor) -> bool:
    return table.status is Status.OFFERED and table.host.user == actor.user


def _is_playing(table: Table, actor: Actor) -> bool:
    return table.status is Status.PLAYING and table.seat_of(actor.user) is not None


def _is_mine(table: Table, actor: Actor) -> bool:
    return table.status is not Status.OVER and (
        table.seat_of(actor.user) is not None or _is_addressed(table, actor)
    )

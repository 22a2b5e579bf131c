"""The act: a request becomes one step of one table, committed whole or not at all.

Every refusal has its reason. Nothing is kept between two acts but in the store, so any
process may serve any press.
"""

import base64
import hashlib
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import assert_never

import structlog

from bot.table import steps, who
from bot.table.corn import clean_word
from bot.table.due import Due
from bot.table.games import game_of, header_for, ruleset_for
from bot.table.intents import (
    Abort,
    Accept,
    Cancel,
    Challenge,
    ChangeSettings,
    Close,
    Decline,
    Help,
    ListGames,
    Move,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    ShowSettings,
    TableRules,
)
from bot.table.listing import (
    GameLine,
    command_lines,
    game_line,
    named,
    setting_lines,
    standing_line,
)
from bot.table.people import Actor, Place, User
from bot.table.ports import Clock, CorruptRecord, Operation, Store
from bot.table.request import Refusal, Reply, Request
from bot.table.rules import about_examples, changes, explain
from bot.table.settings import SETTINGS, Settings, changed
from bot.table.steps import Hands, Step
from bot.table.table import Computer, Ending, Holder, Person, Status, Table, TableId
from bot.table.tables import CHALLENGE_HOURS, Nudge, Tables
from engine import Corrupt
from engine.road.header import read_header
from engine.road.ruleset import Ruleset
from engine.road.rulesets import RULESETS
from renderer.text import Name, Text

OPEN_CHALLENGES = 3
"""How many open challenges a person may have at once."""

REPEATED_SECONDS = 24 * 3600
"""How long platforms may deliver the same request again."""

EXPIRE = "expire"
"""The kind of what falls due when nobody has taken a challenge."""

log = structlog.get_logger()


class Service:
    """Takes requests and changes tables. One for each process; holds no tables itself."""

    def __init__(self, store: Store, hands: Hands, clock: Clock, nudge: Nudge) -> None:
        self._store = store
        self._hands = hands
        self._nudge = nudge
        self._tables = Tables(store, clock, nudge)

    async def act(self, request: Request) -> Reply:
        """Do what is asked, or say why not. Raises StoreDown, and then nothing has changed."""
        try:
            return await self._act(request)
        except Refusal as refusal:
            log.info("act.refused", intent=type(request.intent).__name__, why=refusal.text.key)
            return Reply((refusal.text, *refusal.more), refused=True)
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
                lines = await self.games(request.actor)
                return Reply(tuple(line.text for line in lines) or (Text("games.none"),))
            case Rules(options):
                return await self._rules(request, options)
            case TableRules(table):
                return _explained(read_header((await self._tables.load(table)).header))
            case Close(table):
                return await self._close(request, table)
            case ShowSettings():
                return Reply(setting_lines(await self._store.settings(request.place)))
            case ChangeSettings(name, value):
                return await self._set(request, name, value)
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
        now = self._tables.now()
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
        await self._must_welcome(table.place)
        await self._reserve(host.user, table.id, now)
        await self._store.schedule(Due(table.id, EXPIRE, now + CHALLENGE_HOURS * 3600))
        await self._store.create(table, request.operation)
        log.info("table.offered", table=table.id)
        self._nudge(table.id, table.place)
        return Reply()

    async def expire(self, due: Due) -> None:
        """End a challenge that nobody took in time, so that its message says so."""
        with suppress(Refusal):  # it was never posted, or is kept no longer
            await self._tables.load(due.table)

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
            who.must_be_offered(table)
            practice = len(table.seats) > 1
            if practice and table.host.user != actor.user:
                raise Refusal(Text("accept.practice", name=Name(table.host.name)))
            if not practice and table.host.user == actor.user:
                raise Refusal(_own(table, "accept.self", "accept.self-open"))
            if table.invited is not None and table.invited.user != actor.user:
                raise Refusal(Text("accept.addressed", name=Name(table.invited.name)))
            if practice and chosen and not table.host.word:
                table = replace(table, seats=(replace(table.host, word=chosen), *table.seats[1:]))
            guest = None if practice else Person(actor.user, actor.name, chosen)
            return steps.begin(table, game_of(table.header), guest, self._hands, self._tables.now())

        offered = await self._tables.find(request, table, who.can_accept, Text("pick.no-offer"))
        await self._store.join(actor.user, offered.id)
        return await self._tables.change(request, offered.id, accept)

    async def _decline(self, request: Request, table: TableId | None) -> Reply:
        def decline(table: Table) -> Step:
            who.must_be_offered(table)
            if table.host.user == request.actor.user:
                raise Refusal(_own(table, "decline.self", "decline.self-open"))
            if table.invited is None:
                raise Refusal(Text("decline.open"))
            if table.invited.user != request.actor.user:
                raise Refusal(Text("decline.addressed", name=Name(table.invited.name)))
            return steps.end(table, Ending.DECLINED, self._tables.now(), by=None, winner=None)

        offered = await self._tables.find(request, table, who.is_addressed, Text("pick.no-offer"))
        return await self._tables.change(request, offered.id, decline)

    async def _cancel(self, request: Request, table: TableId | None) -> Reply:
        def cancel(table: Table) -> Step:
            who.must_be_offered(table)
            if table.host.user != request.actor.user:
                addressed = who.is_addressed(table, request.actor)
                key = "cancel.addressed" if addressed else "cancel.host"
                raise Refusal(Text(key, name=Name(table.host.name)))
            return steps.end(table, Ending.CANCELLED, self._tables.now(), by=0, winner=None)

        offered = await self._tables.find(request, table, who.is_host, Text("pick.no-own-offer"))
        return await self._tables.change(request, offered.id, cancel)

    async def _move(self, request: Request, move: Move) -> Reply:
        def play(table: Table) -> Step:
            seat = who.seat_of(table, request.actor)
            if table.revision != move.revision:
                raise Refusal(Text("move.stale"))
            game = game_of(table.header)
            turn = steps.to_move(table, game)
            if turn != seat:
                raise Refusal(Text("move.turn", name=named(table, turn)))
            return steps.play(table, game, move.move, self._hands, self._tables.now())

        return await self._tables.change(request, move.table, play)

    async def _resign(self, request: Request, table: TableId | None) -> Reply:
        def resign(table: Table) -> Step:
            seat = who.seat_of(table, request.actor)
            winner = 1 - game_of(table.header).side(seat)
            return steps.end(table, Ending.RESIGNED, self._tables.now(), by=seat, winner=winner)

        playing = await self._tables.find(request, table, who.is_playing, Text("pick.no-game"))
        return await self._tables.change(request, playing.id, resign)

    async def _abort(self, request: Request, table: TableId | None) -> Reply:
        def abort(table: Table) -> Step:
            seat = who.seat_of(table, request.actor)
            if table.moves:
                raise Refusal(Text("abort.moved"))
            return steps.end(table, Ending.ABORTED, self._tables.now(), by=seat, winner=None)

        playing = await self._tables.find(request, table, who.is_playing, Text("pick.no-game"))
        return await self._tables.change(request, playing.id, abort)

    async def _show(self, request: Request, table: TableId | None) -> Reply:
        shown = await self._tables.find_board(request, table)
        if shown.place != request.place:
            if shown.seat_of(request.actor.user) is None:
                raise Refusal(Text("table.elsewhere"))
            await self._must_welcome(request.place)
            return await self._bring(request, shown)
        if await self._is_new(request, shown.id):
            await self._store.mark_overdue(shown.id, shown.place)
            self._nudge(shown.id, shown.place)
        return Reply()

    async def _bring(self, request: Request, table: Table) -> Reply:
        """Let a table move from another place to this one."""

        def bring(table: Table) -> Step:
            who.must_be_open(table)
            return steps.bring(table, request.place, self._tables.now())

        await self._store.settle(request.place, table.id)
        return await self._tables.change(request, table.id, bring, anywhere=True)

    async def follow(self, old: Place, new: Place) -> None:
        """Move every open table, and the settings, of a place that is another one now.

        May be asked again.
        """
        settings = await self._store.settings(old)
        if settings != Settings():
            await self._store.change_settings(new, settings)
            await self._store.change_settings(old, Settings())
        for table in await self._store.tables_in(old):
            host = Actor(table.host.user, table.host.name)
            request = Request(Operation(f"follow:{table.id}:{new}"), host, new, ShowBoard())
            with suppress(Refusal):  # over by now
                await self._bring(request, table)

    async def place_of(self, table: TableId) -> Place | None:
        """Where a table is, None for one that is gone."""
        found = await self._store.load(table)
        return None if found is None else found.place

    async def _is_new(self, request: Request, table: TableId) -> bool:
        """Whether a request to show a board comes for the first time."""
        if await self._store.applied(table, request.operation):
            return False  # it has moved the table here
        return await self._store.gate(f"board:{request.operation}", REPEATED_SECONDS)

    async def _must_welcome(self, place: Place) -> None:
        """Refuse tables where none may be opened."""
        if not (await self._store.settings(place)).tables:
            raise Refusal(Text("offer.closed"))

    async def _rules(self, request: Request, options: Options | None) -> Reply:
        """Explain the ruleset that was asked for, or the rules of the asker's only table here."""
        if options is not None:
            return _explained(ruleset_for(options))
        theirs = await self._tables.fitting(request, who.is_theirs)
        if len(theirs) == 1:
            return _explained(read_header(theirs[0].header))
        return _explained(ruleset_for(Options()))

    async def games(self, actor: Actor) -> tuple[GameLine, ...]:
        """The actor's tables that are not over, first those that wait for them."""
        tables = await self._store.tables_of(actor.user)
        lines = [game_line(table, actor.user) for table in tables if who.is_open(table, actor)]
        return tuple(sorted(lines, key=lambda line: not line.yours))

    async def standing(self, place: Place) -> tuple[GameLine, ...]:
        """The tables of a place that are not over, newest first."""
        tables = await self._store.tables_in(place)
        return tuple(standing_line(table) for table in tables if table.status is not Status.OVER)

    async def _close(self, request: Request, table: TableId | None) -> Reply:
        who.must_manage(request.actor, Text("close.manages"))

        def close(table: Table) -> Step:
            who.must_be_open(table)
            return steps.end(table, Ending.CLOSED, self._tables.now(), by=None, winner=None)

        standing = await self._tables.find(request, table, who.is_open, Text("pick.no-table"))
        return await self._tables.change(request, standing.id, close)

    async def _set(self, request: Request, name: str, value: str) -> Reply:
        who.must_manage(request.actor, Text("settings.manages"))
        place = request.place
        try:
            settings = changed(await self._store.settings(place), name, value)
        except ValueError as wrong:
            choices = ", ".join(SETTINGS.get(name, SETTINGS))
            text = Text("command.choice", option=name, value=value, choices=choices)
            raise Refusal(text) from wrong
        await self._store.change_settings(place, settings)
        log.info("settings.changed", place=str(place), name=name, value=value)
        return Reply((Text("settings.changed", name=name, value=value),))


def table_id(operation: Operation) -> TableId:
    """The id of the table that this operation creates, however often it is delivered."""
    digest = hashlib.blake2b(operation.encode(), digest_size=16).digest()
    return TableId(base64.b32encode(digest).decode().lower()[:10])


def _word(text: str) -> str:
    try:
        return clean_word(text)
    except ValueError as wrong:
        raise Refusal(Text("word.bad")) from wrong


def _own(table: Table, challenge: str, open_: str) -> Text:
    """A refusal of what only others can do to one's own challenge."""
    if table.invited is None:
        return Text(open_)
    return Text(challenge, name=Name(table.invited.name))


def _explained(ruleset: Ruleset) -> Reply:
    """Explain a ruleset and name the others; it has pictures where its rules are not changed."""
    others = Text("rules.others", rulesets=", ".join(key for key in RULESETS if key != ruleset.key))
    texts = (*explain(ruleset), others)
    if changes(ruleset):
        return Reply(texts, headed=True)
    return Reply((*texts, *about_examples(ruleset)), headed=True, ruleset=ruleset.key)

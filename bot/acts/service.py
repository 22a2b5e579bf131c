"""The service: turns each request into one atomic step of one table, or a refusal with a reason.

State survives restarts because it lives only in the store, so any process can serve any press.
"""

import time
from dataclasses import replace
from typing import Final, assert_never

import structlog
from prometheus_client import Counter, Histogram

from bot.acts import access
from bot.acts.aborts import count_abort, why_not
from bot.acts.advice import Advising
from bot.acts.agreements import Agreements
from bot.acts.audit import Audit
from bot.acts.blocking import Blocking
from bot.acts.demos import Demos
from bot.acts.forgetting import Forgetting
from bot.acts.leaving import Leaving
from bot.acts.limits import BOARDS, Limits
from bot.acts.listing import GameLine, choice_label, command_lines, neutral_line
from bot.acts.lobbies import Lobbies
from bot.acts.lobby_menu import QUESTIONS
from bot.acts.matches import Matches
from bot.acts.me import FindZones, Me, find_in_thread
from bot.acts.menu import menu, ways_out
from bot.acts.my_data import MyData
from bot.acts.next_games import NextGames
from bot.acts.offers import Offers
from bot.acts.places import Places
from bot.acts.rematches import Rematches
from bot.acts.tables import Decision, Pressed, RolledBack, Stale, Tables
from bot.acts.timekeeper import PresenceOf, unknown_presence
from bot.acts.welcome import BEGINNINGS, ask_whom, welcome
from bot.games.catalogue import title
from bot.metrics import SECONDS
from bot.table import steps
from bot.table.button import Button, Link
from bot.table.chats import Chats, NoChats
from bot.table.codes import fits
from bot.table.ids import TableId
from bot.table.intents import (
    Abort,
    Accept,
    AddComputer,
    Alter,
    Answer,
    Ask,
    AskHint,
    Block,
    BlockHost,
    Cancel,
    Challenge,
    ChangeMe,
    ChangeSettings,
    ChooseInvited,
    ChooseOpponent,
    ChooseOptions,
    Claim,
    Close,
    Decline,
    Demo,
    Dismiss,
    Extend,
    ForgetMe,
    GiveWord,
    HandOver,
    Help,
    Invite,
    Join,
    KeepPlaying,
    Learn,
    Leave,
    LeaveMatch,
    ListGames,
    Move,
    Next,
    Nudge,
    OfLobby,
    Options,
    Play,
    Practice,
    Rematch,
    Resign,
    Resume,
    Rules,
    ShowBoard,
    ShowMe,
    ShowMenu,
    ShowMyData,
    ShowOdds,
    ShowRecord,
    ShowReview,
    ShowSeries,
    ShowSettings,
    Shuffle,
    Start,
    TableRules,
    TakeSeat,
    Unblock,
    Verify,
)
from bot.table.naming import named
from bot.table.next_game import is_further_game
from bot.table.people import Actor, Place
from bot.table.ports import CorruptRecord
from bot.table.request import Refusal, Reply, Request, Section
from bot.table.step import Step
from bot.table.table import Ending, Table
from bot.table.turns import Hands
from engine import Corrupt
from engine.header import key_of
from engine.text import Text

AT_ONCE = 256
"""How many requests a process handles at once. With more, each would wait too long for its turn."""

log = structlog.get_logger()

REQUESTS = Counter("puluc_requests", "Presses and commands", ["platform", "intent"])
REFUSALS = Counter("puluc_refusals", "Requests refused, by the key of the text", ["reason"])
BUSY: Final = Text("act.busy")

ACT_SECONDS = Histogram(
    "puluc_act_seconds", "Time to handle a request", ["platform"], buckets=SECONDS
)


class Service:
    """Handles requests. One instance per process; keeps no tables in memory."""

    def __init__(
        self,
        tables: Tables,
        hands: Hands,
        pressed: Pressed | None = None,
        *,
        key: bytes,
        find_zones: FindZones = find_in_thread,
        presence: PresenceOf = unknown_presence,
        chats: Chats | None = None,
    ) -> None:
        """Create the service; `key` is a secret of the store from which table ids are derived."""
        self._tables = tables
        self._games = tables.games
        self._store = tables.store
        self._pressed = pressed
        self._hands = hands
        self._limits = Limits()
        self._acting = 0
        self._offers = Offers(tables, hands, self._limits, key)
        self._rematches = Rematches(tables, self._offers)
        self._lobbies = Lobbies(tables, self._offers, hands)
        self._leaving = Leaving(tables, self._offers)
        self.next_games = NextGames(tables, self._offers, hands)
        self._matches = Matches(tables, self._offers, self.next_games)
        self._demos = Demos(tables, self._offers, hands)
        self._places = Places(tables, self._limits)
        self._agreements = Agreements(tables, self._limits, presence)
        self._advising = Advising(tables, self._limits)
        self._blocking = Blocking(tables.store)
        self._me = Me(tables, find_zones)
        own_chats = chats or NoChats()
        self._my_data = MyData(tables, own_chats)
        self.forgetting = Forgetting(tables, self._matches, self.next_games, own_chats)
        self._audit = Audit(tables)
        # Adapters also call these directly.
        self.table_id = self._offers.table_id
        self.follow, self.place_of = self._places.follow, self._places.place_of

    async def act(self, request: Request) -> Reply:
        """Handle a request, and return the reply or the reason for a refusal.

        Raises StoreDown, in which case nothing has changed unless its reason is Down.UNSURE.
        """
        platform, intent = request.place.platform.value, type(request.intent).__name__
        REQUESTS.labels(platform, intent).inc()
        began = time.perf_counter()
        self._acting += 1
        is_busy = self._acting > AT_ONCE
        try:
            self._limits.admit(request.actor.user, request.intent)
            if is_busy:
                raise Refusal(BUSY)  # noqa: TRY301 - reported like all refusals
            return await self._act(request)
        except Refusal as refusal:
            if isinstance(refusal, RolledBack) and self._limits.allow(BOARDS, request.actor.user):
                await self._tables.repost(refusal.table)
            if isinstance(refusal, Stale):
                await self._tables.ensure_shown(refusal.table)
            REFUSALS.labels(refusal.text.key).inc()
            log.info("act.refused", intent=intent, why=refusal.text.key)
            texts = (refusal.text, *refusal.more)
            return Reply(texts, refused=True, choices=refusal.choices)
        except (CorruptRecord, Corrupt) as corrupt:
            # The table is not overwritten: a fixed release may be able to read it.
            log.exception("table.corrupt")
            why = corrupt.text if isinstance(corrupt, CorruptRecord) else CorruptRecord.text
            return Reply((why,), refused=True)
        finally:
            self._acting -= 1
            ACT_SECONDS.labels(platform).observe(time.perf_counter() - began)
            if not is_busy:
                self._report_pressed(request)

    def _report_pressed(self, request: Request) -> None:
        """Report the pressed message to the outbox, which may not know about it.

        Only a button with a revision is certain to be on a board; replies have buttons too.
        """
        table: TableId | None = getattr(request.intent, "table", None)
        revision: int | None = getattr(request.intent, "revision", None)
        if self._pressed is None or not request.message or table is None or revision is None:
            return
        self._pressed(table, request.place, request.message, revision)

    async def games(self, actor: Actor) -> tuple[GameLine, ...]:
        """Return the actor's tables that are not over, the most urgent first."""
        tables = {
            table.id: table
            for user in access.users_of(actor)
            for table in await self._store.tables_of(user)
            if access.is_theirs(table, actor)
        }
        lines = [self._tables.line(table, actor) for table in tables.values()]
        return tuple(sorted(lines, key=lambda line: line.urgency))

    async def open_tables(self, place: Place) -> tuple[GameLine, ...]:
        """Return the tables of a place that are not over, newest first."""
        return tuple(map(neutral_line, await self._store.tables_in(place)))

    async def _act(self, request: Request) -> Reply:
        match request.intent:
            case Challenge(opponents, options):
                return await self._offers.challenge(request, opponents, options)
            case Demo():
                return await self._demos.demo(request, request.intent)
            case Practice(level, options):
                return await self._offers.practice(request, level, options)
            case Accept():
                return await self._accept(request, request.intent)
            case GiveWord(word, table):
                return await self._offers.give_word(request, table, word)
            case Decline(table):
                return await self._offers.decline(request, table)
            case Block(whom, everyone):
                return await self._blocking.block(request, whom, everyone=everyone)
            case Unblock(whom, everyone):
                return await self._blocking.unblock(request, whom, everyone=everyone)
            case BlockHost(table):
                return await self._offers.block_host(request, table)
            case Cancel(table):
                return await self._offers.cancel(request, table)
            case Move():
                return await self._move(request, request.intent)
            case Resign(table) | Abort(table) if await self._demos.is_meant(request, table):
                return await self._demos.stop(request, table)
            case Resign():
                return await self._leaving.resign(request, request.intent)
            case TakeSeat():
                return await self._leaving.take_seat(request, request.intent)
            case Abort(table):
                return await self._abort(request, table)
            case Ask():
                return await self._agreements.ask(request, request.intent)
            case Answer():
                return await self._agreements.answer(request, request.intent)
            case Resume():
                return await self._agreements.resume(request, request.intent)
            case Claim(table):
                return await self._agreements.claim(request, table)
            case Extend(table):
                return await self._agreements.extend(request, table)
            case KeepPlaying(table):
                return await self._agreements.keep_playing(request, table)
            case Nudge():
                return await self._agreements.nudge(request, request.intent)
            case AskHint(table):
                return await self._advising.hint(request, table)
            case ShowOdds(table):
                return await self._advising.odds(request, table)
            case ShowReview(table):
                return await self._advising.review(request, table)
            case ShowBoard(table):
                return await self._places.show(request, table)
            case ListGames():
                return await self._list(request.actor)
            case Next():
                return await self._next(request.actor)
            case Rules(options):
                return await self._rules(request, options)
            case Learn() as asked:
                return self._lesson(asked)
            case TableRules(table):
                return self._explained((await self._tables.load(table)).header)
            case Close(table):
                return await self._places.close(request, table)
            case ShowSettings():
                return await self._places.settings(request)
            case ChangeSettings(name, value):
                return await self._places.change_setting(request, name, value)
            case ShowMe(topic):
                return await self._me.show(request, topic)
            case ChangeMe(changes):
                return await self._me.change(request, changes)
            case ShowMyData():
                return await self._my_data.show(request)
            case ForgetMe():
                return await self.forgetting.forget(request, request.intent)
            case Help():
                return Reply(command_lines(self._games))
            case Play():
                return welcome()
            case ChooseOpponent(options):
                self._games.check(options)
                if not fits(request.intent):
                    raise Refusal(Text("challenge.long"))
                return ask_whom(options)
            case ShowMenu():
                return await self._menu(request, request.intent)
            case Rematch(table):
                return await self._rematches.rematch(request, table)
            case LeaveMatch():
                return await self._matches.leave(request, request.intent)
            case ShowSeries():
                return await self._matches.show(request)
            case (
                Join()
                | Leave()
                | AddComputer()
                | Start()
                | ChooseInvited()
                | Invite()
                | Dismiss()
                | HandOver()
                | Shuffle()
                | ChooseOptions()
                | Alter()
            ):
                return await self._lobby(request, request.intent)
            case Verify(table):
                return await self._audit.verify(request, table)
            case ShowRecord(table):
                return await self._audit.record(request, table)
            case _:
                assert_never(request.intent)

    async def _accept(self, request: Request, accept: Accept) -> Reply:
        """Take a seat, start a practice game, or be ready for the next game of a match."""
        none = Text("pick.no-offer")
        offered = await self._tables.find(request, accept.table, access.can_accept, none)
        known = replace(accept, table=offered.id)
        if is_further_game(offered):
            return await self._matches.ready(request, known)
        return await self._offers.accept(request, known)

    async def _lobby(self, request: Request, intent: OfLobby) -> Reply:
        match intent:
            case Join():
                return await self._lobbies.join(request, intent)
            case Leave():
                return await self._lobbies.leave(request, intent)
            case AddComputer():
                return await self._lobbies.add_computer(request, intent)
            case Start():
                return await self._lobbies.start(request, intent)
            case ChooseInvited(table):
                return await self._lobbies.choose_invited(request, table)
            case Invite():
                return await self._lobbies.invite(request, intent)
            case Dismiss():
                return await self._lobbies.dismiss(request, intent)
            case HandOver():
                return await self._lobbies.hand_over(request, intent)
            case Shuffle(table):
                return await self._lobbies.shuffle(request, table)
            case ChooseOptions():
                return await self._lobbies.choose_options(request, intent)
            case Alter():
                return await self._lobbies.alter(request, intent)
            case _:
                assert_never(intent)

    async def _list(self, actor: Actor) -> Reply:
        """List the actor's games with a button for each board.

        Without games, offer ways to start.
        """
        lines = await self.games(actor)
        if not lines:
            return Reply((Text("games.none"),), choices=BEGINNINGS)
        boards = tuple(map(_board, (line for line in lines if line.seated)))
        several = sum(line.yours for line in lines) > 1
        first = (Button(Text("button.next"), Next()),) if several else ()
        return Reply(tuple(line.text for line in lines), choices=(*first, *boards))

    async def _next(self, actor: Actor) -> Reply:
        """Describe the most urgent table that waits for the actor, with a button for its board."""
        line = next((line for line in await self.games(actor) if line.yours), None)
        if line is None:
            return Reply((Text("next.none"),), choices=BEGINNINGS)
        return Reply((line.text,), choices=(_board(line),))

    async def _move(self, request: Request, move: Move) -> Reply:
        def play(table: Table) -> Step:
            access.seat_of(table, request.actor)
            if table.revision < move.revision or (
                table.revision == move.revision and move.mark not in ("", table.mark)
            ):
                raise RolledBack(table)
            if not _is_current(table, move):
                raise Stale(table)
            game, position = self._games.game(table.header), self._games.position(table)
            turn = steps.to_move(table, game, position)
            if turn is None or turn not in table.seats_of(request.actor.user):
                raise Refusal(Text("move.turn", name=named(table, turn)))
            return steps.play(
                table, game, position, turn, move.move, self._hands, self._tables.now()
            )

        return await self._tables.change(request, move.table, play)

    async def _abort(self, request: Request, table: TableId | None) -> Reply:
        def abort(table: Table) -> Step:
            seat = access.seat_of(table, request.actor)
            if (refusal := why_not(table)) is not None:
                raise Refusal(refusal, choices=tuple(ways_out(self._games, table, request.actor)))
            return steps.end(table, Ending.ABORTED, self._tables.now(), by=seat)

        playing = await self._tables.find(request, table, access.is_playing, Text("pick.no-game"))
        if access.is_playing(playing, request.actor) and not playing.moves:
            await count_abort(self._store, request.actor.user, playing.id, int(self._tables.now()))
        return await self._end(request, playing, abort)

    async def _end(self, request: Request, table: Table, end: Decision) -> Reply:
        """End a game. If its board is in another place, the reply confirms it."""
        reply = await self._tables.change(request, table.id, end, anywhere=True)
        if table.place == request.place:
            return reply
        return Reply((Text("table.ended", ruleset=title(table.header)),))

    async def _menu(self, request: Request, asked: ShowMenu) -> Reply:
        shown = await self._tables.load(asked.table)
        table = Text("menu.table", ruleset=title(shown.header), id=shown.id)
        what = table if asked.topic is None else QUESTIONS[asked.topic]
        offers = menu(self._games, shown, request.actor, request.place, asked.topic)
        return Reply((what,), choices=offers)

    async def _rules(self, request: Request, options: Options | None) -> Reply:
        """Explain the requested ruleset, or the rules of the actor's only table here."""
        if options is not None:
            return self._explained(self._games.header(options))
        theirs = await self._tables.fitting(request, access.is_theirs)
        headers = {table.header: table for table in reversed(theirs)}  # the newest of each
        match [*headers]:
            case []:
                return self._explained(self._games.header(Options()))
            case [header]:
                return self._explained(header)
        labels = [choice_label(table, request.actor.user) for table in headers.values()]
        choices = tuple(map(Button, labels, (TableRules(t.id) for t in headers.values())))
        return Reply((Text("pick.rules"),), choices=choices)

    def _lesson(self, asked: Learn) -> Reply:
        lesson = self._games.lesson(asked.ruleset)
        if lesson is None:
            raise Refusal(Text("lesson.none"))
        if not lesson.has(asked.step, asked.move):  # a forged button, or one from another release
            raise Refusal(Text("press.unknown"))
        return Reply(lesson=asked)

    def _explained(self, header: str) -> Reply:
        """Explain a game's rules, with examples if they fit its options, and list all others."""
        rules, key = self._games.rules(header), key_of(header)
        others = ", ".join(other for other in self._games.rulesets if other != key)
        further = Section(Text("rules.section.others"), (Text("rules.others", rulesets=others),))
        sections = (*rules.sections, further)
        if rules.examples:
            sections = (*sections, Section(Text("rules.section.examples"), rules.examples))
        shown = None if rules.examples is None else key
        page = Link(Text("button.rules-page"), f"/rules/{key}")
        return Reply(
            (rules.heading,), headed=True, sections=sections, ruleset=shown, choices=(page,)
        )


def _board(line: GameLine) -> Button:
    """Return the button that shows the board of a listed table."""
    return Button(Text("games.board", game=line.label), ShowBoard(line.table))


def _is_current(table: Table, move: Move) -> bool:
    """Return whether a move was pressed on a board that shows the table's position.

    Reminders and offers make new revisions of the same position. They must not come between a
    player and a move, so a press on an older board counts if the mark proves the position.
    """
    if move.revision == table.revision:
        return True
    return move.mark != "" and move.mark == replace(table, revision=move.revision).mark

"""The service: carries out each act in its context, or refuses it with a reason.

State survives restarts because it lives only in the store, so any process can serve any press.
"""

import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import structlog
from prometheus_client import Counter, Histogram
from structlog.contextvars import bound_contextvars

from bot.acts import access, places
from bot.acts.act import Act, Who
from bot.acts.context import Context
from bot.acts.forgetting import Forgetting
from bot.acts.limits import BOARDS, Limits
from bot.acts.listing import GameLine, neutral_line
from bot.acts.next_games import NextGames
from bot.acts.offers import Offers
from bot.acts.preferences.cities import FindZones, find_in_thread
from bot.acts.rematches import rematch_of
from bot.acts.tables import COMING, STALE, Game, Pressed, RolledBack, Stale, Tables, Unseen
from bot.acts.timekeeper import PresenceOf, unknown_presence
from bot.metrics import SECONDS
from bot.table import steps
from bot.table.chats import Chats, NoChats
from bot.table.ids import TableId
from bot.table.invites import Invites
from bot.table.people import Actor, Place
from bot.table.ports import CorruptRecord, Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.step import Step
from bot.table.table import Ending, Table
from bot.table.turns import Hands
from engine import Corrupt
from engine.text import Text

AT_ONCE: Final = 256
"""How many requests a process handles at once. With more, each would wait too long for its turn."""

log = structlog.get_logger()

REQUESTS = Counter("puluc_requests", "Presses and commands", ["platform", "act"])
REFUSALS = Counter("puluc_refusals", "Requests refused, by the key of the text", ["reason"])
BUSY: Final = Text("act.busy")

ACT_SECONDS = Histogram(
    "puluc_act_seconds", "Time to handle a request", ["platform"], buckets=SECONDS
)


class Service:
    """Carries out acts. One instance per process; keeps no tables in memory."""

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
        url: str | None = None,
        invites: Invites | None = None,
    ) -> None:
        """Create the service; `key` is a secret of the store from which table ids are derived.

        `url` and `invites` are as in `Context`.
        """
        self._tables = tables
        self._pressed = pressed
        self._limits = Limits()
        self._acting = 0
        offers = Offers(tables, hands, self._limits, key)
        self.next_games = NextGames(tables, offers, hands)
        self.forgetting = Forgetting(tables, self.next_games)
        self._context = partial(
            Context,
            tables=tables,
            offers=offers,
            next_games=self.next_games,
            hands=hands,
            limits=self._limits,
            presence=presence,
            find_zones=find_zones,
            chats=chats or NoChats(),
            url=url,
            invites=invites or Invites(key),
        )
        # Adapters also call these directly.
        self.table_id = offers.table_id
        self.follow = partial(places.follow, tables)
        self._offers = offers

    async def games(self, actor: Actor) -> tuple[GameLine, ...]:
        """Describe the open games of a person, with any account, the most urgent first."""
        return tuple(game.line for game in await self.games_seen(actor))

    async def games_seen(self, actor: Actor) -> tuple[Game, ...]:
        """Return these games with their tables, as the person sees them."""
        return await self._tables.games_of(await self._tables.recognized(actor))

    async def following(self, ended: Table) -> Table | None:
        """Return the table where the players of an ended one go on: in their match, or again."""
        in_match = await self._tables.find(self.next_games.id_after(ended.id))
        return in_match or await rematch_of(ended.id, self._offers, self._tables)

    async def act(self, act: Act, request: Request) -> Reply:
        """Carry out an act, and return the reply or the reason for a refusal.

        Raises StoreDown, in which case nothing has changed unless its reason is Down.UNSURE.
        """
        platform, declared = request.place.platform.value, act.declared
        REQUESTS.labels(platform, declared.name).inc()
        began = time.perf_counter()
        self._acting += 1
        is_busy = self._acting > AT_ONCE
        try:
            self._limits.count(declared.limit, request.actor.user)
            if is_busy:
                raise Refusal(BUSY)  # noqa: TRY301 - reported like all refusals
            if declared.who is Who.MODERATORS and not request.actor.manages:
                raise Refusal(Text(f"{declared.name}.manages"))  # noqa: TRY301 - likewise
            with bound_contextvars(act=declared.name):
                known = replace(request, actor=await self._tables.recognized(request.actor))
                return await act.handle(self._context(request=known))
        except Refusal as refusal:
            if isinstance(refusal, RolledBack | Unseen) and self._limits.allow(
                BOARDS, request.actor.user
            ):
                await self._tables.repost(refusal.table, request.place)
            text = refusal.text
            if isinstance(refusal, Stale):
                is_shown = await self._tables.ensure_shown(refusal.table, request.place)
                text = COMING if text == STALE and not is_shown else text
            REFUSALS.labels(text.key).inc()
            log.info("act.refused", act=declared.name, why=text.key)
            texts = (text, *refusal.more)
            return Reply(texts, refused=True, choices=refusal.choices, personal=refusal.personal)
        except (CorruptRecord, Corrupt) as corrupt:
            # The table is not overwritten: a fixed release may be able to read it.
            log.exception("table.corrupt")
            why = corrupt.text if isinstance(corrupt, CorruptRecord) else CorruptRecord.text
            return Reply((why,), refused=True)
        finally:
            self._acting -= 1
            ACT_SECONDS.labels(platform).observe(time.perf_counter() - began)
            if not is_busy:
                self._report_pressed(act, request)

    def _report_pressed(self, act: Act, request: Request) -> None:
        """Report the pressed message to the outbox, which may not know about it.

        Only a button with a revision is certain to be on a board; replies have buttons too.
        """
        table = act.about
        revision: int | None = getattr(act, "revision", None)
        if self._pressed is None or not request.message or table is None or revision is None:
            return
        self._pressed(table, request.place, request.message, revision)

    async def catch_up(
        self, place: Place, pressed: TableId | None, message: str
    ) -> tuple[TableId, ...]:
        """Have boards shown that have waited in a place where nothing is posted by itself.

        Those are the one that was `pressed`, unless `message` shows its newest revision, and those
        that nobody has seen there. May raise StoreDown or CorruptRecord.
        """
        store = self._tables.store
        tables, waiting = {each.id: each for each in await store.tables_in(place)}, []
        about = None if pressed is None else await store.load(pressed)
        if about is not None and place in about.shown_in and message:
            tables[about.id] = about  # it may be over
        for table in tables.values():
            shown = await store.shown(table.id, place)
            unseen = shown is None or not shown.message
            current = shown == (shown and replace(shown, message=message, revision=table.revision))
            if unseen or (table.id == pressed and message and not current):
                await self._tables.repost(table, place)
                waiting.append(table.id)
        return tuple(waiting)

    async def withdraw(self, request: Request, posted: TableId) -> None:
        """End a table that this very request has posted where nobody can see it."""
        if posted != self.table_id(request.operation):
            return  # it was there before

        def end(table: Table) -> Step:
            access.must_be_open(table)
            if table.is_demo:
                return steps.end(table, Ending.STOPPED, self._tables.now())
            access.must_be_offered(table)
            return steps.end(table, Ending.CANCELLED, self._tables.now(), by=table.hosted_by)

        undo = replace(request, operation=Operation(f"{request.operation}:unposted"))
        with suppress(Refusal):  # others have joined it, so it is seen
            await self._tables.change(undo, posted, end)

    async def places_of(self, table: TableId) -> tuple[Place, ...]:
        """Return the places that show a table, its home first; none if it has expired."""
        found = await self._tables.store.load(table)
        return () if found is None else found.shown_in

    async def open_tables(self, place: Place) -> tuple[GameLine, ...]:
        """Return the tables that a place shows and that are not over, newest first."""
        return tuple(map(neutral_line, await self._tables.store.tables_in(place)))

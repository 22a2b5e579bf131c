"""Lobbies: joining a side, leaving, computers, invitations, and the start."""

from collections.abc import Callable
from random import SystemRandom

from bot.acts import access, altering, levels
from bot.acts.offers import Offers, read_word
from bot.acts.options import altered, is_playable, options_of, with_options, with_seats
from bot.acts.seating import distinct, seated
from bot.acts.tables import RolledBack, Stale, Tables
from bot.commands.commands import LEVEL
from bot.table import lobby, steps
from bot.table.button import Button, Style
from bot.table.ids import TableId
from bot.table.intents import (
    Accept,
    AddComputer,
    Alter,
    Begin,
    Cancel,
    ChooseOptions,
    Dismiss,
    HandOver,
    Invite,
    Join,
    Leave,
    Start,
)
from bot.table.lobby import NoRoom
from bot.table.naming import called, name_of
from bot.table.people import Actor, Place
from bot.table.request import Refusal, Reply, Request
from bot.table.seats import Free, Person, Seat
from bot.table.step import Step
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine.text import Text

_chance = SystemRandom()


class Lobbies:
    """Lets people gather at a table with more than two seats."""

    def __init__(self, tables: Tables, offers: Offers, hands: Hands) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._offers = offers
        self._hands = hands

    async def join(self, request: Request, join: Join) -> Reply:
        """Take a seat on a side, or change sides."""
        word = read_word(join.word)

        def sit(table: Table) -> Table:
            _must_be_lobby(table)
            if join.revision is not None and join.revision > table.revision:
                raise RolledBack(table)
            if join.side not in range(self._games.game(table.header).sides):
                raise Refusal(Text("press.unknown"))  # a forged button
            return seated(self._games, table, request.actor, join.side, word)

        joined = await self._tables.load(join.table)
        await self._offers.must_be_welcome(request.actor, joined)
        return await self._change(request, join.table, sit, anywhere=False)

    async def leave(self, request: Request, leave: Leave) -> Reply:
        """Leave a lobby; the host hands it over to the next person."""

        def go(table: Table) -> Table:
            _must_be_lobby(table)
            mine = table.seat_of(request.actor.user)
            if mine is None:
                mine = access.seat_kept_for(table, request.actor)
            if mine is None:
                raise Refusal(Text("seat.none"))
            try:
                return lobby.free(table, mine)
            except NoRoom:
                cancel = Button(Text("button.cancel"), Cancel(table.id), Style.BAD)
                raise Refusal(Text("leave.only"), choices=(cancel,)) from None

        left = await self._tables.find(
            request, leave.table, access.is_in_lobby, Text("pick.no-lobby")
        )
        return await self._change(request, left.id, go)

    async def add_computer(self, request: Request, add: AddComputer) -> Reply:
        """Give a free seat to a computer."""

        def seat(table: Table) -> Table:
            _must_host(table, request.actor)
            game = self._games.game(table.header)
            if add.side is not None and add.side not in range(game.sides):
                raise Refusal(Text("press.unknown"))  # a forged button
            number = lobby.free_seat(table.seats, game, add.side)
            if number is None:
                raise Refusal(Text("computer.no-seat"))
            level = levels.fitting(self._games, table, add.level)
            return lobby.seat_computer(table, number, level)

        return await self._change(request, add.table, seat)

    async def start(self, request: Request, start: Start) -> Reply:
        """Begin the game, or ask how."""
        actor, none = request.actor, Text("pick.no-lobby")
        waiting = await self._tables.find(request, start.table, access.can_start, none)
        if waiting.status is Status.OFFERED and waiting.is_practice:
            return await self._offers.accept(request, Accept(waiting.id))
        if start.how is None:
            _must_host(waiting, actor)
            return self._how(waiting)

        def begin(table: Table) -> Table:
            _must_host(table, actor)
            if start.how is Begin.FILL:
                return lobby.fill(table, levels.fitting(self._games, table))
            return self._with_fewer(table)

        return await self._change(request, waiting.id, begin)

    def _how(self, table: Table) -> Reply:
        """Ask how to begin with open seats."""
        count = sum(lobby.players(table, self._games.game(table.header)))
        fewer = Button(Text("start.fewer", count=count), Start(table.id, Begin.FEWER), Style.GOOD)
        self._with_fewer(table)  # raises Refusal if only computers would help
        return Reply((Text("start.how"),), choices=(fewer, _fill(table)))

    def _with_fewer(self, table: Table) -> Table:
        """Return a lobby without its open seats.

        Raises Refusal if teams are unequal, or nobody can play with so few seats.
        """
        game = self._games.game(table.header)
        counts = lobby.players(table, game)
        if sum(counts) == 1:
            raise Refusal(Text("start.alone"), choices=(_fill(table),))
        if game.sides < game.seats and len(set(counts)) > 1:
            raise Refusal(Text("start.unequal"), choices=(_fill(table),))
        options = with_seats(options_of(self._games, table), sum(counts))
        if not is_playable(self._games, options):
            raise Refusal(Text("start.whole"), choices=(_fill(table),))
        fewer = with_options(self._games, lobby.withdraw_all(table), options)
        if lobby.is_open(fewer):
            raise Refusal(Text("start.whole"), choices=(_fill(table),))
        return fewer

    async def choose_invited(self, request: Request, table: TableId) -> Reply:
        """Ask which people to invite."""
        inviting = await self._tables.load(table)
        _must_host(inviting, request.actor)
        _must_have_free(inviting, 1)
        return Reply((Text("invite.whom"),), invite=table)

    async def invite(self, request: Request, invite: Invite) -> Reply:
        """Reserve seats for people, and mention them."""
        inviting = await self._tables.load(invite.table)
        _must_host(inviting, request.actor)
        people = distinct(invite.people, inviting.people)
        if not people and not await self._store.applied(inviting.id, request.operation):
            raise Refusal(Text("invite.known" if invite.people else "press.unknown"))
        _must_have_free(inviting, len(people))
        kept = await self._offers.kept_for(request, people)

        def reserve(table: Table) -> Table:
            _must_host(table, request.actor)
            wanted = [each for each in kept if each.user not in table.people]
            _must_have_free(table, len(wanted))
            return lobby.reserve(table, self._games.game(table.header), wanted)

        await self._change(request, invite.table, reserve, silent=False)
        names = tuple(Text("name.person", name=called(each.name)) for each in people)
        return Reply((Text("invite.done", name=names),))

    async def dismiss(self, request: Request, dismiss: Dismiss) -> Reply:
        """Free a seat."""

        def free(table: Table) -> Table:
            _must_host(table, request.actor)
            if isinstance(_holder(table, dismiss.seat), Free) or dismiss.seat == table.hosted_by:
                raise Stale(table, Text("lobby.moved"))
            return lobby.free(table, dismiss.seat)

        return await self._change(request, dismiss.table, free)

    async def hand_over(self, request: Request, hand_over: HandOver) -> Reply:
        """Make another player the host."""

        def pass_on(table: Table) -> Table:
            _must_host(table, request.actor)
            holder = _holder(table, hand_over.seat)
            if not isinstance(holder, Person) or hand_over.seat == table.hosted_by:
                raise Stale(table, Text("lobby.moved"))
            return lobby.hand_over(table, hand_over.seat)

        return await self._change(request, hand_over.table, pass_on)

    async def shuffle(self, request: Request, table: TableId) -> Reply:
        """Distribute the players at random."""

        def deal(table: Table) -> Table:
            _must_host(table, request.actor)
            taken = [n for n, seat in enumerate(table.seats) if not isinstance(seat, Free)]
            order = _chance.sample(taken, len(taken))
            return lobby.deal(table, self._games.game(table.header), order)

        return await self._change(request, table, deal)

    async def choose_options(self, request: Request, choose: ChooseOptions) -> Reply:
        """Show what can be changed."""
        offered = await self._tables.load(choose.table)
        _must_alter(offered, request.actor)
        if not choose.topic:
            topics = altering.topics(self._games, offered)
            return Reply((Text("options.which"),), choices=tuple(topics))
        choices = tuple(altering.choices(self._games, offered, choose.topic))
        if not choices:
            raise Refusal(Text("options.nothing"))
        return Reply((altering.question(self._games, offered, choose.topic),), choices=choices)

    async def alter(self, request: Request, alter: Alter) -> Reply:
        """Change options before anyone else has joined."""

        def change(table: Table) -> Step:
            _must_alter(table, request.actor)
            changed = altered(self._games, table, alter.changes)
            return steps.gather(changed, self._tables.now())

        none = Text("pick.no-own-offer")
        offered = await self._tables.find(request, alter.table, access.can_alter, none)
        reply = await self._offers.change(request, offered.id, change, anywhere=True)
        on_board = LEVEL in dict(alter.changes) and offered.place == request.place
        return reply if on_board else Reply((Text("options.done"),))

    async def _change(
        self,
        request: Request,
        id_: TableId,
        decide: Callable[[Table], Table],
        *,
        anywhere: bool = True,
        silent: bool = True,
    ) -> Reply:
        """Change who has gathered; play begins with the last seat.

        From a private chat, where the board is not in sight, the reply confirms the change.
        """
        place: Place | None = None

        def gather(table: Table) -> Step:
            nonlocal place
            place = table.place
            return self._offers.gather(decide(table), silent=silent)

        reply = await self._offers.change(request, id_, gather, anywhere=anywhere)
        if place in (None, request.place):
            return reply
        return Reply((Text("lobby.done"),))


def _fill(table: Table) -> Button:
    return Button(Text("start.fill"), Start(table.id, Begin.FILL))


def _holder(table: Table, seat: int) -> Seat:
    if seat not in range(len(table.seats)):
        raise Stale(table, Text("lobby.moved"))
    return table.seats[seat]


def _must_be_lobby(table: Table) -> None:
    """Raise Refusal unless people can choose their seats at the table."""
    access.must_be_offered(table)
    if not table.is_lobby:
        raise Stale(table, Text("lobby.none"))


def _must_host(table: Table, actor: Actor) -> None:
    """Raise Refusal unless the actor hosts the lobby."""
    _must_be_lobby(table)
    if not access.is_host(table, actor):
        raise Refusal(Text("lobby.host", name=name_of(table.host)))


def _must_alter(table: Table, actor: Actor) -> None:
    """Raise Refusal unless the actor may change the options of the challenge, lobby or practice."""
    access.must_be_offered(table)
    if table.is_demo or table.is_next_game:
        raise Refusal(Text("pick.no-own-offer"))
    if not access.is_host(table, actor):
        raise Refusal(Text("lobby.host", name=name_of(table.host)))
    if lobby.next_host(table) is not None:
        raise Refusal(Text("options.joined"))


def _must_have_free(table: Table, count: int) -> None:
    """Raise Refusal if there are fewer free seats."""
    free = sum(isinstance(seat, Free) for seat in table.seats)
    if free < count:
        raise Refusal(Text("invite.full", count=free))

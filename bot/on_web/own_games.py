"""The games of all personas of one browser: those that go on, that are over, or that are lost."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

import structlog

from bot.acts.listing import GameLine
from bot.acts.options import options_of
from bot.commands.command import DEFAULT_LEVEL
from bot.games.catalogue import Games
from bot.inbound.platform import Services
from bot.on_web.games import games_of
from bot.on_web.sessions import Persona
from bot.table.guest_seats import lost_by
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Platform, User
from bot.table.ports import CorruptRecord
from bot.table.seats import Computer
from bot.table.table import Status, Table

OVER: Final = 6
"""How many games that are over are told."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Own:
    """A table that is not over, and how it looks to the persona for whom it is most urgent.

    It is `shared` if several of the browser's personas have a seat.
    """

    table: Table
    line: GameLine
    user: User
    shared: bool = False

    @property
    def seat(self) -> int:
        """The seat that looks at the board: that of the persona, or the first."""
        return 0 if self.shared else self.table.seat_of(self.user) or 0

    def beside(self, other: Self) -> Self:
        """Return how it looks to both: the same if they are one person, who has one seat."""
        return self if self.seat == other.seat else replace(self, shared=True)


@dataclass(frozen=True, slots=True)
class Last:
    """The game that a browser has begun last, and the level of the computer in the last one."""

    options: Options
    level: str


class Past(NamedTuple):
    """Games that are `over`, newest first, and those with a `lost` seat, to be taken back."""

    over: tuple[Table, ...]
    lost: tuple[Table, ...]


class OwnGames:
    """Finds them in the store. Methods may raise StoreDown."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._games = services.games
        self._store = services.store

    async def going(self, personas: Sequence[Persona]) -> tuple[Own, ...]:
        """Return the tables that are not over, each once, the most urgent first."""
        found: dict[TableId, Own] = {}
        for each in sorted(await self._lines(personas), key=lambda own: own.line.urgency):
            known = found.get(each.table.id)
            found[each.table.id] = each if known is None else known.beside(each)
        return tuple(found.values())

    async def past(self, personas: Sequence[Persona]) -> Past:
        """Return the last games that have gone on without the personas, or that are over."""
        users = await self._users(personas)
        past = await asyncio.gather(*map(self._store.past_of, users))
        # Of each persona, a few more than are told: some were never played.
        ids = dict.fromkeys(id_ for listed in past for id_ in listed[: 2 * OVER])
        tables = await asyncio.gather(*map(self._loaded, ids))
        found = [table for table in tables if table is not None]
        lost = (t for t in found if any(lost_by(t, user) is not None for user in users))
        played = (table for table in found if _was_played(table, users))
        over = sorted(played, key=lambda table: table.touched, reverse=True)[:OVER]
        return Past(tuple(over), tuple(lost))

    async def last(self, personas: Sequence[Persona]) -> Last | None:
        """Return what a browser has played last, None if it has played nothing."""
        going, past = await asyncio.gather(self.going(personas), self.past(personas))
        return last_of(self._games, (*(own.table for own in going), *past.over))

    async def _lines(self, personas: Iterable[Persona]) -> list[Own]:
        listed = await asyncio.gather(*map(self._of, personas))
        return [own for some in listed for own in some]

    async def _of(self, persona: Persona) -> tuple[Own, ...]:
        games, user = await games_of(self._services, persona), _user(persona)
        return tuple(Own(table, line, user) for table, line in games)

    async def _users(self, personas: Iterable[Persona]) -> Sequence[User]:
        """Return all accounts of the personas."""
        own = [_user(each) for each in personas]
        linked = await asyncio.gather(*map(self._store.accounts, own))
        others = (each.user for accounts in linked for each in accounts)
        return tuple(dict.fromkeys((*own, *others)))

    async def _loaded(self, id_: TableId) -> Table | None:
        try:
            return await self._store.load(id_)
        except CorruptRecord:
            log.exception("table.corrupt", table=id_)
            return None


def last_of(games: Games, tables: Iterable[Table]) -> Last | None:
    """Return what was begun last of some tables, None if there are none."""
    newest = sorted(tables, key=lambda table: table.created, reverse=True)
    if not newest:
        return None
    chosen = options_of(games, newest[0])
    level = next(_levels(newest), DEFAULT_LEVEL)
    return Last(Options(chosen.ruleset, chosen.chosen), level)


def _levels(tables: Iterable[Table]) -> Iterator[str]:
    """Yield the levels of the computers in practice games."""
    for table in tables:
        if table.is_practice:
            yield from (seat.level for seat in table.seats if isinstance(seat, Computer))


def _was_played(table: Table, users: Iterable[User]) -> bool:
    over = table.status is Status.OVER and bool(table.position)
    return over and any(table.seat_of(user) is not None for user in users)


def _user(persona: Persona) -> User:
    return User(Platform.WEB, persona.id)

"""People who press and type what they like at a game and in a lobby that belong to others."""

from collections.abc import Sequence
from typing import Final

from bot.commands.commands import BadCommand
from bot.commands.typed import parse
from bot.games.catalogue import games
from bot.table.codes import BadCode, decode
from bot.table.ids import TableId
from bot.table.intents import Accept, Challenge, Intent
from bot.table.people import Actor, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table
from engine import Choose
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room
from tests.bot.options import options

DAN: Final = Actor(User(Platform.WEB, "dan"), "Dan")
PEOPLE: Final = (ANA, BEN, CARA, DAN)
"""Ana plays with Ben, and hosts a lobby in which Cara has a seat."""

PLAYED, WAITING, NOWHERE = TableId("c7v6drqv3s"), TableId("d7v6drqv3s"), TableId("aaaaaaaaaa")
"""The names of the game, of the lobby and of no table in inputs."""

_GAMES: Final = games()


async def intrusion(acts: Sequence[tuple[int, str]]) -> None:
    """Let people act, each by number and with a code or a line; assert that rights are kept."""
    room = Room()
    room.corn.numbers = [1, 2, 3, 2] * 50
    played = await room.post(ANA, Challenge((BEN,), options("bul")))
    await room.act(BEN, Accept(played))
    waiting = await room.post(ANA, Challenge((), options("aj-sayil", seats=4)))
    for number, text in acts:
        actor = PEOPLE[number]
        intent = _intent(text.replace(PLAYED, played).replace(WAITING, waiting))
        if intent is None:
            continue
        before = await _tables(room, played, waiting)
        records = [await room.store.record(id_) for id_ in (played, waiting)]
        await room.act(actor, intent, place=PLACE)
        after = await _tables(room, played, waiting)
        now = [await room.store.record(id_) for id_ in (played, waiting)]
        for old, new, record, grown in zip(before, after, records, now, strict=True):
            if old is not None:
                assert grown[: len(record)] == record, f"{intent} rewrites a record"
                _check(room, actor, old, new, grown[len(record) :])


async def _tables(room: Room, *ids: TableId) -> list[Table | None]:
    return [await room.store.load(id_) for id_ in ids]


def _intent(text: str) -> Intent | None:
    """Return what a press or a typed line means; None if it means nothing."""
    try:
        return decode(text)
    except BadCode:
        pass
    named = {actor.name: actor for actor in PEOPLE}
    try:
        return parse(text, named.get, _GAMES)
    except BadCommand:
        return None


def _check(
    room: Room, actor: Actor, before: Table, after: Table | None, entries: Sequence[str]
) -> None:
    """Assert that somebody had the right to what they did to a table."""
    assert after is not None, "a table is gone"
    mine, hosts = before.seat_of(actor.user) is not None, before.host.user == actor.user
    if before.status is Status.OFFERED:
        assert hosts or after.host == before.host, "a lobby has another host"
        assert hosts or after.header == before.header, "a lobby has another game"
        assert hosts or mine or after.status is not Status.OVER, "a lobby is closed"
        for old, new in zip(before.seats, after.seats, strict=False):
            moved = isinstance(old, Person) and old != new and old.user != actor.user
            assert hosts or not moved, "somebody else has lost a seat"
        return
    if not mine:
        assert (after.position, after.status, after.seats) == (
            before.position,
            before.status,
            before.seats,
        ), "a stranger has changed a game"
        assert not entries, "a stranger is in the record"
        return
    phase = _GAMES.game(before.header).phase(room.tables.games.position(before))
    if entries and isinstance(phase, Choose):
        moves = {_GAMES.game(before.header).write_move(move) for move in phase.moves}
        if entries[0] in moves:
            assert before.seat_of(actor.user) == phase.seat, "moved out of turn"

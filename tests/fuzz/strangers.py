"""People who press and type what they like at games and in lobbies that belong to others."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands.commands import BadCommand
from bot.commands.typed import parse
from bot.table.codes import BadCode, decode
from bot.table.ids import TableId
from bot.table.intents import Accept, Challenge, Intent, Join, Move
from bot.table.table import Status
from bot.table.turns import Hands
from tests.bot.acts.room import PLACE, Room
from tests.bot.options import options
from tests.fuzz import codes, lines
from tests.fuzz.chance import Chance
from tests.fuzz.faults import reported
from tests.fuzz.rights import Owned, judge
from tests.fuzz.words import ANA, ASKED, BEN, CARA, GAMES, PEOPLE, PLAYED, WAITING, Corn

_NAMED: Final = {actor.name: actor for actor in PEOPLE}

_USERS: Final = tuple(actor.user for actor in PEOPLE)


def acts(chance: Chance) -> list[tuple[int, str]]:
    """Return what people do, each by number and with a code or a line."""
    return [
        (chance.below(len(PEOPLE)), codes.valid(chance) if chance.below(4) else _other(chance))
        for _ in range(1 + chance.below(5))
    ]


def _other(chance: Chance) -> str:
    return lines.typed(chance) if chance.one_in(2) else codes.carried(chance)


def check(given: Sequence[tuple[int, str]]) -> bool:
    """Nobody changes a game that they don't play, moves out of turn, or runs another's lobby."""
    with reported():
        return asyncio.run(_intrusion(given))


async def _intrusion(given: Sequence[tuple[int, str]]) -> bool:
    """Let people act; return whether most of what they do isn't refused."""
    room = Room()
    room.use(Hands(Corn()))
    names = {
        PLAYED: await room.post(ANA, Challenge((BEN,), options("bul"))),
        ASKED: await room.post(ANA, Challenge((BEN,), options("puluc"))),
        WAITING: await room.post(ANA, Challenge((), options("aj-sayil", seats=4))),
    }
    await room.act(BEN, Accept(names[PLAYED]))
    await room.act(CARA, Join(names[WAITING], 1))
    done = 0
    for number, text in given:
        intent = _intent(text, names)
        if intent is None:
            continue
        intent = await _present(room, intent)
        before = await Owned.of(room.store, [PLACE], _USERS)
        reply = await room.act(PEOPLE[number], intent, place=PLACE)
        after = await Owned.of(room.store, [PLACE], _USERS)
        judge(before, after, [PEOPLE[number].user])
        done += not reply.refused
    return 2 * done > len(given)


async def _present(room: Room, intent: Intent) -> Intent:
    """Return an intent about the present board if its revision is 0, which no board has.

    A move is then one of the legal ones.
    """
    table = getattr(intent, "table", None)
    if getattr(intent, "revision", None) != 0 or table is None:
        return intent
    found = await room.store.load(table)
    if found is None:
        return intent
    intent = replace(intent, revision=found.revision)
    if isinstance(intent, Move) and found.status is Status.PLAYING:
        moves = await room.moves(table)
        return replace(intent, move=moves[len(intent.move) % len(moves)], mark="")
    return intent


def _intent(text: str, names: dict[TableId, TableId]) -> Intent | None:
    """Return what a press or a typed line means; None if it means nothing."""
    for name, table in names.items():
        text = text.replace(name, table)
    try:
        return decode(text)
    except BadCode:
        pass
    try:
        return parse(text, _NAMED.get, GAMES)
    except BadCommand:
        return None

"""Joining a table that waits for people, and getting ready for the next game of a match."""

from dataclasses import replace
from typing import Final

from bot.acts import access
from bot.acts.agreeing import (
    TO_ACCEPT,
    TO_BE_READY,
    TO_BE_READY_LAST,
    TO_JOIN,
    TO_JOIN_LAST,
    TO_PRACTISE,
    has_changed,
    must_agree,
)
from bot.acts.context import Context
from bot.acts.offers import person_at, read_word, word_given
from bot.acts.seating import arrived, seated
from bot.acts.tables import Stale
from bot.table import lobby, steps
from bot.table.agreement import Part, Seen, differences
from bot.table.naming import name_of, names_of
from bot.table.next_game import is_further_game, unready, with_ready
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text

UNSEEN: Final = Seen()
"""What people have seen who type."""


async def accept(
    here: Context,
    offered: Table,
    word: str = "",
    seen: Seen = UNSEEN,
    *,
    meant: Table | None = None,
) -> Reply:
    """Take a seat, start one's practice game, or be ready for the next game of a match.

    If the actor has already joined, a word replaces theirs. `meant` is the rematch that a button
    stands for. Raises Refusal if the table is no longer that.
    """
    if is_further_game(offered):
        return await _ready(here, offered, word, seen)
    chosen = read_word(word)

    async def take_seat(table: Table) -> Step:
        step = await _accepted(here, table, chosen, seen)
        if meant is not None and (changed := differences(meant, table, (Part.GAME, Part.TERMS))):
            raise Stale(table, has_changed("agreement.rematch", table, changed))
        return step

    gives_word = chosen and not offered.is_practice and can_give_word(offered, here.actor)
    if gives_word:
        here.offers.count_word(here.request, offered.id)
    else:
        await here.offers.must_be_welcome(here.actor, offered)
    reply = await here.offers.change(here.request, offered.id, take_seat)
    return word_given(chosen) if gives_word else reply


def can_give_word(table: Table, actor: Actor) -> bool:
    """Return whether the actor has joined a table that waits for others."""
    return table.status is Status.OFFERED and table.seat_of(actor.user) is not None


def own(table: Table, challenge: str, open_: str) -> Text:
    """Return the refusal for answering one's own challenge."""
    if not table.asked:
        return Text(open_)
    return Text(challenge, name=names_of(table.asked))


async def _accepted(here: Context, table: Table, word: str, seen: Seen) -> Step:
    """Return the step by which the actor takes a seat, or starts their practice game."""
    access.must_be_offered(table)
    if table.is_practice:
        return await _started(here, table, word, seen)
    mine = table.seat_of(here.user)
    if mine is not None and word:
        return steps.with_word(table, mine, word, here.now)
    if mine is not None:
        raise Refusal(
            Text("accept.seated")
            if table.is_lobby
            else own(table, "accept.self", "accept.self-open")
        )
    table = arrived(table, here.request)
    if table.is_lobby:
        after = seated(here.games, table, here.actor, word=word)
        parts = TO_JOIN if lobby.is_open(after) else TO_JOIN_LAST
        await must_agree(here, table, seen, parts)
        return here.offers.gather(after)
    seat = access.seat_to_take(table, here.actor)
    if seat is None:
        raise Refusal(Text("accept.addressed", name=names_of(table.asked)))
    await must_agree(here, table, seen, TO_ACCEPT)
    guest, game = person_at(table, here.actor, word), here.games.game(table.header)
    return steps.sit(table, game, seat, guest, here.hands, here.now)


async def _started(here: Context, table: Table, word: str, seen: Seen) -> Step:
    """Return the step that starts a practice game. Raises Refusal unless the actor hosts it."""
    if table.host.user != here.user:
        raise Refusal(Text("accept.practice", name=name_of(table.host)))
    await must_agree(here, table, seen, TO_PRACTISE)
    if word:
        table = steps.with_host(table, replace(table.host, word=word))
    return here.offers.begun(table)


async def _ready(here: Context, waiting: Table, typed: str, seen: Seen) -> Reply:
    """Be ready for the next game of a match, which begins when everyone is."""
    word = read_word(typed)

    async def get_ready(table: Table) -> Step:
        access.must_be_open(table)
        seat = table.seat_of(here.user)
        if seat is None:
            raise Refusal(Text("match.players"))
        if table.status is Status.PLAYING:
            raise Refusal(Text("match.begun"))
        if seat in table.ready and not word:
            raise Refusal(_already_ready(table))
        before = table.seats[seat]
        known = before.word if isinstance(before, Person) else ""
        person = person_at(table, here.actor, word or known)
        after = with_ready(table, person)
        await must_agree(here, table, seen, TO_BE_READY if unready(after) else TO_BE_READY_LAST)
        return await here.next_games.changed(after)

    if word:
        here.offers.count_word(here.request, waiting.id)
    reply = await here.tables.change(here.request, waiting.id, get_ready)
    return word_given(word) if word else reply


def _already_ready(table: Table) -> Text:
    """Return the reply to a player who is already ready."""
    others = names_of(unready(table))
    return Text("match.ready", name=others) if others else Text("match.soon")

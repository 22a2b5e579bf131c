"""Challenges and practice games: who posts them, who takes them, how they end."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.table.intents import Accept, Cancel, Challenge, Decline, Intent, Options, Practice, Resign
from bot.table.people import Actor
from bot.table.ports import CorruptRecord, Verdict
from bot.table.table import Ending, Person, Status, TableId
from bot.table.tables import Tables
from bot.table.upkeep import CHALLENGE_SECONDS
from tests.bot.table.room import ANA, BEN, CARA, Room, Why


async def test_a_challenge_is_posted(room: Room) -> None:
    """A challenge makes an offered table with its host in seat 0."""
    table = await room.table(await room.post(ANA, Challenge(BEN)))
    assert table.status is Status.OFFERED
    assert table.host.name == "Ana"


async def test_a_challenge_delivered_twice_is_one(room: Room) -> None:
    """The same operation posts one table."""
    for _ in range(2):
        await room.act(ANA, Challenge(BEN), operation="again")
    assert len(await room.store.tables_of(ANA.user)) == 1


async def test_nobody_challenges_themselves(room: Room, why: Why) -> None:
    """A challenge to oneself is refused."""
    assert why(await room.act(ANA, Challenge(ANA))) == "challenge.self"


async def test_a_fourth_open_challenge(room: Room, why: Why) -> None:
    """Three challenges may wait for an answer at once, not four."""
    for _ in range(3):
        await room.post(ANA, Challenge())
    assert why(await room.act(ANA, Challenge())) == "challenge.too-many"


async def test_an_answered_challenge_makes_room(room: Room) -> None:
    """A challenge that was accepted is not an open one any more."""
    ids = [await room.post(ANA, Challenge()) for _ in range(3)]
    await room.act(BEN, Accept(ids[0]))
    assert not (await room.act(ANA, Challenge())).refused


async def test_a_challenge_counted_after_a_crash_makes_room(room: Room) -> None:
    """A reservation whose table never came to be does not count for ever."""
    for n in range(3):
        await room.store.reserve_offer(
            ANA.user, TableId(f"aaaaaaaaa{n}"), now=0, until=2**40, limit=3
        )
    assert not (await room.act(ANA, Challenge())).refused


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (Options(chosen=(("road", "4"),)), "unplayable.road"),
        (Options(chosen=(("road", "32"),)), "unplayable.road"),
        (Options(chosen=(("warriors", "10"),)), "unplayable.warriors"),
        (Options(ruleset="chess"), "unplayable.unknown"),
    ],
)
async def test_options_that_cannot_be_played(
    room: Room, why: Why, options: Options, key: str
) -> None:
    """A challenge outside the limits is refused with the limits."""
    assert why(await room.act(ANA, Challenge(BEN, options))) == key


async def test_accepting_begins_the_game(room: Room) -> None:
    """The accepter takes seat 1, the opening is cast, and the first board has its number."""
    table = await room.table(await room.playing([2, 1, 3]))
    assert table.seats == (Person(ANA.user, "Ana"), Person(BEN.user, "Ben"))
    assert table.story == ("1100", "1000", "1110")
    assert table.status is Status.PLAYING


async def test_an_open_challenge_is_for_anybody(room: Room) -> None:
    """Whoever comes first takes the seat."""
    id_ = await room.post(ANA, Challenge())
    await room.act(CARA, Accept(id_))
    assert (await room.table(id_)).seat_of(CARA.user) == 1


@pytest.mark.parametrize(
    ("actor", "intent", "key"),
    [
        (CARA, Accept, "accept.addressed"),
        (ANA, Accept, "accept.self"),
        (CARA, Decline, "decline.addressed"),
        (BEN, Cancel, "cancel.addressed"),
        (CARA, Cancel, "cancel.host"),
        (ANA, Decline, "decline.self"),
        (ANA, Resign, "table.not-begun"),
        (CARA, Resign, "seat.none"),
    ],
)
async def test_what_others_cannot_do_to_a_challenge(
    room: Room, why: Why, actor: Actor, intent: Callable[[TableId], Intent], key: str
) -> None:
    """Only the challenged may answer, only the host may take it back."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert why(await room.act(actor, intent(id_))) == key
    assert (await room.table(id_)).revision == 1


@pytest.mark.parametrize(
    ("actor", "intent", "ending"),
    [(BEN, Decline, Ending.DECLINED), (ANA, Cancel, Ending.CANCELLED)],
)
async def test_a_challenge_ends(
    room: Room, actor: Actor, intent: Callable[[TableId], Intent], ending: Ending
) -> None:
    """A challenge can be declined, and taken back."""
    id_ = await room.post(ANA, Challenge(BEN))
    await room.act(actor, intent(id_))
    assert (await room.table(id_)).ending is ending


async def test_a_challenge_expires(room: Room, why: Why) -> None:
    """After 48 hours a challenge is over, and whoever touches it is told."""
    id_ = await room.post(ANA, Challenge(BEN))
    room.now += 48 * 3600
    assert why(await room.act(BEN, Accept(id_))) == "challenge.expired"
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_expired_challenge_says_so_by_itself(room: Room) -> None:
    """When its time is over, what has fallen due ends a challenge that nobody touches."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert await room.store.claim(room.now + 47 * 3600) == ()
    room.now += 48 * 3600
    (due,) = await room.store.claim(room.now)
    await room.service.look_after(due)
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_accept_in_the_last_moment(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge that is accepted while it would have ended is a game."""
    id_ = await room.post(ANA, Challenge())
    commit = room.store.commit

    async def overtaken(*args: Any) -> Verdict:
        monkeypatch.undo()
        room.now -= CHALLENGE_SECONDS
        await room.act(BEN, Accept(id_))
        return await commit(*args)

    monkeypatch.setattr(room.store, "commit", overtaken)
    room.now += CHALLENGE_SECONDS
    tables = Tables(room.store, lambda: room.now, lambda *_: None)
    assert (await tables.load(id_)).status is Status.PLAYING


async def test_a_challenge_that_cannot_be_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read does not expire, nor is it tried again and again."""
    id_ = await room.post(ANA, Challenge())
    room.now += CHALLENGE_SECONDS
    (due,) = await room.store.claim(room.now)

    async def corrupt(_: object) -> None:
        raise CorruptRecord("no table")

    monkeypatch.setattr(room.store, "load", corrupt)
    await room.service.look_after(due)
    monkeypatch.undo()
    assert (await room.table(id_)).status is Status.OFFERED


async def test_an_accepted_challenge_does_not_expire(room: Room) -> None:
    """What falls due leaves a game alone that is being played."""
    id_ = await room.playing([2, 1, 3])
    room.now += 48 * 3600
    for due in await room.store.claim(room.now):
        await room.service.look_after(due)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_challenge_lasts_for_48_hours(room: Room) -> None:
    """A second before its end a challenge can still be accepted."""
    id_ = await room.post(ANA, Challenge(BEN))
    room.now += 48 * 3600 - 1
    assert not (await room.act(BEN, Accept(id_))).refused


async def test_a_seat_is_taken_once(room: Room, why: Why) -> None:
    """Of two who accept at once one has the seat, and the other is told."""
    id_ = await room.post(ANA, Challenge())
    replies = await asyncio.gather(*(room.act(actor, Accept(id_)) for actor in (BEN, CARA)))
    assert sorted(reply.refused for reply in replies) == [False, True]


async def test_words_are_kept_for_the_casts(room: Room) -> None:
    """Words given when posting and accepting are fixed with the seats."""
    id_ = await room.post(ANA, Challenge(BEN, word="maize"))
    await room.act(BEN, Accept(id_, word="rain"))
    seats = (await room.table(id_)).seats
    assert seats == (Person(ANA.user, "Ana", "maize"), Person(BEN.user, "Ben", "rain"))


async def test_a_word_that_cannot_be_hashed(room: Room, why: Why) -> None:
    """A word with a control character is refused."""
    assert why(await room.act(ANA, Challenge(BEN, word="a\nb"))) == "word.bad"


async def test_practice_is_started_by_its_host(room: Room) -> None:
    """A practice game waits for Start, so that the casts are bound before."""
    id_ = await room.post(ANA, Practice())
    assert (await room.table(id_)).status is Status.OFFERED
    await room.act(ANA, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_practice_is_started_by_nobody_else(room: Room, why: Why) -> None:
    """Another person cannot start it or take the computer's seat."""
    id_ = await room.post(ANA, Practice())
    assert why(await room.act(BEN, Accept(id_))) == "accept.practice"


async def test_a_level_that_is_not_there(room: Room, why: Why) -> None:
    """An unknown computer player is refused with the list."""
    assert why(await room.act(ANA, Practice("perfect"))) == "practice.level"


async def test_a_word_is_never_replaced(room: Room) -> None:
    """The word that came with a practice game stays, whatever Start brings."""
    id_ = await room.post(ANA, Practice(word="lucky"))
    await room.act(ANA, Accept(id_, word="other"))
    assert (await room.table(id_)).host.word == "lucky"

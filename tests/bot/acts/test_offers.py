"""Challenges and practice games: who posts them, who accepts them, how they end."""

import asyncio
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.decline import Decline
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.word import GiveWord
from bot.acts.play.resign import Resign
from bot.acts.tables import offers_of
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor, Place, Platform
from bot.table.ports import CorruptRecord, Verdict
from bot.table.request import Reply
from bot.table.seats import Person
from bot.table.table import Ending, Status
from bot.table.upkeep import CHALLENGE_SECONDS
from engine.text import Name, Text
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room, Why


async def test_a_challenge_is_posted(room: Room) -> None:
    """A challenge creates an offered table with its host in seat 0."""
    table = await room.table(await room.post(ANA, Challenge((BEN,))))
    assert table.status is Status.OFFERED
    assert table.host.name == "Ana"


async def test_a_repeated_challenge(room: Room) -> None:
    """A repeated operation posts only one table."""
    for _ in range(2):
        await room.act(ANA, Challenge((BEN,)), operation="again")
    assert len(await room.store.tables_of(ANA.user)) == 1


async def test_nobody_challenges_themselves(room: Room, why: Why) -> None:
    """You can't challenge yourself."""
    assert why(await room.act(ANA, Challenge((ANA,)))) == "challenge.self"


async def test_a_fourth_open_challenge(room: Room, why: Why) -> None:
    """A player can have three unanswered challenges, but not four."""
    for _ in range(3):
        await room.post(ANA, Open())
    assert why(await room.act(ANA, Open())) == "challenge.too-many"


async def test_an_answered_challenge_makes_room(room: Room) -> None:
    """An accepted challenge no longer counts as open."""
    ids = [await room.post(ANA, Open()) for _ in range(3)]
    await room.act(BEN, Accept(ids[0]))
    assert not (await room.act(ANA, Open())).refused


async def test_a_challenge_counted_after_a_crash_makes_room(room: Room) -> None:
    """A reservation whose table was never created doesn't count for ever."""
    for n in range(3):
        name = offers_of(ANA.user)
        await room.store.take(name, f"aaaaaaaaa{n}", now=0, until=2**40, limit=3)
    assert not (await room.act(ANA, Open())).refused


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
    """A challenge with options outside the limits is refused, and the refusal states the limits."""
    assert why(await room.act(ANA, Challenge((BEN,), options))) == key


async def test_accepting_begins_the_game(room: Room) -> None:
    """The accepter gets seat 1, the opening is thrown, and the first board shows its number."""
    table = await room.table(await room.playing([2, 1, 3]))
    assert table.people == {ANA.user, BEN.user}
    assert [table.seat_of(actor.user) for actor in (ANA, BEN)] == [0, 1]
    assert table.story == ("1100", "1000", "1110")
    assert table.status is Status.PLAYING


async def test_an_open_challenge_is_for_anyone(room: Room) -> None:
    """The first player to accept an open challenge plays."""
    id_ = await room.post(ANA, Open())
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
async def test_who_can_answer_a_challenge(
    room: Room, why: Why, actor: Actor, intent: Callable[[TableId], Act], key: str
) -> None:
    """Only the challenged player can accept or decline, and only the host can cancel."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert why(await room.act(actor, intent(id_))) == key
    assert (await room.table(id_)).revision == 1


@pytest.mark.parametrize(
    ("actor", "intent", "ending"),
    [(BEN, Decline, Ending.DECLINED), (ANA, Cancel, Ending.CANCELLED)],
)
async def test_a_challenge_ends(
    room: Room, actor: Actor, intent: Callable[[TableId], Act], ending: Ending
) -> None:
    """A challenge can be declined or cancelled."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(actor, intent(id_))
    assert (await room.table(id_)).ending is ending


async def test_a_challenge_expires(room: Room, why: Why) -> None:
    """A challenge expires after 48 hours, and accepting it is then refused."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    room.now += 48 * 3600
    assert why(await room.act(BEN, Accept(id_))) == "challenge.expired"
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_unanswered_challenge_expires(room: Room) -> None:
    """A challenge that nobody answers is ended by scheduled work when it expires."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert await room.store.claim(room.now + 47 * 3600) == ()
    room.now += 48 * 3600
    await room.fall_due()
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_an_accept_in_the_last_moment(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a challenge is accepted while it is being expired, the game begins."""
    id_ = await room.post(ANA, Open())
    commit = room.store.commit

    async def overtaken(*args: Any) -> Verdict:
        monkeypatch.undo()
        room.now -= CHALLENGE_SECONDS
        await room.act(BEN, Accept(id_))
        return await commit(*args)

    monkeypatch.setattr(room.store, "commit", overtaken)
    room.now += CHALLENGE_SECONDS
    assert (await room.tables.load(id_)).status is Status.PLAYING


async def test_a_challenge_that_cannot_be_read(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a challenge can't be loaded, its expiry is skipped without an error."""
    id_ = await room.post(ANA, Open())
    room.now += CHALLENGE_SECONDS
    (due,) = await room.store.claim(room.now)

    async def corrupt(_: object) -> None:
        raise CorruptRecord("no table")

    monkeypatch.setattr(room.store, "load", corrupt)
    await room.handle(due)
    monkeypatch.undo()
    assert (await room.table(id_)).status is Status.OFFERED


async def test_an_accepted_challenge_does_not_expire(room: Room) -> None:
    """Scheduled work doesn't expire a challenge that has been accepted."""
    id_ = await room.playing([2, 1, 3])
    room.now += 48 * 3600
    await room.fall_due()
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_challenge_lasts_for_48_hours(room: Room) -> None:
    """One second before it expires, a challenge can still be accepted."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    room.now += 48 * 3600 - 1
    assert not (await room.act(BEN, Accept(id_))).refused


async def test_a_seat_is_taken_once(room: Room, why: Why) -> None:
    """If two players accept at once, one plays and the other is refused."""
    id_ = await room.post(ANA, Open())
    replies = await asyncio.gather(*(room.act(actor, Accept(id_)) for actor in (BEN, CARA)))
    assert sorted(reply.refused for reply in replies) == [False, True]


async def test_words_are_kept_for_the_casts(room: Room) -> None:
    """Words given for a posted challenge and with the acceptance are stored with the seats."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(ANA, GiveWord(id_, "maize"))
    await room.act(BEN, Accept(id_, word="rain"))
    seats = (await room.table(id_)).seats
    assert [seat.word for seat in seats if isinstance(seat, Person)] == ["maize", "rain"]


async def test_a_challenge_is_posted_without_a_word(room: Room) -> None:
    """A challenge can't be posted with a word, so no word is known when the seed is drawn."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert (await room.table(id_)).host.word == ""
    assert "word" not in {field.name for kind in (Challenge, Practice) for field in fields(kind)}


async def test_the_host_changes_the_word(room: Room) -> None:
    """Until the challenge is accepted, the host's latest word counts; the seed doesn't change."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    seed = (await room.table(id_)).seed
    for word in ("maize", "rain"):
        confirmation = Text("word.given", word=Name(word))
        assert await room.act(ANA, GiveWord(word=word)) == Reply((confirmation,))
    table = await room.table(id_)
    assert (table.host.word, table.seed, table.revision) == ("rain", seed, 3)


@pytest.mark.parametrize(
    ("actor", "key"), [(BEN, "word.host"), (CARA, "word.host"), (ANA, "accept.taken")]
)
async def test_words_that_come_from_others_or_too_late(
    room: Room, why: Why, actor: Actor, key: str
) -> None:
    """Only the host can give a word for a posted challenge, and not after it is accepted."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    if actor is ANA:
        await room.act(BEN, Accept(id_))
    before = await room.table(id_)
    assert why(await room.act(actor, GiveWord(id_, "maize"))) == key
    assert await room.table(id_) == before


async def test_which_challenge_a_word_is_for(room: Room, why: Why) -> None:
    """Without a table, a word is for the host's only open challenge; with several it is refused."""
    assert why(await room.act(ANA, GiveWord(word="maize"))) == "word.none"
    elsewhere = await room.post(ANA, Challenge((BEN,)))
    private = Place(Platform.WEB, "private")
    reply = await room.act(ANA, GiveWord(word="maize"), place=private)
    assert [SAY(text) for text in reply.texts] == ['Your word has been added: "maize"']
    assert (await room.table(elsewhere)).host.word == "maize"
    await room.post(ANA, Challenge((BEN,)))
    reply = await room.act(ANA, GiveWord(word="rain"), place=private)
    assert (why(reply), len(reply.texts)) == ("word.several", 3)


@pytest.mark.parametrize("kind", [GiveWord, Accept])
async def test_words_have_a_limit(room: Room, why: Why, kind: type) -> None:
    """A host can change the word ten times at most, because each time a message is edited."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    replies = [await room.act(ANA, kind(word=f"{n}", table=id_)) for n in range(11)]
    assert [reply.refused for reply in replies] == [False] * 10 + [True]
    assert why(replies[-1]) == "word.often"
    assert (await room.table(id_)).host.word == "9"


async def test_a_host_accepts_with_a_word(room: Room, why: Why) -> None:
    """A host who accepts with a word sets that word; without one the accept is refused."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(ANA, Accept(id_, word="maize"))
    table = await room.table(id_)
    assert (table.status, table.host.word) == (Status.OFFERED, "maize")
    assert why(await room.act(ANA, Accept(id_))) == "accept.self"


async def test_accepting_a_lost_revision(room: Room, why: Why) -> None:
    """An Accept of a revision that the store has lost is refused, and the board is shown again."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    room.shown_now.clear()
    assert why(await room.act(BEN, Accept(id_, revision=2))) == "move.rolled-back"
    assert room.shown_now == [id_]
    assert not (await room.act(BEN, Accept(id_, revision=1))).refused


async def test_a_repeated_acceptance(room: Room) -> None:
    """A repeated Accept returns the first result; it isn't refused as late."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    for _ in range(2):
        reply = await room.act(BEN, Accept(id_, "rain", revision=1), operation="again")
        assert reply == Reply()
    assert (await room.table(id_)).revision == 2


@pytest.mark.parametrize("word", ["a\nb", "a\u2028b", "x" * 33])
async def test_a_word_that_cannot_be_hashed(room: Room, why: Why, word: str) -> None:
    """A word that is too long or contains invisible characters is refused."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert why(await room.act(ANA, GiveWord(id_, word))) == "word.bad"
    assert why(await room.act(BEN, Accept(id_, word))) == "word.bad"
    assert (await room.table(id_)).revision == 1


async def test_practice_is_started_by_its_host(room: Room) -> None:
    """A practice game waits for Start, so that the commitment comes before the throws."""
    id_ = await room.post(ANA, Practice())
    assert (await room.table(id_)).status is Status.OFFERED
    await room.act(ANA, Accept(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_practice_is_started_only_by_its_host(room: Room, why: Why) -> None:
    """No other player can start it or take the computer's seat."""
    id_ = await room.post(ANA, Practice())
    assert why(await room.act(BEN, Accept(id_))) == "accept.practice"


async def test_an_unknown_level(room: Room, why: Why) -> None:
    """An unknown level is refused with the list of levels."""
    assert why(await room.act(ANA, Practice("masterly"))) == "practice.level"


async def test_a_word_for_a_practice_game(room: Room) -> None:
    """A word can be given before Start or with it; the last one counts."""
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, GiveWord(id_, "lucky"))
    other = await room.post(ANA, Practice())
    await room.act(ANA, GiveWord(other, "lucky"))
    await room.act(ANA, Accept(id_))
    await room.act(ANA, Accept(other, word="newer"))
    assert [(await room.table(t)).host.word for t in (id_, other)] == ["lucky", "newer"]

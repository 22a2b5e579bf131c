"""Terms in challenges: how they are chosen, what they do to the table, and what is kept."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.paces import PACES
from bot.acts.play.resign import Resign
from bot.acts.registry import decode
from bot.acts.tables import offers_of
from bot.table.button import Button
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.request import Reply
from bot.table.table import Ending
from bot.table.terms import Flag, Terms
from bot.table.upkeep import CHALLENGE_SECONDS
from tests.bot.acts.room import ANA, BEN, CARA, Room

TERMS = Terms(Pace(3 * DAY), Flag.AUTO, expires=6 * HOUR)
TIMED = Options(terms=TERMS)


def presses(reply: Reply) -> dict[str, object]:
    """Return the intents of a reply's buttons by the keys of their labels."""
    return {each.text.key: each.act for each in reply.choices if isinstance(each, Button)}


def offered(reply: Reply) -> list[Pace | None]:
    """Return the paces that a reply has a button for."""
    intents = [each.act for each in reply.choices if isinstance(each, Button)]
    return [each.options.terms.pace for each in intents if isinstance(each, Challenge)]


@pytest.mark.parametrize("opponents", [(), (BEN,)])
async def test_a_challenge_has_its_terms(room: Room, opponents: tuple[Actor, ...]) -> None:
    """The table of a challenge has the terms chosen for it."""
    act = Challenge(opponents, TIMED) if opponents else Open(TIMED)
    assert (await room.table(await room.post(ANA, act))).terms == TERMS


async def test_the_clock_starts_with_the_game(room: Room) -> None:
    """Once the challenge is accepted, the player to move has the time of the pace."""
    id_ = await room.post(ANA, Challenge((BEN,), TIMED))
    await room.act(BEN, Accept(id_))
    assert (await room.table(id_)).deadline == room.now + 3 * DAY


async def test_practice_has_no_terms(room: Room) -> None:
    """A forged button for a practice game with a pace posts one without."""
    id_ = await room.post(ANA, Practice("easy", TIMED))
    assert (await room.table(id_)).terms == Terms()


async def test_a_challenge_expires_when_it_says(room: Room) -> None:
    """A challenge with a life of its own expires at its end, and not before."""
    id_ = await room.post(ANA, Challenge((BEN,), TIMED))
    room.now += 6 * HOUR - 1
    await room.fall_due()
    assert (await room.table(id_)).ending is None
    room.now += 1
    await room.fall_due()
    assert (await room.table(id_)).ending is Ending.EXPIRED


async def test_a_longer_life(room: Room) -> None:
    """A challenge can stay open for longer than by default."""
    id_ = await room.post(ANA, Challenge((BEN,), Options(terms=Terms(expires=7 * DAY))))
    room.now += CHALLENGE_SECONDS + HOUR
    await room.fall_due()
    assert not (await room.act(BEN, Accept(id_))).refused


@pytest.mark.parametrize("seconds", [10 * MINUTE, 7 * DAY])
async def test_a_challenge_counts_until_it_expires(room: Room, seconds: int) -> None:
    """A challenge counts towards the limit for as long as it stays open."""
    id_ = await room.post(ANA, Open(Options(terms=Terms(expires=seconds))))
    name, now = offers_of(ANA.user), int(room.now)
    for wait, fits in ((seconds - 1, False), (seconds, True)):
        assert fits is await room.store.take(
            name, "other", now=now + wait, until=now + wait + 1, limit=1
        )
    assert id_


async def test_a_rematch_keeps_the_terms(room: Room) -> None:
    """A rematch has the terms of the game that it repeats."""
    id_ = await room.post(ANA, Challenge((BEN,), TIMED))
    await room.act(BEN, Accept(id_))
    await room.act(ANA, Resign(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    again = room.service.table_id(Operation(f"rematch:{id_}"))
    assert (await room.table(again)).terms == TERMS


@pytest.mark.parametrize("pace", [*PACES, Pace(DAY, HOUR)])
async def test_the_paces_to_choose_from(room: Room, pace: Pace | None) -> None:
    """The reply that asks for an opponent has a button for each pace but the chosen one."""
    reply = await room.act(ANA, Challenge(options=Options(terms=Terms(pace))))
    others = [each for each in offered(reply) if each != pace]  # a shorter game has the same
    assert others == [each for each in PACES if each != pace]


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (None, "Pace: no time limit."),
        (Pace(3 * DAY), "Pace: 3 days a turn."),
        (Pace(DAY, HOUR), "Pace: 1 day each, plus 1 hour a turn."),
    ],
)
async def test_the_chosen_pace_is_stated(room: Room, pace: Pace | None, said: str) -> None:
    """The reply that asks for an opponent states the pace."""
    reply = await room.act(ANA, Challenge(options=Options(terms=Terms(pace))))
    assert room.say(reply.texts[1]) == said


async def test_a_press_chooses_the_pace(room: Room) -> None:
    """Pressing a pace asks again for an opponent, with that pace and everything else as it was."""
    options = Options("bul", (("road", "9"),), Terms(expires=HOUR))
    first = await room.act(ANA, Challenge(options=options))
    intent = decode((presses(first)["challenge.pace-turn"]).code)  # type: ignore[arg-type] # an intent
    second = await room.act(ANA, intent)
    pace = offered(first)[-1]
    assert second.opponent == replace(options, terms=Terms(pace, expires=HOUR))


async def test_no_time_limit(room: Room) -> None:
    """Choosing no time limit drops the terms that need one."""
    reply = await room.act(ANA, Challenge(options=TIMED))
    expected = Challenge(options=Options(terms=Terms(expires=6 * HOUR)))
    assert presses(reply)["challenge.pace-none"] == expected


async def test_an_open_challenge_from_there(room: Room) -> None:
    """The button for an open challenge carries the terms."""
    reply = await room.act(ANA, Challenge(options=TIMED))
    assert decode((presses(reply)["play.open"]).code) == Open(TIMED)  # type: ignore[arg-type] # an intent


async def test_a_pace_that_does_not_fit(room: Room) -> None:
    """A pace whose button would be too long is left out; what is there can be pressed."""
    chosen = (("road", "13"), ("warriors", "4"), ("after-capture", "return"))
    reply = await room.act(ANA, Challenge(options=Options("aj-sakalil", chosen)))
    for intent in presses(reply).values():
        assert intent.code  # type: ignore[arg-type] # an intent
    assert len(offered(reply)) <= len(PACES) - 1


async def test_only_the_host_s_terms_count(room: Room) -> None:
    """Accepting an open challenge leaves its terms as they are."""
    id_ = await room.post(ANA, Open(TIMED))
    await room.act(CARA, Accept(id_))
    assert (await room.table(id_)).terms == TERMS

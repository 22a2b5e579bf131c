"""Presses that agree to something, or act on a person, after it has changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import Start
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost
from bot.acts.gather.dismiss import Dismiss
from bot.acts.gather.hand_over import HandOver
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.word import GiveWord
from bot.acts.look.menu import ShowMenu
from bot.acts.offers import Offers
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.draw import Draw
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.acts.registry import decode
from bot.show.presenter import make_page
from bot.table import steps
from bot.table.agreement import agreement, with_first_words
from bot.table.asking import Wish
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.ports import Operation, Shown
from bot.table.request import Reply
from bot.table.step import Step, changed
from bot.table.table import Absence, Status, Table
from tests.bot.acts.gathering import DAN, EVE, FAY, joined, opened, seen
from tests.bot.acts.match_room import begin, begin_teams, lose
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why
from tests.bot.show.offer import OFFER

BUL = (("ruleset", "bul"), ("road", "9"), ("match", "5"), ("pace", "1m"), ("flag", "auto"))


async def pressed(room: Room, id_: TableId, kind: type[Act], at: int = 0) -> Act:
    """Return what a button on the board does now, after a round trip through its code."""
    buttons = make_page(room.games, await room.table(id_), room.say).buttons
    acts = [each.act for each in buttons if isinstance(each, Button)]
    return decode([act for act in acts if isinstance(act, kind)][at].code)


def chosen(reply: Reply, at: int = 0) -> Act:
    """Return what a button of a reply does, after a round trip through its code."""
    button = reply.choices[at]
    assert isinstance(button, Button)
    return decode(button.act.code)


def told(room: Room, reply: Reply) -> str:
    """Return why something was refused."""
    assert reply.refused
    return room.say(reply.texts[0])


async def post(room: Room, id_: TableId, *, edited: bool = False) -> Table:
    """Have the place show the table in a new message, or edit the one that it shows."""
    table, at = await room.table(id_), room.now
    agreed = agreement(table)
    shown = await room.store.shown(id_, table.place) if edited else None
    if shown is not None:
        at, agreed = shown.posted, with_first_words(table, shown.agreement)
    await room.store.mark_shown(id_, table.place, Shown(table.revision, "m", at, room.now, agreed))
    return table


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ((("road", "9"),), "the game or its options"),
        ((("match", "5"),), "the game or its options"),
        ((("pace", "1m"),), "the time limits or other terms"),
        ((("hints", "yes"),), "the time limits or other terms"),
        (BUL, "the game or its options and the time limits or other terms"),
    ],
)
async def test_other_options(room: Room, changes: tuple[tuple[str, str], ...], what: str) -> None:
    """An Accept from before the host changed the game is refused, and says what has changed."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    accept = await pressed(room, id_, Accept)
    assert not (await room.act(ANA, Alter(id_, changes))).refused
    assert f"was shown: {what}. " in told(room, await room.act(BEN, accept))
    assert (await room.table(id_)).status is Status.OFFERED
    assert room.shown_now[-1] == id_
    assert not (await room.act(BEN, await pressed(room, id_, Accept))).refused


@pytest.mark.parametrize("before", ["", "maize"])
async def test_another_word(room: Room, before: str) -> None:
    """An Accept from before the host gave or changed a word is refused, and tells the word."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    if before:
        await room.act(ANA, GiveWord(id_, before))
    accept = await pressed(room, id_, Accept)
    await room.act(ANA, GiveWord(id_, "corn"))
    refused = told(room, await room.act(BEN, accept.with_word("rain")))
    assert 'Ana\'s word for the throws, which is now "corn"' in refused
    assert (await room.table(id_)).status is Status.OFFERED


async def test_there_and_back(room: Room) -> None:
    """What is again as it was shown can be accepted."""
    id_ = await room.post(ANA, Open())
    accept = await pressed(room, id_, Accept)
    for road in ("9", "11"):
        await room.act(ANA, Alter(id_, (("road", road),)))
    assert not (await room.act(BEN, accept)).refused


async def test_a_button_without_an_agreement(room: Room, why: Why) -> None:
    """The first button of an inline challenge counts for the message as it was posted."""
    id_ = await room.post(ANA, Open())
    await room.act(ANA, Alter(id_, (("road", "9"),)))
    assert why(await room.act(BEN, Accept(id_, revision=1))) == "move.coming"
    lobby = await opened(room, 4)
    await post(room, lobby)
    for actor in (BEN, CARA):
        assert not (await room.act(actor, Join(lobby, 1, revision=1))).refused


async def test_typed_after_a_change(room: Room, why: Why) -> None:
    """Who types has seen the message as it was posted; it is posted again for another look."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await post(room, id_)
    room.now += 3600
    await room.act(ANA, Alter(id_, BUL))
    await post(room, id_, edited=True)
    room.shown_now.clear()
    for accept in (Accept(), Accept(id_, "rain")):
        assert why(await room.act(BEN, accept)) == "agreement.edited"
    assert room.shown_now == [id_, id_]
    await post(room, id_)
    assert not (await room.act(BEN, Accept(word="rain"))).refused


async def test_typed_after_a_word(room: Room, why: Why) -> None:
    """A word that is added is no reason for another look, but one that is changed is."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await post(room, id_)
    await room.act(ANA, GiveWord(id_, "maize"))
    before = await post(room, id_, edited=True)
    await room.act(ANA, GiveWord(id_, "corn"))
    await post(room, id_, edited=True)
    assert why(await room.act(BEN, Accept(word="rain"))) == "agreement.edited"
    await room.act(ANA, GiveWord(id_, "maize"))
    assert agreement(await room.table(id_)) == agreement(before)
    assert not (await room.act(BEN, Accept(word="rain"))).refused


async def test_typed_for_an_unknown_message(room: Room, why: Why) -> None:
    """If nobody knows what a message said when it was posted, it is posted again."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.store.mark_shown(id_, PLACE, Shown(1, "m"))
    assert why(await room.act(BEN, Accept())) == "agreement.unknown"


async def test_joining_together(room: Room) -> None:
    """Joins that were pressed before others joined or gave words count, up to the last seat."""
    id_ = await opened(room, 6)
    join = await pressed(room, id_, Join, 1)
    red = [join, join, join]
    for actor, press in zip((BEN, CARA, DAN), red, strict=True):
        assert not (await room.act(actor, press)).refused
        await room.act(actor, GiveWord(id_, actor.name))
    assert await seen(room, id_) == "Ana* - - Ben Cara Dan"


async def test_the_last_seat(room: Room, why: Why) -> None:
    """Words count for whoever takes the last seat, because the game begins with them."""
    id_ = await opened(room, 4)
    await joined(room, id_, 1, BEN, CARA)
    join = await pressed(room, id_, Join, 0)
    await room.act(BEN, GiveWord(id_, "rain"))
    assert why(await room.act(DAN, join)) == "agreement.changed"
    assert not (await room.act(DAN, await pressed(room, id_, Join, 0))).refused
    assert (await room.table(id_)).status is Status.PLAYING


@pytest.mark.parametrize(("together", "refused"), [(1, False), (2, False), (3, True)])
async def test_the_last_seats_at_once(room: Room, together: int, refused: bool) -> None:
    """Words that one or two people have brought since the look don't keep anyone out."""
    id_ = await opened(room, 6)
    sides = [(BEN, 1), (CARA, 1), (DAN, 1), (EVE, 0)]
    for actor, side in sides[:-together]:
        await room.act(actor, Join(id_, side, word="maize"))
    join = await pressed(room, id_, Join, 0)
    for actor, side in sides[-together:]:
        await room.act(actor, Join(id_, side, word="rain"))
    assert (await room.act(FAY, join)).refused is refused


@pytest.mark.parametrize("kind", [Join, Accept])
async def test_joining_another_game(room: Room, why: Why, kind: type[Act]) -> None:
    """A Join from before the host changed the lobby's game is refused."""
    id_ = await opened(room, 4)
    join = await pressed(room, id_, Join) if kind is Join else Accept()
    await post(room, id_)
    await room.act(ANA, Alter(id_, (("road", "21"), ("pace", "1m"))))
    assert why(await room.act(BEN, join)).startswith("agreement.")
    assert await seen(room, id_) == "Ana* - - -"


@pytest.mark.parametrize("how", [0, 1])
async def test_starting_with_others(room: Room, why: Why, how: int) -> None:
    """The host starts with those whom the question was about."""
    id_ = await opened(room, 6)
    await joined(room, id_, 1, BEN)
    start = chosen(await room.act(ANA, Start(id_)), how)
    await joined(room, id_, 0, CARA)
    await joined(room, id_, 1, DAN)
    assert why(await room.act(ANA, start)) == "agreement.changed"
    assert not (await room.act(ANA, chosen(await room.act(ANA, Start(id_)), how))).refused


async def test_a_computer_in_the_last_seat(room: Room, why: Why) -> None:
    """A computer is added as long as a seat stays open; nothing begins with other players."""
    id_ = await opened(room, 4)
    add = await pressed(room, id_, AddComputer)
    await joined(room, id_, 1, BEN)
    assert not (await room.act(ANA, add)).refused
    assert why(await room.act(ANA, add)) == "agreement.changed"


async def test_practice(room: Room, why: Why) -> None:
    """Start begins the practice game that the button was shown for; words are one's own."""
    id_ = await room.post(ANA, Practice())
    start = await pressed(room, id_, Accept)
    await room.act(ANA, Alter(id_, (("level", "easy"),)))
    assert why(await room.act(ANA, start)) == "agreement.changed"
    start = await pressed(room, id_, Accept)
    await room.act(ANA, GiveWord(id_, "maize"))
    assert not (await room.act(ANA, start)).refused


async def test_a_changed_rematch(room: Room, why: Why) -> None:
    """A rematch that its host has changed is not accepted by the button under the old game."""
    id_ = await room.playing()
    await room.act(BEN, Resign(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    (again,) = await room.store.tables_in(PLACE)
    await room.act(ANA, Alter(again.id, BUL))
    await post(room, again.id)
    reply = await room.act(BEN, Rematch(id_))
    assert why(reply) == "agreement.rematch"
    assert (await room.table(again.id)).status is Status.OFFERED
    assert not (await room.act(BEN, await pressed(room, again.id, Accept))).refused


async def test_a_rematch_that_changes_at_this_moment(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor if its host changes it, and has it shown, while the press is under way."""
    id_ = await room.playing()
    await room.act(BEN, Resign(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    (again,) = await room.store.tables_in(PLACE)
    await post(room, again.id)
    welcome = Offers.must_be_welcome

    async def late(offers: Offers, actor: Actor, table: Table) -> None:
        await welcome(offers, actor, table)
        await room.act(ANA, Alter(again.id, BUL))
        await post(room, again.id)

    monkeypatch.setattr(Offers, "must_be_welcome", late)
    assert why(await room.act(BEN, Rematch(id_))) == "agreement.rematch"
    assert (await room.table(again.id)).status is Status.OFFERED


async def test_a_rematch_with_another_word(room: Room, why: Why) -> None:
    """Nor does that button agree to a word that was changed since the rematch was posted."""
    id_ = await room.playing()
    await room.act(BEN, Resign(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    (again,) = await room.store.tables_in(PLACE)
    await room.act(ANA, GiveWord(again.id, "maize"))
    await post(room, again.id)
    await room.act(ANA, GiveWord(again.id, "corn"))
    assert why(await room.act(BEN, Rematch(id_))) == "agreement.edited"


async def test_ready_last(room: Room, why: Why) -> None:
    """Whoever is the last to be ready begins the game with the words that they have seen."""
    id_ = await lose(room, BEN, await begin(room))
    ready = await pressed(room, id_, Accept)
    await room.act(ANA, Accept(id_, "maize"))
    assert why(await room.act(BEN, ready)) == "agreement.changed"
    assert not (await room.act(BEN, await pressed(room, id_, Accept))).refused
    assert (await room.table(id_)).status is Status.PLAYING


async def test_handing_over_to_a_person(room: Room, why: Why) -> None:
    """Hand over names a person: whoever has their seat since is not made the host."""
    id_ = await opened(room, 4)
    await joined(room, id_, 1, BEN)
    hand_over = chosen(await room.act(ANA, ShowMenu(id_, "host")))
    assert isinstance(hand_over, HandOver)
    await room.act(BEN, Leave(id_))
    await joined(room, id_, 1, EVE)
    assert why(await room.act(ANA, hand_over)) == "lobby.moved"
    assert await seen(room, id_) == "Ana* - Eve -"
    await joined(room, id_, 1, BEN)
    assert not (await room.act(ANA, hand_over)).refused
    assert await seen(room, id_) == "Ana - Eve Ben*"


async def test_removing_a_person(room: Room, why: Why) -> None:
    """Remove names a person or an invitation, not a seat."""
    id_ = await opened(room, 4, BEN)
    await joined(room, id_, 1, CARA)
    first = await room.act(ANA, ShowMenu(id_, "dismiss"))
    people = {room.say(each.text): chosen(first, at) for at, each in enumerate(first.choices)}
    await room.act(BEN, Leave(id_))
    await room.act(CARA, Leave(id_))
    await joined(room, id_, 1, DAN, EVE)
    for label, dismiss in people.items():
        assert isinstance(dismiss, Dismiss), label
        assert why(await room.act(ANA, dismiss)) == "lobby.moved"
    assert await seen(room, id_) == "Ana* - Dan Eve"


async def test_an_invited_person_who_has_joined(room: Room) -> None:
    """A person who has taken the reserved seat is still the one whom Remove names."""
    id_ = await opened(room, 4, BEN)
    dismiss = chosen(await room.act(ANA, ShowMenu(id_, "dismiss")))
    await joined(room, id_, 0, BEN)
    assert not (await room.act(ANA, dismiss)).refused
    assert await seen(room, id_) == "Ana* - - -"


async def test_blocking_another_host(room: Room, why: Why) -> None:
    """Block names the host: if another player hosts the lobby since, nobody is blocked."""
    id_ = await opened(room, 4, BEN)
    block = await pressed(room, id_, BlockHost)
    await joined(room, id_, 0, CARA)
    await room.act(ANA, chosen(await room.act(ANA, ShowMenu(id_, "host"))))
    assert why(await room.act(BEN, block)) == "block.moved"
    assert not (await room.store.preferences(BEN.user)).blocked


async def test_taking_another_seat(room: Room, why: Why) -> None:
    """Take names the seat and who gave it up: nobody else's seat is taken instead."""
    id_ = await begin_teams(room)
    await room.act(ANA, Resign(id_, sure=True))
    take = await pressed(room, id_, TakeSeat)
    assert not (await room.act(EVE, take)).refused
    await room.act(BEN, Resign(id_, sure=True))
    assert why(await room.act(FAY, take)) == "take.late"
    await room.act(EVE, Resign(id_, sure=True))
    assert why(await room.act(FAY, take)) == "take.none"
    assert not (await room.act(FAY, await pressed(room, id_, TakeSeat))).refused


@pytest.mark.parametrize("kind", [Claim, Extend])
async def test_claiming_from_another_player(room: Room, why: Why, kind: type[Act]) -> None:
    """A decision about a player who has gone is not one about the next."""
    id_ = await begin_teams(room)
    await change(room, id_, lambda table: steps.miss(table, Absence(0, int(room.now), True)))
    claim = await pressed(room, id_, kind)
    for gone in (None, Absence(1, int(room.now), True)):
        await change(room, id_, partial(steps.miss, absence=gone))
    assert why(await room.act(BEN, claim)) == "claim.none"
    assert not (await room.act(BEN, await pressed(room, id_, kind))).refused


@pytest.mark.parametrize("agrees", [0, 1])
async def test_another_offer(room: Room, why: Why, agrees: int) -> None:
    """An answer to an offer that the store has lost is none to another with its revision."""
    id_ = await room.playing()
    await room.act(ANA, Draw(id_))
    answer = await pressed(room, id_, Answer, agrees)
    asking = (await room.table(id_)).asking
    assert asking is not None
    lost = replace(asking, wish=Wish.PAUSE)
    await change(room, id_, lambda table: changed(table, asking=lost))
    assert why(await room.act(BEN, answer)) == "agree.gone"
    assert not (await room.act(BEN, await pressed(room, id_, Answer, agrees))).refused


@pytest.mark.parametrize(("ask", "alone"), [(Resign, "resign.sure"), (LeaveMatch, "match.leave")])
async def test_leaving_after_the_partner(
    room: Room, why: Why, ask: type[Resign] | type[LeaveMatch], alone: str
) -> None:
    """Who was told that a partner plays on is asked again once leaving would lose the game."""
    id_ = await begin_teams(room)
    leave = chosen(await room.act(ANA, ask(id_)))
    await room.act(CARA, Resign(id_, sure=True))
    reply = await room.act(ANA, leave)
    assert why(reply) == alone
    assert (await room.table(id_)).status is Status.PLAYING
    assert not (await room.act(ANA, chosen(reply))).refused
    assert (await room.table(id_)).status is Status.OVER


def test_what_is_not_secret() -> None:
    """Without the seed, nobody can compute an agreement: it differs from table to table."""
    other = replace(OFFER, seed=bytes(32))
    assert not {agreement(OFFER)[at : at + 6] for at in range(0, 24, 6)} & {
        agreement(other)[at : at + 6] for at in range(0, 24, 6)
    }


async def change(room: Room, id_: TableId, make: Callable[[Table], Step]) -> None:
    """Commit a step that nobody asked for."""
    table = await room.table(id_)
    step = make(table)
    await room.tables.commit(table, step, Operation(f"{id_}:{step.table.revision}"))

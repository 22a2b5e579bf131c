"""Showing a game in another chat by a player's code, with the consent of everyone who plays."""

import json
import re
from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.share import Share
from bot.acts.gather.sit import Sit
from bot.acts.look.close import Close
from bot.acts.look.hide import HideBoard
from bot.acts.look.watch import Watch
from bot.acts.me.forget import ForgetMe
from bot.acts.me.my_data import ShowMyData
from bot.acts.places import MAX_COPIES
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.resign import Resign
from bot.show.presenter import page_of
from bot.table.agreement import offer_mark
from bot.table.asking import Viewing
from bot.table.button import Button
from bot.table.forgetting import names
from bot.table.ids import TableId
from bot.table.invites import read_code
from bot.table.people import Actor, Place, Platform, User
from bot.table.request import Reply
from bot.table.table import Status, Table
from tests.bot.acts.agreeing import DAN, partners
from tests.bot.acts.gathering import opened
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why

BEANS = Place(Platform.DISCORD, "beans")
EVE = Actor(User(Platform.DISCORD, "5"), "Eve")


async def code(room: Room, id_: TableId, player: Actor = ANA) -> str:
    """The code of a player, with which others can watch."""
    reply = await room.act(player, Share(id_))
    (found,) = (text for text in reply.texts if text.key == "share.show-code")
    return str(dict(found.args)["code"])


async def wishes(
    room: Room, id_: TableId, place: Place = BEANS, player: Actor = ANA, by: Actor = EVE
) -> Reply:
    """Let somebody wish to have a game shown in their channel, by the code of a player."""
    return await room.act(by, Watch(*read_code(await code(room, id_, player))), place=place)


async def viewing(room: Room, id_: TableId) -> Viewing:
    """What is wished of a table."""
    found = (await room.table(id_)).viewing
    assert found is not None
    return found


async def answer(room: Room, id_: TableId, player: Actor, *, allows: bool) -> Reply:
    """Let a player answer on the board."""
    asking = (await viewing(room, id_)).asking
    mark = offer_mark(await room.table(id_), asking)
    return await room.act(player, Answer(id_, asking.revision, allows, mark))


async def shown(room: Room, id_: TableId, place: Place = BEANS) -> None:
    """Let Eve have a game of Ana's shown in her channel, as Ben allows."""
    assert not (await wishes(room, id_, place)).refused
    assert not (await answer(room, id_, BEN, allows=True)).refused
    assert (await room.table(id_)).shown_in[-1] == place


def labels(room: Room, table: Table) -> list[str]:
    """The labels of a board's buttons."""
    buttons = page_of(room.games, table, "en", look=None).buttons
    return [room.say(each.text) for each in buttons if isinstance(each, Button)]


async def test_the_others_are_asked(room: Room) -> None:
    """A game isn't shown elsewhere before the other player has allowed it."""
    id_ = await room.playing()
    reply = await wishes(room, id_)
    assert (await room.table(id_)).shown_in == (PLACE,)
    (text,) = reply.texts
    assert room.say(text).startswith("Ben is asked whether this game may be shown here.")


async def test_the_board_asks(room: Room) -> None:
    """It says who asks, by whose code, and mentions who is asked."""
    id_ = await room.playing()
    await wishes(room, id_)
    page = page_of(room.games, await room.table(id_), "en", look=None)
    line = "Eve asks to show this game in another chat, with a code from Ana."
    assert line in [room.say(each) for each in page.lines]
    assert [each.user for each in page.mentions] == [BEN.user]
    assert {"Allow", "Not there"} <= {*labels(room, await room.table(id_))}


async def test_no_chat_is_named(room: Room) -> None:
    """Where the game would be shown is told to nobody."""
    id_ = await room.playing()
    await wishes(room, id_, Place(Platform.DISCORD, "secretsociety"))
    page = page_of(room.games, await room.table(id_), "en", look=None)
    assert not any(re.search("secretsociety", room.say(each)) for each in page.lines)


async def test_it_is_allowed(room: Room) -> None:
    """One press of the other player, and the game is shown there."""
    id_ = await room.playing()
    await shown(room, id_)
    table = await room.table(id_)
    assert (table.shown_in, table.viewing) == ((PLACE, BEANS), None)


async def test_it_is_not_allowed(room: Room) -> None:
    """One press of the other player, and nothing comes of it."""
    id_ = await room.playing()
    await wishes(room, id_)
    await answer(room, id_, BEN, allows=False)
    table = await room.table(id_)
    assert (table.shown_in, table.viewing, table.declined) == ((PLACE,), None, 1)


async def test_everyone_has_to_allow_it(room: Room) -> None:
    """Of a team, too, each person is asked."""
    id_ = await partners(room)
    reply = await wishes(room, id_)
    assert "Ben, Cara, and Dan are asked" in room.say(reply.texts[0])
    for player in (BEN, CARA, DAN):
        assert (await room.table(id_)).shown_in == (PLACE,)
        await answer(room, id_, player, allows=True)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_one_refusal_ends_it(room: Room) -> None:
    """It doesn't matter who else has allowed it."""
    id_ = await partners(room)
    await wishes(room, id_)
    await answer(room, id_, CARA, allows=True)
    await answer(room, id_, BEN, allows=False)
    table = await room.table(id_)
    assert (table.shown_in, table.viewing) == ((PLACE,), None)


async def test_allowing_it_twice(room: Room, why: Why) -> None:
    """Who has allowed it has, and the others are still asked."""
    id_ = await partners(room)
    await wishes(room, id_)
    await answer(room, id_, CARA, allows=True)
    assert why(await answer(room, id_, CARA, allows=True)) == "agree.already"


async def test_the_player_of_the_code_takes_it_back(room: Room) -> None:
    """Who has given the code out can end what has come of it."""
    id_ = await room.playing()
    await wishes(room, id_)
    await answer(room, id_, ANA, allows=False)
    assert (await room.table(id_)).viewing is None


async def test_strangers_do_not_answer(room: Room, why: Why) -> None:
    """To allow it is for players."""
    id_ = await room.playing()
    await wishes(room, id_)
    assert why(await answer(room, id_, CARA, allows=True)) == "seat.none"


async def test_a_player_who_asks(room: Room) -> None:
    """Who plays and asks for their own channel has allowed it with that."""
    id_ = await room.playing()
    await wishes(room, id_, by=BEN)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_playing_alone(room: Room) -> None:
    """Nobody else is asked about a game against the computer."""
    id_ = await room.post(ANA, Practice("easy"))
    await wishes(room, id_)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_it_outlasts_moves(room: Room) -> None:
    """The others answer when they like, although the game goes on."""
    id_ = await room.playing([2, 1, 3, 4])
    await wishes(room, id_)
    await room.move(ANA, id_, "b+3")
    await answer(room, id_, BEN, allows=True)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_a_button_of_before(room: Room) -> None:
    """A press on an older board counts, too: it isn't about the position."""
    id_ = await room.playing([2, 1, 3, 4])
    await wishes(room, id_)
    asking = (await viewing(room, id_)).asking
    press = Answer(
        id_, asking.revision, agrees=True, mark=offer_mark(await room.table(id_), asking)
    )
    await room.move(ANA, id_, "b+3")
    await room.act(BEN, press)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_it_is_in_no_offers_way(room: Room) -> None:
    """Meanwhile players can offer each other something, and each is answered by itself."""
    id_ = await room.playing()
    await wishes(room, id_)
    await room.act(ANA, Draw(id_))
    draw = (await room.table(id_)).asking
    assert draw is not None
    await room.act(BEN, Answer(id_, draw.revision, agrees=False))
    await answer(room, id_, BEN, allows=True)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_it_ends_with_the_game(room: Room) -> None:
    """A game that is over asks nothing."""
    id_ = await room.playing()
    await wishes(room, id_)
    await room.act(BEN, Resign(id_, sure=True))
    assert (await room.table(id_)).viewing is None


async def test_one_at_a_time(room: Room, why: Why) -> None:
    """While the players are asked, nobody else can ask them."""
    id_ = await room.playing()
    await wishes(room, id_)
    assert why(await wishes(room, id_, Place(Platform.DISCORD, "peas"))) == "watch.open"


async def test_a_command_that_is_delivered_again(room: Room) -> None:
    """It asks once, and is answered alike."""
    id_ = await room.playing()
    watch = Watch(*read_code(await code(room, id_)))
    replies = [await room.act(EVE, watch, place=BEANS, operation="once") for _ in range(2)]
    assert replies[0].texts == replies[1].texts
    assert not any(reply.refused for reply in replies)


async def test_asking_again(room: Room, why: Why) -> None:
    """In the same turn it isn't asked again, and in later ones the board mentions nobody for it."""
    id_ = await room.playing([2, 1, 3, 4])
    await wishes(room, id_)
    await answer(room, id_, BEN, allows=False)
    assert why(await wishes(room, id_)) == "watch.declined"
    room.now += 1
    await room.move(ANA, id_, "b+3")
    assert not (await wishes(room, id_)).refused
    assert (await room.table(id_)).silent


async def test_before_the_game(room: Room, why: Why) -> None:
    """Others who wait for a game to begin can't be asked, so it isn't shown."""
    challenge, lobby = await room.post(ANA, Challenge((BEN,))), await opened(room, 4)
    await room.act(BEN, Accept(lobby))
    for id_ in (challenge, lobby):
        assert why(await wishes(room, id_)) == "watch.early"


async def test_an_open_challenge(room: Room) -> None:
    """Who waits alone for others can let it be shown; who joins sees that."""
    id_ = await room.post(ANA, Open())
    await wishes(room, id_)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_what_is_stored_of_who_asks(room: Room) -> None:
    """As long as it is open, it is among their data, and deleted with it."""
    id_ = await room.playing()
    await wishes(room, id_)
    reply = await room.act(EVE, ShowMyData(), place=BEANS)
    assert reply.file is not None
    (game,) = json.loads(reply.file.data)["games"]
    assert (game["id"], game["asked_to_watch"]) == (id_, True)
    await room.act(EVE, ForgetMe(EVE.user.id), place=BEANS)
    await room.fall_due()
    assert not names(await room.table(id_), (EVE.user,))


async def test_nothing_of_who_asked(room: Room) -> None:
    """Once it is answered, the table doesn't name them."""
    id_ = await room.playing()
    await shown(room, id_)
    assert not names(await room.table(id_), (EVE.user,))


async def test_watching_gives_no_seat(room: Room, why: Why) -> None:
    """The code to watch isn't one of a seat."""
    id_ = await room.post(ANA, Open())
    assert why(await room.act(EVE, Sit(*read_code(await code(room, id_))))) == "seat-link.spent"


async def test_watching_twice(room: Room, why: Why) -> None:
    """A channel shows a game once."""
    id_ = await room.playing()
    await shown(room, id_)
    assert why(await wishes(room, id_)) == "watch.shown"


async def test_many_places(room: Room, why: Why) -> None:
    """A game is shown in a few places only."""
    id_ = await room.playing()
    for number in range(MAX_COPIES):
        await shown(room, id_, Place(Platform.DISCORD, f"c{number}"))
    assert why(await wishes(room, id_)) == "board.copies"


@pytest.mark.parametrize("actor", [ANA, EVE])
async def test_no_longer_watching(room: Room, actor: Actor) -> None:
    """The player of the code and the person who asked for it can end it."""
    id_ = await room.playing()
    await shown(room, id_)
    await room.act(actor, HideBoard(id_), place=BEANS)
    assert (await room.table(id_)).shown_in == (PLACE,)


async def test_others_can_not_end_it(room: Room, why: Why) -> None:
    """Nobody else can hide a game from those who watch it."""
    id_ = await room.playing()
    await shown(room, id_)
    assert why(await room.act(CARA, HideBoard(id_), place=BEANS)) == "hide.none"


async def test_a_moderator_ends_it(room: Room) -> None:
    """A moderator removes the game from their channel, and it goes on elsewhere."""
    id_ = await room.playing()
    await shown(room, id_)
    await room.act(replace(EVE, manages=True), Close(id_), place=BEANS)
    table = await room.table(id_)
    assert (table.status, table.shown_in) == (Status.PLAYING, (PLACE,))


async def test_a_game_that_is_over_is_not_shown(room: Room, why: Why) -> None:
    """A code lasts as long as the game."""
    id_ = await room.playing()
    found = await code(room, id_)
    await room.act(replace(ANA, manages=True), Close(id_))
    assert why(await room.act(EVE, Watch(*read_code(found)), place=BEANS)) == "table.over"

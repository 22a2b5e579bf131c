"""The seat of a guest who has lost it: new links, other browsers, and taking it back."""

import json
from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.come_back import ComeBack
from bot.acts.gather.open import Open
from bot.acts.gather.regain import Regain
from bot.acts.gather.renew import RenewSeat
from bot.acts.gather.share import Share
from bot.acts.me.block import Block
from bot.acts.me.forget import ForgetMe
from bot.acts.me.my_data import ShowMyData
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.resign import Resign
from bot.show.presenter import page_of
from bot.show.time_lines import browser_lines
from bot.table.button import Button
from bot.table.forgetting import names
from bot.table.guest_seats import MOST_BROWSERS
from bot.table.ids import TableId
from bot.table.invites import SEAT, Invites
from bot.table.people import Actor, Place, Platform, User
from bot.table.request import Reply
from bot.table.seats import Person
from bot.table.table import Status
from tests.bot.acts.gathering import opened
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why

URL = "https://puluc.example"
GAME_ROOM = Place(Platform.WEB, "t-game")
CHANNEL = Place(Platform.DISCORD, "beans")
HOST = Actor(User(Platform.DISCORD, "5"), "Eve")
DORA, NEW = (Actor(User(Platform.WEB, id_), "Dora") for id_ in ("dora", "new"))
"""A guest, and what her other browser calls her."""


@pytest.fixture
def room() -> Room:
    """A bot with public pages."""
    return Room(url=URL)


@pytest.fixture
def keys() -> Invites:
    """What makes the links of that bot."""
    return Invites(bytes(32), URL)


@pytest.fixture
async def game(room: Room) -> TableId:
    """A game of a host in a channel against Dora, who has come by a link."""
    id_ = await room.post(HOST, Open(), place=CHANNEL)
    await sit(room, id_, DORA)
    return id_


async def sit(room: Room, id_: TableId, guest: Actor, link: int = 0) -> None:
    """Let a guest take a seat by a link."""
    request = replace(room.request(guest, GAME_ROOM), seat_link=link)
    assert not (await room.service.act(Accept(id_), request)).refused


async def renew(room: Room, id_: TableId, host: Actor = HOST, seat: int = 1) -> Reply:
    """Let a host make a new link to a seat."""
    return await room.act(host, RenewSeat(id_, seat), place=CHANNEL)


async def secret(room: Room, id_: TableId) -> str:
    """The secret of a new link to Dora's seat."""
    reply = await renew(room, id_)
    (url,) = (str(dict(text.args)["url"]) for text in reply.texts if text.key == "share.link")
    return url.partition(f"#{SEAT}=")[2]


async def move(room: Room, id_: TableId, to: Actor = NEW) -> Reply:
    """Let somebody go on as Dora by a new link."""
    return await room.act(to, ComeBack(id_, await secret(room, id_)), place=GAME_ROOM)


async def regain(room: Room, id_: TableId, guest: Actor = DORA) -> Reply:
    """Let a guest press what keeps the seat in this browser."""
    return await room.act(guest, Regain(id_), place=GAME_ROOM)


async def owner(room: Room, id_: TableId) -> User:
    """The account that has Dora's seat."""
    holder = (await room.table(id_)).seats[1]
    assert isinstance(holder, Person)
    return holder.user


async def test_another_browser_has_the_seat(room: Room, game: TableId) -> None:
    """Who opens the new link plays on, under the name that the guest had."""
    await move(room, game)
    holder = (await room.table(game)).seats[1]
    assert isinstance(holder, Person)
    assert (holder.user, holder.name) == (NEW.user, "Dora")


async def test_all_that_goes_with_it(room: Room, game: TableId) -> None:
    """Where the guest is called, and where the game is shown, are those of the new account."""
    await move(room, game)
    table = await room.table(game)
    assert table.calls_in(NEW.user) == GAME_ROOM
    assert [copy.user for copy in table.copies] == [NEW.user]


async def test_it_is_among_their_games(room: Room, game: TableId) -> None:
    """The new account finds the game, and the old one doesn't any more."""
    await move(room, game)
    found = [await room.store.tables_of(user) for user in (NEW.user, DORA.user)]
    assert [[table.id for table in some] for some in found] == [[game], []]


async def test_the_board_says_so(room: Room, game: TableId) -> None:
    """Everybody reads whose seat has gone to another browser, and who made the link."""
    before = [*browser_lines(await room.table(game))]
    await move(room, game)
    (line,) = browser_lines(await room.table(game))
    assert before == []
    assert room.say(line) == "Dora continued in another browser, with a new link from Eve."


@pytest.mark.parametrize("end", [Resign, Draw])
async def test_nobody_ends_the_game_of_a_guest(
    room: Room, why: Why, game: TableId, end: type[Resign | Draw]
) -> None:
    """Whoever has got the seat plays on for the guest, and doesn't give the game away."""
    act = Resign(game, sure=True) if end is Resign else Draw(game)
    await move(room, game)
    assert why(await room.act(NEW, act, place=GAME_ROOM)) == "seat.renewed"
    await room.act(DORA, Regain(game), place=GAME_ROOM)
    assert not (await room.act(DORA, act, place=GAME_ROOM)).refused


async def test_no_draw_for_a_guest(room: Room, why: Why, game: TableId) -> None:
    """Whoever has got the seat doesn't agree to a draw, either."""
    await move(room, game)
    await room.act(HOST, Draw(game), place=CHANNEL)
    asking = (await room.table(game)).asking
    assert asking is not None
    yes = Answer(game, asking.revision, agrees=True)
    assert why(await room.act(NEW, yes, place=GAME_ROOM)) == "seat.renewed"


async def test_the_end_says_so(room: Room, game: TableId) -> None:
    """So does the board of a game that has ended since."""
    await move(room, game)
    await room.act(HOST, Resign(game, sure=True), place=CHANNEL)
    table = await room.table(game)
    assert table.status is Status.OVER
    lines = page_of(room.games, table, "en", look=None).lines
    line = "Dora continued in another browser, with a new link from Eve."
    assert line in [room.say(each) for each in lines]


async def test_before_play(room: Room) -> None:
    """A seat in a lobby can be given to another browser, too."""
    id_ = await opened(room, 4)
    await sit(room, id_, DORA)
    seat = (await room.table(id_)).seat_of(DORA.user)
    assert seat is not None
    reply = await renew(room, id_, ANA, seat)
    key = str(dict(reply.texts[1].args)["url"]).partition(f"#{SEAT}=")[2]
    await room.act(NEW, ComeBack(id_, key), place=GAME_ROOM)
    assert (await room.table(id_)).seat_of(NEW.user) == seat


async def test_the_link_works_once(room: Room, game: TableId, why: Why) -> None:
    """Another press on the same link gives nothing."""
    key = await secret(room, game)
    await room.act(NEW, ComeBack(game, key), place=GAME_ROOM)
    reply = await room.act(CARA, ComeBack(game, key), place=GAME_ROOM)
    assert why(reply) == "seat-link.spent"


async def test_the_link_of_before(room: Room, game: TableId, why: Why) -> None:
    """The link that first gave the seat stays used up."""
    key = Invites(bytes(32), URL)._seat(await room.table(game), 0)  # noqa: SLF001 - no other way
    assert why(await room.act(NEW, ComeBack(game, key), place=GAME_ROOM)) == "seat-link.spent"


async def test_it_is_told_again(room: Room, game: TableId) -> None:
    """As long as a link counts, another press tells the same one, and so do the game's links."""
    reply = await renew(room, game)
    again, shared = await renew(room, game), await room.act(HOST, Share(game), place=CHANNEL)
    assert again.texts == reply.texts
    assert reply.texts[1] in shared.texts


async def test_a_delivery_is_repeated(room: Room, game: TableId) -> None:
    """A press that is delivered twice gives the seat once, and is answered like before."""
    act = ComeBack(game, await secret(room, game))
    for _ in range(2):
        assert not (await room.act(NEW, act, place=GAME_ROOM, operation="once")).refused
    assert await owner(room, game) == NEW.user


async def test_what_the_guest_does_ends_the_link(room: Room, game: TableId, keys: Invites) -> None:
    """A guest who acts needs no link, so it becomes invalid."""
    key = await secret(room, game)
    await room.act(DORA, Draw(game), place=GAME_ROOM)
    assert keys.guest(await room.table(game), key) is None


async def test_what_others_do_does_not(room: Room, game: TableId, keys: Invites) -> None:
    """The link stays valid while other people play."""
    key = await secret(room, game)
    assert not (await room.move(HOST, game, (await room.moves(game))[0], place=CHANNEL)).refused
    assert keys.guest(await room.table(game), key) == DORA.user


async def test_the_guest_is_here(room: Room, game: TableId, keys: Invites) -> None:
    """A button of the guest's page does nothing but make the link invalid."""
    key = await secret(room, game)
    assert not (await regain(room, game)).refused
    assert keys.guest(await room.table(game), key) is None


async def test_each_link_is_another_one(room: Room, game: TableId) -> None:
    """A link that has become invalid never counts again."""
    key = await secret(room, game)
    await regain(room, game)
    assert await secret(room, game) != key


async def test_the_old_browser_takes_it_back(room: Room, game: TableId) -> None:
    """One press, and the seat is where it was, with all that goes with it."""
    before = await room.table(game)
    await move(room, game)
    await regain(room, game)
    after = await room.table(game)
    assert (after.seats, after.copies, after.joined) == (before.seats, before.copies, before.joined)


async def test_once_and_for_all(room: Room, game: TableId, why: Why) -> None:
    """After that there is no new link to the seat."""
    await move(room, game)
    await regain(room, game)
    assert why(await renew(room, game)) == "renew.settled"


async def test_the_new_browser_can_not(room: Room, game: TableId, why: Why) -> None:
    """Whoever has lost the seat to the browser that had it before has no claim to it."""
    await move(room, game)
    await regain(room, game)
    assert why(await regain(room, game, NEW)) == "regain.none"


async def test_nobody_else_can(room: Room, game: TableId, why: Why) -> None:
    """To take a seat back is for those who had it."""
    await move(room, game)
    assert why(await regain(room, game, CARA)) == "regain.none"


async def test_every_browser_of_before_can(room: Room, game: TableId) -> None:
    """Of several that had it, each takes it back from those that came later."""
    await move(room, game)
    await move(room, game, CARA)
    await regain(room, game, NEW)
    assert await owner(room, game) == NEW.user
    await regain(room, game, DORA)
    assert await owner(room, game) == DORA.user


async def test_it_is_not_passed_on_for_ever(room: Room, game: TableId, why: Why) -> None:
    """A seat is given to a few other browsers only."""
    for number in range(MOST_BROWSERS):
        await move(room, game, Actor(User(Platform.WEB, f"b{number}"), "Dora"))
    assert why(await renew(room, game)) == "renew.often"


async def test_both_sides(room: Room, why: Why) -> None:
    """A player of the game can't take a guest's seat as well."""
    id_ = await opened(room, 4)
    await sit(room, id_, DORA)
    await room.act(BEN, Accept(id_))
    table = await room.table(id_)
    seat = table.seat_of(DORA.user)
    assert seat is not None
    reply = await renew(room, id_, ANA, seat)
    key = str(dict(reply.texts[1].args)["url"]).partition(f"#{SEAT}=")[2]
    for actor in (ANA, BEN, DORA):
        assert why(await room.act(actor, ComeBack(id_, key))) == "seat-link.own"


async def test_who_has_left(room: Room, why: Why) -> None:
    """Nor can who has given up a seat of the game, perhaps of the other side."""
    id_ = await opened(room, 4)
    await sit(room, id_, DORA)
    for actor in (BEN, CARA):
        await room.act(actor, Accept(id_))
    await room.act(BEN, Resign(id_, sure=True))
    seat = (await room.table(id_)).seat_of(DORA.user)
    assert seat is not None
    reply = await renew(room, id_, ANA, seat)
    key = str(dict(reply.texts[1].args)["url"]).partition(f"#{SEAT}=")[2]
    assert (await room.table(id_)).seat_of(BEN.user) is None
    assert why(await room.act(BEN, ComeBack(id_, key))) == "seat-link.own"


async def test_only_browsers(room: Room, game: TableId, why: Why) -> None:
    """Nobody takes a guest's seat from a chat."""
    key = await secret(room, game)
    stranger = Actor(User(Platform.DISCORD, "9"), "Dan")
    assert why(await room.act(stranger, ComeBack(game, key), place=CHANNEL)) == "seat-link.spent"


async def test_a_blocked_person(room: Room, game: TableId, why: Why) -> None:
    """A new link doesn't evade a block."""
    await room.act(HOST, Block(NEW))
    assert why(await move(room, game)) == "accept.blocked"


async def test_only_the_host(room: Room, game: TableId, why: Why) -> None:
    """Nobody else can make a new link to a seat."""
    assert why(await renew(room, game, CARA)) == "lobby.host"


async def test_the_hosts_own_seat(room: Room, game: TableId, why: Why) -> None:
    """There is no link to the host's own seat."""
    assert why(await renew(room, game, seat=0)) == "renew.guests"


async def test_players_of_chats(room: Room, why: Why) -> None:
    """There is no link to the seat of somebody who has an account elsewhere."""
    dan = Actor(User(Platform.DISCORD, "9"), "Dan")
    id_ = await room.post(HOST, Challenge((dan,)), place=CHANNEL)
    await room.act(dan, Accept(id_), place=CHANNEL)
    assert why(await renew(room, id_)) == "renew.guests"


async def test_without_public_pages(why: Why) -> None:
    """A bot without public pages has no such links."""
    room = Room()
    id_ = await room.playing()
    assert why(await room.act(ANA, RenewSeat(id_, 1))) == "renew.guests"


async def test_a_game_that_is_over(room: Room, game: TableId, why: Why) -> None:
    """Nothing can be taken any more, and nothing taken back."""
    key = await secret(room, game)
    await room.act(HOST, Resign(game, sure=True), place=CHANNEL)
    assert (await room.table(game)).status is Status.OVER
    assert why(await room.act(NEW, ComeBack(game, key), place=GAME_ROOM)) == "table.over"


async def test_links_offer_it(room: Room, game: TableId) -> None:
    """Among the game's links, the host finds a button for each guest; nobody else does."""
    labels = []
    for actor, place in ((HOST, CHANNEL), (DORA, GAME_ROOM)):
        reply = await room.act(actor, Share(game), place=place)
        labels.append([room.say(b.text) for b in reply.choices if isinstance(b, Button)])
    assert labels == [["New link for Dora"], []]


async def test_what_is_stored(room: Room, game: TableId) -> None:
    """Who has had the seat finds among their data that they can take it back."""
    await move(room, game)
    reply = await room.act(DORA, ShowMyData(), place=GAME_ROOM)
    assert reply.file is not None
    (found,) = json.loads(reply.file.data)["games"]
    assert (found["id"], found["seats_to_take_back"]) == (game, [1])


async def test_who_is_forgotten(room: Room, game: TableId) -> None:
    """The browser that had the seat before can delete its data; then it has no claim."""
    await move(room, game)
    await room.act(DORA, ForgetMe(DORA.user.id), place=GAME_ROOM)
    await room.fall_due()
    table = await room.table(game)
    assert not names(table, (DORA.user,))
    assert await owner(room, game) == NEW.user

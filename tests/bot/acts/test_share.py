"""Links to the free seats of a table: who gets them, which are valid, and what they do."""

import re
import secrets
from dataclasses import replace

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.share import Share
from bot.acts.gather.sit import Sit
from bot.acts.look.settings import ChangeSettings
from bot.acts.look.watch import Watch
from bot.acts.me.block import Block
from bot.acts.play.resign import Resign
from bot.acts.registry import decode
from bot.table import invites
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.invites import Invites, read_code
from bot.table.naming import name_of
from bot.table.people import Actor, Place, Platform, User
from bot.table.request import Reply
from bot.table.table import Status
from engine.text import Text
from tests.bot.acts.gathering import opened
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why

URL = "https://puluc.example"
GAME_ROOM = Place(Platform.WEB, "t-game")
DORA = Actor(User(Platform.WEB, "dora"), "Dora")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
GUESSES = 1000
"""Of each table; `tests/scale/guesses.py` makes a million."""


@pytest.fixture
def room() -> Room:
    """A channel of a bot with public pages."""
    return Room(url=URL)


@pytest.fixture
def keys() -> Invites:
    """What makes the links of that bot."""
    return Invites(bytes(32), URL)


async def team(room: Room) -> TableId:
    """Let Ana open a game of four; return its table."""
    return await opened(room, 4)


def links(reply: Reply) -> list[str]:
    """Return the links to seats in a reply."""
    return [url for url in _urls(reply) if "#" in url]


def codes(reply: Reply, key: str = "share.sit-code") -> list[str]:
    """Return the codes in a reply."""
    return [str(dict(text.args)["code"]) for text in reply.texts if text.key == key]


def _urls(reply: Reply) -> list[str]:
    return [str(dict(text.args)["url"]) for text in reply.texts if text.key == "share.link"]


async def take(
    room: Room, actor: Actor, table: TableId, link: int, act: Act | None = None
) -> Reply:
    """Let somebody take a seat by the link of a number, in a place of the table's own."""
    request = replace(room.request(actor, GAME_ROOM), seat_link=link)
    return await room.service.act(act or Accept(table), request)


async def test_the_host_gets_a_link_for_each_free_seat(room: Room) -> None:
    """The links are different, and those of the table's page."""
    id_ = await team(room)
    told = links(await room.act(ANA, Share(id_)))
    page = f"{URL}/g/{(await room.table(id_)).code}#seat="
    assert len(set(told)) == 3
    assert all(link.startswith(page) for link in told)


async def test_others_get_the_link_to_the_page(room: Room) -> None:
    """A player who isn't the host is told how to watch only."""
    id_ = await team(room)
    await room.act(BEN, Accept(id_))
    assert _urls(await room.act(BEN, Share(id_))) == [f"{URL}/g/{(await room.table(id_)).code}"]


async def test_strangers_get_no_link(room: Room, why: Why) -> None:
    """Nobody is told links to a table at which they have no seat."""
    assert why(await room.act(BEN, Share(await team(room)))) == "seat.none"


async def test_a_bot_without_pages_has_codes() -> None:
    """Seats are then taken with commands."""
    room = Room()
    reply = await room.act(ANA, Share(await team(room)))
    assert _urls(reply) == []
    assert len(codes(reply)) == 3


async def test_a_secret_has_120_bits(room: Room, keys: Invites) -> None:
    """Each seat has its own secret of 24 characters, with five bits in each."""
    secret_ones = keys.seats(await room.table(await team(room)))
    assert len(set(secret_ones)) == 3
    assert all(re.fullmatch("[a-z2-7]{24}", secret) for secret in secret_ones)


async def test_nobody_guesses_a_link(room: Room, keys: Invites) -> None:
    """No random secret is that of a link."""
    table = await room.table(await team(room))
    guesses = ("".join(secrets.choice(LETTERS) for _ in range(24)) for _ in range(GUESSES))
    assert not any(keys.seat(table, guess) is not None for guess in guesses)


async def test_a_link_of_another_table(room: Room, keys: Invites) -> None:
    """A secret gives no seat at another table."""
    one, other = await room.table(await team(room)), await room.table(await team(room))
    (first, *_) = keys.links(one)
    secret = first.partition("#seat=")[2]
    assert (keys.seat(one, secret), keys.seat(other, secret)) == (0, None)


async def test_a_link_gives_a_seat_once(room: Room, why: Why) -> None:
    """It is used up with the seat, and the others stay valid."""
    id_ = await team(room)
    await take(room, BEN, id_, 1)
    assert invites.valid(await room.table(id_)) == (0, 2)
    assert why(await take(room, CARA, id_, 1)) == "seat-link.spent"


async def test_a_seat_that_is_free_again_has_another_link(room: Room) -> None:
    """A link stays used up if its player leaves."""
    id_ = await team(room)
    await take(room, BEN, id_, 0)
    await room.act(BEN, Leave(id_), place=GAME_ROOM)
    assert invites.valid(await room.table(id_)) == (1, 2, 3)


async def test_a_side_is_chosen(room: Room) -> None:
    """Who comes by a link to a lobby can join the side they like."""
    id_ = await team(room)
    await take(room, BEN, id_, 0, Join(id_, 0))
    seat = (await room.table(id_)).seat_of(BEN.user)
    assert seat is not None
    assert room.games.game((await room.table(id_)).header).side(seat) == 0


async def test_a_reserved_seat_has_no_link(room: Room) -> None:
    """Only the person who is challenged can accept a challenge."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert invites.valid(await room.table(id_)) == ()


async def test_a_game_that_has_begun_has_no_links(room: Room, why: Why) -> None:
    """Whoever comes too late is told that the seat is taken."""
    id_ = await room.post(ANA, Open())
    await room.act(BEN, Accept(id_))
    assert invites.valid(await room.table(id_)) == ()
    assert why(await take(room, CARA, id_, 0)) == "accept.taken"


async def test_the_game_is_shown_where_they_are(room: Room) -> None:
    """The place of somebody who came by a link shows the table from then on."""
    id_ = await room.post(ANA, Open())
    await take(room, BEN, id_, 0)
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    assert GAME_ROOM in table.shown_in
    assert table.place_of(BEN.user) == GAME_ROOM


async def test_other_places_can_not_take_a_seat(room: Room, why: Why) -> None:
    """Without a link, a seat is taken only where the table is shown."""
    id_ = await room.post(ANA, Open())
    assert why(await room.act(BEN, Accept(id_), place=GAME_ROOM)) == "table.elsewhere"


async def test_a_blocked_person_can_not_use_a_link(room: Room, why: Why) -> None:
    """A link doesn't evade a block."""
    await room.act(ANA, Block(DORA))
    assert why(await take(room, DORA, await room.post(ANA, Open()), 0)) == "accept.blocked"


async def test_new_links(room: Room, keys: Invites) -> None:
    """New links replace all earlier ones."""
    id_ = await team(room)
    before = links(await room.act(ANA, Share(id_)))
    after = links(await room.act(ANA, Share(id_, renewed=True)))
    table = await room.table(id_)
    numbers = [keys.seat(table, url.partition("#seat=")[2]) for url in (*before, *after)]
    assert numbers == [None, None, None, 0, 1, 2]


async def test_only_the_host_renews_links(room: Room, why: Why) -> None:
    """Another player can't make the links of the host invalid."""
    id_ = await team(room)
    await room.act(BEN, Accept(id_))
    assert why(await room.act(BEN, Share(id_, renewed=True))) == "lobby.host"


BEANS = Place(Platform.DISCORD, "beans")
EVE = Actor(User(Platform.DISCORD, "5"), "Eve")


async def offer(room: Room, id_: TableId, actor: Actor = EVE, place: Place = BEANS) -> Reply:
    """Let somebody type the first code of a seat elsewhere."""
    (code, *_) = codes(await room.act(ANA, Share(id_)))
    return await room.act(actor, Sit(*read_code(code)), place=place)


def first(reply: Reply) -> Act:
    """Return the act of the first button of a reply."""
    button = reply.choices[0]
    assert isinstance(button, Button)
    return decode(button.act.code)


async def test_a_code_tells_first_what_is_offered(room: Room) -> None:
    """To type a code takes no seat; the button below the answer does."""
    id_ = await room.post(ANA, Open())
    reply = await offer(room, id_)
    assert not reply.refused
    assert (await room.table(id_)).has_free_seat


async def test_a_seat_from_another_platform(room: Room) -> None:
    """Whoever presses the button plays, and the game is shown where they are, too."""
    id_ = await room.post(ANA, Open())
    await room.act(EVE, first(await offer(room, id_)), place=BEANS)
    table = await room.table(id_)
    assert table.seat_of(EVE.user) == 1
    assert table.shown_in == (PLACE, BEANS)


async def test_without_a_name(room: Room) -> None:
    """Somebody can play with strangers without telling them their name, also again."""
    id_ = await room.post(ANA, Open())
    button = (await offer(room, id_)).choices[1]
    assert isinstance(button, Button)
    await room.act(EVE, decode(button.act.code), place=BEANS)
    assert [name_of(seat) for seat in (await room.table(id_)).seats][1] == Text("name.unnamed")
    await room.act(ANA, Resign(id_, sure=True))
    await room.act(EVE, Rematch(id_), place=BEANS)
    again = await room.service.following(await room.table(id_))
    assert again is not None
    assert Text("name.unnamed") in [name_of(seat) for seat in again.seats]


async def test_what_was_agreed_to(room: Room, why: Why) -> None:
    """If the game has become another one since, nobody agrees to it."""
    id_ = await room.post(ANA, Open())
    press = first(await offer(room, id_))
    await room.act(ANA, Alter(id_, (("road", "19"),)))
    assert why(await room.act(EVE, press, place=BEANS)) == "agreement.changed"


async def test_a_code_is_used_up(room: Room, why: Why) -> None:
    """Whoever comes second is told so."""
    id_ = await team(room)
    (code, *_) = codes(await room.act(ANA, Share(id_)))
    sit = Sit(*read_code(code))
    await room.act(EVE, first(await room.act(EVE, sit, place=BEANS)), place=BEANS)
    assert why(await room.act(CARA, sit, place=BEANS)) == "seat-link.spent"


async def test_a_channel_without_games(room: Room, why: Why) -> None:
    """A code opens no game where moderators want none."""
    await room.act(replace(EVE, manages=True), ChangeSettings("games", "no"), place=BEANS)
    assert why(await offer(room, await room.post(ANA, Open()))) == "offer.closed"


@pytest.mark.parametrize("act", [Sit, Watch])
@pytest.mark.parametrize("typed", ["", "k3f2qd7m2x", "k3f2qd7m2x" + "!" * 24])
async def test_no_code(room: Room, why: Why, act: type[Sit | Watch], typed: str) -> None:
    """Whoever types something else is told what to type."""
    assert why(await room.act(EVE, act(*read_code(typed)))) == f"{act.declared.name}.code"

"""Linking accounts: nobody gets an account, or the games of one, unless both have agreed."""

import json
from dataclasses import replace

from bot.acts.act import Act
from bot.acts.gather.challenge import Challenge
from bot.acts.limits import LINKS
from bot.acts.linking import CODE_SECONDS
from bot.acts.look.board import ShowBoard
from bot.acts.me.link import ConfirmLink, Link
from bot.acts.me.my_data import ShowMyData
from bot.acts.me.unlink import Sessions, Unlink
from bot.acts.play.resign import Resign
from bot.acts.registry import decode
from bot.table.accounts import MOST_ACCOUNTS, Account
from bot.table.button import Button
from bot.table.ids import fingerprint
from bot.table.people import Actor, Place, Platform, User
from bot.table.preferences import Preferences
from bot.table.request import Reply
from bot.table.seats import Person
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why
from tests.bot.acts.test_linked_accounts import GROUP, TINA

EVE = Actor(User(Platform.TELEGRAM, "666"), "Eve")
DIRECT = Place.private(TINA.user)


def pressed(reply: Reply, number: int = 0) -> Act:
    """The act of a reply's button, as a platform carries it."""
    button = reply.choices[number]
    assert isinstance(button, Button)
    act = decode(button.act.code)
    assert act == button.act
    return act


def keys(reply: Reply) -> list[str]:
    return [text.key for text in reply.texts]


def code_in(reply: Reply) -> str:
    (code,) = (text.args for text in reply.texts if text.key == "link.code")
    return str(dict(code)["code"])


async def press(room: Room, actor: Actor, reply: Reply, number: int = 0) -> Reply:
    return await room.act(actor, pressed(reply, number), place=DIRECT)


async def entered(room: Room, actor: Actor = TINA) -> Reply:
    """Ana's reply with a code that another account has entered and agreed to."""
    offered = await room.act(ANA, Link())
    asked = await room.act(actor, Link(code_in(offered)), place=DIRECT)
    assert keys(await press(room, actor, asked)) == ["link.agreed"]
    return offered


async def link(room: Room, actor: Actor = TINA) -> None:
    sure = await press(room, ANA, await entered(room, actor))
    assert keys(await press(room, ANA, sure)) == ["link.done", "link.shared"]


async def linked(room: Room, actor: Actor = ANA) -> list[User]:
    return [each.user for each in await room.store.accounts(actor.user)]


async def test_linking(room: Room) -> None:
    """Both sides are told who the other is, and agree."""
    offered = await room.act(ANA, Link())
    asked = await room.act(TINA, Link(code_in(offered)), place=DIRECT)
    assert room.say(asked.texts[0]) == "Do you want to link this account to Ana in a browser?"
    await press(room, TINA, asked)
    assert await linked(room) == []
    sure = await press(room, ANA, offered)
    assert room.say(sure.texts[0]).startswith("Tina on Telegram has entered your code.")
    assert await linked(room) == []
    await press(room, ANA, sure)
    assert await linked(room) == await linked(room, TINA) == [ANA.user, TINA.user]


async def test_not_without_the_other_side(room: Room) -> None:
    """Whoever got the code can't link anybody who hasn't entered it and agreed."""
    offered = await room.act(ANA, Link())
    await room.act(TINA, Link(code_in(offered)), place=DIRECT)
    waiting = await press(room, ANA, offered)
    assert keys(waiting)[0] == "link.waiting"
    forged = await room.act(ANA, ConfirmLink(code_in(offered), sure=True))
    assert keys(forged)[0] == "link.waiting"
    assert await linked(room) == []


async def test_not_by_the_other_side_alone(room: Room) -> None:
    """Whoever has entered a code can't confirm for the account that got it."""
    offered = await entered(room)
    await room.act(TINA, ConfirmLink(code_in(offered), sure=True), place=DIRECT)
    assert await linked(room) == []


async def test_one_account_for_a_code(room: Room, why: Why) -> None:
    """Only the first account that agrees to a code can be linked by it."""
    offered = await entered(room, EVE)
    reply = await room.act(TINA, ConfirmLink(code_in(offered)), place=DIRECT)
    assert why(reply) == "link.taken"
    sure = await press(room, ANA, offered)
    assert "Eve on Telegram" in room.say(sure.texts[0])


async def test_codes_expire(room: Room, why: Why) -> None:
    """A code is valid for five minutes, at each step."""
    offered = await entered(room)
    room.now += CODE_SECONDS
    assert why(await press(room, ANA, offered)) == "link.expired"
    reply = await room.act(EVE, Link(code_in(offered)), place=DIRECT)
    assert why(reply) == "link.expired"
    reply = await room.act(EVE, ConfirmLink(code_in(offered)), place=DIRECT)
    assert why(reply) == "link.expired"


async def test_a_redelivered_command(room: Room) -> None:
    """A command that is delivered again gets the same code, for the same time."""
    codes = [code_in(await room.act(ANA, Link(), operation="again")) for _ in range(2)]
    assert codes[0] == codes[1]
    other = code_in(await room.act(ANA, Link()))
    assert other != codes[0]


async def test_guesses(room: Room, why: Why) -> None:
    """Codes that nobody got link nothing, and few can be tried."""
    for _ in range(LINKS.most):
        assert why(await room.act(EVE, Link("aaaaaaaa"))) == "link.expired"
    assert why(await room.act(EVE, Link(code_in(await room.act(ANA, Link()))))) == "limit.links"


async def test_too_early(room: Room) -> None:
    """Who goes on too early is told the code again: the answer may have replaced it."""
    offered = await room.act(ANA, Link())
    waiting = await press(room, ANA, offered)
    assert waiting.texts[1:] == offered.texts[1:]
    assert waiting.choices == offered.choices
    assert code_in(offered) in room.say(waiting.texts[0])


async def test_ones_own_code(room: Room) -> None:
    """To enter a code where it was given is to go on, for those who have lost the button."""
    offered = await room.act(ANA, Link())
    assert keys(await room.act(ANA, Link(code_in(offered))))[0] == "link.waiting"
    asked = await room.act(TINA, Link(code_in(offered)), place=DIRECT)
    await press(room, TINA, asked)
    assert keys(await room.act(ANA, Link(code_in(offered))))[0] == "link.sure"


async def test_linked_already(room: Room, why: Why) -> None:
    """Linked accounts can't be linked again."""
    await link(room)
    offered = await room.act(ANA, Link())
    assert why(await room.act(TINA, Link(code_in(offered)), place=DIRECT)) == "link.already"


async def test_two_people_with_accounts(room: Room, why: Why) -> None:
    """Two accounts that are both linked to others can't be linked."""
    await link(room)
    await room.store.link(Account(BEN.user, "", 0), Account(CARA.user, "", 0))
    offered = await room.act(BEN, Link())
    assert why(await room.act(TINA, Link(code_in(offered)), place=DIRECT)) == "link.both"


async def test_too_many_accounts(room: Room, why: Why) -> None:
    """A person can link so many accounts."""
    others = [User(Platform.WEB, f"b{number}") for number in range(MOST_ACCOUNTS - 1)]
    for each in others:
        await room.store.link(Account(ANA.user, "Ana", 0), Account(each, "", 1))
    offered = await room.act(ANA, Link())
    assert why(await room.act(TINA, Link(code_in(offered)), place=DIRECT)) == "link.many"


async def test_not_on_both_sides(room: Room, why: Why) -> None:
    """Accounts that take part in one game aren't linked before it's over."""
    offered = await room.act(ANA, Link())
    asked = await room.act(BEN, Link(code_in(offered)))
    id_ = await room.playing()
    assert why(await press(room, BEN, asked)) == "link.playing"
    await room.act(BEN, Resign(id_, sure=True))
    assert keys(await press(room, BEN, asked)) == ["link.agreed"]


async def test_a_game_that_begins_meanwhile(room: Room, why: Why) -> None:
    """What both take part in is looked for again as the accounts are linked."""
    sure = await press(room, ANA, await entered(room, BEN))
    await room.post(ANA, Challenge((BEN,)))
    assert why(await press(room, ANA, sure)) == "link.playing"
    assert await linked(room) == []


async def test_settings_of_who_got_the_code(room: Room) -> None:
    """The settings are those of the account that got the code."""
    await room.store.prefer(ANA.user, Preferences(zone="UTC"))
    await room.store.prefer(TINA.user, Preferences(zone="Europe/Paris"))
    await link(room)
    assert (await room.store.preferences(TINA.user)).zone == "UTC"


async def test_a_third_account(room: Room) -> None:
    """An account joins others, whichever of the two got the code."""
    await link(room, BEN)
    offered = await room.act(TINA, Link(), place=DIRECT)
    asked = await room.act(BEN, Link(code_in(offered)))
    await press(room, BEN, asked)
    await press(room, TINA, await press(room, TINA, offered))
    assert await linked(room, TINA) == [ANA.user, BEN.user, TINA.user]


async def test_unlinked_by_a_button(room: Room) -> None:
    """A person sees their accounts, and unlinks one by a press."""
    await link(room)
    listed = await room.act(ANA, Unlink())
    assert [room.say(text) for text in listed.texts][:2] == [
        "Your linked accounts:",
        "Ana in a browser (this account)",
    ]
    done = await press(room, ANA, listed, 1)
    assert room.say(done.texts[0]).startswith("Tina on Telegram isn't linked")
    assert await linked(room) == []


async def test_nobody_elses_account(room: Room, why: Why) -> None:
    """Nobody unlinks an account that isn't theirs."""
    await link(room)
    reply = await room.act(BEN, Unlink(fingerprint(str(TINA.user))))
    assert why(reply) == "unlink.gone"
    assert await linked(room) == [ANA.user, TINA.user]


async def test_nothing_to_unlink(room: Room) -> None:
    """Whoever has one account is told how to link another."""
    assert keys(await room.act(ANA, Unlink())) == ["unlink.none"]
    assert keys(await room.act(TINA, Sessions())) == ["sessions.none"]


async def test_sessions(room: Room) -> None:
    """A person's browsers are listed apart, and signed out by a press."""
    await link(room)
    listed = await room.act(TINA, Sessions(), place=DIRECT)
    assert len(listed.choices) == 1
    await press(room, TINA, listed)
    assert await linked(room) == []


async def test_a_browser_that_is_signed_out(room: Room, why: Why) -> None:
    """An account that isn't linked any more has no seat of the others, which get theirs back."""
    id_ = await room.playing([2, 1, 3, 1, 1, 1])
    await link(room)
    await room.act(TINA, ShowBoard(id_), place=GROUP)
    await room.move(TINA, id_, "b+3", place=GROUP)
    await press(room, ANA, await room.act(ANA, Unlink()), 1)
    await room.wait(2, every=1)
    table = await room.table(id_)
    seat = table.seats[0]
    assert isinstance(seat, Person)
    assert (seat.user, seat.owner, table.calls_in(seat.user)) == (ANA.user, None, PLACE)
    assert why(await room.act(TINA, Resign(id_, sure=True), place=GROUP)) == "seat.none"


async def test_ones_data_has_linked_accounts(room: Room) -> None:
    """What is stored about a person includes all accounts, asked for from any."""
    await room.playing()
    await link(room)
    reply = await room.act(TINA, ShowMyData(), place=DIRECT)
    assert reply.file is not None
    told = json.loads(reply.file.data)
    accounts = [each["account"] for each in told["linked_accounts"]]
    assert accounts == [str(ANA.user), str(TINA.user)]
    assert len(told["games"]) == 1


async def test_what_the_store_has_of_a_code(room: Room) -> None:
    """Whoever reads the store can't use a code."""
    code = code_in(await room.act(ANA, Link()))
    assert code not in str(vars(room.store))


async def test_a_page_to_open(room: Room) -> None:
    """Where people can play on pages, the code comes with one to open."""
    assert "link.page" not in keys(await room.act(ANA, Link()))
    public = replace(room, url="https://puluc.example")
    reply = await public.act(ANA, Link())
    (page,) = (text for text in reply.texts if text.key == "link.page")
    assert room.say(page).endswith(f"https://puluc.example/you#code={code_in(reply)}")

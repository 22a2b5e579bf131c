"""People with several accounts: what one of them may do, all of them may."""

from dataclasses import replace

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.word import GiveWord
from bot.acts.look.board import ShowBoard
from bot.acts.look.review import ShowReview
from bot.acts.look.watch import Watch
from bot.acts.me.block import Block
from bot.acts.me.forget import ForgetMe
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.resign import Resign
from bot.table.accounts import Account, given_back
from bot.table.ids import TableId
from bot.table.invites import read_code
from bot.table.pace import Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.preferences import Preferences
from bot.table.seats import Kept, Person
from bot.table.terms import Terms
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why
from tests.bot.acts.test_watching import code

TINA = Actor(User(Platform.TELEGRAM, "7"), "Tina")
"""Ana's other account."""
GROUP = Place(Platform.TELEGRAM, "-100")


def account(actor: Actor) -> Account:
    return Account(actor.user, actor.name, 0)


async def link(room: Room) -> None:
    await room.store.link(account(ANA), account(TINA))


async def on_telegram(room: Room) -> TableId:
    """A game of Ana against Ben, which Ana has had shown where she has another account."""
    id_ = await room.playing([2, 1, 3, 1, 1, 1, 2, 2])
    await link(room)
    assert not (await room.act(TINA, ShowBoard(id_), place=GROUP)).refused
    return id_


async def player(room: Room, id_: TableId, seat: int = 0) -> Person:
    holder = (await room.table(id_)).seats[seat]
    assert isinstance(holder, Person)
    return holder


async def test_strangers(room: Room, why: Why) -> None:
    """An account that isn't linked has no seat."""
    id_ = await room.playing([2, 1, 3])
    assert why(await room.act(TINA, Resign(id_, sure=True), place=GROUP)) == "seat.none"


async def test_a_move_from_another_account(room: Room) -> None:
    """A player moves from any account where the game is shown."""
    id_ = await on_telegram(room)
    assert not (await room.move(TINA, id_, "b+3", place=GROUP)).refused
    assert (await room.table(id_)).moves == 1


async def test_where_a_player_is_called(room: Room) -> None:
    """The account from which a player has played last is called, where that was."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    table = await room.table(id_)
    assert (await player(room, id_)).user == TINA.user
    assert table.calls_in(TINA.user) == GROUP


async def test_back_at_home(room: Room) -> None:
    """Back where the game began, the first account is called again, and nothing else is kept."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    while await room.mover(id_) is BEN:
        await room.move(BEN, id_, (await room.moves(id_))[0])
    assert not (await room.move(ANA, id_, (await room.moves(id_))[0])).refused
    table = await room.table(id_)
    now = await player(room, id_)
    assert now == Person(ANA.user, "Ana", hints=now.hints)
    assert (table.joined, table.calls_in(ANA.user)) == ((), PLACE)


async def test_a_name_is_kept(room: Room) -> None:
    """Nobody is shown the name of the other account."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    assert (await player(room, id_)).name == "Ana"


async def test_from_where_the_game_isnt_shown(room: Room) -> None:
    """Who acts where the game isn't shown goes on with the account that has played."""
    id_ = await room.playing()
    await link(room)
    assert not (await room.act(TINA, Resign(id_, sure=True), place=GROUP)).refused
    assert (await player(room, id_)) == replace(await player(room, id_), user=ANA.user, owner=None)
    assert (await room.table(id_)).ended_by == 0


async def test_no_second_seat(room: Room, why: Why) -> None:
    """Nobody plays on both sides with two accounts."""
    await link(room)
    id_ = await room.post(ANA, Open())
    assert why(await room.act(TINA, Accept(id_))) == "accept.self-open"


async def test_no_challenge_to_oneself(room: Room, why: Why) -> None:
    """Nobody challenges their other account."""
    await link(room)
    assert why(await room.act(ANA, Challenge((TINA,)))) == "challenge.self"


async def test_a_challenge_to_the_other_account(room: Room) -> None:
    """A challenge to one account is accepted with the other."""
    await link(room)
    id_ = await room.post(BEN, Challenge((TINA,)))
    assert not (await room.act(ANA, Accept(id_))).refused
    assert (await player(room, id_, 1)).user == ANA.user


async def test_games_of_all_accounts(room: Room) -> None:
    """A person's games are listed for each account."""
    id_ = await room.playing([2, 1, 3])
    await link(room)
    (line,) = await room.service.games(TINA)
    assert (line.table, line.yours) == (id_, True)


async def test_a_word_for_a_game_elsewhere(room: Room) -> None:
    """A word goes to the only challenge that a person waits in, with whichever account."""
    id_ = await room.post(ANA, Open())
    await link(room)
    assert not (await room.act(TINA, GiveWord(word="maize"), place=GROUP)).refused
    assert (await player(room, id_)).word == "maize"


async def test_a_block_covers_all_accounts(room: Room, why: Why) -> None:
    """Who is blocked can't come with another account."""
    await link(room)
    await room.act(BEN, Block(ANA))
    id_ = await room.post(BEN, Open())
    assert why(await room.act(TINA, Accept(id_))) == "accept.blocked"
    assert why(await room.act(TINA, Challenge((BEN,)))) == "challenge.blocked"


async def test_a_block_by_the_other_account(room: Room, why: Why) -> None:
    """Whom a person blocks can't challenge any account of theirs."""
    await link(room)
    await room.act(TINA, Block(BEN))
    assert why(await room.act(BEN, Challenge((ANA,)))) == "challenge.blocked"


async def test_a_vacation_from_the_other_account(room: Room) -> None:
    """A vacation stops the clocks of games that another account plays."""
    id_ = await room.playing([2, 1, 3], terms=Terms(pace=Pace.read("3d")))
    await link(room)
    await room.act(TINA, ChangeMe((("vacation", "sure:7d"),)), place=GROUP)
    await room.fall_due()
    clock = (await room.table(id_)).clock
    assert clock is not None
    assert clock.stopped is not None


async def test_a_rematch_from_the_other_account(room: Room) -> None:
    """A rematch is asked for from where a player has played last, by the name known there."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    await room.act(BEN, Resign(id_, sure=True))
    reply = await room.act(TINA, Rematch(id_), place=GROUP)
    assert reply.table is not None
    after = await room.table(reply.table)
    assert after.host == Person(TINA.user, "Ana", owner=ANA.user)
    assert [seat.user for seat in after.seats if isinstance(seat, Kept)] == [BEN.user]


async def test_a_rematch_of_one_who_has_moved(room: Room) -> None:
    """Who was asked for a rematch accepts it from any account."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    await room.act(BEN, Resign(id_, sure=True))
    reply = await room.act(BEN, Rematch(id_))
    assert reply.table is not None
    assert not (await room.act(ANA, Accept(reply.table))).refused
    assert (await player(room, reply.table, 1)).user == ANA.user


async def test_a_code_to_watch(room: Room) -> None:
    """The code with which others can watch is valid from whichever account its player plays."""
    id_ = await on_telegram(room)
    before = await code(room, id_)
    await room.move(TINA, id_, "b+3", place=GROUP)
    assert await code(room, id_) == await code(room, id_, TINA) == before
    reply = await room.act(CARA, Watch(*read_code(before)), place=Place(Platform.DISCORD, "beans"))
    assert not reply.refused


async def test_a_review_of_the_last_game(room: Room) -> None:
    """The last game in a channel is one's own with any account."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    await room.act(BEN, Resign(id_, sure=True))
    await room.fall_due()
    reply = await room.act(ANA, ShowReview())
    assert reply.advice is not None
    assert reply.advice.table.id == id_


async def test_forgetting_covers_all_accounts(room: Room) -> None:
    """Who has their data deleted is forgotten with all accounts."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    await room.store.block(ANA.user, CARA.user, "Cara")
    await room.act(TINA, ForgetMe(TINA.user.id), place=GROUP)
    await room.fall_due()
    assert [await room.store.accounts(each.user) for each in (ANA, TINA)] == [(), ()]
    assert await room.store.preferences(ANA.user) == Preferences()
    stored = str(await room.table(id_))
    assert (str(ANA.user) in stored, "Ana" in stored, "Tina" in stored) == (False, False, False)
    assert repr(ANA.user) not in stored
    assert repr(TINA.user) not in stored


async def test_given_back(room: Room) -> None:
    """An account that isn't linked any more has its seat again, and is called at home."""
    id_ = await on_telegram(room)
    await room.move(TINA, id_, "b+3", place=GROUP)
    table = await room.table(id_)
    for gone in (ANA, TINA):
        after = given_back(table, gone.user)
        assert after.seats[0] == replace(await player(room, id_), user=ANA.user, owner=None)
        assert after.calls_in(ANA.user) == PLACE
    assert given_back(table, BEN.user) is table

"""Deleting what is stored about a person."""

from collections.abc import Iterator

from bot.acts import registry
from bot.acts.forgetting import ERASED_AFTER, FOLLOWS_SECONDS
from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.demo import Demo
from bot.acts.gather.join import Join
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.look.games import ListGames
from bot.acts.look.verify import Verify
from bot.acts.me.block import Block, Unblock
from bot.acts.me.forget import ForgetMe
from bot.acts.me.my_data import ShowMyData
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.resign import Resign
from bot.table.button import Button
from bot.table.corn import FairCorn
from bot.table.due import FORGET, NEXT, Due
from bot.table.forgetting import everyone_in
from bot.table.former import Departure
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.preferences import Preferences
from bot.table.seats import Computer, Free, Kept, Person
from bot.table.subscriptions import Subscription
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from engine.text import Text
from tests.bot.acts import match_room
from tests.bot.acts.room import ANA, BEN, CARA, NOWHERE, Room
from tests.bot.acts.teams import team_game
from tests.bot.options import options

ANNA = Actor(User(Platform.WEB, "ana"), "Ana", handle="Anna")
KEPT_BY_HANDLE = Actor(User(Platform.WEB, "@anna"), "@anna")


async def forget(room: Room, actor: Actor) -> None:
    """Let a person confirm that their data is to be deleted, and let it happen."""
    reply = await room.act(actor, ForgetMe(actor.user.id))
    assert reply.texts[0].key == "forget.done"
    await room.fall_due()


def traces(room: Room, actor: Actor) -> Iterator[Table]:
    """Yield the stored tables that mention a person in any way."""
    for table in room.store.tables:
        if actor.name in repr(table) or any(e.user == actor.user for e in everyone_in(table)):
            yield table


async def finished(room: Room) -> TableId:
    """Return a game that Ana has lost to Ben by resigning."""
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, Resign(id_, sure=True))
    await room.fall_due()
    return id_


async def test_nothing_to_delete(room: Room) -> None:
    """A person about whom nothing is stored isn't asked anything."""
    reply = await room.act(ANA, ForgetMe())
    assert [text.key for text in reply.texts] == ["forget.nothing"]
    assert not reply.choices


async def test_only_notified(room: Room) -> None:
    """A person who is only notified in a browser is asked, and then notified no longer."""
    browser = Subscription("https://push.example/1", "key", "auth", 1)
    await room.store.subscribe(ANA.user, browser)
    assert (await room.act(ANA, ForgetMe())).choices
    await room.act(ANA, ForgetMe(ANA.user.id))
    assert await room.store.subscriptions(ANA.user) == ()


async def test_asking_back(room: Room) -> None:
    """The question says what becomes of the person's games; nothing happens without an answer."""
    id_ = await room.playing([2, 1, 3])
    await room.post(ANA, Challenge((CARA,), options("bul")))
    reply = await room.act(ANA, ForgetMe())
    assert reply.texts == (
        Text("forget.sure"),
        Text("forget.playing", count=1),
        Text("forget.waiting", count=1),
        Text("forget.finished"),
        Text("forget.rest"),
    )
    assert (await room.table(id_)).status is Status.PLAYING


async def test_the_button(room: Room) -> None:
    """The question's button deletes the data of the person who was asked."""
    await room.playing([2, 1, 3])
    (button,) = (await room.act(ANA, ForgetMe())).choices
    assert isinstance(button, Button)
    assert registry.decode(button.act.code) == ForgetMe("ana")  # type: ignore[arg-type] # no link


async def test_the_button_of_someone_else(room: Room) -> None:
    """A press by anyone else than the person who was asked deletes nothing."""
    id_ = await room.playing([2, 1, 3])
    reply = await room.act(BEN, ForgetMe("ana"))
    assert (reply.refused, reply.texts[0].key) == (True, "forget.other")
    await room.fall_due()
    assert {each.user for each in everyone_in(await room.table(id_))} == {ANA.user, BEN.user}


async def test_a_game_in_progress(room: Room) -> None:
    """A game in progress ends as if the person had resigned, and the board no longer names them."""
    id_ = await room.playing([2, 1, 3])
    await forget(room, ANA)
    table = await room.table(id_)
    assert (table.status, table.ending, table.winners) == (Status.OVER, Ending.RESIGNED, (1,))
    assert table.seats[0] == Person(User.deleted(Platform.WEB, 0), "")
    assert not [*traces(room, ANA)]
    assert room.shown_now[-1] == id_


async def test_a_finished_game(room: Room) -> None:
    """A finished game loses the name, keeps the opponent, and can still be verified."""
    room.use(Hands(FairCorn()))
    id_ = await finished(room)
    before = await room.table(id_)
    await forget(room, ANA)
    table = await room.table(id_)
    assert not [*traces(room, ANA)]
    assert (table.seats[1], table.touched) == (before.seats[1], before.touched)
    said = await room.act(BEN, Verify(id_))
    assert "corn.agrees" in [text.key for text in said.texts]


async def test_words_stay(room: Room) -> None:
    """A word stays, because it went into the throws."""
    id_ = await room.post(BEN, Challenge((ANA,), options("puluc")))
    room.corn.numbers = [2, 1, 3]
    await room.act(ANA, Accept(id_, "maize"))
    await forget(room, ANA)
    assert Person(User.deleted(Platform.WEB, 0), "", "maize") in (await room.table(id_)).seats


async def test_two_people_of_one_game(room: Room) -> None:
    """Two people who leave the same game remain two."""
    id_ = await finished(room)
    await forget(room, ANA)
    await forget(room, BEN)
    first, second = everyone_in(await room.table(id_))
    assert first.user != second.user
    assert first.user.is_deleted
    assert second.user.is_deleted


async def test_own_challenges(room: Room) -> None:
    """A challenge of the person is cancelled."""
    id_ = await room.post(ANA, Challenge((BEN,), options("puluc")))
    await forget(room, ANA)
    assert (await room.table(id_)).ending is Ending.CANCELLED
    assert not [*traces(room, ANA)]


async def test_challenges_of_others(room: Room) -> None:
    """A challenge to the person is declined."""
    id_ = await room.post(BEN, Challenge((ANA,), options("puluc")))
    await forget(room, ANA)
    table = await room.table(id_)
    assert (table.ending, table.seats[1]) == (
        Ending.DECLINED,
        Kept(User.deleted(Platform.WEB, 0), ""),
    )


async def test_challenges_to_a_handle(room: Room) -> None:
    """A challenge to the person's handle is declined, too."""
    await room.post(BEN, Challenge((KEPT_BY_HANDLE,), options("puluc")))
    await forget(room, ANNA)
    (table,) = room.store.tables
    assert table.ending is Ending.DECLINED
    assert KEPT_BY_HANDLE.user not in {each.user for each in everyone_in(table)}


async def test_a_lobby_of_others(room: Room) -> None:
    """A lobby goes on without the person, whose seat is free again."""
    id_ = await room.post(BEN, Open(options("aj-sayil", seats=4)))
    await room.act(ANA, Join(id_, 1))
    await forget(room, ANA)
    table = await room.table(id_)
    assert table.status is Status.OFFERED
    assert sum(isinstance(seat, Free) for seat in table.seats) == 3


async def test_an_own_lobby(room: Room) -> None:
    """A lobby of the person gets another host."""
    id_ = await room.post(ANA, Open(options("aj-sayil", seats=4)))
    await room.act(BEN, Join(id_, 1))
    await forget(room, ANA)
    table = await room.table(id_)
    assert (table.status, table.host.user) == (Status.OFFERED, BEN.user)


async def test_an_own_lobby_without_others(room: Room) -> None:
    """A lobby in which only the person waits is cancelled."""
    id_ = await room.post(ANA, Open(options("aj-sayil", seats=4)))
    await forget(room, ANA)
    assert (await room.table(id_)).ending is Ending.CANCELLED


async def test_a_team_game(room: Room) -> None:
    """In a team, a computer plays on for the person, whom the board doesn't name."""
    id_ = await team_game(room)
    await forget(room, ANA)
    table = await room.table(id_)
    assert (table.status, table.seats[0]) == (Status.PLAYING, Computer("medium"))
    assert table.former[0].why is Departure.RESIGNED
    assert not [*traces(room, ANA)]


async def test_a_game_that_was_left_before(room: Room) -> None:
    """A running game that the person left earlier loses their name, and its board is shown."""
    id_ = await team_game(room)
    await room.act(ANA, Resign(id_, sure=True))
    shown = len(room.shown_now)
    await forget(room, ANA)
    assert (await room.table(id_)).status is Status.PLAYING
    assert not [*traces(room, ANA)]
    assert len(room.shown_now) == shown  # by the sweep
    assert id_ in [each.table for each in await room.store.overdue(Platform.WEB)]


async def test_a_match(room: Room) -> None:
    """A match ends, and no further game is posted."""
    id_ = await match_room.begin(room)
    await forget(room, ANA)
    table = await room.table(id_)
    assert table.match is not None
    assert (table.match.left_by, table.ending) == (0, Ending.RESIGNED)
    assert await room.store.load(room.service.next_games.id_after(id_)) is None


async def test_a_match_between_two_games(room: Room) -> None:
    """A match also ends between two games."""
    second = await match_room.lose(room, BEN, await match_room.begin(room))
    await forget(room, ANA)
    assert (await room.table(second)).ending is Ending.MATCH_LEFT
    assert not [*traces(room, ANA)]


async def test_a_match_whose_game_has_just_ended(room: Room) -> None:
    """A match ends even if its next game is yet to be posted."""
    id_ = await match_room.begin(room)
    await room.act(BEN, Resign(id_, sure=True))
    await room.act(ANA, ForgetMe(ANA.user.id))
    await room.service.forgetting.handle(Due(id_, f"{FORGET}:{ANA.user}", room.now))
    await room.fall_due()
    await room.wait(120)
    assert not [*traces(room, ANA)]
    assert len(room.store.tables) == 1


async def test_a_next_game_posted_at_the_same_moment(room: Room) -> None:
    """If the next game of a match is posted after all, the person leaves it soon afterwards."""
    id_ = await match_room.begin(room)
    await room.act(BEN, Resign(id_, sure=True))
    await room.act(ANA, ForgetMe(ANA.user.id))  # lists the first game only
    await room.service.next_games.post(Due(id_, NEXT, room.now))
    second = await match_room.following(room, id_)
    await room.wait(FOLLOWS_SECONDS + 10, every=10)
    assert (await room.table(second)).status is Status.OVER
    assert not [*traces(room, ANA)]


async def test_a_game_of_computers(room: Room) -> None:
    """A game of computers that the person posted is stopped, and later deleted."""
    id_ = await room.post(ANA, Demo("easy", options("puluc")))
    await forget(room, ANA)
    assert (await room.table(id_)).ending is Ending.STOPPED
    await room.wait(ERASED_AFTER + 60)
    assert await room.store.load(id_) is None


async def test_a_practice_game(room: Room) -> None:
    """A game without other people ends on its board, and is deleted later."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("easy", options("puluc")))
    await room.act(ANA, Accept(id_))
    await forget(room, ANA)
    assert (await room.table(id_)).ending is Ending.RESIGNED
    await room.wait(ERASED_AFTER + 60)
    assert await room.store.load(id_) is None
    assert await room.store.past_of(ANA.user) == ()


async def test_preferences(room: Room) -> None:
    """The person's settings and blocks are deleted, under their handle, too."""
    await room.act(ANNA, ChangeMe((("reminders", "off"),)))
    await room.act(ANNA, Block(BEN))
    await forget(room, ANNA)
    for user in (ANNA.user, KEPT_BY_HANDLE.user):
        assert await room.store.preferences(user) == Preferences()


async def test_blocks_by_others(room: Room) -> None:
    """Others who have blocked the person remain protected, by blocks that don't name them."""
    await room.act(BEN, Block(ANA))
    await room.act(ANA, ChangeMe((("reminders", "off"),)))
    await forget(room, ANA)
    assert (await room.store.preferences(BEN.user)).blocked == {ANA.user.pseudonym: ""}
    refused = await room.act(ANA, Challenge((BEN,), options("puluc")))
    assert [text.key for text in refused.texts] == ["challenge.blocked"]


async def test_lifting_such_a_block(room: Room) -> None:
    """A block of a person who has come back can be lifted like any other."""
    await room.act(BEN, Block(ANA))
    await forget(room, ANA)
    await room.act(BEN, Unblock(ANA))
    assert not (await room.act(ANA, Challenge((BEN,), options("puluc")))).refused


async def test_a_new_block_after_such_a_block(room: Room) -> None:
    """A person who has come back and is blocked again is listed once."""
    await room.act(BEN, Block(ANA))
    await forget(room, ANA)
    await room.act(BEN, Block(ANA))
    assert (await room.store.preferences(BEN.user)).blocked == {ANA.user: "Ana"}


async def test_a_new_start(room: Room) -> None:
    """A command afterwards starts as a new person."""
    await room.playing([2, 1, 3])
    await forget(room, ANA)
    assert (await room.act(ANA, ListGames())).texts[0].key == "games.none"
    assert (await room.act(ANA, ShowMyData())).texts[0].key == "my-data.nothing"
    id_ = await room.playing([2, 1, 3])
    assert (await room.table(id_)).status is Status.PLAYING


async def test_asking_twice(room: Room) -> None:
    """Two confirmations at once do the same as one."""
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, ForgetMe(ANA.user.id))
    await forget(room, ANA)
    revision = (await room.table(id_)).revision
    await room.service.forgetting.handle(Due(id_, f"{FORGET}:{ANA.user}", room.now))
    assert (await room.table(id_)).revision == revision


async def test_a_rematch(room: Room) -> None:
    """A rematch of a game with the person is open to anyone."""
    id_ = await finished(room)
    await forget(room, ANA)
    reply = await room.act(BEN, Rematch(id_))
    assert reply.table is not None
    again = await room.table(reply.table)
    assert sorted(type(seat).__name__ for seat in again.seats) == ["Free", "Person"]


async def test_finished_boards_in_other_chats(room: Room) -> None:
    """Boards of games that were over already aren't edited in chats, which limit edits."""
    place = Place(Platform.TELEGRAM, "-1001")
    id_ = await room.playing([2, 1, 3], place=place)
    await room.act(ANA, Resign(id_, sure=True), place=place)
    await room.fall_due()
    revision = (await room.table(id_)).revision
    await room.store.give_up(id_, place, revision)
    await forget(room, ANA)
    assert (await room.table(id_)).revision == revision + 1
    assert await room.store.overdue(Platform.TELEGRAM) == ()


async def test_a_table_that_is_gone(room: Room) -> None:
    """Work for a table that has been deleted meanwhile does nothing."""
    await room.service.forgetting.handle(Due(NOWHERE, f"{FORGET}:{ANA.user}", room.now))
    assert room.store.tables == ()

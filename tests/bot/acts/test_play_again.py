"""Playing again against the computer: the next game begins with one press."""

from asyncio import gather
from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.limits import OPEN_CHALLENGES, PRACTICE_GAMES
from bot.acts.look.menu import ShowMenu
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.posting import MAX_UNPLAYED, posted_by
from bot.show.presenter import make_page
from bot.table.button import Button
from bot.table.due import THINK
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.options import Options
from bot.table.pace import DAY
from bot.table.ports import Operation
from bot.table.seats import Computer, Person
from bot.table.table import Status
from bot.table.terms import Terms
from engine.corn import commitment
from engine.record import replay
from tests.bot.acts.gathering import plan
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room, Why
from tests.bot.acts.teams import EASY, team_game
from tests.bot.options import options


@pytest.fixture
def room() -> Room:
    return Room()


async def over(room: Room, game: Options | None = None) -> TableId:
    """Return a practice game of Ana's that she has resigned."""
    id_ = await room.post(ANA, Practice("easy", game or options("bul", road=9)))
    await room.act(ANA, Accept(id_))
    await room.act(ANA, Resign(id_, sure=True))
    return id_


def after(room: Room, id_: TableId) -> TableId:
    """The id of the game that follows."""
    return room.service.table_id(Operation(f"rematch:{id_}"))


async def label(room: Room, id_: TableId) -> str:
    """What the button that plays a finished game again says."""
    page = make_page(room.games, await room.table(id_), SAY)
    (button,) = (b for b in page.buttons if isinstance(b, Button) and isinstance(b.act, Rematch))
    return SAY(button.text)


async def test_it_begins_at_once(room: Room) -> None:
    """One press begins the same game at the same level, with sides swapped."""
    id_ = await over(room)
    assert await label(room, id_) == "Play again"
    assert not (await room.act(ANA, Rematch(id_))).refused
    begun = await room.table(after(room, id_))
    assert (begun.status, begun.revision) == (Status.PLAYING, 1)
    assert begun.header == (await room.table(id_)).header
    assert begun.seats == (Computer("easy"), Person(ANA.user, "Ana"))


async def test_its_record(room: Room) -> None:
    """The record begins with the first throw, and leads to the position."""
    id_ = await over(room)
    await room.act(ANA, Rematch(id_))
    begun = await room.table(after(room, id_))
    game = room.games.game(begun.header)
    *_, last = replay(game, await room.store.record(begun.id))
    assert game.write_position(last.after) == begun.position


async def test_the_computer_begins(room: Room) -> None:
    """If the computer is to move, its turn falls due."""
    id_ = await over(room)
    room.corn.numbers = [2, 1, 3]
    await room.act(ANA, Rematch(id_))
    begun = await room.table(after(room, id_))
    assert room.tables.to_move(begun) == begun.seats.index(Computer("easy"))
    assert (THINK, begun.id) in {(due.kind, due.table) for due in await room.store.claim(room.now)}


async def test_the_hash_is_shown_until_a_person_moves(room: Room) -> None:
    """The first board shows the fair-throw hash, although play has begun."""
    id_ = await over(room)
    room.corn.numbers = [1, 2, 3]
    await room.act(ANA, Rematch(id_))
    begun = await room.table(after(room, id_))
    assert make_page(room.games, begun, SAY).commitment == commitment(begun.seed)
    (move, *_) = await room.moves(begun.id)
    await room.move(ANA, begun.id, move)
    assert make_page(room.games, await room.table(begun.id), SAY).commitment is None


async def test_in_a_team_of_computers(room: Room) -> None:
    """One person among computers needs no other press, however many seats there are."""
    id_ = await over(room, options("aj-sayil", seats=6))
    assert await label(room, id_) == "Play again"
    await room.act(ANA, Rematch(id_))
    begun = await room.table(after(room, id_))
    assert (begun.status, plan(begun)) == (Status.PLAYING, "+ + + Ana* + +")


async def test_a_match(room: Room) -> None:
    """After a match against the computer, the first game of another one begins."""
    id_ = await room.post(ANA, Practice("easy", Options(terms=Terms(match=2))))
    await room.act(ANA, Accept(id_))
    await room.act(ANA, LeaveMatch(id_, sure=True))
    await room.act(ANA, Rematch(id_))
    begun = await room.table(after(room, id_))
    assert (begun.status, begun.match) == (Status.PLAYING, Match((begun.header,), 2))


async def test_those_who_gave_up_a_seat_are_asked(room: Room) -> None:
    """A game that another person would come back to is posted, although computers ended it."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY)
    await room.act(BEN, Resign(id_, sure=True, of_seat=True))
    await room.act(ANA, Resign(id_, sure=True))
    assert await label(room, id_) == "Rematch"
    await room.act(ANA, Rematch(id_))
    assert (await room.table(after(room, id_))).status is Status.OFFERED


async def test_the_same_press_in_two_processes(room: Room) -> None:
    """However often a press is delivered, and wherever, it begins one game."""
    id_ = await over(room)
    other = Room(store=room.store, now=room.now)
    presses = [each.act(ANA, Rematch(id_), operation="once") for each in (room, other, room)]
    assert not any(reply.refused for reply in await gather(*presses))
    assert [table.id for table in await room.store.tables_of(ANA.user)] == [after(room, id_)]


async def test_two_presses(room: Room, why: Why) -> None:
    """A second press says that the game has begun."""
    id_ = await over(room)
    replies = await gather(*(room.act(ANA, Rematch(id_)) for _ in range(2)))
    assert [why(reply) for reply in replies if reply.refused] == ["rematch.begun"]
    assert [table.id for table in await room.store.tables_of(ANA.user)] == [after(room, id_)]


async def test_too_many_practice_games(room: Room, why: Why) -> None:
    """The limit of games against the computer holds here, too."""
    id_ = await over(room)
    for _ in range(PRACTICE_GAMES):
        await room.post(ANA, Practice())
        for offered in await room.store.tables_of(ANA.user):
            if offered.status is Status.OFFERED:
                await room.act(ANA, Accept(offered.id))
    assert why(await room.act(ANA, Rematch(id_))) == "limit.practice"


async def test_too_many_games_hardly_played(room: Room, why: Why) -> None:
    """So does the limit of games that are posted in a day and hardly played."""
    id_ = await over(room)
    now, name = int(room.now), posted_by(ANA.user)
    for number in range(MAX_UNPLAYED):
        await room.store.take(name, f"{number}", now=now, until=now + DAY, limit=MAX_UNPLAYED)
    assert why(await room.act(ANA, Rematch(id_))) == "limit.unplayed"


async def test_open_challenges_are_no_obstacle(room: Room) -> None:
    """A game that begins at once is no open challenge."""
    id_ = await over(room)
    for _ in range(OPEN_CHALLENGES):
        await room.post(ANA, Challenge((BEN,)))
    assert not (await room.act(ANA, Rematch(id_))).refused


async def test_one_that_waits_for_start(room: Room) -> None:
    """One that an earlier release has posted, to be started, is started."""
    id_ = await over(room)
    again = await room.post(ANA, Practice("easy", options("bul", road=9)))
    posted = replace(await room.table(again), id=after(room, id_))
    await room.store.create(posted, Operation("posted"))
    assert not (await room.act(ANA, Rematch(id_))).refused
    assert (await room.table(posted.id)).status is Status.PLAYING


async def test_not_for_others(room: Room, why: Why) -> None:
    """Nobody else can play a person's game again, nor finds a button for it."""
    id_ = await over(room)
    assert why(await room.act(CARA, Rematch(id_))) == "rematch.players"
    reply = await room.act(CARA, ShowMenu(id_))
    acts = [each.act for each in reply.choices if isinstance(each, Button)]
    assert Rematch(id_) not in acts

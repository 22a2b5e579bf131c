"""The running score of two people who play again and again, above their boards."""

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.me.forget import ForgetMe
from bot.acts.play.abort import Abort
from bot.acts.play.answer import Answer
from bot.acts.play.draw import Draw
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.show.presenter import make_page
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor
from bot.table.ports import Operation
from bot.table.terms import Terms
from tests.bot.acts.room import ANA, BEN, CARA, SAY, Room
from tests.bot.acts.teams import DAN, team_game


@pytest.fixture
def room() -> Room:
    return Room()


async def said(room: Room, id_: TableId) -> str:
    """The score on the board of a table, empty if there is none."""
    page = make_page(room.games, await room.table(id_), SAY)
    keys = ("score.games", "score.matches")
    return next((SAY(line) for line in page.lines if line.key in keys), "")


async def asked(room: Room, ended: TableId, by: Actor = ANA) -> TableId:
    """The rematch of a game, as one of the players asks for it."""
    assert not (await room.act(by, Rematch(ended))).refused
    return room.service.table_id(Operation(f"rematch:{ended}"))


async def again(room: Room, ended: TableId) -> TableId:
    """The rematch of a game of Ana and Ben, begun."""
    id_ = await asked(room, ended)
    assert not (await room.act(BEN, Rematch(ended))).refused
    return id_


async def lost(room: Room, *losers: Actor) -> TableId:
    """Let these lose one game after the other; return the last one."""
    id_ = await room.playing()
    for number, loser in enumerate(losers):
        id_ = await again(room, id_) if number else id_
        await room.act(loser, Resign(id_, sure=True))
    return id_


async def test_the_first_game(room: Room) -> None:
    """There is no score before two people play again."""
    assert await said(room, await lost(room, BEN)) == ""


async def test_a_rematch_that_is_posted(room: Room) -> None:
    """A rematch is posted with the score of the games before it, above everything else."""
    id_ = await asked(room, await lost(room, BEN))
    assert await said(room, id_) == "Games: Ana 1, Ben 0"
    (first, *_) = make_page(room.games, await room.table(id_), SAY).lines
    assert SAY(first) == await said(room, id_)


async def test_a_rematch_that_is_played(room: Room) -> None:
    """While it is played, the score stays; whoever sat first in the first game stands first."""
    assert await said(room, await again(room, await lost(room, BEN, BEN))) == "Games: Ana 2, Ben 0"


async def test_a_rematch_that_is_over(room: Room) -> None:
    """When it is over, it counts; that the players swap sides changes nothing."""
    assert await said(room, await lost(room, BEN, BEN, ANA, BEN)) == "Games: Ana 3, Ben 1"


async def test_a_draw(room: Room) -> None:
    """A draw counts for nobody."""
    id_ = await again(room, await lost(room, BEN))
    await room.act(ANA, Draw(id_))
    await room.act(BEN, Answer(id_, (await room.table(id_)).revision, agrees=True))
    assert await said(room, id_) == "Games: Ana 1, Ben 0"


async def test_no_result(room: Room) -> None:
    """Neither does a game without a result."""
    id_ = await again(room, await lost(room, BEN))
    await room.act(ANA, Abort(id_))
    assert await said(room, await again(room, id_)) == "Games: Ana 1, Ben 0"


async def test_nobody_has_won(room: Room) -> None:
    """As long as nobody has won, there is no score."""
    id_ = await room.playing()
    await room.act(ANA, Abort(id_))
    assert await said(room, await again(room, id_)) == ""


async def test_another_game(room: Room) -> None:
    """The score goes on if the host of the rematch changes the game."""
    id_ = await asked(room, await lost(room, BEN))
    await room.act(ANA, Alter(id_, (("ruleset", "bul"),)))
    assert await said(room, id_) == "Games: Ana 1, Ben 0"


@pytest.mark.parametrize("change", [("match", "2"), ("seats", "4")])
async def test_something_else(room: Room, change: tuple[str, str]) -> None:
    """It ends if a game becomes a match, or one for more players."""
    id_ = await room.post(ANA, Challenge((BEN,), Options("aj-sayil")))
    await room.act(BEN, Accept(id_))
    await room.act(BEN, Resign(id_, sure=True))
    again = await asked(room, id_)
    await room.act(ANA, Alter(again, (change,)))
    assert (await room.table(again)).tally is None


async def test_matches(room: Room) -> None:
    """After a match, matches are counted, and all games of the next one show that score."""
    id_ = await room.playing(terms=Terms(match=2))
    await room.act(BEN, LeaveMatch(id_, sure=True))
    id_ = await again(room, id_)
    assert await said(room, id_) == "Matches: Ana 1, Ben 0"
    await room.act(ANA, Resign(id_, sure=True))
    await room.fall_due()
    assert await said(room, id_) == "Matches: Ana 1, Ben 0"
    following = room.service.next_games.id_after(id_)
    assert await said(room, following) == "Matches: Ana 1, Ben 0"
    await room.act(ANA, LeaveMatch(following, sure=True))
    assert await said(room, await asked(room, following)) == "Matches: Ana 1, Ben 1"


async def test_against_the_computer(room: Room) -> None:
    """Games against the computer are counted, too."""
    id_ = await room.post(ANA, Practice("easy"))
    await room.act(ANA, Accept(id_))
    await room.act(ANA, Resign(id_, sure=True))
    assert await said(room, await asked(room, id_)) == "Games: Ana 0, Computer (easy) 1"


async def test_teams(room: Room) -> None:
    """In a lobby people can change sides, so teams have no score."""
    id_ = await team_game(room, ANA, BEN, CARA, DAN)
    for number, loser in enumerate((ANA, BEN)):
        await room.act(loser, Resign(id_, sure=True, of_seat=not number))
    assert (await room.table(await asked(room, id_))).tally is None


async def test_somebody_else(room: Room) -> None:
    """A rematch that anybody can accept, because a player's data was deleted, has no score."""
    id_ = await lost(room, BEN)
    await room.act(BEN, ForgetMe(BEN.user.id))
    await room.fall_due()
    assert (await room.table(await asked(room, id_))).tally is None

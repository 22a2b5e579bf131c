"""What you can do with a table besides moving, and which of it works from another place."""

from collections.abc import Callable, Sequence

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.demo import Demo
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.stop import Stop
from bot.acts.look.menu import GROUPS, ShowMenu
from bot.acts.look.record import ShowRecord
from bot.acts.look.rules import Rules
from bot.acts.look.settings import ShowSettings
from bot.acts.look.verify import Verify
from bot.acts.named import ACTS
from bot.acts.play.abort import Abort
from bot.acts.play.draw import Draw
from bot.acts.play.move import Move
from bot.acts.play.nudge import Nudge
from bot.acts.play.pause import Pause
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.play.resume import Resume
from bot.acts.play.undo import Undo
from bot.games.catalogue import games
from bot.table import steps
from bot.table.asking import Wish
from bot.table.button import Button, Link, Offer, Style
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation
from bot.table.seats import Computer
from bot.table.step import Step
from bot.table.table import Absence, Status, Table
from bot.table.terms import Terms
from tests.bot.acts.match_room import begin, lose
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why
from tests.bot.acts.teams import team_game

GAMES = games()
ELSEWHERE = Place(Platform.WEB, "elsewhere")


@pytest.fixture
def room() -> Room:
    return Room()


async def menu(
    room: Room, id_: TableId, actor: Actor = ANA, place: Place = PLACE
) -> Sequence[Offer]:
    """What the menu offers."""
    return (await room.act(actor, ShowMenu(id_), place=place)).choices


async def kinds(room: Room, id_: TableId, actor: Actor, place: Place = PLACE) -> list[type[Act]]:
    """What the menu offers on a server without public pages, in order."""
    offered = await menu(room, id_, actor, place)
    chosen = [o.act if isinstance(o, Button) else o.instead for o in offered]
    return [type(intent) for intent in chosen if intent is not None]


def test_groups() -> None:
    """Every act with a part in menus is in exactly one group."""
    listed = sorted(name for names in GROUPS.values() for name in names)
    parts = sorted(name for name, kind in ACTS.items() if "menu" in vars(kind))
    assert listed == parts, "give each act one group in bot/acts/look/menu.py"


async def test_before_the_first_move(room: Room) -> None:
    """Before the first move a player can abort the game."""
    id_ = await room.playing()
    assert (await kinds(room, id_, ANA))[-1] is Abort


async def test_after_a_move(room: Room) -> None:
    """After the first move a player can only resign."""
    id_ = await room.playing([2, 1, 3, 2])
    await room.move(ANA, id_, "b+3")
    assert (await kinds(room, id_, BEN))[-1] is Resign


async def wishes(room: Room, id_: TableId, actor: Actor) -> list[Act]:
    """What the menu offers to agree on, in order."""
    choices = await menu(room, id_, actor)
    intents = [each.act for each in choices if isinstance(each, Button)]
    return [each for each in intents if isinstance(each, Undo | Draw | Pause | Resume | Nudge)]


async def change(room: Room, id_: TableId, make: Callable[[Table], Step]) -> None:
    """Commit a step that nobody asked for."""
    table = await room.table(id_)
    await room.tables.commit(table, make(table), Operation(f"change:{table.revision}"))


async def test_what_takes_two(room: Room) -> None:
    """After a move, a player can offer anything, and nudge the opponent."""
    id_ = await room.playing([2, 1, 3, 2])
    await room.move(ANA, id_, "b+3")
    offers = [Undo(id_), Draw(id_), Pause(id_)]
    assert await wishes(room, id_, ANA) == [*offers, Nudge(id_)]
    assert await wishes(room, id_, BEN) == offers


async def test_an_open_offer(room: Room) -> None:
    """While an offer is open, its maker can replace it, and the opponent answers it first."""
    id_ = await room.playing([2, 1, 3, 2])
    await room.move(ANA, id_, "b+3")
    await room.act(ANA, Draw(id_))
    assert await wishes(room, id_, ANA) == [
        Undo(id_),
        Pause(id_),
        Nudge(id_),
    ]
    assert await wishes(room, id_, BEN) == []


async def test_a_paused_game(room: Room) -> None:
    """During a pause, a player can go on but not pause again or nudge."""
    id_ = await room.playing([2, 1, 3, 2])
    await change(room, id_, lambda table: steps.pause(table, room.now))
    assert await wishes(room, id_, BEN) == [Draw(id_), Resume(id_)]


async def test_an_absent_player(room: Room) -> None:
    """A player who has gone can't be nudged, and the game can't be paused."""
    id_ = await room.playing([2, 1, 3, 2])
    await change(room, id_, lambda table: steps.miss(table, Absence(0, 0, claimable=True)))
    assert await wishes(room, id_, BEN) == [Draw(id_)]


async def test_against_the_computer(room: Room) -> None:
    """Against the computer a player can take back moves, but there is nothing to agree on."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    await room.move(ANA, id_, "b+3")
    assert await wishes(room, id_, ANA) == [Undo(id_)]


async def test_for_a_watcher(room: Room) -> None:
    """A watcher can look at the game but not change it."""
    id_ = await room.playing()
    offered = await kinds(room, id_, CARA)
    assert offered == [Rules, ShowRecord, Verify, ShowSettings]


async def test_from_elsewhere(room: Room) -> None:
    """A place's settings are offered only in that place."""
    assert ShowSettings not in await kinds(room, await room.playing(), ANA, ELSEWHERE)


async def test_after_the_end(room: Room) -> None:
    """After the end, a player can ask for a rematch."""
    id_ = await room.playing()
    await room.act(ANA, Abort(id_))
    assert (await kinds(room, id_, ANA))[0] is Rematch


async def test_links(room: Room) -> None:
    """With public pages, links show the game, its throws and its record."""
    table = await room.table(await room.playing())
    paths = [offer.path for offer in await menu(room, table.id) if isinstance(offer, Link)]
    assert [path.partition("#")[0].removeprefix(f"/g/{table.code}") for path in paths] == [
        "", "/record.txt", "/fair",
    ]  # fmt: skip


async def test_resigning_asks_for_confirmation(room: Room) -> None:
    """Resigning asks for confirmation first, and changes nothing before it."""
    id_ = await room.playing()
    (sure,) = (await room.act(ANA, Resign(id_))).choices
    assert isinstance(sure, Button)
    assert (await room.table(id_)).status is Status.PLAYING
    await room.act(ANA, sure.act)
    assert (await room.table(id_)).status is Status.OVER


async def test_resigning_without_a_seat(room: Room, why: Why) -> None:
    """A player without a seat can't begin to resign."""
    assert why(await room.act(CARA, Resign(await room.playing()))) == "seat.none"


@pytest.mark.parametrize("ends", [Abort, lambda id_: Resign(id_, sure=True)])
async def test_ending_from_elsewhere(room: Room, ends: type[Abort]) -> None:
    """A player can end a game from another place, and gets a confirmation there."""
    id_ = await room.playing()
    reply = await room.act(ANA, ends(id_), place=ELSEWHERE)
    assert [text.key for text in reply.texts] == ["table.ended"]
    assert (await room.table(id_)).status is Status.OVER


async def test_moving_from_elsewhere(room: Room, why: Why) -> None:
    """Moves can be played only where the board is."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    assert why(await room.act(ANA, Move(id_, table.revision, "b+3"), place=ELSEWHERE)) == (
        "table.elsewhere"
    )


async def ways_out(room: Room, id_: TableId, actor: Actor) -> dict[str, Act]:
    """The buttons with which a player can end a game or leave it, by label."""
    choices = await menu(room, id_, actor)
    buttons = [each for each in choices if isinstance(each, Button) and each.style is Style.BAD]
    return {room.say(each.text): each.act for each in buttons}


async def test_leaving_a_team(room: Room) -> None:
    """A player with partners can give up their seat; a player without them resigns."""
    id_ = await team_game(room, ANA, CARA, BEN, Computer("easy"))
    assert await ways_out(room, id_, ANA) == {"Give up seat": Resign(id_)}
    assert await ways_out(room, id_, BEN) == {"Resign": Resign(id_)}


async def test_leaving_a_match(room: Room) -> None:
    """In a match, a player can resign the game or leave the match."""
    id_ = await begin(room)
    assert await ways_out(room, id_, BEN) == {"Abort": Abort(id_)}
    after = await lose(room, ANA, id_)
    for actor in (ANA, BEN):
        await room.act(actor, Accept(after))
    both = {"Resign game": Resign(after), "Leave match": LeaveMatch(after)}
    assert await ways_out(room, after, BEN) == both


async def test_a_rematch_of_a_match(room: Room) -> None:
    """A rematch is offered once the match is over, not between its games."""
    id_ = await begin(room, Options(terms=Terms(match=2)))
    after = await lose(room, ANA, id_)
    assert Rematch not in await kinds(room, id_, ANA)
    for actor in (ANA, BEN):
        await room.act(actor, Accept(after))
    await room.act(ANA, Resign(after, sure=True))
    assert Rematch in await kinds(room, after, ANA)


async def test_a_game_of_computers(room: Room) -> None:
    """Only the player who posted a game of computers can stop it, and nobody asks for another."""
    id_ = await room.post(ANA, Demo())
    assert await ways_out(room, id_, ANA) == {"Stop": Stop(id_)}
    assert await ways_out(room, id_, BEN) == {}
    await room.act(ANA, Stop(id_))
    assert (await room.table(id_)).status is Status.OVER
    assert Rematch not in await kinds(room, id_, ANA)


async def test_a_player_with_several_seats(room: Room) -> None:
    """A player with several seats can replace an offer that they made from any of them."""
    id_ = await team_game(room, ANA, ANA, BEN, CARA)
    await change(room, id_, lambda table: steps.ask(table, Wish.DRAW, 1, room.now))
    assert Pause(id_) in await wishes(room, id_, ANA)
    assert Draw(id_) not in await wishes(room, id_, ANA)

"""Rate limits that players never notice, and blocking."""

import asyncio
from dataclasses import replace

import pytest

from bot.acts import service
from bot.acts.blocking import MAX_BLOCKED
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.decline import BlockHost
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.board import ShowBoard
from bot.acts.look.games import ListGames
from bot.acts.look.help import Help
from bot.acts.me.block import Block, Unblock
from bot.acts.me.my_data import ShowMyData
from bot.acts.play.abort import Abort
from bot.acts.play.move import Move
from bot.acts.registry import decode
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from bot.table.table import Ending, Status, Table
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


def stranger(number: int) -> Actor:
    return Actor(User(Platform.WEB, f"s{number}"), f"Stranger {number}")


async def test_commands_have_a_limit(room: Room, why: Why) -> None:
    """A flood of commands from one player is refused; other players aren't affected."""
    for _ in range(90):
        assert not (await room.act(ANA, Help())).refused
    assert why(await room.act(ANA, Help())) == "limit.commands"
    assert not (await room.act(BEN, Help())).refused


async def test_presses_are_not_counted_as_commands(room: Room) -> None:
    """Presses and commands are counted separately."""
    id_ = await room.playing([2, 1, 3])
    for _ in range(90):
        await room.act(ANA, Help())
    move = (await room.moves(id_))[0]
    assert not (await room.move(await room.mover(id_), id_, move)).refused


async def test_presses_have_a_limit(room: Room, why: Why) -> None:
    """A flood of presses is refused before it reaches the store."""
    for _ in range(240):
        await room.act(ANA, Move(TableId("aaaaaaaaaa"), 1, "b+1"))
    assert why(await room.act(ANA, Move(TableId("aaaaaaaaaa"), 1, "b+1"))) == "limit.presses"


async def test_challenges_to_one_person_have_a_limit(room: Room, why: Why) -> None:
    """After several challenges, a player can't be challenged again for an hour."""
    for _ in range(5):
        await room.act(ANA, Cancel(await room.post(ANA, Challenge((BEN,)))))
    assert why(await room.act(ANA, Challenge((BEN,)))) == "limit.challenges"
    assert not (await room.act(ANA, Challenge((CARA,)))).refused


async def test_many_people_do_not_flood_one(room: Room, why: Why) -> None:
    """A player can have only so many unanswered challenges from others."""
    for number in range(10):
        assert not (await room.act(stranger(number), Challenge((BEN,)))).refused
    assert why(await room.act(CARA, Challenge((BEN,)))) == "challenge.enough"


async def test_practice_games_have_a_limit(room: Room, why: Why) -> None:
    """A player can have five games against the computer at once."""
    for _ in range(5):
        assert not (await room.act(ANA, Accept(await room.post(ANA, Practice())))).refused
    assert why(await room.act(ANA, Practice())) == "limit.practice"
    assert not (await room.act(ANA, Challenge((BEN,)))).refused


async def test_running_games_have_a_limit(room: Room, why: Why) -> None:
    """A player can have fifty running games: this limits both challenging and accepting."""
    for number in range(50):
        assert not (
            await room.act(ANA, Accept(await room.post(stranger(number), Challenge((ANA,)))))
        ).refused
    assert why(await room.act(ANA, Challenge((BEN,)))) == "limit.games"
    offered = await room.post(BEN, Open())
    assert why(await room.act(ANA, Accept(offered))) == "limit.games"


async def test_a_flood_hides_no_game(room: Room) -> None:
    """A running game stays listed, however many other tables are opened and ended."""
    id_ = await room.playing([2, 1, 3])
    for number in range(110):
        await room.act(stranger(number), Cancel(await room.post(stranger(number), Open())))
    (line,) = await room.service.games(ANA)
    assert line.table == id_
    assert [
        line.table for line in await room.service.open_tables((await room.table(id_)).place)
    ] == [id_]


async def test_a_watcher_does_not_repost_the_board(room: Room) -> None:
    """A watcher who asks for the board sees it, but it isn't reposted."""
    id_ = await room.playing([2, 1, 3])
    room.shown_now.clear()
    reply = await room.act(CARA, ShowBoard(id_))
    assert not reply.refused
    assert reply.board == await room.table(id_)
    assert room.shown_now == []


async def test_reposting_boards_has_a_limit(room: Room, why: Why) -> None:
    """A player can have the board reposted only so often."""
    id_ = await room.playing([2, 1, 3])
    for _ in range(6):
        assert not (await room.act(ANA, ShowBoard(id_))).refused
    assert why(await room.act(ANA, ShowBoard(id_))) == "limit.boards"


async def test_ids_cannot_be_guessed(room: Room) -> None:
    """A table's id depends on its operation and a secret, so it can't be guessed."""
    other = Room(key=b"x" * 32)
    challenges = [await each.post(ANA, Challenge((BEN,))) for each in (room, other)]
    assert challenges[0] != challenges[1]


async def test_a_person_refuses_another_s_challenges(room: Room, why: Why) -> None:
    """A blocked player can't challenge you; others can."""
    await room.act(BEN, Block(ANA))
    assert why(await room.act(ANA, Challenge((BEN,)))) == "challenge.blocked"
    assert not (await room.act(CARA, Challenge((BEN,)))).refused
    await room.act(BEN, Unblock(ANA))
    assert not (await room.act(ANA, Challenge((BEN,)))).refused


async def test_a_person_refuses_all_challenges(room: Room, why: Why) -> None:
    """A player who blocks everyone can't be challenged, but can accept open challenges."""
    await room.act(BEN, Block(everyone=True))
    assert why(await room.act(ANA, Challenge((BEN,)))) == "challenge.blocked"
    assert not (await room.act(BEN, Accept(await room.post(ANA, Open())))).refused
    await room.act(BEN, Unblock(everyone=True))
    assert not (await room.act(ANA, Challenge((BEN,)))).refused


async def test_a_blocked_player_cannot_accept(room: Room, why: Why) -> None:
    """An open challenge can't be accepted by a player whom its host has blocked."""
    await room.act(ANA, Block(BEN))
    assert why(await room.act(BEN, Accept(await room.post(ANA, Open())))) == "accept.blocked"


async def test_the_button_that_blocks(room: Room, why: Why) -> None:
    """The Block button on a challenge declines it and refuses all further ones from its host."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert decode(BlockHost(id_).code) == BlockHost(id_)
    assert why(await room.act(CARA, BlockHost(id_))) == "block.addressed"
    assert not (await room.act(BEN, BlockHost(id_))).refused
    assert (await room.table(id_)).ending is Ending.DECLINED
    assert why(await room.act(ANA, Challenge((BEN,)))) == "challenge.blocked"


@pytest.mark.parametrize("intent", [Block(), Unblock()])
async def test_the_list_of_blocked_players(room: Room, intent: Block | Unblock) -> None:
    """Without a name, the commands list the blocked players."""
    assert (await room.act(BEN, intent)).texts[0].key == "block.none"
    await room.act(BEN, Block(ANA))
    await room.act(BEN, Block(everyone=True))
    assert [text.key for text in (await room.act(BEN, intent)).texts] == [
        "block.all",
        "block.line",
        "block.how",
    ]


async def test_nobody_blocks_themselves(room: Room, why: Why) -> None:
    """You can't block yourself."""
    assert why(await room.act(BEN, Block(BEN))) == "block.self"


async def test_a_refused_accept_lists_nothing(room: Room) -> None:
    """A refused accept doesn't list the challenge among the player's games."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert (await room.act(CARA, Accept(id_))).refused
    assert (await room.act(CARA, ListGames())).texts[0].key == "games.none"


async def test_which_game_can_be_pressed(room: Room) -> None:
    """If several games match, the reply has a button for each, which performs the act."""
    first, second = await room.playing([2, 1, 3]), await room.playing([2, 1, 3])
    reply = await room.act(ANA, Abort())
    assert reply.refused
    assert reply.texts[0].key == "pick.several"
    assert {choice.act for choice in reply.choices} == {Abort(first), Abort(second)}
    await room.act(ANA, reply.choices[0].act)
    assert [(await room.table(id_)).status for id_ in (first, second)].count(Status.OVER) == 1


async def test_every_choice_fits_a_button(room: Room) -> None:
    """Every choice in a reply fits a button."""
    for _ in range(2):
        await room.playing([2, 1, 3])
    for intent in (Abort(), ShowBoard()):
        for choice in (await room.act(ANA, intent)).choices:
            assert decode(choice.act.code) == choice.act


async def test_several_changes_of_one_of_several_challenges(room: Room, why: Why) -> None:
    """If the changes don't fit a button, the reply asks to type which challenge is meant."""
    for _ in range(2):
        await room.post(ANA, Open())
    many = Alter(
        changes=(("road", "9"), ("warriors", "3"), ("after-capture", "return"), ("pace", "1d"))
    )
    reply = await room.act(ANA, many)
    assert (why(reply), reply.choices) == ("pick.with-changes", ())
    assert len(reply.texts) == 3
    few = await room.act(ANA, Alter(changes=many.changes[:2]))
    assert len(few.choices) == 2


async def test_unblocking_one_while_everyone_is_blocked(room: Room) -> None:
    """Unblocking one player while everyone is blocked says that everyone is still blocked."""
    await room.act(BEN, Block(everyone=True))
    assert (await room.act(BEN, Unblock(ANA))).texts[0].key == "block.all"


async def test_blocking_that_is_refused(room: Room, why: Why) -> None:
    """The Block button is refused for the host, and once the challenge has been accepted."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert why(await room.act(ANA, BlockHost(id_))) == "block.self"
    await room.act(BEN, Accept(id_))
    assert why(await room.act(BEN, BlockHost(id_))) == "accept.taken"


async def test_a_word_for_one_of_several_challenges(room: Room, why: Why) -> None:
    """With a word there are no choices: the refusal says how to name the challenge."""
    for host in (ANA, CARA):
        await room.act(host, Challenge((BEN,)))
    reply = await room.act(BEN, Accept(word="rain"))
    assert why(reply) == "pick.with-word"
    assert reply.choices == ()


async def test_a_process_with_too_many_requests(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too many requests at once, further ones are refused at once; later ones are handled."""
    monkeypatch.setattr(service, "AT_ONCE", 2)
    answered, load = asyncio.Event(), room.store.tables_of

    async def slowly(user: User) -> tuple[Table, ...]:
        await answered.wait()
        return await load(user)

    monkeypatch.setattr(room.store, "tables_of", slowly)
    waiting = [asyncio.create_task(room.act(who, ListGames())) for who in (ANA, BEN)]
    await asyncio.sleep(0)
    assert why(await room.act(CARA, ListGames())) == "act.busy"
    answered.set()
    replies = [*await asyncio.gather(*waiting), await room.act(CARA, Help())]
    assert not any(reply.refused for reply in replies)


@pytest.mark.parametrize("at_once", [0, 1])
async def test_a_busy_process_and_the_pressed_message(
    room: Room, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """A press refused because of too many requests causes no further work; others report it."""
    reported = list[tuple[object, ...]]()
    monkeypatch.setattr(service, "AT_ONCE", at_once)
    monkeypatch.setattr(room.service, "_pressed", lambda *pressed: reported.append(pressed))
    act, request = Accept(TableId("k3f9qd7m2x"), revision=1), room.request(BEN)
    await room.service.act(act, replace(request, message="m"))
    assert len(reported) == at_once


async def test_blocks_have_a_limit(room: Room, why: Why) -> None:
    """Nobody makes what is stored about them, and read at each challenge, as long as they like."""
    for number in range(MAX_BLOCKED):
        await room.store.block(ANA.user, stranger(number).user, "")
    assert not (await room.act(ANA, Block(stranger(0)))).refused
    assert why(await room.act(ANA, Block(BEN))) == "block.many"
    assert not (await room.act(ANA, Unblock(stranger(0)))).refused
    assert not (await room.act(ANA, Block(BEN))).refused
    assert len((await room.store.preferences(ANA.user)).blocked) == MAX_BLOCKED


async def test_blocking_a_host_has_the_same_limit(room: Room, why: Why) -> None:
    """Blocking whoever has sent a challenge counts like any other block, and declines nothing."""
    for number in range(MAX_BLOCKED):
        await room.store.block(ANA.user, stranger(number).user, "")
    id_ = await room.post(BEN, Challenge((ANA,)))
    assert why(await room.act(ANA, BlockHost(id_))) == "block.many"
    assert (await room.table(id_)).status is Status.OFFERED


async def test_looks_at_ones_data_have_a_limit(room: Room, why: Why) -> None:
    """Nobody has all their games of a year read as often as commands can be sent."""
    await room.post(ANA, Open())
    for _ in range(5):
        assert not (await room.act(ANA, ShowMyData())).refused
    assert why(await room.act(ANA, ShowMyData())) == "limit.my-data"
    assert not (await room.act(BEN, ShowMyData())).refused

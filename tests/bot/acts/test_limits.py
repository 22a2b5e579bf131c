"""Limits that people never meet, and floods do; and people who want to be left alone."""

import pytest

from bot.table.codes import decode, encode
from bot.table.intents import (
    Abort,
    Accept,
    Block,
    BlockHost,
    Cancel,
    Challenge,
    Help,
    ListGames,
    Move,
    Practice,
    ShowBoard,
    Unblock,
)
from bot.table.people import Actor, Platform, User
from bot.table.table import Ending, Status, TableId
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


def stranger(number: int) -> Actor:
    return Actor(User(Platform.WEB, f"s{number}"), f"Stranger {number}")


async def test_commands_have_a_limit(room: Room, why: Why) -> None:
    """One person's flood of commands is refused; others are served."""
    for _ in range(40):
        assert not (await room.act(ANA, Help())).refused
    assert why(await room.act(ANA, Help())) == "limit.commands"
    assert not (await room.act(BEN, Help())).refused


async def test_presses_are_not_counted_as_commands(room: Room) -> None:
    """Playing quickly uses up no commands, nor do commands keep anyone from playing."""
    id_ = await room.playing([2, 1, 3])
    for _ in range(40):
        await room.act(ANA, Help())
    move = (await room.moves(id_))[0]
    assert not (await room.move(await room.mover(id_), id_, move)).refused


async def test_presses_have_a_limit(room: Room, why: Why) -> None:
    """A flood of presses is refused before it reaches the store."""
    for _ in range(240):
        await room.act(ANA, Move(TableId("aaaaaaaaaa"), 1, "b+1"))
    assert why(await room.act(ANA, Move(TableId("aaaaaaaaaa"), 1, "b+1"))) == "limit.presses"


async def test_challenges_to_one_person_have_a_limit(room: Room, why: Why) -> None:
    """Somebody who is challenged and challenged again is left alone for an hour."""
    for _ in range(5):
        await room.act(ANA, Cancel(await room.post(ANA, Challenge(BEN))))
    assert why(await room.act(ANA, Challenge(BEN))) == "limit.challenges"
    assert not (await room.act(ANA, Challenge(CARA))).refused


async def test_many_people_do_not_flood_one(room: Room, why: Why) -> None:
    """So many challenges wait for one person's answer, and no more."""
    for number in range(10):
        assert not (await room.act(stranger(number), Challenge(BEN))).refused
    assert why(await room.act(CARA, Challenge(BEN))) == "challenge.enough"


async def test_practice_games_have_a_limit(room: Room, why: Why) -> None:
    """Five games against the computer are enough at once."""
    for _ in range(5):
        assert not (await room.act(ANA, Accept(await room.post(ANA, Practice())))).refused
    assert why(await room.act(ANA, Practice())) == "limit.practice"
    assert not (await room.act(ANA, Challenge(BEN))).refused


async def test_running_games_have_a_limit(room: Room, why: Why) -> None:
    """Fifty running games are enough: for who challenges, and for who accepts."""
    for number in range(50):
        assert not (
            await room.act(ANA, Accept(await room.post(stranger(number), Challenge(ANA))))
        ).refused
    assert why(await room.act(ANA, Challenge(BEN))) == "limit.games"
    offered = await room.post(BEN, Challenge())
    assert why(await room.act(ANA, Accept(offered))) == "limit.games"


async def test_a_flood_hides_no_game(room: Room) -> None:
    """However many tables are opened and ended, a running game stays in every list."""
    id_ = await room.playing([2, 1, 3])
    for number in range(110):
        await room.act(stranger(number), Cancel(await room.post(stranger(number), Challenge())))
    (line,) = await room.service.games(ANA)
    assert line.table == id_
    assert [
        line.table for line in await room.service.open_tables((await room.table(id_)).place)
    ] == [id_]


async def test_a_watcher_calls_nobody(room: Room) -> None:
    """Somebody without a seat sees the board alone: it is not posted anew."""
    id_ = await room.playing([2, 1, 3])
    room.nudged.clear()
    reply = await room.act(CARA, ShowBoard(id_))
    assert not reply.refused
    assert reply.board == await room.table(id_)
    assert room.nudged == []


async def test_players_have_boards_posted_anew_within_a_limit(room: Room, why: Why) -> None:
    """Calling the other player again and again comes to an end."""
    id_ = await room.playing([2, 1, 3])
    for _ in range(6):
        assert not (await room.act(ANA, ShowBoard(id_))).refused
    assert why(await room.act(ANA, ShowBoard(id_))) == "limit.boards"


async def test_ids_cannot_be_computed(room: Room) -> None:
    """The id of a table follows from its operation and a secret; another secret, another id."""
    other = Room(key=b"x" * 32)
    challenges = [await each.post(ANA, Challenge(BEN)) for each in (room, other)]
    assert challenges[0] != challenges[1]


async def test_a_person_refuses_another_s_challenges(room: Room, why: Why) -> None:
    """Who is blocked cannot challenge; others can."""
    await room.act(BEN, Block(ANA))
    assert why(await room.act(ANA, Challenge(BEN))) == "challenge.blocked"
    assert not (await room.act(CARA, Challenge(BEN))).refused
    await room.act(BEN, Unblock(ANA))
    assert not (await room.act(ANA, Challenge(BEN))).refused


async def test_a_person_refuses_all_challenges(room: Room, why: Why) -> None:
    """Somebody may be left alone by everyone, and still take open challenges."""
    await room.act(BEN, Block(everyone=True))
    assert why(await room.act(ANA, Challenge(BEN))) == "challenge.blocked"
    assert not (await room.act(BEN, Accept(await room.post(ANA, Challenge())))).refused
    await room.act(BEN, Unblock(everyone=True))
    assert not (await room.act(ANA, Challenge(BEN))).refused


async def test_who_is_blocked_takes_no_open_challenge(room: Room, why: Why) -> None:
    """An open challenge is open to all but those whom its host has blocked."""
    await room.act(ANA, Block(BEN))
    assert why(await room.act(BEN, Accept(await room.post(ANA, Challenge())))) == "accept.blocked"


async def test_the_button_that_blocks(room: Room, why: Why) -> None:
    """The button on a challenge declines it, and refuses all further ones of its host."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert decode(encode(BlockHost(id_))) == BlockHost(id_)
    assert why(await room.act(CARA, BlockHost(id_))) == "block.addressed"
    assert not (await room.act(BEN, BlockHost(id_))).refused
    assert (await room.table(id_)).ending is Ending.DECLINED
    assert why(await room.act(ANA, Challenge(BEN))) == "challenge.blocked"


@pytest.mark.parametrize("intent", [Block(), Unblock()])
async def test_people_see_whom_they_refuse(room: Room, intent: Block | Unblock) -> None:
    """The command without a name lists whose challenges are refused."""
    assert (await room.act(BEN, intent)).texts[0].key == "block.none"
    await room.act(BEN, Block(ANA))
    await room.act(BEN, Block(everyone=True))
    assert [text.key for text in (await room.act(BEN, intent)).texts] == [
        "block.all",
        "block.line",
        "block.how",
    ]


async def test_nobody_blocks_themselves(room: Room, why: Why) -> None:
    """That would be of no use."""
    assert why(await room.act(BEN, Block(BEN))) == "block.self"


async def test_a_refused_accept_lists_nothing(room: Room) -> None:
    """A challenge to somebody else does not come into the list of who tried to take it."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert (await room.act(CARA, Accept(id_))).refused
    assert (await room.act(CARA, ListGames())).texts[0].key == "games.none"


async def test_which_game_can_be_pressed(room: Room) -> None:
    """What could mean several games offers each as a button that does it."""
    first, second = await room.playing([2, 1, 3]), await room.playing([2, 1, 3])
    reply = await room.act(ANA, Abort())
    assert reply.refused
    assert reply.texts[0].key == "pick.several"
    assert {choice.intent for choice in reply.choices} == {Abort(first), Abort(second)}
    await room.act(ANA, reply.choices[0].intent)
    assert [(await room.table(id_)).status for id_ in (first, second)].count(Status.OVER) == 1


async def test_every_choice_fits_a_button(room: Room) -> None:
    """Each choice that is offered can be carried by a button."""
    for _ in range(2):
        await room.playing([2, 1, 3])
    for intent in (Abort(), ShowBoard()):
        for choice in (await room.act(ANA, intent)).choices:
            assert decode(encode(choice.intent)) == choice.intent


async def test_a_person_who_refuses_everyone_is_told_that_it_holds(room: Room) -> None:
    """Taking one person's block back changes nothing while everyone is refused, and says so."""
    await room.act(BEN, Block(everyone=True))
    assert (await room.act(BEN, Unblock(ANA))).texts[0].key == "block.all"


async def test_one_s_own_challenge_is_not_blocked(room: Room, why: Why) -> None:
    """The button that blocks says what is in the way, to the host and after the challenge."""
    id_ = await room.post(ANA, Challenge(BEN))
    assert why(await room.act(ANA, BlockHost(id_))) == "block.self"
    await room.act(BEN, Accept(id_))
    assert why(await room.act(BEN, BlockHost(id_))) == "accept.taken"


async def test_a_word_for_one_of_several_challenges(room: Room, why: Why) -> None:
    """Where a word comes along no button can, and it is said how to name the challenge."""
    for host in (ANA, CARA):
        await room.act(host, Challenge(BEN))
    reply = await room.act(BEN, Accept(word="rain"))
    assert why(reply) == "pick.with-word"
    assert reply.choices == ()

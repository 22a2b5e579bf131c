"""Lobbies: who can join, leave, invite, remove, and start, and what the others are told."""

import asyncio

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import How, Start
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.dismiss import Dismiss
from bot.acts.gather.hand_over import HandOver
from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.shuffle import Shuffle
from bot.acts.gather.word import GiveWord
from bot.acts.limits import RUNNING_GAMES
from bot.acts.look.games import ListGames
from bot.acts.me.block import Block
from bot.acts.play.move import Move
from bot.acts.registry import decode
from bot.games.catalogue import FAMILIES
from bot.table.agreement import agreement
from bot.table.button import Button
from bot.table.corn import FairCorn
from bot.table.options import Options
from bot.table.people import Actor, Place, Platform, User
from bot.table.request import Reply
from bot.table.seats import Computer, Person
from bot.table.table import Ending, Status
from bot.table.turns import Hands
from engine.header import read_words
from tests.bot.acts.gathering import DAN, EVE, EVERYONE, FAY, joined, opened, seen
from tests.bot.acts.room import ANA, BEN, CARA, NOWHERE, Room, Why
from tests.bot.options import options

PRIVATE = Place(Platform.WEB, "private")


def buttons(reply: Reply) -> list[Act]:
    """Return what the buttons of a reply do, after a round trip through their codes."""
    return [decode(each.act.code) for each in reply.choices if isinstance(each, Button)]


async def test_a_lobby(room: Room) -> None:
    """A game with more seats is posted with its host on the first side, and the others free."""
    assert await seen(room, await opened(room)) == "Ana* - - - - -"


async def test_joining(room: Room) -> None:
    """Players take the free seats of their side in the order in which they join."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN, CARA)
    await joined(room, id_, 0, DAN)
    assert await seen(room, id_) == "Ana* Dan - Ben Cara -"


async def test_the_last_seat_begins_the_game(room: Room) -> None:
    """The game begins when the last seat is taken."""
    id_ = await opened(room)
    await joined(room, id_, 0, BEN, CARA)
    await joined(room, id_, 1, DAN, EVE)
    assert (await room.table(id_)).status is Status.OFFERED
    await joined(room, id_, 1, FAY)
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    assert table.story
    assert await seen(room, id_) == "Ana* Ben Cara Dan Eve Fay"


async def test_joining_too_late(room: Room, why: Why) -> None:
    """Once the game has begun, joining is refused, and the refusal says so."""
    id_ = await opened(room, 4)
    await joined(room, id_, 0, BEN)
    await joined(room, id_, 1, CARA, DAN)
    assert why(await room.act(EVE, Join(id_, 1))) == "join.begun"
    assert why(await room.act(EVE, Accept(id_))) == "join.begun"


async def test_a_full_side(room: Room, why: Why) -> None:
    """A full side refuses players and names itself; the other side is still open."""
    id_ = await opened(room, 4)
    await joined(room, id_, 0, BEN)
    reply = await room.act(CARA, Join(id_, 0))
    assert why(reply) == "join.full"
    assert room.say(reply.texts[0]).startswith("All seats for jade are taken.")
    await joined(room, id_, 1, CARA)


async def test_reserved_seats_only(room: Room, why: Why) -> None:
    """If all seats left are reserved, the refusal says for whom."""
    id_ = await opened(room, 4, BEN, CARA)
    await joined(room, id_, 1, DAN)
    for intent in (Join(id_, 0), Join(id_, 1), Accept(id_)):
        reply = await room.act(EVE, intent)
        assert why(reply) == "join.reserved"
        assert "Ben" in room.say(reply.texts[0])


async def test_the_same_side_twice(room: Room, why: Why) -> None:
    """A second press on the same side changes nothing, and says so."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    assert why(await room.act(BEN, Join(id_, 1))) == "join.same"
    assert await seen(room, id_) == "Ana* - - Ben - -"


async def test_changing_sides(room: Room) -> None:
    """A player can change sides and keeps their word; a host remains the host."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    await room.act(BEN, GiveWord(id_, "rain"))
    await joined(room, id_, 0, BEN)
    await joined(room, id_, 1, ANA)
    table = await room.table(id_)
    assert await seen(room, id_) == "- Ben - Ana* - -"
    assert [seat.word for seat in table.seats if isinstance(seat, Person)] == ["rain", ""]


async def test_a_repeated_press(room: Room) -> None:
    """A repeated operation returns the first result; it isn't refused."""
    id_ = await opened(room)
    for _ in range(2):
        assert await room.act(BEN, Join(id_, 1), operation="again") == Reply()
    assert await seen(room, id_) == "Ana* - - Ben - -"


async def test_accepting(room: Room) -> None:
    """Players who accept join the side with fewer players, with the word that they give."""
    id_ = await opened(room)
    await room.act(BEN, Accept(id_, "rain"))
    await room.act(CARA, Accept())
    table = await room.table(id_)
    assert await seen(room, id_) == "Ana* Cara - Ben - -"
    assert table.seats[3] == Person(BEN.user, "Ben", "rain")


async def test_accepting_twice(room: Room, why: Why) -> None:
    """Accepting again is refused, unless it gives a word."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    for actor in (ANA, BEN):
        assert why(await room.act(actor, Accept(id_))) == "accept.seated"
    reply = await room.act(BEN, Accept(id_, "rain"))
    assert reply.texts[0].key == "word.given"
    assert (await room.table(id_)).seats[3] == Person(BEN.user, "Ben", "rain")


async def test_a_lost_revision(room: Room, why: Why) -> None:
    """A press on a revision that the store has lost is refused, and the board is shown again."""
    id_ = await opened(room)
    room.shown_now.clear()
    assert why(await room.act(BEN, Join(id_, 1, revision=2))) == "move.rolled-back"
    assert room.shown_now == [id_]
    assert not (await room.act(BEN, Join(id_, 1, revision=1))).refused


@pytest.mark.parametrize("seats", [2, 6])
async def test_forged_sides_and_seats(room: Room, seats: int) -> None:
    """Sides and seats that don't exist are refused, whatever the table, and nothing changes."""
    id_ = await opened(room, seats)
    forged: list[Act] = [
        Join(id_, 7),
        AddComputer(id_, 7),
        AddComputer(id_, 0, "perfect"),
        Dismiss(id_, 16),
        Dismiss(id_, 0),
        HandOver(id_, 99),
        HandOver(id_, 0),
    ]
    for intent in forged:
        assert (await room.act(ANA, intent)).refused
    assert (await room.table(id_)).revision == 1


@pytest.mark.parametrize("posted", [Open(), Practice(), Challenge((BEN,))])
async def test_no_lobby(room: Room, posted: Act, why: Why) -> None:
    """In games for two, what only lobbies have is refused, and nothing changes."""
    id_ = await room.post(ANA, posted)
    for intent in (Join(id_, 1), Leave(id_), AddComputer(id_), Shuffle(id_), HandOver(id_, 1)):
        assert why(await room.act(ANA, intent)) == "lobby.none"
    assert (await room.table(id_)).revision == 1


async def test_no_such_table(room: Room, why: Why) -> None:
    """A lobby that doesn't exist is refused."""
    assert why(await room.act(ANA, Join(NOWHERE, 0))) == "table.gone"


async def test_leaving(room: Room) -> None:
    """A player who leaves frees their seat, from a private chat too, which confirms it."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN, CARA)
    assert await room.act(BEN, Leave(id_)) == Reply()
    reply = await room.act(CARA, Leave(id_), place=PRIVATE)
    assert [text.key for text in reply.texts] == ["lobby.done"]
    assert await seen(room, id_) == "Ana* - - - - -"


async def test_the_host_leaves(room: Room, why: Why) -> None:
    """When the host leaves, the next player hosts; the last one is offered to cancel instead."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    await room.act(ANA, Leave())
    assert await seen(room, id_) == "- - - Ben* - -"
    assert why(await room.act(ANA, Cancel(id_))) == "cancel.host"
    reply = await room.act(BEN, Leave())
    assert why(reply) == "leave.only"
    assert buttons(reply) == [Cancel(id_)]
    await room.act(BEN, Cancel(id_))
    assert (await room.table(id_)).ending is Ending.CANCELLED


async def test_leaving_without_a_seat(room: Room, why: Why) -> None:
    """Who hasn't joined can't leave; without a lobby of their own, there is nothing to leave."""
    id_ = await opened(room)
    assert why(await room.act(BEN, Leave(id_))) == "seat.none"
    assert why(await room.act(BEN, Leave())) == "pick.no-lobby"


async def test_a_challenge_to_several(room: Room) -> None:
    """Everyone challenged has a reserved seat, on alternating sides, and the rest is free."""
    id_ = await opened(room, 6, BEN, CARA, DAN)
    assert await seen(room, id_) == "Ana* Cara? - Ben? Dan? -"
    await joined(room, id_, 1, EVE)
    await joined(room, id_, 0, BEN)
    await room.act(CARA, Accept())
    assert await seen(room, id_) == "Ana* Cara Ben - Dan? Eve"


@pytest.mark.parametrize(("count", "seats"), [(1, 2), (2, 4), (3, 4), (4, 6), (5, 6)])
async def test_seats_for_several(room: Room, count: int, seats: int) -> None:
    """Without seats=, a challenge to several gets the smallest game that holds all."""
    people = EVERYONE[1 : count + 1]
    id_ = await room.post(ANA, Challenge(people, options("aj-tiwil")))
    table = await room.table(id_)
    assert len(table.seats) == seats
    assert len(table.asked) == count


async def test_the_same_person_twice(room: Room) -> None:
    """A player who is named twice gets one seat."""
    id_ = await room.post(ANA, Challenge((BEN, BEN), options("aj-tiwil")))
    assert await seen(room, id_) == "Ana* Ben?"


async def test_several_opponents_in_a_game_for_two(room: Room, why: Why) -> None:
    """A ruleset for two refuses several opponents, and says which rulesets have teams."""
    reply = await room.act(ANA, Challenge((BEN, CARA), options("bul")))
    assert why(reply) == "challenge.teams"
    assert "aj-sayil, aj-tiwil, aj-sinaanil, aj-sakalil, a-kaakil" in room.say(reply.texts[0])


async def test_too_few_seats_for_several(room: Room, why: Why) -> None:
    """Seats that are too few for everyone challenged are refused."""
    reply = await room.act(ANA, Challenge((BEN, CARA, DAN, EVE), options("aj-sayil", seats=4)))
    assert why(reply) == "challenge.seats"


async def test_more_people_than_any_game_holds(room: Room, why: Why) -> None:
    """A challenge to more people than the largest game holds is refused."""
    crowd = tuple(Actor(User(Platform.WEB, f"p{n}"), f"P{n}") for n in range(16))
    assert why(await room.act(ANA, Challenge(crowd, options("aj-sayil")))) == "unplayable.seats"


async def test_declining(room: Room) -> None:
    """An invited player who declines frees the seat, and the lobby goes on."""
    id_ = await opened(room, 6, BEN, CARA)
    await room.act(BEN, Decline(id_))
    await room.act(CARA, BlockHost(id_))
    assert await seen(room, id_) == "Ana* - - - - -"
    assert (await room.table(id_)).status is Status.OFFERED


async def test_leaving_instead_of_declining(room: Room) -> None:
    """An invited player can also press Leave."""
    id_ = await opened(room, 6, BEN)
    await room.act(BEN, Leave())
    assert await seen(room, id_) == "Ana* - - - - -"


async def test_computers(room: Room) -> None:
    """The host adds computers, by default on the side with fewer players."""
    id_ = await opened(room)
    await room.act(ANA, AddComputer(id_))
    await room.act(ANA, AddComputer(id_, 1, "easy"))
    table = await room.table(id_)
    assert await seen(room, id_) == "Ana* - - + + -"
    assert table.seats[3:5] == (Computer("medium"), Computer("easy"))


async def test_a_computer_in_the_last_seat(room: Room, why: Why) -> None:
    """The game begins when a computer takes the last seat; there is no more room before that."""
    id_ = await opened(room, 4, BEN)
    await joined(room, id_, 0, CARA)
    await room.act(ANA, AddComputer(id_))
    assert why(await room.act(ANA, AddComputer(id_))) == "computer.no-seat"
    await room.act(BEN, Decline(id_))
    await room.act(ANA, AddComputer(id_))
    assert (await room.table(id_)).status is Status.PLAYING


async def test_computers_take_their_turns(room: Room) -> None:
    """In a team game that has begun, a computer whose turn it is moves."""
    id_ = await opened(room, 4)
    await joined(room, id_, 1, BEN)
    await room.act(ANA, Start(id_, How.FILL))
    assert await seen(room, id_) == "Ana* + Ben +"
    for _ in range(8):
        await room.fall_due()
        table = await room.table(id_)
        seat = room.tables.to_move(table)
        assert seat in (0, 2)
        move = (await room.moves(id_))[0]
        await room.act((ANA, BEN)[(seat or 0) // 2], Move(id_, table.revision, move))
    assert (await room.table(id_)).moves > 8


@pytest.mark.parametrize(
    "act",
    [
        AddComputer,
        Shuffle,
        Invite,
        Start,
        lambda id_: Start(id_, How.FILL),
        lambda id_: Dismiss(id_, 0),
        lambda id_: HandOver(id_, 3),
        lambda id_: Invite(id_, (CARA,)),
    ],
)
async def test_what_only_the_host_can_do(room: Room, why: Why, act: type[Shuffle]) -> None:
    """Only the host can change a lobby for others or start it; the refusal names the host."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    reply = await room.act(BEN, act(id_))
    assert why(reply) == "lobby.host"
    assert "Ana" in room.say(reply.texts[0])


async def test_starting_with_fewer_seats(room: Room) -> None:
    """With equal sides, the host can start without the open seats; everyone keeps their order."""
    id_ = await opened(room, 6, FAY)
    await joined(room, id_, 1, BEN, CARA)
    await joined(room, id_, 0, DAN)
    reply = await room.act(ANA, Start())
    assert not reply.refused
    agreed = agreement(await room.table(id_))
    assert buttons(reply) == [Start(id_, How.FEWER, agreed), Start(id_, How.FILL, agreed)]
    assert room.say(reply.choices[0].text) == "Start with 4 seats"
    await room.act(ANA, Start(id_, How.FEWER))
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    assert read_words(table.header)[1]["seats"] == "4"
    assert await seen(room, id_) == "Ana* Dan Ben Cara"


async def test_starting_with_two(room: Room) -> None:
    """A lobby can shrink to a game for two."""
    id_ = await opened(room, 16)
    await joined(room, id_, 1, BEN)
    await room.act(ANA, Start(id_, How.FEWER))
    table = await room.table(id_)
    assert table.status is Status.PLAYING
    assert await seen(room, id_) == "Ana* Ben"


async def test_starting_with_unequal_sides(room: Room, why: Why) -> None:
    """With unequal sides, starting is refused, and computers are offered for the open seats."""
    id_ = await opened(room, 6)
    await joined(room, id_, 0, BEN)
    await joined(room, id_, 1, CARA)
    for how in (None, How.FEWER):
        reply = await room.act(ANA, Start(id_, how))
        assert why(reply) == "start.unequal"
        assert buttons(reply) == [Start(id_, How.FILL, agreement(await room.table(id_)))]
    await room.act(ANA, buttons(reply)[0])
    assert await seen(room, id_) == "Ana* Ben + Cara + +"
    assert (await room.table(id_)).status is Status.PLAYING


async def test_starting_alone(room: Room, why: Why) -> None:
    """A host who is alone is told to wait, to invite players, or to add computers."""
    id_ = await opened(room, 4)
    reply = await room.act(ANA, Start(id_))
    assert why(reply) == "start.alone"
    assert buttons(reply) == [Start(id_, How.FILL, agreement(await room.table(id_)))]


async def test_starting_as_a_guest(room: Room, why: Why) -> None:
    """A player who types the command in another host's lobby learns who can start it."""
    id_ = await opened(room, 4)
    await joined(room, id_, 0, BEN)
    assert why(await room.act(BEN, Start())) == "lobby.host"


async def test_a_game_that_cannot_shrink(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a game has no other number of seats, computers are offered for the open ones."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    header = (await room.table(id_)).header
    monkeypatch.setattr(room.games, "header", lambda _: header)
    reply = await room.act(ANA, Start(id_))
    assert why(reply) == "start.whole"
    assert buttons(reply) == [Start(id_, How.FILL, agreement(await room.table(id_)))]


async def test_starting_practice(room: Room) -> None:
    """/puluc start begins a practice game, too."""
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Start())
    assert (await room.table(id_)).status is Status.PLAYING


async def test_nothing_to_start(room: Room, why: Why) -> None:
    """Without a lobby of one's own there is nothing to start."""
    await opened(room)
    assert why(await room.act(BEN, Start())) == "pick.no-lobby"


async def test_alone_against_computers(room: Room, why: Why) -> None:
    """A host who starts with computers only plays a practice game, which counts as one."""
    for _ in range(5):
        await room.act(ANA, Accept(await room.post(ANA, Practice())))
    id_ = await opened(room, 4)
    assert why(await room.act(ANA, Start(id_, How.FILL))) == "limit.practice"
    assert (await room.table(id_)).status is Status.OFFERED


async def test_asking_whom_to_invite(room: Room, why: Why) -> None:
    """The host is asked for people to invite, as long as a seat is free."""
    id_ = await opened(room, 4)
    assert (await room.act(ANA, Invite(id_))).invite == id_
    await room.act(ANA, Invite(id_, (BEN, CARA, DAN)))
    assert why(await room.act(ANA, Invite(id_))) == "invite.full"


async def test_inviting(room: Room, why: Why) -> None:
    """Invited people get a reserved seat each, and the invitation is worth a new message."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    reply = await room.act(ANA, Invite(id_, (BEN, CARA, CARA, DAN)))
    assert room.say(reply.texts[0]) == "Invited: Cara and Dan"
    assert await seen(room, id_) == "Ana* Cara? - Ben Dan? -"
    assert not (await room.table(id_)).silent
    assert why(await room.act(ANA, Invite(id_, (BEN, CARA)))) == "invite.known"


async def test_a_repeated_invitation(room: Room) -> None:
    """A repeated invitation returns the first result."""
    id_ = await opened(room)
    for _ in range(2):
        assert not (await room.act(ANA, Invite(id_, (BEN,)), operation="again")).refused
    assert (await room.table(id_)).revision == 2


async def test_too_many_invitations(room: Room, why: Why) -> None:
    """More people than free seats can't be invited; none of them is."""
    id_ = await opened(room, 4)
    assert why(await room.act(ANA, Invite(id_, (BEN, CARA, DAN, EVE)))) == "invite.full"
    assert await seen(room, id_) == "Ana* - - -"


async def test_invitations_are_challenges(room: Room, why: Why) -> None:
    """Who doesn't accept challenges can't be invited, and invitations have the same limit."""
    id_ = await opened(room)
    await room.act(BEN, Block(ANA))
    assert why(await room.act(ANA, Invite(id_, (CARA, BEN)))) == "challenge.blocked"
    for _ in range(5):
        await room.act(ANA, Invite(id_, (DAN,)))
        await room.act(DAN, Decline(id_))
    assert why(await room.act(ANA, Invite(id_, (DAN,)))) == "limit.challenges"


async def test_blocked_players_cannot_join(room: Room, why: Why) -> None:
    """A player whom the host blocks can't join, whoever the host is now."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    await room.act(BEN, Block(CARA))
    await room.act(ANA, HandOver(id_, 3))
    for intent in (Join(id_, 0), Accept(id_)):
        assert why(await room.act(CARA, intent)) == "accept.blocked"


async def test_too_many_games(room: Room, why: Why) -> None:
    """A player with fifty running games can't join another."""
    for _ in range(RUNNING_GAMES):
        host = Actor(User(Platform.WEB, f"h{next(room.operations)}"), "Host")
        await room.act(BEN, Accept(await room.post(host, Challenge((BEN,)))))
    assert why(await room.act(BEN, Join(await opened(room), 1))) == "limit.games"


async def test_dismissing(room: Room, why: Why) -> None:
    """The host frees seats: of players, invited people and computers, but not a free one."""
    id_ = await opened(room, 6, BEN)
    await joined(room, id_, 1, CARA)
    await room.act(ANA, AddComputer(id_, 0))
    for seat in (1, 3, 4):
        assert not (await room.act(ANA, Dismiss(id_, seat))).refused
    assert await seen(room, id_) == "Ana* - - - - -"
    assert why(await room.act(ANA, Dismiss(id_, 1))) == "lobby.moved"


async def test_handing_over(room: Room, why: Why) -> None:
    """The host makes another player the host, and no computer."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    await room.act(ANA, AddComputer(id_))
    assert why(await room.act(ANA, HandOver(id_, 1))) == "lobby.moved"
    await room.act(ANA, HandOver(id_, 3))
    assert await seen(room, id_) == "Ana + - Ben* - -"


async def test_a_lobby_that_is_handed_over_makes_room(room: Room) -> None:
    """A lobby no longer counts towards the limit of the player who has handed it over."""
    ids = [await opened(room) for _ in range(3)]
    await joined(room, ids[0], 1, BEN)
    await room.act(ANA, HandOver(ids[0], 3))
    assert not (await room.act(ANA, Open())).refused


async def test_shuffling(room: Room) -> None:
    """Shuffling keeps everyone, and makes the sides as equal as possible."""
    id_ = await opened(room)
    await joined(room, id_, 0, BEN, CARA)
    drawn = set()
    for _ in range(40):
        await room.act(ANA, Shuffle(id_))
        table = await room.table(id_)
        assert table.people == {actor.user for actor in (ANA, BEN, CARA)}
        assert table.host.user == ANA.user
        drawn.add(await seen(room, id_))
    assert {sum(word == "-" for word in each.split()[:3]) for each in drawn} == {1}
    assert len(drawn) > 1


async def test_words(room: Room, why: Why) -> None:
    """Everyone who has joined can give a word, until play begins; the others can't."""
    id_ = await opened(room, 4)
    await joined(room, id_, 1, BEN)
    for actor, word in ((ANA, "maize"), (BEN, "rain")):
        assert not (await room.act(actor, GiveWord(word=word))).refused
    table = await room.table(id_)
    assert [s.word for s in table.seats if isinstance(s, Person)] == ["maize", "rain"]
    assert why(await room.act(CARA, GiveWord(id_, "sun"))) == "word.join"
    await room.act(ANA, Start(id_, How.FILL))
    assert why(await room.act(BEN, GiveWord(id_, "sun"))) == "join.begun"


async def test_a_busy_lobby_leaves_words_alone(room: Room) -> None:
    """Others who come and go don't use up the words of a player."""
    id_ = await opened(room)
    for _ in range(10):
        await joined(room, id_, 1, BEN)
        await room.act(BEN, Leave(id_))
    assert not (await room.act(ANA, GiveWord(id_, "maize"))).refused


async def test_hints_in_a_team_game(room: Room) -> None:
    """In a player's first game, hints are enabled for those who joined, however late."""
    await room.playing([2, 1, 3])  # so Ana and Ben have played before
    id_ = await opened(room, 4)
    await joined(room, id_, 0, BEN)
    await joined(room, id_, 1, CARA, DAN)
    seats = (await room.table(id_)).seats
    assert [s.hints is None for s in seats if isinstance(s, Person)] == [True, True, False, False]
    assert (await room.store.preferences(CARA.user)).played


async def test_a_lobby_expires(room: Room, why: Why) -> None:
    """A lobby that isn't full in time expires."""
    id_ = await opened(room)
    await joined(room, id_, 1, BEN)
    room.now += 48 * 3600
    assert why(await room.act(CARA, Join(id_, 1))) == "challenge.expired"


async def test_the_list_of_games(room: Room) -> None:
    """The list says what a lobby waits for, to its host, its players, and invited ones."""
    id_ = await opened(room, 6, CARA)
    await joined(room, id_, 1, BEN)

    async def line(actor: Actor) -> str:
        return room.say((await room.act(actor, ListGames())).texts[0])

    assert (
        await line(ANA)
        == f"{id_}: your game of Aj sayil, the ant in #maize. 4 seats are still free."
    )
    assert (
        await line(BEN) == f"{id_}: Aj sayil, the ant with Ana in #maize. 4 seats are still free."
    )
    assert await line(CARA) == f"{id_}: Ana invites you to play Aj sayil, the ant in #maize."
    await room.act(ANA, Start(id_, How.FEWER))
    lines = [room.say((await room.act(each, ListGames())).texts[0]) for each in (ANA, BEN)]
    assert sum("Your turn" in each for each in lines) == 1


@pytest.fixture
def pebbles() -> Room:
    """A room with a game for three, each on a side of their own, and a level of its own."""
    room = Room(families=(*FAMILIES, "tests.games.pebbles"))
    room.use(Hands(FairCorn()))
    return room


async def test_more_than_two_sides(pebbles: Room, why: Why) -> None:
    """A game with three sides and no other number of seats needs a player on each."""
    id_ = await pebbles.post(ANA, Challenge((BEN,), Options("pebbles")))
    assert await seen(pebbles, id_) == "Ana* Ben? -"
    assert why(await pebbles.act(ANA, Start(id_, How.FEWER))) == "start.alone"
    await joined(pebbles, id_, 2, CARA)
    await pebbles.act(BEN, Decline(id_))
    await pebbles.act(ANA, AddComputer(id_))
    assert await seen(pebbles, id_) == "Ana* + Cara"
    assert (await pebbles.table(id_)).seats[1] == Computer("easy")
    assert (await pebbles.table(id_)).status is Status.PLAYING


async def test_more_people_than_sides(pebbles: Room, why: Why) -> None:
    """Where the number of seats is fixed, more people are refused."""
    people = (BEN, CARA, DAN)
    assert why(await pebbles.act(ANA, Challenge(people, Options("pebbles")))) == "challenge.teams"


async def test_a_press_at_once(room: Room) -> None:
    """Of twenty who press at the same time, those who get no seat are told why."""
    crowd = [Actor(User(Platform.WEB, f"p{n}"), f"P{n}") for n in range(20)]
    id_ = await opened(room, 6)
    replies = await asyncio.gather(
        *(room.act(one, Join(id_, n % 2)) for n, one in enumerate(crowd))
    )
    table = await room.table(id_)
    inside = [table.seat_of(one.user) is not None for one in crowd]
    assert inside.count(True) == 5
    assert [reply.refused for reply in replies] == [not each for each in inside]
    assert {r.texts[0].key for r in replies if r.refused} <= {"join.full", "join.begun"}
    assert table.status is Status.PLAYING

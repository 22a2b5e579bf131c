"""Tables that are shown in several places: nobody can hide, move or end one over others' heads."""

from dataclasses import dataclass, field, replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.look.board import ShowBoard
from bot.acts.look.close import Close
from bot.acts.look.hide import HideBoard
from bot.acts.look.menu import ShowMenu
from bot.acts.me.forget import ForgetMe
from bot.acts.me.my_data import ShowMyData
from bot.acts.places import MAX_COPIES, show_here
from bot.acts.play.claim import Claim
from bot.acts.play.nudge import Nudge
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.show.presenter import make_page
from bot.table.button import Button
from bot.table.calls import NO_CALLS
from bot.table.copies import Copy
from bot.table.due import UNSHOWN, Due
from bot.table.forgetting import names
from bot.table.ids import TableId
from bot.table.match import Match
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.people import Actor, Place, Platform, Presence, User
from bot.table.ports import Overdue, Shown
from bot.table.request import Reply
from bot.table.seats import Person
from bot.table.table import Status
from bot.table.terms import Flag, Terms
from tests.bot.acts.gathering import EVE, FAY, joined, opened
from tests.bot.acts.match_room import begin as begin_match
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, SAY, Room, Why
from tests.bot.acts.sides import HEADER, begun, mover, play_turn, three_sides
from tests.bot.acts.teams import DAN, EASY, team_game

BEANS = Place(Platform.WEB, "beans")
ALONE = Place(Platform.WEB, "ana-alone")
"""Ana's private chat."""
AS_MODERATOR = replace(ANA, manages=True)
"""Ana in a place that she moderates, or that a platform takes for one."""


async def show(room: Room, actor: Actor, id_: TableId, place: Place = ALONE) -> Reply:
    """Let a player have a table shown in another place."""
    return await room.act(actor, ShowBoard(id_), place=place)


async def close(room: Room, id_: TableId, *, place: Place = ALONE, alone: bool = True) -> Reply:
    """Let Ana close a table there as a moderator."""
    request = replace(room.request(AS_MODERATOR, place), alone=alone)
    return await room.service.act(Close(id_), request)


@dataclass
class GoneFrom:
    """Says that everyone has left one place, and nobody any other."""

    place: Place
    asked: list[Place] = field(default_factory=list)

    async def presence(self, place: Place, _user: User) -> Presence:
        self.asked.append(place)
        return Presence.GONE if place == self.place else Presence.PRESENT


# closing


@pytest.mark.parametrize("alone", [True, False])
async def test_voiding_a_lost_game(room: Room, alone: bool) -> None:
    """A player who shows a game in their own chat, or server, can't close it there."""
    id_ = await room.playing()
    await show(room, ANA, id_)
    await close(room, id_, alone=alone)
    table = await room.table(id_)
    assert (table.status, table.ending, table.place) == (Status.PLAYING, None, PLACE)


async def test_voiding_a_match(room: Room) -> None:
    """Nor can they end a match without a winner."""
    id_ = await begin_match(room)
    await show(room, ANA, id_)
    await close(room, id_, alone=False)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_voiding_a_lobby(room: Room) -> None:
    """Nor can they end a lobby."""
    id_ = await opened(room, 4)
    await show(room, ANA, id_)
    await close(room, id_, alone=False)
    assert (await room.table(id_)).status is Status.OFFERED


async def test_voiding_a_team_game(room: Room) -> None:
    """Nor can somebody who has taken over a seat in a team game."""
    id_ = await team_game(room, BEN, CARA, DAN, EVE)
    await room.act(BEN, Resign(id_, sure=True))
    assert not (await room.act(ANA, TakeSeat(id_))).refused
    await show(room, ANA, id_)
    await close(room, id_, alone=False)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_nobody_moderates_a_private_chat(room: Room, why: Why) -> None:
    """In a private chat, nothing can be closed, not even a practice game that began there."""
    id_ = await room.post(ANA, Practice(), ALONE)
    assert why(await close(room, id_)) == "close.private"
    assert (await room.table(id_)).status is Status.OFFERED


async def test_closing_a_copy(room: Room) -> None:
    """A moderator of a place with a copy only stops the copy; the game goes on."""
    id_ = await room.playing()
    await show(room, BEN, id_, BEANS)
    reply = await close(room, id_, place=BEANS, alone=False)
    assert [text.key for text in reply.texts] == ["copy.ended"]
    table = await room.table(id_)
    assert (table.status, table.shown_in) == (Status.PLAYING, (PLACE,))
    assert Overdue(id_, BEANS) in await room.store.overdue(Platform.WEB)


async def test_who_closed_it(room: Room) -> None:
    """The board names the moderator who closed a game, who can be forgotten."""
    id_ = await room.playing()
    await room.act(replace(CARA, manages=True), Close(id_))
    closed = "Cara, a moderator, closed this game. Nobody wins."
    assert closed in [*map(SAY, make_page(room.games, await room.table(id_), SAY).lines)]
    await room.fall_due()
    await room.act(CARA, ForgetMe(CARA.user.id))
    await room.fall_due()
    closed = "A moderator closed this game. Nobody wins."
    assert closed in [*map(SAY, make_page(room.games, await room.table(id_), SAY).lines)]


async def test_a_challenge_that_was_closed(room: Room) -> None:
    """A challenge that was closed also names the moderator."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(replace(CARA, manages=True), Close(id_))
    (line, *_) = make_page(room.games, await room.table(id_), SAY).lines
    assert SAY(line) == "Cara, a moderator, closed this game. Nobody wins."


# hiding


@pytest.mark.parametrize("place", [ALONE, BEANS])
async def test_hiding_the_board(room: Room, place: Place) -> None:
    """Whatever Ana shows elsewhere, the turn goes to the place where the game began."""
    id_ = await room.playing([2, 1, 3, 1, 1, 1], terms=Terms(Pace(HOUR), Flag.AUTO))
    await show(room, ANA, id_, place)
    await room.store.mark_shown(id_, PLACE, Shown((await room.table(id_)).revision, "m"))
    await room.move(ANA, id_, "b+3")
    assert (await room.table(id_)).place == PLACE
    assert Overdue(id_, PLACE) in await room.store.overdue(Platform.WEB)


async def test_hiding_a_game_that_others_have_left(room: Room) -> None:
    """Who plays on alone can't take the game away from those who could come back."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY)
    await room.act(BEN, Resign(id_, sure=True, of_seat=True))
    assert not (await show(room, ANA, id_)).refused
    assert (await room.table(id_)).shown_in == (PLACE, ALONE)
    assert not (await room.act(BEN, TakeSeat(id_))).refused


async def test_hiding_the_next_game() -> None:
    """Nor can a match go on where those who come back for its next game don't see it."""
    room = three_sides()
    id_ = await begun(room, match=Match((HEADER,), 2))
    for actor in (BEN, CARA):
        await room.act(actor, Resign(id_, sure=True, of_seat=True))
    await show(room, ANA, id_)
    for _ in range(100):
        if (await room.table(id_)).status is Status.OVER:
            break
        if await mover(room, id_) == 0:
            await play_turn(room, id_)
        await room.wait(MINUTE)
    following = await room.table(room.service.next_games.id_after(id_))
    assert following.people == {ANA.user, BEN.user, CARA.user}
    assert following.place == PLACE


async def test_a_rematch_with_those_who_have_left(room: Room, why: Why) -> None:
    """A rematch invites those who have resigned, and so is posted where they see it."""
    id_ = await team_game(room, ANA, BEN, EASY, EASY)
    await room.act(BEN, Resign(id_, sure=True, of_seat=True))
    await show(room, ANA, id_)
    await room.act(ANA, Resign(id_, sure=True))
    assert why(await room.act(ANA, Rematch(id_), place=ALONE)) == "table.home"


async def test_absence_is_judged_where_the_game_began(room: Room) -> None:
    """Who isn't a member of the place of a copy isn't gone."""
    id_ = await room.playing([2, 1, 3, 1, 1, 1])
    await show(room, ANA, id_, BEANS)
    await room.move(ANA, id_, "b+3")
    elsewhere = GoneFrom(BEANS)
    room.core.outbounds[Platform.WEB] = elsewhere  # type: ignore[assignment] # what is asked of it
    await room.wait(3 * DAY, every=HOUR)
    table = await room.table(id_)
    assert {*elsewhere.asked} == {PLACE}
    assert (table.absence, table.forfeit) == (None, None)
    assert (await room.act(ANA, Claim(id_), place=BEANS)).refused


async def test_a_copy_changes_no_time(room: Room) -> None:
    """Showing a game elsewhere neither postpones its end nor anything that is due."""
    id_ = await room.playing([2, 1, 3])
    before = await room.table(id_)
    room.now += DAY
    await show(room, BEN, id_)
    after = await room.table(id_)
    assert (after.touched, after.clock, after.idle_days) == (before.touched, before.clock, 0)
    assert after.calls == NO_CALLS


async def test_a_rematch_is_posted_where_others_see_it(room: Room, why: Why) -> None:
    """A rematch can't be posted where only one of the players sees it."""
    id_ = await room.playing()
    await show(room, ANA, id_)
    await room.act(BEN, Resign(id_, sure=True))
    assert why(await room.act(ANA, Rematch(id_), place=ALONE)) == "table.home"
    assert not (await room.act(ANA, Rematch(id_))).refused


async def test_a_seat_is_taken_at_home(room: Room, why: Why) -> None:
    """People where a copy is can't take over a seat of a game that began elsewhere."""
    id_ = await team_game(room, ANA, BEN, CARA, DAN)
    await room.act(BEN, Resign(id_, sure=True))
    await show(room, ANA, id_, BEANS)
    assert why(await room.act(EVE, TakeSeat(id_), place=BEANS)) == "table.home"
    assert not (await room.act(EVE, TakeSeat(id_))).refused


async def test_a_copy_lacks_what_is_done_at_home(room: Room) -> None:
    """The board of a copy has no button for what is done at home, or where a player sits."""
    id_ = await room.playing([2, 1, 3])
    page = make_page(room.games, await room.table(id_), SAY)
    assert page.copied(seated=False).buttons == page.buttons
    await room.act(BEN, Resign(id_, sure=True))
    over = make_page(room.games, await room.table(id_), SAY)
    acts = [
        [type(b.act) for b in over.copied(seated=seated).buttons if isinstance(b, Button)]
        for seated in (False, True)
    ]
    assert [Rematch in each for each in acts] == [False, True]


# players who join where a copy is


async def joined_there(room: Room, *, match: int = 0) -> TableId:
    """Cara plays a game of Ana's, whose copy she found elsewhere; it is her turn."""
    room.corn.numbers = [2, 1] + [1] * 20
    id_ = await room.post(ANA, Open(Options(terms=Terms(match=match))))
    await show(room, ANA, id_, BEANS)
    assert not (await room.act(CARA, Accept(id_), place=BEANS)).refused
    while await room.mover(id_) is ANA:
        await room.move(ANA, id_, (await room.moves(id_))[0])
    return id_


async def test_hiding_the_board_of_who_has_joined_there(room: Room, why: Why) -> None:
    """Ana can't end the copy in which Cara has taken her seat, nor have it elsewhere instead."""
    id_ = await joined_there(room)
    assert why(await room.act(ANA, HideBoard(id_))) == "hide.joined"
    await show(room, ANA, id_)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS, ALONE)
    assert not (await room.act(ANA, HideBoard(id_))).refused
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_who_has_joined_there_has_not_left(room: Room) -> None:
    """Whether Cara has left is judged where she took her seat, even if a moderator hid the copy."""
    id_ = await joined_there(room)
    await close(room, id_, place=BEANS, alone=False)
    room.core.outbounds[Platform.WEB] = GoneFrom(PLACE)  # type: ignore[assignment] # likewise
    await room.act(ANA, Nudge(id_))
    await room.wait(3 * DAY, every=HOUR)
    table = await room.table(id_)
    assert (table.copies, table.absence, table.forfeit) == ((), None, None)
    room.core.outbounds[Platform.WEB] = GoneFrom(BEANS)  # type: ignore[assignment] # likewise
    await room.act(ANA, Nudge(id_))
    assert (await room.table(id_)).absence is not None


async def test_the_rematch_after_a_moderator_has_ended_the_copy(room: Room) -> None:
    """A rematch is shown where Cara took her seat, although the game was no longer shown there."""
    id_ = await joined_there(room)
    await close(room, id_, place=BEANS, alone=False)
    await room.act(ANA, Resign(id_, sure=True))
    assert not (await room.act(ANA, Rematch(id_))).refused
    again = await room.service.following(await room.table(id_))
    assert again is not None
    assert again.shown_in == (PLACE, BEANS)
    assert not (await room.act(CARA, Accept(again.id), place=BEANS)).refused


async def test_the_match_of_who_has_joined_there(room: Room) -> None:
    """The next game of a match is shown there, too."""
    id_ = await joined_there(room, match=2)
    await show(room, CARA, id_, ALONE)
    await room.act(CARA, Resign(id_, sure=True), place=BEANS)
    await room.fall_due()
    following = await room.table(room.service.next_games.id_after(id_))
    assert following.shown_in == (PLACE, BEANS)
    assert following.place_of(CARA.user) == BEANS
    assert Overdue(following.id, BEANS) in await room.store.overdue(Platform.WEB)


async def test_the_rematch_of_who_has_joined_there(room: Room) -> None:
    """Cara asks for it where she played, and Ana finds it where the game began."""
    id_ = await joined_there(room)
    await room.act(CARA, Resign(id_, sure=True), place=BEANS)
    assert not (await room.act(CARA, Rematch(id_), place=BEANS)).refused
    again = await room.service.following(await room.table(id_))
    assert again is not None
    assert (again.shown_in, again.place_of(CARA.user)) == ((PLACE, BEANS), BEANS)
    assert not (await room.act(ANA, Rematch(id_))).refused
    assert (await room.table(again.id)).status is Status.PLAYING


async def test_a_rematch_with_who_has_joined_there(room: Room) -> None:
    """Ana asks for it, and Cara accepts it where she played."""
    id_ = await joined_there(room)
    await room.act(CARA, Resign(id_, sure=True), place=BEANS)
    await room.act(ANA, Rematch(id_))
    again = await room.service.following(await room.table(id_))
    assert again is not None
    assert not (await room.act(CARA, Accept(again.id), place=BEANS)).refused
    assert (await room.table(again.id)).shown_in == (PLACE, BEANS)


async def test_joining_a_lobby_where_a_copy_is(room: Room) -> None:
    """A lobby's copy stays for those who have joined there, unless they change sides at home."""
    id_ = await opened(room, 4)
    await show(room, ANA, id_, BEANS)
    assert not (await room.act(CARA, Join(id_, 1), place=BEANS)).refused
    await room.act(ANA, HideBoard(id_))
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)
    assert not (await room.act(CARA, Join(id_, 0))).refused
    await room.act(ANA, HideBoard(id_))
    assert (await room.table(id_)).shown_in == (PLACE,)


async def test_leaving_a_lobby_where_a_copy_is(room: Room) -> None:
    """Nothing is stored of those who have left the lobby again, however many they are."""
    id_ = await opened(room, 4)
    await show(room, ANA, id_, BEANS)
    for actor in (BEN, CARA):
        await room.act(actor, Join(id_, 1), place=BEANS)
        await room.act(actor, Leave(id_))
    assert (await room.table(id_)).joined == ()


async def test_who_shows_it_is_forgotten(room: Room) -> None:
    """If Ana is forgotten, or leaves, the copy stays for those who have joined there."""
    id_ = await opened(room, 4)
    await show(room, ANA, id_, BEANS)
    for actor in (CARA, DAN):
        assert not (await room.act(actor, Join(id_, 1), place=BEANS)).refused
    await room.act(ANA, ForgetMe(ANA.user.id))
    await room.fall_due()
    table = await room.table(id_)
    assert not names(table, (ANA.user,))
    assert table.shown_in == (PLACE, BEANS)
    await room.act(CARA, ForgetMe(CARA.user.id))
    await room.fall_due()
    assert [each.user for each in (await room.table(id_)).joined] == [DAN.user]


async def test_the_place_of_who_has_joined_there_is_renamed(room: Room) -> None:
    """Where Cara took her seat follows the place, as the copy does."""
    id_ = await joined_there(room)
    squash = Place(Platform.WEB, "squash")
    await room.service.follow(BEANS, squash)
    assert (await room.table(id_)).place_of(CARA.user) == squash


# copies


async def test_one_copy_for_each_player(room: Room) -> None:
    """A player's new copy ends the one before it; those of others stay."""
    id_ = await room.playing()
    await show(room, BEN, id_, BEANS)
    await show(room, ANA, id_)
    other = Place(Platform.WEB, "squash")
    await show(room, ANA, id_, other)
    assert (await room.table(id_)).copies == (Copy(BEANS, BEN.user), Copy(other, ANA.user))
    assert Overdue(id_, ALONE) in await room.store.overdue(Platform.WEB)


async def test_two_players_at_the_same_moment(room: Room) -> None:
    """If both see that a place doesn't show their game yet, and ask for it, there is one copy."""
    id_ = await room.playing()
    for actor in (ANA, BEN):
        await show_here(room.tables, room.request(actor, BEANS), id_)
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def six(room: Room, *people: Actor) -> TableId:
    """Return a team game of six that has just begun."""
    id_ = await opened(room, 6)
    for number, person in enumerate(people[1:], start=1):
        await joined(room, id_, number % 2, person)
    assert (await room.table(id_)).status is Status.PLAYING
    return id_


async def test_too_many_copies(room: Room, why: Why) -> None:
    """A table is shown in a few places only."""
    people = (ANA, BEN, CARA, DAN, EVE, FAY)
    id_ = await six(room, *people)
    for number, person in enumerate(people[:MAX_COPIES]):
        assert not (await show(room, person, id_, Place(Platform.WEB, f"p{number}"))).refused
    assert why(await show(room, FAY, id_, BEANS)) == "board.copies"
    assert not (await show(room, ANA, id_, BEANS)).refused


async def test_only_the_host_shows_a_lobby_elsewhere(room: Room, why: Why) -> None:
    """As long as others can join, only the host decides where."""
    id_ = await opened(room, 4)
    await joined(room, id_, 1, BEN)
    assert why(await show(room, BEN, id_, BEANS)) == "lobby.host"
    assert not (await show(room, ANA, id_, BEANS)).refused
    await joined(room, id_, 0, CARA)


async def test_a_challenge_is_accepted_where_it_is_shown(room: Room) -> None:
    """People can accept a challenge where its host has it shown; it is played at home, too."""
    id_ = await room.post(ANA, Open())
    await show(room, ANA, id_, BEANS)
    assert not (await room.act(CARA, Accept(id_), place=BEANS)).refused
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)


async def test_the_copy_of_a_player_who_leaves(room: Room) -> None:
    """When a player gives up their seat, their copy ends; those of others stay."""
    id_ = await team_game(room, ANA, BEN, CARA, DAN)
    await show(room, BEN, id_, BEANS)
    await show(room, ANA, id_)
    await room.act(BEN, Resign(id_, sure=True))
    assert (await room.table(id_)).shown_in == (PLACE, ALONE)
    assert Overdue(id_, BEANS) in await room.store.overdue(Platform.WEB)


async def test_ending_a_copy(room: Room, why: Why) -> None:
    """The menu has a button that ends the player's copy, from anywhere."""
    id_ = await room.playing()
    await show(room, ANA, id_)
    await show(room, BEN, id_, BEANS)
    for place, key in ((ALONE, "button.hide"), (PLACE, "button.hide-elsewhere")):
        menu = (await room.act(ANA, ShowMenu(id_), place=place)).choices
        (button,) = (b for b in menu if isinstance(b, Button) and b.act == HideBoard(id_))
        assert button.text.key == key
    assert not (await room.act(ANA, HideBoard(id_))).refused
    assert (await room.table(id_)).shown_in == (PLACE, BEANS)
    assert why(await room.act(ANA, HideBoard(id_))) == "hide.none"


async def test_the_menu_offers_a_copy(room: Room) -> None:
    """From another place, players are offered to have their game shown there."""
    id_ = await room.playing()
    for actor, offered in ((ANA, True), (CARA, False)):
        menu = (await room.act(actor, ShowMenu(id_), place=ALONE)).choices
        acts = [each.act for each in menu if isinstance(each, Button)]
        assert (ShowBoard(id_) in acts) is offered


async def test_a_copy_that_cannot_be_shown(room: Room) -> None:
    """A copy that can't be shown ends, and its home and other copies don't."""
    id_ = await room.playing()
    await show(room, ANA, id_)
    await show(room, BEN, id_, BEANS)
    for place in (BEANS, PLACE, BEANS):
        await room.handle(Due(id_, f"{UNSHOWN}:{place}", room.now))
    assert (await room.table(id_)).shown_in == (PLACE, ALONE)


async def test_a_renamed_place(room: Room) -> None:
    """When the id of a place changes, homes and copies there follow; nothing else does."""
    home, copied = await room.playing(place=BEANS), await room.playing()
    other = await room.playing()
    await show(room, BEN, copied, BEANS)
    squash = Place(Platform.WEB, "squash")
    for _ in range(2):
        await room.service.follow(BEANS, squash)
    assert (await room.table(home)).shown_in == (squash,)
    assert (await room.table(copied)).shown_in == (PLACE, squash)
    assert (await room.table(other)).revision == 2
    assert await room.store.tables_in(BEANS) == ()


async def test_a_forgotten_player(room: Room) -> None:
    """Once a player is forgotten, nothing tells where they had a game shown, running or over."""
    team = await team_game(room, ANA, BEN, CARA, DAN)
    over = await room.playing()
    for id_ in (team, over):
        await show(room, ANA, id_)
    await room.act(BEN, Resign(over, sure=True))
    await room.fall_due()
    await room.act(ANA, ForgetMe(ANA.user.id))
    await room.fall_due()
    for id_ in (team, over):
        assert (await room.table(id_)).copies == ()
        assert Overdue(id_, ALONE) in await room.store.overdue(Platform.WEB)


async def test_my_data_tells_of_copies(room: Room) -> None:
    """What is stored about a person includes where they have games shown."""
    id_ = await room.playing()
    await show(room, ANA, id_)
    reply = await room.act(ANA, ShowMyData())
    assert reply.file is not None
    assert b'"web:ana-alone:"' in reply.file.data


async def test_a_nudge_from_a_copy(room: Room) -> None:
    """A nudge from a copy calls the player at home."""
    id_ = await room.playing([2, 1, 3])
    await show(room, BEN, id_, BEANS)
    assert not (await room.act(BEN, Nudge(id_), place=BEANS)).refused
    table = await room.table(id_)
    assert (table.place, table.calls.place) == (PLACE, None)
    assert isinstance(table.seats[0], Person)

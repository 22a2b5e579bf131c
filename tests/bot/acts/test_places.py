"""A channel's settings, who can close its tables, and tables in several places."""

import asyncio
from dataclasses import replace

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.board import ShowBoard
from bot.acts.look.close import Close
from bot.acts.look.settings import ChangeSettings, ShowSettings
from bot.acts.play.move import Move
from bot.acts.tables import offers_of
from bot.table.copies import Copy
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Overdue, Shown
from bot.table.settings import SETTINGS, Placing, Settings
from bot.table.table import Ending, Status
from tests.bot.acts.room import ANA, BEN, CARA, PLACE, Room, Why

BEANS = Place(Platform.WEB, "beans")
MODERATOR = replace(CARA, manages=True)


async def test_anyone_can_see_the_settings(room: Room) -> None:
    """The reply has a line for each setting, and one that says how to change them."""
    reply = await room.act(CARA, ShowSettings())
    assert [text.key for text in reply.texts] == ["settings.line"] * len(SETTINGS) + [
        "settings.how"
    ]
    assert not reply.refused


async def test_a_moderator_changes_settings(room: Room) -> None:
    """A moderator changes a channel's settings; other channels aren't affected."""
    await room.act(MODERATOR, ChangeSettings("placement", "new"))
    reply = await room.act(MODERATOR, ChangeSettings("delete-old", "no"))
    assert reply.texts[0].key == "settings.changed"
    assert await room.store.settings(PLACE) == Settings(Placing.NEW, delete_old=False)
    assert await room.store.settings(BEANS) == Settings()


async def test_only_moderators_change_settings(room: Room, why: Why) -> None:
    """Players who aren't moderators can't change settings, even if they have a game there."""
    await room.playing()
    assert why(await room.act(ANA, ChangeSettings("placement", "new"))) == "set.manages"
    assert await room.store.settings(PLACE) == Settings()


@pytest.mark.parametrize(("name", "value"), [("mascot", "ant"), ("thread", "new")])
async def test_an_invalid_setting(room: Room, why: Why, name: str, value: str) -> None:
    """An unknown setting or value is refused with the valid choices."""
    assert why(await room.act(MODERATOR, ChangeSettings(name, value))) == "command.choice"


@pytest.mark.parametrize("intent", [Challenge((BEN,)), Open(), Practice()])
async def test_a_channel_without_tables(room: Room, why: Why, intent: Act) -> None:
    """In a channel that allows no tables, challenges and practice games are refused."""
    await room.act(MODERATOR, ChangeSettings("games", "no"))
    assert why(await room.act(ANA, intent)) == "offer.closed"
    assert await room.store.taken(offers_of(ANA.user), now=int(room.now)) == ()


async def test_a_game_goes_on_where_tables_are_disallowed(room: Room) -> None:
    """A game that began before a channel disallowed tables can be played to the end."""
    id_ = await room.playing([2, 1, 3])
    await room.act(MODERATOR, ChangeSettings("games", "no"))
    assert not (await room.move(ANA, id_, "b+3")).refused


async def test_a_moderator_closes_a_game(room: Room) -> None:
    """When a moderator closes a table, it is over and nobody wins."""
    id_ = await room.playing()
    await room.act(MODERATOR, Close(id_))
    table = await room.table(id_)
    assert (table.status, table.ending, table.places) == (Status.OVER, Ending.CLOSED, ())
    assert await room.store.overdue(Platform.WEB) == (Overdue(id_, PLACE),)


async def test_a_closed_challenge(room: Room, why: Why) -> None:
    """A closed challenge can't be accepted and no longer counts as open."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(MODERATOR, Close())
    assert why(await room.act(BEN, Accept(id_))) == "challenge.closed"
    assert await room.store.taken(offers_of(ANA.user), now=int(room.now)) == ()


async def test_only_moderators_close_a_table(room: Room, why: Why) -> None:
    """A player who isn't a moderator can't close a table."""
    id_ = await room.playing()
    assert why(await room.act(ANA, Close(id_))) == "close.manages"
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_moderator_of_another_channel(room: Room, why: Why) -> None:
    """A moderator can close tables only in their own channel."""
    id_ = await room.playing()
    assert why(await room.act(MODERATOR, Close(id_), place=BEANS)) == "table.elsewhere"
    assert why(await room.act(MODERATOR, Close(), place=BEANS)) == "pick.no-table"


async def test_closing_twice(room: Room, why: Why) -> None:
    """A table can't be closed twice, but a repeated request is no error."""
    id_ = await room.playing()
    for _ in range(2):
        assert not (await room.act(MODERATOR, Close(id_), operation="close")).refused
    assert why(await room.act(MODERATOR, Close(id_))) == "table.over"


async def test_a_table_is_shown_elsewhere(room: Room) -> None:
    """A table that a player has shown in another place stays where it began, unchanged."""
    id_ = await room.playing([2, 1, 3])
    before = await room.table(id_)
    room.now += 60
    await room.act(BEN, ShowBoard(id_), place=BEANS)
    copies, revision = (Copy(BEANS, BEN.user),), before.revision + 1
    assert await room.table(id_) == replace(before, copies=copies, revision=revision, silent=True)
    assert [t.id for t in await room.store.tables_in(BEANS)] == [id_]
    assert [t.id for t in await room.store.tables_in(PLACE)] == [id_]
    assert set(await room.store.overdue(Platform.WEB)) == {
        Overdue(id_, PLACE),
        Overdue(id_, BEANS),
    }


@pytest.mark.parametrize("place", [PLACE, BEANS])
async def test_a_table_is_played_where_it_is_shown(room: Room, place: Place) -> None:
    """Moves are accepted wherever a table is shown, and then overdue in each of these places."""
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, ShowBoard(id_), place=BEANS)
    revision = (await room.table(id_)).revision
    for shown in (PLACE, BEANS):
        await room.store.mark_shown(id_, shown, Shown(revision, "m"))
    assert not (await room.act(ANA, Move(id_, revision, "b+3"), place=place)).refused
    assert len(await room.store.overdue(Platform.WEB)) == 2


async def test_a_practice_game_moves(room: Room) -> None:
    """A game that only one person plays moves to the place where they ask for its board."""
    id_ = await room.post(ANA, Practice())
    before = await room.table(id_)
    room.now += 60
    await room.act(ANA, ShowBoard(id_), place=BEANS)
    moved = replace(before, place=BEANS, revision=before.revision + 1, touched=int(room.now))
    assert await room.table(id_) == moved
    assert await room.store.tables_in(BEANS) == (moved,)
    assert await room.store.tables_in(PLACE) == ()


async def test_the_only_table_anywhere(room: Room) -> None:
    """Without a name, the player's only table is shown here."""
    id_ = await room.playing()
    await room.act(ANA, ShowBoard(), place=BEANS)
    assert BEANS in (await room.table(id_)).shown_in


async def test_a_table_here_before_one_elsewhere(room: Room) -> None:
    """Without a name, a table that is shown here takes precedence over tables elsewhere."""
    there, here = await room.playing(), await room.playing()
    await room.act(ANA, ShowBoard(here), place=BEANS)
    await room.store.mark_shown(here, BEANS, Shown(3, "m"))
    await room.act(ANA, ShowBoard(), place=BEANS)
    assert Overdue(here, BEANS) in await room.store.overdue(BEANS.platform)
    assert (await room.table(there)).shown_in == (PLACE,)


async def test_several_tables_elsewhere(room: Room, why: Why) -> None:
    """If several tables could be shown here, one must be named; the reply lists them."""
    ids = {await room.playing(), await room.playing()}
    reply = await room.act(ANA, ShowBoard(), place=BEANS)
    assert why(reply) == "pick.elsewhere"
    assert {dict(text.args)["id"] for text in reply.texts[1:]} == ids


async def test_several_tables_here(room: Room, why: Why) -> None:
    """If there are several boards here, one must be named; the reply lists them."""
    ids = {await room.playing(), await room.post(ANA, Open())}
    await room.post(BEN, Open())
    reply = await room.act(ANA, ShowBoard())
    assert why(reply) == "pick.several"
    assert {dict(text.args)["id"] for text in reply.texts[1:]} == ids


async def test_no_table_anywhere(room: Room, why: Why) -> None:
    """A player without tables is told so, even if others have some."""
    await room.playing()
    assert why(await room.act(CARA, ShowBoard(), place=BEANS)) == "pick.no-board"


@pytest.mark.parametrize("actor", [CARA, MODERATOR])
async def test_another_player_s_table(room: Room, why: Why, actor: Actor) -> None:
    """A table isn't shown elsewhere for a person without a seat, not even for a moderator."""
    id_ = await room.playing()
    assert why(await room.act(actor, ShowBoard(id_), place=BEANS)) == "table.elsewhere"
    assert (await room.table(id_)).shown_in == (PLACE,)
    assert await room.store.tables_in(BEANS) == ()


async def test_an_invited_person_has_no_seat_yet(room: Room, why: Why) -> None:
    """A challenge is shown elsewhere for its host, but not for the challenged player."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    assert why(await room.act(BEN, ShowBoard(id_), place=BEANS)) == "table.elsewhere"
    await room.act(ANA, ShowBoard(id_), place=BEANS)
    assert not (await room.act(BEN, Accept(id_), place=BEANS)).refused


async def test_a_challenge_shown_elsewhere_is_still_open(room: Room) -> None:
    """A challenge counts as its host's open challenge wherever it is."""
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(ANA, ShowBoard(id_), place=BEANS)
    assert await room.store.taken(offers_of(ANA.user), now=int(room.now)) == (id_,)


async def test_a_table_that_is_over_stays(room: Room, why: Why) -> None:
    """A game that is over stays where it was played."""
    id_ = await room.playing()
    await room.act(MODERATOR, Close(id_))
    assert why(await room.act(ANA, ShowBoard(id_), place=BEANS)) == "table.over"


async def test_a_table_is_not_shown_where_none_are_allowed(room: Room, why: Why) -> None:
    """A table isn't shown in a channel that allows no tables."""
    id_ = await room.playing()
    await room.act(MODERATOR, ChangeSettings("games", "no"), place=BEANS)
    assert why(await room.act(ANA, ShowBoard(id_), place=BEANS)) == "offer.closed"
    assert (await room.table(id_)).shown_in == (PLACE,)


async def test_showing_the_board_again(room: Room) -> None:
    """A player can have the board shown again, without naming it if there is only one."""
    id_ = await room.playing()
    await room.store.mark_shown(id_, PLACE, Shown(2, "m1"))
    await room.act(ANA, ShowBoard())
    assert [due.table for due in await room.store.overdue(Platform.WEB)] == [id_]


async def test_a_repeated_request_for_a_copy(room: Room) -> None:
    """A repeated request shows a table elsewhere once and asks for its board once."""
    id_ = await room.playing()
    await room.act(ANA, ShowBoard(id_), place=BEANS, operation="come")
    revision = (await room.table(id_)).revision
    await room.store.mark_shown(id_, BEANS, Shown(revision, "m"))
    await room.act(ANA, ShowBoard(id_), place=BEANS, operation="come")
    assert (await room.table(id_)).revision == revision
    assert Overdue(id_, BEANS) not in await room.store.overdue(BEANS.platform)


async def test_a_repeated_request_for_a_board(room: Room) -> None:
    """A repeated request asks for a board once; a new request asks again."""
    id_ = await room.playing()
    revision = (await room.table(id_)).revision
    for operation, asked in (("first", True), ("first", False), ("second", True)):
        await room.store.mark_shown(id_, PLACE, Shown(revision, "m"))
        await room.act(ANA, ShowBoard(), operation=operation)
        assert (Overdue(id_, PLACE) in await room.store.overdue(PLACE.platform)) is asked


async def test_two_players_at_once(room: Room) -> None:
    """A table that two players have shown in two places at once is shown in both."""
    id_, third = await room.playing(), Place(Platform.WEB, "squash")
    await asyncio.gather(
        room.act(ANA, ShowBoard(id_), place=BEANS), room.act(BEN, ShowBoard(id_), place=third)
    )
    assert {*(await room.table(id_)).shown_in} == {PLACE, BEANS, third}

"""Lobbies: inviting people from a menu, challenging several, and the rows of buttons."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest
from simcord import InteractionResult

from bot.on_discord.components import invitations, view
from bot.show.page import Page
from bot.table.button import Button
from bot.table.codes import encode
from bot.table.ids import TableId
from bot.table.intents import (
    AddComputer,
    ChooseInvited,
    ChooseOptions,
    Intent,
    Join,
    Leave,
    ShowMenu,
    Start,
    TableRules,
)
from bot.table.ports import StoreDown
from bot.table.table import Table
from engine.text import Text
from tests.bot.on_discord.conftest import CATALOGUE
from tests.bot.on_discord.test_play import shown

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village

ID = TableId("k3f9qd7m2x")
SAY = CATALOGUE.voice()


async def lobby(village: "Village", seats: int = 6) -> Table:
    """Post a lobby of Ana's."""
    await village.ana.slash(
        village.plaza, "puluc open", ruleset="aj-sayil", options=f"seats={seats}"
    )
    return await village.table()


async def press(village: "Village", intent: Intent) -> InteractionResult:
    """Let Ana press a button with this intent on the board."""
    village.forge({"type": 2, "style": 1, "label": "?", "custom_id": encode(intent)})
    return await village.ana.click(village.board, label="?")


def menu(village: "Village", result: InteractionResult) -> dict[str, Any]:
    """Return the only component of a private reply, as it was sent to Discord."""
    message = shown(result)
    ((row,)) = village.env.backend.get_message(message.channel_id, message.id).components
    (component,) = row["components"]
    found: dict[str, Any] = component
    return found


async def test_a_menu_of_people(village: "Village") -> None:
    """A host who invites gets a private menu of people, for as many as there are free seats."""
    table = await lobby(village)
    asked = await press(village, ChooseInvited(table.id))
    found = menu(village, asked)
    assert shown(asked).ephemeral
    assert (found["type"], found["min_values"], found["max_values"]) == (5, 1, 5)
    assert found["placeholder"] == "Choose players to invite"
    assert len(found["custom_id"]) <= 100


async def test_inviting(village: "Village", reply: "ReplyText") -> None:
    """All people chosen from the menu have a seat reserved, and the menu is replaced."""
    eva = village.add("Eva")
    asked = await press(village, ChooseInvited((await lobby(village)).id))
    done = await village.ana.select(shown(asked), [village.ben, eva])
    assert reply(done) == "Invited: Ben and Eva"
    assert (shown(done).id, shown(done).components) == (shown(asked).id, [])
    assert {seat.user.id for seat in (await village.table()).asked} == {
        str(village.ben.id),
        str(eva.id),
    }


async def test_inviting_a_bot(village: "Village", reply: "ReplyText") -> None:
    """If a bot is among the people chosen, nobody is invited, and the reply names the bot."""
    robot = village.guild.add_member(village.env.create_user("Robot", bot=True))
    asked = await press(village, ChooseInvited((await lobby(village)).id))
    done = await village.ana.select(shown(asked), [village.ben, robot])
    assert reply(done).startswith("Robot is a bot and can't play.")
    assert (await village.table()).asked == ()


async def test_a_full_lobby(village: "Village", reply: "ReplyText") -> None:
    """If the last seats are taken while people are chosen, the reply says so."""
    table = await lobby(village, 4)
    asked = await press(village, ChooseInvited(table.id))
    await press(village, AddComputer(table.id))
    await press(village, AddComputer(table.id))
    done = await village.ana.select(shown(asked), [village.ben, village.add("Eva")])
    assert reply(done).startswith("There aren't enough free seats (1).")
    assert (await village.table()).asked == ()


async def test_a_store_that_fails(
    village: "Village", reply: "ReplyText", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store fails before the menu is shown, the reply says that games are unavailable."""
    table = await lobby(village)
    load, calls = village.store.load, 0

    async def down(id_: TableId) -> Table | None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise StoreDown
        return await load(id_)

    monkeypatch.setattr(village.store, "load", down)
    said = reply(await press(village, ChooseInvited(table.id)))
    assert (said, calls) == (SAY(StoreDown().text), 2)


async def test_a_forged_menu(village: "Village", reply: "ReplyText") -> None:
    """A menu of people with the code of another button does nothing."""
    table = await lobby(village)
    code = encode(ChooseOptions(table.id))
    village.forge({"type": 5, "custom_id": code})
    done = await village.ana.select(village.board, [village.ben])
    assert reply(done).startswith("This button")
    assert (await village.table()) == table


async def test_a_challenge_to_three(village: "Village") -> None:
    """All people named in a challenge have a seat reserved."""
    eva, leo = village.add("Eva"), village.add("Leo")
    await village.ana.slash(
        village.plaza,
        "puluc challenge",
        opponent=village.ben,
        second=eva,
        third=leo,
        ruleset="aj-tiwil",
    )
    table = await village.table()
    assert len(table.seats) == 4
    assert {seat.name for seat in table.asked} == {"Ben", "Eva", "Leo"}


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ({}, 1),
        ({"ruleset": "aj-tiwil"}, 15),
        ({"ruleset": "aj-tiwil", "options": "seats=6"}, 5),
        ({"options": "series=mopan"}, 15),
    ],
)
async def test_a_menu_of_opponents(village: "Village", words: dict[str, str], most: int) -> None:
    """The menu of opponents allows as many as the game has seats for."""
    asked = shown(await village.ana.slash(village.plaza, "puluc challenge", **words))
    rows = village.env.backend.get_message(asked.channel_id, asked.id).components
    (found,) = (item for row in rows for item in row["components"] if item["type"] == 5)
    assert found["max_values"] == most


async def test_challenging_several_from_a_menu(village: "Village") -> None:
    """All opponents chosen from the menu have a seat reserved."""
    asked = shown(await village.ana.slash(village.plaza, "puluc challenge", ruleset="aj-tiwil"))
    await village.ana.select(asked, [village.ben, village.add("Eva"), village.add("Leo")])
    table = await village.table()
    assert len(table.seats) == 4
    assert {seat.name for seat in table.asked} == {"Ben", "Eva", "Leo"}


@pytest.mark.parametrize("free", [1, 15, 40])
def test_the_size_of_the_menu(free: int) -> None:
    """The menu takes at most 25 people, Discord's limit."""
    found = invitations(ID, free, SAY).to_component_dict()
    assert found["max_values"] == min(free, 25)
    assert len(str(found["custom_id"])) <= 100


def page(*intents: Intent, lines: Sequence[Text] = ()) -> Page:
    """Return a page with such buttons."""
    buttons = tuple(Button(Text("button.rules"), intent) for intent in intents)
    return Page(
        table=ID,
        code="code",
        revision=1,
        lines=tuple(lines),
        picture=None,
        buttons=buttons,
        live=True,
    )


LOBBY = (
    Join(ID, 0, 1),
    Join(ID, 1, 1),
    Leave(ID),
    AddComputer(ID),
    Start(ID),
    TableRules(ID),
    ShowMenu(ID),
)


def test_rows_of_a_lobby() -> None:
    """A lobby has a row for its sides, one for its seats and one for everything else."""
    rows = view(page(*LOBBY), SAY).to_components()
    assert [len(row["components"]) for row in rows] == [2, 2, 3]


def test_a_row_that_is_too_long() -> None:
    """A row has at most five buttons; the rest of its kind have the next one."""
    more = [AddComputer(ID, side, level) for level in ("easy", "medium") for side in range(3)]
    rows = view(page(*LOBBY[:2], *more), SAY).to_components()
    assert [len(row["components"]) for row in rows] == [2, 5, 1]


async def test_sixteen_names(village: "Village") -> None:
    """A lobby shows sixteen names of the greatest length within Discord's limit."""
    await lobby(village, 16)
    crowd = [village.add(f"{number:02}" + "x" * 30) for number in range(14)]
    for number, person in enumerate(crowd):
        await person.click(village.board, label="Join red" if number % 2 else "Join jade")
    assert all(person.name in village.board.content for person in crowd)
    assert len(village.board.content) <= 2000


async def test_whom_an_invitation_pings(village: "Village") -> None:
    """An invitation mentions those who are invited, and nobody else."""
    asked = await press(village, ChooseInvited((await lobby(village)).id))
    await village.ana.select(shown(asked), [village.ben])
    pinged = [[str(id_) for id_ in each] for each in village.pings if each]
    assert pinged == [[str(village.ben.id)]]


async def test_wrong_presses(village: "Village", reply: "ReplyText") -> None:
    """What only the host can do is refused in private, with the host's name."""
    table = await lobby(village)
    refused = await village.ben.click(village.board, label="Start")
    assert reply(refused).startswith("Only Ana, the host of this game")
    assert await village.table() == table

"""Lobbies: inviting people from a menu, challenging several, and the rows of buttons."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.gather.begin import Start
from bot.acts.gather.change import ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.look.menu import ShowMenu
from bot.acts.look.rules import Rules
from bot.on_discord.components import people, rows
from bot.on_discord.words import MAX_LENGTH
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.ports import StoreDown
from bot.table.table import Table
from discord_simulator.people import Answer
from engine.text import Text
from tests.bot.on_discord.conftest import CATALOGUE

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

ID = TableId("k3f9qd7m2x")
SAY = CATALOGUE.voice()


async def lobby(town: "Town", seats: int = 6) -> Table:
    """Post a lobby of Ana's."""
    await town.command(town.ana, "puluc open", ruleset="aj-sayil", options=f"seats={seats}")
    return await town.table()


async def press(town: "Town", intent: Act) -> Answer:
    """Let Ana press a button with this intent on the board."""
    await town.forge({"type": 2, "style": 1, "label": "?", "custom_id": intent.code})
    return await town.press(town.ana, town.board, "?")


async def test_a_menu_of_people(town: "Town") -> None:
    """A host who invites gets a private menu of people, for as many as there are free seats."""
    table = await lobby(town)
    asked = await press(town, Invite(table.id))
    (found,) = asked.shown.selects
    assert asked.shown.seen_by is town.ana
    assert (found["type"], found["min_values"], found["max_values"]) == (5, 1, 5)
    assert found["placeholder"] == "Choose players to invite"
    assert len(found["custom_id"]) <= 100


async def test_inviting(town: "Town", reply: "ReplyText") -> None:
    """All people chosen from the menu have a seat reserved, and the menu is replaced."""
    eva = town.add("Eva")
    asked = await press(town, Invite((await lobby(town)).id))
    done = await town.pick(town.ana, asked.shown, town.ben, eva)
    assert reply(done) == "Invited: Ben and Eva"
    assert done.shown is asked.shown
    assert (done.shown.buttons, done.shown.selects) == ([], [])
    asked_people = {seat.user for seat in (await town.table()).asked}
    assert asked_people == {town.user(town.ben), town.user(eva)}


async def test_inviting_a_bot(town: "Town", reply: "ReplyText") -> None:
    """If a bot is among the people chosen, nobody is invited, and the reply names the bot."""
    robot = town.sim.machine("Robot", town.guild)
    asked = await press(town, Invite((await lobby(town)).id))
    done = await town.pick(town.ana, asked.shown, town.ben, robot)
    assert reply(done).startswith("Robot is a bot and can't play.")
    assert (await town.table()).asked == ()


async def test_a_full_lobby(town: "Town", reply: "ReplyText") -> None:
    """If the last seats are taken while people are chosen, the reply says so."""
    table = await lobby(town, 4)
    asked = await press(town, Invite(table.id))
    await press(town, AddComputer(table.id))
    await press(town, AddComputer(table.id))
    done = await town.pick(town.ana, asked.shown, town.ben, town.add("Eva"))
    assert reply(done).startswith("There aren't enough free seats (1).")
    assert (await town.table()).asked == ()


async def test_choosing_again(town: "Town", reply: "ReplyText") -> None:
    """After a refused choice the menu is still there, and another choice from it counts."""
    robot = town.sim.machine("Robot", town.guild)
    asked = await press(town, Invite((await lobby(town)).id))
    refused = await town.pick(town.ana, asked.shown, robot)
    assert reply(refused).startswith("Robot is a bot and can't play.")
    assert reply(await town.pick(town.ana, asked.shown, town.ben)) == "Invited: Ben"
    assert [seat.name for seat in (await town.table()).asked] == ["Ben"]


async def test_a_full_side(town: "Town", reply: "ReplyText") -> None:
    """The button that joins a full side can't be pressed; a press that comes later is refused."""
    await lobby(town, 4)
    join, *_ = town.board.buttons
    await town.press(town.ben, town.board, "Join jade")
    assert [each.label for each in town.board.buttons if each.disabled] == [join.label]
    late = await town.press(town.add("Cara"), town.board, join)
    assert reply(late) == "All seats for jade are taken. Join another side instead."


async def test_a_store_that_fails(
    town: "Town", reply: "ReplyText", monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store fails before the menu is shown, the reply says that games are unavailable."""
    table = await lobby(town)
    load, calls = town.store.load, 0

    async def down(id_: TableId) -> Table | None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise StoreDown
        return await load(id_)

    monkeypatch.setattr(town.store, "load", down)
    said = reply(await press(town, Invite(table.id)))
    assert (said, calls) == (SAY(StoreDown().text), 2)


async def test_a_forged_menu(town: "Town", reply: "ReplyText") -> None:
    """A menu of people with the code of another button does nothing."""
    table = await lobby(town)
    code = ChooseOptions(table.id).code
    await town.forge({"type": 5, "custom_id": code})
    done = await town.pick(town.ana, town.board, town.ben)
    assert reply(done).startswith("This button")
    assert (await town.table()) == table


async def test_a_challenge_to_three(town: "Town") -> None:
    """All people named in a challenge have a seat reserved."""
    eva, leo = town.add("Eva"), town.add("Leo")
    asked = {"opponent": town.ben, "second": eva, "third": leo}
    await town.command(town.ana, "puluc challenge", ruleset="aj-tiwil", **asked)
    table = await town.table()
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
async def test_a_menu_of_opponents(town: "Town", words: dict[str, str], most: int) -> None:
    """The menu of opponents allows as many as the game has seats for."""
    asked = await town.command(town.ana, "puluc challenge", **words)
    (found,) = asked.shown.selects
    assert found["max_values"] == most


async def test_challenging_several_from_a_menu(town: "Town") -> None:
    """All opponents chosen from the menu have a seat reserved."""
    asked = (await town.command(town.ana, "puluc challenge", ruleset="aj-tiwil")).shown
    await town.pick(town.ana, asked, town.ben, town.add("Eva"), town.add("Leo"))
    table = await town.table()
    assert len(table.seats) == 4
    assert {seat.name for seat in table.asked} == {"Ben", "Eva", "Leo"}


@pytest.mark.parametrize("free", [1, 15, 40])
def test_the_size_of_the_menu(free: int) -> None:
    """The menu takes at most 25 people, Discord's limit."""
    row = people(Invite(ID), Text("discord.invite"), free, SAY)
    (found,) = row.to_component_dict()["components"]
    assert found["max_values"] == min(free, 25)
    assert len(str(found["custom_id"])) <= 100


SHELVES = {Join: "sides", Leave: "seats", AddComputer: "seats"}


def offers(*intents: Act) -> Sequence[Button]:
    """Return such buttons of a lobby."""
    return [Button(Text("button.rules"), act, shelf=SHELVES.get(type(act), "")) for act in intents]


LOBBY = (
    Join(ID, 0, 1),
    Join(ID, 1, 1),
    Leave(ID),
    AddComputer(ID),
    Start(ID),
    Rules(ID),
    ShowMenu(ID),
)


def test_rows_of_a_lobby() -> None:
    """A lobby has a row for its sides, one for its seats and one for everything else."""
    assert [len(row.children) for row in rows(offers(*LOBBY), SAY)] == [2, 2, 3]


def test_a_row_that_is_too_long() -> None:
    """A row has at most five buttons; the rest of its kind have the next one."""
    more = [AddComputer(ID, side, level) for level in ("easy", "medium") for side in range(3)]
    assert [len(row.children) for row in rows(offers(*LOBBY[:2], *more), SAY)] == [2, 5, 1]


async def test_sixteen_names(town: "Town") -> None:
    """A lobby shows sixteen names of the greatest length within Discord's limit."""
    await lobby(town, 16)
    crowd = [town.add(f"{number:02}" + "x" * 30) for number in range(14)]
    for number, person in enumerate(crowd):
        await town.press(person, town.board, "Join red" if number % 2 else "Join jade")
    assert all(person.name in town.board.words for person in crowd)
    assert len(town.board.words) <= MAX_LENGTH


async def test_whom_an_invitation_pings(town: "Town") -> None:
    """An invitation mentions those who are invited, and nobody else."""
    asked = await press(town, Invite((await lobby(town)).id))
    await town.pick(town.ana, asked.shown, town.ben)
    pinged = [message.pinged for message in town.plaza.messages if message.pinged]
    assert pinged == [[town.ben]]


async def test_wrong_presses(town: "Town", reply: "ReplyText") -> None:
    """What only the host can do is refused in private, with the host's name."""
    table = await lobby(town)
    refused = await town.press(town.ben, town.board, "Start")
    assert reply(refused).startswith("Only Ana, the host of this game")
    assert await town.table() == table

"""What only Discord has, and what goes wrong there: through the client library."""

import pytest

from bot.show.placement import FEW
from bot.show.threads import NOTED_SECONDS
from discord_simulator.interactions import Callback
from discord_simulator.members import Permission
from tests.scenarios.on_discord import DiscordTown
from tests.scenarios.town import revision, table_of
from tests.waiting import wait_until

MINUTE = 60
"""In seconds; no attempt waits longer for the next one here."""


def test_a_rate_limit(discord_town: DiscordTown) -> None:
    """A rate-limited board is shown as soon as Discord accepts it, if it can't answer the press."""
    town = discord_town
    board = town.begin()
    town.sim.refuse_next(10062, part=town.editing)
    town.sim.limit_next(2, 0.05, f"PATCH /channels/{town.plaza.id}/")
    town.move()
    assert town.messages == [board]
    asked = [one.status for one in town.sim.requests if one.method == "PATCH"]
    assert asked[-3:] == [429, 429, 200]


def test_a_dropped_gateway(discord_town: DiscordTown) -> None:
    """After a dropped connection the bot resumes, and answers a press made meanwhile."""
    town = discord_town
    board, identified = town.begin(), town.sim.gateway.identified.total()
    town.sim.drop_gateway()
    assert not town.mover.press(board, board.labels[0]).failed
    assert town.sim.gateway.identified.total() == identified


def test_an_invalid_session(discord_town: DiscordTown) -> None:
    """After a session becomes invalid, the bot starts another."""
    town = discord_town
    board = town.begin()
    town.renews_session()
    assert not town.mover.press(board, board.labels[0]).failed


@pytest.mark.parametrize("refusal", [429, 500])
def test_an_old_board_that_is_refused(discord_town: DiscordTown, refusal: int) -> None:
    """While Discord refuses to delete an old board, the new one is shown and can be played on."""
    town = discord_town
    ana, *_ = town.people
    old = town.begin()
    part = f"DELETE /channels/{town.plaza.id}/messages/{old.id}"
    if refusal == 429:
        town.sim.limit_next(1_000, 0.1, part)
    else:
        town.sim.break_next(refusal, 1_000, part)
    town.command(ana, "board")
    new = town.wait(lambda: town.board is not old and town.board)
    town.mover.press(new, new.labels[0])
    town.wait(lambda: new.edits == 1)
    assert town.board is new
    assert old.labels
    town.sim.forgive()
    town.program.settle()  # attempts that have begun end
    town.program.advance(MINUTE)
    assert old.deleted


@pytest.mark.parametrize("applied", [True, False])
def test_a_cut_connection(discord_town: DiscordTown, applied: bool) -> None:
    """A board whose request was cut off is posted anyway, and only once."""
    town = discord_town
    ana, *_ = town.people
    town.begin()
    town.sim.cut_next(1, "POST /channels", applied=applied)
    town.command(ana, "board")
    town.program.settle()  # the attempt fails
    town.program.advance(MINUTE)
    assert [bool(one.labels) for one in town.messages] == [True]


@pytest.mark.parametrize("fault", ["cut", "cut after it was done", "503"])
def test_an_answer_that_is_lost(discord_town: DiscordTown, fault: str) -> None:
    """An answer that is lost is sent again, whatever it says, and takes effect once."""
    town = discord_town
    board = town.begin()
    before = revision(board)
    for person in (town.waiting, town.mover):
        if fault == "503":
            town.sim.break_next(503, 1, "POST /interactions")
        else:
            town.sim.cut_next(1, "POST /interactions", applied=fault != "cut")
        assert not person.press(board, board.labels[0]).failed
    town.program.settle()
    assert revision(board) == before + 1


@pytest.mark.parametrize("loss", ["channel", "permission"])
def test_a_channel_that_is_lost(discord_town: DiscordTown, loss: str) -> None:
    """If a board can no longer be shown, the game pauses and can be continued elsewhere."""
    town = discord_town
    ana, *_ = town.people
    town.sim.appoint(ana, town.plaza.guild)
    town.command(ana, "settings", setting="placement", value="new")
    board = town.begin()
    table = table_of(board)
    if loss == "permission":
        town.sim.refuse(town.plaza, Permission.VIEW_CHANNEL)
        town.press(town.mover, board, board.labels[0])
        town.hears(town.mover, "View Channel")
    else:
        town.sim.delete(town.plaza)
    town.program.settle()
    town.goes_on_elsewhere(ana, table)


def test_a_permission_that_is_given_back(discord_town: DiscordTown) -> None:
    """As soon as the bot may post in a channel again, it shows the board that it could not show."""
    town = discord_town
    ana, *_ = town.people
    town.sim.appoint(ana, town.plaza.guild)
    town.command(ana, "settings", setting="placement", value="new")  # an edit needs no permission
    board = town.begin()
    before = revision(board)
    town.sim.refuse(town.plaza, Permission.VIEW_CHANNEL)
    town.press(town.mover, board, board.labels[0])
    town.program.settle()
    assert revision(town.board) == before
    town.sim.refuse(town.plaza, Permission(0))

    def is_shown() -> bool:
        town.program.settle()
        return revision(town.board) > before

    wait_until(is_shown, "the board is not shown")


def test_a_buried_board(discord_town: DiscordTown) -> None:
    """A board with many messages below it is posted anew, even while both play quickly."""
    town = discord_town
    *_, eve = town.people
    board = town.begin()
    for written in (FEW, 1):
        assert town.board is board
        for _ in range(written):
            eve.say(town.plaza, "Lovely weather.")
        town.move()
    assert board.deleted
    assert town.board.pinged == [town.mover]


def test_a_thread_for_each_game(discord_town: DiscordTown) -> None:
    """If a moderator enables it, each game gets a thread, and presses there count."""
    town = discord_town
    ana, ben, *_ = town.people
    town.sim.appoint(ana, town.plaza.guild)
    town.command(ana, "settings", setting="thread", value="yes")
    town.command(ana, "challenge", ben)
    town.press(ben, town.offers("Accept"), "Accept")
    inside = town.inside(town.sim.wait(lambda: town.threads)[0])
    board = inside.plays()
    pressed = inside.mover.press(board, board.labels[0])
    assert pressed.acknowledgement is Callback.UPDATE
    inside.wait(lambda: board.edits == 1)
    town.program.advance(NOTED_SECONDS)
    assert town.messages[-1].labels == []
    town.command(ana, "game close")
    inside.wait(lambda: "…" not in inside.messages[-1].labels)

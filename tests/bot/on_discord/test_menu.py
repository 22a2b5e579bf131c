"""The private menu of a game, and the buttons of a finished board."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Ending, Table
from discord_simulator.members import Permission
from discord_simulator.people import Answer
from discord_simulator.places import Message
from tests.bot.on_discord.test_play import DANGER, LINK, SECONDARY, SUCCESS, styles

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def menu(town: "Town") -> Message:
    """Let Ana open the menu, and return it."""
    return (await town.press(town.ana, town.board, "…")).shown


def links(message: Message) -> dict[str, str]:
    """The addresses of a message's links by label."""
    return {button.label: button.url for button in message.buttons if button.url is not None}


async def begun(town: "Town") -> Table:
    """Start a game and make Ana's first move."""
    table = await town.play()
    await town.press(town.ana, town.board, "Enter → 3")
    return await town.reload(table.id)


async def test_the_menu(town: "Town") -> None:
    """The menu is private and offers a player's actions in groups; without pages, no links."""
    table = await begun(town)
    opened = await menu(town)
    assert opened.seen_by is town.ana
    assert opened.words == f"Puluc (game {table.id})\n**Play**\n**Look**\n**End**"
    rows = {button.label: button.row for button in opened.buttons}
    assert rows["Take back"] < rows["Record"] < rows["Resign"]
    assert LINK not in styles(opened).values()
    assert (
        styles(opened).items()
        >= {
            "Rules": SECONDARY,
            "Show board here": SECONDARY,
            "Fair throws": SECONDARY,
            "Record": SECONDARY,
            "Settings": SECONDARY,
            "Take back": SECONDARY,
            "Offer draw": SECONDARY,
            "Pause": SECONDARY,
            "Nudge": SECONDARY,
            "Resign": DANGER,
        }.items()
    )


async def test_the_menu_with_pages(public: str, town: "Town") -> None:
    """If the bot has web pages, Watch, Fair throws and Record are links to them."""
    table = await begun(town)
    found = links(await menu(town))
    assert found["Watch"] == f"{public}/g/{table.code}"
    assert found["Record"].startswith(f"{public}/g/{table.code}/record")
    assert found["Fair throws"].startswith(f"{public}/g/{table.code}/fair#")


async def test_resigning(town: "Town") -> None:
    """The confirmation of resigning replaces the menu, and goes; the board shows the winner."""
    table = await begun(town)
    opened = await menu(town)
    asked = (await town.press(town.ana, opened, "Resign")).shown
    assert (asked is opened, asked.labels) == (True, ["Yes, resign"])
    await town.press(town.ana, asked, "Yes, resign")
    assert opened.deleted
    assert (await town.reload(table.id)).ending is Ending.RESIGNED
    assert "Ben wins" in town.board.words


async def test_resigning_from_elsewhere(town: "Town", reply: "ReplyText") -> None:
    """A player who resigns from another channel is told that the game is over."""
    table = await begun(town)
    hall = await town.channel("hall")
    asked = await town.command(town.ana, "puluc resign", at=hall, game=table.id)
    done = await town.press(town.ana, asked.shown, "Yes, resign")
    assert reply(done) == "Your game of Puluc is over."


async def test_the_board_from_the_menu(town: "Town") -> None:
    """Show board here posts a new board, and the old one is deleted."""
    await begun(town)
    old = town.board
    await town.press(town.ana, await menu(town), "Show board here")
    assert town.board.id != old.id
    assert town.board.attachments
    assert old.deleted


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("Rules", "**Aim.**"),
        ("Settings", "placement = auto"),
        ("Fair throws", "Fair-throw hash for game"),
    ],
)
async def test_answers_of_the_menu(town: "Town", label: str, says: str) -> None:
    """An answer that is only text replaces the menu."""
    await begun(town)
    opened = await menu(town)
    answer = (await town.press(town.ana, opened, label)).shown
    assert answer is opened
    assert says in answer.words


def files(result: Answer) -> list[str]:
    return [attached.name for attached in result.shown.attachments]


async def test_a_hint(town: "Town") -> None:
    """A hint is a private message with a picture of the move to play, and its description."""
    await town.play(options="hints=yes")
    hint = (await town.press(town.ana, await menu(town), "Hint")).shown
    assert hint.words.startswith("Your only move: ")
    assert str(hint.alt).startswith("Before: Throw: ")


async def test_the_odds(town: "Town") -> None:
    """The odds are a private message with a picture."""
    await town.play(options="hints=yes")
    odds = (await town.command(town.ana, "puluc game odds")).shown
    assert odds.words.startswith("Ana: ")
    assert len(odds.attachments) == 1


async def test_a_review(town: "Town") -> None:
    """The review below a finished board is private, with a chart."""
    await over(town)
    review = (await town.press(town.ben, town.board, "Review")).shown
    assert review.words.startswith("**Review**")
    assert review.seen_by is town.ben
    assert str(review.alt).startswith("Chances to win")


async def test_the_record(town: "Town") -> None:
    """The menu and the command both send the record as a file."""
    table = await begun(town)
    named = [f"puluc-{table.id}.txt"]
    assert files(await town.command(town.ana, "puluc game record")) == named
    assert files(await town.press(town.ana, await menu(town), "Record")) == named


async def test_checking_the_throws(town: "Town", reply: "ReplyText") -> None:
    """Checking the throws of a finished game shows its seed."""
    table = await begun(town)
    asked = await town.command(town.ana, "puluc resign")
    await town.press(town.ana, asked.shown, "Yes, resign")
    said = reply(await town.command(town.ana, "puluc game verify", game=table.id))
    assert f"this seed: {table.seed.hex()}" in said


async def over(town: "Town") -> None:
    """Start a game that Ana resigns."""
    await begun(town)
    asked = await town.command(town.ana, "puluc resign")
    await town.press(town.ana, asked.shown, "Yes, resign")


async def test_after_the_end(town: "Town") -> None:
    """A finished board keeps its picture and alt text, and has buttons for what comes next."""
    await over(town)
    assert styles(town.board) == {
        "Rematch": SUCCESS,
        "New game": SECONDARY,
        "Review": SECONDARY,
        "Fair throws": SECONDARY,
    }
    assert 40 < len(str(town.board.alt)) <= 1024


async def test_after_the_end_with_pages(public: str, town: "Town") -> None:
    """If the bot has web pages, a finished board links to the game's steps and its throws."""
    await over(town)
    assert links(town.board).keys() == {"Step through", "Fair throws"}


async def test_a_rematch(town: "Town") -> None:
    """One press offers a rematch, another accepts it, and the finished board keeps its buttons."""
    await over(town)
    ended = town.board
    assert (await town.press(town.ana, ended, "Rematch")).messages == []
    head = f"{town.ben.mention}\nGames: Ana 0, Ben 1\nAna challenges Ben."
    assert town.board.words.startswith(head)
    await town.press(town.ben, ended, "Rematch")
    assert "…" in town.labels
    assert "Rematch" in ended.labels


async def test_a_rematch_without_permission(town: "Town", reply: "ReplyText") -> None:
    """If the bot can no longer post, no rematch is opened, and the player is told why."""
    await over(town)
    await town.forbid(town.plaza, Permission.SEND_MESSAGES)
    before = len(town.store.tables)
    assert "Send Messages" in reply(await town.press(town.ana, town.board, "Rematch"))
    assert len(town.store.tables) == before


async def test_a_new_game(town: "Town", reply: "ReplyText") -> None:
    """New game shows the welcome message in private to anyone who presses it."""
    await over(town)
    count = len(town.plaza.messages)
    card = await town.press(town.add("Eva"), town.board, "New game")
    assert reply(card).startswith("Puluc is a Maya")
    assert len(town.plaza.messages) == count

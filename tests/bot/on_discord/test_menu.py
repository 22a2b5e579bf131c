"""The private menu of a game, and the buttons of a finished board."""

from typing import TYPE_CHECKING, Any

import pytest
from simcord import InteractionResult

from bot.table.table import Ending, Table
from tests.bot.on_discord.test_play import DANGER, LINK, SECONDARY, SUCCESS, shown

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village


async def menu(village: "Village") -> Any:
    """Let Ana open the menu, and return it."""
    return shown(await village.ana.click(village.board, label="…"))


async def begun(village: "Village") -> Table:
    """Start a game and make Ana's first move."""
    table = await village.play()
    await village.ana.click(village.board, label="Enter → 3")
    return await village.reload(table.id)


async def test_the_menu(village: "Village") -> None:
    """The menu is private and offers a player's actions; without web pages it has no links."""
    table = await begun(village)
    opened = await menu(village)
    assert opened.ephemeral
    assert opened.content == f"Puluc (game {table.id})"
    styles = {label: each["style"] for label, each in village.buttons(opened).items()}
    assert styles == {
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
    }


async def test_the_menu_with_pages(public: str, village: "Village") -> None:
    """If the bot has web pages, Watch, Fair throws and Record are links to them."""
    table = await begun(village)
    links = {
        label: each["url"]
        for label, each in village.buttons(await menu(village)).items()
        if each["style"] == LINK
    }
    assert links["Watch"] == f"{public}/g/{table.code}"
    assert links["Record"].startswith(f"{public}/g/{table.code}/record")
    assert links["Fair throws"].startswith(f"{public}/g/{table.code}/fair#")


async def test_resigning(village: "Village") -> None:
    """The confirmation of resigning replaces the menu, and the board shows the winner."""
    table = await begun(village)
    opened = await menu(village)
    asked = shown(await village.ana.click(opened, label="Resign"))
    assert [*village.buttons(asked)] == ["Yes, resign"]
    done = shown(await village.ana.click(asked, label="Yes, resign"))
    assert (done.id, done.content, done.components) == (opened.id, "Done.", [])
    assert (await village.reload(table.id)).ending is Ending.RESIGNED
    assert "Ben wins" in village.board.content


async def test_resigning_from_elsewhere(village: "Village", reply: "ReplyText") -> None:
    """A player who resigns from another channel is told that the game is over."""
    table = await begun(village)
    hall = village.guild.create_text_channel("hall")
    asked = await village.ana.slash(hall, "puluc resign", game=table.id)
    done = await village.ana.click(shown(asked), label="Yes, resign")
    assert reply(done) == "Your game of Puluc is over."


async def test_the_board_from_the_menu(village: "Village") -> None:
    """Show board here posts a new board, and the old one loses its buttons."""
    await begun(village)
    old = village.board
    await village.ana.click(await menu(village), label="Show board here")
    assert village.board.id != old.id
    assert village.board.attachments
    first, *_ = village.plaza.history()
    assert first.components == []


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("Rules", "**Aim.**"),
        ("Settings", "placement = auto"),
        ("Fair throws", "Fair-throw hash for game"),
    ],
)
async def test_answers_of_the_menu(village: "Village", label: str, says: str) -> None:
    """An answer that is only text replaces the menu."""
    await begun(village)
    opened = await menu(village)
    answer = shown(await village.ana.click(opened, label=label))
    assert answer.id == opened.id
    assert says in answer.content


def files(result: InteractionResult) -> list[str]:
    return [attached.filename for attached in shown(result).attachments]


async def test_a_hint(village: "Village") -> None:
    """A hint is a private message with a picture of the move to play, and its description."""
    await village.play(options="hints=yes")
    hint = shown(await village.ana.click(await menu(village), label="Hint"))
    assert hint.content.startswith("Your only move: ")
    (picture,) = hint.attachments
    assert str(picture.description).startswith("Before: Throw: ")


async def test_the_odds(village: "Village") -> None:
    """The odds are a private message with a picture."""
    await village.play(options="hints=yes")
    odds = shown(await village.ana.slash(village.plaza, "puluc game odds"))
    assert odds.content.startswith("Ana: ")
    assert len(odds.attachments) == 1


async def test_a_review(village: "Village") -> None:
    """The review below a finished board is private, with a chart."""
    await over(village)
    review = shown(await village.ben.click(village.board, label="Review"))
    assert review.content.startswith("**Review**")
    assert str(review.attachments[0].description).startswith("Chances to win")


async def test_the_record(village: "Village") -> None:
    """The menu and the command both send the record as a file."""
    table = await begun(village)
    named = [f"puluc-{table.id}.txt"]
    assert files(await village.ana.slash(village.plaza, "puluc game record")) == named
    assert files(await village.ana.click(await menu(village), label="Record")) == named


async def test_checking_the_throws(village: "Village", reply: "ReplyText") -> None:
    """Checking the throws of a finished game shows its seed."""
    table = await begun(village)
    asked = await village.ana.slash(village.plaza, "puluc resign")
    await village.ana.click(shown(asked), label="Yes, resign")
    said = reply(await village.ana.slash(village.plaza, "puluc game verify", game=table.id))
    assert f"this seed: {table.seed.hex()}" in said


async def over(village: "Village") -> None:
    """Start a game that Ana resigns."""
    await begun(village)
    asked = await village.ana.slash(village.plaza, "puluc resign")
    await village.ana.click(shown(asked), label="Yes, resign")


async def test_after_the_end(village: "Village") -> None:
    """A finished board keeps its picture and alt text, and has buttons for what comes next."""
    await over(village)
    styles = {label: each["style"] for label, each in village.buttons(village.board).items()}
    assert styles == {
        "Rematch": SUCCESS,
        "New game": SECONDARY,
        "Review": SECONDARY,
        "Fair throws": SECONDARY,
    }
    (picture,) = village.board.attachments
    assert 40 < len(str(picture.description)) <= 1024


async def test_after_the_end_with_pages(public: str, village: "Village") -> None:
    """If the bot has web pages, a finished board links to the game's steps and its throws."""
    await over(village)
    links = {label for label, b in village.buttons(village.board).items() if b["style"] == LINK}
    assert links == {"Step through", "Fair throws"}


async def test_a_rematch(village: "Village") -> None:
    """One press offers a rematch, another accepts it, and the finished board keeps its buttons."""
    await over(village)
    ended = village.board
    assert (await village.ana.click(ended, label="Rematch")).followups == []
    assert village.board.content.startswith(f"<@{village.ben.id}>\nAna challenges Ben.")
    await village.ben.click(ended, label="Rematch")
    assert "…" in village.labels
    assert "Rematch" in village.buttons(ended)


async def test_a_rematch_without_permission(village: "Village", reply: "ReplyText") -> None:
    """If the bot can no longer post, no rematch is opened, and the player is told why."""
    await over(village)
    village.forbid(village.plaza, send_messages=False)
    before = len(village.store.tables)
    assert "Send Messages" in reply(await village.ana.click(village.board, label="Rematch"))
    assert len(village.store.tables) == before


async def test_a_new_game(village: "Village", reply: "ReplyText") -> None:
    """New game shows the welcome message in private to anyone who presses it."""
    await over(village)
    count = len(village.plaza.history())
    card = await village.add("Eva").click(village.board, label="New game")
    assert reply(card).startswith("Puluc is a Maya")
    assert len(village.plaza.history()) == count

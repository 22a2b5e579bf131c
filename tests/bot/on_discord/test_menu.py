"""What can be done with a table: a private menu below its board, and the buttons at its end."""

from typing import TYPE_CHECKING, Any

import pytest
from simcord import InteractionResult

from bot.table.table import Ending, Table
from tests.bot.on_discord.test_play import DANGER, LINK, SECONDARY, SUCCESS, shown

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Told, Village


async def menu(village: "Village") -> Any:
    """Ana presses what offers more."""
    return shown(await village.ana.click(village.board, label="…"))


async def begun(village: "Village") -> Table:
    """A game in which Ana has moved."""
    table = await village.play()
    await village.ana.click(village.board, label="Enter → 3")
    return await village.reload(table.id)


async def test_the_menu(village: "Village") -> None:
    """Whoever presses sees what they can do, and nobody else does; without pages nothing links."""
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
        "Resign": DANGER,
    }


async def test_the_menu_with_pages(public: str, village: "Village") -> None:
    """Where there are pages, watching, throws and record are links to them."""
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
    """Resigning is asked back in the menu's place, and done there; the board tells all."""
    table = await begun(village)
    opened = await menu(village)
    asked = shown(await village.ana.click(opened, label="Resign"))
    assert [*village.buttons(asked)] == ["Yes, resign"]
    done = shown(await village.ana.click(asked, label="Yes, resign"))
    assert (done.id, done.content, done.components) == (opened.id, "Done.", [])
    assert (await village.reload(table.id)).ending is Ending.RESIGNED
    assert "Ben wins" in village.board.content


async def test_resigning_from_elsewhere(village: "Village", told: "Told") -> None:
    """Who resigns where the board does not stand is told that the game is over."""
    table = await begun(village)
    hall = village.guild.create_text_channel("hall")
    asked = await village.ana.slash(hall, "puluc resign", game=table.id)
    done = await village.ana.click(shown(asked), label="Yes, resign")
    assert told(done) == "Your game of Puluc is over."


async def test_the_board_from_the_menu(village: "Village") -> None:
    """Show board here posts the board anew, and the old one loses its buttons."""
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
    """What is only to be read takes the menu's place."""
    await begun(village)
    opened = await menu(village)
    answer = shown(await village.ana.click(opened, label=label))
    assert answer.id == opened.id
    assert says in answer.content


def files(result: InteractionResult) -> list[str]:
    return [attached.filename for attached in shown(result).attachments]


async def test_the_record(village: "Village") -> None:
    """The record is a file in the private answer, from the menu as by the command."""
    table = await begun(village)
    named = [f"puluc-{table.id}.txt"]
    assert files(await village.ana.slash(village.plaza, "puluc game record")) == named
    assert files(await village.ana.click(await menu(village), label="Record")) == named


async def test_checking_the_throws(village: "Village", told: "Told") -> None:
    """Once a game is over its seed is shown, and every throw is recomputed."""
    table = await begun(village)
    asked = await village.ana.slash(village.plaza, "puluc resign")
    await village.ana.click(shown(asked), label="Yes, resign")
    said = told(await village.ana.slash(village.plaza, "puluc game verify", game=table.id))
    assert f"Seed: {table.seed.hex()}" in said


async def over(village: "Village") -> None:
    """A game that Ana has resigned."""
    await begun(village)
    asked = await village.ana.slash(village.plaza, "puluc resign")
    await village.ana.click(shown(asked), label="Yes, resign")


async def test_after_the_end(village: "Village") -> None:
    """A finished board keeps its picture, described, and has buttons for what comes next."""
    await over(village)
    styles = {label: each["style"] for label, each in village.buttons(village.board).items()}
    assert styles == {"Rematch": SUCCESS, "New game": SECONDARY, "Fair throws": SECONDARY}
    (picture,) = village.board.attachments
    assert 40 < len(str(picture.description)) <= 1024


async def test_after_the_end_with_pages(public: str, village: "Village") -> None:
    """Where there are pages, a finished board links to the game step by step, and to its throws."""
    await over(village)
    links = {label for label, b in village.buttons(village.board).items() if b["style"] == LINK}
    assert links == {"Step through", "Fair throws"}


async def test_a_rematch(village: "Village") -> None:
    """One press asks for a rematch, one accepts it; the finished board keeps its buttons."""
    await over(village)
    ended = village.board
    assert (await village.ana.click(ended, label="Rematch")).followups == []
    assert village.board.content.startswith(f"<@{village.ben.id}>\nAna challenges Ben.")
    await village.ben.click(ended, label="Rematch")
    assert "…" in village.labels
    assert "Rematch" in village.buttons(ended)


async def test_a_rematch_where_no_board_may_stand(village: "Village", told: "Told") -> None:
    """Where the bot may not post any more, a rematch is not begun, and whoever pressed is told."""
    await over(village)
    village.forbid(village.plaza, send_messages=False)
    before = len(village.store.tables)
    assert "Send Messages" in told(await village.ana.click(village.board, label="Rematch"))
    assert len(village.store.tables) == before


async def test_a_new_game(village: "Village", told: "Told") -> None:
    """New game offers every beginning to whoever presses, and to nobody else."""
    await over(village)
    count = len(village.plaza.history())
    card = await village.add("Eva").click(village.board, label="New game")
    assert told(card).startswith("Puluc is a Maya")
    assert len(village.plaza.history()) == count

"""Private replies: boards without buttons, and choices when a command is ambiguous."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.look.board import ShowBoard
from bot.acts.play.resign import Resign
from bot.acts.service import Service
from bot.on_discord.outbound import fitting
from bot.on_discord.words import MAX_LENGTH
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.request import Reply, Request
from bot.table.table import Ending
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> dict[type, Reply]:
    """Replies that replace the service's own, by type of act."""
    usual, replies = Service.act, dict[type, Reply]()

    async def act(service: Service, act: Act, request: Request) -> Reply:
        return replies.pop(type(act), None) or await usual(service, act, request)

    monkeypatch.setattr(Service, "act", act)
    return replies


async def test_a_board_to_look_at(town: "Town", reply: "ReplyText") -> None:
    """A private board has text and a picture but no buttons, and pings nobody."""
    table = await town.play()
    eva, before = town.add("Eva"), len(town.plaza.messages)
    result = await town.command(eva, "puluc board", game=table.id)
    assert reply(result).splitlines()[-1] == "Ana to play: 3"
    assert str(result.shown.alt).startswith("Ana (jade) to move.")
    assert (result.shown.buttons, result.shown.pinged) == ([], [])
    assert len(town.plaza.messages) == before


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("puluc games", {}),
        ("puluc next", {}),
        ("puluc me block", {}),
        ("puluc me block", {"everyone": "everyone"}),
        ("puluc me settings", {"reminders": "less"}),
        ("puluc me mydata", {}),
        ("puluc me forgetme", {}),
    ],
)
async def test_a_personal_answer(town: "Town", command: str, given: dict[str, object]) -> None:
    """What concerns one person alone is told to them alone."""
    await town.play()
    before = town.plaza.messages
    result = await town.command(town.ana, command, **given)
    assert result.shown.seen_by is town.ana
    assert town.plaza.messages == before


async def test_choices(town: "Town", reply: "ReplyText") -> None:
    """An ambiguous command is answered in private with a button for each game.

    The result replaces the choices, and their message never becomes a board.
    """
    await town.play()
    first = await town.play([2, 1, 4])
    boards = town.plaza.messages
    result = await town.command(town.ana, "puluc resign")
    assert "2 games here" in reply(result)
    assert len(result.shown.buttons) == 2
    (button,) = [each for each in result.shown.buttons if first.id in str(each.custom_id)]
    sure = await town.press(town.ana, result.shown, button)
    pressed = await town.press(town.ana, sure.shown, "Yes, resign")
    assert (await town.reload(first.id)).ending is Ending.RESIGNED
    (posted,) = [message for message in town.plaza.messages if message not in boards]
    shown = await town.store.shown(first.id, first.place)
    assert shown is not None
    assert int(shown.message) == posted.id
    assert pressed.messages == []
    assert result.shown.deleted


async def test_many_choices(town: "Town", replies: dict[type, Reply]) -> None:
    """Only as many choices are offered as fit in a message."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    choices = tuple(
        Button(Text("name.person", name="x" * 99), Resign(TableId("a" * 9 + letter)))
        for letter in letters
    )
    replies[Resign] = Reply((Text("pick.several", count=26),), refused=True, choices=choices)
    result = await town.command(town.ana, "puluc resign")
    assert len(result.shown.labels) == 25


async def test_a_choice_in_another_channel(town: "Town", replies: dict[type, Reply]) -> None:
    """A choice shows the channel's name, because a button's label can't contain a link."""
    table = await town.play()
    label = Text("games.open", id=table.id, ruleset="Puluc", place=str(town.plaza.id), name="")
    replies[ShowBoard] = Reply((Text("games.none"),), choices=(Button(label, ShowBoard(table.id)),))
    result = await town.command(town.ana, "puluc board")
    assert "#plaza" in result.shown.labels[0]


def test_a_long_message() -> None:
    """A message that is too long loses its first lines: the last ones say what comes next."""
    lines = [f"{number} {'x' * 197}" for number in range(30)]
    text = fitting(lines, "<@1>")
    assert len(text) <= MAX_LENGTH
    assert text.splitlines()[0] == "<@1>"
    assert text.splitlines()[1:] == lines[-19:]
    assert fitting(lines[:2]) == "\n".join(lines[:2])
    assert len(fitting(["x" * 5000], "<@1>")) == MAX_LENGTH

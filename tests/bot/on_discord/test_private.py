"""Private replies: boards without buttons, and choices when a command is ambiguous."""

from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.service import Service
from bot.on_discord.outbound import MAX_LENGTH, fitting
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.intents import Resign, ShowBoard
from bot.table.request import Reply, Request
from bot.table.table import Ending
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village

UPDATE = 7
"""Discord's response type that edits the message with the button."""


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> dict[type, Reply]:
    """Replies that replace the service's own, by type of intent."""
    usual, replies = Service.act, dict[type, Reply]()

    async def act(service: Service, request: Request) -> Reply:
        return replies.pop(type(request.intent), None) or await usual(service, request)

    monkeypatch.setattr(Service, "act", act)
    return replies


def labels(answer: Any) -> list[str]:
    """The labels of a reply's buttons."""
    return [item["label"] for row in answer.components for item in row["components"]]


def codes(answer: Any) -> list[str]:
    """The payloads of a reply's buttons."""
    return [item["custom_id"] for row in answer.components for item in row["components"]]


async def test_a_board_to_look_at(village: "Village", reply: "ReplyText") -> None:
    """A private board has text and a picture but no buttons, and pings nobody."""
    table = await village.play()
    eva, before = village.add("Eva"), len(village.plaza.history())
    result = await eva.slash(village.plaza, "puluc board", game=table.id)
    assert reply(result).splitlines()[-1] == "Ana to play: 3"
    assert result.response is not None
    (picture,) = result.response.attachments
    assert str(picture.description).startswith("Ana (jade) to move.")
    assert result.response.components == []
    assert village.pings[-1] == []
    assert len(village.plaza.history()) == before


async def test_choices(village: "Village", reply: "ReplyText") -> None:
    """An ambiguous command is answered in private with a button for each game.

    The result replaces the choices, and their message never becomes a board.
    """
    await village.play()
    first = await village.play([2, 1, 4])
    boards = [message.id for message in village.plaza.history()]
    result = await village.ana.slash(village.plaza, "puluc resign")
    assert "2 games here" in reply(result)
    assert result.response is not None
    assert len(labels(result.response)) == 2
    (code,) = [code for code in codes(result.response) if first.id in code]
    sure = await village.ana.click(result.response, custom_id=code)
    assert sure.response is not None
    pressed = await village.ana.click(sure.response, label="Yes, resign")
    assert (await village.reload(first.id)).ending is Ending.RESIGNED
    assert [message.id for message in village.plaza.history()] == boards
    shown = await village.store.shown(first.id, first.place)
    assert shown is not None
    assert int(shown.message) in boards
    request = [r for r in village.env.http_requests if r.path.endswith("/callback")][-1].json
    assert request is not None
    assert (request["type"], request["data"]["content"]) == (UPDATE, "Done.")
    assert request["data"]["components"] == []
    assert pressed.followups == []


async def test_many_choices(village: "Village", replies: dict[type, Reply]) -> None:
    """Only as many choices are offered as fit in a message."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    choices = tuple(
        Button(Text("name.person", name="x" * 99), Resign(TableId("a" * 9 + letter)))
        for letter in letters
    )
    replies[Resign] = Reply((Text("pick.several", count=26),), refused=True, choices=choices)
    result = await village.ana.slash(village.plaza, "puluc resign")
    assert result.response is not None
    assert len(labels(result.response)) == 25


async def test_a_choice_in_another_channel(village: "Village", replies: dict[type, Reply]) -> None:
    """A choice shows the channel's name, because a button's label can't contain a link."""
    table = await village.play()
    label = Text("games.open", id=table.id, ruleset="Puluc", place=str(village.plaza.id), name="")
    replies[ShowBoard] = Reply((Text("games.none"),), choices=(Button(label, ShowBoard(table.id)),))
    result = await village.ana.slash(village.plaza, "puluc board")
    assert result.response is not None
    assert "#plaza" in labels(result.response)[0]


def test_a_long_message() -> None:
    """A message that is too long loses its first lines: the last ones say what comes next."""
    lines = [f"{number} {'x' * 97}" for number in range(30)]
    text = fitting(lines, "<@1>")
    assert len(text) <= MAX_LENGTH
    assert text.splitlines()[0] == "<@1>"
    assert text.splitlines()[1:] == lines[-19:]
    assert fitting(lines[:2]) == "\n".join(lines[:2])
    assert len(fitting(["x" * 5000], "<@1>")) == MAX_LENGTH

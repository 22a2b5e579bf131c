"""Requests from tabs: lines, commands and presses."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.word import GiveWord
from bot.acts.look.board import ShowBoard
from bot.acts.look.rules import Rules
from bot.acts.play.move import Move
from bot.acts.play.resign import Resign
from bot.acts.service import Service
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.request import Reply, Request
from bot.table.table import Status
from engine.text import Text
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


async def test_line(ana: "Browser", house: "House") -> None:
    """A line is posted in the channel as a message from its author."""
    answer = await ana.say("hello,  Ben")
    assert answer.json == {"lines": [], "refused": False}
    author = {"id": ana.me, "name": "Ana"}
    line = {"kind": "line", "author": author, "text": "hello, Ben", "posted": 1_000_000}
    assert await house.bodies("line") == [line]


@pytest.mark.parametrize(
    "command",
    ["games", "next", "block", "block everyone", "me", "me reminders=less", "mydata", "forgetme"],
)
async def test_a_personal_answer(ana: "Browser", house: "House", command: str) -> None:
    """What concerns one person alone is answered to their tab; the channel doesn't see it."""
    before = await house.messages()
    answer = await ana.say(f"/{command}")
    assert answer.json["lines"]
    assert await house.messages() == before


async def test_line_sent_twice(ana: "Browser", house: "House") -> None:
    """A line that is delivered twice is posted once."""
    for _ in range(2):
        await ana.say("hello", operation="operation-a")
    assert len(await house.bodies("line")) == 1


async def test_line_under_an_old_operation(ana: "Browser", house: "House") -> None:
    """Another line with the same operation id changes nothing."""
    await ana.say("hello", operation="operation-a")
    before = await house.messages()
    house.now += 60
    assert (await ana.say("something else", operation="operation-a")).status == 200
    assert await house.messages() == before


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
async def test_invalid_line(ana: "Browser", house: "House", text: str) -> None:
    """A line that is empty or too long is refused."""
    assert (await ana.say(text)).status == 400
    assert await house.bodies("line") == []


async def test_markup_stays_text(ana: "Browser", house: "House") -> None:
    """Markup in a line is kept exactly as it was typed."""
    await ana.say("<img src=x onerror=alert(1)>")
    assert (await house.bodies("line"))[0]["text"] == "<img src=x onerror=alert(1)>"


async def test_entering(ana: "Browser", house: "House") -> None:
    """A person who enters a channel twice is announced once."""
    await ana.post("/api/enter", channel="maize", persona=ana.me)
    assert await house.bodies("notice") == [{"kind": "notice", "text": "Ana has joined."}]


async def test_command_is_not_shown(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A command is carried out, not posted as a line."""
    answer = await ana.say("/puluc challenge @ben")
    assert (answer.status, answer.json["lines"]) == (200, [])
    assert await house.bodies("line") == []
    table = await house.table()
    assert (table.host.name, [kept.name for kept in table.asked]) == ("Ana", ["Ben"])


async def test_my_settings(ana: "Browser") -> None:
    """A persona's settings have buttons, which have no private messages in the web chat."""
    asked = await ana.say("/me")
    labels = [choice["label"] for choice in asked.json["choices"]]
    assert ("Reminders" in labels, "Where" in labels) == (True, False)
    (reminders,) = [each for each in asked.json["choices"] if each["label"] == "Reminders"]
    offered = await ana.press(reminders["code"])
    assert offered.json["kind"] == "me"
    done = await ana.press(offered.json["choices"][0]["code"])
    assert done.json["lines"][0].startswith("Reminders: less.")
    assert (await ana.say("/puluc me where=private")).json["refused"]


async def test_quoted_name(ana: "Browser", house: "House") -> None:
    """A name of several words can be challenged if it's quoted."""
    await house.channels.enter("maize", "maria", "Maria O'Neil")
    await ana.say('/puluc challenge @"Maria O\'Neil"')
    (asked,) = (await house.table()).asked
    assert asked.user.id == "maria"


async def test_wrong_command(ana: "Browser", house: "House") -> None:
    """A mistake in a command is explained in private."""
    before = await house.messages()
    answer = await ana.say("/puluc dance")
    assert answer.status == 400
    assert answer.json == {
        "lines": ["There's no command /puluc dance. See /puluc help."],
        "refused": True,
    }
    assert await house.messages() == before


async def test_private_reply(ana: "Browser", house: "House") -> None:
    """A command's reply goes only to the person who typed it."""
    before = await house.messages()
    answer = await ana.say("/puluc help")
    assert answer.status == 200
    assert len(answer.json["lines"]) > 5
    assert await house.messages() == before


async def test_press(ana: "Browser", ben: "Browser", house: "House") -> None:
    """The challenged player accepts with the table's button."""
    await ana.say("/puluc challenge @Ben")
    assert (await ben.press_button("Accept")).status == 200
    assert (await house.table()).status is Status.PLAYING


async def test_the_host_s_word(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Only the host can add a word to a posted challenge."""
    await ana.say("/puluc challenge @Ben")
    code = GiveWord((await house.table()).id).code
    assert (await ben.press(code, word="rain")).status == 403
    assert (await ana.press(code, word="maíz\u2028")).status == 403
    assert (await ana.press(code, word="maíz")).status == 200
    assert (await house.table()).host.word == "maíz"


async def test_press_by_the_wrong_player(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A press that's meant for another player is refused with the reason and changes nothing."""
    await ana.say("/puluc challenge @Ben")
    before = await house.table()
    answer = await ana.press(f"1accept.{before.id}")
    assert (answer.status, answer.json["refused"]) == (403, True)
    assert answer.json["lines"]
    assert await house.table() == before


async def test_press_delivered_twice(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A press that is delivered twice is carried out once, and both requests succeed."""
    await ana.say("/puluc challenge @Ben")
    code = f"1accept.{(await house.table()).id}"
    answers = [await ben.press(code, operation="operation-a") for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]
    assert (await house.table()).revision == 2


@pytest.mark.parametrize("code", ["", "x", "1me-set.aaaaaaaaaa", "1move.aaaaaaaaaa.x.y", "1" * 99])
async def test_forged_code(ana: "Browser", code: str) -> None:
    """A payload that no button has is refused."""
    answer = await ana.press(code)
    assert (answer.status, answer.json["refused"]) == (400, True)


async def test_forged_table(ana: "Browser") -> None:
    """A press for a table that doesn't exist is refused with the reason."""
    answer = await ana.press("1accept.aaaaaaaaaa")
    assert (answer.status, answer.json["refused"]) == (403, True)


async def test_forged_move(ana: "Browser", house: "House") -> None:
    """A move that isn't legal is refused with the rule that it breaks."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    before = await house.table()
    answer = await ana.press(Move(before.id, before.revision, "9+9", before.mark).code)
    assert (answer.status, answer.json["refused"]) == (403, True)
    assert answer.json["lines"] == ["9 isn't the number you threw."]
    assert await house.table() == before


async def test_a_button_of_an_old_board(ana: "Browser", house: "House") -> None:
    """A press of a move on a board from before the last move is refused, as out of date."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    code, *_ = await ana.moves()
    await ana.press(code)
    await house.settled()
    before = await house.table()
    answer = await ana.press(code)
    assert answer.status == 403
    assert "That board is out of date" in answer.json["lines"][0]
    assert await house.table() == before


@pytest.mark.parametrize(
    ("command", "words"),
    [("open puluc seats=4", "aj-sayil"), ("open word=maize", "/puluc word maize")],
    ids=["seats", "word"],
)
async def test_no_challenge(ana: "Browser", house: "House", command: str, words: str) -> None:
    """Seats that a ruleset doesn't have, or a word, are refused with what to use instead."""
    answer = await ana.say(f"/puluc {command}")
    assert words in answer.json["lines"][0]
    assert house.store.tables == ()


async def test_table_of_another_channel(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A press from another channel doesn't affect a table."""
    await ana.say("/puluc challenge @Ben")
    answer = await ben.press(f"1accept.{(await house.table()).id}", channel="other")
    assert answer.status == 403
    assert (await house.table()).status is Status.OFFERED


@pytest.mark.parametrize("operation", ["", "short", "x" * 65, "with:colon", "with space"])
async def test_invalid_operation(ana: "Browser", house: "House", operation: str) -> None:
    """An operation id in the wrong format is refused."""
    assert (await ana.say("hello", operation=operation)).status == 400
    assert await house.bodies("line") == []


async def test_same_operation_by_two_people(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Two people can use the same operation id without a conflict."""
    for browser in (ana, ben):
        await browser.say("hello", operation="operation-a")
    assert len(await house.bodies("line")) == 2


@pytest.mark.parametrize("channel", ["", "Maize", "a:b", "../x", "x" * 33, "-x"])
async def test_invalid_channel(ana: "Browser", channel: str) -> None:
    """A channel name in the wrong format is refused."""
    assert (await ana.say("hello", channel=channel)).status == 400


@pytest.fixture
def reply(monkeypatch: pytest.MonkeyPatch) -> Callable[[Reply], None]:
    """A function that makes the service give a reply to every request."""

    def answers(reply: Reply) -> None:
        async def act(_service: Service, _act: Act, _request: Request) -> Reply:
            return reply

        monkeypatch.setattr(Service, "act", act)

    return answers


async def test_choices(ana: "Browser", reply: Callable[[Reply], None]) -> None:
    """The choices of an ambiguous command are buttons in the private reply."""
    id_ = TableId("k3f9qd7m2x")
    choices = (
        Button(Text("button.rules"), Rules(id_)),
        Button(Text("button.cancel"), Resign(id_)),
    )
    reply(Reply((Text("pick.no-game"),), refused=True, choices=choices))
    answer = await ana.say("/puluc resign")
    assert answer.status == 403
    assert answer.json["choices"] == [
        {"label": "Rules", "code": "1r.k3f9qd7m2x", "style": "plain", "act": "rules"},
        {"label": "Cancel", "code": "1resign.k3f9qd7m2x", "style": "plain", "act": "resign"},
    ]


async def test_rules_in_sections(ana: "Browser") -> None:
    """The rules are a heading and labelled sections."""
    answer = await ana.say("/puluc rules bul")
    assert answer.json["lines"] == ["Bul"]
    assert answer.json["headed"] is True
    aim, *_ = answer.json["sections"]
    assert aim["label"] == "Aim."
    assert aim["text"].startswith("Capture the enemy's warriors.")


async def test_a_card_for_one(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Who watches a game and asks for its board gets a card that leads to its table."""
    await ana.say("/puluc practice")
    await ana.press_button("Start")
    (card,) = await house.bodies("card")
    before = await house.messages()
    shown = (await ben.press(ShowBoard((await house.table()).id).code)).json["card"]
    assert shown == {name: card[name] for name in shown}
    assert {"title", "standing", "path"} <= shown.keys()
    assert await house.messages() == before


async def test_another_level(ana: "Browser", house: "House") -> None:
    """A press at the table of a practice game changes its level, and the card says so."""
    await ana.say("/puluc practice")
    answer = await ana.press_button("Hard")
    assert (answer.json["refused"], answer.json["lines"]) == (False, [])
    await house.settled()
    (card,) = await house.bodies("card")
    assert card["standing"][0] == "Ana vs Computer (hard). Press Start to begin."


async def test_an_act_is_finished(
    ana: "Browser", house: "House", lost: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is carried out completely even if its tab is closed."""
    await ana.say("/puluc open")
    code = Cancel((await house.table()).id).code
    begun, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()
    act = Service.act

    async def slow(service: Service, pressed: Act, request: Request) -> Reply:
        begun.set()
        await go_on.wait()
        reply = await act(service, pressed, request)
        done.set()
        return reply

    monkeypatch.setattr(Service, "act", slow)
    press = asyncio.create_task(ana.press(code))
    await begun.wait()
    lost.clear()
    press.cancel()
    await asyncio.wait([press])
    await lost.wait()
    go_on.set()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await done.wait()
    assert (await house.table()).status is Status.OVER


async def test_a_pace_for_someone_from_the_list(
    ana: "Browser", ben: "Browser", house: "House"
) -> None:
    """The people to challenge are challenged at the pace that was chosen."""
    asked = (await ana.say("/challenge expires=6h")).json
    (pace,) = [each for each in asked["choices"] if each["label"] == "3 days a turn"]
    again = (await ana.press(pace["code"])).json
    assert again["lines"][1] == "Pace: 3 days a turn."
    (opponent,) = again["opponents"]
    await ana.say(opponent["line"])
    table = await house.table()
    assert dict(table.terms.written) == {"pace": "3d", "expires": "6h"}
    assert ben


async def test_next(ana: "Browser", ben: "Browser", house: "House") -> None:
    """/next describes the challenge that waits, with a button for its board."""
    await ana.say("/challenge @Ben")
    answer = (await ben.say("/next")).json
    assert answer["kind"] == "next"
    assert answer["choices"][0]["label"].startswith("Show here: Puluc against Ana")
    assert (await ben.press(answer["choices"][0]["code"])).status == 200
    assert (await house.table()).place.channel == "maize"

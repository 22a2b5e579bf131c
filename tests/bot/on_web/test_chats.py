"""What the web chat stores about people, for them to see and to delete."""

import json
from typing import TYPE_CHECKING

from bot.acts.me.forget import ForgetMe
from tests.bot.on_web.conftest import CHANNEL

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


async def test_lines_and_notices(ana: "Browser", ben: "Browser", house: "House") -> None:
    """Who has their data deleted leaves the channel, with their lines and the notice about them."""
    await ana.say("hello")
    await ben.say("hi")
    assert any("Ana" in str(body["text"]) for body in await house.bodies("notice"))
    answer = await ana.press(ForgetMe(ana.me).code)
    assert answer.json["refused"] is False
    assert [body["text"] for body in await house.bodies("line")] == ["hi"]
    assert not any("Ana" in str(body["text"]) for body in await house.bodies("notice"))
    assert ana.me not in await house.channels.people(CHANNEL)


async def test_a_question(ana: "Browser", house: "House") -> None:
    """A person who has only chatted is asked, too; as long as they are, their lines stay."""
    await ana.say("hello")
    answer = await ana.say("/puluc forgetme")
    assert "Your messages in this chat are deleted" in " ".join(answer.json["lines"])
    assert answer.json["choices"]
    assert await house.bodies("line")


async def test_the_button_of_someone_else(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A press with the id of another person deletes nothing."""
    await ana.say("hello")
    assert (await ben.press(ForgetMe(ana.me).code)).status == 403
    assert await house.bodies("line")
    assert {ana.me, ben.me} <= (await house.channels.people(CHANNEL)).keys()


async def test_the_messages(ana: "Browser", ben: "Browser") -> None:
    """A person's file has their name and messages, and nobody else's."""
    await ana.say("hello")
    await ben.say("hi")
    answer = await ana.say("/puluc mydata")
    assert "in one channel of the web chat" in " ".join(answer.json["lines"])
    (channel,) = json.loads(answer.json["file"]["text"])["channels"]
    assert (channel["channel"], channel["your_name"]) == (CHANNEL, "Ana")
    assert [message["text"] for message in channel["your_messages"]] == ["hello"]


async def test_after_deletion(ana: "Browser", ben: "Browser", house: "House") -> None:
    """The name of a person who has had their data deleted is free for others."""
    await ana.press(ForgetMe(ana.me).code)
    assert await house.channels.enter(CHANNEL, ben.me, "Ana")


async def test_the_file(ana: "Browser") -> None:
    """The data that is stored about a person comes as a file to download."""
    await ana.say("/puluc me reminders=less")
    answer = await ana.say("/puluc mydata")
    assert answer.json["file"]["name"] == "puluc-my-data.json"
    assert '"reminders": "less"' in answer.json["file"]["text"]

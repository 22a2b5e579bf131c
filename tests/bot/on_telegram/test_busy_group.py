"""A busy group: boards come soon, and no command stays without an answer."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from tests.bot.on_telegram.busy import Evening
from tests.bot.on_telegram.conftest import connected
from tests.bot.on_telegram.still import StillVillage

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.people import Person
    from telegram_simulator.simulator import TelegramSimulator


@pytest.fixture
async def still(telegram_simulator: "TelegramSimulator") -> AsyncIterator[StillVillage]:
    """A village with Telegram's limits, which are never exceeded."""
    async with connected(telegram_simulator, StillVillage) as village:
        yield village
    assert not [one for one in telegram_simulator.requests if one.status == 429]


def said(still: StillVillage) -> list["Message"]:
    """Return the bot's messages in the group, without boards and the greeting."""
    return [one for one in still.plaza.messages if one.sender.bot and not one.picture]


async def ask(still: StillVillage, person: "Person", *commands: str) -> list["Message"]:
    """Let a person send commands at once, and return them."""
    typed = [person.say(still.plaza, f"/{command}@puluc_bot") for command in commands]
    await still.hear()
    return typed


@pytest.mark.parametrize("strangers", [True, False])
@pytest.mark.parametrize("ephemeral", [True, False])
async def test_two_quick_games(still: StillVillage, *, strangers: bool, ephemeral: bool) -> None:
    """With two quick games and talk, each of 26 commands is answered, and boards come in time."""
    still.sim.knows_ephemeral = ephemeral
    busy = await Evening(still, strangers=strangers).played(150, commands=26)
    assert busy.unanswered == []
    assert busy.boards_p90 <= 6


async def test_answers_share_a_message(still: StillVillage) -> None:
    """What waits is announced by a reaction, and sent together, to each by name."""
    await ask(still, still.ana, "series", "rules", "games")
    (first,) = await ask(still, still.eva, "series")
    (other,) = await ask(still, still.ben, "verify")
    late = [*await ask(still, still.eva, "rules"), *await ask(still, still.ben, "hint")]
    assert [one.reaction for one in (first, other, *late)] == ["", "", "👀", "👀"]
    before = len(said(still))
    await still.advance(60)
    (together,) = said(still)[before:]
    assert together.text.splitlines() == [
        "Eva: That's a long answer, so it's in our private chat. Read it there",
        "Ben: That's a long answer, so it's in our private chat. Read it there",
    ]
    assert together.mentions == [still.eva, still.ben]


async def test_answers_stay_in_their_topics(still: StillVillage) -> None:
    """What waits shares a message only with what was asked in the same topic."""
    town = still.sim.supergroup("Town", still.ana, still.ben, still.eva, forum=True)
    games, talk = still.sim.topic(town, "Games"), still.sim.topic(town, "Talk")
    for person, topic in ((still.ana, games), (still.eva, games), (still.ben, talk)):
        for _ in range(3):
            person.say(topic, "/rules@puluc_bot")
    await still.hear()
    await still.advance(180)
    for person, topic, other in ((still.eva, games, talk), (still.ben, talk, games)):
        assert any(
            person in one.mentions or one.reply_to in topic.messages for one in topic.messages
        )
        assert not any(person in one.mentions for one in other.messages)


async def test_the_same_again(still: StillVillage) -> None:
    """Who asks again for what waits gets one answer."""
    await ask(still, still.ana, *["series"] * 3)
    await ask(still, still.eva, *["series"] * 2)
    await ask(still, still.ana, *["series"] * 6)
    await still.advance(60)
    assert len(said(still)) == 3 + 2 + 1


async def test_a_flood(still: StillVillage) -> None:
    """Of one person at most three answers wait; others are left out, which is told once."""
    for other in (still.eva, still.ben):  # so that no answer that waits finds room at once
        await ask(still, other, "series")
    asked = ("series", "settings", "games", "rules", "help", "verify", "hint", "odds", "me")
    await ask(still, still.ana, *asked)
    texts = [one.text for one in said(still)]
    assert sum(text.startswith("I'm getting too many requests in this") for text in texts) == 1


async def test_an_answer_in_private(still: StillVillage) -> None:
    """A command that is answered in private, for lack of room, gets a reaction."""
    still.ana.start()
    typed = await ask(still, still.ana, "series", "series", "series", "rules")
    assert [one.reaction for one in typed] == ["", "", "", "✍"]
    assert still.ana.private.last.picture or "Puluc" in still.ana.private.last.text

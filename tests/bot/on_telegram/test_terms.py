"""The pace of a game in Telegram: typed, pressed, in links and in inline mode."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.gather.open import Open
from bot.on_telegram import links
from bot.on_telegram.menu import announce
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Place, Platform
from bot.table.terms import Flag, Terms
from tests.bot.on_telegram.conftest import CATALOGUE

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

PLAZA = Place(Platform.TELEGRAM, "-1001234567890", "17")
THREE_DAYS = Terms(Pace(3 * DAY))
PACES = ["10 minutes a turn", "12 hours a turn", "3 days a turn"]


async def test_typed(village: "Village") -> None:
    """/challenge takes the terms in any order, also before the name."""
    await village.say(village.ana, "/challenge@puluc_bot pace=3d flag=auto Ben", village.ben)
    assert (await village.table()).terms == Terms(Pace(3 * DAY), Flag.AUTO)


async def test_pressed_in_a_group(village: "Village") -> None:
    """A pace that is pressed replaces the question, which then says how to type it."""
    asked = await village.say(village.ana, "/challenge@puluc_bot kekchi")
    assert asked.labels[1:4] == PACES
    await village.press(village.ana, asked, "3 days a turn")
    assert village.board is asked
    assert "Pace: 3 days a turn." in asked.text
    assert "/challenge kekchi pace=3d @name" in asked.text
    assert asked.labels[1:5] == ["Short", "No time limit", *PACES[:2]]
    await village.press(village.ana, asked, "Open challenge")
    assert (await village.table()).terms == THREE_DAYS


async def test_pressed_below_the_welcome_message(village: "Village") -> None:
    """The welcome message stays; the question for an opponent is a message of its own."""
    card = await village.say(village.ana, "/play@puluc_bot")
    await village.press(village.ben, card, "Challenge")
    assert card.labels[0] == "Play the computer"
    assert village.board is not card


async def test_a_question_that_was_deleted(village: "Village") -> None:
    """If the question was deleted, a press on it posts another one."""
    asked = await village.say(village.ana, "/challenge@puluc_bot")
    village.ana.press(asked, "3 days a turn", wait=False)
    village.sim.delete(asked)
    await village.hear()
    assert "Pace: 3 days a turn." in village.board.text


async def test_pressed_in_private(village: "Village") -> None:
    """In the private chat, the button that leads to another chat carries the pace."""
    asked = await village.say(village.ana, "/challenge", at=village.ana.private)
    assert asked.labels[:3] == PACES
    await village.press(village.ana, asked, "12 hours a turn")
    query = asked.buttons[-1].query
    assert query == "puluc pace=12h"
    await village.chosen(village.ana, village.plaza, query)
    assert (await village.table()).terms == Terms(Pace(12 * HOUR))


async def test_inline(village: "Village") -> None:
    """An inline challenge shows its pace in the list and in the message, before it is opened."""
    (result,) = (await village.offers(village.ana, "boolik pace=1d+1h")).results
    said = "Pace: 1 day each, plus 1 hour a turn."
    assert result.description.startswith(said)
    assert said in village.ana.choose(result, village.plaza).text
    await village.hear()
    assert (await village.table()).terms == Terms(Pace(DAY, HOUR))


async def test_a_wrong_pace_inline(village: "Village") -> None:
    """A pace that can't be read gets no results, and the error says why."""
    offered = await village.offers(village.ana, "pace=3w")
    assert offered.results == []
    assert offered.button is not None
    assert offered.button["text"].startswith("pace= must be")


async def test_a_new_game(village: "Village") -> None:
    """New game below an inline game offers the same terms."""
    board = await village.play_inline(words="kekchi road=9 pace=3d")
    table = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {table.id}")
    await village.chosen(village.ben, board.chat, board.buttons[1].query or "")
    assert [one.terms for one in village.store.tables] == 2 * [THREE_DAYS]


def test_a_link() -> None:
    """A link that opens a challenge can have a pace."""
    read, _ = links.read("o_kekchi_road_9_pace_3d", PLAZA)
    assert read == Open(Options("kekchi", (("road", "9"),), THREE_DAYS))


async def test_next_in_private(village: "Village") -> None:
    """/next in the private chat describes the game that waits, with a button for its board."""
    await village.play()
    reply = await village.say(village.ana, "/next", at=village.ana.private)
    assert reply.text.endswith("Your turn.")
    assert reply.labels[0].startswith("Show here: Puluc against Ben")


async def test_next_without_any(village: "Village") -> None:
    """/next without a game that waits offers the ways to start one."""
    reply = await village.say(village.ana, "/next", at=village.ana.private)
    assert reply.text.startswith("No game is waiting for you")
    assert "Learn" in reply.labels


@pytest.mark.parametrize("command", ["next", "games"])
async def test_in_the_menu(village: "Village", command: str) -> None:
    """The command menus of groups and of the private chat have /next and /games."""
    await announce(village.bot, village.store, CATALOGUE)
    for chat in (village.ana.private, village.plaza):
        assert command in village.ana.commands(chat)


async def test_the_next_game(village: "Village") -> None:
    """The button Next game below the list leads to the game that waits."""
    await village.play()
    village.ana.say(village.plaza, "/open@puluc_bot")
    await village.hear()
    await village.play(words="kekchi")
    listed = await village.say(village.ana, "/games", at=village.ana.private)
    await village.press(village.ana, listed, "Next game")
    assert "Your turn" in village.ana.private.last.text

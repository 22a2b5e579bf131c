"""Links to the bot."""

import re
from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.gather.begin import Start
from bot.acts.look.games import ListGames, Next
from bot.acts.look.help import Help
from bot.acts.look.hint import AskHint
from bot.acts.look.learn import Learn
from bot.acts.look.menu import ShowMenu
from bot.acts.look.odds import ShowOdds
from bot.acts.look.play import Play
from bot.acts.look.record import ShowRecord
from bot.acts.look.review import ShowReview
from bot.acts.look.rules import Rules
from bot.acts.look.verify import Verify
from bot.acts.me.forget import ForgetMe
from bot.acts.me.my_data import ShowMyData
from bot.acts.me.preferences import ShowMe
from bot.acts.play.quit import LeaveMatch
from bot.on_telegram import links
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Place, Platform
from bot.table.table import Status

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

PLAZA = Place(Platform.TELEGRAM, "-1001234567890", "17")
HERE = Place(Platform.TELEGRAM, "5000000001")
LONG = Options(
    "footprints",
    (
        ("road", "31"),
        ("warriors", "9"),
        ("table", "sapper"),
        ("after-capture", "advance"),
        ("far-end", "bounce"),
        ("exact", "yes"),
    ),
)


@pytest.mark.parametrize(
    "intent",
    [
        Help(),
        Rules(),
        Rules(options=Options("aj-sayil")),
        Rules(options=Options("kekchi", (("road", "9"), ("table", "sapper")))),
        Rules(TableId("k3f2qd7m2x")),
        Learn(),
        Learn(ruleset="parchis-spain"),
        ListGames(),
        Next(),
        ShowMe(),
        ShowMyData(),
        ForgetMe(),
        ShowMenu(TableId("k3f2qd7m2x")),
        Verify(TableId("k3f2qd7m2x")),
        ShowRecord(TableId("k3f2qd7m2x")),
        Start(TableId("k3f2qd7m2x")),
        LeaveMatch(TableId("k3f2qd7m2x")),
        AskHint(TableId("k3f2qd7m2x")),
        AskHint(),
        ShowOdds(TableId("k3f2qd7m2x")),
        ShowOdds(),
        ShowReview(TableId("k3f2qd7m2x")),
        ShowReview(),
    ],
)
def test_a_link_is_read_back(intent: Act) -> None:
    """Reading a link returns the intent and the place that it was made from."""
    payload = links.payload(intent, PLAZA)
    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", payload)
    read, place = links.read(payload, PLAZA)
    assert read == intent
    assert place == PLAZA


@pytest.mark.parametrize("name", ["o", "p", "accept", "board", "begin", "quit", "block"])
def test_nothing_is_done_in_another_chat(name: str) -> None:
    """A link about another chat only explains something there, whoever follows it."""
    read, place = links.read(f"in_-1001234567890_17_{name}", HERE)
    assert (read, place) == (Play(), HERE)


def test_a_long_link() -> None:
    """If the options don't fit, the link is to the rules without options."""
    assert links.payload(Rules(options=LONG), PLAZA) == "r__footprints"


async def test_the_rules_of_a_game(village: "Village") -> None:
    """/rules in a group leads to the rules of the player's game there."""
    await village.play(words="kekchi road=9")
    asked = await village.say(village.ana, "/rules@puluc_bot")
    assert asked.labels == ["Read it there"]
    village.ana.open(asked.buttons[0])
    await village.hear()
    rules = village.ana.private.messages[1]
    assert rules.text.startswith("Kekchi puluc\n")
    assert "9 spaces" in rules.text


@pytest.mark.parametrize("act", ["accept_{id}", "accept_{id}_1_{agreement}", "join_{id}_1"])
async def test_nothing_is_accepted_by_a_link(village: "Village", act: str) -> None:
    """A link accepts no challenge, because it can be followed without seeing what it is about."""
    await village.say(village.ana, "/open@puluc_bot")
    table = await village.table()
    payload = act.format(id=table.id, agreement=agreement(table))
    village.ben.start(payload)
    village.ben.say(village.plaza, f"/start@puluc_bot {payload}")
    await village.hear()
    assert (await village.table()).status is Status.OFFERED


async def test_a_board_by_a_link(village: "Village") -> None:
    """A link shows the board in the chat where a player follows it."""
    await village.play()
    table = await village.table()
    village.ben.start(f"board_{table.id}")
    await village.hear()
    assert village.ben.private.last.picture


async def test_a_table_by_a_link(village: "Village") -> None:
    """A link that adds the bot to a group opens a challenge there."""
    village.ana.say(village.plaza, "/start@puluc_bot o_kekchi_road_9")
    await village.hear()
    assert "Kekchi puluc: 9 spaces" in village.board.text


async def test_help_by_a_link(village: "Village") -> None:
    """The help lists commands as they are typed in Telegram."""
    village.ana.start("help_start")
    await village.hear()
    assert "/practice" in village.ana.private.last.text
    assert "/puluc " not in village.ana.private.last.text


@pytest.mark.parametrize(
    ("place", "link"),
    [
        (PLAZA, "https://t.me/c/1234567890/17/5"),
        (Place(Platform.TELEGRAM, "-1001234567890"), "https://t.me/c/1234567890/5"),
        (Place(Platform.TELEGRAM, "-4000000001"), None),
        (Place(Platform.TELEGRAM, "5000000001"), None),
    ],
)
def test_links_to_messages(place: Place, link: str | None) -> None:
    """Messages of supergroups have links, also in topics; other messages don't."""
    assert links.to_message(place, "5") == link


@pytest.mark.parametrize(
    "payload",
    [
        *("menu_", "verify_../..", "record_aaaaaaaaaa", "games_", "new", "accept_", "accept_x_y_z"),
        *("board___", "r_", "r_../..", "in", "in_", "in_1", "in_1_", "in_1__", "in_x_y_z"),
        *("o_", "o_nothing", "_", "__", "-", "r__kekchi_road", "r__kekchi_road_x"),
        *("r__puluc_word_x", "p____word__", "zzz", "resign_k3f2qd7m2x", "forgetme_1"),
        "accept_k3f2qd7m2x",
    ],
)
async def test_forged_links(village: "Village", payload: str) -> None:
    """A link with any forged payload gets a reply, but not an internal error."""
    village.ana.start(payload)
    await village.hear()
    (_, *replies) = village.ana.private.messages
    assert replies
    assert all(message.sender.bot for message in replies)
    assert not any("went wrong" in message.text for message in replies)

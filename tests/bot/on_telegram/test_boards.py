"""Boards in groups."""

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from bot.acts.play.move import Move
from bot.on_telegram.editing import STRIP
from bot.on_telegram.flood import Flood
from bot.on_telegram.members import Members
from bot.on_telegram.outbound import TelegramOutbound
from bot.show.outbound import Barrier, RetryLater, Unshowable
from bot.show.page import Mention, Page, Picture
from bot.show.placement import FEW, Placement
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Shown
from bot.table.settings import Placing, Settings
from bot.texts.catalogue import Catalogue
from engine.corn import commitment
from engine.text import Name, Text
from tests.bot.on_telegram.conftest import PLENTY, UNLIMITED

if TYPE_CHECKING:
    from telegram_simulator.places import Chat
    from tests.bot.on_telegram.conftest import Village

MINUTE = 60.0


def place(chat: "Chat") -> Place:
    return Place(Platform.TELEGRAM, str(chat.id))


def page(village: "Village", lines: int = 1, letters: str = "o x", *, name: str = "Ben") -> Page:
    """A page with a number of different lines, with Ben to move."""
    user = User(Platform.TELEGRAM, str(village.ben.id))
    png = _png(village)
    return Page(
        table=TableId("k3f9qd7m2x"),
        code="code",
        revision=1,
        lines=tuple(Text("corn.word", name=Name(f"{n}"), word=Name(name)) for n in range(lines)),
        picture=None if png is None else Picture(png, "", letters),
        buttons=(Button(Text("button.rules"), Move(TableId("k3f9qd7m2x"), 1, "b+3")),),
        mentions=(Mention(user, name),),
        live=True,
    )


def mentions(village: "Village", *labels: str) -> tuple[Mention, ...]:
    """Mentions of Ana and Ben in turn, with these names."""
    people = cycle((village.ana, village.ben))
    users = (User(Platform.TELEGRAM, str(person.id)) for person in people)
    return tuple(map(Mention, users, labels))


def _png(village: "Village") -> bytes | None:
    return village.board.picture


def outbound(village: "Village", minute: int = PLENTY) -> TelegramOutbound:
    flood = Flood(village.ticking, replace(UNLIMITED, group_minute=minute))
    members = Members(village.bot, village.ticking)
    return TelegramOutbound(village.bot, Catalogue(), flood, village.inbound.migrate, members)


async def test_a_board(village: "Village") -> None:
    """A board is a picture with the last moves and a collapsed text board as its caption."""
    board = await village.play()
    assert board.picture is not None
    assert board.picture.startswith(b"\x89PNG")
    (letters,) = board.marked("expandable_blockquote")
    assert "o Ana: 5 in base, 0 dead" in letters
    assert board.marked("pre") == [letters]
    assert "Ana (jade) to move." in board.caption


async def test_a_long_caption(village: "Village") -> None:
    """A caption that is too long loses its first lines, but keeps the mention."""
    await village.play()
    letters = "x" * 500
    sent = page(village, 60, letters)
    await outbound(village).show(place(village.plaza), sent, None, Placement.POST)
    caption = village.board.caption
    assert len(caption) <= 1024
    assert caption.startswith("Ben\n")
    assert village.board.mentions == [village.ben]
    assert "59" in caption
    assert caption.endswith(letters)
    assert "\n0" not in caption


async def test_the_hash_of_an_open_challenge(village: "Village") -> None:
    """Who may accept a challenge can see the whole fair-throw hash before."""
    await village.say(village.ana, "/open@puluc_bot")
    told = await village.say(village.ben, "/verify@puluc_bot")
    assert commitment((await village.table()).seed) in told.text


async def test_two_people(village: "Village") -> None:
    """A page that two people are to answer mentions and pings both."""
    await village.play()
    both = mentions(village, "Ana & co", "Ben")
    sent = replace(page(village, 60, "x" * 500), mentions=both)
    await outbound(village).show(place(village.plaza), sent, None, Placement.POST)
    board = village.board
    assert board.caption.startswith("Ana & co Ben\n")
    assert board.marked("text_mention") == ["Ana & co", "Ben"]
    assert board.mentions == board.pinged == [village.ana, village.ben]


@pytest.mark.parametrize("name", ["🌽" * 64, "@" * 64, "<" * 64], ids=["emoji", "at", "markup"])
@pytest.mark.parametrize("people", [2, 16])
async def test_mentions_of_long_names(village: "Village", name: str, people: int) -> None:
    """However long the names of the people mentioned, they and the last line fit a caption."""
    await village.play()
    everyone = mentions(village, *[name] * people)
    sent = replace(page(village, 60, "x" * 800, name=name), mentions=everyone)
    await outbound(village).show(place(village.plaza), sent, None, Placement.POST)
    assert len(village.board.marked("text_mention")) == people
    assert "59" in village.board.caption


async def test_a_mention_by_username(village: "Village") -> None:
    """A person of whom only the username is known is mentioned by it, whatever their name."""
    await village.play()
    known = Mention(User(Platform.TELEGRAM, "@ana_maya"), "x" * 64)
    sent = replace(page(village), mentions=(known,))
    await outbound(village).show(place(village.plaza), sent, None, Placement.POST)
    assert village.board.caption.startswith("@ana_maya\n")
    assert village.board.mentions == [village.ana]


@pytest.mark.parametrize("name", ["<" * 900, "🌽" * 700, "&amp;" * 300, "x" * 2000])
async def test_a_line_that_is_too_long(village: "Village", name: str) -> None:
    """However long the names, a caption fits the limit: the text board is left out first."""
    await village.play()
    sent = page(village, 2, "x" * 800, name=name[:128])
    await outbound(village).show(place(village.plaza), sent, None, Placement.POST)
    assert village.board.caption


async def test_quick_play(village: "Village") -> None:
    """Quick moves edit one message; after a longer turn a new board pings the player to move."""
    board = await village.play([2, 1, 3, 1, 2, 3])
    await village.press(village.ana, board, board.labels[0])
    assert village.board is board
    village.now += 6 * MINUTE
    await village.press(village.ben, board, board.labels[0])
    assert village.board is not board
    assert village.board.pinged == [village.ana]
    assert board.deleted


async def test_a_buried_board(village: "Village") -> None:
    """In a supergroup, a command shows how many messages are below a board, which moves down."""
    village.plaza = village.sim.supergroup("Plaza", village.ana, village.ben, village.eva)
    await village.hear()
    board = await village.play([2, 1, 3, 1, 2, 3])
    for _ in range(FEW + 1):
        village.eva.say(village.plaza, "Lovely weather.")
    await village.say(village.eva, "/help@puluc_bot")
    await village.press(village.ana, board, board.labels[0])
    new = village.board
    assert (board.deleted, new.id > board.id, new.pinged) == (True, True, [village.ben])


async def test_boards_that_stay(village: "Village") -> None:
    """If the group wants it, old boards stay, without buttons."""
    settings = Settings(Placing.NEW, delete_old=False)
    await village.store.change_settings(place(village.plaza), settings)
    board = await village.play([2, 1, 3, 1, 2, 3])
    await village.press(village.ana, board, board.labels[0])
    assert (board.deleted, board.labels) == (False, [])
    assert village.board is not board


async def test_boards_that_are_deleted(village: "Village") -> None:
    """Old boards are deleted; one too old to delete becomes a line with a strip for a picture."""
    await village.store.change_settings(place(village.plaza), Settings(Placing.NEW))
    first = await village.play([2, 1, 3, 1, 2, 3])
    await village.press(village.ana, first, first.labels[0])
    second = village.board
    assert first.deleted
    village.sim.age(second, hours=49)
    await village.press(village.ben, second, second.labels[0])
    assert (second.deleted, second.labels, second.picture) == (False, [], STRIP)
    assert second.words == "There's a newer message below."


async def test_a_deleted_board(village: "Village") -> None:
    """/board posts a board again that was deleted."""
    board = await village.play()
    village.sim.delete(board)
    again = await village.say(village.ana, "/board@puluc_bot")
    assert again.picture
    await village.press(village.ana, again, again.labels[0])
    assert village.board is again


async def test_a_link_to_the_page(village: "Village") -> None:
    """If the bot has a public address, a finished board links to the game page."""
    village.url = "https://puluc.example"
    village.begin()
    await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    step = next(button for button in village.board.buttons if button.label == "Step through")
    assert step.url == f"https://puluc.example/g/{(await village.table()).code}#0"


async def test_kicked(village: "Village") -> None:
    """A bot that was removed keeps the game, stops trying there, and can show it elsewhere."""
    board = await village.play()
    village.sim.kick_bot(village.plaza)
    await village.press(village.ana, board, board.labels[0])
    asked = len(village.sim.requests)
    await village.outbox.sweep()
    assert len(village.sim.requests) == asked
    table = await village.table()
    assert table.moves == 1
    town = village.sim.group("Town", village.ana, village.ben)
    again = await village.say(village.ben, f"/board@puluc_bot {table.id}", at=town)
    assert again.labels


async def test_blocked(village: "Village") -> None:
    """A practice game waits for a player who has blocked the bot."""
    private = village.ana.private
    await village.press(
        village.ana, await village.say(village.ana, "/practice easy", at=private), "Start"
    )
    village.ana.block()
    board = private.last
    await village.press(village.ana, board, board.labels[0])
    village.ana.unblock()
    assert board.edits == 1
    await village.say(village.ana, "/board", at=private)
    assert board.edits == 2
    assert (await village.table()).moves >= 1


async def test_a_rate_limit(village: "Village") -> None:
    """A board that Telegram rate limits waits as long as Telegram asks, and is then shown."""
    board = await village.play()
    village.sim.limit_next(1, 30, "editMessageMedia")
    await village.press(village.ana, board, board.labels[0])
    assert board.edits == 1
    asked = len(village.sim.requests)
    village.now += 29
    await village.outbox.sweep()
    assert len(village.sim.requests) == asked
    village.now += 2
    await village.outbox.sweep()
    assert board.edits == 2


async def test_several_changes_are_one_board(village: "Village") -> None:
    """Changes that come while a group is rate limited are shown together in one edit."""
    village.restrict(4)
    board = await village.play([2, 1, 3, 1, 2, 3, 1, 2])  # the offer and an edit
    table = await village.table()
    stale = village.ana.press(board, board.labels[0], wait=False)
    await village.hear()
    assert stale.text == ""
    village.ana.forge(board, f"1draw.{table.id}", wait=False)
    await village.hear()
    assert board.edits == 1
    village.now += MINUTE + 1
    await village.outbox.sweep()
    assert board.edits == 2
    assert (await village.reload(table.id)).revision == 4
    assert "Ana offers a draw" in board.caption


async def test_not_modified(village: "Village") -> None:
    """An edit that Telegram rejects because nothing has changed counts as done."""
    board = await village.play()
    village.sim.refuse_next("Bad Request: message is not modified: ...", part="editMessageMedia")
    await village.press(village.ana, board, board.labels[0])
    asked = len(village.sim.requests)
    await village.outbox.sweep()
    assert len(village.sim.requests) == asked
    assert village.board is board


@pytest.mark.parametrize("broken", [502, 504])
async def test_a_broken_connection(
    village: "Village", broken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is lost to a server error is sent again soon."""
    board = await village.play()
    monkeypatch.setattr("bot.on_telegram.barriers.UNREACHED_SECONDS", 600.0)
    village.sim.break_next(broken, part="editMessageMedia")
    await village.press(village.ana, board, board.labels[0])
    assert board.edits == 1
    village.now += 601
    await village.outbox.sweep()
    assert board.edits == 2


async def test_a_group_becomes_a_supergroup(village: "Village") -> None:
    """A group's tables and settings follow it to its supergroup when Telegram's message comes."""
    settings = Settings(Placing.NEW, tables=False)
    await village.play()
    await village.store.change_settings(place(village.plaza), settings)
    town = village.sim.migrate(village.plaza)
    await village.hear()
    assert town.last.picture
    assert (await village.table()).place == place(town)
    assert await village.store.settings(place(town)) == settings
    board = town.last
    await village.press(village.ana, board, board.labels[0])
    assert (await village.table()).moves == 1


async def test_an_unannounced_supergroup(village: "Village") -> None:
    """Tables follow a group to its supergroup when Telegram rejects a board for the old group."""
    board = await village.play()
    village.ana.press(board, board.labels[0], wait=False)
    town = village.sim.migrate(village.plaza)
    press, *_ = await village.updates()
    await village.inbound.handle(press)
    await village.settle()
    assert (await village.table()).place == place(town)
    await village.outbox.sweep()
    await village.settle()
    assert town.last.picture
    asked = len(village.sim.requests)
    await village.outbox.sweep()
    assert len(village.sim.requests) == asked


@pytest.mark.parametrize(
    ("words", "status", "barrier"),
    [
        ("Bad Request: have no rights to send a message", 400, Barrier.NO_PERMISSION),
        ("Bad Request: CHAT_WRITE_FORBIDDEN", 400, Barrier.NO_PERMISSION),
        ("Bad Request: chat not found", 400, Barrier.PLACE_GONE),
        ("Bad Request: PEER_ID_INVALID", 400, Barrier.PLACE_GONE),
        ("Bad Request: message thread not found", 400, Barrier.PLACE_GONE),
        ("Bad Request: TOPIC_CLOSED", 400, Barrier.PLACE_GONE),
        ("Forbidden: bot was kicked from the supergroup chat", 403, Barrier.REMOVED),
        ("Forbidden: user is deactivated", 403, Barrier.REMOVED),
    ],
)
async def test_barriers(village: "Village", words: str, status: int, barrier: Barrier) -> None:
    """Telegram's errors are mapped to the reasons that the outbox knows."""
    await village.play()
    village.sim.refuse_next(words, status, part="sendPhoto")
    with pytest.raises(Unshowable) as unshowable:
        await outbound(village).show(place(village.plaza), page(village), None, Placement.POST)
    assert unshowable.value.reason is barrier


async def test_a_message_that_cannot_be_changed(village: "Village") -> None:
    """If a message can no longer be edited, a new one is posted."""
    board = await village.play()
    village.sim.refuse_next("Bad Request: message can't be edited", part="editMessageMedia")
    shown = Shown(1, str(board.id))
    now = await outbound(village).show(place(village.plaza), page(village), shown, Placement.EDIT)
    assert now == str(village.board.id) != str(board.id)


async def test_the_limit_of_a_chat(village: "Village") -> None:
    """A board beyond the chat's limit isn't sent to Telegram at all."""
    await village.play()
    out = outbound(village, 1)
    await out.show(place(village.plaza), page(village), None, Placement.POST)
    asked = len(village.sim.requests)
    with pytest.raises(RetryLater) as later:
        await out.show(place(village.plaza), page(village), None, Placement.POST)
    assert later.value.seconds == pytest.approx(MINUTE, abs=1)
    assert len(village.sim.requests) == asked

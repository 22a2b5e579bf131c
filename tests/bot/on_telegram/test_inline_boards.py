"""Boards in inline messages, with and without a cache chat."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from telegram import Bot

from bot.acts.act import Act
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.rematch import Rematch
from bot.acts.look.board import ShowBoard
from bot.acts.look.play import Play
from bot.commands.lines import typed_game
from bot.games.catalogue import games
from bot.on_telegram.inline import offers
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.table import Status
from bot.table.terms import Terms
from engine.corn import commitment
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.conftest import CATALOGUE

if TYPE_CHECKING:
    from telegram_simulator.places import Chat
    from tests.bot.on_telegram.conftest import Village

MINUTE = 60.0


@pytest.fixture
def cache(village: "Village") -> "Chat":
    """The channel that pictures are uploaded to."""
    channel = village.sim.channel("Pictures")
    village.cache_chat = str(channel.id)
    village.begin()
    return channel


def turn(village: "Village", board: Message) -> Person:
    """Return the player to move."""
    name = re.search(r"^(.*) \(\w+\) to move\.$", board.words, re.MULTILINE)
    assert name is not None, board.words
    return {"Ana": village.ana, "Ben": village.ben}[name[1]]


async def move(village: "Village", board: Message) -> None:
    """Let the player to move press the first button."""
    answer = await village.press(turn(village, board), board, board.labels[0])
    assert (answer.answered, answer.text) == (True, "")


async def test_a_game_in_text(village: "Village") -> None:
    """Without a cache chat a whole game is played in one text message with a text board."""
    pair = village.sim.conversation(village.ana, village.ben)
    board = await village.play_inline([2, 1, 3, 2, 4, 1], "bul warriors=1", at=pair)
    moves = 0
    while "…" in board.labels:
        assert "Ana" in board.marked("pre")[0]
        assert board.marked("expandable_blockquote") == []
        await move(village, board)
        moves += 1
    assert pair.messages == [board]
    assert board.text.splitlines()[1].endswith("Ben wins.")
    assert (await village.table()).status is Status.OVER
    assert board.edits == moves + 2
    assert village.asked("sendMessage") + village.asked("sendPhoto") == 0
    edits = [one for one in village.sim.requests if one.method == "editMessageText"]
    assert all(one.params["link_preview_options"] == {"is_disabled": True} for one in edits)


async def test_a_game_in_pictures(village: "Village", cache: "Chat") -> None:
    """With a cache chat each board is a picture from there, and the text board is collapsed."""
    pair = village.sim.conversation(village.ana, village.ben)
    board = await village.play_inline([2, 1, 3, 2, 4, 1], "bul warriors=1", at=pair)
    boards = 1
    while "…" in board.labels:
        assert board.picture == cache.last.picture
        assert board.file_id == cache.last.file_id
        assert "Ana" in board.marked("expandable_blockquote")[0]
        await move(village, board)
        boards += 1
    assert pair.messages == [board]
    assert "Ben wins." in board.caption
    assert len(cache.messages) <= boards
    assert all(message.silent and not message.words for message in cache.messages)


async def test_a_picture_is_uploaded_once(village: "Village", cache: "Chat") -> None:
    """A board that has to wait is shown with the picture that is already uploaded."""
    board = await village.play_inline()
    put = len(cache.messages)
    village.sim.limit_next(1, 30, "editMessageMedia")
    await move(village, board)
    assert len(cache.messages) == put + 1
    assert board.edits == 2
    village.now += 31
    await village.outbox.sweep()
    assert board.edits == 3
    assert len(cache.messages) == put + 1


async def test_an_old_message(village: "Village") -> None:
    """However long a move takes, the same message is edited and no board is reposted."""
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    for _ in range(3):
        village.now += 24 * 60 * MINUTE
        edits = board.edits
        await move(village, board)
        assert board.edits == edits + 1
    assert board.chat.messages == [board]


async def test_refused_presses(village: "Village") -> None:
    """A press by the player not to move, or by a spectator, is refused with the reason."""
    board = await village.play_inline()
    board.chat.people[village.eva.id] = village.eva
    waits = await village.press(village.ben, board, "Enter → 3")
    assert waits.text == "It's Ana's turn, not yours."
    stranger = await village.press(village.eva, board, "Enter → 3")
    assert stranger.text.startswith("You aren't playing in this game.")
    assert (await village.table()).moves == 0


async def test_a_taken_seat(village: "Village") -> None:
    """The first person to press Accept plays; a later press is refused."""
    pair = village.sim.conversation(village.ana, village.ben)
    pair.people[village.eva.id] = village.eva
    message = await village.chosen(village.ana, pair)
    accept = message.buttons[0]
    await village.press(village.eva, message, "Accept")
    late = village.ben.press(message, accept, wait=False)
    await village.hear()
    assert late.text == "Someone has already accepted, and the game has started."


async def test_a_resigned_game(village: "Village", cache: "Chat") -> None:
    """A game resigned from another chat keeps its last picture but not its move buttons."""
    board = await village.play_inline()
    table = await village.table()
    asked = await village.say(village.ana, f"/resign@puluc_bot {table.id}")
    await village.press(village.ana, asked, "Yes, resign")
    assert (await village.reload(table.id)).status is Status.OVER
    assert "Enter → 3" not in board.labels
    assert board.picture


@pytest.mark.parametrize("pictured", [True, False])
async def test_a_message_that_is_gone(village: "Village", pictured: bool) -> None:
    """A game whose message was deleted can be continued in another chat with /board."""
    if pictured:
        village.cache_chat = str(village.sim.channel("Pictures").id)
        village.begin()
    board = await village.play_inline()
    button = board.buttons[0]
    village.sim.delete(board)
    village.ana.press(board, button, wait=False)
    await village.hear()
    asked = len(village.sim.requests)
    await village.outbox.sweep()
    assert len(village.sim.requests) == asked
    assert (await village.table()).moves == 1
    again = await village.say(village.ben, "/board@puluc_bot")
    assert again.picture
    assert again.labels


@pytest.mark.parametrize("pictured", [True, False])
async def test_a_game_that_is_shown_elsewhere(village: "Village", pictured: bool) -> None:
    """After /board in a group the game is played there, and in its inline message, too."""
    if pictured:
        village.cache_chat = str(village.sim.channel("Pictures").id)
        village.begin()
    board = await village.play_inline()
    await village.say(village.ana, "/board@puluc_bot")
    assert board.labels == village.board.labels
    await village.press(village.ana, village.board, "Enter → 3")
    assert (await village.table()).moves == 1
    assert board.labels == village.board.labels
    assert (board.picture is not None) == pictured


@pytest.mark.parametrize("lost", ["kicked", "demoted", "migrated"])
async def test_a_lost_cache_chat(village: "Village", lost: str) -> None:
    """If pictures can no longer be uploaded, a game is played with text boards."""
    chat = village.sim.group("Pictures") if lost == "migrated" else village.sim.channel("Pictures")
    village.cache_chat = str(chat.id)
    village.begin()
    _lose(village, chat, lost)
    board = await village.play_inline()
    assert board.picture is None
    assert board.marked("pre")
    await move(village, board)
    assert (await village.table()).moves == 1


@pytest.mark.parametrize("lost", ["kicked", "demoted", "migrated"])
async def test_a_cache_chat_lost_in_a_game(village: "Village", lost: str) -> None:
    """If the cache chat is lost during a game, the old picture stays with a text board below."""
    chat = village.sim.group("Pictures") if lost == "migrated" else village.sim.channel("Pictures")
    village.cache_chat = str(chat.id)
    village.begin()
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    picture, caption = board.picture, board.caption
    _lose(village, chat, lost)
    await move(village, board)
    assert board.picture == picture is not None
    assert board.caption != caption
    assert "Ben" in board.marked("expandable_blockquote")[0]
    await move(village, board)
    assert (await village.table()).moves == 2


def _lose(village: "Village", chat: "Chat", how: str) -> None:
    match how:
        case "kicked":
            village.sim.kick_bot(chat)
        case "demoted":
            chat.administrators.clear()
        case "migrated":
            village.sim.migrate(chat)


async def test_a_caption_instead_of_a_text(village: "Village", cache: "Chat") -> None:
    """If Telegram rejects a text because it's too long for a caption, a shorter one is sent."""
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    village.sim.kick_bot(cache)
    village.sim.refuse_next("Bad Request: MEDIA_CAPTION_TOO_LONG", part="editMessageText")
    edits = board.edits
    await move(village, board)
    assert board.edits == edits + 1


async def test_a_rate_limit_of_the_cache_chat(village: "Village", cache: "Chat") -> None:
    """While the cache chat is rate limited, the new board is text below the old picture."""
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    picture = board.picture
    village.sim.limit_next(1, 30, "sendPhoto")
    await move(village, board)
    assert board.edits == 3
    assert board.picture == picture
    assert "Ben (red) to move." in board.caption
    asked = village.asked("sendPhoto")
    village.now += 31
    await move(village, board)
    assert village.asked("sendPhoto") == asked + 1
    assert board.picture == cache.last.picture != picture


async def test_a_rate_limit_at_the_start(village: "Village", cache: "Chat") -> None:
    """If the cache chat is rate limited when a game starts, the first board is text."""
    village.sim.limit_next(1, 30, "sendPhoto")
    board = await village.play_inline()
    assert board.picture is None
    assert board.marked("pre")


async def test_a_short_rate_limit(village: "Village", cache: "Chat") -> None:
    """If the rate limit ends within a few seconds, the board waits for its picture."""
    board = await village.play_inline()
    village.sim.limit_next(1, 4, "sendPhoto")
    await move(village, board)
    assert board.edits == 2
    village.now += 4.5
    await village.outbox.sweep()
    assert board.edits == 3
    assert board.picture == cache.last.picture


async def test_the_limit_of_the_cache_chat(village: "Village", cache: "Chat") -> None:
    """Pictures beyond the limit per minute aren't uploaded at all."""
    village.restrict(1)
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    await move(village, board)
    assert board.edits == 3
    assert len(cache.messages) == 1
    assert village.asked("sendPhoto") == 1
    village.now += MINUTE + 1
    await move(village, board)
    assert board.picture == cache.last.picture
    assert len(cache.messages) == 2


@pytest.mark.parametrize("lost", ["kicked", "demoted", "odd"])
async def test_a_refusal_is_remembered(village: "Village", cache: "Chat", lost: str) -> None:
    """After a cache chat has refused a picture, uploads pause for a minute."""
    board = await village.play_inline([2, 1, 3, 1, 2, 3, 1, 2, 3])
    if lost == "odd":
        village.sim.refuse_next("Bad Request: PHOTO_SAVE_FILE_INVALID", part="sendPhoto")
    else:
        _lose(village, cache, lost)
    await move(village, board)
    asked = village.asked("sendPhoto")
    village.sim.invite_bot(cache)
    village.sim.appoint_bot(cache)
    await move(village, board)
    assert village.asked("sendPhoto") == asked
    village.now += MINUTE
    await move(village, board)
    assert village.asked("sendPhoto") == asked + 1
    assert board.picture == cache.last.picture


async def test_a_cache_chat_that_moves(village: "Village") -> None:
    """If the cache chat becomes a supergroup, later pictures are uploaded there."""
    group = village.sim.group("Pictures")
    village.cache_chat = str(group.id)
    village.begin()
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    moved = village.sim.migrate(group)
    await move(village, board)
    await move(village, board)
    assert board.picture == moved.last.picture is not None


async def test_a_broken_connection(village: "Village", cache: "Chat") -> None:
    """An upload that fails with a server error is retried."""
    board = await village.play_inline()
    village.sim.break_next(502, part="sendPhoto")
    await move(village, board)
    assert board.picture == cache.last.picture
    assert board.edits == 3


async def test_a_link_to_the_page(village: "Village") -> None:
    """If the bot has a public address, a finished text board links to the game page, too."""
    village.url = "https://puluc.example"
    village.begin()
    board = await village.play_inline()
    await village.say(village.ana, f"/abort@puluc_bot {(await village.table()).id}")
    assert board.buttons[2].url == f"https://puluc.example/g/{(await village.table()).code}#0"


async def test_after_a_restart(village: "Village", cache: "Chat") -> None:
    """A game goes on in its message after a restart."""
    board = await village.play_inline([2, 1, 3, 1, 2, 3])
    village.begin()
    await move(village, board)
    await move(village, board)
    assert (await village.table()).moves == 2


@pytest.mark.parametrize(
    "forged",
    [ShowBoard, lambda _: Play(), lambda _: Open(), lambda _: Practice()],
)
async def test_nothing_else_is_posted(village: "Village", forged: Callable[[TableId], Act]) -> None:
    """Forged presses can't start another game in the message."""
    board = await village.play_inline()
    table = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {table.id}")
    before = board.words
    answer = village.ana.forge(board, forged(table.id).code, wait=False)
    await village.hear()
    assert answer.alert
    assert board.words == before


async def test_a_rematch(village: "Village", cache: "Chat") -> None:
    """The rematch takes the message of the game that it follows, with one press each."""
    board = await village.play_inline()
    ended = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {ended.id}")
    await village.press(village.ben, board, "Rematch")
    assert board.caption.startswith("Ben challenges Ana.")
    await village.press(village.ana, board, "Accept")
    assert "to move" in board.caption
    assert board.chat.messages == [board]
    assert {one.place for one in village.store.tables} == {ended.place}


async def test_the_end_of_the_game_before(village: "Village") -> None:
    """A game that is shown late, when its rematch is there already, doesn't stay over it."""
    board = await village.play_inline()
    ended = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {ended.id}")
    await village.press(village.ben, board, "Rematch")
    await village.store.mark_overdue(ended.id, ended.place)
    await village.settle()
    assert board.labels[0] == "Accept"


async def test_a_rematch_elsewhere(village: "Village") -> None:
    """A forged press can't have a game follow one of another message."""
    await village.play_inline()
    ended = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {ended.id}")
    other = await village.play_inline()
    before = other.words
    answer = village.ana.forge(other, Rematch(ended.id).code, wait=False)
    await village.hear()
    assert answer.text == "This button no longer works. Use the newest board."
    assert other.words == before


async def test_without_inline_mode(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot without inline mode has no button that needs it, but the rematch."""
    board = await village.play_inline()
    monkeypatch.setattr(Bot, "supports_inline_queries", property(lambda _: False))
    await village.say(village.ana, f"/abort@puluc_bot {(await village.table()).id}")
    assert "Rematch" in board.labels
    assert "New game" not in board.labels


async def test_a_new_game(village: "Village") -> None:
    """New game offers the same game in the same chat through inline mode."""
    board = await village.play_inline(words="kekchi road=9")
    table = await village.table()
    await village.say(village.ana, f"/abort@puluc_bot {table.id}")
    assert board.labels[1] == "New game"
    await village.chosen(village.ben, board.chat, board.buttons[1].query or "")
    assert [one.header for one in village.store.tables] == 2 * [table.header]


@pytest.mark.parametrize("ruleset", games().rulesets)
def test_typed_games_are_queries(ruleset: str) -> None:
    """A game as it is typed, with an option, offers exactly that game as an inline query."""
    options = Options(ruleset, (("seats", "2"),), Terms(match=2))
    query = typed_game(options)
    offer = offers(query, CATALOGUE.voice(), games())[ruleset]
    assert (offer.header, offer.options) == (games().header(options), options)


async def test_the_fair_throw_hash(village: "Village") -> None:
    """An open challenge has a link that contains the whole hash and shows no preview."""
    village.url = "https://puluc.example"
    village.begin()
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair)
    table = await village.table()
    (link,) = [entity.url for entity in message.entities if entity.type == "text_link"]
    assert message.marked("text_link") == ["fair throws"]
    assert link == f"https://puluc.example/g/{table.code}/fair#{commitment(table.seed)}"
    (edit,) = [one for one in village.sim.requests if one.method == "editMessageText"]
    assert edit.params["link_preview_options"] == {"is_disabled": True}

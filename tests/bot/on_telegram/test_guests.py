"""Guest mode: games and answers in chats where the bot isn't a member."""

from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from bot.acts.act import Act
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from bot.table.seats import Kept
from bot.table.table import Status
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from tests.bot.on_telegram.conftest import visible

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@pytest.fixture
def away(village: "Village") -> Chat:
    """A group of Ana, Ben and Eva without the bot."""
    people = (village.ana, village.ben, village.eva)
    return village.sim.supergroup("Away", *people, with_bot=False)


async def ask(
    village: "Village",
    away: Chat,
    words: str,
    *people: Person,
    by: Person | None = None,
    **how: Any,
) -> Message:
    """Let Ana, or somebody else, name the bot in a chat; return the newest message there."""
    return await village.say(by or village.ana, f"@puluc_bot {words}", *people, at=away, **how)


@pytest.mark.parametrize("words", ["play", "Play!", "/play", "open", "challenge", ", play"])
async def test_a_challenge_for_anyone(village: "Village", away: Chat, words: str) -> None:
    """Naming the bot with a command posts a challenge that the first other person accepts."""
    board = await ask(village, away, words)
    assert board.text.startswith("Ana is looking for an opponent.")
    assert board.labels == ["Accept", "Cancel", "Rules"]
    await village.press(village.ben, board, "Accept")
    assert "to move" in board.text
    assert len(away.messages) == 2
    assert village.asked("sendMessage") + village.asked("sendPhoto") == 0


@pytest.mark.parametrize("command", ["", "play ", "play\n", "challenge "])
async def test_a_game_of_choice(village: "Village", away: Chat, command: str) -> None:
    """A ruleset and options can follow, with or without a command."""
    board = await ask(village, away, f"{command}kekchi road=9")
    assert "Kekchi puluc: 9 spaces" in board.text
    assert (await village.table()).header.startswith("kekchi road=9")


async def test_a_whole_game(village: "Village", away: Chat) -> None:
    """A game and its rematch are played in the one message, and nothing else is posted."""
    village.corn.numbers = [2, 1, 3, 2, 4, 1]
    board = await ask(village, away, "play bul warriors=1")
    await village.press(village.ben, board, "Accept")
    while "…" in board.labels:
        mover = village.ana if "Ana (jade) to move" in board.text else village.ben
        await village.press(mover, board, board.labels[0])
    assert "Ben wins." in board.text
    village.corn.numbers = [2, 1, 3, 2, 4, 1]
    await village.press(village.ben, board, "Rematch")
    assert board.text.splitlines()[1] == "Ben challenges Ana."
    await village.press(village.ana, board, "Accept")
    assert "to move" in board.text
    assert {one.status for one in village.store.tables} == {Status.OVER, Status.PLAYING}
    assert len({one.header for one in village.store.tables}) == 1
    assert [one for one in away.messages if one.sender.bot] == [board]


async def test_against_the_computer(village: "Village", away: Chat) -> None:
    """A game against the computer, and the next one, are played by the person who asked for it."""
    board = await ask(village, away, "practice bul warriors=1")
    assert board.text.startswith("Ana vs ")
    stranger = await village.press(village.ben, board, "Start")
    assert stranger.text.startswith("This is Ana's practice game.")
    await village.press(village.ana, board, "Start")
    for _ in range(200):
        if "…" not in board.labels:
            break
        await village.press(village.ana, board, board.labels[0])
    assert "wins" in board.text
    await village.press(village.ana, board, "Play again")
    assert "…" in board.labels
    assert {one.status for one in village.store.tables} == {Status.OVER, Status.PLAYING}


@pytest.mark.parametrize("words", ["challenge", "play kekchi", "kekchi"])
async def test_a_reply(village: "Village", away: Chat, words: str) -> None:
    """Naming the bot in a reply challenges its author, who isn't notified twice."""
    hello = village.ben.say(away, "Who plays?")
    before = len(away.messages)
    board = await ask(village, away, words, reply_to=hello)
    assert away.messages[before + 1 :] == [board]
    assert [one.pinged for one in away.messages[before:]] == [[village.ben], []]
    assert "Ana challenges Ben." in board.text
    refused = await village.press(village.eva, board, "Accept")
    assert refused.text == "This challenge is for Ben. Post your own with @puluc_bot challenge."
    await village.press(village.ben, board, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_a_text_mention(village: "Village", away: Chat) -> None:
    """People without a username can be chosen from the list that @ opens."""
    board = await ask(village, away, "challenge Eva kekchi", village.eva)
    assert "Ana challenges Eva." in board.text
    assert isinstance((await village.table()).seats[1], Kept)
    await village.press(village.eva, board, "Accept")
    assert "to move" in board.text


async def test_a_username(village: "Village", away: Chat) -> None:
    """A challenge by username is for the person who has it, however it is written."""
    board = await ask(village, away, "@Ana_Maya", by=village.ben)
    refused = await village.press(village.eva, board, "Accept")
    assert visible(refused.text).startswith("This challenge is for @Ana_Maya.")
    await village.press(village.ana, board, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_a_lobby(village: "Village", away: Chat) -> None:
    """With several people it is a lobby, in which each has a seat."""
    board = await ask(village, away, "challenge Ben Eva aj-sayil", village.ben, village.eva)
    assert "Ana invites Ben and Eva." in board.text or "Ben" in board.text
    assert {"Join jade", "Join red"} <= set(board.labels)
    assert len((await village.table()).asked) == 2


async def test_a_reply_to_oneself(village: "Village", away: Chat) -> None:
    """A reply to one's own message challenges anyone."""
    board = await ask(village, away, "play", reply_to=village.ana.say(away, "Who plays?"))
    assert board.text.startswith("Ana is looking for an opponent.")


async def test_oneself(village: "Village", away: Chat) -> None:
    """Who challenges themselves is told so in the answer."""
    answer = await ask(village, away, "challenge @ana_maya")
    assert answer.text.startswith("You can't challenge yourself")
    assert answer.labels == []
    assert len(away.messages) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "In this chat you can send:"),
        ("help", "In this chat you can send:"),
        ("start", "In this chat you can send:"),
        ("chess", 'There\'s no ruleset "chess".'),
        ("is a nice bot", "To see what I can do in this chat, send @puluc_bot help"),
        ("play road=99", "road= must be a number from 5 to 31"),
        ("challenge @other_bot", "@other_bot is a bot and can't play."),
        ("practice chess", '"chess" isn\'t'),
        ("resign", "I'm a guest here"),
        ("settings theme dark", "I'm a guest here"),
        ("games", "Your games are listed in our private chat."),
        ("learn", "The tutorial is just for you"),
        ("me", "Your settings are in our private chat."),
    ],
)
async def test_answers(village: "Village", away: Chat, words: str, says: str) -> None:
    """Whatever else people say gets one short answer, with a link to the private chat."""
    answer = await ask(village, away, words)
    assert says in visible(answer.text)
    assert len(away.messages) == 2
    (leads,) = answer.links
    village.ana.open(leads)
    await village.hear()
    assert len(village.ana.private.messages) > 1


async def test_changing_a_game(village: "Village", away: Chat) -> None:
    """Change game leads to the private chat, where the pages have room; the game changes here."""
    board = await ask(village, away, "practice kekchi")
    answer = await village.press(village.ana, board, "Change game")
    village.ana.open(answer.url or "")
    await village.hear()
    page = village.ana.private.last
    assert page.text.startswith("What do you want to change?")
    await village.press(village.ana, page, "Size: Short")
    await village.press(village.ana, page, "Classic")
    assert "Kekchi puluc: 14 spaces" in board.text


async def test_rules(village: "Village", away: Chat) -> None:
    """Rules are summed up, and a button opens all of them in the private chat."""
    answer = await ask(village, away, "rules kekchi road=9")
    assert answer.text.startswith("Kekchi puluc\nKekchi puluc: 9 spaces")
    assert answer.labels == ["Read it there"]
    village.ben.open(answer.links[0])
    await village.hear()
    assert "9 spaces" in village.ben.private.messages[1].text


async def test_delivered_again(village: "Village", away: Chat) -> None:
    """A message that is delivered twice has one answer, and opens one table."""
    with capture_logs() as logs, village.sim.delivering(times=2):
        board = await ask(village, away, "play")
        await ask(village, away, "help")
    assert len(away.messages) == 4
    assert len(village.store.tables) == 1
    assert "Cancel" in board.labels
    assert {each["log_level"] for each in logs} <= {"info"}


async def test_without_a_store(
    village: "Village", away: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store fails once the answer is sent, the table is opened in it when it is back."""

    async def down(_act: Act, _request: Request) -> Reply:
        raise StoreDown

    village.ana.say(away, "@puluc_bot play")
    (update,) = await village.updates()
    with monkeypatch.context() as patched:
        patched.setattr(village.service, "act", down)
        with pytest.raises(StoreDown):
            await village.inbound.handle(update)
    board = away.last
    early = await village.press(village.ben, board, "Accept")
    assert early.text.startswith("This challenge isn't open yet")
    await village.inbound.handle(update)
    await village.settle()
    assert away.messages[1:] == [board]
    assert "Cancel" in board.labels


async def test_an_internal_error(
    village: "Village", away: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug is reported in the answer, whether or not it was sent already."""

    async def fail(_act: Act, _request: Request) -> Reply:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(village.service, "act", fail)
        assert (await ask(village, away, "play")).text.startswith("Something went wrong")
    monkeypatch.setattr("bot.on_telegram.guests.offer_of", fail)
    assert (await ask(village, away, "play")).text.startswith("Something went wrong")
    assert len(away.messages) == 4


async def test_too_late(village: "Village", away: Chat) -> None:
    """A message that can't be answered any more is dropped, and opens no table."""
    village.sim.query_seconds = -1
    assert (await ask(village, away, "play")).sender is village.ana
    assert village.store.tables == ()


async def test_a_broken_connection(village: "Village", away: Chat) -> None:
    """An answer that fails with a server error is sent again."""
    village.sim.break_next(502, part="answerGuestQuery")
    assert "Cancel" in (await ask(village, away, "play")).labels


async def test_too_many_challenges(village: "Village", away: Chat) -> None:
    """If the table can't be opened, the answer says why and has no buttons."""
    for _ in range(3):
        await ask(village, away, "play")
    answer = await ask(village, away, "play")
    assert answer.text.startswith("You already have 3 open challenges.")
    assert answer.labels == []


async def test_pictures(village: "Village", away: Chat) -> None:
    """With a cache chat, the boards are pictures."""
    village.cache_chat = str(village.sim.channel("Pictures").id)
    village.begin()
    board = await ask(village, away, "play")
    await village.press(village.ben, board, "Accept")
    assert board.picture is not None


async def test_between_two(village: "Village") -> None:
    """The bot is a guest in private chats of two people, too."""
    pair = village.sim.conversation(village.ana, village.ben)
    board = await ask(village, pair, "play")
    await village.press(village.ben, board, "Accept")
    assert "to move" in board.text


async def test_commands_in_alerts(village: "Village", away: Chat) -> None:
    """An alert names commands by the bot's name, but not if it can't be a guest."""
    board = await ask(village, away, "practice")
    refused = await village.press(village.ben, board, "Start")
    assert refused.text.endswith("Start your own with @puluc_bot practice.")
    village.sim.guest_mode = False
    await village.bot.get_me()
    refused = await village.press(village.ben, board, "Start")
    assert refused.text.endswith("Start your own with /practice.")

"""Lobbies: inviting people, challenging several, and the rows of buttons."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Act
from bot.acts.gather.begin import How, Start
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.change import Alter, ChooseOptions
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import Decline
from bot.acts.gather.dismiss import Dismiss
from bot.acts.gather.hand_over import HandOver
from bot.acts.gather.invite import Invite
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.shuffle import Shuffle
from bot.acts.look.menu import ShowMenu
from bot.acts.look.rules import Rules
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.take import TakeSeat
from bot.on_telegram import captions, words
from bot.on_telegram.keyboard import keyboard
from bot.show.page import Mention, Page, Picture
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Platform, User
from bot.table.table import Ending, Status
from engine.text import Name, Text
from telegram_simulator import entities
from tests.bot.on_telegram.conftest import CATALOGUE, visible

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.people import Answer, Person
    from tests.bot.on_telegram.conftest import Village

ID = TableId("k3f9qd7m2x")
SAY = words.Voice(CATALOGUE)


async def lobby(village: "Village", seats: int = 6) -> "Message":
    """Post a lobby of Ana's, and return its message."""
    return await village.say(village.ana, f"/open@puluc_bot aj-sayil seats={seats}")


async def asked(village: "Village") -> set[str]:
    """Return the ids of those for whom Ana's newest table has a seat reserved."""
    return {seat.user.id for seat in (await village.table()).asked}


@pytest.mark.parametrize(
    "words", ["Ben aj-tiwil Eva", "@maria @pedro aj-tiwil", "Ben @pedro aj-tiwil"]
)
async def test_a_challenge_to_several(village: "Village", words: str) -> None:
    """All people named in a challenge, from the list or by username, have a seat reserved."""
    people = [person for person in (village.ben, village.eva) if person.name in words.split()]
    await village.say(village.ana, f"/challenge@puluc_bot {words}", *people)
    ids = {"Ben": str(village.ben.id), "Eva": str(village.eva.id)}
    named = [word for word in words.split() if word != "aj-tiwil"]
    assert await asked(village) == {ids.get(name, name) for name in named}
    assert len((await village.table()).seats) == 4


async def test_a_challenge_to_several_with_a_bot(village: "Village") -> None:
    """A challenge to several people is refused if one of them is a bot."""
    reply = await village.say(
        village.ana, "/challenge@puluc_bot Ben @other_bot aj-tiwil", village.ben
    )
    assert "is a bot and can't play" in reply.text
    assert not village.store.tables


@pytest.mark.parametrize(
    ("words", "names"), [("Ben Eva", ["Ben", "Eva"]), ("@maria", []), ("@maria Ben", ["Ben"])]
)
async def test_inviting(village: "Village", words: str, names: list[str]) -> None:
    """/invite reserves seats in the host's lobby for the people it names."""
    await lobby(village)
    people = [person for person in (village.ben, village.eva) if person.name in names]
    reply = await village.say(village.ana, f"/invite@puluc_bot {words}", *people)
    handles = {word for word in words.split() if word.startswith("@")}
    assert await asked(village) == {str(person.id) for person in people} | handles
    assert any(m.text.startswith("Invited: ") for m in village.plaza.messages), reply.text


async def test_inviting_by_replying(village: "Village") -> None:
    """/invite in reply to a person's message invites them."""
    await lobby(village)
    said = village.ben.say(village.plaza, "Good morning")
    await village.say(village.ana, "/invite@puluc_bot", reply_to=said)
    assert await asked(village) == {str(village.ben.id)}


async def test_inviting_twice(village: "Village") -> None:
    """/invite that is delivered twice invites once, and is answered once."""
    await lobby(village)
    with village.sim.delivering(times=2):
        await village.say(village.ana, "/invite@puluc_bot Ben", village.ben)
    assert await asked(village) == {str(village.ben.id)}
    assert sum(m.text.startswith("Invited: ") for m in village.plaza.messages) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "To invite players, send /invite with their names"),
        ("Ben", '"Ben" isn\'t a username. Choose players from the list that @ opens'),
        ("@other_bot", "@other_bot is a bot and can't play."),
    ],
)
async def test_inviting_nobody(village: "Village", words: str, said: str) -> None:
    """/invite without people, or with a word that names nobody who can play, says what to do."""
    await lobby(village)
    reply = await village.say(village.ana, f"/invite@puluc_bot {words}")
    assert said in reply.text.replace("\N{WORD JOINER}", "")
    assert await asked(village) == set()


@pytest.mark.parametrize("words", ["", "/open@puluc_bot"])
async def test_inviting_to_no_lobby(village: "Village", words: str) -> None:
    """/invite is refused for people who host no lobby, even if they have posted a challenge."""
    await village.say(village.ben, "/open@puluc_bot aj-sayil seats=6")
    await village.say(village.ana, words or "Hello")
    reply = await village.say(village.ana, "/invite@puluc_bot Eva", village.eva)
    assert "seats=6" in reply.text
    assert all(not table.asked for table in village.store.tables)


async def test_inviting_to_one_of_several(village: "Village") -> None:
    """With several lobbies, /invite has to reply to the board of one of them."""
    first, _ = await lobby(village), await lobby(village, 4)
    reply = await village.say(village.ana, "/invite@puluc_bot Ben", village.ben)
    assert "Reply with /invite" in reply.text
    await village.say(village.ana, "/invite@puluc_bot Ben", village.ben, reply_to=first)
    (invited,) = (table for table in village.store.tables if table.asked)
    assert len(invited.seats) == 6


async def test_inviting_from_the_private_chat(village: "Village") -> None:
    """/invite in the private chat invites to the host's only lobby, wherever it is."""
    await lobby(village)
    await village.say(village.ana, "/invite @maria", at=village.ana.private)
    assert await asked(village) == {"@maria"}


async def test_how_to_invite(village: "Village") -> None:
    """The button that invites explains what to type, since there is no menu of people."""
    board = await lobby(village)
    village.ana.forge(board, Invite((await village.table()).id).code, wait=False)
    await village.hear()
    assert village.board.text.startswith(
        "Who do you want to invite?\nTo invite players, send /invite"
    )


async def test_how_to_invite_from_the_private_chat(village: "Village") -> None:
    """In the private chat, that button says to type it in the group."""
    await lobby(village)
    table = await village.table()
    card = await village.say(village.ana, "/start", at=village.ana.private)
    village.ana.forge(card, Invite(table.id).code, wait=False)
    await village.hear()
    assert "in the group" in village.ana.private.last.text


async def forged(village: "Village", person: "Person", intent: Act) -> "Answer":
    """Let a person press a button in their private chat, as the menu of a lobby has it."""
    card = await village.say(person, "/help", at=person.private)
    answer = person.forge(card, intent.code, wait=False)
    await village.hear()
    return answer


async def test_cancelling_from_the_private_chat(village: "Village") -> None:
    """The host can call a lobby off from the menu, which is in the private chat."""
    await lobby(village)
    table = await village.table()
    answer = await forged(village, village.ana, Cancel(table.id))
    assert answer.text.startswith("Done.")
    assert (await village.reload(table.id)).ending is Ending.CANCELLED


async def test_declining_from_the_private_chat(village: "Village") -> None:
    """An invited player can decline from the private chat; the lobby goes on."""
    await lobby(village)
    await village.say(village.ana, "/invite@puluc_bot Ben", village.ben)
    table = await village.table()
    answer = await forged(village, village.ben, Decline(table.id))
    assert answer.text.startswith("Done.")
    assert (await village.table()).asked == ()
    assert (await village.table()).ending is None


async def test_gathering(village: "Village") -> None:
    """People join a side by pressing its button; the game begins with the last seat."""
    board = await lobby(village, 4)
    await village.press(village.ben, board, "Join jade")
    await village.press(village.eva, board, "Join red")
    assert "Jade: Ana and Ben" in board.text
    refused = await village.press(village.sim.person("Leo", village.plaza), board, "Join jade")
    assert refused.alert
    assert "other side" in refused.text
    await village.press(village.ana, board, "Add a computer")
    assert (await village.table()).status is Status.PLAYING


async def test_whom_an_invitation_pings(village: "Village") -> None:
    """An invitation mentions those who are invited, and nobody else."""
    await lobby(village)
    await village.say(village.ana, "/invite@puluc_bot Ben", village.ben)
    boards = [message for message in village.plaza.messages if "Join red" in message.labels]
    assert boards[-1].pinged == [village.ben]


async def test_the_menu_of_the_host(village: "Village") -> None:
    """The host's menu is in the private chat, where its buttons change the lobby in the group."""
    board = await lobby(village)
    await village.press(village.ben, board, "Join red")
    answer = await village.press(village.ana, board, "…")
    village.ana.open(answer.url or "")
    await village.hear()
    opened = village.ana.private.last
    assert opened.labels[0] == "Invite players"
    await village.press(village.ana, opened, "Invite players")
    assert "in the group" in village.ana.private.last.text
    await village.press(village.ana, opened, "Hand over")
    handed = await village.press(village.ana, village.ana.private.last, "Make Ben the host")
    assert handed.text.startswith("Done.")
    assert (await village.table()).host.name == "Ben"
    refused = await village.press(village.ana, opened, "Invite players")
    assert refused.text.startswith("Only Ben, the host of this game")


async def test_starting_in_a_group(village: "Village") -> None:
    """Start asks the host in a message how to begin with free seats; others are refused."""
    board = await lobby(village)
    await village.press(village.ben, board, "Join red")
    refused = await village.press(village.ben, board, "Start")
    assert refused.text.startswith("Only Ana, the host of this game")
    await village.press(village.ana, board, "Start")
    asked = village.board
    await village.press(village.ben, asked, "Fill with computers")
    assert (await village.table()).status is Status.OFFERED
    await village.press(village.ana, asked, "Fill with computers")
    assert (await village.table()).status is Status.PLAYING


@pytest.mark.parametrize("inline", [True, False])
async def test_sixteen_names(village: "Village", inline: bool) -> None:
    """A lobby shows sixteen long names in full, in a group and in an inline message."""
    crowd = [
        village.sim.person(f"{number:02} " + "<Ñ&🌽>" * 10, village.plaza) for number in range(15)
    ]
    if inline:
        board = await village.chosen(village.ana, village.plaza, "aj-sayil seats=16")
    else:
        board = await lobby(village, 16)
    for number, person in enumerate(crowd[:-1]):
        await village.press(person, board, "Join red" if number % 2 else "Join jade")
    shown = visible(board.text)
    assert all(person.name in shown for person in crowd[:-1])
    assert words.length(board.text) <= 4096


SHELVES = {Join: "sides", Leave: "seats", AddComputer: "seats"}


def page(*intents: Act, key: str = "button.rules", **more: object) -> Page:
    """Return a page with such buttons."""
    values: dict[str, object] = {"lines": (), "picture": None} | more
    return Page(
        table=ID,
        code="code",
        revision=1,
        buttons=tuple(Button(Text(key), act, shelf=SHELVES.get(type(act), "")) for act in intents),
        live=True,
        **values,  # type: ignore[arg-type] # the fields of a page
    )


LOBBY = (
    Join(ID, 0, 1),
    Join(ID, 1, 1),
    Leave(ID),
    AddComputer(ID),
    Start(ID),
    Rules(ID),
    ShowMenu(ID),
)


def test_rows_of_a_lobby() -> None:
    """A lobby has a row for its sides, one for its seats and one for everything else."""
    keys = keyboard(page(*LOBBY), SAY, None)
    assert keys is not None
    assert [len(row) for row in keys.inline_keyboard] == [2, 2, 3]


@pytest.mark.parametrize(
    "intent",
    [
        Join(ID, 1, 999_999_999),
        AddComputer(ID, 1, "medium"),
        Start(ID, How.FEWER),
        Dismiss(ID, 15),
        HandOver(ID, 15),
        TakeSeat(ID, 15),
        Shuffle(ID),
        ChooseOptions(ID, "after-capture"),
        Alter(ID, (("ruleset", "footprints"),)),
        Alter(ID, (("series", "puluc,bul,boolik"),)),
        LeaveMatch(ID, sure=True),
    ],
)
def test_payloads(intent: Act) -> None:
    """The payloads of all buttons of lobbies and matches are within Telegram's 64 bytes."""
    keys = keyboard(page(intent), SAY, None)
    assert keys is not None
    assert 1 <= len(str(keys.inline_keyboard[0][0].callback_data).encode()) <= 64


@pytest.mark.parametrize("id_", ["{}", "@name_of_thirty-two_characters_{}"])
def test_a_caption_for_sixteen(id_: str) -> None:
    """A caption that mentions sixteen people with long names is within Telegram's limit."""
    people = [
        Mention(User(Platform.TELEGRAM, id_.format(number)), f"{number} " + "<&🌽>" * 12)
        for number in range(16)
    ]
    names = tuple(Text("name.person", name=Name(each.name)) for each in people)
    lines = (
        Text("board.title", ruleset=Text("ruleset.puluc.title"), names=names),
        Text("button.rules"),
    )
    sent = captions.caption(
        page(lines=lines, picture=Picture(b"", "", "o x\n" * 100), mentions=tuple(people)),
        SAY,
        mention=True,
    )
    shown = entities.parse(sent).words
    assert words.length(shown) <= 1024
    assert shown.count("\n") >= 1
    assert all(f"{number}" in shown for number in range(16))

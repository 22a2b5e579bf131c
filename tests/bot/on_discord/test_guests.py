"""Games where the bot is a guest: in group DMs, and on servers to which people bring it."""

from typing import TYPE_CHECKING

import pytest

from bot.inbound import outcome
from bot.table.people import Place, Platform
from bot.table.preferences import Where
from bot.table.table import Status
from discord_simulator.interactions import MAX_FOLLOWUPS, Callback, Interaction
from discord_simulator.members import USUAL, Permission
from discord_simulator.people import Answer, Person
from discord_simulator.places import Channel, Message
from tests.bot.on_discord.test_couriers import ways

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

DAY = 86_400.0
BY_TOKEN = ("/interactions/", "/webhooks/")
"""How addresses begin of requests that need a token of an interaction, and no channel."""


@pytest.fixture(params=["group", "friends", "server"])
def abroad(town: "Town", request: pytest.FixtureRequest) -> Channel:
    """A place without the bot, to which Ana has brought it; the others have not installed it."""
    town.ana.has_app = True
    if request.param == "friends":
        return town.sim.between(town.ana, town.ben)
    if request.param == "group":
        return town.sim.between(town.ana, town.ben, town.add("Eva"))
    return server(town)


@pytest.fixture
def group(town: "Town") -> Channel:
    """A group DM of Ana, who has brought the bot, with Ben and Eva."""
    town.ana.has_app = True
    return town.sim.between(town.ana, town.ben, town.add("Eva"))


def server(town: "Town") -> Channel:
    """Return a channel of a server without the bot."""
    town.ana.has_app = True
    guild = town.sim.guild("Abroad", with_bot=False)
    for person in (town.ana, town.ben):
        guild.members[person.id] = person
    return town.sim.channel(guild, "plaza")


def addresses(town: "Town", since: int = 0) -> set[str]:
    """Return how the addresses begin of what the bot has requested."""
    paths = [request.path for request in town.sim.requests[since:]]
    return {f"/{path.strip('/').split('/')[0]}/" for path in paths}


async def much_later(town: "Town") -> None:
    """Let all tokens expire, and the process restart, which forgets them."""
    town.sim.interactions.expire()
    await town.start()


async def computed(town: "Town") -> None:
    """Let the computer play, and the boards be shown."""
    await town.house.think()
    await town.house.outbox.sweep()
    await town.house.outbox.drain()


async def practising(town: "Town", abroad: Channel) -> Message:
    """Let Ana begin a game against the computer; return its board, with Ana to move."""
    await town.command(town.ana, "puluc practice", at=abroad)
    await town.press(town.ana, abroad.last, "Start")
    await computed(town)
    return abroad.last


def first_move(board: Message) -> str:
    return next(label for label in board.labels if "→" in label)


async def begun(town: "Town", abroad: Channel) -> Message:
    """Let Ana challenge Ben abroad, and Ben accept; return the board, with Ana to move."""
    town.house.corn.numbers = [2, 1, 3]
    await town.command(town.ana, "puluc challenge", at=abroad, opponent=town.ben)
    await town.press(town.ben, abroad.last, "Accept")
    return abroad.last


async def resigned(town: "Town", board: Message) -> Answer:
    """Let Ben resign in the menu of a board."""
    menu = await town.press(town.ben, board, "…")
    ends = next(label for label in menu.messages[-1].labels if label.startswith("Resign"))
    asked = await town.press(town.ben, menu.messages[-1], ends)
    return await town.press(town.ben, asked.shown, asked.shown.labels[0])


async def remind(town: "Town") -> None:
    """Let so much time pass that a reminder is due."""
    town.house.now += 2 * DAY
    for _ in range(4):  # the reminder, its board, what could not be posted, the private message
        await town.house.core.scheduler.tick()
        await town.house.outbox.sweep()
        await town.house.outbox.drain()


async def test_from_play_to_a_rematch(town: "Town", abroad: Channel) -> None:
    """Two people play and play again, by interactions alone; only one of them has the app."""
    asked = len(town.sim.requests)
    card = await town.command(town.ana, "puluc play", at=abroad)
    await town.press(town.ana, card.shown, "Open challenge")
    town.house.corn.numbers = [2, 1, 3]
    await town.press(town.ben, abroad.last, "Accept")
    await town.press(town.ana, abroad.last, "Enter → 3")
    assert abroad.last.words.startswith("Ana enters a warrior on 3.")
    await resigned(town, abroad.last)
    assert "Ben resigned. Ana wins." in abroad.last.words
    await town.press(town.ben, abroad.last, "Rematch")
    await town.press(town.ana, abroad.last, "Accept")
    assert {each.status for each in town.store.tables} == {Status.OVER, Status.PLAYING}
    assert [each.seen_by for each in abroad.messages] == [None] * 2
    assert addresses(town, asked) == {*BY_TOKEN}
    assert town.sim.violations == []


async def test_a_challenge_is_the_answer(town: "Town", abroad: Channel) -> None:
    """A challenge is the answer to its command: public, for the opponent, and all that is said."""
    answer = await town.command(town.ana, "puluc challenge", at=abroad, opponent=town.ben)
    assert answer.acknowledgement is Callback.MESSAGE
    assert (answer.messages, answer.said) == ([abroad.last], [])
    assert abroad.last.pinged == [town.ben]
    assert "I'm only a guest here" in abroad.last.words


async def test_a_move(town: "Town", abroad: Channel) -> None:
    """A move is answered by the board, in one request."""
    board, asked = await begun(town, abroad), len(town.sim.requests)
    await town.press(town.ana, board, "Enter → 3")
    assert ways(town, asked) == ["UPDATE"]
    assert abroad.messages == [board]


async def test_a_turn_that_took_long(town: "Town", group: Channel) -> None:
    """After a longer turn, the press posts the board anew and calls the opponent."""
    board = await begun(town, group)
    town.house.now += DAY
    await town.press(town.ana, board, "Enter → 3")
    assert board.deleted
    assert [group.last] == group.messages
    assert group.last.pinged == [town.ben]


async def test_a_game_against_the_computer(town: "Town", abroad: Channel) -> None:
    """The computer's answer is shown by the press that it answers."""
    board = await practising(town, abroad)
    await town.press(town.ana, board, first_move(board))
    edits = board.edits
    await computed(town)
    assert board.edits > edits
    assert "Ana to play" in board.words
    assert abroad.messages == [board]
    assert town.asked("POST /channels") == 0


async def test_the_computer_moves_too_late(town: "Town", group: Channel) -> None:
    """A move that no interaction can show waits, without being tried again, for the next press."""
    board = await practising(town, group)
    await town.press(town.ana, board, first_move(board))
    await much_later(town)
    words, asked = board.words, len(town.sim.requests)
    await computed(town)
    assert await town.store.overdue(Platform.DISCORD) == ()
    assert (board.words, len(town.sim.requests)) == (words, asked)
    await town.press(town.ana, board, "…")
    assert "Ana to play" in board.words
    assert group.messages == [board]


async def test_a_token_that_expires_early(town: "Town", group: Channel) -> None:
    """If Discord no longer accepts an interaction, the board waits for the next press."""
    board = await practising(town, group)
    await town.press(town.ana, board, first_move(board))
    town.sim.interactions.expire()
    await computed(town)
    await computed(town)
    assert town.asked("POST /channels") == 0
    await town.press(town.ana, board, "…")
    assert "Ana to play" in board.words


async def test_a_forgotten_token(town: "Town", abroad: Channel) -> None:
    """After a restart, the next press shows the newest board in the message that was pressed."""
    board = await begun(town, abroad)
    await town.start()
    await town.press(town.ana, board, "Enter → 3")
    assert board.words.startswith("Ana enters a warrior on 3.")
    assert abroad.messages == [board]


async def test_the_board_again(town: "Town", group: Channel) -> None:
    """/puluc board answers with the board, for everyone, and removes the one before."""
    board = await begun(town, group)
    answer = await town.command(town.ana, "puluc board", at=group)
    assert (answer.messages, answer.said) == ([group.last], [])
    assert board.deleted
    assert group.last.labels == ["Enter → 3", "…"]


async def test_a_stale_press(town: "Town", group: Channel) -> None:
    """A press on what a message no longer shows brings it up to date, and says why in private."""
    board = await begun(town, group)
    (old,) = (button for button in board.buttons if button.label == "Enter → 3")
    await town.press(town.ana, board, old)
    answer = await town.press(town.ana, board, old)
    assert answer.said
    assert board.labels == ["Enter → 9", "…"]


async def test_an_old_message(town: "Town", group: Channel) -> None:
    """A board that couldn't be removed is shown again where somebody presses its buttons."""
    board = await begun(town, group)
    await much_later(town)
    await town.command(town.ana, "puluc board", at=group)
    newer = group.last
    assert (newer is board, board.deleted) == (False, False)
    await town.press(town.ana, board, "Enter → 3")
    assert board.words.startswith("Ana enters a warrior on 3.")
    assert newer.deleted


async def test_a_command(town: "Town", group: Channel) -> None:
    """What a command has changed is shown, though nothing can edit the board any more."""
    await begun(town, group)
    await much_later(town)
    await town.command(town.ana, "puluc game abort", at=group)
    assert "Ana aborted the game before the first move." in group.last.words


async def test_a_slow_board(town: "Town", group: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that takes long replaces what says, to all, that the bot is thinking."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0)
    answer = await town.command(town.ana, "puluc open", at=group)
    assert answer.acknowledgement is Callback.DEFERRED
    assert (group.messages, group.last.labels[0]) == ([answer.shown], "Accept")


async def test_a_slow_refusal(
    town: "Town", group: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal that takes long is for the actor alone, though a board was awaited."""
    monkeypatch.setattr(outcome, "BLIND_SECONDS", 0)
    await town.command(town.ana, "puluc board", at=group)
    assert group.messages == []
    (only,) = [each.words for each in town.ana.private]
    assert only.startswith("You have no games right now.")


async def test_private_answers_leave_the_press_to_the_board(town: "Town", group: Channel) -> None:
    """A press on the menu is answered in private, and can still edit the board."""
    board, asked = await begun(town, group), len(town.sim.requests)
    await town.press(town.ana, board, "…")
    assert ways(town, asked)[0] == "DEFERRED_UPDATE"
    assert town.ana.private[-1].labels


async def test_the_limit_of_answers(town: "Town", group: Channel) -> None:
    """An interaction that has had its further answers can't post a board, but still edits it."""
    board = await begun(town, group)
    await town.press(town.ana, board, "…")
    for interaction in town.sim.interactions.all:
        interaction.followed = MAX_FOLLOWUPS
    await remind(town)
    assert group.messages == [board]
    assert board.edits > 1


async def test_a_reminder_by_the_last_press(town: "Town", group: Channel) -> None:
    """As long as an interaction lasts, it reminds the player to move by a new board."""
    board = await begun(town, group)
    await remind(town)
    assert board.deleted
    assert group.last.pinged == [town.ana]


async def test_a_private_reminder(town: "Town", group: Channel) -> None:
    """Later, the player to move is reminded in private, and the group sees nothing of it."""
    board = await begun(town, group)
    await much_later(town)
    words = board.words
    await remind(town)
    assert "It's been your turn against Ben for 2 days." in town.ana.direct.last.words
    assert (group.messages, board.words) == ([board], words)
    assert town.ana.direct.last.links[0].endswith(f"/channels/@me/{group.id}/{board.id}")


async def test_a_list_with_links(town: "Town", abroad: Channel) -> None:
    """A list of games links to boards where the bot is a guest, like to any others."""
    board = await begun(town, abroad)
    listed = await town.command(town.ana, "puluc games")
    server = "@me" if abroad.guild is None else abroad.guild.id
    assert listed.shown.links == [f"https://discord.com/channels/{server}/{abroad.id}/{board.id}"]


async def test_a_private_reminder_that_is_refused(town: "Town", group: Channel) -> None:
    """Whoever accepts no private messages gets no reminder, and is asked only once."""
    await begun(town, group)
    await much_later(town)
    town.ana.takes_direct_messages = False
    await remind(town)
    tried = town.asked("POST /channels")
    await remind(town)
    await remind(town)
    assert (tried, town.asked("POST /channels")) == (1, 1)
    user = town.user(town.ana)
    assert (await town.store.preferences(user)).where is Where.REFUSED


@pytest.mark.parametrize("command", ["settings", "game close", "demo"])
async def test_what_needs_a_member(
    town: "Town", group: Channel, reply: "ReplyText", command: str
) -> None:
    """What needs the bot to be a member is refused, with the reason."""
    answer = await town.command(town.ana, f"puluc {command}", at=group)
    assert "I've only been brought along" in reply(answer)
    assert group.messages == []


@pytest.mark.parametrize(
    "command",
    ["help", "games", "next", "rules", "learn", "me settings", "me mydata", "me block"],
)
async def test_what_works_everywhere(
    town: "Town", group: Channel, reply: "ReplyText", command: str
) -> None:
    """Personal commands are answered in private, without a public message."""
    answer = await town.command(town.ana, f"puluc {command}", at=group)
    assert "brought along" not in reply(answer)
    assert group.messages == []


async def test_what_the_menu_offers(town: "Town", group: Channel) -> None:
    """The menu of a game lacks what needs a member."""
    menu = (await town.press(town.ana, await begun(town, group), "…")).messages[-1]
    assert menu.labels == [
        *("Offer draw", "Pause", "Show board here", "Links", "Rules", "Record", "Fair throws"),
        "Abort",
    ]


async def test_a_server_that_hides_apps(town: "Town", reply: "ReplyText") -> None:
    """Where only the actor would see a board, it isn't posted, and the answer says what to do."""
    abroad = server(town)
    assert abroad.guild is not None
    abroad.guild.everyone = USUAL & ~Permission.USE_EXTERNAL_APPS
    for command in ("open", "practice"):
        answer = await town.command(town.ana, f"puluc {command}", at=abroad)
        assert "Use External Apps" in reply(answer)
    assert town.store.tables == ()


async def test_a_player_whose_answers_are_hidden(town: "Town") -> None:
    """A press by a player who can't show apps edits the board, but posts nothing."""
    abroad = server(town)
    board = await begun(town, abroad)
    assert abroad.guild is not None
    abroad.guild.permissions[town.ana.id] = USUAL & ~Permission.USE_EXTERNAL_APPS
    town.house.now += DAY
    await town.press(town.ana, board, "Enter → 3")
    assert board.words.startswith("Ana enters a warrior on 3.")
    assert (abroad.messages, town.ana.private) == ([board], [])


async def test_the_bot_is_added(town: "Town") -> None:
    """When a server adds the bot, its games go on there like any others."""
    abroad = server(town)
    board = await begun(town, abroad)
    assert abroad.guild is not None
    town.sim.invite_bot(abroad.guild)
    await town.heard("guild_available")  # the library hasn't been ready for long
    joined = town.client.get_guild(abroad.guild.id)
    assert joined is not None
    await town.client.on_guild_join(joined)
    await town.press(town.ana, board, "Enter → 3")
    assert (await town.table()).place == Place(Platform.DISCORD, str(abroad.id))
    assert any("Ana enters a warrior on 3." in each.words for each in abroad.messages)


async def test_a_game_of_a_server_in_a_group(town: "Town", group: Channel) -> None:
    """A player can have a game of a server shown in a group, and play on there."""
    await town.play()
    await town.command(town.ana, "puluc board", at=group)
    await town.press(town.ana, group.last, "Enter → 3")
    assert group.last.words.startswith("Ana enters a warrior on 3.")
    assert town.board.words.startswith("Ana enters a warrior on 3.")


async def test_a_game_of_a_group_on_a_server(town: "Town", group: Channel) -> None:
    """A player can have a game of a group shown on a server, where the bot posts it."""
    await begun(town, group)
    await town.command(town.ana, "puluc board")
    assert town.board.labels == ["Enter → 3", "…"]


async def test_the_private_chat_with_the_bot(town: "Town") -> None:
    """In the private chat with the bot, it is a member: boards are messages of that chat."""
    town.ana.has_app = True
    await town.command(town.ana, "puluc practice", at=town.ana.direct)
    assert town.asked("POST /channels") == 1
    assert town.ana.direct.last.labels[0] == "Start"


async def test_acknowledged_by_another_process(
    town: "Town", group: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press that another process has answered first still edits the board."""
    board, asked = await begun(town, group), len(town.sim.requests)
    begin = town.sim.interactions.begin

    def answered(interaction: Interaction) -> None:
        begin(interaction)
        town.sim.interactions.callback(interaction.token, {"type": 6}, {})

    monkeypatch.setattr(town.sim.interactions, "begin", answered)
    await town.press(town.ana, board, "Enter → 3")
    assert ways(town, asked) == ["UPDATE", "@original"]
    assert board.words.startswith("Ana enters a warrior on 3.")


async def test_a_lobby(town: "Town", group: Channel) -> None:
    """People and a computer gather in a lobby of a group and play, by presses alone."""
    eva = next(person for person in group.people if person.name == "Eva")
    assert isinstance(eva, Person)
    town.house.corn.numbers, asked = [2, 1, 3], len(town.sim.requests)
    await town.command(town.ana, "puluc open", at=group, ruleset="aj-sayil", options="seats=4")
    await town.press(town.ben, group.last, "Join red")
    await town.press(eva, group.last, "Join jade")
    await town.press(town.ana, group.last, "Add a computer")
    assert (await town.table()).status is Status.PLAYING
    assert addresses(town, asked) <= {*BY_TOKEN}


async def test_the_next_game_of_a_match(town: "Town", group: Channel) -> None:
    """The next game of a match, which nobody asks for, is posted by the press that ended one."""
    town.house.corn.numbers = [2, 1, 3]
    await town.command(town.ana, "puluc challenge", at=group, opponent=town.ben, options="match=2")
    await town.press(town.ben, group.last, "Accept")
    await town.press(town.ana, group.last, "Enter → 3")
    await resigned(town, group.last)
    asked = len(town.sim.requests)
    for _ in range(3):
        await town.house.core.scheduler.tick()
        await town.house.outbox.sweep()
        await town.house.outbox.drain()
    assert len({each.id for each in town.store.tables}) == 2
    assert addresses(town, asked) == {"/webhooks/"}
    assert len(group.messages) == 2


async def test_no_threads(town: "Town", reply: "ReplyText") -> None:
    """A server without the bot has no threads for games, whatever people may do there."""
    asked = await town.command(town.ana, "puluc open", at=server(town), options="thread=yes")
    assert "Leave thread=yes out" in reply(asked)
    assert "moderator" not in reply(asked)

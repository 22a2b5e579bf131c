"""The real program with the real client library, connected to the Discord simulator."""

import contextlib
import signal
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discord_simulator.interactions import Callback
from discord_simulator.members import Guild, Permission
from discord_simulator.people import Answer, Person
from discord_simulator.places import Channel, Message
from discord_simulator.simulator import DiscordSimulator
from simulation.server import strict
from tests.e2e.conftest import WAIT_SECONDS

if TYPE_CHECKING:
    from conftest import Bot

FORBIDDEN = 403
Start = Callable[..., "Bot"]


@pytest.fixture(scope="module")
def sim() -> Iterator[DiscordSimulator]:
    with DiscordSimulator() as simulator:
        yield simulator


@pytest.fixture(autouse=True)
def no_violations(sim: DiscordSimulator) -> Iterator[None]:
    """The bot sends nothing that Discord would reject as malformed."""
    yield
    assert sim.violations == []


@pytest.fixture(scope="module")
def start(new_bot: Start, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start a bot that plays on a Discord."""

    def start(sim: DiscordSimulator, data: Path | None = None, **more: str) -> "Bot":
        sessions = len(sim.sessions)
        where = data or tmp_path_factory.mktemp("bot") / "data"
        settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token}
        bot: Bot = new_bot(where, settings | more)
        bot.start()
        sim.wait(lambda: len(sim.sessions) > sessions)
        return bot

    return start


@pytest.fixture(scope="module")
def bot(sim: DiscordSimulator, start: Start) -> "Bot":
    """The bot that most tests share, each in its own server."""
    return start(sim)


@pytest.fixture
def village(sim: DiscordSimulator) -> Guild:
    return sim.guild("Village")


@pytest.fixture
def plaza(sim: DiscordSimulator, village: Guild) -> Channel:
    return sim.channel(village, "plaza")


@pytest.fixture
def ana(sim: DiscordSimulator, village: Guild) -> Person:
    return sim.person("Ana", village)


@pytest.fixture
def ben(sim: DiscordSimulator, village: Guild) -> Person:
    return sim.person("Ben", village)


def begin(plaza: Channel, ana: Person, ben: Person, **options: object) -> Message:
    """Ana challenges Ben, who accepts; return the first board."""
    ana.command(plaza, "puluc challenge", opponent=ben, **options)
    offer = plaza.wait_for(lambda message: "Accept" in message.labels)
    ben.press(offer, "Accept")
    return plaza.wait_for(lambda message: message.picture and message.labels)


def turn(board: Message, ana: Person, ben: Person) -> Person:
    """Return the player to move."""
    line = board.content.splitlines()[-1]
    return next(person for person in (ana, ben) if line.startswith(person.name))


def move(plaza: Channel, ana: Person, ben: Person) -> Answer:
    """Let the player to move press the first button of the newest board."""
    board = plaza.last
    before = (board.edits, len(plaza.messages))
    answer = turn(board, ana, ben).press(board, board.labels[0])
    plaza.wait(lambda messages: (board.edits, len(messages)) != before)
    return answer


def resign(plaza: Channel, person: Person) -> None:
    """Let a player resign, and confirm it."""
    person.press(person.command(plaza, "puluc resign").private, "Yes, resign")
    plaza.wait(lambda messages: "Rematch" in messages[-1].labels)


def revisions(bot: "Bot") -> int:
    """Return how often a table has changed."""
    return bot.log.count('"table.moved"')


def table_of(board: Message) -> str:
    return str(board.buttons[0].custom_id).split(".")[1]


@pytest.mark.parametrize("ruleset", ["boolik", "bul", "kekchi", "footprints", "a-kaakil"])
def test_a_game(bot: "Bot", plaza: Channel, ana: Person, ben: Person, ruleset: str) -> None:
    """Two players finish a game; each board is a picture of the right size with a description."""
    board = begin(plaza, ana, ben, ruleset=ruleset, options="warriors=2")
    assert board.pinged == [ben]
    for _ in range(60):
        if "…" not in plaza.last.labels:
            break
        assert move(plaza, ana, ben).acknowledgement is Callback.DEFERRED_UPDATE
        picture = plaza.last.picture
        assert picture is not None
        width, height = struct.unpack(">II", picture[16:24])
        assert width == 900
        assert 300 <= height <= 900
        assert 40 < len(plaza.last.alt or "") <= 1024
    else:
        resign(plaza, ana)
    assert plaza.messages == [board]
    assert board.labels == ["Rematch", "New game", "Review", "Fair throws"]
    review = ben.press(board, "Review").private
    assert review.content.startswith("**Review**")
    assert (review.alt or "").startswith("Chances to win")


def test_a_rate_limit(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A rate-limited board is shown as soon as Discord accepts it."""
    begin(plaza, ana, ben)
    sim.limit_next(2, 0.1, "PATCH /channels")
    move(plaza, ana, ben)
    assert len(plaza.messages) == 1

    def asked() -> list[int]:
        return [one.status for one in list(sim.requests) if one.method == "PATCH"]

    sim.wait(lambda: asked()[-3:] == [429, 429, 200])


def test_a_dropped_gateway(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """After a dropped connection the bot resumes, and answers a press made meanwhile."""
    board = begin(plaza, ana, ben)
    identified = sim.gateway.identified.total()
    sim.interactions.first_answer_seconds = 10
    sim.drop_gateway()
    assert turn(board, ana, ben).press(board, board.labels[0]).acknowledgement is not None
    sim.interactions.first_answer_seconds = 3
    assert sim.gateway.identified.total() == identified


def test_an_invalid_session(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """After a session becomes invalid, the bot starts another."""
    board, before = begin(plaza, ana, ben), sim.sessions
    sim.invalidate_sessions()
    sim.wait(lambda: sim.sessions and not any(session in before for session in sim.sessions))
    assert turn(board, ana, ben).press(board, board.labels[0]).acknowledgement is not None


def test_a_press_delivered_twice(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A press delivered twice is one move."""
    begin(plaza, ana, ben)
    before = revisions(bot)
    with sim.delivering(times=2):
        move(plaza, ana, ben)
    sim.wait(lambda: revisions(bot) > before)
    move(plaza, ana, ben)
    assert plaza.last.edits == 3


def test_a_late_press(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A press that arrives too late to be answered is played, and the board shows it."""
    begin(plaza, ana, ben)
    sim.interactions.first_answer_seconds = 0.1
    with sim.delivering(late=0.2):
        assert move(plaza, ana, ben).failed
    sim.interactions.first_answer_seconds = 3
    assert plaza.last.edits == 2


@pytest.mark.parametrize("refusal", [429, 500])
def test_an_old_board_that_is_refused(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person, refusal: int
) -> None:
    """While Discord refuses edits of an old board, the new board is shown and can be played on."""
    old = begin(plaza, ana, ben)
    part = f"PATCH /channels/{plaza.id}/messages/{old.id}"
    if refusal == 429:
        sim.limit_next(1_000, 0.5, part)
    else:
        sim.break_next(refusal, 1_000, part)
    ana.command(plaza, "puluc board")
    new = plaza.wait_for(lambda message: message is not old and message.labels)
    move(plaza, ana, ben)
    assert (plaza.last, new.edits) == (new, 1)
    assert old.labels
    sim.forgive()
    plaza.wait(lambda _: old.content == "There's a newer message below.", 30)
    assert old.labels == []


def test_a_cut_connection(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A board whose request was cut off is posted anyway, and only once."""
    begin(plaza, ana, ben)
    for applied in (True, False):
        sim.cut_next(1, "POST /channels", applied=applied)
        before = len(plaza.messages)
        ana.command(plaza, "puluc board")
        plaza.wait(lambda messages, before=before: len(messages) > before)
        plaza.wait(lambda messages: [bool(m.labels) for m in messages[-2:]] == [False, True])
        assert len(plaza.messages) == before + 1


@pytest.mark.parametrize("fault", ["cut", "cut after it was done", "503"])
def test_an_answer_that_is_lost(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person, fault: str
) -> None:
    """A lost answer is sent again while Discord accepts it, and takes effect once."""
    board = begin(plaza, ana, ben)
    for person in (turn(board, ana, ben), ana if turn(board, ana, ben) is ben else ben):
        if fault == "503":
            sim.break_next(503, 1, "POST /interactions")
        else:
            sim.cut_next(1, "POST /interactions", applied=fault != "cut")
        answer = person.press(board, board.labels[0])
        assert not answer.failed


def test_a_press_on_an_unrecorded_board(start: Start) -> None:
    """A press right after a crash between posting and recording leaves one board with buttons."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        begin(plaza, ana, ben)
        sim.break_next(502, 9, "POST /channels", applied=True)
        ana.command(plaza, "puluc board")
        plaza.wait(lambda messages: len(messages) == 2)
        bot.end(signal.SIGKILL)
        sim.forgive()
        unknown = plaza.last
        sim.interactions.first_answer_seconds = 10
        bot.start()
        sim.wait(lambda: sim.sessions, 20)
        turn(unknown, ana, ben).press(unknown, unknown.labels[0])
        settle(sim)
        plaza.wait(lambda messages: sum(bool(message.labels) for message in messages) == 1)


def test_a_challenge_that_is_refused(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """If the bot can't post a challenge, it says what it lacks, and none counts as open."""
    for _ in range(4):
        sim.refuse_next(50013, 2, f"POST /channels/{plaza.id}")
        said = ana.command(plaza, "puluc challenge", opponent=ben).private.content
        assert said.startswith("Discord won't let me post boards here")
    sim.forgive()
    assert ana.command(plaza, "puluc challenge", opponent=ben).private.content == "Done."
    sim.refuse(plaza, Permission.SEND_MESSAGES)
    said = ana.command(plaza, "puluc open").private.content
    assert "give me these permissions: Send Messages." in said


def test_a_locked_thread(
    sim: DiscordSimulator, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A press in a locked thread is answered with the reason why no board can be posted."""
    thread = sim.thread(plaza, "Talk", ana)
    board = begin(thread, ana, ben)
    sim.lock(thread)
    pressed = turn(board, ana, ben).press(board, board.labels[0])
    assert "This thread is locked" in pressed.private.content
    assert "This thread is locked" in ana.command(thread, "puluc open").private.content


def test_names(sim: DiscordSimulator, bot: "Bot", village: Guild, plaza: Channel) -> None:
    """Any name is shown as it is, without mentions or links."""
    for name in ("\u202eanA", "discord.gg/x", "@everyone", "[x](https://evil.example)"):
        eva = sim.person(name, village)
        before = len(plaza.messages)
        eva.command(plaza, "puluc open")
        plaza.wait(lambda messages, before=before: len(messages) > before)
        for bad in ("\u202e", "discord.gg", "://", "](", "@everyone"):
            assert bad not in plaza.last.content
        assert plaza.last.pinged == []


def settle(sim: DiscordSimulator) -> None:
    """Wait until no more requests come, however slow the machine is."""
    asked = -1
    for _ in range(40):
        if asked == len(sim.requests):
            return
        asked = len(sim.requests)
        time.sleep(0.5)


def asked_meanwhile(sim: DiscordSimulator) -> list[str]:
    """Return the requests made during two sweeps."""
    asked = len(sim.requests)
    time.sleep(1.3)
    return [str(request) for request in sim.requests[asked:] if request.method != "GET"]


@pytest.mark.parametrize("loss", ["channel", "permission", "bot"])
def test_a_place_that_is_lost(
    sim: DiscordSimulator,
    bot: "Bot",
    village: Guild,
    plaza: Channel,
    ana: Person,
    ben: Person,
    loss: str,
) -> None:
    """If a board can no longer be shown, the game pauses and can be continued elsewhere."""
    board = begin(plaza, ana, ben)
    settle(sim)
    table = table_of(board)
    first = next(button for button in board.buttons if button.label == board.labels[0])
    mover, before = turn(board, ana, ben), len(sim.requests)
    if loss == "bot":
        sim.kick_bot(village)
    elif loss == "permission":
        sim.refuse(plaza, Permission.VIEW_CHANNEL)
        pressed = mover.press(board, first.label)
        assert "View Channel" in pressed.private.content
    else:
        sim.delete(plaza)
    assert asked_meanwhile(sim) == []
    other = sim.guild("Town") if loss == "bot" else village
    hall = sim.channel(other, "hall")
    for person in (ana, ben):
        other.members[person.id] = person
    ana.command(hall, "puluc board", game=table)
    assert hall.wait_for(lambda message: message.picture).labels
    refused = 2 if loss == "permission" else 1  # a board, and the farewell on the old one
    sim.wait(lambda: sum(request.status >= 400 for request in sim.requests[before:]) == refused)
    assert asked_meanwhile(sim) == []


def test_a_thread_for_each_game(
    sim: DiscordSimulator, bot: "Bot", village: Guild, plaza: Channel, ana: Person, ben: Person
) -> None:
    """If a moderator enables it, each game gets a thread, and presses there count."""
    sim.appoint(ana, village)
    ana.command(plaza, "puluc settings", setting="thread", value="yes")
    ana.command(plaza, "puluc challenge", opponent=ben)
    offer = plaza.wait_for(lambda message: "Accept" in message.labels)
    ben.press(offer, "Accept")
    thread = sim.wait(
        lambda: next((c for c in sim.world.channels.values() if c.parent is plaza), None)
    )
    board = thread.wait_for(lambda message: message.picture)
    assert move(thread, ana, ben).acknowledgement is Callback.DEFERRED_UPDATE
    assert board.edits == 1
    plaza.wait(lambda messages: messages[-1].labels == [])
    assert ana.command(plaza, "puluc game close").private.content == "Done."
    thread.wait(lambda messages: "…" not in messages[-1].labels)


def test_the_log(bot: "Bot", sim: DiscordSimulator, plaza: Channel, ana: Person) -> None:
    """The log contains no names, words, tokens or tracebacks."""
    eva = sim.person("Evangelina", *sim.world.guilds.values())
    eva.command(plaza, "puluc open")
    plaza.wait_for(lambda message: message.labels)
    given = eva.command(plaza, "puluc game word", word="hummingbird")
    assert "hummingbird" in given.private.content
    for secret in ("Evangelina", "hummingbird", sim.token, "Traceback"):
        assert secret not in bot.log


def test_two_processes(
    sim: DiscordSimulator, start: Start, bot: "Bot", plaza: Channel, ana: Person, ben: Person
) -> None:
    """A press heard by two processes is one move; if one process stops, the game continues."""
    second = start(sim, bot.data)
    assert sum(request.method == "PUT" for request in sim.requests) == 1
    begin(plaza, ana, ben)
    before = len(sim.requests)
    for number in range(2, 6):
        move(plaza, ana, ben)
        sim.wait(lambda number=number: plaza.last.edits >= number)
    assert (len(plaza.messages), plaza.last.edits) == (1, 5)
    edits = [one for one in sim.requests[before:] if one.method == "PATCH"]
    assert len(edits) == 4
    second.stop()
    move(plaza, ana, ben)


def test_a_deploy(start: Start) -> None:
    """While a new process takes over from an old one, each press is one move."""
    with alone(start) as (sim, old, plaza, ana, ben):
        begin(plaza, ana, ben)
        new = start(sim, old.data)
        assert old.process is not None
        for number in range(6):
            if number == 2:
                old.process.send_signal(signal.SIGTERM)
            move(plaza, ana, ben)
        assert old.process.wait(WAIT_SECONDS) == 0
        assert (len(plaza.messages), plaza.last.edits) == (1, 7)
        new.stop()


def test_a_greeting(
    sim: DiscordSimulator, start: Start, bot: "Bot", ana: Person, ben: Person
) -> None:
    """A bot with two processes greets a server once each time it joins, without pinging anyone."""
    second = start(sim, bot.data)
    town = sim.guild("Town", with_bot=False)
    hall = sim.channel(town, "hall")
    town.members |= {person.id: person for person in (ana, ben)}
    sim.invite_bot(town)
    hall.wait(lambda messages: len(messages) == 1)
    sim.kick_bot(town)
    sim.invite_bot(town)
    hall.wait(lambda messages: len(messages) == 2)
    sim.invalidate_sessions()
    sim.wait(lambda: not sim.sessions)
    sim.wait(lambda: len(sim.sessions) == 2)
    settle(sim)
    greeting = hall.last
    assert len(hall.messages) == 2
    assert (greeting.picture is not None, greeting.pinged) == (True, [])
    assert 40 < len(greeting.alt or "") <= 1024
    second.stop()
    assert ben.press(greeting, "Learn").private.content.startswith("**Step 1 of 8")
    ben.press(greeting, "Play the computer")
    assert hall.wait_for(lambda message: "Start" in message.labels)


@pytest.mark.parametrize("lost", ["edit", "post"])
def test_a_crash_before_the_board_is_noted(start: Start, lost: str) -> None:
    """After a restart, a board that a crash left unshown is in exactly one message."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        begin(plaza, ana, ben)
        if lost == "edit":  # the press is committed, but its board never sent
            sim.delay_next(300, 1, "PATCH /channels")
            turn(plaza.last, ana, ben).press(plaza.last, plaza.last.labels[0])
            sim.wait(lambda: (sim.requests[-1].method, sim.requests[-1].status) == ("PATCH", 0))
        else:  # the board is posted, but never recorded
            sim.break_next(502, 9, "POST /channels", applied=True)
            ana.command(plaza, "puluc board")
            plaza.wait(lambda messages: len(messages) == 2)
            sim.forgive()
        bot.end(signal.SIGKILL)
        acts = revisions(bot)
        bot.start()
        if lost == "edit":
            plaza.wait(lambda messages: messages[0].edits == 2)
        else:
            plaza.wait(lambda messages: messages[0].content == "There's a newer message below.")
        assert asked_meanwhile(sim) == []
        assert [bool(message.labels) for message in plaza.messages] == (
            [True] if lost == "edit" else [False, True]
        )
        assert revisions(bot) == acts
        assert sum(request.method == "PUT" for request in sim.requests) == 1


def test_it_finishes_before_it_stops(start: Start) -> None:
    """A bot that is told to stop first shows the board of a press it has accepted."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        board = begin(plaza, ana, ben)
        sim.delay_next(0.4, 1, "PATCH /channels")
        turn(board, ana, ben).press(board, board.labels[0])
        bot.stop()
        assert board.edits == 2


def test_it_does_not_wait_for_ever(start: Start) -> None:
    """A bot that is told to stop exits even while Discord rate-limits it."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        board = begin(plaza, ana, ben)
        sim.limit_next(1, 300, "PATCH /channels")
        turn(board, ana, ben).press(board, board.labels[0])
        store = int((bot.data / "server.pid").read_text())
        bot.stop()
        sim.wait(lambda: not alive(store))


def test_shards(start: Start) -> None:
    """A process that runs some of the shards uses the gateway of the configured Discord."""
    with DiscordSimulator() as sim:
        sim.gateway.shards = sim.gateway.max_concurrency = 4
        bot = start(sim, DISCORD_SHARDS="2-3/4")
        sim.wait(lambda: sorted(sim.gateway.identified) == [2, 3])
        bot.end(signal.SIGTERM)


def test_shards_of_a_killed_process(start: Start, tmp_path: Path) -> None:
    """Two processes share the shards; if one is killed, the other takes over all of them."""
    with DiscordSimulator() as sim:
        sim.gateway.shards = sim.gateway.max_concurrency = 4
        sim.gateway.identify_seconds = 0

        def held() -> list[int]:
            return sorted(session.shard[0] for session in sim.sessions)

        first, second = (start(sim, tmp_path / "data") for _ in range(2))
        sim.wait(lambda: sim.gateway.identified.total() >= 6 and held() == [0, 1, 2, 3])
        before = sim.gateway.identified.total()
        first.end(signal.SIGKILL)
        sim.wait(lambda: sim.gateway.identified.total() == before + 2 and held() == [0, 1, 2, 3])
        guild = sim.guild("Village")
        person, plaza = sim.person("Ana", guild), sim.channel(guild, "plaza")
        assert not person.command(plaza, "puluc help").failed
        second.end(signal.SIGTERM)


@pytest.mark.parametrize("broken", ["GET /users/@me", "GET /oauth2", "GET /gateway/bot"])
def test_a_start_while_discord_is_broken(start: Start, broken: str) -> None:
    """If Discord is failing at startup, the bot waits for it and logs that."""
    with DiscordSimulator() as sim:
        sim.break_next(503, 2, broken)
        bot = start(sim)
        assert bot.log.count("discord.waiting") == 2
        bot.end(signal.SIGTERM)


@pytest.mark.parametrize("wrong", ["token", "address"])
def test_a_start_that_fails(
    sim: DiscordSimulator, new_bot: Start, tmp_path: Path, wrong: str
) -> None:
    """With an invalid token or no connection to Discord, the program exits with a message."""
    address = sim.url if wrong == "token" else "http://127.0.0.1:9/api/v10"
    settings = {"DISCORD_API_URL": address, "DISCORD_TOKEN": "wrong"}
    said = new_bot(tmp_path / "data", settings).fail()
    assert said.startswith("puluc: DISCORD_TOKEN" if wrong == "token" else "puluc: Discord")


def test_stopped_during_the_start(sim: DiscordSimulator, new_bot: Start, tmp_path: Path) -> None:
    """A bot that is told to stop while waiting for Discord at startup exits."""
    sim.delay_next(300, 1, "GET /users/@me")
    asked = len(sim.requests)
    settings = {"DISCORD_API_URL": sim.url, "DISCORD_TOKEN": sim.token}
    bot = new_bot(tmp_path / "data", settings)
    bot.launch()
    sim.wait(lambda: any(one.path == "/users/@me" for one in sim.requests[asked:]))
    bot.stop()


def alive(pid: int) -> bool:
    """Tell whether a process that isn't our child is running."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@contextlib.contextmanager
def alone(start: Start) -> Iterator[tuple[DiscordSimulator, "Bot", Channel, Person, Person]]:
    """A bot with a Discord of its own, a channel, and Ana and Ben in it."""
    with strict(DiscordSimulator()) as sim:
        village = sim.guild("Village")
        with contextlib.closing(start(sim)) as bot:
            yield sim, bot, sim.channel(village, "plaza"), sim.person("Ana"), sim.person("Ben")

"""The real program with the real client library, connected to the Telegram simulator."""

import contextlib
import re
import signal
import struct
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discord_simulator.simulator import DiscordSimulator
from renderer.road.measures import WIDTH
from simulation.server import strict
from telegram_simulator.api import Request
from telegram_simulator.messages import Message
from telegram_simulator.people import Answer, Person
from telegram_simulator.places import Chat, Place
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.conftest import WAIT_SECONDS

if TYPE_CHECKING:
    from conftest import Bot

Start = Callable[..., "Bot"]
PLENTY = {"TELEGRAM_GROUP_MINUTE": "100000"}
NAME = '<b>&"</i>'


@pytest.fixture(scope="module")
def sim() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as simulator:
        yield simulator


@pytest.fixture(scope="module")
def hooked() -> Iterator[TelegramSimulator]:
    """Another Telegram, for a bot with a webhook."""
    with TelegramSimulator() as simulator:
        yield simulator


@pytest.fixture(autouse=True)
def no_violations(sim: TelegramSimulator, hooked: TelegramSimulator) -> Iterator[None]:
    """The bot sends nothing that Telegram would reject as nonsense."""
    yield
    assert sim.violations == []
    assert hooked.violations == []


@pytest.fixture(scope="module")
def start(new_bot: Start, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start a bot that plays on a Telegram."""

    def start(sim: TelegramSimulator, data: Path | None = None, **settings: str) -> "Bot":
        where = data or tmp_path_factory.mktemp("bot") / "data"
        bot: Bot = new_bot(where, telegram(sim, **settings))
        if "TELEGRAM_WEBHOOK_URL" in settings:
            bot.settings |= {"TELEGRAM_WEBHOOK_URL": bot.url, "PORT": str(bot.port)}
        bot.start()
        return bot

    return start


def telegram(sim: TelegramSimulator, **settings: str) -> dict[str, str]:
    """Return the settings of a bot that plays on this Telegram."""
    return {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token, **PLENTY, **settings}


@pytest.fixture(scope="module")
def bot(sim: TelegramSimulator, start: Start) -> "Bot":
    """The bot that most tests share, each in its own group."""
    bot = start(sim, PULUC_LOG="debug")
    sim.wait_for_bot()
    return bot


@pytest.fixture(scope="module")
def hooked_bot(hooked: TelegramSimulator, start: Start) -> "Bot":
    bot = start(hooked, TELEGRAM_WEBHOOK_URL="itself")
    hooked.wait_for_bot()
    return bot


@pytest.fixture
def ana(sim: TelegramSimulator) -> Person:
    return sim.person("Ana")


@pytest.fixture
def ben(sim: TelegramSimulator) -> Person:
    return sim.person("Ben")


@pytest.fixture
def plaza(sim: TelegramSimulator, bot: "Bot", ana: Person, ben: Person) -> Chat:
    return group(sim, ana, ben)


def group(sim: TelegramSimulator, *people: Person) -> Chat:
    """Create a group of these people with the bot in it, past its greeting."""
    plaza = sim.group("Plaza", *people)
    sim.delete(plaza.wait_for(lambda message: "Learn" in message.labels))
    return plaza


def begin(plaza: Place, ana: Person, ben: Person, words: str = "") -> Message:
    """Ana challenges Ben, who accepts; return the first board."""
    ana.say(plaza, f"/challenge@puluc_bot {ben.name} {words}", ben)
    offer = plaza.wait_for(lambda message: "Accept" in message.labels)
    ben.press(offer, "Accept")
    return plaza.wait_for(lambda message: message.picture and message.labels)


def turn(board: Message, ana: Person, ben: Person) -> Person:
    """Return the player to move."""
    name = re.search(r"^(.*) \(\w+\) to move\.$", board.words, re.MULTILINE)
    assert name is not None, board.words
    return next(person for person in (ana, ben) if name[1] == person.name)


def move(plaza: Place, ana: Person, ben: Person) -> Answer:
    """Let the player to move press the first button of the newest board."""
    board = plaza.last
    before = (board.edits, len(plaza.messages))
    answer = turn(board, ana, ben).press(board, board.labels[0])
    plaza.wait(lambda messages: (board.edits, len(messages)) != before)
    return answer


def moves(bot: "Bot") -> int:
    """Return how many moves have been made."""
    return sum('"table.moved"' in line and '"Move"' in line for line in bot.log.splitlines())


@pytest.mark.parametrize("way", ["polling", "webhook"])
@pytest.mark.parametrize("ruleset", ["boolik", "bul", "kekchi", "footprints", "a-kaakil"])
def test_a_game(request: pytest.FixtureRequest, way: str, ruleset: str) -> None:
    """Two players finish a game; each board is a picture of the right size above a text board."""
    sim = request.getfixturevalue("sim" if way == "polling" else "hooked")
    request.getfixturevalue("bot" if way == "polling" else "hooked_bot")
    ana, ben = sim.person("Ana"), sim.person("Ben")
    plaza = group(sim, ana, ben)
    board = begin(plaza, ana, ben, f"{ruleset} warriors=2")
    assert board.pinged == [ben]
    for _ in range(60):
        if is_over(board):
            break
        assert move(plaza, ana, ben).text == ""
        width, height = struct.unpack(">II", (board.picture or b"")[16:24])
        assert width == WIDTH
        assert 400 <= height <= 1200
        assert "Ana" in board.marked("expandable_blockquote")[0]
    if not is_over(board):
        ana.say(plaza, "/resign@puluc_bot")
        asked = plaza.wait_for(lambda message: "Yes, resign" in message.labels)
        ana.press(asked, "Yes, resign")
        plaza.wait(lambda _: is_over(board))
        sim.delete(asked)
    assert [message for message in plaza.messages if message.sender.bot] == [board]
    assert "Fair throws" in board.labels
    ben.open(str(ben.press(board, "Review").url))
    ben.private.wait(lambda messages: any("Review" in each.words for each in messages))
    ben.private.wait(lambda messages: bool(messages[-1].picture))


@pytest.mark.parametrize("way", ["polling", "webhook"])
def test_practice(request: pytest.FixtureRequest, way: str) -> None:
    """A player in a private chat finishes a game against the computer."""
    sim = request.getfixturevalue("sim" if way == "polling" else "hooked")
    request.getfixturevalue("bot" if way == "polling" else "hooked_bot")
    ana = sim.person("Ana")
    ana.start()
    ana.say(ana.private, "/practice easy bul warriors=1")
    board = ana.private.wait_for(lambda message: "Start" in message.labels)
    ana.press(board, "Start")
    before = 0
    for _ in range(100):
        ana.private.wait(lambda _, before=before: is_over(board) or moved_on(board, before))
        if is_over(board):
            break
        before = revision(board)
        ana.press(board, board.labels[0])
    assert "wins." in board.caption


def is_over(board: Message) -> bool:
    """Tell whether a board is the last one of its game."""
    return not {"Rematch", "Play again"}.isdisjoint(board.labels)


def moved_on(board: Message, before: int) -> bool:
    """Tell whether a board has moves at a later revision, so that the computer has replied."""
    moves = bool(board.picture) and str(board.buttons[0].data).startswith("1m.")
    return moves and revision(board) > before


@pytest.mark.parametrize("pictured", [True, False])
def test_an_inline_game(start: Start, pictured: bool) -> None:
    """Two players finish an inline game in a chat without the bot; a channel keeps its pictures."""
    with strict(TelegramSimulator()) as sim:
        ana, ben = sim.person("Ana"), sim.person("Ben")
        channel = sim.channel("Pictures", username="pictures")
        bot = start(sim, **({"TELEGRAM_CACHE_CHAT": "@pictures"} if pictured else {}))
        sim.wait_for_bot()
        pair = sim.conversation(ana, ben)
        (offer,) = ana.inline("boolik warriors=1 road=9", pair).results
        board = ana.choose(offer, pair)
        pair.wait(lambda _: "Cancel" in board.labels)
        ben.press(board, "Accept")
        pair.wait(lambda _: "to move" in board.words)
        for _ in range(200):
            if is_over(board):
                break
            edits = board.edits
            assert turn(board, ana, ben).press(board, board.labels[0]).text == ""
            pair.wait(lambda _, edits=edits: board.edits > edits)
            assert (board.picture is not None) == pictured
            assert "Ana" in board.marked("pre")[0]
        assert "wins." in board.words
        assert pair.messages == [board]
        assert (board.picture == channel.last.picture) if pictured else not channel.messages
        assert bot.end(signal.SIGTERM) == 0
        assert "Traceback" not in bot.log


def test_names_that_look_like_markup(sim: TelegramSimulator, bot: "Bot", ana: Person) -> None:
    """Names that look like markup are shown literally."""
    mallory = sim.person(NAME)
    plaza = group(sim, ana, mallory)
    board = begin(plaza, ana, mallory)
    assert NAME in board.caption
    move(plaza, ana, mallory)
    assert plaza.last.text == "" or NAME in plaza.last.words


def test_delivered_twice(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person
) -> None:
    """A press delivered twice takes effect once."""
    with sim.delivering(times=2):
        board = begin(plaza, ana, ben)
        before = moves(bot)
        for _ in range(4):
            move(plaza, ana, ben)
    sim.wait(lambda: not sim.pending)
    assert moves(bot) == before + 4
    assert len([message for message in plaza.messages if message.sender.bot]) == 1
    assert board.edits == 5


def test_out_of_order(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person
) -> None:
    """Of presses that arrive in reverse, those that are no longer legal change nothing."""
    board = begin(plaza, ana, ben)
    mover, before = turn(board, ana, ben), moves(bot)
    other = ben if mover is ana else ana
    with sim.delivering(backwards=True):
        answers = [
            person.press(board, board.labels[0], wait=False) for person in (mover, other, mover)
        ]
    assert all(answer.wait().answered for answer in answers)
    sim.wait(lambda: board.edits == 2)
    assert moves(bot) == before + 1


def test_an_old_press(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person
) -> None:
    """A press too old to be answered is played, and the board shows it."""
    board = begin(plaza, ana, ben)
    sim.query_seconds = -1
    turn(board, ana, ben).press(board, board.labels[0], wait=False)
    sim.wait(lambda: board.edits == 2)
    sim.query_seconds = 15
    move(plaza, ana, ben)


def test_patience(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person
) -> None:
    """A rate-limited board is shown when Telegram's waiting time is over, and not tried before."""
    board = begin(plaza, ana, ben)
    sim.limit_next(1, 1, "editMessageMedia")
    move(plaza, ana, ben)

    def asked() -> list[Request]:
        return [one for one in list(sim.requests) if one.method == "editMessageMedia"][-2:]

    sim.wait(lambda: [one.status for one in asked()] == [429, 200])
    refused, shown = asked()
    assert shown.at - refused.at >= 1
    assert board.edits == 2


def test_a_group_rate_limit(start: Start) -> None:
    """Near a group's rate limit, several changes are shown as one board, and no turn is lost."""
    with alone(start, TELEGRAM_GROUP_MINUTE="20") as (sim, bot, plaza, ana, ben):
        sim.limit_groups(20, 60)
        board = begin(plaza, ana, ben)
        for _ in range(3):
            move(plaza, ana, ben)
        mover = turn(board, ana, ben)
        mover.press(board, board.labels[0])
        table = str(board.buttons[0].data).split(".")[1]
        mover.forge(board, f"1q.{table}.y")
        sim.wait(lambda: '"Resign"' in bot.log)
        sim.wait(lambda: is_over(board))
        assert board.edits == 5
        assert not any(request.status == 429 for request in sim.requests)


def test_kicked(sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person) -> None:
    """Removed from a group, the bot keeps the game and stops posting; another group can go on."""
    board = begin(plaza, ana, ben)
    table = str(board.buttons[0].data).split(".")[1]
    sim.kick_bot(plaza)
    turn(board, ana, ben).press(board, board.labels[0])
    sim.wait(lambda: any(one.status == 403 for one in sim.requests))
    asked = len(sim.requests)
    time.sleep(1.3)
    assert all(one.method == "getUpdates" for one in sim.requests[asked:])
    town = group(sim, ana, ben)
    ana.say(town, f"/board@puluc_bot {table}")
    town.wait_for(lambda message: message.picture)
    move(town, ana, ben)


@pytest.mark.parametrize("announced", [True, False])
def test_a_group_becomes_a_supergroup(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person, announced: bool
) -> None:
    """Games move with a group that becomes a supergroup, whether by an update or by an error."""
    board = begin(plaza, ana, ben)
    if announced:
        town = sim.migrate(plaza)
    else:
        sim.limit_next(1, 1, "editMessageMedia")
        turn(board, ana, ben).press(board, board.labels[0])
        town = sim.migrate(plaza)
    town.wait_for(lambda message: message.picture)
    move(town, ana, ben)


def test_forged_data(
    sim: TelegramSimulator, bot: "Bot", plaza: Chat, ana: Person, ben: Person
) -> None:
    """Data that no button of the board has changes nothing, and each press is answered."""
    board = begin(plaza, ana, ben)
    code = str(board.buttons[0].data)
    _, table, revision, played = code.split(".")
    forged = [
        "", "x", "1", "1m", "1m.", "\x00", "é" * 32, "1m.." + "." * 60, f"1m.{table}.0.{played}",
        f"1m.{table}.{revision}.b+9", f"1a.{table}",
        f"1d.{table}", f"1c.{table}", "1a.aaaaaaaaaa", f"1m.{table}.{revision}.{'9' * 30}",
        "1r.nothing", "1e.aaaaaaaaaa", f"1b.{table[::-1]}",
    ]  # fmt: skip
    answers = [ana.forge(board, data, wait=False) for data in forged]
    answers += [ben.forge(board, data, wait=False) for data in forged]
    outsider = sim.person("Eva")
    plaza.people[outsider.id] = outsider
    answers += [outsider.forge(board, data, wait=False) for data in [*forged, code]]
    assert all(answer.wait().answered for answer in answers)
    assert board.edits == 1
    assert "update.failed" not in bot.log
    move(plaza, ana, ben)


def test_the_log(sim: TelegramSimulator, bot: "Bot", ana: Person) -> None:
    """The log, at its most verbose, contains no names, tokens or tracebacks."""
    eva = sim.person("Evangelina")
    plaza = group(sim, ana, eva)
    eva.say(plaza, "/open@puluc_bot")
    plaza.wait_for(lambda message: message.labels)
    eva.say(plaza, "/word@puluc_bot hummingbird")
    sim.wait(lambda: not sim.pending)
    sim.break_next(502, part="getUpdates")
    sim.wait(lambda: any(one.status == 502 for one in sim.requests))
    assert '"level": "debug"' in bot.log
    for secret in ("Evangelina", "hummingbird", sim.token, "simulated-bot", "Traceback"):
        assert secret not in bot.log


def test_without_a_store_for_a_while(start: Start) -> None:
    """While the store doesn't respond, a press is acknowledged and kept, and played later."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        board = begin(plaza, ana, ben)
        bot.stop_server()
        try:
            answer = turn(board, ana, ben).press(board, board.labels[0])
            assert answer.answered
            assert answer.milliseconds > 1000
        finally:
            bot.continue_server()
        sim.wait(lambda: board.edits == 2)
        assert moves(bot) == 1


def revision(board: Message) -> int:
    """Return how often the table has changed, according to the board's buttons."""
    written = re.match(r"1m\.\w+\.(\d+)", str(board.buttons[0].data))
    assert written is not None
    return int(written[1])


def test_killed_again_and_again(start: Start) -> None:
    """Bots that are killed eight times during their games lose no press and repeat no move."""
    with contextlib.ExitStack() as stack:
        games = [stack.enter_context(alone(start)) for _ in range(4)]
        for kill in range(2):
            waited = []
            for number, (_, bot, plaza, ana, ben) in enumerate(games):
                going = kill and not is_over(plaza.last)
                board = plaza.last if going else begin(plaza, ana, ben, "footprints")
                waited.append((board, revision(board)))
                turn(board, ana, ben).press(board, board.labels[0], wait=False)
                time.sleep(0.004 * number + 0.002 * kill)  # before, during or after receipt
                bot.end(signal.SIGKILL)
                bot.launch()
            for (sim, *_), (board, before) in zip(games, waited, strict=True):
                sim.wait(
                    lambda board=board, before=before: is_over(board) or revision(board) > before
                )
                sim.wait(lambda sim=sim: not sim.pending)
                assert is_over(board) or revision(board) == before + 1
        for _, bot, plaza, ana, ben in games:
            bot.wait()
            if not is_over(plaza.last):
                move(plaza, ana, ben)


def test_two_processes(start: Start) -> None:
    """One of two processes polls; if it is killed or stopped, another takes over alone."""
    with alone(start) as (sim, first, plaza, ana, ben):
        second = start(sim, first.data)
        begin(plaza, ana, ben)
        move(plaza, ana, ben)
        assert sim.conflicts == 0
        assert first.process is not None
        first.process.kill()
        first.process.wait()
        move_after(plaza, ana, ben)
        assert sim.conflicts <= 1
        third = start(sim, first.data)
        second.stop()
        move_after(plaza, ana, ben)
        third.end(signal.SIGTERM)


def test_a_deploy(start: Start) -> None:
    """While a new process takes over from an old one, each press is one move."""
    with alone(start) as (sim, old, plaza, ana, ben):
        begin(plaza, ana, ben, "bul warriors=3")
        new = start(sim, old.data)
        assert old.process is not None
        for number in range(6):
            if number == 2:
                old.process.send_signal(signal.SIGTERM)
            move_after(plaza, ana, ben)
        assert old.process.wait(WAIT_SECONDS) == 0
        assert moves(old) + moves(new) == 6
        assert sim.conflicts <= 1
        new.stop()


def move_after(plaza: Chat, ana: Person, ben: Person) -> None:
    """Move and wait for the board, whether or not the press is answered."""
    board = plaza.last
    edits = board.edits
    turn(board, ana, ben).press(board, board.labels[0], wait=False)
    plaza.world.changes.wait(lambda: board.edits > edits)


def test_a_restore(start: Start) -> None:
    """After a restore, later boards are refused with the reason, and the game goes on."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        early = begin(plaza, ana, ben, "bul warriors=3")
        move(plaza, ana, ben)
        words, backup = early.words, bot.data.parent / "backup.jsonl.gz"
        assert "Saved 1 game (1 open)" in bot.tool("backup", backup)
        move(plaza, ana, ben)
        ana.say(plaza, "/board@puluc_bot")
        late = plaza.wait_for(lambda message: message.picture and message is not early)
        move(plaza, ana, ben)
        bot.stop()
        assert "post the board of 1 open game again" in bot.tool("restore", "--replace", backup)
        logged = len(bot.log)
        bot.start()
        bot.wait_for_log('"table.shown"', logged)
        before, restored = moves(bot), plaza.last
        assert words in restored.words
        answer = turn(late, ana, ben).press(late, late.labels[0])
        assert "restored to an earlier move" in answer.text
        sim.wait(lambda: plaza.last is not restored and words in plaza.last.words)
        move(plaza, ana, ben)
        assert moves(bot) == before + 1


def test_it_finishes_before_it_stops(start: Start) -> None:
    """A bot that is told to stop first shows the board of a press it has accepted."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        board = begin(plaza, ana, ben)
        sim.delay_next(0.4, 1, "editMessageMedia")
        turn(board, ana, ben).press(board, board.labels[0])
        bot.stop()
        assert board.edits == 2
        assert sim.pending == []


def test_it_does_not_wait_for_ever(start: Start) -> None:
    """A bot that is told to stop exits even while Telegram doesn't respond."""
    with alone(start) as (sim, bot, plaza, ana, ben):
        board = begin(plaza, ana, ben)
        sim.delay_next(300, 4, "")
        turn(board, ana, ben).press(board, board.labels[0], wait=False)
        time.sleep(0.2)
        bot.stop()


def test_a_webhook(hooked: TelegramSimulator, hooked_bot: "Bot") -> None:
    """The webhook refuses requests without Telegram's secret."""
    assert hooked.webhook == f"{hooked_bot.url}/telegram"
    for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}):
        request = urllib.request.Request(f"{hooked_bot.url}/telegram", b"{}", headers)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(request)


def test_a_webhook_without_a_store(hooked: TelegramSimulator, hooked_bot: "Bot") -> None:
    """Updates that arrive while the store is down are refused, redelivered and applied once."""
    ana, ben = hooked.person("Ana"), hooked.person("Ben")
    plaza = group(hooked, ana, ben)
    board, before = begin(plaza, ana, ben), moves(hooked_bot)
    hooked_bot.stop_server()
    try:
        assert turn(board, ana, ben).press(board, board.labels[0]).answered
        hooked.wait(lambda: "503" in str(hooked.world.updates.error))
    finally:
        hooked_bot.continue_server()
    hooked.wait(lambda: board.edits == 2)
    hooked.wait(lambda: not hooked.pending)
    assert moves(hooked_bot) == before + 1


@pytest.mark.parametrize("wrong", ["token", "address", "cache"])
def test_a_start_that_fails(
    sim: TelegramSimulator, new_bot: Start, tmp_path: Path, wrong: str
) -> None:
    """With an invalid token or cache chat, or no connection, the program exits with a message."""
    settings = (
        telegram(sim, TELEGRAM_CACHE_CHAT="@nowhere")
        | {
            "token": {"TELEGRAM_TOKEN": "1:wrong"},
            "address": {"TELEGRAM_API_URL": "http://127.0.0.1:9"},
            "cache": {},
        }[wrong]
    )
    said = new_bot(tmp_path / "data", settings).fail()
    said_of = {"token": "TOKEN", "address": "API_URL", "cache": "CACHE_CHAT"}
    assert said.startswith(f"puluc: TELEGRAM_{said_of[wrong]}: ")


def test_a_start_that_waits(sim: TelegramSimulator, new_bot: Start, tmp_path: Path) -> None:
    """If Telegram rate-limits the start, the program waits, and stops when told to."""
    bot = new_bot(tmp_path / "data", telegram(sim))
    sim.limit_next(1, 50, "getMe")
    bot.launch()
    bot.wait_for_log("telegram.waiting")
    bot.stop()
    assert "Traceback" not in bot.log


def test_everything_in_one_process(start: Start) -> None:
    """One process serves Discord, Telegram and the page, each with its own games."""
    with DiscordSimulator() as discord:
        more = {"DISCORD_API_URL": discord.url, "DISCORD_TOKEN": discord.token}
        with alone(start, **more) as (_, bot, plaza, ana, ben):
            begin(plaza, ana, ben)
            discord.wait_for_bot()
            village = discord.guild("Village")
            square = discord.channel(village, "plaza")
            eva, max_ = discord.person("Eva", village), discord.person("Max", village)
            eva.command(square, "puluc challenge", opponent=max_)
            square.wait_for(lambda message: message.labels)
            move(plaza, ana, ben)
            assert "t.me/puluc_bot?startgroup=new" in bot.log
            urllib.request.urlopen(bot.url).close()


@contextlib.contextmanager
def alone(
    start: Start, **settings: str
) -> Iterator[tuple[TelegramSimulator, "Bot", Chat, Person, Person]]:
    """A bot with a Telegram of its own, a group, and Ana and Ben in it."""
    with strict(TelegramSimulator()) as sim:
        ana, ben = sim.person("Ana"), sim.person("Ben")
        with contextlib.closing(start(sim, **settings)) as bot:
            sim.wait_for_bot()
            yield sim, bot, group(sim, ana, ben), ana, ben

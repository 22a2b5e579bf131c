"""The torture: people play on all platforms while everything breaks; then every table is judged.

    make torture                                        a minute on a server, and one on a cluster
    .venv/bin/python -m tests.torture.run --kills 1000 --pairs 6 --rest 4      a long one
    .venv/bin/python -m tests.torture.run --help

It starts a store, both simulators and four bot processes with public pages, of which one runs an
earlier commit of the program if git has it. Pairs of people play in channels of Discord and
Telegram and in browsers, against each other or a computer; some let their time run out. Others play
in several places of one or two platforms, with codes and links (`circle.py`): two people try to
take the same seat, some leave, and somebody comes by a link that was used. Each of the processes
receives all interactions from Discord, and browsers send some requests three times at once, to any
of them. Meanwhile, one trouble after another:

- bots are killed (SIGKILL), hang for longer than their leases last, or are stopped and replaced;
- the clocks of bots' machines jump by up to an hour, forward and back;
- Telegram delivers each update three times, in reverse order;
- the platforms cut replies, answer 502 or 429, and drop connections;
- a server is killed, its memory or disk is full, and its wires cut connections, handshakes,
  commands and replies. (The disk is a small file system in a namespace created by `unshare`; where
  namespaces aren't allowed, this trouble is excused.)
- in a cluster, primaries are killed or hang, and replicas are promoted.

Each of them happens again and again, in a random order. Then all is quiet, and when all processes
are ready, the time until all boards are right is measured. An independent judge (`verdict.py`)
compares every table's record with the journal of what was pressed, confirmed and shown. The exit
status is 1 if it finds a fault, if a board was still wrong after five seconds, if a process has
logged an error or ended by itself, or if one of the troubles has never happened. Those that can't
happen on this machine are excused, and the run says why.

In a cluster, changes wait for a replica (REDIS_WAIT=1), and one that is lost is a fault unless its
player was told that it wasn't safe. With `--no-wait`, any may be lost in a failover: they are
counted as `rolled back`.
"""

import argparse
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any, Final

import structlog

from bot.acts.play.move import Move
from bot.games.catalogue import games
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import CorruptRecord
from bot.table.table import Status
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.simulator import TelegramSimulator
from tests.evening.view import View
from tests.torture import looks, verdict
from tests.torture.browsers import Site
from tests.torture.circle import HAPPENS, Circle
from tests.torture.house import (
    BY_ITSELF,
    NOT_STOPPED,
    PRESENT,
    ROOT,
    House,
    Release,
    earlier,
)
from tests.torture.journal import Final as Last
from tests.torture.journal import Journal, Press, Wish, tries
from tests.torture.looks import Watch
from tests.torture.people import BEGINS, Pair
from tests.torture.rooms import Board, Boards, ChatRoom, Room
from tests.torture.stores import ClusterStore, ServerStore, Store, Trouble
from tests.torture.verdict import Fault, Found
from tests.week.clock import FastClock
from tests.week.ledger import Commit
from tests.week.towns import Square, Town, Village

NAMESPACE: Final = ("unshare", "--user", "--map-root-user", "--mount")
MOUNT: Final = ("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs")
UNMOUNT: Final = ("umount", "--lazy")

SPEED: Final = 20
"""How fast the clock runs: a pace of a minute is over after three seconds."""

PROCESSES: Final = 4
READY_SECONDS: Final = 90.0
QUIET_SECONDS: Final = 60.0
"""How long the processes may take to make everything good."""

GOAL_SECONDS: Final = 5.0
"""How long they may take without a fault, once they are all ready."""

LATE_SECONDS: Final = 20.0
"""How late a deadline may be acted on, in real seconds: several processes may be killed in turn."""

GAP_SECONDS: Final = 2.0
"""Longer gaps between looks for due work don't count: all processes were starting, or the store."""

PATIENCE_SECONDS: Final = 300.0
"""How much longer than asked a busy machine may take until everything has happened once."""

FEW_PRESSES: Final = 10
"""People have played on a platform after so many presses."""

AHEAD: Final = (-3600.0, -60.0, 60.0, 3600.0)
"""How far clocks jump, in seconds."""

GAMES: Final[Sequence[Mapping[str, str]]] = (
    {"ruleset": "bul"},
    {"ruleset": "parchis", "level": "easy"},
    {"ruleset": "aj-sayil", "warriors": "2", "pace": "1m", "flag": "auto"},
)
"""What the pairs of each platform play: with a person, with a computer, and lazily."""

TEAMS: Final[Mapping[str, str]] = {"ruleset": "aj-sayil", "warriors": "2", "seats": "4"}
CIRCLES: Final = (
    (Platform.DISCORD, Platform.TELEGRAM),
    (Platform.TELEGRAM, Platform.WEB),
    (Platform.WEB, Platform.DISCORD),
)
"""Where four play `TEAMS` together, and where one of them does."""


def main() -> int:
    """Run on each kind of store; return the exit status."""
    asked = _arguments()
    if asked.disk and not asked.inside and _may_mount():
        again = [sys.executable, "-m", "tests.torture.run", *sys.argv[1:], "--inside"]
        os.execvp(NAMESPACE[0], [*NAMESPACE, *again])  # noqa: S606 - it has no input
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # of the simulators
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # leaving no process behind
    seed = time.time_ns() % 2**32 if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    results: dict[str, Counter[str]] = {}
    for store in asked.stores:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="torture-")))
            if asked.keep is not None:
                folder = asked.keep / store
                folder.mkdir(parents=True)
            results[store] = Torture(asked, store, Random(f"{seed} {store}"), folder, stack).run()
    _print_table(results)
    return 1 if any(counts[name] for counts in results.values() for name in FATAL) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play while everything breaks, then judge.")
    parser.add_argument("--stores", nargs="+", default=["server", "cluster"], help="both")
    parser.add_argument("--minutes", type=float, default=1, help="minutes on each store (1)")
    parser.add_argument("--kills", type=int, default=None, help="go on until so many kills")
    parser.add_argument("--pairs", type=int, default=1, help="pairs per game and platform (1)")
    parser.add_argument("--rest", type=float, default=1, help="seconds between troubles (1)")
    parser.add_argument("--no-wait", dest="wait", action="store_false", help="no REDIS_WAIT=1")
    parser.add_argument("--seed", type=int, default=None, help="random seed")
    parser.add_argument("--release", default="HEAD~3", help="the earlier commit (HEAD~3)")
    parser.add_argument("--no-disk", dest="disk", action="store_false", help="skip full disks")
    parser.add_argument("--keep", type=Path, default=None, help="folder for logs and ledgers")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _may_mount() -> bool:
    """Return whether this user may mount a file system in a namespace."""
    if shutil.which(NAMESPACE[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        mounting = [*NAMESPACE, *MOUNT, folder]
        return subprocess.run(mounting, capture_output=True, check=False).returncode == 0


class Torture:
    """One run on one kind of store."""

    def __init__(
        self,
        asked: argparse.Namespace,
        kind: str,
        chance: Random,
        folder: Path,
        stack: ExitStack,
    ) -> None:
        self._asked, self._chance, self._folder = asked, chance, folder
        self._games = games()
        self._journal = Journal()
        self._counts: Counter[str] = Counter()
        self._promises = kind == "server" or asked.wait
        self._is_durable = kind == "server"
        self._store = self._open_store(kind, stack)
        now = time.time()
        self._clock = FastClock(now, now, SPEED)
        self._discord = stack.enter_context(DiscordSimulator())
        self._discord.limit(1_000_000, 1)
        self._discord.gateway.identify_seconds = 0
        self._telegram = stack.enter_context(TelegramSimulator(self._clock))
        self._excused = dict(self._store.excused)
        before = _earlier(asked.release, folder)
        if before is None:
            self._excused[RELEASES] = f"git has no {asked.release} here"
        releases = [PRESENT] * (PROCESSES - 1) + [before or PRESENT]
        self._counts["releases"] = len(set(releases))
        self._counts[RELEASES] = len(set(releases)) - 1
        self._house = House(folder, self._clock, releases, self._settings)
        stack.callback(self._house.stop)
        self._site = Site(self._house.ports, self._clock, self._journal, Random(chance.random()))
        stack.callback(self._site.close)
        self._view = stack.enter_context(View(self._store.url, self._clock))
        self._over, self._quiet = threading.Event(), threading.Event()
        self._enough = threading.Event()

    def _open_store(self, kind: str, stack: ExitStack) -> Store:
        data = self._folder / "data"
        data.mkdir()
        if kind == "cluster":
            return ClusterStore(data, stack, wait=self._asked.wait)
        if self._asked.inside:
            subprocess.run([*MOUNT, data], check=True)
            stack.callback(lambda: subprocess.run([*UNMOUNT, data], check=False))
        no_disk = "" if self._asked.inside else "no file system here may be filled"
        if not self._asked.disk:
            no_disk = "--no-disk says so"
        return ServerStore(data, self._chance, stack, no_disk=no_disk)

    def _settings(self, place: int) -> Mapping[str, str]:
        return {
            "DISCORD_API_URL": self._discord.url,
            "DISCORD_TOKEN": self._discord.token,
            "TELEGRAM_API_URL": self._telegram.url,
            "TELEGRAM_TOKEN": self._telegram.token,
            "TELEGRAM_GROUP_MINUTE": "1000000",
            **self._store.settings(place),
        }

    def run(self) -> Counter[str]:
        """Play and break things, make quiet, and judge; return all counts."""
        self._house.start()
        self._discord.wait(lambda: len(self._discord.sessions) >= PROCESSES, READY_SECONDS)
        self._discord.wait_for_bot(PROCESSES)
        self._telegram.wait_for_bot()
        pairs = list(self._pairs())
        playing = [threading.Thread(target=pair.play) for pair in pairs]
        for thread in playing:
            thread.start()
        began = time.monotonic()
        try:
            self._break()
            self._forgive()
            self._counts["seconds"] = round(time.monotonic() - began)
        finally:
            self._over.set()
            for thread in playing:
                thread.join()
        self._calm()
        self._settle(pairs, time.monotonic())
        found = self._take_away(pairs)
        self._site.close()
        self._house.stop()
        found += self._judge()
        for one in found:
            fault: str = one.fault
            if one.fault is Fault.LOST and not self._promises:
                fault = ROLLED_BACK
            self._counts[fault] += 1
            if self._counts[fault] <= 5:
                print(f"{fault}: {one.text}", flush=True)
        self._counts["boards that no bot knows"] = len(self._telegram.lost)
        counts = self._counts + self._house.counts + self._store.counts
        logs = self._house.logs
        counts[ERRORS] = _errors(logs[PRESENT])
        for release in logs.keys() - {PRESENT}:
            counts["errors in logs of the earlier release"] = _errors(logs[release])
        counts[NEVER_ACCEPTED] = len([*self._discord.violations, *self._telegram.violations])
        for what, why in self._excused.items():
            print(f"excused: no {what}: {why}", flush=True)
        for what in missing(counts, self._troubles(), self._excused):
            counts[NOTHING] += 1
            print(f"{NOTHING}: no {what}", flush=True)
        return counts

    def _pairs(self) -> Iterator[Pair]:
        boards = (
            Boards(self._clock, self._journal),
            Boards(self._clock, self._journal, self._is_lost),
        )
        towns: Mapping[Platform, Town] = {
            Platform.DISCORD: Village(self._discord, boards[0]),
            Platform.TELEGRAM: Square(self._telegram, boards[1]),
        }
        applications = {
            Platform.DISCORD: str(self._discord.world.bot.id),
            Platform.TELEGRAM: str(self._telegram.world.bot.id),
        }

        def meeting(platform: Platform, name: str, *names: str) -> list[ChatRoom]:
            """Return the rooms of people who meet in a new channel, and who moderate it."""
            town = towns[platform]
            people = [town.person(one) for one in names]
            place = town.channel(name, *people)
            for user in people:
                town.appoint(user, place)
            return [ChatRoom(town, applications[platform], place, user) for user in people]

        def rooms(platform: Platform, name: str, *names: str) -> Sequence[Room]:
            """Return the rooms of people who meet in a new channel, or who have browsers."""
            if platform is Platform.WEB:
                return [self._site.browser(one) for one in names]
            return meeting(platform, name, *names)

        for number, platform in product(range(self._asked.pairs * len(GAMES)), Platform):
            yield Pair(
                rooms=rooms(platform, f"maize-{number}", f"Ana{number}", f"Ben{number}"),
                options=GAMES[number % len(GAMES)],
                **self._shared(),
            )
        for number, (here, there) in enumerate(CIRCLES * self._asked.pairs):
            (watcher,) = meeting(
                there if here is Platform.WEB else here, f"squash-{number}", f"Gus{number}"
            )
            yield Circle(
                rooms=[
                    *rooms(here, f"beans-{number}", f"Cara{number}"),
                    *rooms(here, f"cacao-{number}", f"Dora{number}", f"Eli{number}"),
                    *rooms(there, f"chili-{number}", f"Fay{number}"),
                ],
                options=TEAMS,
                watcher=watcher,
                late=self._site.browser(f"Hal{number}"),
                view=self._view,
                games=self._games,
                **self._shared(),
            )

    def _shared(self) -> dict[str, Any]:
        return {
            "journal": self._journal,
            "chance": Random(self._chance.random()),
            "over": self._over,
            "counts": self._counts,
            "quiet": self._quiet,
        }

    def _is_lost(self, place: Place, message: str) -> bool:
        return (int(place.channel), int(message)) in self._telegram.lost

    def _break(self) -> None:
        """Cause one trouble after another, and at the same time one kill after another.

        A trouble that can't be caused ends the run, which is judged all the same.
        """
        troubles = self._troubles()
        kills = [name for name in troubles if name.startswith("kills")]
        until: float = time.monotonic() + 60 * self._asked.minutes
        wanted: int | None = self._asked.kills

        def goes_on() -> bool:
            if self._enough.is_set():
                return False
            if wanted is not None:
                return sum(self._counts[name] for name in kills) < wanted
            now = time.monotonic()
            had_all = all(self._counts[name] for name in troubles) and self._plays()
            return now < until or (not had_all and now < until + PATIENCE_SECONDS)

        def cause(names: Sequence[str], chance: Random) -> None:
            for name in in_rounds(names, chance):
                if not goes_on():
                    break
                time.sleep(chance.uniform(0, 2 * self._asked.rest))
                self._counts[name] += troubles[name](chance) is not False
                self._discord.gateway.identified.clear()  # there is a limit for a day
                self._forget()

        others = [name for name in troubles if name not in kills]
        with ThreadPoolExecutor(2) as causes:
            both = [
                causes.submit(cause, names, Random(self._chance.random()))
                for names in (kills, others)
            ]
            try:
                wait(both, return_when=FIRST_EXCEPTION)
            finally:
                self._enough.set()
        for one in both:
            if (error := one.exception()) is not None:
                print(f"{BROKEN}: {type(error).__name__}: {error}", flush=True)
                self._counts[BROKEN] += 1

    def _plays(self) -> bool:
        """Return whether people have played on every platform."""
        presses = [*self._journal.presses.values()]
        where = Counter(press.user.platform for press in presses)
        often = all(where[platform] >= FEW_PRESSES for platform in Platform)
        often = often and all(self._counts[what] for what in HAPPENS)
        return often and any(press.acknowledged for press in presses)

    def _troubles(self) -> Mapping[str, Trouble]:
        house = self._house
        found: dict[str, Trouble] = {
            "kills of a bot": house.kill,
            "updates of a bot": house.update,
            "hung bots": lambda chance: house.hang(chance, chance.uniform(2, 6)),
            "jumps of a clock": lambda chance: house.set_clock(
                chance, chance.choice(AHEAD), chance.uniform(1, 4)
            ),
            "updates out of order": self._delay_updates,
            "faults of a platform": self._break_platform,
        }
        return {**found, **self._store.troubles()}

    def _delay_updates(self, chance: Random) -> None:
        """Hold updates from Telegram back, and deliver them in reverse, three times each."""
        with self._telegram.delivering(3, backwards=True):
            time.sleep(chance.uniform(0.5, 1.5))

    def _break_platform(self, chance: Random) -> None:
        discord, telegram = self._discord, self._telegram
        chance.choice(
            (
                lambda: discord.cut_next(3),
                lambda: discord.break_next(times=3, applied=chance.random() < 0.5),
                lambda: discord.limit_next(times=3, retry_after=0.5),
                discord.drop_gateway,
                discord.invalidate_sessions,
                lambda: telegram.cut_next(3, applied=chance.random() < 0.5),
                lambda: telegram.break_next(times=3, applied=chance.random() < 0.5),
                lambda: telegram.limit_next(times=3),
            )
        )()

    def _forgive(self) -> None:
        """End every trouble that hasn't happened yet."""
        self._discord.forgive()
        self._telegram.forgive()
        self._quiet.set()

    def _forget(self) -> None:
        """Drop what the simulators remember for tests: it would fill the memory."""
        for simulator in (self._discord, self._telegram):
            simulator.forget_requests()

    def _calm(self) -> None:
        """Wait until the last trouble has ended: all processes can play again."""
        began = time.monotonic()
        while not self._house.is_ready:
            if time.monotonic() - began > READY_SECONDS:
                print(f"{BROKEN}: a bot isn't ready after {READY_SECONDS:.0f} s", flush=True)
                self._counts[BROKEN] += 1
                break
            time.sleep(0.1)
        self._counts["ms until all bots were ready"] = round(1000 * (time.monotonic() - began))

    def _settle(self, pairs: Sequence[Pair], began: float) -> None:
        """Note how long it takes until every board is right."""
        told = False
        while (stale := self._stale(pairs)) and (
            passed := time.monotonic() - began
        ) < QUIET_SECONDS:
            if passed > GOAL_SECONDS and not told:
                told = True
                self._counts[STALE_LONG] = len(stale)
                print(*(f"after 5 s: {one.text}" for one in stale[:5]), sep="\n", flush=True)
            time.sleep(0.1)
        self._counts["ms until all boards were right"] = round(1000 * (time.monotonic() - began))

    def _stale(self, pairs: Sequence[Pair]) -> list[Found]:
        """Return what isn't right yet: in every open table, and on every board with moves."""
        found: list[Found] = []
        for pair in pairs:
            try:
                for room in pair.places:
                    found += self._stale_in(room)
            except (Exception, AssertionError) as error:  # the store or a page is not back yet
                found.append(Found(Fault.STALE, f"{type(error).__name__}: {error}"))
        return found

    def _stale_in(self, room: Room) -> Iterator[Found]:
        boards = room.boards()
        for table in self._view.open_tables(room.place):
            newest = next(iter(boards.get(table.id, ())), None)
            yield from verdict.shown(table, newest and newest.revision)
            yield from verdict.stuck(self._games, table)
        for id_ in boards:
            table = self._view.table(id_)
            if table.status is Status.OVER or room.place not in table.shown_in:
                for board in self._noted(id_, room.place, boards[id_]):
                    yield Found(Fault.STALE, f"{id_}: {room.place} still shows {board.revision}")

    def _take_away(self, pairs: Sequence[Pair]) -> list[Found]:
        """Let people press each board that no bot knows about; return what is wrong in the end.

        A process that dies, or that can't reach the store, just after it has posted a message,
        leaves one. A press of one of its buttons tells a bot about it, which takes it away. If the
        newest board offers the same, whoever is to move presses first, so that it shows more.
        """
        self._counts["boards that a press would take away"] = len([*self._strays(pairs)])
        until = time.monotonic() + QUIET_SECONDS
        while (wrong := [*self._wrong(pairs)]) and time.monotonic() < until:
            for pair, room, _, board in self._strays(pairs):
                for sent in room.town.mail.here(room.place):
                    acts = [act for act in sent.last.acts if isinstance(act, Move | BEGINS)]
                    if sent.id == board.message and acts:
                        for one in (*pair.rooms, room):
                            pair.press(one, acts[0])
            time.sleep(GAP_SECONDS)
        return wrong

    def _wrong(self, pairs: Sequence[Pair]) -> Iterator[Found]:
        yield from self._stale(pairs)
        for _, room, id_, board in self._strays(pairs):
            yield Found(Fault.TWICE, f"{id_}: {room.place} also shows {board.revision}")

    def _strays(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, ChatRoom, TableId, Board]]:
        """Yield the boards nobody knows about, and where they are."""
        for pair in pairs:
            for room in (one for one in pair.places if isinstance(one, ChatRoom)):
                for id_, boards in room.boards().items():
                    known = self._noted(id_, room.place, boards)[:1]
                    at = boards.index(known[0]) if known else len(boards)
                    strays = (*boards[:at], *boards[at + 1 :])
                    yield from ((pair, room, id_, board) for board in strays)

    def _noted(self, id_: TableId, place: Place, boards: Sequence[Board]) -> Sequence[Board]:
        """Return those of a table's boards that the store knows; pages need no notes."""
        if place.platform is Platform.WEB:
            return boards
        shown = self._view.shown(id_, place)
        return [board for board in boards if shown is not None and board.message == shown.message]

    def _judge(self) -> Iterator[Found]:
        presses = self._journal.presses
        by_table: dict[str, list[Press]] = {}
        for press in presses.values():
            by_table.setdefault(press.move.table, []).append(press)
        wishes: dict[TableId, list[Wish]] = {}
        for wish in self._journal.wishes.values():
            wishes.setdefault(wish.table, []).append(wish)
        now, grace = self._clock(), LATE_SECONDS * SPEED
        watch = Watch(looks.read(self._folder), GAP_SECONDS * SPEED)
        everything, invites = tries(self._folder), self._view.invites()
        self._counts[ACKNOWLEDGED] = sum(press.acknowledged for press in presses.values())
        for id_, some in everything.items():
            try:
                final = self._final(id_)
            except CorruptRecord as corrupt:
                yield Found(Fault.RECORD, f"{id_}: {corrupt}")
                continue
            if final is None:
                if any(one.is_promised for steps in some.values() for one in steps):
                    yield Found(Fault.LOST, f"{id_}: the table is gone")
                continue
            self._counts["tables"] += 1
            self._counts["moves"] += final.table.moves
            self._counts[f"moves on {final.table.place.platform}"] += final.table.moves
            found = verdict.history(final, some)
            yield from found.found
            yield from verdict.moves_in_turn(self._games, found.steps, presses)
            yield from verdict.acknowledged(found.steps, by_table.get(id_, ()))
            yield from verdict.deadlines(found.steps, final.table, now, grace, watch.seconds)
            yield from verdict.record(self._games, final)
            yield from verdict.seats_given(found.steps, self._journal.wishes)
            yield from verdict.places(found.steps)
            self._counts["copies shown"] += copies(found.steps)
            calls = self._journal.calls[id_]
            self._counts[CALLS] += sum(call.place != final.table.place for call in calls)
            if self._is_durable:  # in a cluster, people may be told what no replica has
                yield from verdict.seats_told(found.steps, wishes.get(id_, ()), invites)
                yield from verdict.rolled_back(final.table, self._journal.seen.get(id_, 0))
                yield from verdict.calls(found.steps, final.table, calls)
            self._counts["deadlines"] += sum(
                step.cause == "deadline" for step in found.steps.values()
            )

    def _final(self, id_: TableId) -> Last | None:
        """Return what the store has of a table. Raises CorruptRecord if it can't be read."""
        table = self._view.find(id_)
        return None if table is None else Last(table, self._view.record(id_))


def _errors(logs: Iterable[Path]) -> int:
    """Return how many errors these logs contain; show the first ones."""
    found = 0
    for path in logs:
        for line in path.read_text(errors="replace").splitlines():
            if '"level": "error"' in line or '"level": "critical"' in line:
                found += 1
                if found <= 5:
                    print(f"{path.name}: {line[:600]}", flush=True)
    return found


def _earlier(name: str, folder: Path) -> Release | None:
    """Check out an earlier release; None if git doesn't have it."""
    root = folder / "earlier"
    git, tar = shutil.which("git"), shutil.which("tar")
    if git is None or tar is None:
        return None
    packed = subprocess.run([git, "archive", name], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        print(f"git has no {name} here, so all processes run the present release")
        return None
    root.mkdir()
    subprocess.run([tar, "-x", "-C", root], input=packed.stdout, check=True)
    return earlier(root)


def copies(steps: Mapping[int, Commit]) -> int:
    """Return how many further places began to show a table."""
    shown_in = [{*steps[revision].table.shown_in[1:]} for revision in sorted(steps)]
    return sum(len(after - before) for before, after in pairwise([set(), *shown_in]))


def in_rounds(names: Sequence[str], chance: Random) -> Iterator[str]:
    """Yield all these names in a random order, again and again."""
    while True:
        yield from chance.sample(names, len(names))


def needed(troubles: Iterable[str]) -> Iterator[str]:
    """Yield what must have happened; otherwise, nothing could go wrong with it."""
    yield from (f"moves on {platform}" for platform in Platform)
    yield from ("deadlines", ACKNOWLEDGED, RELEASES, CALLS, *HAPPENS)
    yield from troubles


def missing(counts: Counter[str], troubles: Iterable[str], excused: Iterable[str]) -> Sequence[str]:
    """Return what has never happened, although nothing excuses that."""
    return sorted({what for what in needed(troubles) if not counts[what]} - {*excused})


SHOWN: Final = ("seconds", "releases", "tables", "moves", "deadlines", "presses")
"""The first lines of the table."""

ROLLED_BACK: Final = "rolled back"
ACKNOWLEDGED: Final = "presses that the page acknowledged"
CALLS: Final = "mentions at copies"
ERRORS: Final = "errors in logs"
NEVER_ACCEPTED: Final = "requests that a platform never accepts"
NOTHING: Final = "nothing happened"
BROKEN: Final = "troubles that could not be caused"
RELEASES: Final = "earlier releases"
STALE_LONG: Final = "boards stale after 5 s"

FATAL: Final = (
    *(fault for fault in Fault if fault not in (Fault.REPEATED, Fault.FORGOTTEN)),
    *(STALE_LONG, ERRORS, NEVER_ACCEPTED, NOTHING, BROKEN, BY_ITSELF, NOT_STOPPED),
)
"""With any of these, the run has failed."""


def _print_table(results: Mapping[str, Counter[str]]) -> None:
    """Print every count, with a column for each store."""
    names = {name for counts in results.values() for name in counts}
    others = sorted(names - {*SHOWN, *FATAL})
    print()
    print(f"{'':44}", *(f"{store:>10}" for store in results))
    for name in (*SHOWN, *others, *FATAL):
        print(f"{name:44}", *(f"{counts[name]:10,}" for counts in results.values()))


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    sys.exit(main())

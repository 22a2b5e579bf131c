"""The torture run: play goes on while the bot, its store and the connection between them break.

    make torture                                       about two minutes
    .venv/bin/python -m tests.torture.run --help       how long, how many games, what goes wrong

It starts `python -m bot` with the web chat and the bundled server, using its own data folder and
port. In each of several channels two players play one game after another over HTTP, as browser
tabs do: they retry an operation while its outcome is unknown, and send every fifth one twice at
once. Meanwhile one trouble follows another:

- the bot, the store, or both are killed (SIGKILL) and restart;
- the disk is full for some seconds. For this the data folder is on its own small file system, in a
  namespace created by `unshare`; if namespaces aren't allowed, this trouble is left out;
- in the second half, the bot is connected to its store through a wire that cuts connections,
  handshakes, commands and answers, and both are killed as well.

Once all is quiet again, it compares the results and counts errors: an acknowledged move that isn't
in the record at its place (`lost`); a recorded move that is there twice (`doubled`) or that no
player sent (`unknown`); two presses acknowledged on the same revision (`retracted`); a table whose
newest revision a newly opened tab doesn't show (`stale`); and a running game in which one more move
can't be played and seen (`stuck`). The exit status is 1 if any count isn't 0. The bot's log is kept
in `torture.log`.
"""

import argparse
import asyncio
import logging
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import aiohttp

from engine.record import Record
from tests.torture.house import ROOT, House
from tests.torture.players import Browser, Ledger

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
MOUNT, UNMOUNT = ("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs"), ("umount", "--lazy")
FIRST_MOVE = 2
"""The revision of a table at which its first move is played."""

QUIET_SECONDS = 15.0
"""Time limit for boards to be shown once all is quiet."""
CUT_SHARE = 0.02
AT_ONCE_SHARE = 0.2
"""The share of troubles that start before the previous one is over."""


def main() -> int:
    """Run, on a file system that can be filled if one is available."""
    asked = _arguments()
    if asked.disk and not asked.inside:
        if _may_have_a_namespace():
            again = [sys.executable, "-m", "tests.torture.run", *sys.argv[1:], "--inside"]
            return subprocess.run([*NAMESPACE, *again], check=False).returncode
        print("no file system here may be filled, so the disk never gets full in this run")
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # the wire cuts on purpose
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        house = House(Path(folder))
        if asked.inside:
            subprocess.run([*MOUNT, house.data], check=True)
            stack.callback(subprocess.run, [*UNMOUNT, house.data], check=False)
        stack.callback(shutil.copy, house.log, asked.log)
        stack.callback(house.stop)
        return asyncio.run(_torture(house, asked))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play while everything breaks, then compare.")
    parser.add_argument("--seconds", type=float, default=90, help="how long to break things (90)")
    parser.add_argument("--games", type=int, default=6, help="concurrent games (6)")
    parser.add_argument("--seed", type=int, default=None, help="random seed")
    parser.add_argument("--no-disk", dest="disk", action="store_false", help="skip the full disk")
    parser.add_argument("--no-wire", dest="wire", action="store_false", help="skip cut connections")
    parser.add_argument("--log", default="torture.log", help="file for the bot's log")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _may_have_a_namespace() -> bool:
    if shutil.which(NAMESPACE[0]) is None:
        return False
    return subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0


async def _torture(house: House, asked: argparse.Namespace) -> int:
    seed = time.time_ns() % 2**32 if asked.seed is None else asked.seed
    print(f"seed {seed}, {asked.games} games, {asked.seconds:.0f} s, {house.url}", flush=True)
    chance, ledger, stopping = Random(seed), Ledger(), asyncio.Event()
    house.start()
    keeping = asyncio.create_task(house.keep())
    await house.ready()
    browsers = [
        Browser(house.url, f"torture-{n}", Random(chance.random()), ledger)
        for n in range(asked.games)
    ]
    await asyncio.gather(*(browser.enter("Ana", "Ben") for browser in browsers))
    following = [asyncio.create_task(browser.follow()) for browser in browsers]
    playing = [asyncio.create_task(browser.play(stopping)) for browser in browsers]
    part = asked.seconds / (2 if asked.wire else 1)
    await _break(house, chance, part, full_disks=asked.inside)
    if asked.wire:
        async with house.on_a_bad_wire(chance, CUT_SHARE):
            await _break(house, chance, part, full_disks=False)
    print("quiet", flush=True)
    await house.ready()
    stopping.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*playing)
    faults = await _compare(browsers, ledger)
    for task in (*following, keeping):
        task.cancel()
    await asyncio.gather(*following, keeping, return_exceptions=True)
    for browser in browsers:
        await browser.close()
    for name, count in sorted((house.count + ledger.count).items()):
        print(f"{name}: {count}")
    print(" ".join(f"{name}={faults[name]}" for name in COMPARED))
    return 1 if any(faults[name] for name in FAULTS) else 0


async def _break(house: House, chance: Random, seconds: float, *, full_disks: bool) -> None:
    """Cause one trouble after another."""
    until = time.monotonic() + seconds
    troubles = ["bot", "store", "both"] + ["disk"] * full_disks
    while time.monotonic() < until:
        if chance.random() > AT_ONCE_SHARE:
            await house.ready()
        await asyncio.sleep(chance.uniform(0.5, 3))
        trouble = chance.choice(troubles)
        if trouble == "disk":
            filling = asyncio.create_task(house.fill_disk(chance.uniform(1, 4)))
            await asyncio.sleep(chance.uniform(0, 2))
            chance.choice([house.kill_store, house.kill_bot, lambda: None])()
            await filling
        if trouble in ("bot", "both"):
            house.kill_bot()
        if trouble in ("store", "both"):
            house.kill_store()


FAULTS = ("lost", "doubled", "unknown", "retracted", "stale", "stuck")
COMPARED = ("tables", "acknowledged", "recorded", *FAULTS)


async def _compare(browsers: list[Browser], ledger: Ledger) -> Counter[str]:
    """Compare what players were told with the records and boards."""
    found: Counter[str] = Counter(retracted=ledger.retracted)
    for browser in browsers:
        await _settle(browser, found)
        for board in [board for board in browser.boards.values() if board["live"]]:
            found["stuck"] += not await _goes_on(browser, board)
        for table in browser.pages:
            moves = await _moves(browser, table)
            told, tried = ledger.acknowledged[table], ledger.tried[table]
            found["tables"] += 1
            found["acknowledged"] += len(told)
            found["recorded"] += len(moves)
            for revision, move in told.items():
                place = revision - FIRST_MOVE
                if moves[place : place + 1] != [move]:
                    found["lost"] += 1
                    print(
                        f"lost: {table} at {revision}: {move}, recorded {moves[place : place + 1]}"
                    )
            for revision, move in enumerate(moves, FIRST_MOVE):
                if (revision, move) not in tried:
                    fault = "doubled" if (revision - 1, move) in tried else "unknown"
                    found[fault] += 1
                    print(f"{fault}: {table} at {revision}: {move}")
    return found


async def _settle(browser: Browser, found: Counter[str]) -> None:
    """Wait until a newly opened tab shows the newest revision of every table."""
    until = time.monotonic() + QUIET_SECONDS
    while True:
        stale = []
        with suppress(aiohttp.ClientError, TimeoutError):
            boards = await browser.look()
            for table in browser.pages:
                shown = boards[table]["revision"] if table in boards else 0
                newest = len(await _moves(browser, table)) + FIRST_MOVE
                if shown != newest and not 0 < shown < newest == FIRST_MOVE:
                    stale.append(f"{table} shows {shown}, is at {newest}")
            if not stale:
                return
        if time.monotonic() > until:
            found["stale"] += len(stale) or 1
            print(f"stale: {stale}")
            return
        await asyncio.sleep(0.5)


async def _goes_on(browser: Browser, board: dict[str, object]) -> bool:
    """Return whether one more press at this table is accepted and shown."""
    for _ in range(3):
        if await browser.press(board):
            return True
        board = (await browser.look())[str(board["table"])]
        if not board["live"]:
            return True
    print(f"stuck: {board['table']} at {board['revision']}")
    return False


async def _moves(browser: Browser, table: str) -> list[str]:
    """Return the moves of a record, without casts and passes; none if the table is gone."""
    record = await browser.record(table)
    entries = () if record is None else Record.read(record).entries
    return [entry for entry in entries if entry != "-" and not set(entry) <= set("01")]


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    sys.exit(main())

"""Mutations: whether the tests notice known faults.

    make mutations                                               all of them
    .venv/bin/python -m tests.mutations.run --only asker-answers
    .venv/bin/python -m tests.mutations.run --wide               then all tests, if those near don't

Each fault of `mutations.toml` is put into a copy of the working tree. The tests near it run until
one fails, which must fail again, and pass without it. The exit status is 1 if a fault is missed.

mutmut and cosmic-ray make mutants themselves, by the thousands, from operators such as `<` for
`<=`. Here, the faults are chosen: lost reminders, presses of strangers, leases that don't expire.
They can't put in a fault that somebody has thought of, nor one in the store's Lua scripts, and
mutmut's mutants only exist in the process that runs the tests, not in the programs that it starts.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, TypeAlias

from tests.mutations.copy import Copy
from tests.mutations.mutation import Mutation, mutations

NEAR_SECONDS: Final = 300.0
WIDE_SECONDS: Final = 2400.0
"""A fault after which the tests take longer than this counts as noticed: something hangs."""

STOP_SECONDS: Final = 20.0
"""How long tests that take too long may take to stop the servers that they have started."""

PASSED, NONE_RUN, USAGE = 0, 5, 4
"""Exit statuses of pytest."""

WIDER: Final = (("tests", "--ignore", "tests/e2e"), ("tests/e2e",))
"""What runs after the tests near a fault."""

_PYTEST: Final = ("-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-rfE")
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Run(NamedTuple):
    """What became of a run of tests: the first one that failed, "" if none; or that it hung."""

    failed: str = ""
    hung: bool = False


class Verdict(NamedTuple):
    """Whether a fault was caught, and by which test, or why not."""

    caught: bool
    by: str


Stage: TypeAlias = tuple[Sequence[str], float]
"""Arguments of pytest, and for how long it may run."""


class Unusable(Exception):  # noqa: N818 - describes the tests
    """The tests near a fault can't be run; the message is pytest's."""


def tested(copy: Copy, arguments: Sequence[str], seconds: float) -> Run:
    """Run tests in the copy until one fails. Raises Unusable."""
    command = [str(copy.python), *_PYTEST, *arguments]
    process = subprocess.Popen(
        command,
        cwd=copy.folder,
        env=copy.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return Run(hung=True)
    finally:
        _stop(process)
    if process.returncode == PASSED:
        return Run()
    failed = _FAILED.search(output)
    if failed is None or process.returncode in (NONE_RUN, USAGE):
        raise Unusable(output[-2000:])
    return Run(failed[1])


def _stop(process: "subprocess.Popen[str]") -> None:
    """End tests that still run: first so that they stop their servers, then with all of those."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def judged(copy: Copy, mutation: Mutation, stages: Sequence[Stage]) -> Verdict:
    """Return whether tests notice a fault; `stages` are the tests to run, and for how long.

    The test that fails must fail again, and pass without the fault: on a busy machine, some test
    may fail by chance.
    """
    found, again = Run(), Run()
    with copy.with_fault(mutation):
        for arguments, seconds in stages:
            found = tested(copy, arguments, seconds)
            if found != Run():
                break
        if found.failed:
            again = tested(copy, [found.failed], NEAR_SECONDS)
    if found.hung:
        return Verdict(True, "tests that never end")
    if not found.failed:
        return Verdict(False, "survived")
    if again == Run():
        return Verdict(False, f"by chance, it passes, too: {found.failed}")
    if tested(copy, [found.failed], NEAR_SECONDS) != Run():
        return Verdict(False, f"for nothing, it fails without the fault, too: {found.failed}")
    return Verdict(True, found.failed)


def _stages(mutation: Mutation, workers: int, *, wide: bool) -> Iterator[Stage]:
    yield [*mutation.near], NEAR_SECONDS
    if wide:
        for arguments in WIDER:
            yield [*arguments, f"-n{workers}", "--dist=worksteal"], WIDE_SECONDS


def main() -> int:
    """Judge the mutations that the command line asks for; print a line for each."""
    parser = argparse.ArgumentParser(description="Put known faults in, and see what notices them.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="the faults to put in")
    parser.add_argument(
        "--wide", action="store_true", help="run all tests if those near notice none"
    )
    parser.add_argument("--workers", type=int, default=2, help="how many processes run all tests")
    chosen = parser.parse_args()
    known = {each.name: each for each in mutations()}
    if unknown := set(chosen.only or ()).difference(known):
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    names = chosen.only or known
    caught = 0
    with TemporaryDirectory(prefix="puluc-mutations-") as folder:
        copy = Copy.made(Path(folder).resolve())
        for name in names:
            began = time.monotonic()
            stages = [*_stages(known[name], chosen.workers, wide=chosen.wide)]
            verdict = judged(copy, known[name], stages)
            caught += verdict.caught
            word, seconds = "caught" if verdict.caught else "NOT CAUGHT", time.monotonic() - began
            print(f"{name:42} {word:10} {seconds:6.1f} s  {verdict.by}", flush=True)
    print(f"{caught} of {len(names)} caught")
    return 0 if caught == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())

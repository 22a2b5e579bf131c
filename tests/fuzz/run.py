"""Fuzzing: random inputs for every way into the program.

    make fuzz                                                  a million inputs
    .venv/bin/python -m tests.fuzz.run --minutes 10 --ways code line

Hypothesis makes the inputs, and makes one that fails as small as possible. It is kept in
`tests/fuzz/corpus`, so that the tests try it from then on. The exit status is 1 if any failed.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Final, NoReturn

import structlog
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz import corpus
from tests.fuzz.chance import Chance
from tests.fuzz.way import Effect, Way
from tests.fuzz.ways import WAYS

BATCH: Final = 16
"""How many inputs are made from the bytes of one example, which takes as long as making them."""

ROUND: Final = 50_000
"""How many inputs are tried before all ways have their next turn."""

DULL: Final = 20
"""At least one in so many inputs of a way is accepted, and one is refused; it must prove both."""


@dataclass
class Tally:
    """What has become of the inputs of a way; `error` is what `failed` has led to, if any did."""

    inputs: int = 0
    accepted: int = 0
    failed: Any = None
    error: Exception | None = None

    def add(self, other: "Tally") -> None:
        """Add the inputs of a further attempt."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.failed, self.error = other.failed, other.error

    @property
    def refused(self) -> int:
        """How many inputs the program has refused."""
        return self.inputs - self.accepted - (self.error is not None)

    @property
    def effects(self) -> int:
        """How many inputs have had an effect without a right to it: the way ends with one."""
        return isinstance(self.error, Effect)

    @property
    def unhandled(self) -> int:
        """How many inputs were wrong in any other way: the way ends with one."""
        return self.error is not None and not self.effects

    @property
    def proves(self) -> bool:
        """Whether enough inputs get past the first check, and enough don't."""
        return DULL * min(self.accepted, self.refused) >= self.inputs


def attempt(way: Way, inputs: int, *, repeatable: bool = False) -> Tally:
    """Try a number of inputs, always the same ones if it is to be `repeatable`."""
    tally, length, wrong = Tally(), way.length, None

    @settings(
        max_examples=-(-inputs // BATCH),
        database=None,
        deadline=None,
        derandomize=repeatable,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.binary(min_size=BATCH * length, max_size=BATCH * length))
    def check(data: bytes) -> None:
        nonlocal wrong
        starts = {data[start : start + length]: start for start in range(0, len(data), length)}
        # Hypothesis makes smaller what it has found, which is the only piece that is tried again.
        for start in starts.values() if wrong is None else [wrong]:
            value = way.make(Chance(data[start : start + length]))
            try:
                accepted = way.check(value)
            except Exception as error:
                tally.inputs += tally.error is None
                tally.failed, tally.error, wrong = value, error, start
                raise
            if tally.error is None:  # otherwise Hypothesis makes what fails smaller
                tally.inputs += 1
                tally.accepted += accepted

    try:
        check()
    except Exception as error:
        tally.error = tally.error or error
    return tally


def fuzz(
    names: Sequence[str], inputs: int, say: Callable[[str], None], seconds: float = inf
) -> bool:
    """Divide inputs among some ways, and print what has become of them; return whether none failed.

    A way that has failed is tried no more. After so many seconds, no further round begins.
    """
    shares = sum(WAYS[name].share for name in names)
    tallies, began = {name: Tally() for name in names}, time.monotonic()
    for size in (ROUND,) * (inputs // ROUND) + (inputs % ROUND,):
        for name, tally in tallies.items():
            if size and tally.error is None:
                tally.add(attempt(WAYS[name], max(1, round(size * WAYS[name].share / shares))))
                if tally.error is not None:
                    say(_kept(name, tally))
        done = sum(tally.inputs for tally in tallies.values())
        print(f"{done:,} inputs, {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True)
        if time.monotonic() - began > seconds:
            break
    say(f"{'way':14}{'inputs':>12}{'accepted':>12}{'refused':>12}{'unhandled':>11}{'effects':>9}")
    for name, tally in tallies.items():
        say(_row(name, [tally]))
    say(_row("all", [*tallies.values()]))
    say(f"{time.monotonic() - began:,.0f} seconds")
    return all(tally.error is None for tally in tallies.values())


def _kept(name: str, tally: Tally) -> str:
    """Keep the input that has failed; return what has happened."""
    path = corpus.keep(name, tally.failed)
    return f"{name}: {type(tally.error).__name__}: {str(tally.error)[:300]} ({path.name})"


def _row(name: str, tallies: Sequence[Tally]) -> str:
    """Return a line of the table, the sums over some ways."""
    accepted, refused, unhandled, effects = (
        sum(getattr(tally, column) for tally in tallies)
        for column in ("accepted", "refused", "unhandled", "effects")
    )
    inputs = sum(tally.inputs for tally in tallies)
    return f"{name:14}{inputs:12,}{accepted:12,}{refused:12,}{unhandled:11}{effects:9}"


def _drop(*_: Any) -> NoReturn:
    """Log nothing: errors that are no faults would hide the table."""
    raise structlog.DropEvent


def main() -> int:
    """Run; return the exit status."""
    parser = argparse.ArgumentParser(description="Try random inputs on every way in.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="in all (1,000,000)")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    parser.add_argument("--minutes", type=float, default=inf, help="for at most so long")
    asked = parser.parse_args()
    errors = structlog.make_filtering_bound_logger("error")
    structlog.configure(processors=[_drop], wrapper_class=errors)  # `reported` sees them first
    return (
        0 if fuzz(asked.ways, asked.inputs, partial(print, flush=True), 60 * asked.minutes) else 1
    )


if __name__ == "__main__":
    sys.exit(main())

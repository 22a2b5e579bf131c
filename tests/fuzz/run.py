"""Fuzzing: random inputs for every way into the program.

    make fuzz                                                  a million inputs
    .venv/bin/python -m tests.fuzz.run --inputs 20000 --ways code line

Hypothesis makes the inputs, and makes one that fails as small as possible. It is kept in
`tests/fuzz/corpus`, so that the tests try it from then on. The exit status is 1 if any failed.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzz import corpus
from tests.fuzz.ways import WAYS, Way


def attempt(
    way: Way, inputs: int, *, repeatable: bool = False
) -> tuple[int, Any, Exception | None]:
    """Try a number of inputs, always the same ones if it is to be `repeatable`."""
    tried, failed = 0, None

    @settings(
        max_examples=inputs,
        database=None,
        deadline=None,
        derandomize=repeatable,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(way.inputs)
    def check(value: Any) -> None:
        nonlocal tried, failed
        tried += 1
        try:
            way.check(value)
        except Exception:
            failed = value
            raise

    try:
        check()
    except Exception as error:
        return tried, failed, error
    return tried, None, None


def fuzz(names: Sequence[str], inputs: int, say: Callable[[str], None]) -> bool:
    """Divide inputs among some ways; return whether none failed."""
    shares = sum(WAYS[name].share for name in names)
    total, wrong, began = 0, 0, time.monotonic()
    say(f"{'way':14}{'inputs':>12}{'a second':>10}  unhandled, or without a right to it")
    for name in names:
        way, start = WAYS[name], time.monotonic()
        tried, value, error = attempt(way, max(1, round(inputs * way.share / shares)))
        seconds = time.monotonic() - start
        total += tried
        what = "0"
        if error is not None:
            wrong += 1
            path = corpus.keep(name, value)
            what = f"{type(error).__name__}: {str(error)[:120]} ({path.name})"
        say(f"{name:14}{tried:12,}{tried / seconds:10,.0f}  {what}")
    seconds = time.monotonic() - began
    say(f"{'all':14}{total:12,}{total / seconds:10,.0f}  {wrong}")
    return not wrong


def main() -> int:
    """Run; return the exit status."""
    parser = argparse.ArgumentParser(description="Try random inputs on every way in.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="in all (1,000,000)")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    return 0 if fuzz(asked.ways, asked.inputs, lambda line: print(line, flush=True)) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Waiting times, measured over games with many players."""

import statistics
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pytest_benchmark.fixture import BenchmarkFixture


@dataclass
class Waits:
    """Milliseconds from a press to its answer, and to the new board."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)

    def note(self, benchmark: BenchmarkFixture) -> None:
        """Add medians, 90th and 99th percentiles to the benchmark's result."""
        for name, waits in (("answer", self.answers), ("board", self.boards)):
            benchmark.extra_info |= {
                f"{name}: median ms": round(statistics.median(waits), 1),
                f"{name}: p90 ms": round(sorted(waits)[int(len(waits) * 0.9)], 1),
                f"{name}: p99 ms": round(sorted(waits)[int(len(waits) * 0.99)], 1),
            }
        benchmark.extra_info["moves"] = len(self.boards)


def at_once(benchmark: BenchmarkFixture, waits: Waits, games: Iterable[Callable[[], None]]) -> None:
    """Play games concurrently and record the turns per second."""

    def play() -> None:
        threads = [threading.Thread(target=game) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    began = time.perf_counter()
    benchmark.pedantic(play, rounds=1)
    seconds = time.perf_counter() - began
    waits.note(benchmark)
    benchmark.extra_info["turns a second"] = round(len(waits.boards) / seconds, 1)

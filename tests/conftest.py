"""Settings for all tests: their order, plain tracebacks, and no time limits for Hypothesis.

At night, Hypothesis tries ten times as many examples, and others each time, also in CI.
Tests marked `solver` are skipped where Numba is missing, but fail there if CI is set.
"""

import gc
import os
from importlib.util import find_spec
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings
from structlog.dev import ConsoleRenderer, plain_traceback

LAST = tuple(f"{Path(__file__).parent / folder}{os.sep}" for folder in ("pages", "e2e"))
"""Tests that start a browser or the whole program."""

RARELY = 10_000
"""How many more objects than before garbage is collected for; tests end before they have many."""

settings.register_profile(
    "any machine",
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "night",
    settings.get_profile("any machine"),
    max_examples=500,
    derandomize=False,
    print_blob=True,
)
settings.load_profile("any machine")

PROCESSORS = [
    *structlog.get_config()["processors"][:-1],
    ConsoleRenderer(exception_formatter=plain_traceback),
]


@pytest.fixture(autouse=True)
def _plain_tracebacks() -> None:
    """Configure the usual logging without coloured tracebacks, which take 0.2 s each."""
    structlog.configure(processors=[*PROCESSORS])


def pytest_sessionstart() -> None:
    """Collect no garbage while tests are collected: nearly all that is created stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, but don't look for it among thousands of collected tests each time."""
    gc.freeze()
    gc.set_threshold(RARELY)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put quick tests first, and those that start a browser or the whole program last."""
    items.sort(key=lambda item: str(item.path).startswith(LAST))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that need Numba where it isn't installed."""
    if item.get_closest_marker("solver") is None or find_spec("numba") is not None:
        return
    if os.environ.get("CI"):
        pytest.fail("CI has no Numba; .ci/run installs it by make solver")
    pytest.skip("Numba isn't installed; make solver installs it")

"""Settings for all tests: their order, plain tracebacks, and no time limits for Hypothesis."""

from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings
from structlog.dev import ConsoleRenderer, plain_traceback

E2E = Path(__file__).parent / "e2e"

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put quick tests first, and those that start the whole program last."""
    items.sort(key=lambda item: E2E in item.path.parents)

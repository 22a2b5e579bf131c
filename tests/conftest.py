"""The order of the tests, and what no test is held to: the clock of a busy machine."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

E2E = Path(__file__).parent / "e2e"

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put quick tests first, and those that start the whole program last."""
    items.sort(key=lambda item: E2E in item.path.parents)

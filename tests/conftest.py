"""The order of the tests: quick ones first, the browser last."""

from pathlib import Path

import pytest

E2E = Path(__file__).parent / "e2e"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser's tests last: its library leaves an event loop in the main thread."""
    items.sort(key=lambda item: E2E in item.path.parents)

"""The English texts, for charts."""

import pytest

from bot.texts.catalogue import catalogue
from engine.text import Say


@pytest.fixture(scope="session")
def say() -> Say:
    """Translate into English."""
    return catalogue(()).voice("en")

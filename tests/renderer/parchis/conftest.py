"""Views of random games of Parchís, and the English texts."""

import pytest

from bot.texts.catalogue import catalogue
from engine.text import Say
from renderer.parchis.view import ParchisView
from tests.renderer.parchis.played import every_option


@pytest.fixture(scope="session")
def say() -> Say:
    """Translate into English."""
    return catalogue(()).voice("en")


@pytest.fixture(scope="session")
def views() -> list[ParchisView]:
    """Return views of random games with every option."""
    return every_option(90)

"""Fixtures: a channel for each test, and the reason of a refusal in it."""

import pytest

from bot.table.request import Reply
from tests.bot.acts.room import Room, Why


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def why() -> Why:
    """Return a function that gives the key of a refusal's reason."""

    def key(reply: Reply) -> str:
        assert reply.refused
        return reply.texts[0].key

    return key

"""A room for each test, and why something was refused there."""

import pytest

from bot.table.request import Reply
from tests.bot.acts.room import Room, Why


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def why() -> Why:
    """The key of a refusal's reason."""

    def key(reply: Reply) -> str:
        assert reply.refused
        return reply.texts[0].key

    return key

"""A public site on which people play, and two of them."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.on_web.conftest import House
from tests.bot.on_web.public.visitors import Guest, Public, opened


@pytest.fixture
async def site(house: House) -> AsyncIterator[Public]:
    async with opened(house) as site:
        yield site


@pytest.fixture
async def ana(site: Public) -> Guest:
    return await site.guest("Ana")


@pytest.fixture
async def ben(site: Public) -> Guest:
    return await site.guest("Ben")

"""People entering a channel."""

import asyncio

from bot.on_web.people import Membership
from bot.on_web.sessions import Persona
from bot.store.channels import RedisChannels
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.texts.catalogue import Catalogue


async def test_same_name_at_once(link: Link) -> None:
    """People who enter at the same time with the same name get different numbers."""
    door = Membership(RedisChannels(link), Catalogue(), RedisStore(link).settings)
    personas = [Persona(f"p{number}", "Ana") for number in range(5)]
    people = await asyncio.gather(*(door.enter("maize", persona) for persona in personas))
    names = {each[persona.id] for each, persona in zip(people, personas, strict=True)}
    assert names == {"Ana", "Ana 2", "Ana 3", "Ana 4", "Ana 5"}

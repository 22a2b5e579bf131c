"""People entering a channel."""

import asyncio

import pytest

from bot.on_web.answers import RequestError
from bot.on_web.people import Membership, clean_name, finder
from bot.on_web.sessions import Persona
from bot.store.channels import RedisChannels
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.texts.catalogue import Catalogue


async def test_same_name_at_once(link: Link) -> None:
    """People who enter at the same time with the same name get different numbers."""
    door = Membership(RedisChannels(link), Catalogue(), RedisStore(link).settings, is_open=True)
    personas = [Persona(f"p{number}", "Ana") for number in range(5)]
    people = await asyncio.gather(*(door.enter("maize", persona, "en") for persona in personas))
    names = {each[persona.id] for each, persona in zip(people, personas, strict=True)}
    assert names == {"Ana", "Ana 2", "Ana 3", "Ana 4", "Ana 5"}


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Ana Maria", "ana  maria"),
        ("O'Brien", "O\N{RIGHT SINGLE QUOTATION MARK}Brien"),
        ("B\N{LATIN SMALL LETTER SALTILLO}alam", "B'alam"),
        ("K\N{MODIFIER LETTER APOSTROPHE}iche", "K\N{ACUTE ACCENT}iche"),
        ("Ben", "\N{FULLWIDTH LATIN CAPITAL LETTER B}en"),
    ],
)
def test_a_typed_name(name: str, typed: str) -> None:
    """Whatever apostrophe or capital someone types, the person of that name is found."""
    found = finder({"p1": name, "p2": "Someone Else"})(typed)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("name", ["", "\u115f", "\u1160\u3164", "\u2800", "\u200d", "a" * 33])
def test_no_name(name: str) -> None:
    """Nobody can enter with a name that draws nothing, or is too long."""
    with pytest.raises(RequestError):
        clean_name(name)


def test_a_name_with_joiners() -> None:
    """A Persian name and a family emoji are names."""
    for name in ("می\u200cخواهم", "👨\u200d👩\u200d👧"):
        assert clean_name(name) == name

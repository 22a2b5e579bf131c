"""The page of a ruleset, with its rules, pictures and links to other rulesets."""

import html
from typing import TYPE_CHECKING

import pytest

from bot.games.catalogue import games
from bot.texts.catalogue import catalogue

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser

KEYS = games().rulesets
SAY = catalogue(()).voice("en")


@pytest.mark.parametrize("key", KEYS)
async def test_every_ruleset_has_a_page(ana: "Browser", key: str) -> None:
    """Each page has labelled sections, pictures with alt text, and links to all others."""
    answer = await ana.get(f"/rules/{key}")
    assert answer.status == 200
    assert "<h2>Aim" in answer.text
    assert answer.text.count("<figure>") == len(games().examples(key))
    pictures = [example.alt(SAY) for example in games().examples(key)]
    assert all(f'alt="{alt}"' in html.unescape(answer.text) for alt in pictures)
    assert all((f'href="/rules/{other}"' in answer.text) is (other != key) for other in KEYS)


async def test_no_such_ruleset(ana: "Browser") -> None:
    """A ruleset that doesn't exist has no page."""
    assert (await ana.get("/rules/chess")).status == 404


async def test_a_link_to_the_page(ana: "Browser") -> None:
    """The rules in the chat end with a link to their page."""
    answer = (await ana.say("/puluc rules kekchi road=9")).json
    assert answer["choices"] == [{"label": "Rules page", "url": "/rules/kekchi"}]


async def test_a_link_has_a_preview(ana: "Browser") -> None:
    """A link to a ruleset's page says in a chat what it is about."""
    answer = await ana.get("/rules/boolik")
    assert '<meta property="og:title" content="Boolik · Rules">' in answer.text
    assert 'content="How to play, with pictures. No mercy: ' in answer.text

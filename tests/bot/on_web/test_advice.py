"""Hints, odds and reviews in the web chat: replies with pictures."""

import base64
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.play.resign import Resign
from bot.on_web.payloads import picture_size

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


@pytest.fixture
async def game(ana: "Browser", house: "House") -> None:
    """Ana's game against the computer, in which it's her turn."""
    await ana.say("/puluc practice road=7 warriors=2")
    await ana.press_button("Start")


@pytest.fixture
async def finished(ana: "Browser", house: "House", game: None) -> None:
    """The same game after Ana has made a move and resigned."""
    await ana.press((await ana.moves())[0])
    await house.settled()
    await ana.press(Resign((await house.table()).id, sure=True).code)
    await house.settled()


def png(figure: dict[str, Any]) -> bytes:
    """Return the picture of a figure as the bytes of a PNG file."""
    kind, _, data = figure["picture"].partition(",")
    assert kind == "data:image/png;base64"
    return base64.b64decode(data, validate=True)


@pytest.mark.parametrize("command", ["hint", "odds"])
async def test_a_picture(ana: "Browser", game: None, command: str) -> None:
    """A hint and the odds come with a picture, its size, its alt text and a caption."""
    (figure,) = (await ana.say(f"/puluc {command}")).json["figures"]
    assert figure["size"] == list(picture_size(png(figure)))
    assert figure["alt"]
    assert figure["caption"]


async def test_a_hint_in_words(ana: "Browser", house: "House", game: None) -> None:
    """A hint names a move that has a button."""
    labels = [move["label"] for move in (await ana.table())["moves"]]
    answer = (await ana.say("/puluc hint")).json
    assert answer["figures"][0]["caption"] in labels
    assert answer["figures"][0]["caption"] in answer["lines"][0]


async def test_a_review(ana: "Browser", finished: None) -> None:
    """A review begins with its heading and has the chart as the first picture."""
    answer = (await ana.say("/puluc review")).json
    assert answer["headed"]
    assert answer["lines"][0] == "Review"
    assert answer["figures"][0]["alt"].startswith("Chances to win")

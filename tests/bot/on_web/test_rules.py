"""The rules and their pictures, as a private reply."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


async def test_rules_name_their_pictures(ana: "Browser") -> None:
    """The rules have pictures, each with alt text and a caption."""
    answer = (await ana.say("/puluc rules buul")).json
    assert answer["lines"][0] == "Bu'ul"
    assert [picture["src"] for picture in answer["pictures"]] == [
        f"/rules/buul/{number}.png" for number in (1, 2, 3)
    ]
    assert all(picture["alt"].startswith("Before: Throw: ") for picture in answer["pictures"])
    assert all(picture["caption"] for picture in answer["pictures"])


async def test_button(ana: "Browser", house: "House") -> None:
    """The Rules button of a challenge shows the rules of its ruleset."""
    await ana.say("/puluc open a-kaakil")
    answer = (await ana.press_button("Rules")).json
    assert answer["pictures"][0]["src"] == "/rules/a-kaakil/1.png"
    assert len(await house.messages()) == 2  # the reply is private


async def test_pictures_are_drawn(ana: "Browser") -> None:
    """Every picture of the rules is a PNG that can be cached for a while."""
    for picture in (await ana.say("/puluc rules aj-tiwil")).json["pictures"]:
        answer = await ana.get(picture["src"])
        assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
        assert answer.body.startswith(b"\x89PNG")
        assert "max-age" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["puluc/0", "puluc/9", "puluc/10", "chess/1", "puluc/x"])
async def test_no_such_picture(ana: "Browser", name: str) -> None:
    """A picture that doesn't exist is not found."""
    assert (await ana.get(f"/rules/{name}.png")).status == 404


async def test_other_answers_have_none(ana: "Browser") -> None:
    """Other replies and refusals have no pictures."""
    assert "pictures" not in (await ana.say("/puluc help")).json
    assert "pictures" not in (await ana.say("/puluc rules chess")).json

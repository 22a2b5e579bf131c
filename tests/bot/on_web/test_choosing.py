"""Choosing a game from pictures in the web chat."""

from typing import TYPE_CHECKING

import pytest

from tests.bot.goals import GOALS, Goal

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
async def test_found_by_pressing(ana: "Browser", house: "House", goal: Goal) -> None:
    """Every page on the way to a game has a picture that can be fetched, with alt text."""
    answer = (await ana.say("/puluc play")).json
    for label in goal.presses:
        assert (await ana.get(answer["cover"]["dark"])).body.startswith(b"\x89PNG")
        assert answer["cover"]["alt"]
        (code,) = (each["code"] for each in answer["choices"] if each["label"] == label)
        answer = (await ana.press(code)).json
    assert (await house.table()).header.startswith(goal.header)


@pytest.mark.parametrize("name", ["attic", "puluc.huge", "x"])
async def test_no_such_picture(ana: "Browser", name: str) -> None:
    """A picture of games that don't exist is not found."""
    assert (await ana.get(f"/choose/{name}.png")).status == 404

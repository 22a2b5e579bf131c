"""The tutorial in the web chat, which only one tab sees."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


async def test_a_whole_lesson(ana: "Browser", house: "House") -> None:
    """Each step is a private reply with a picture and buttons, and opens no table."""
    answer = (await ana.say("/puluc learn")).json
    for step in range(8):
        assert answer["lines"][0].startswith(f"Step {step + 1} of 8: ")
        lesson = answer["lesson"]
        assert lesson["picture"] == f"/learn/puluc/{step}.png"
        assert "Jade to move" in lesson["alt"]
        picture = await ana.get(lesson["picture"])
        assert picture.body.startswith(b"\x89PNG")
        codes = [button["code"] for button in lesson["buttons"]]
        assert f"1learn.{step + 1}" in codes
        answer = (await ana.press(f"1learn.{step + 1}")).json
    assert [b["label"] for b in answer["lesson"]["buttons"]][:1] == ["Play a real game"]
    assert not await house.bodies("card")
    assert not house.store.tables


async def test_a_lesson_of_parchis(ana: "Browser") -> None:
    """Every step of another game's tutorial has its own picture."""
    answer = (await ana.say("/learn parchís")).json
    seen = set()
    for step in range(11):
        lesson = answer["lesson"]
        assert lesson["picture"] == f"/learn/parchis-spain/{step}.png"
        seen.add((await ana.get(lesson["picture"])).body)
        answer = (await ana.press(f"1learn.{min(step + 1, 10)}..parchis-spain")).json
    assert len(seen) == 11


async def test_a_dark_lesson(ana: "Browser") -> None:
    """The tutorial and the welcome message have dark pictures for dark pages."""
    lesson = (await ana.say("/learn")).json["lesson"]
    cover = (await ana.say("/play")).json["cover"]
    for shown in (lesson, cover):
        light, dark = [await ana.get(shown[kind]) for kind in ("picture", "dark")]
        assert dark.body.startswith(b"\x89PNG")
        assert dark.body != light.body


async def test_a_wrong_button(ana: "Browser") -> None:
    """A legal move other than the tutorial's is answered with the right one."""
    answer = (await ana.press("1learn.1.b+2")).json
    assert 'Press "1 → 3".' in answer["lines"][1]


@pytest.mark.parametrize(
    "code",
    [
        "1learn.9",
        "1learn.77",
        "1learn.1.b+9",
        "1learn.-1",
        "1learn.x",
        "1learn.11..parchis-spain",
        "1learn.0..bul",
    ],
)
async def test_forged_steps(ana: "Browser", code: str) -> None:
    """A step that doesn't exist is refused."""
    answer = await ana.press(code)
    assert answer.json["refused"]
    assert "lesson" not in answer.json


@pytest.mark.parametrize("path", ["puluc/9", "parchis-spain/11", "bul/0"])
async def test_no_such_picture(ana: "Browser", path: str) -> None:
    """A picture of a step or tutorial that doesn't exist is not found."""
    assert (await ana.get(f"/learn/{path}.png")).status == 404

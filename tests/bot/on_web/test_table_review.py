"""What the table page is told when it looks back: the steps of a game, and its review."""

import asyncio
import html
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from bot.config import WebMode
from bot.table.table import Ending, Table
from bot.work.workshop import Busy, Urgency
from tests.bot.on_web.test_review import OFFER, Workers, played, workers

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Answer, Browser, House

__all__ = ["workers"]

VIEW = "rows=2&theme=maize"


@pytest.fixture
async def over(house: "House", workers: Workers) -> Table:
    """A game that Ana has resigned."""
    return await played(house, Ending.RESIGNED)


async def get(browser: "Browser", part: str) -> "Answer":
    return await browser.get(f"/g/{OFFER.code}/{part}")


async def step(browser: "Browser", number: int, query: str = VIEW) -> dict[str, Any]:
    """Return a step of the game."""
    told: dict[str, Any] = (await get(browser, f"steps/{number}?{query}")).json
    return told


async def judged(browser: "Browser", query: str = "") -> dict[str, Any]:
    """Return the review of the game."""
    told: dict[str, Any] = (await get(browser, f"judged{query}")).json
    return told


async def test_the_same_steps_as_in_the_text(ana: "Browser", over: Table) -> None:
    """Steps have the numbers, marks and lines that they have in the text version."""
    marks = (await get(ana, "steps")).json["marks"]
    for number in (0, 7, len(marks) - 1):
        told = await step(ana, number)
        assert (told["step"], told["last"], told["mark"]) == (number, len(marks) - 1, marks[number])
        shown = html.unescape((await get(ana, f"text?step={number}")).text)
        assert f"/{marks[number]}/{number}.png" in shown
        assert all(line in shown for line in told["text"])


async def test_the_lines_of_the_log(ana: "Browser", over: Table) -> None:
    """Each line of the log belongs to a step."""
    told = (await get(ana, "steps")).json["told"]
    assert sum(told) == len((await get(ana, f"state?{VIEW}")).json["log"])


async def test_steps_go_on_from_each_other(ana: "Browser", over: Table) -> None:
    """The frames of a step end with its scene, and what moves in them stood in the one before."""
    before = (await step(ana, 0))["scene"]
    for number in range(1, (await step(ana, 0))["last"]):
        told = await step(ana, number)
        scenes = [frame["s"] for frame in told["frames"] if "s" in frame]
        assert scenes[-1]["pieces"] == told["scene"]["pieces"]
        (moved, *_) = [frame["e"] for frame in told["frames"] if frame["e"]["k"] == "move"]
        assert moved["piece"] in {piece[0] for piece in before["pieces"]}
        before = told["scene"]


async def test_everyone_is_told_the_moves(ana: "Browser", over: Table) -> None:
    """A step has the moves that its player had, until the game was over."""
    last = (await step(ana, 0))["last"]
    assert all([(await step(ana, number))["moves"] for number in range(last)])
    end = await step(ana, last)
    assert (end["moves"], end["seat"], end["side"]) == ([], None, 1)


async def test_a_seat(ana: "Browser", over: Table) -> None:
    """A step is shown as it looks from the seat that is asked for, and else as watchers see it."""
    usual, first, second = [
        (await step(ana, 3, VIEW + seat))["scene"] for seat in ("", "&seat=0", "&seat=1")
    ]
    assert usual == first
    assert first != second


@pytest.mark.parametrize(
    "query",
    ["rows=99", "rows=x", f"{VIEW}&seat=2", f"{VIEW}&seat=-1", f"{VIEW}&seat=x", "theme=pink"],
)
async def test_no_such_view(ana: "Browser", over: Table, query: str) -> None:
    """A shape, theme or seat that doesn't exist is not found."""
    assert (await get(ana, f"steps/3?{query}")).status == 404


async def test_no_such_step(ana: "Browser", over: Table) -> None:
    """A step that doesn't exist is not found, and the answer says so."""
    answer = await get(ana, f"steps/999?{VIEW}")
    assert answer.status == 404
    assert "This game has no step 999" in answer.text


async def test_a_step_with_its_mark_is_kept(ana: "Browser", over: Table) -> None:
    """At the address with its mark, a step never changes; without, it must be asked for again."""
    told = await get(ana, f"steps/3?{VIEW}")
    kept = await get(ana, f"{told.json['mark']}/steps/3?{VIEW}")
    assert kept.body == told.body
    assert "immutable" in kept.headers["Cache-Control"]
    for other in (told, await get(ana, f"00/steps/3?{VIEW}")):
        assert other.headers["Cache-Control"] == "no-cache"


async def test_work_is_shared(ana: "Browser", house: "House", over: Table) -> None:
    """Everyone who asks for a step in the same view, at once or later, shares its making."""
    made = 0

    async def count(urgency: Urgency, make: Any, /, *arguments: Any) -> Any:
        nonlocal made
        made += 1
        return await work(urgency, make, *arguments)

    work, house.work = house.work, count
    async with house.serving() as address:
        path = f"{address}/g/{over.code}/steps/3?{VIEW}"
        for _ in range(2):
            answers = await asyncio.gather(*(ana.get(path) for _ in range(3)))
            assert {answer.status for answer in answers} == {200}
    assert made == 1


async def test_a_running_game(ana: "Browser", house: "House") -> None:
    """A running game has steps, and a sentence says that it has no review yet."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.press_button("Start")
    code = (await house.table()).code
    assert (await ana.get(f"/g/{code}/steps/0?{VIEW}")).json["moves"]
    why = (await ana.get(f"/g/{code}/judged")).json
    assert why == {"why": "You can review a game once it is over."}


async def test_before_play_begins(ana: "Browser", house: "House") -> None:
    """A game that has not begun has no steps."""
    await ana.say("/puluc open")
    code = (await house.table()).code
    assert (await ana.get(f"/g/{code}/steps")).json == {"marks": [], "told": []}
    assert (await ana.get(f"/g/{code}/steps/0")).status == 404


async def test_a_public_server(ana: "Browser", house: "House", over: Table) -> None:
    """A server without a chat serves steps and reviews, too."""
    async with house.serving(WebMode.WATCH) as address:
        for part in ("steps", f"steps/1?{VIEW}", "judged"):
            assert (await ana.get(f"{address}/g/{over.code}/{part}")).status == 200


async def test_the_curve(ana: "Browser", over: Table) -> None:
    """The curve has the chances of both sides at each step, which add up to one, to the result."""
    curve = (await judged(ana))["curve"]
    last = (await step(ana, 0))["last"]
    assert [each[0] for each in curve] == [*range(last + 1)]
    assert all(sum(each[1:]) == pytest.approx(1, abs=0.002) for each in curve)
    assert curve[-1][1:] == [0, 1]


async def test_chances_in_words(ana: "Browser", over: Table) -> None:
    """The chances at each step are told in words, too."""
    told = (await judged(ana))["chances"]
    assert len(told) == (await step(ana, 0))["last"] + 1
    assert told[0] == "Ana 49% · Ben 51%"
    assert told[-1] == "Ana 0% · Ben 100%"


async def test_a_game_without_a_result(ana: "Browser", house: "House", workers: Workers) -> None:
    """The curve of a game that ended without a result ends with its last position."""
    await played(house, Ending.CLOSED)
    curve = (await judged(ana))["curve"]
    assert curve[-1][1:] == curve[-2][1:]


async def test_the_turning_point(ana: "Browser", over: Table) -> None:
    """The chances changed nowhere more than at the turning point, apart from the end."""
    told = await judged(ana)
    chances = [each[1] for each in told["curve"][:-1]]
    changes = [abs(b - a) for a, b in pairwise(chances)]
    before, after = chances[told["turning"]["step"] - 1 :][:2]
    assert abs(after - before) == max(changes)
    said = f"Chances of Ana: from {round(100 * before)}% to {round(100 * after)}%."
    assert told["turning"]["text"].endswith(said)


async def test_your_turning_point(ana: "Browser", over: Table) -> None:
    """A player is told how their own chances changed, and that they did it."""
    told = await judged(ana, "?seat=1")
    before, after = (each[2] for each in told["curve"][told["turning"]["step"] - 1 :][:2])
    said = f"Your chances: from {round(100 * before)}% to {round(100 * after)}%."
    assert told["turning"]["text"].endswith(said)


async def test_your_side(ana: "Browser", over: Table) -> None:
    """A player is called that among the sides."""
    assert [each["name"] for each in (await judged(ana, "?seat=1"))["sides"]] == ["Ana", "You"]


async def test_the_sides(ana: "Browser", over: Table) -> None:
    """Each side is told how well it played, and how lucky it was."""
    sides = (await judged(ana))["sides"]
    assert [each["name"] for each in sides] == ["Ana", "Ben"]
    assert all("accurate, luck " in each["played"] for each in sides)


async def test_the_worst_moves(ana: "Browser", over: Table) -> None:
    """The worst moves and what was better are among the moves of their steps."""
    worst = (await judged(ana))["worst"]
    assert worst
    for each in worst:
        offered = {move["move"]: move["label"] for move in (await step(ana, each["step"]))["moves"]}
        for choice in (each["played"], each["better"]):
            assert offered[choice["move"]] == choice["label"]
        assert each["played"] != each["better"]
        assert each["better"]["move"] in each["good"]
        assert each["played"]["move"] not in each["good"]
        assert each["lost"].endswith("points")


async def test_a_review_takes_long(
    ana: "Browser", house: "House", over: Table, workers: Workers
) -> None:
    """A review that is being made for somebody else is waited for, and made once."""
    workers.may_end.clear()
    async with house.serving() as address:
        path = f"{address}/g/{over.code}/judged"
        asked = [asyncio.create_task(ana.get(path)) for _ in range(2)]
        await workers.begun.wait()
        workers.may_end.set()
        assert [(await each).status for each in asked] == [200, 200]
    assert workers.reviews == 1


async def test_busy(ana: "Browser", house: "House", over: Table) -> None:
    """If the workers are busy, the answer says when to ask again."""

    async def busy(*_: object) -> Any:
        raise Busy

    house.work = busy
    async with house.serving() as address:
        answer = await ana.get(f"{address}/g/{over.code}/judged")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")

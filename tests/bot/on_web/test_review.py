"""The review of a finished game: its page, its pictures, and the section of the text version."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import pytest

from bot.acts.look.review import ShowReview
from bot.games.catalogue import Games
from bot.on_web.rate_limits import ALIVE
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Platform, User
from bot.table.ports import Operation
from bot.table.seats import Free, Person
from bot.table.settings import Colours
from bot.table.steps import end, play, sit
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from bot.work.workshop import Busy, Urgency
from engine import open_game
from renderer.chart.layout import HEIGHT, WIDTH
from tests.bot.hands import in_thread
from tests.bot.on_web.conftest import PLACE

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Answer, Browser, House

T = TypeVar("T")
ANA, BEN = (Person(User(Platform.WEB, name.lower()), name) for name in ("Ana", "Ben"))
OFFER = Table(
    id=TableId("aaaaaaaaaa"),
    code="reviewed",
    revision=1,
    status=Status.OFFERED,
    header="puluc road=7 warriors=2 table=kernels casts=one",
    seed=bytes(32),
    place=PLACE,
    seats=(ANA, Free()),
    created=1_000_000,
    touched=1_000_000,
)
MOVES = 16
PARTS = ("/review", "/chart.png", "/mistake/1.png")


@dataclass
class Workers:
    """Runs jobs in threads, and counts the reviews."""

    reviews: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
        if urgency is Urgency.REVIEW:
            self.reviews += 1
            self.begun.set()
            await self.may_end.wait()
        return await in_thread(urgency, make, *arguments)


def texts(answer: "Answer", pattern: str) -> list[str]:
    """Return the texts of the parts of a page that a pattern finds."""
    found = re.findall(pattern, answer.text, re.DOTALL)
    return [html.unescape(re.sub("<.*?>", "", each)).strip() for each in found]


async def get(browser: "Browser", part: str = "/text", **headers: str) -> "Answer":
    """Request a part of the game's page."""
    return await browser.get(f"/g/{OFFER.code}{part}", headers)


@pytest.fixture
def workers(house: "House") -> Workers:
    """The workers of the house, which finish reviews at once unless a test has them wait."""
    house.work = workers = Workers()
    workers.may_end.set()
    return workers


async def played(house: "House", ending: Ending, moves: int = MOVES) -> Table:
    """Store a game that Ana has ended after so many moves, each of which was the last on offer."""
    store, game, hands = house.store, open_game(OFFER.header), Hands(FairCorn())
    await store.create(OFFER, Operation("offer"))
    step = sit(OFFER, game, 1, BEN, hands, OFFER.created)
    for number in range(moves):
        await store.commit(step.table, step.entries, Operation(f"move-{number}"), [])
        position = game.read_position(step.table.position)
        seat, choices = game.phase(position)
        move = game.write_move(choices[-1])
        step = play(step.table, game, position, seat, move, hands, OFFER.created)
    await store.commit(step.table, step.entries, Operation("last-move"), [])
    places = ((1,), (0,)) if ending is Ending.RESIGNED else ()
    over = end(step.table, ending, OFFER.created, by=0, places=places).table
    await store.commit(over, (), Operation("end"), [])
    return over


@pytest.fixture
async def over(house: "House") -> Table:
    """A game that Ana has resigned."""
    return await played(house, Ending.RESIGNED)


async def test_the_lines(ana: "Browser", over: Table) -> None:
    """The page tells how accurate and how lucky each player was, and how it was judged."""
    told = texts(await get(ana, "/review"), "<p>(.*?)</p>")
    assert [line.partition(":")[0] for line in told[:4]] == [
        *("Ana", "Ben", "Luckiest throw", "Unluckiest throw")
    ]
    assert all("% accurate" in line for line in told[:2])
    assert told[4:] == [
        "A point is one percentage point of the chance to win.",
        "Estimated by the network behind the level hard.",
    ]


async def test_the_chart(ana: "Browser", over: Table) -> None:
    """The chart has an alt text, its size, and a variant for dark pages."""
    text = (await get(ana, "/review")).text
    (chart,) = re.findall('<div id="chart".*?</div>', text)
    path = f"/g/{OFFER.code}/chart.png"
    assert f'<source srcset="{path}?theme=dark" media="(prefers-color-scheme: dark)">' in chart
    assert f'<img src="{path}" width="{WIDTH}" height="{HEIGHT}" alt="Chances to win' in chart


async def test_the_worst_moves(ana: "Browser", over: Table) -> None:
    """Each of the worst moves links to its step: what was played there is in the next one."""
    answer, steps = await get(ana, "/review"), texts(await get(ana), r'<li><a href="\?step.*?</li>')
    assert texts(answer, "<li>.*?</li>") == [
        "At step 10, Ben played 4 → 2 (40% to win), but Enter → 6 was better (50%).",
        "At step 13, Ana played 4 → 6 (40% to win), but Enter → 2 was better (50%).",
    ]
    links = re.findall(r'<li><a href="/g/reviewed/text\?step=(\d+)">', answer.text)
    assert links == ["10", "13"]
    assert steps[10].endswith("Ben to play: 2")
    assert steps[11].startswith("Ben moves from 4 to 2.")
    assert steps[13].endswith("Ana to play: 2")
    assert steps[14].startswith("Ana moves from 4 to 6.")


async def test_pictures_of_the_worst_moves(ana: "Browser", over: Table) -> None:
    """Each of the worst moves has a picture, which is loaded when it comes into view."""
    text = (await get(ana, "/review")).text
    for number in (1, 2):
        (shown,) = re.findall(rf'<img src="/g/reviewed/mistake/{number}.png".*?>', text)
        assert 'loading="lazy"' in shown
        assert 'alt="Before: ' in shown


async def test_a_game_without_mistakes(ana: "Browser", house: "House") -> None:
    """If no move was bad, the list of the worst moves is hidden."""
    await played(house, Ending.RESIGNED, moves=1)
    answer = await get(ana, "/review")
    assert '<section id="worst" hidden>' in answer.text
    assert "No move cost a point or more." in answer.text


async def test_a_game_without_a_result(ana: "Browser", house: "House") -> None:
    """A game that ended without a result has a review."""
    await played(house, Ending.CLOSED)
    assert (await get(ana, "/review")).status == 200


@pytest.mark.parametrize("part", PARTS[1:])
@pytest.mark.parametrize("theme", [*Colours])
async def test_colours(ana: "Browser", over: Table, part: str, theme: Colours) -> None:
    """The pictures are available in every theme, with maize as the default."""
    answer, usual = await get(ana, f"{part}?theme={theme}"), await get(ana, part)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.body.startswith(b"\x89PNG")
    assert (answer.body == usual.body) == (theme is Colours.MAIZE)


@pytest.mark.parametrize(
    "part",
    ["/chart.png?theme=pink", "/mistake/1.png?theme=pink", "/mistake/0.png", "/mistake/3.png"],
)
async def test_no_such_picture(ana: "Browser", over: Table, part: str) -> None:
    """An unknown theme, or a move that isn't among the worst, is not found."""
    assert (await get(ana, part)).status == 404


@pytest.mark.parametrize("part", PARTS)
async def test_no_change(ana: "Browser", over: Table, part: str) -> None:
    """A client that has the page or picture isn't sent it again."""
    tag = (await get(ana, part)).headers["ETag"]
    answer = await get(ana, part, **{"If-None-Match": tag})
    assert (answer.status, answer.body) == (304, b"")


async def test_a_change(ana: "Browser", house: "House", over: Table) -> None:
    """A finished game that changes, because a player is forgotten, has a new review."""
    before = await get(ana, "/review")
    seats = (over.seats[0], replace(BEN, name="Former player"))
    vars(house.store)["_tables"][over.id] = replace(over, seats=seats)
    after = await get(ana, "/review", **{"If-None-Match": before.headers["ETag"]})
    assert "Ben" in before.text
    assert after.status == 200
    assert "Ben" not in after.text


async def test_the_section(ana: "Browser", over: Table) -> None:
    """The text version of a finished game has a section for the review, with a link to its page."""
    text = (await get(ana)).text
    (section,) = re.findall('<section id="review".*?</section>', text, re.DOTALL)
    assert "hidden" not in section
    assert '<p><a href="/g/reviewed/review">Show the review</a></p>' in section


async def test_the_page_does_not_wait(
    ana: "Browser", house: "House", over: Table, workers: Workers
) -> None:
    """The text version of a finished game makes no review."""
    async with house.serving() as address:
        await ana.get(f"{address}/g/{over.code}/text")
    assert workers.reviews == 0


async def unplayed(house: "House") -> None:
    """Store a challenge that was cancelled."""
    await house.store.create(OFFER, Operation("offer"))
    over = end(OFFER, Ending.CANCELLED, OFFER.created).table
    await house.store.commit(over, (), Operation("end"), [])


async def running(house: "House") -> None:
    """Store a game that is being played."""
    await house.store.create(OFFER, Operation("offer"))
    step = sit(OFFER, open_game(OFFER.header), 1, BEN, Hands(FairCorn()), OFFER.created)
    await house.store.commit(step.table, step.entries, Operation("sit"), [])


@pytest.mark.parametrize(
    ("store", "why"),
    [
        (unplayed, "That game ended before the first move, so there's nothing to review."),
        (running, "You can review a game once it is over."),
    ],
)
async def test_no_review(
    ana: "Browser", house: "House", store: Callable[["House"], Awaitable[None]], why: str
) -> None:
    """A game that is running or was never played has no section and no review."""
    await store(house)
    assert re.search('<section id="review"[^>]* hidden>', (await get(ana)).text)
    for part in PARTS:
        answer = await get(ana, part)
        assert answer.status == 404
        assert why in html.unescape(answer.text)


async def test_no_judge(ana: "Browser", over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that no judge knows has no section and no review."""
    monkeypatch.setattr(Games, "has_judge", lambda *_: False)
    assert re.search('<section id="review"[^>]* hidden>', (await get(ana)).text)
    for part in PARTS:
        answer = await get(ana, part)
        assert answer.status == 404
        assert "I can't judge this game." in html.unescape(answer.text)


async def test_work_is_shared(
    ana: "Browser", house: "House", over: Table, workers: Workers
) -> None:
    """Everyone who asks for a game's review, at once or later, shares one."""
    async with house.serving() as address:
        asked = [f"{address}/g/{over.code}{part}" for part in (*PARTS, "/chart.png?theme=dark")]
        for _ in range(2):
            answers = await asyncio.gather(*map(ana.get, asked * 3))
            assert {answer.status for answer in answers} == {200}
    assert workers.reviews == 1


async def test_a_visitor_who_leaves(
    ana: "Browser", house: "House", over: Table, workers: Workers
) -> None:
    """A review goes on for the next visitor if the one who asked for it has left."""
    async with house.serving() as address:
        workers.may_end.clear()
        request = asyncio.create_task(ana.get(f"{address}/g/{over.code}/review"))
        await workers.begun.wait()
        request.cancel()
        assert (await ana.get(f"{address}{ALIVE}")).status == 200  # the server sees that they left
        workers.may_end.set()
        assert (await ana.get(f"{address}/g/{over.code}/review")).status == 200
    assert workers.reviews == 1


@pytest.mark.parametrize("part", PARTS)
async def test_too_many_reviews(ana: "Browser", house: "House", over: Table, part: str) -> None:
    """If the workers are busy, the response says so and when to try again."""

    async def busy(*_: object) -> NoReturn:
        raise Busy

    house.work = busy
    async with house.serving() as address:
        answer = await ana.get(f"{address}/g/{over.code}{part}")
    assert answer.status == 503
    assert answer.headers["Retry-After"] == "5"


async def test_captions_are_not_repeated(ana: "Browser", over: Table) -> None:
    """In the chat, a review tells the worst moves below their pictures, and not once more."""
    answer = (await ana.press(ShowReview(over.id).code)).json
    captions = [figure["caption"] for figure in answer["figures"]]
    assert [caption.partition(",")[0] for caption in captions[1:]] == [
        "1. At step 10",
        "2. At step 13",
    ]
    assert not set(captions) & set(answer["lines"])

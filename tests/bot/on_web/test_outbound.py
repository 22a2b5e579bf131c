"""Cards in the chat: what they contain and where they are posted."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.look.rules import Rules
from bot.on_web import payloads
from bot.on_web.outbound import WebOutbound
from bot.show.outbound import Barrier, Remains, Unconfirmed, Unshowable
from bot.show.page import Mention, Page
from bot.store.memory import MemoryChannels
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Shown, Unsafe
from bot.texts.catalogue import Catalogue
from engine.text import Name, Text

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import House

PLACE = Place(Platform.WEB, "maize")
TABLE = TableId("k3f9qd7m2x")
TURN = Text("status.turn", name=Name("<b>Ana</b>"))
BEN = Text("name.person", name=Name("Ben"))
PAGE = Page(
    table=TABLE,
    code="secret",
    revision=4,
    lines=(Text("challenge.none"), TURN),
    turn=TURN,
    picture=None,
    buttons=(Button(Text("button.rules"), Rules(TABLE)),),
    mentions=(Mention(User(Platform.WEB, "ana"), "Ana"),),
    mover=User(Platform.WEB, "ana"),
    live=True,
    title=Text("board.title", ruleset="Puluc", names=(Text("name.person", name=Name("Ana")), BEN)),
)


class Wall:
    """Shows a table repeatedly, as the outbox does."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.shown: Shown | None = None
        self.outbound = WebOutbound(house.channels, Catalogue(), lambda: self.house.now)

    async def show(self, revision: int, *, recorded: bool = True, **changes: Any) -> None:
        """Show a revision; without `recorded`, as if the process crashed before it was recorded."""
        page = replace(PAGE, revision=revision, **changes)
        message = await self.outbound.show(PLACE, page, self.shown)
        if recorded:
            self.shown = Shown(revision, message)

    async def chatter(self, count: int) -> None:
        for number in range(count):
            body = '{"kind":"notice","text":"x"}'
            await self.house.channels.post("maize", f"x{self.house.now}.{number}", body)

    async def kinds(self) -> list[str]:
        """Return the kinds of the messages, and for cards the revision instead."""
        messages = await self.house.messages()
        kinds = [m.body.partition('"kind":"')[2].partition('"')[0] for m in messages]
        cards = iter(await self.house.bodies("card"))
        return [f"{next(cards)['revision']}" if kind == "card" else kind for kind in kinds]


@pytest.fixture
def wall(house: "House") -> Wall:
    return Wall(house)


async def test_body(wall: Wall, house: "House") -> None:
    """A card's body has everything that the page shows, in plain text."""
    await wall.show(4)
    assert await house.bodies("card") == [
        {
            "kind": "card",
            "table": TABLE,
            "code": "secret",
            "revision": 4,
            "title": "Puluc: Ana and Ben",
            "standing": ["<b>Ana</b> to move"],
            "mover": "ana",
            "mentions": ["ana"],
            "asks": False,
            "live": True,
            "path": "/g/secret",
            "posted": 1_000_000,
        }
    ]


SCORE = Text("match.parties", name="1", other="0")
FIRST, SECOND = Text("board.moved-away"), Text("board.moved-down")


@pytest.mark.parametrize(
    ("changes", "standing"),
    [
        ({"standing": (SCORE,)}, (TURN, SCORE)),
        ({"live": False, "standing": (FIRST, SCORE)}, (FIRST, SCORE)),
        ({"turn": None, "lines": (FIRST, SECOND)}, (FIRST,)),
        ({"turn": None, "lines": (SCORE, FIRST, SECOND), "standing": (SCORE,)}, (SCORE, FIRST)),
        ({"turn": None, "live": False, "lines": (FIRST, SECOND)}, (FIRST,)),
    ],
    ids=["in a match", "over", "offered", "the next game of a match", "declined"],
)
async def test_how_a_game_stands(
    wall: Wall, house: "House", changes: dict[str, Any], standing: tuple[Text, ...]
) -> None:
    """A card says whose turn it is, how the game ended, or what it waits for, and the score."""
    await wall.show(1, **changes)
    (body,) = await house.bodies("card")
    assert body["standing"] == [Catalogue().voice("en")(line) for line in standing]


async def test_a_player_on_another_platform(wall: Wall, house: "House") -> None:
    """A player on another platform is not mentioned."""
    ana = User(Platform.TELEGRAM, "ana")
    await wall.show(1, mentions=(Mention(ana, "Ana"),), mover=ana)
    (body,) = await house.bodies("card")
    assert (body["mentions"], body["mover"]) == ([], None)


async def test_edit(wall: Wall) -> None:
    """A card among the three newest messages is edited in place."""
    await wall.show(1)
    await wall.chatter(2)
    await wall.show(2)
    assert await wall.kinds() == ["2", "notice", "notice"]


async def test_move_down(wall: Wall) -> None:
    """A card further up is posted again when it calls somebody, and the old one disappears."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2)
    assert await wall.kinds() == ["", "notice", "notice", "notice", "2"]


@pytest.mark.parametrize(
    "changes", [{"mentions": ()}, {"called": True}, {"silent": True}], ids=["nobody", "again", "no"]
)
async def test_stay(wall: Wall, changes: dict[str, Any]) -> None:
    """A card further up that calls nobody, or nobody anew, is edited in place."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2, **changes)
    assert await wall.kinds() == ["2", "notice", "notice", "notice"]


async def test_deleted_messages_do_not_count(wall: Wall, house: "House") -> None:
    """Deleted messages don't count when the bot decides whether to edit a card in place."""
    await wall.show(1)
    await wall.chatter(3)
    for message in (await house.messages())[1:]:
        await house.channels.drop("maize", message.id)
    await wall.show(2)
    assert (await wall.kinds())[0] == "2"


async def test_a_board_of_an_earlier_version(wall: Wall, house: "House") -> None:
    """What an earlier version has posted as a board becomes the card of its game."""
    await wall.show(1)
    (card,) = await house.messages()
    board = json.loads(card.body) | {
        "kind": "board",
        "watch": "/g/secret",
        "lines": [],
        "words": {},
    }
    for name in ("path", "code", "standing"):
        del board[name]
    await house.channels.post("maize", card.id, json.dumps(board))
    seen = payloads.read((await house.messages())[0].body)
    assert seen == json.loads(card.body) | {"standing": []}
    await wall.show(2)
    assert await wall.kinds() == ["2"]


async def test_again_after_long(wall: Wall, house: "House") -> None:
    """A card further up is posted again even if its revision is the same."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(1)
    assert await wall.kinds() == ["", "notice", "notice", "notice", "1"]


async def test_down_and_down(wall: Wall, house: "House") -> None:
    """A card that moves down twice leaves nothing behind."""
    await wall.show(1)
    for revision in (2, 3):
        house.now += 1
        await wall.chatter(3)
        await wall.show(revision)
    assert [kind for kind in await wall.kinds() if kind != "notice"] == ["", "", "3"]


async def test_a_board_that_is_asked_for(wall: Wall) -> None:
    """A card that is shown again unchanged is reposted, even if it's the newest message."""
    await wall.show(1)
    await wall.show(1)
    assert await wall.kinds() == ["", "1"]


@pytest.mark.parametrize("revision", [1, 2])
async def test_crash_after_the_first_post(wall: Wall, revision: int) -> None:
    """A card that was posted but not recorded is found again, not posted twice."""
    await wall.show(1, recorded=False)
    await wall.show(revision)
    assert await wall.kinds() == [str(revision)]


@pytest.mark.parametrize("revision", [2, 3])
async def test_crash_after_moving_down(wall: Wall, revision: int) -> None:
    """A card that had moved down but wasn't recorded there is found there."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2, recorded=False)
    await wall.show(revision)
    assert await wall.kinds() == ["", "notice", "notice", "notice", str(revision)]


async def test_crash_after_a_reminder(wall: Wall) -> None:
    """A reminder that was posted but not recorded is found again, and mentions nobody twice."""
    await wall.show(1)
    await wall.chatter(3)
    for recorded in (False, True):
        await wall.show(2, recorded=recorded, calls=True)
    assert await wall.kinds() == ["", "notice", "notice", "notice", "2"]


async def test_crash_before_retiring(wall: Wall, house: "House") -> None:
    """An old card that remained after a crash is retired the next time the card is shown."""
    await wall.show(1)
    await wall.chatter(3)
    (old,) = [m for m in await house.messages() if '"card"' in m.body]
    await wall.show(2, recorded=False)
    await house.channels.post("maize", old.id, old.body)
    await wall.show(2)
    assert await wall.kinds() == ["", "notice", "notice", "notice", "2"]


async def test_forgotten_message(wall: Wall, house: "House") -> None:
    """A card whose message the channel no longer keeps is posted again."""
    await wall.show(1)
    house.channels = MemoryChannels()
    wall.outbound = WebOutbound(house.channels, Catalogue(), lambda: house.now)
    await wall.show(2)
    assert await wall.kinds() == ["2"]


async def test_two_tables(wall: Wall, house: "House") -> None:
    """A card never replaces another table's message."""
    await wall.show(1)
    other = Wall(house)
    await other.show(7, table=TableId("aaaaaaaaaa"), buttons=())
    await wall.show(2)
    assert await wall.kinds() == ["2", "7"]


@pytest.mark.parametrize("remains", [Remains.NOTE, Remains.NOTHING])
async def test_retire(wall: Wall, house: "House", remains: Remains) -> None:
    """A retired card leaves a note, or is deleted."""
    await wall.show(1)
    assert wall.shown is not None
    for _ in range(2):
        await wall.outbound.retire(
            PLACE, wall.shown.message, PAGE.table, note=Text("board.moved-away"), remains=remains
        )
    texts = [body["text"] for body in await house.bodies("moved")]
    assert texts == ([] if remains is Remains.NOTHING else ["This game is now shown elsewhere."])
    assert await house.bodies("card") == []


async def test_retire_a_deleted_message(wall: Wall, house: "House") -> None:
    """Retiring a message that the channel no longer keeps doesn't post it again."""
    await wall.outbound.retire(
        PLACE, "gone@1", PAGE.table, note=Text("board.moved-away"), remains=Remains.NOTE
    )
    assert await house.messages() == []


async def test_a_reminder(wall: Wall) -> None:
    """A reminder posts a card again that is further up, even if it mentions nobody anew."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2, calls=True, called=True)
    assert await wall.kinds() == ["", "notice", "notice", "notice", "2"]


async def test_no_private_reminders(wall: Wall) -> None:
    """The web chat has no private messages, so a private reminder is refused."""
    place = Place(Platform.WEB, "@ana")
    with pytest.raises(Unshowable) as refused:
        await wall.outbound.show(place, PAGE, None)
    assert refused.value.reason is Barrier.REFUSED


async def test_presence_is_unknown(wall: Wall) -> None:
    """Nobody is ever declared gone from a web channel."""
    place = Place(Platform.WEB, "maize")
    assert await wall.outbound.presence(place, User(Platform.WEB, "ana")) is Presence.UNKNOWN


async def test_a_silent_step(wall: Wall) -> None:
    """A step that is not worth a new message edits the card, however far up it is."""
    await wall.show(1)
    await wall.chatter(5)
    await wall.show(2, silent=True)
    assert await wall.kinds() == ["2", *["notice"] * 5]


class Careful(MemoryChannels):
    """Channels whose replicas don't confirm safe posts as long as they are `behind`."""

    behind = True

    async def post(self, *arguments: Any, safe: bool = False, **options: Any) -> int:
        version = await super().post(*arguments, **options)
        if safe and self.behind:
            raise Unsafe
        return version


@pytest.fixture
def careful(house: "House") -> Careful:
    house.channels = Careful()
    return house.channels


async def test_a_board_that_no_replica_has(careful: Careful, wall: Wall, house: "House") -> None:
    """A card is not noted as shown, and tried again, until a replica has it."""
    for _ in range(3):
        with pytest.raises(Unconfirmed):
            await wall.show(4)
    assert wall.shown is None
    careful.behind = False
    await wall.show(4)
    assert wall.shown is not None
    assert await wall.kinds() == ["4"]


async def test_an_old_board_that_no_replica_has(
    careful: Careful, wall: Wall, house: "House"
) -> None:
    """A card is replaced by its successor even if no replica has that yet."""
    careful.behind = False
    await wall.show(4)
    await wall.chatter(5)
    careful.behind = True
    with pytest.raises(Unconfirmed):
        await wall.show(5)
    assert [board["revision"] for board in await house.bodies("card")] == [5]


async def test_a_board_lost_in_a_failover(careful: Careful, wall: Wall, house: "House") -> None:
    """A card that was lost before a replica had it is posted again."""
    with pytest.raises(Unconfirmed):
        await wall.show(4)
    (lost,) = await house.messages()
    await careful.drop("maize", lost.id)
    careful.behind = False
    await wall.show(4)
    assert await wall.kinds() == ["4"]


async def test_a_reminder_that_no_replica_has(careful: Careful, wall: Wall, house: "House") -> None:
    """A reminder that no replica has is not posted a second time."""
    careful.behind = False
    await wall.show(4)
    await wall.chatter(3)
    careful.behind = True
    for _ in range(2):
        with pytest.raises(Unconfirmed):
            await wall.show(5, calls=True)
    assert [board["revision"] for board in await house.bodies("card")] == [5]

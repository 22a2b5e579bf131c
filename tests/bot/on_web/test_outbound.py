"""Boards in the chat: what they contain and where they are posted."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.look.rules import Rules
from bot.acts.play.move import Move
from bot.games.family import Area, Areas, Way
from bot.on_web.outbound import WebOutbound
from bot.show.outbound import Barrier, Remains, Unconfirmed, Unshowable
from bot.show.page import Mention, Page, Picture
from bot.store.memory import MemoryChannels
from bot.table.button import Button, Style
from bot.table.ids import TableId
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Shown, Unsafe
from bot.table.settings import Colours, Look, Viewpoint
from bot.texts.catalogue import Catalogue
from engine.text import Name, Text

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import House

PLACE = Place(Platform.WEB, "maize")
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1200).to_bytes(4) + (520).to_bytes(4)
TABLE = TableId("k3f9qd7m2x")
FIRST, FOURTH, SEVENTH = (Area(left, 0.5, 0.08, 0.25) for left in (0.1, 1 / 3, 0.6))
AREAS = Areas({"4+3": Way(FOURTH, SEVENTH)}, (Way(FIRST, FOURTH),), Area(0.8, 0, 0.2, 0.1))
BEN = Text("name.person", name=Name("Ben"))
PAGE = Page(
    table=TABLE,
    code="secret",
    revision=4,
    lines=(Text("status.turn", name=Name("<b>Ana</b>")),),
    picture=Picture(PNG, "A road of 11 spaces.", areas=AREAS),
    buttons=(
        Button(
            Text("move.step", start=4, end=7),
            Move(TABLE, 4, "4+3"),
            Style.CAPTURE,
            move="4+3",
        ),
        Button(Text("button.rules"), Rules(TABLE)),
    ),
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
        """Return the kinds of the messages, and for boards the revision instead."""
        messages = await self.house.messages()
        kinds = [m.body.partition('"kind":"')[2].partition('"')[0] for m in messages]
        boards = iter(await self.house.bodies("board"))
        return [f"{next(boards)['revision']}" if kind == "board" else kind for kind in kinds]


@pytest.fixture
def wall(house: "House") -> Wall:
    return Wall(house)


async def test_body(wall: Wall, house: "House") -> None:
    """A board's body has everything that the page shows, in plain text."""
    await wall.show(4)
    assert await house.bodies("board") == [
        {
            "kind": "board",
            "table": TABLE,
            "revision": 4,
            "title": "Puluc: Ana and Ben",
            "lines": ["<b>Ana</b> to move"],
            "alt": "A road of 11 spaces.",
            "picture": f"/picture/{TABLE}/4.png?view=fixed",
            "dark": f"/picture/{TABLE}/4.png?theme=dark&view=fixed",
            "size": [1200, 520],
            "last": [[[0.1, 0.5, 0.08, 0.25], [0.3333, 0.5, 0.08, 0.25]]],
            "cast": [0.8, 0.0, 0.2, 0.1],
            "buttons": [
                {
                    "label": "4 → 7",
                    "code": f"1move.{TABLE}.4.4+3",
                    "style": "capture",
                    "way": [[0.3333, 0.5, 0.08, 0.25], [0.6, 0.5, 0.08, 0.25]],
                },
                {"label": "Rules", "code": f"1r.{TABLE}", "style": "plain"},
            ],
            "mentions": ["ana"],
            "asks": False,
            "mover": "ana",
            "live": True,
            "asks_word": False,
            "words": {},
            "give_word": None,
            "watch": "/g/secret",
            "fair": None,
            "posted": 1_000_000,
        }
    ]


async def test_a_theme_that_was_chosen(wall: Wall, house: "House") -> None:
    """If the channel has a theme, all pages show the same picture."""
    await wall.show(1, look=Look(Colours.CONTRAST, Viewpoint.MOVER))
    (body,) = await house.bodies("board")
    assert body["picture"] == f"/picture/{TABLE}/1.png?theme=contrast&view=mover"
    assert body["dark"] is None


async def test_no_picture_yet(wall: Wall, house: "House") -> None:
    """An offer's board has no picture, and may have no mention."""
    await wall.show(1, picture=None, mentions=())
    (body,) = await house.bodies("board")
    assert (body["picture"], body["alt"], body["mentions"]) == (None, None, [])


async def test_a_player_on_another_platform(wall: Wall, house: "House") -> None:
    """A player on another platform is not mentioned."""
    ana = User(Platform.TELEGRAM, "ana")
    await wall.show(1, mentions=(Mention(ana, "Ana"),), mover=ana)
    (body,) = await house.bodies("board")
    assert (body["mentions"], body["mover"]) == ([], None)


async def test_edit(wall: Wall) -> None:
    """A board among the three newest messages is edited in place."""
    await wall.show(1)
    await wall.chatter(2)
    await wall.show(2)
    assert await wall.kinds() == ["2", "notice", "notice"]


async def test_move_down(wall: Wall, house: "House") -> None:
    """A board further up is posted again, and a note replaces the old one."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2)
    assert await wall.kinds() == ["moved", "notice", "notice", "notice", "2"]
    assert (await house.bodies("moved"))[0]["text"] == "There's a newer message below."


async def test_deleted_messages_do_not_count(wall: Wall, house: "House") -> None:
    """Deleted messages don't count when the bot decides whether to edit a board in place."""
    await wall.show(1)
    await wall.chatter(3)
    for message in (await house.messages())[1:]:
        await house.channels.drop("maize", message.id)
    await wall.show(2)
    assert (await wall.kinds())[0] == "2"


async def test_old_message(wall: Wall, house: "House") -> None:
    """A board whose message is 50 minutes old is posted again, even if it's the newest."""
    await wall.show(1)
    house.now += 49 * 60
    await wall.show(2)
    house.now += 60
    await wall.show(3)
    assert await wall.kinds() == ["moved", "3"]


async def test_again_after_long(wall: Wall, house: "House") -> None:
    """A board further up is posted again even if its revision is the same."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(1)
    assert await wall.kinds() == ["moved", "notice", "notice", "notice", "1"]


async def test_down_and_down(wall: Wall, house: "House") -> None:
    """A board that moves down twice leaves two notes, and there is only one board."""
    await wall.show(1)
    for revision in (2, 3):
        house.now += 1
        await wall.chatter(3)
        await wall.show(revision)
    assert [kind for kind in await wall.kinds() if kind != "notice"] == ["moved", "moved", "3"]


async def test_a_board_that_is_asked_for(wall: Wall) -> None:
    """A board that is shown again unchanged is reposted, even if it's the newest message."""
    await wall.show(1)
    await wall.show(1)
    assert await wall.kinds() == ["moved", "1"]


@pytest.mark.parametrize("revision", [1, 2])
async def test_crash_after_the_first_post(wall: Wall, revision: int) -> None:
    """A board that was posted but not recorded is found again, not posted twice."""
    await wall.show(1, recorded=False)
    await wall.show(revision)
    assert await wall.kinds() == [str(revision)]


@pytest.mark.parametrize("revision", [2, 3])
async def test_crash_after_moving_down(wall: Wall, revision: int) -> None:
    """A board that had moved down but wasn't recorded there is found there."""
    await wall.show(1)
    await wall.chatter(3)
    await wall.show(2, recorded=False)
    await wall.show(revision)
    assert await wall.kinds() == ["moved", "notice", "notice", "notice", str(revision)]


async def test_crash_after_a_reminder(wall: Wall) -> None:
    """A reminder that was posted but not recorded is found again, and mentions nobody twice."""
    await wall.show(1)
    await wall.chatter(1)
    for recorded in (False, True):
        await wall.show(2, recorded=recorded, calls=True)
    assert await wall.kinds() == ["", "notice", "2"]


async def test_crash_before_retiring(wall: Wall, house: "House") -> None:
    """An old board that remained after a crash is retired the next time the board is shown."""
    await wall.show(1)
    await wall.chatter(3)
    (old,) = [m for m in await house.messages() if '"board"' in m.body]
    await wall.show(2, recorded=False)
    await house.channels.post("maize", old.id, old.body)
    await wall.show(2)
    assert await wall.kinds() == ["moved", "notice", "notice", "notice", "2"]


async def test_forgotten_message(wall: Wall, house: "House") -> None:
    """A board whose message the channel no longer keeps is posted again."""
    await wall.show(1)
    house.channels = MemoryChannels()
    wall.outbound = WebOutbound(house.channels, Catalogue(), lambda: house.now)
    await wall.show(2)
    assert await wall.kinds() == ["2"]


async def test_two_tables(wall: Wall, house: "House") -> None:
    """A board never replaces another table's message."""
    await wall.show(1)
    other = Wall(house)
    await other.show(7, table=TableId("aaaaaaaaaa"), buttons=())
    await wall.show(2)
    assert await wall.kinds() == ["2", "7"]


@pytest.mark.parametrize("remains", [Remains.NOTE, Remains.NOTHING])
async def test_retire(wall: Wall, house: "House", remains: Remains) -> None:
    """A retired board leaves a note, or is deleted."""
    await wall.show(1)
    assert wall.shown is not None
    for _ in range(2):
        await wall.outbound.retire(
            PLACE, wall.shown.message, PAGE.table, note=Text("board.moved-away"), remains=remains
        )
    texts = [body["text"] for body in await house.bodies("moved")]
    assert texts == ([] if remains is Remains.NOTHING else ["This game is now shown elsewhere."])
    assert await house.bodies("board") == []


async def test_retire_a_deleted_message(wall: Wall, house: "House") -> None:
    """Retiring a message that the channel no longer keeps doesn't post it again."""
    await wall.outbound.retire(
        PLACE, "gone@1", PAGE.table, note=Text("board.moved-away"), remains=Remains.NOTE
    )
    assert await house.messages() == []


async def test_a_reminder_replaces_the_board(wall: Wall) -> None:
    """A reminder is a new message, and the board that it repeats disappears."""
    await wall.show(1)
    await wall.chatter(1)
    await wall.show(2, calls=True)
    assert await wall.kinds() == ["", "notice", "2"]


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
    """A step that is not worth a new message edits the board, however far up it is."""
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
    """A board is not noted as shown, and tried again, until a replica has it."""
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
    """A board is replaced by its successor even if no replica has that yet."""
    careful.behind = False
    await wall.show(4)
    await wall.chatter(5)
    careful.behind = True
    with pytest.raises(Unconfirmed):
        await wall.show(5)
    assert [board["revision"] for board in await house.bodies("board")] == [5]


async def test_a_board_lost_in_a_failover(careful: Careful, wall: Wall, house: "House") -> None:
    """A board that was lost before a replica had it is posted again."""
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
    careful.behind = True
    for _ in range(2):
        with pytest.raises(Unconfirmed):
            await wall.show(5, calls=True)
    assert [board["revision"] for board in await house.bodies("board")] == [5]

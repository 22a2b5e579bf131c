"""Private reminders and reminders on the board: what the outbox posts, replaces and deletes."""

from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.due import REFUSED
from bot.table.pace import DAY, Pace
from bot.table.people import Place, Platform, User
from bot.table.ports import Store
from bot.table.table import Ending, Status
from tests.bot.show.hall import PLACE, Hall

PRIVATE = Place.private(User(Platform.DISCORD, "ana"))


async def playing(store: Store) -> Hall:
    """Return a game with a pace that has just begun; Ana is to move."""
    hall = Hall(store)
    await hall.begin()
    await hall.step(clock=Clock.start(Pace(3 * DAY), 2, 0, hall.now))
    hall.chat.done.clear()
    return hall


async def call(hall: Hall, place: Place | None, after: float = DAY) -> None:
    """Remind the player to move."""
    before = hall.table.calls.place
    calls = Calls(hall.table.calls.count + 1, int(hall.now), 0, hall.table.revision + 1, place)
    places = tuple(dict.fromkeys(filter(None, (PLACE, before, place))))
    await hall.step(after=after, calls=calls, silent=place is not None, places=places)


async def move(hall: Hall) -> None:
    """Make a move, which ends the reminders of the turn."""
    places = tuple(filter(None, (PLACE, hall.table.calls.place)))
    await hall.step(after=60, calls=Calls(), places=places)


async def test_a_reminder_on_the_board(store: Store) -> None:
    """A reminder posts the board again and deletes the message that it replaces."""
    hall = await playing(store)
    (board,) = [message for message, text in hall.chat.messages.items() if text.isdigit()]
    await call(hall, None)
    assert hall.chat.done == ["post 1/2 at 4", f"retire {board}"]
    assert hall.chat.messages[board] == "deleted"


async def test_a_board_that_replaces_a_reminder(store: Store) -> None:
    """The next turn's board leaves the reminder in the chat, without its buttons."""
    hall = await playing(store)
    await call(hall, None)
    await hall.step(after=DAY, calls=Calls())
    assert hall.chat.messages["1/2"] == "board.moved-down"


async def test_a_private_reminder(store: Store) -> None:
    """A private reminder is posted in the private chat; the board is edited, without a mention."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    assert sorted(hall.chat.done) == ["edit 1/1 at 4", "post @ana/2 at 4"]


async def test_a_private_reminder_replaces_the_last(store: Store) -> None:
    """The second private reminder deletes the first one."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    await call(hall, PRIVATE)
    assert hall.chat.messages["@ana/2"] == "deleted"
    assert hall.chat.messages["@ana/3"] == "5"


async def test_a_move_ends_a_private_reminder(store: Store) -> None:
    """After the move, the private reminder is deleted."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    await move(hall)
    assert hall.chat.messages["@ana/2"] == "deleted"
    assert await store.overdue(Platform.DISCORD) == ()


async def test_other_steps_leave_the_reminder(store: Store) -> None:
    """A step that is not a call, such as an offer, does not remind again."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    hall.chat.done.clear()
    await hall.step(after=60, places=(PLACE, PRIVATE))
    assert "edit @ana/2 at 5" in hall.chat.done


async def test_a_refused_private_reminder(store: Store) -> None:
    """If the platform refuses, that falls due, so that the player is called on the board."""
    hall = await playing(store)
    hall.chat.refuses = True
    await call(hall, PRIVATE)
    due = await store.claim(hall.now)
    assert [each.what for each in due if each.kind == REFUSED] == [f"{REFUSED}:{PRIVATE}"]


async def test_a_private_reminder_links_to_the_board(store: Store) -> None:
    """A private reminder has a link to the board's message."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    page = next(page for page in hall.chat.pages if page.calls and not page.mentions)
    assert [button.url for button in page.buttons if hasattr(button, "url")] == ["link to 1/1"]


async def test_a_game_that_is_over_has_no_reminder(store: Store) -> None:
    """When the game ends, its private reminder is deleted."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    await hall.step(
        status=Status.OVER, ending=Ending.CLOSED, calls=Calls(), clock=None, places=(PLACE, PRIVATE)
    )
    assert hall.chat.messages["@ana/2"] == "deleted"


async def test_reposting_before_a_reminder(store: Store) -> None:
    """A board that was edited is not posted again if a reminder is about to do that."""
    hall = await playing(store)
    begun = Clock.start(Pace(600), 2, 0, hall.now)
    await hall.step(after=10, clock=begun)
    hall.chat.done.clear()
    await hall.wait(301)
    assert hall.chat.done == []


async def test_a_place_that_calls_nobody(store: Store) -> None:
    """A private chat where nobody is called shows nothing, even if it is marked as overdue."""
    hall = await playing(store)
    await hall.store.mark_overdue(hall.table.id, PRIVATE)
    await hall.show()
    assert not any(message.startswith("@ana") for message in hall.chat.messages)

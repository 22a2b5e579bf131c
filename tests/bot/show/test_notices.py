"""Private reminders and reminders on the board: what the outbox posts, replaces and deletes."""

from dataclasses import replace

from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.due import REFUSED
from bot.table.pace import DAY, Pace
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Store
from bot.table.table import Ending, Status, Told
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
    """The next turn's board deletes the reminder."""
    hall = await playing(store)
    await call(hall, None)
    await hall.step(after=DAY, calls=Calls())
    assert hall.chat.messages["1/2"] == "deleted"


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


async def end(hall: Hall, *seats: int, places: tuple[Place, ...] = ()) -> None:
    """Let Ben resign, and tell people that."""
    told = Told(hall.table.revision + 1, seats, places)
    over = {"status": Status.OVER, "ending": Ending.RESIGNED, "ended_by": 1, "places": ((0,), (1,))}
    changed = replace(hall.table, revision=told.revision, told=told, **over)  # type: ignore[arg-type] # fields
    operation = Operation(f"end-{told.revision}")
    await hall.store.commit(changed, (), operation, (PLACE, *places))
    hall.table = changed
    hall.now += 1
    await hall.show()


async def test_the_end_is_posted(store: Store) -> None:
    """An end that somebody is told is posted anew with a mention, also in quick play."""
    hall = await playing(store)
    await end(hall, 0)
    assert hall.chat.done == ["post 1/2 at 4", "retire 1/1"]
    assert [each.name for each in hall.chat.pages[-1].mentions] == ["Ana"]
    assert not hall.chat.pages[-1].called


async def test_an_end_that_nobody_is_told(store: Store) -> None:
    """An end that nobody is told is shown in the message of the board."""
    hall = await playing(store)
    await end(hall)
    assert hall.chat.done == ["edit 1/1 at 4"]


async def test_the_end_again(store: Store) -> None:
    """A last board that is asked for again mentions nobody again."""
    hall = await playing(store)
    await end(hall, 0)
    for _ in range(3):
        hall.now += DAY
        await hall.store.mark_overdue(hall.table.id, PLACE)
        await hall.show()
        assert hall.chat.done[-2].startswith("post ")
        assert hall.chat.pages[-1].called


async def test_the_end_in_private(store: Store) -> None:
    """Who is told in private gets the last board there, with a link to it."""
    hall = await playing(store)
    await end(hall, places=(PRIVATE,))
    assert sorted(hall.chat.done) == ["edit 1/1 at 4", "post @ana/2 at 4"]
    (page,) = [page for page in hall.chat.pages if page.calls]
    assert [text.key for text in page.lines[:1]] == ["board.title"]
    assert any(text.key == "ended.resigned" for text in page.lines)
    assert page.mentions == ()
    assert page.commitment is None


async def test_the_end_after_a_reminder(store: Store) -> None:
    """The end replaces the private reminder of the last turn."""
    hall = await playing(store)
    await call(hall, PRIVATE)
    hall.chat.done.clear()
    await end(hall, places=(PRIVATE,))
    assert hall.chat.messages["@ana/2"] == "deleted"
    assert hall.chat.messages["@ana/3"] == "5"


async def test_the_end_refused_in_private(store: Store) -> None:
    """If the platform refuses the private message, the board mentions the person."""
    hall = await playing(store)
    hall.chat.refuses = True
    await end(hall, places=(PRIVATE,))
    await hall.wait(1)
    await hall.wait(1)
    assert [each.name for each in hall.chat.pages[-1].mentions] == ["Ana"]
    assert hall.chat.done[-2].startswith("post 1/")


async def test_a_board_again(store: Store) -> None:
    """A board whose message has mentioned the player to move is posted again without a mention."""
    hall = await playing(store)
    await hall.step(after=DAY, clock=Clock.start(Pace(3 * DAY), 2, 1, hall.now + DAY))
    assert hall.chat.done[-2].startswith("post ")
    assert not hall.chat.pages[-1].called
    hall.now += 60
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.show()
    assert hall.chat.done[-2].startswith("post ")
    assert hall.chat.pages[-1].called


async def test_an_edited_board_again(store: Store) -> None:
    """A board that was edited in quick play, and mentioned nobody, mentions the player to move."""
    hall = await playing(store)
    await hall.step(after=10)
    assert hall.chat.done[-1].startswith("edit ")
    hall.now += 60
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.show()
    assert hall.chat.done[-2].startswith("post ")
    assert not hall.chat.pages[-1].called

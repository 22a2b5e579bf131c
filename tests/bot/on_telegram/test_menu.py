"""A game's menu, which opens in the private chat wherever the game is."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Status

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.people import Person
    from tests.bot.on_telegram.conftest import Village


async def menu(village: "Village", board: "Message", person: "Person") -> "Message":
    """Let a person open the menu of a board in a group or an inline message, and return it."""
    answer = await village.press(person, board, "…")
    assert answer.url is not None
    assert answer.text == ""
    person.open(answer.url)
    await village.hear()
    return person.private.last


async def test_in_a_group(village: "Village") -> None:
    """The button in a group opens the menu in the private chat and posts nothing in the group."""
    board = await village.play()
    opened = await menu(village, board, village.ana)
    assert opened.text.startswith("Puluc (game ")
    assert "Offer draw" in opened.labels
    assert village.board is board


async def test_on_an_inline_board(village: "Village") -> None:
    """The button of an inline message opens the menu in the private chat, too."""
    opened = await menu(village, await village.play_inline(), village.ben)
    assert "Nudge" in opened.labels


async def test_for_a_spectator(village: "Village") -> None:
    """The menu of a spectator has nothing that changes the game."""
    board = await village.play()
    own = set((await menu(village, board, village.ana)).labels)
    shared = own & set((await menu(village, board, village.eva)).labels)
    assert "Rules" in shared
    assert {"Offer draw", "Pause", "Abort"} <= own - shared


async def test_in_private(village: "Village") -> None:
    """In the private chat the menu is the next message, and offers board and settings, too."""
    offer = await village.say(village.ana, "/practice", at=village.ana.private)
    await village.press(village.ana, offer, "Start")
    answer = await village.press(village.ana, offer, "…")
    assert (answer.url, answer.text) == (None, "")
    opened = village.ana.private.last
    assert opened is not offer
    assert {"Show board here", "Settings"} <= set(opened.labels)
    await village.press(village.ana, opened, "Settings")
    assert "theme" in village.ana.private.last.text


async def test_resigning(village: "Village") -> None:
    """Resigning asks for confirmation in the private chat, and ends the game in the group."""
    board = await village.play()
    await village.press(village.ana, board, "Enter → 3")
    opened = await menu(village, board, village.ana)
    answer = await village.press(village.ana, opened, "Resign")
    asked = village.ana.private.last
    assert (answer.text, asked.labels) == ("", ["Yes, resign"])
    assert (await village.table()).status is Status.PLAYING
    done = await village.press(village.ana, asked, "Yes, resign")
    assert done.alert
    assert (await village.table()).status is Status.OVER
    assert "Rematch" in village.board.labels


async def test_aborting(village: "Village") -> None:
    """Aborting a game before its first move needs no confirmation."""
    board = await village.play()
    await village.press(village.ben, await menu(village, board, village.ben), "Abort")
    assert (await village.table()).status is Status.OVER
    assert "Rematch" in village.board.labels


async def test_the_record(village: "Village") -> None:
    """The menu sends the record as a file."""
    board = await village.play()
    await village.press(village.ana, board, "Enter → 3")
    answer = await village.press(village.ana, await menu(village, board, village.ana), "Record")
    sent, id_ = village.ana.private.last, (await village.table()).id
    assert answer.text == ""
    assert sent.file_name == f"puluc-{id_}.txt"
    assert b"b+3" in (sent.document or b"")
    assert sent.caption == "Here's the game's record."


async def test_the_record_in_a_group(village: "Village") -> None:
    """/record in a group sends the file there."""
    await village.play()
    sent = await village.say(village.eva, f"/record@puluc_bot {(await village.table()).id}")
    assert sent.document


@pytest.mark.parametrize("met", [True, False])
async def test_without_files(village: "Village", met: bool) -> None:
    """If files aren't allowed, the record goes to the private chat, once the bot is started."""
    await village.play()
    if met:
        village.ana.start()
        await village.hear()
    village.sim.forbid(village.plaza, "can_send_documents")
    reply = await village.say(village.ana, "/record@puluc_bot")
    if met:
        assert village.ana.private.last.document
    else:
        assert reply.text.startswith("I can't send files here. Press Start")


async def test_fair_throws(village: "Village") -> None:
    """The fair-throw hash is a message, because it is too long for an alert."""
    board = await village.play()
    opened = await menu(village, board, village.ana)
    answer = await village.press(village.ana, opened, "Fair throws")
    assert answer.text == ""
    assert village.ana.private.last.text.startswith("Fair-throw hash for game ")


async def test_fair_throws_at_the_end(village: "Village") -> None:
    """The button of a finished board leads to the seed and the record in the private chat."""
    await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    board = village.board
    answer = await village.press(village.eva, board, "Fair throws")
    village.eva.open(answer.url or "")
    await village.hear()
    assert "this seed: " in village.eva.private.last.text
    await village.press(village.eva, village.eva.private.last, "Record")
    assert village.eva.private.last.document


async def test_rules(village: "Village") -> None:
    """The rules are those of the game's ruleset."""
    opened = await menu(village, await village.play(words="kekchi"), village.ana)
    await village.press(village.ana, opened, "Rules")
    assert any(m.text.startswith("Kekchi puluc\n") for m in village.ana.private.messages)


async def test_a_game_stays_where_others_look_at_it(village: "Village") -> None:
    """The menu of a finished game in a group has no rematch in the private chat."""
    await village.play()
    table = await village.table()
    await village.say(village.ana, "/abort@puluc_bot")
    village.ana.start(f"menu_{table.id}")
    await village.hear()
    labels = village.ana.private.last.labels
    assert ("Rules" in labels, "Rematch" in labels) == (True, False)


async def test_a_hint(village: "Village") -> None:
    """A hint asked for in a group comes in the private chat: a picture with the move to play."""
    await village.play(words="hints=yes")
    shown = len(village.plaza.messages)
    opened = await menu(village, village.board, village.ana)
    await village.press(village.ana, opened, "Hint")
    hint = village.ana.private.last
    assert hint.picture
    assert hint.caption.startswith("Your only move: ")
    assert len(village.plaza.messages) == shown


async def test_a_typed_hint(village: "Village") -> None:
    """A command for a hint in a group is answered with a link to the private chat."""
    await village.play(words="hints=yes")
    asked = await village.say(village.ana, "/hint@puluc_bot")
    assert asked.labels == ["Read it there"]
    village.ana.open(asked.buttons[0])
    await village.hear()
    assert village.ana.private.last.caption.startswith("Your only move: ")


async def test_the_odds(village: "Village") -> None:
    """The odds come with a picture, too."""
    await village.play(words="hints=yes")
    opened = await menu(village, village.board, village.eva)
    await village.press(village.eva, opened, "Odds")
    odds = village.eva.private.last
    assert odds.picture
    assert odds.caption.startswith("Ana: ")


async def test_a_review(village: "Village") -> None:
    """The review of a finished game comes in the private chat, with a chart."""
    board = await village.play()
    await village.press(village.ana, board, board.buttons[0].label)
    asked = await village.say(village.ana, "/resign@puluc_bot")
    await village.press(village.ana, asked, "Yes, resign")
    answer = await village.press(village.ben, village.board, "Review")
    assert answer.url is not None
    village.ben.open(answer.url)
    await village.hear()
    review = village.ben.private.last
    assert review.caption.startswith("Review\nAna: ")
    assert review.picture


@pytest.mark.parametrize("how", ["pressed", "followed"])
async def test_a_table_that_is_gone(village: "Village", how: str) -> None:
    """The menu of a table that no longer exists is refused."""
    card = await village.say(village.ana, "/start", at=village.ana.private)
    if how == "pressed":
        answer = village.ana.forge(card, "1menu.aaaaaaaaaa", wait=False)
        await village.hear()
        assert answer.text.startswith("There's no game aaaaaaaaaa.")
    else:
        reply = await village.say(village.ana, "/start menu_aaaaaaaaaa", at=village.ana.private)
        assert reply.text.startswith("There's no game aaaaaaaaaa.")


async def test_a_rematch(village: "Village") -> None:
    """A press by each player starts a rematch in the group, offered by the first to press."""
    await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    board = village.board
    assert (await village.press(village.ben, board, "Rematch")).text == ""
    assert "Ben challenges Ana." in village.board.text
    offer = village.board
    assert (await village.press(village.ana, board, "Rematch")).text == ""
    assert offer.picture
    assert village.board is offer


async def test_a_rematch_of_others(village: "Village") -> None:
    """A spectator can't start a rematch."""
    await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    board = village.board
    before = village.board
    answer = await village.press(village.eva, board, "Rematch")
    assert answer.alert
    assert village.board is before

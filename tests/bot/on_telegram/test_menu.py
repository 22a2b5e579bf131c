"""What can be done with a table besides moving: in the private chat, wherever the game is."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Status

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.people import Person
    from tests.bot.on_telegram.conftest import Village


async def menu(village: "Village", board: "Message", person: "Person") -> "Message":
    """The menu that somebody has opened on a board of a group, or of another chat."""
    answer = await village.press(person, board, "…")
    assert answer.url is not None
    assert answer.text == ""
    person.open(answer.url)
    await village.hear()
    return person.private.last


async def test_in_a_group(village: "Village") -> None:
    """The button leads to the private chat, where the menu stands; the group sees nothing of it."""
    board = await village.play()
    opened = await menu(village, board, village.ana)
    assert opened.text.startswith("Puluc (game ")
    assert opened.labels == ["Rules", "Fair throws", "Record", "Abort"]
    assert village.board is board


async def test_on_an_inline_board(village: "Village") -> None:
    """So does that of an inline message."""
    opened = await menu(village, await village.play_inline(), village.ben)
    assert opened.labels == ["Rules", "Fair throws", "Record", "Abort"]


async def test_for_who_watches(village: "Village") -> None:
    """Who does not play can look only."""
    opened = await menu(village, await village.play(), village.eva)
    assert opened.labels == ["Rules", "Fair throws", "Record"]


async def test_in_private(village: "Village") -> None:
    """There it is the next message, and the board and the settings are offered, too."""
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
    """Resigning asks back there, and ends the game in the group."""
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
    assert "Rematch" in board.labels


async def test_aborting(village: "Village") -> None:
    """A game without a move is ended from there at once."""
    board = await village.play()
    await village.press(village.ben, await menu(village, board, village.ben), "Abort")
    assert (await village.table()).status is Status.OVER
    assert "Rematch" in board.labels


async def test_the_record(village: "Village") -> None:
    """The record is a file that can be kept."""
    board = await village.play()
    await village.press(village.ana, board, "Enter → 3")
    answer = await village.press(village.ana, await menu(village, board, village.ana), "Record")
    sent, id_ = village.ana.private.last, (await village.table()).id
    assert answer.text == ""
    assert sent.file_name == f"puluc-{id_}.txt"
    assert b"b+3" in (sent.document or b"")
    assert sent.caption == "Here's the game's record."


async def test_the_record_in_a_group(village: "Village") -> None:
    """What is typed in a group is answered there, by a file."""
    await village.play()
    sent = await village.say(village.eva, f"/record@puluc_bot {(await village.table()).id}")
    assert sent.document


@pytest.mark.parametrize("met", [True, False])
async def test_where_no_files_may_be_sent(village: "Village", met: bool) -> None:
    """There the file goes to the private chat; whoever has not started the bot is told how."""
    await village.play()
    if met:
        village.ana.start()
        await village.hear()
    village.sim.forbid(village.plaza, "can_send_documents")
    told = await village.say(village.ana, "/record@puluc_bot")
    if met:
        assert village.ana.private.last.document
    else:
        assert told.text.startswith("I can't send files here. Press Start")


async def test_fair_throws(village: "Village") -> None:
    """What binds the throws is a message: it is too long for a line over the board."""
    board = await village.play()
    opened = await menu(village, board, village.ana)
    answer = await village.press(village.ana, opened, "Fair throws")
    assert answer.text == ""
    assert village.ana.private.last.text.startswith("Fair-throw hash for game ")


async def test_fair_throws_at_the_end(village: "Village") -> None:
    """Under the last board the button leads to the private chat, to the proof and the record."""
    board = await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    answer = await village.press(village.eva, board, "Fair throws")
    village.eva.open(answer.url or "")
    await village.hear()
    assert "Seed: " in village.eva.private.last.text
    await village.press(village.eva, village.eva.private.last, "Record")
    assert village.eva.private.last.document


async def test_rules(village: "Village") -> None:
    """The rules are those of the table."""
    opened = await menu(village, await village.play(words="kekchi"), village.ana)
    await village.press(village.ana, opened, "Rules")
    assert any(m.text.startswith("Kekchi puluc\n") for m in village.ana.private.messages)


async def test_a_game_stays_where_others_look_at_it(village: "Village") -> None:
    """After the end a game in a group is not offered to be played again in the private chat."""
    await village.play()
    table = await village.table()
    await village.say(village.ana, "/abort@puluc_bot")
    village.ana.start(f"m-{table.id}")
    await village.hear()
    assert village.ana.private.last.labels == ["Rules", "Fair throws", "Record"]


@pytest.mark.parametrize("how", ["pressed", "followed"])
async def test_a_table_that_is_gone(village: "Village", how: str) -> None:
    """Of a table that is there no more, whoever asks is told so."""
    card = await village.say(village.ana, "/start", at=village.ana.private)
    if how == "pressed":
        answer = village.ana.forge(card, "1o.aaaaaaaaaa", wait=False)
        await village.hear()
        assert answer.text.startswith("There's no game aaaaaaaaaa.")
    else:
        told = await village.say(village.ana, "/start m-aaaaaaaaaa", at=village.ana.private)
        assert told.text.startswith("There's no game aaaaaaaaaa.")


async def test_a_rematch(village: "Village") -> None:
    """One press each, and the next game stands in the group, with sides swapped."""
    board = await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    assert (await village.press(village.ben, board, "Rematch")).text == ""
    assert "Ben challenges Ana." in village.board.text
    offer = village.board
    assert (await village.press(village.ana, board, "Rematch")).text == ""
    assert offer.picture
    assert village.board is offer


async def test_a_rematch_of_others(village: "Village") -> None:
    """Who did not play is told so in a line, and nothing is posted."""
    board = await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    before = village.board
    answer = await village.press(village.eva, board, "Rematch")
    assert answer.alert
    assert village.board is before

"""Inline mode: what is offered, and what becomes of what is chosen."""

import random
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs
from telegram import Bot, CallbackQuery, InlineQuery, InlineQueryResult, Update

from bot.on_telegram.inline import Inline, operation, result_id
from bot.table.people import Platform, User
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.road.rulesets import RULESETS
from tests.bot.on_telegram.conftest import seen

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


LETTERS = string.printable + "éß🎲\x00"


def forged(codes: Sequence[str], number: int) -> Iterator[str]:
    """So many things that may be sent, by turns random and one of these, mutated."""
    chance = random.Random(number)
    for turn in range(number):
        if turn % 2:
            code = list(chance.choice(codes))
            for _ in range(chance.randrange(1, 4)):
                code[chance.randrange(len(code))] = chance.choice(LETTERS)
            yield "".join(code)
        else:
            yield "".join(chance.choices(LETTERS, k=chance.randrange(70)))


async def titles(village: "Village", words: str) -> list[str]:
    """What is offered to Ana who has typed this."""
    results = await village.offers(village.ana, words)
    assert results.answered
    return [result.title for result in results.results]


async def test_every_ruleset(village: "Village") -> None:
    """Whoever types nothing is offered every ruleset, with one sentence about each."""
    offered = await village.offers(village.ana)
    assert len(offered.results) == len(RULESETS)
    assert (offered.results[0].title, offered.button) == ("Puluc", None)
    assert offered.results[0].description.startswith("Land on an enemy to capture it")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("kek", ["Kekchi puluc"]),
        ("KEKCHI PUL", ["Kekchi puluc"]),
        ("bu", ["Bu'ul", "Bul"]),
        ("bu'", ["Bu'ul", "Bul"]),
        ("aj say", ["Aj sayil, the ant"]),
        ("aj-t", ["Aj t'iwil, the eagle"]),
        ("road=9 boolik", ["Boolik"]),
    ],
)
async def test_the_beginning_of_a_name(
    village: "Village", words: str, offered: Sequence[str]
) -> None:
    """What is typed is the beginning of a name, however it is spelt."""
    assert sorted(await titles(village, words)) == sorted(offered)


async def test_options(village: "Village") -> None:
    """Options are in what is listed, in the message, and in the table that is opened."""
    (result,) = (await village.offers(village.ana, "kek road=9")).results
    assert result.description.startswith("Kekchi puluc: 9 spaces")
    message = village.ana.choose(result, village.plaza)
    assert message.text.startswith("Ana is looking for an opponent.")
    assert "Kekchi puluc: 9 spaces" in message.text
    await village.hear()
    table = await village.table()
    assert table.header.startswith("kekchi road=9")


async def test_a_word_for_a_challenge_in_another_chat(village: "Village") -> None:
    """Where the bot hears nothing, the host gives their word in private."""
    pair = village.sim.conversation(village.ana, village.ben)
    await village.chosen(village.ana, pair, "boolik")
    told = await village.say(village.ana, "/word maize", at=village.ana.private)
    assert told.text == 'Your word for the throws: "maize"'
    assert (await village.table()).host.word == "maize"


async def test_options_for_every_ruleset(village: "Village") -> None:
    """Options without a name are for every ruleset that can be played with them."""
    assert len(await titles(village, "warriors=3")) == len(RULESETS)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("chess", 'There\'s no ruleset "chess". Rulesets:'),
        ("kek road=99", 'road= must be a number from 5 to 31, not "99".'),
        ("kek 9", '"9" isn\'t recognised. Usage: /open [ruleset]'),
        ("colour=red", "There's no option colour."),
        ('word="maize', "A double quotation mark is missing its partner."),
        ("word=" + "x" * 200, "You can only add a word after posting the game."),
        ("???", ""),
    ],
)
async def test_wrong_words(village: "Village", words: str, wrong: str) -> None:
    """What is wrong stands above an empty list, in few words; pressed, it leads to the help."""
    offered = await village.offers(village.ana, words)
    assert offered.results == []
    assert offered.button is not None
    assert offered.button["text"].startswith(wrong)
    assert len(offered.button["text"]) <= 64
    village.ana.start(offered.button["start_parameter"])
    await village.hear()
    assert "/practice" in village.ana.private.last.text


async def test_a_challenge(village: "Village") -> None:
    """What is chosen stands with Accept and Rules, and is the common challenge a moment later."""
    pair = village.sim.conversation(village.ana, village.ben)
    (result,) = (await village.offers(village.ana, "boolik")).results
    message = village.ana.choose(result, pair)
    assert message.labels == ["Accept", "Rules"]
    first = message.text
    await village.hear()
    assert message.labels == ["Accept", "Cancel", "Rules"]
    assert message.text.startswith(first)
    expected = village.service.table_id(operation(village.bot, result.id))
    assert (await village.table()).id == expected


@pytest.mark.parametrize("name", ["<b>&amp;</i>", "🌽" * 60, '"Ana"'])
async def test_any_name(village: "Village", name: str) -> None:
    """Whatever somebody is called, the message says it as it is."""
    person = village.sim.person(name)
    message = await village.chosen(person, village.sim.conversation(person, village.ben))
    assert name in seen(message.text)


async def test_chosen_twice(village: "Village") -> None:
    """A choice that is delivered again opens no second table, and changes nothing."""
    with village.sim.delivering(times=2):
        message = await village.play_inline()
    user = User(Platform.TELEGRAM, str(village.ana.id))
    (table,) = await village.store.tables_of(user)
    assert (table.status, table.revision) == (Status.PLAYING, 2)
    assert message.labels == ["Enter → 3", "…"]


async def test_the_same_offer_in_two_chats(village: "Village") -> None:
    """An offer becomes one table: who presses in its other message is told where it is not."""
    (result,) = (await village.offers(village.ana, "boolik")).results
    first = village.ana.choose(result, village.sim.conversation(village.ana, village.ben))
    await village.hear()
    second = village.ana.choose(result, village.sim.conversation(village.ana, village.eva))
    await village.hear()
    answer = await village.press(village.eva, second, "Accept")
    assert answer.alert
    assert (await village.table()).status is Status.OFFERED
    await village.press(village.ben, first, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_pressed_too_early(village: "Village") -> None:
    """Before the table is there, and where it never will be, whoever presses is told why."""
    village.sim.inline_feedback = False
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair)
    answer = await village.press(village.ben, message, "Accept")
    assert answer.text.startswith("This challenge isn't open yet")
    assert answer.text.endswith("has to turn on inline feedback with @BotFather.")
    assert message.labels == ["Accept", "Rules"]


async def test_too_many_challenges(village: "Village") -> None:
    """Where the table cannot be opened the message says why, and has no buttons."""
    pair = village.sim.conversation(village.ana, village.ben)
    for _ in range(3):
        await village.chosen(village.ana, pair)
    message = await village.chosen(village.ana, pair)
    assert message.text.startswith("You already have 3 open challenges.")
    assert message.labels == []


async def test_ones_own_challenge(village: "Village") -> None:
    """Nobody accepts a challenge of their own; they take it back."""
    message = await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    refused = await village.press(village.ana, message, "Accept")
    assert refused.text.startswith("This is your own challenge")
    await village.press(village.ana, message, "Cancel")
    assert (await village.table()).status is Status.OVER
    assert message.labels == []


async def test_rules(village: "Village") -> None:
    """The rules of an inline game are in the private chat, where the button leads."""
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair, "kekchi road=9")
    answer = await village.press(village.ben, message, "Rules")
    village.ben.open(answer.url or "")
    await village.hear()
    assert "9 spaces" in village.ben.private.messages[1].text


async def test_games_elsewhere(village: "Village") -> None:
    """In a list of games an inline message is another chat."""
    await village.play_inline()
    told = await village.say(village.ben, "/games@puluc_bot")
    assert "Puluc against Ana in another chat." in told.text


async def test_giving_an_inline_game_up(village: "Village") -> None:
    """Who wants to give such a game up names it elsewhere, and is asked whether they are sure."""
    await village.play_inline()
    table, private = await village.table(), village.ana.private
    told = await village.say(village.ana, "/resign", at=private)
    assert told.text.endswith("to continue one here, bring it with /board first.")
    asked = await village.say(village.ana, f"/resign {table.id}", at=private)
    assert (await village.reload(table.id)).status is Status.PLAYING
    answer = await village.press(village.ana, asked, "Yes, resign")
    assert answer.text == "Your game of Puluc is over."
    assert (await village.reload(table.id)).status is Status.OVER


async def test_without_a_store(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that the store cannot take comes again."""

    async def down(_: Request) -> Reply:
        raise StoreDown

    pair = village.sim.conversation(village.ana, village.ben)
    (result,) = (await village.offers(village.ana, "boolik")).results
    message = village.ana.choose(result, pair)
    (update,) = await village.updates()
    with monkeypatch.context() as patched:
        patched.setattr(village.service, "act", down)
        with pytest.raises(StoreDown):
            await village.inbound.handle(update)
    await village.inbound.handle(update)
    await village.settle()
    assert message.labels == ["Accept", "Cancel", "Rules"]


async def test_a_fault_of_ours(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge that a fault keeps from being opened says so."""

    async def fail(_: Request) -> Reply:
        raise ZeroDivisionError

    monkeypatch.setattr(village.service, "act", fail)
    message = await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    assert message.text.startswith("Something went wrong")
    assert message.labels == []


async def test_a_late_answer(village: "Village") -> None:
    """A query that takes no answer any more is let go."""
    village.sim.query_seconds = -1
    assert not (await village.offers(village.ana)).answered


def test_long_numbers() -> None:
    """Whatever a query's number is, a result's has at most 64 bytes, and is its own."""
    ids = {result_id("aj-sinaanil", query) for query in ("1", "1" * 64, "1" * 65, "é" * 60)}
    assert len(ids) == 4
    assert all(len(id_.encode()) <= 64 for id_ in ids)


async def test_ones_language(village: "Village", spanish: Catalogue) -> None:
    """Whoever has another language is offered games in it, by the names that they have there."""
    inline = Inline(village.bot, replace(village.house, catalogue=spanish), village.answers)
    pedro = village.sim.person("Pedro", language="es-MX")
    offered = pedro.inline("el pul", wait=False)
    (update,) = await village.updates()
    assert update.inline_query is not None
    inline.offer(update.inline_query)
    await village.settle()
    (result,) = offered.results
    assert result.title == "El puluc q'eqchi'"
    assert "El puluc q'eqchi'" in pedro.choose(result, village.plaza).text


async def test_forged_queries(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is typed, every query is answered, within what Telegram takes, and opens nothing."""
    answered = offered = 0

    async def answer(
        _: InlineQuery, results: Sequence[InlineQueryResult], *, button: Any, **__: object
    ) -> bool:
        nonlocal answered, offered
        answered += 1
        offered += bool(results)
        assert all(len(result.id.encode()) <= 64 for result in results)
        assert bool(results) != bool(button and 0 < len(button.text) <= 64)
        return True

    monkeypatch.setattr(InlineQuery, "answer", answer)
    village.ana.inline("x", wait=False)
    (update,) = await village.updates()
    told = update.to_dict()
    with capture_logs() as logs:
        for words in forged(["kekchi road=9", "aj sayil word=x", 'far-end=bounce "bul"'], 2000):
            told["inline_query"] |= {"query": words}
            await village.inbound.handle(Update.de_json(told, village.bot))
            await village.settle()
    assert (answered, logs) == (2000, [])
    assert offered > 20
    user = User(Platform.TELEGRAM, str(village.ana.id))
    assert await village.store.tables_of(user) == ()


async def test_forged_choices(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is said to be chosen, no game that is there changes, and nothing fails."""
    message = await village.play_inline()
    before = await village.table()
    (result,) = (await village.offers(village.eva, "boolik")).results
    village.eva.choose(result, village.sim.conversation(village.eva, village.ben))
    (update,) = await village.updates()

    async def edit(*_: object, **__: object) -> bool:
        return True

    monkeypatch.setattr(Bot, "edit_message_text", edit)
    told = update.to_dict()
    codes = [result.id, "boolik", "kekchi road=9", "boolik.1", f"puluc.{before.id}"]
    with capture_logs() as logs:
        for number, words in enumerate(forged(codes, 2000)):
            changed = "query" if number % 3 else "result_id"
            told["chosen_inline_result"] |= {
                changed: words,
                "inline_message_id": f"forged-{number}",
            }
            await village.inbound.handle(Update.de_json(told, village.bot))
            await village.settle()
    assert "update.failed" not in {each["event"] for each in logs}
    assert await village.table() == before
    assert message.labels == ["Enter → 3", "…"]


async def test_forged_presses(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is pressed in whatever inline message, no game changes or moves there."""
    message = await village.play_inline()
    before, answered = await village.table(), 0

    async def answer(*_: object, **__: object) -> bool:
        nonlocal answered
        answered += 1
        return True

    monkeypatch.setattr(CallbackQuery, "answer", answer)
    own = [str(button.data) for button in message.buttons]
    codes = [*own, *(f"1{kind}.{before.id}" for kind in "abcdeq")]
    presses = [(message.inline_id, data, village.eva) for data in codes]
    presses += [("another", data, village.ana) for data in codes]
    chance = random.Random(3)
    for data in forged(codes, 2000):
        if data not in codes and not data.startswith("1x"):  # one's own game can be ended anywhere
            presses.append((chance.choice(["", "another", message.inline_id]), data, village.ana))
    village.ana.forge(message, "x", wait=False)
    (update,) = await village.updates()
    told = update.to_dict()
    with capture_logs() as logs:
        for number, (inline, data, person) in enumerate(presses):
            told["callback_query"] |= {
                "id": str(number),
                "from": person.json(),
                "data": data,
                "inline_message_id": inline,
            }
            await village.inbound.handle(Update.de_json(told, village.bot))
            await village.settle()
    assert "update.failed" not in {each["event"] for each in logs}
    assert answered == len(presses)
    assert await village.table() == before

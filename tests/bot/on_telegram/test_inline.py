"""Inline mode: the results of a query, and the challenges that are chosen."""

import random
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs
from telegram import Bot, CallbackQuery, InlineQuery, InlineQueryResult, Update

from bot.acts.act import Act
from bot.games.catalogue import games
from bot.on_telegram.inline import Inline, operation, result_id
from bot.table.people import Platform, User
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from bot.table.seats import Person
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.road.rulesets import RULESETS
from tests.bot.on_telegram.conftest import visible

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


LETTERS = string.printable + "éß🎲\x00"


def forged(codes: Sequence[str], number: int) -> Iterator[str]:
    """Generate payloads, by turns random ones and mutations of these codes."""
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
    """Return the titles of the results that Ana gets for a query."""
    results = await village.offers(village.ana, words)
    assert results.answered
    return [result.title for result in results.results]


async def test_every_ruleset(village: "Village") -> None:
    """An empty query lists every ruleset with a one-sentence description."""
    offered = await village.offers(village.ana)
    assert len(offered.results) == len(games().rulesets)
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
    """A query matches the beginning of a ruleset's name, however it's spelt."""
    assert sorted(await titles(village, words)) == sorted(offered)


async def test_options(village: "Village") -> None:
    """Options appear in the result, in the message and in the table that is opened."""
    (result,) = (await village.offers(village.ana, "kek road=9")).results
    assert result.description.startswith("Kekchi puluc: 9 spaces")
    message = village.ana.choose(result, village.plaza)
    assert message.text.startswith("Ana is looking for an opponent.")
    assert "Kekchi puluc: 9 spaces" in message.text
    await village.hear()
    table = await village.table()
    assert table.header.startswith("kekchi road=9")


async def test_a_word_for_a_challenge_in_another_chat(village: "Village") -> None:
    """In a chat that the bot can't read, the host adds a word from the private chat."""
    pair = village.sim.conversation(village.ana, village.ben)
    await village.chosen(village.ana, pair, "boolik")
    reply = await village.say(village.ana, "/word maize", at=village.ana.private)
    assert reply.text == 'Your word has been added: "maize"'
    assert (await village.table()).host.word == "maize"


async def test_options_for_every_ruleset(village: "Village") -> None:
    """Options without a ruleset list every ruleset that supports them."""
    assert len(await titles(village, "warriors=3")) == len(RULESETS)
    assert await titles(village, "six=6") == ["Spanish Parchís", "Twelve-count Parchís"]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("chess", 'There\'s no ruleset "chess". Rulesets:'),
        ("kek road=99", 'road= must be a number from 5 to 31, not "99".'),
        ("kek 9", '"9" isn\'t recognised. Usage: /open [ruleset]'),
        ("tint=red", 'There\'s no option "tint".'),
        ('word="maize', "A double quotation mark is missing its partner."),
        ("word=" + "x" * 200, "Post the challenge first, then send"),
        ("???", ""),
    ],
)
async def test_wrong_words(village: "Village", words: str, wrong: str) -> None:
    """A query with a mistake gets no results and a short error, which links to the help."""
    offered = await village.offers(village.ana, words)
    assert offered.results == []
    assert offered.button is not None
    assert offered.button["text"].startswith(wrong)
    assert len(offered.button["text"]) <= 64
    village.ana.start(offered.button["start_parameter"])
    await village.hear()
    assert "Press a topic" in village.ana.private.last.text


async def test_a_challenge(village: "Village") -> None:
    """A chosen result has Accept and Rules, and becomes an ordinary challenge a moment later."""
    pair = village.sim.conversation(village.ana, village.ben)
    (result,) = (await village.offers(village.ana, "boolik")).results
    message = village.ana.choose(result, pair)
    assert message.labels == ["Accept", "Rules"]
    first = message.text
    await village.hear()
    assert "Cancel" in message.labels
    assert message.text.startswith(first)
    expected = village.service.table_id(operation(village.bot, result.id))
    assert (await village.table()).id == expected


@pytest.mark.parametrize(
    "words", ["boolik @ana_maya", "@Ana_Maya boolik", "challenge @ana_maya boolik"]
)
async def test_a_named_opponent(village: "Village", words: str) -> None:
    """A username in the query challenges that person, whom the message mentions."""
    village.plaza.people.pop(village.sim.world.bot.id)
    (result,) = (await village.offers(village.ben, words)).results
    message = village.ben.choose(result, village.plaza)
    assert message.pinged == [village.ana]
    assert visible(message.text).lower().startswith("@ana_maya\nben challenges @ana_maya.")
    await village.hear()
    assert {"Accept", "Decline"} <= set(message.labels)
    refused = await village.press(village.eva, message, "Accept")
    assert visible(refused.text).lower().startswith("this challenge is for @ana_maya.")
    await village.press(village.ana, message, "Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_several_named_opponents(village: "Village") -> None:
    """Several usernames make a lobby with a seat for each; games for two are left out."""
    offered = await village.offers(village.ben, "@ana_maya @dan_maya")
    assert 0 < len(offered.results) < len(games().rulesets)
    message = village.ben.choose(offered.results[0], village.plaza)
    first = message.labels
    await village.hear()
    assert set(first) <= set(message.labels)
    assert len(village.store.tables[0].asked) == 2


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("@maría", '"maría" isn\'t a username, such as @maria.'),
        ("kekchi @", '"" isn\'t a username'),
        ("@other_bot", "@other_bot is a bot and can't play."),
        ("bul @ana_maya @dan_maya", "This game is for two players, so"),
    ],
)
async def test_wrong_opponents(village: "Village", words: str, wrong: str) -> None:
    """Who can't be challenged in this way is told above the list, which is empty."""
    offered = await village.offers(village.ben, words)
    assert offered.results == []
    assert offered.button is not None
    assert visible(offered.button["text"]).startswith(wrong)


@pytest.mark.parametrize("name", ["<b>&amp;</i>", "🌽" * 60, '"Ana"'])
async def test_any_name(village: "Village", name: str) -> None:
    """The message shows any name unchanged."""
    person = village.sim.person(name)
    message = await village.chosen(person, village.sim.conversation(person, village.ben))
    assert name in visible(message.text)


async def test_chosen_twice(village: "Village") -> None:
    """A choice that is delivered twice opens one table."""
    with village.sim.delivering(times=2):
        message = await village.play_inline()
    user = User(Platform.TELEGRAM, str(village.ana.id))
    (table,) = await village.store.tables_of(user)
    assert (table.status, table.revision) == (Status.PLAYING, 2)
    assert "Enter → 3" in message.labels


async def test_the_same_offer_in_two_chats(village: "Village") -> None:
    """An offer posted in two chats opens one table; presses on the second message are refused."""
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
    """A press before the table is open, or if it never opens, is answered with the reason."""
    village.sim.inline_feedback = False
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair)
    answer = await village.press(village.ben, message, "Accept")
    assert answer.text.startswith("This challenge isn't open yet")
    assert answer.text.endswith("has to turn on inline feedback with @BotFather.")
    assert "Accept" in message.labels


async def test_too_many_challenges(village: "Village") -> None:
    """If the table can't be opened, the message says why and has no buttons."""
    pair = village.sim.conversation(village.ana, village.ben)
    for _ in range(3):
        await village.chosen(village.ana, pair)
    message = await village.chosen(village.ana, pair)
    assert message.text.startswith("You already have 3 open challenges.")
    assert message.labels == []


async def test_your_own_challenge(village: "Village") -> None:
    """Hosts can't accept their own challenge, but they can cancel it."""
    message = await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    refused = await village.press(village.ana, message, "Accept")
    assert refused.text.startswith("This is your own challenge")
    await village.press(village.ana, message, "Cancel")
    assert (await village.table()).status is Status.OVER
    assert message.labels == ["New game"]
    assert message.buttons[0].query == "puluc"


async def test_rules(village: "Village") -> None:
    """The Rules button of an inline game shows the rules in the private chat."""
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair, "kekchi road=9")
    answer = await village.press(village.ben, message, "Rules")
    village.ben.open(answer.url or "")
    await village.hear()
    assert "9 spaces" in village.ben.private.messages[1].text


async def test_games_elsewhere(village: "Village") -> None:
    """The list of games says that an inline game is in another chat."""
    await village.play_inline()
    reply = await village.say(village.ben, "/games", at=village.ben.private)
    assert "Puluc against Ana in another chat." in reply.text


async def test_resigning_an_inline_game(village: "Village") -> None:
    """/resign in another chat must name an inline game, and asks for confirmation."""
    await village.play_inline()
    table, private = await village.table(), village.ana.private
    reply = await village.say(village.ana, "/resign", at=private)
    assert reply.text.endswith("to continue one here, first bring it over with /board.")
    asked = await village.say(village.ana, f"/resign {table.id}", at=private)
    assert (await village.reload(table.id)).status is Status.PLAYING
    answer = await village.press(village.ana, asked, "Yes, resign")
    assert answer.text == "Your game of Puluc is over."
    assert (await village.reload(table.id)).status is Status.OVER


async def test_without_a_store(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that fails because the store is down is delivered again."""

    async def down(_act: Act, _request: Request) -> Reply:
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
    assert "Cancel" in message.labels


async def test_an_internal_error(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge that can't be opened because of an internal error says so."""

    async def fail(_act: Act, _request: Request) -> Reply:
        raise ZeroDivisionError

    monkeypatch.setattr(village.service, "act", fail)
    message = await village.chosen(village.ana, village.sim.conversation(village.ana, village.ben))
    assert message.text.startswith("Something went wrong")
    assert message.labels == []


async def test_a_late_answer(village: "Village") -> None:
    """A query that has expired is dropped."""
    village.sim.query_seconds = -1
    assert not (await village.offers(village.ana)).answered


def test_long_query_ids() -> None:
    """Result ids are unique and have at most 64 bytes, whatever the query's id."""
    ids = {result_id("aj-sinaanil", query) for query in ("1", "1" * 64, "1" * 65, "é" * 60)}
    assert len(ids) == 4
    assert all(len(id_.encode()) <= 64 for id_ in ids)


async def test_the_language_of_results(village: "Village", spanish: Catalogue) -> None:
    """Results are in the person's language, and rulesets are found by their names in it."""
    inline = Inline(village.bot, replace(village.services, catalogue=spanish), village.answers)
    pedro = village.sim.person("Pedro", language="es-MX")
    offered = pedro.inline("el pul", wait=False)
    (update,) = await village.updates()
    assert update.inline_query is not None
    await inline.offer(update.inline_query)
    await village.settle()
    (result,) = offered.results
    assert result.title == "El puluc q'eqchi'"
    assert "El puluc q'eqchi'" in pedro.choose(result, village.plaza).text


async def test_forged_queries(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Any query gets a valid answer and opens no game."""
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
    raw = update.to_dict()
    with capture_logs() as logs:
        for words in forged(["kekchi road=9", "aj sayil word=x", 'far-end=bounce "bul"'], 2000):
            raw["inline_query"] |= {"query": words}
            await village.inbound.handle(Update.de_json(raw, village.bot))
            await village.settle()
    assert (answered, logs) == (2000, [])
    assert offered > 20
    user = User(Platform.TELEGRAM, str(village.ana.id))
    assert await village.store.tables_of(user) == ()


async def test_forged_choices(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Forged choices change no existing game and raise no error."""
    message = await village.play_inline()
    before = await village.table()
    (result,) = (await village.offers(village.eva, "boolik")).results
    village.eva.choose(result, village.sim.conversation(village.eva, village.ben))
    (update,) = await village.updates()

    async def edit(*_: object, **__: object) -> bool:
        return True

    monkeypatch.setattr(Bot, "edit_message_text", edit)
    raw = update.to_dict()
    codes = [result.id, "boolik", "kekchi road=9", "boolik.1", f"puluc.{before.id}"]
    with capture_logs() as logs:
        for number, words in enumerate(forged(codes, 2000)):
            changed = "query" if number % 3 else "result_id"
            raw["chosen_inline_result"] |= {
                changed: words,
                "inline_message_id": f"forged-{number}",
            }
            await village.inbound.handle(Update.de_json(raw, village.bot))
            await village.settle()
    assert "update.failed" not in {each["event"] for each in logs}
    assert await village.table() == before
    assert "Enter → 3" in message.labels


async def test_forged_presses(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Forged presses in any inline message neither change a game nor move it there."""
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
        if data not in codes and not data.startswith(
            "1abort"
        ):  # players can end their games anywhere
            presses.append((chance.choice(["", "another", message.inline_id]), data, village.ana))
    village.ana.forge(message, "x", wait=False)
    (update,) = await village.updates()
    raw = update.to_dict()
    with capture_logs() as logs:
        for number, (inline, data, person) in enumerate(presses):
            raw["callback_query"] |= {
                "id": str(number),
                "from": person.json(),
                "data": data,
                "inline_message_id": inline,
            }
            await village.inbound.handle(Update.de_json(raw, village.bot))
            await village.settle()
    assert "update.failed" not in {each["event"] for each in logs}
    assert answered == len(presses)
    assert await village.table() == before


@pytest.mark.parametrize(
    "words", ["aj-sayil seats=6", "/puluc open aj-sayil seats=6", "open aj sayil seats=6"]
)
async def test_a_lobby(village: "Village", words: str) -> None:
    """A game with more than two seats is sent with a button for each side."""
    pair = village.sim.conversation(village.ana, village.ben)
    (result,) = (await village.offers(village.ana, words)).results
    message = village.ana.choose(result, pair)
    sides = {"Join jade", "Join red"}
    assert sides <= set(message.labels)
    assert message.text.startswith("Ana is looking for players. Choose a side to join.")
    await village.hear()
    assert len((await village.table()).seats) == 6
    assert sides | {"Start"} <= set(message.labels)


async def test_joining_a_lobby(village: "Village") -> None:
    """The buttons with which a lobby is sent let people join the side that they choose."""
    (result,) = (await village.offers(village.ana, "aj-sayil seats=4")).results
    message = village.ana.choose(result, village.plaza)
    joins = [button.data for button in message.buttons[:2]]
    await village.hear()
    for person, code in zip((village.ben, village.eva), reversed(joins), strict=True):
        answer = person.forge(message, str(code), wait=False)
        await village.hear()
        assert answer.text == ""
    table = await village.table()
    game = games().game(table.header)
    sides = {
        seat.name: game.side(n) for n, seat in enumerate(table.seats) if isinstance(seat, Person)
    }
    assert sides == {"Ana": 0, "Ben": 1, "Eva": 0}


async def test_joining_too_early(village: "Village") -> None:
    """A press before the lobby is open is answered with the reason."""
    village.sim.inline_feedback = False
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair, "aj-sayil seats=6")
    answer = await village.press(village.ben, message, "Join red")
    assert answer.text.startswith("This challenge isn't open yet")


async def test_starting_a_lobby(village: "Village") -> None:
    """Start opens the private chat, which has room to ask how; the game is in the message."""
    pair = village.sim.conversation(village.ana, village.ben)
    message = await village.chosen(village.ana, pair, "aj-sayil seats=6")
    table = await village.table()
    await village.press(village.ben, message, "Join red")
    answer = await village.press(village.ana, message, "Start")
    assert answer.url == f"https://t.me/puluc_bot?start=begin_{table.id}"
    village.ana.open(answer.url)
    await village.hear()
    asked = village.ana.private.last
    assert {"Start with 2 seats", "Fill with computers"} <= set(asked.labels)
    await village.press(village.ana, asked, "Start with 2 seats")
    assert (await village.reload(table.id)).status is Status.PLAYING
    assert "to move" in message.text


async def test_a_series(village: "Village") -> None:
    """A series is offered under its first game, and says which games it has."""
    (result,) = (await village.offers(village.ana, "series=puluc,bul")).results
    assert (result.title, "Bul" in result.description) == ("Puluc", True)
    pair = village.sim.conversation(village.ana, village.ben)
    message = village.ana.choose(result, pair)
    first = message.text
    await village.hear()
    assert message.text.startswith(first)
    match = (await village.table()).match
    assert match is not None
    assert len(match.headers) == 2

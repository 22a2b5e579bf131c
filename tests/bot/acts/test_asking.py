"""Replies that only the asker sees: the list of games, the rules, help."""

import pytest

from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.games import ListGames
from bot.acts.look.help import TOPICS, Help
from bot.acts.look.learn import Learn
from bot.acts.look.rules import Rules
from bot.acts.registry import COMMANDS
from bot.table.button import Button
from bot.table.options import Options
from bot.table.request import LessonStep, Reply
from engine.text import Text
from tests.bot.acts.room import ANA, CARA, NOWHERE, Room, Why


def sentences(reply: Reply) -> list[Text]:
    """Every sentence of a reply's sections."""
    return [text for section in reply.sections for text in section.sentences]


async def test_the_list_of_games(room: Room) -> None:
    """The list shows your games, those waiting for your move first."""
    await room.playing([2, 1, 3])
    await room.post(ANA, Open())
    reply = await room.act(ANA, ListGames())
    assert [text.key for text in reply.texts] == ["games.playing", "games.open"]


async def test_a_practice_game_in_the_list(room: Room) -> None:
    """A practice game that waits for Start is listed as a practice game."""
    await room.post(ANA, Practice())
    assert (await room.act(ANA, ListGames())).texts[0].key == "games.practice"


async def test_the_list_without_games(room: Room) -> None:
    """A player without games is told how to start one."""
    assert (await room.act(CARA, ListGames())).texts[0].key == "games.none"


async def test_rules_and_help(room: Room) -> None:
    """Rules and help are replies to the asker."""
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.puluc.title"
    assert (await room.act(ANA, Help())).texts[0].key == "help.intro"


async def test_rules_of_an_unknown_ruleset(room: Room, why: Why) -> None:
    """Asking for the rules of an unknown ruleset is refused."""
    assert why(await room.act(ANA, Rules(options=Options("chess")))) == "unplayable.unknown"


async def test_rules_with_options(room: Room) -> None:
    """Options that differ from the ruleset's defaults are explained, without pictures."""
    reply = await room.act(ANA, Rules(options=Options("bul", (("far-end", "walk-back"),))))
    assert "rules.far-end.walk-back" in {text.key for text in sentences(reply)}
    assert reply.ruleset is None


async def test_rules_of_a_table(room: Room) -> None:
    """The rules of a table are for its own options: its road, its warriors and any others."""
    id_ = await room.playing(ruleset="buul", road=15)
    reply = await room.act(CARA, Rules(id_))
    (board,) = (text for text in sentences(reply) if text.key == "rules.board")
    assert ("road", 15) in board.args
    assert reply.ruleset == "buul"


async def test_rules_of_the_asker_s_table(room: Room) -> None:
    """Without a ruleset, the rules are those of the asker's only table in the place."""
    await room.playing(ruleset="buul", road=15)
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.buul.title"
    assert (await room.act(CARA, Rules())).texts[0].key == "ruleset.puluc.title"
    assert (await room.act(ANA, Rules(options=Options()))).texts[0].key == "ruleset.puluc.title"


async def test_rules_of_one_of_several_tables(room: Room) -> None:
    """If the asker's tables all have the same ruleset, its rules are shown."""
    await room.playing(ruleset="buul")
    await room.playing(ruleset="buul")
    assert (await room.act(ANA, Rules())).texts[0].key == "ruleset.buul.title"


async def test_rules_of_tables_that_differ(room: Room) -> None:
    """If the asker's tables have different rules, the reply offers each as a choice."""
    buul, bul = await room.playing(ruleset="buul"), await room.playing(ruleset="bul")
    reply = await room.act(ANA, Rules())
    assert {choice.act for choice in reply.choices} == {Rules(buul), Rules(bul)}


async def test_rules_have_a_heading(room: Room) -> None:
    """The rules have the ruleset's title as heading and name the other rulesets at the end."""
    reply = await room.act(ANA, Rules(options=Options("bul")))
    assert reply.headed
    (named,) = (text for text in sentences(reply) if text.key == "rules.others")
    assert "boolik" in str(named.args)


@pytest.mark.parametrize(
    ("options", "mentioned"),
    [
        (Options("puluc"), False),
        (Options("puluc", (("road", "9"),)), True),
        (Options("puluc", (("warriors", "3"),)), True),
        (Options("kekchi"), True),
        (Options("kekchi", (("road", "13"),)), False),
    ],
)
async def test_the_road_of_the_examples(room: Room, options: Options, *, mentioned: bool) -> None:
    """If the pictures use a different road from the rules, the rules say so."""
    reply = await room.act(ANA, Rules(options=options))
    assert ("rules.examples" in {text.key for text in sentences(reply)}) is mentioned


async def test_the_tutorial(room: Room) -> None:
    """The tutorial begins at its first step, for the asker alone, and opens no table."""
    for asked in (Learn(), Learn(ruleset="parchis-spain")):
        lesson = LessonStep(asked.step, asked.move, asked.ruleset)
        assert await room.act(ANA, asked) == Reply(lesson=lesson)
    assert not room.store.tables


@pytest.mark.parametrize(
    "forged",
    [
        Learn(-1),
        Learn(9),
        Learn(99),
        Learn(1, "1+2"),
        Learn(1, "b+5"),
        Learn(8, "b+1"),
        Learn(11, ruleset="parchis-spain"),
        Learn(0, "h+5", "parchis-spain"),
    ],
)
async def test_unknown_steps(room: Room, why: Why, forged: Learn) -> None:
    """A forged button with a step or move that doesn't exist is refused."""
    assert why(await room.act(ANA, forged)) == "press.unknown"


async def test_games_without_a_lesson(why: Why) -> None:
    """If no family has a tutorial, the refusal points to the rules."""
    room = Room(families=("tests.games.pebbles",))
    assert why(await room.act(ANA, Learn())) == "lesson.none"


async def test_a_ruleset_without_a_lesson(room: Room, why: Why) -> None:
    """A forged button for a ruleset that has no tutorial is refused."""
    assert why(await room.act(ANA, Learn(ruleset="bul"))) == "lesson.none"


async def test_rules_of_a_table_that_is_gone(room: Room, why: Why) -> None:
    """A button for the rules of a deleted table says that the table is gone."""
    assert why(await room.act(ANA, Rules(NOWHERE))) == "table.gone"


async def test_help_by_topic(room: Room) -> None:
    """Each command is explained under one topic, which the first page names and leads to."""
    first = await room.act(ANA, Help())
    leads = [each.act for each in first.choices if isinstance(each, Button)]
    assert leads == [Help(topic) for topic in TOPICS]
    told = [await room.act(ANA, page) for page in map(Help, TOPICS)]
    usages = [dict(text.args).get("usage") for page in told for text in page.texts]
    assert [usages.count(each.usage) for each in COMMANDS] == [1] * len(COMMANDS)


async def test_help_about_an_unknown_topic(room: Room, why: Why) -> None:
    """A forged button is refused."""
    assert why(await room.act(ANA, Help("chess"))) == "press.unknown"

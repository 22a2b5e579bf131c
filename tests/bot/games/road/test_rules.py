"""The rules as text: complete, short, and true of the options."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.games.road.rules import line, rules
from bot.texts.catalogue import Catalogue
from engine.header import Unplayable
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset
from engine.road.rulesets import AJ_SAYIL, MOPAN, PULUC, RULESETS, defaults
from engine.text import Text
from engine.throws import TABLES

SAY = Catalogue().voice("en")
MESSAGE = 2000
"""The most characters in a message on every platform: Discord's limit, the lowest."""

CHANGED = 2800
"""The most characters of rules in which every option has been changed: two messages."""

SECTION = 800
LINE = 140
LABELS = ("aim", "board", "turn", "capture", "off", "special", "source")


def explain(ruleset: Ruleset) -> tuple[Text, ...]:
    explained = rules(ruleset)
    return (
        explained.heading,
        *(text for section in explained.sections for text in section.sentences),
    )


def spoken(ruleset: Ruleset) -> str:
    """The rules as plain text, without the markup of their labels."""
    explained = rules(ruleset)
    sections = (
        " ".join(map(SAY, (section.label, *section.sentences))) for section in explained.sections
    )
    return "\n".join((SAY(explained.heading), *sections))


def variants(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Every combination of a ruleset's options, except road lengths and numbers of warriors."""
    for table, casts, after, far, exact, seats in product(
        TABLES, Casts, AfterCapture, FarEnd, (False, True), (2, 4) if ruleset.teams else (2,)
    ):
        try:
            yield replace(
                defaults(ruleset.key, seats),
                table=table,
                casts=casts,
                after_capture=after,
                far_end=far,
                exact=exact,
            )
        except Unplayable:
            continue


def keys(ruleset: Ruleset) -> set[str]:
    return {text.key for text in explain(ruleset)}


@pytest.mark.parametrize("key", RULESETS)
def test_every_explanation_fits_a_message(key: str) -> None:
    """The rules of every ruleset fit one message of any chat."""
    assert len(spoken(RULESETS[key])) <= MESSAGE


@pytest.mark.parametrize("key", RULESETS)
def test_explanations_of_changed_games_are_short(key: str) -> None:
    """With any combination of options, sections are short and the rules fit two messages."""
    for ruleset in variants(RULESETS[key]):
        assert len(spoken(ruleset)) < CHANGED
        assert max(map(len, spoken(ruleset).splitlines())) < SECTION


@pytest.mark.parametrize("key", RULESETS)
def test_the_order_of_sections(key: str) -> None:
    """Rules begin with the aim and end with the source, and no section is empty."""
    sections = rules(RULESETS[key]).sections
    labels = [section.label.key.removeprefix("rules.section.") for section in sections]
    assert [{"ends": "off"}.get(label, label) for label in labels] == list(LABELS)
    assert all(section.sentences for section in sections)


def test_the_plain_game() -> None:
    """The plain game is described as such unless its rules are changed."""
    assert "rules.plain" in keys(PULUC)
    assert "rules.plain" in keys(replace(PULUC, road=9))
    assert "rules.plain" not in keys(replace(PULUC, exact=True))


def test_where_stacks_come_off() -> None:
    """The rules say at which base a stack with captives leaves the road."""
    told = {
        after: SAY(next(text for text in explain(replace(PULUC, after_capture=after)) if off(text)))
        for after in (AfterCapture.ADVANCE, AfterCapture.RETURN, AfterCapture.OPEN)
    }
    assert [each.partition(",")[0].partition(" reaches ")[2] for each in told.values()] == [
        "the enemy base",
        "your own base",
        "either base",
    ]


def test_the_source_lists_changes() -> None:
    """The source section lists the options that differ from the source."""
    told = spoken(replace(PULUC, road=9, exact=True)).splitlines()[-1]
    assert (
        "Changed here: 9 spaces instead of 11 and you need the exact number to reach a base."
        in told
    )
    assert "Changed here" not in spoken(PULUC)


def off(text: Text) -> bool:
    return text.key.startswith("rules.off.")


@pytest.mark.parametrize("key", RULESETS)
def test_title_and_line(key: str) -> None:
    """Every ruleset has a title, which heads its rules, and a short line for challenges."""
    title, line = (SAY(Text(f"ruleset.{key}.{part}")) for part in ("title", "line"))
    assert SAY(explain(RULESETS[key])[0]) == title
    assert 0 < len(line) < LINE


def test_rulesets_differ() -> None:
    """No two rulesets have the same rules, even without their sources."""
    distinct = {tuple(rules(ruleset).sections[:-1]) for ruleset in RULESETS.values()}
    assert len(distinct) == len(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_no_paragraph_twice(key: str) -> None:
    """No sentence occurs twice."""
    for ruleset in variants(RULESETS[key]):
        assert len(keys(ruleset)) == len(explain(ruleset))


@pytest.mark.parametrize(
    "changed",
    [
        {"road": 9},
        {"warriors": 3},
        {"table": "die"},
        {"casts": Casts.SUM},
        {"casts": Casts.EACH},
        {"after_capture": AfterCapture.RETURN},
        {"after_capture": AfterCapture.OPEN},
        {"after_capture": AfterCapture.LEAVE},
        {"far_end": FarEnd.LIBERATE},
        {"far_end": FarEnd.BOUNCE},
        {"far_end": FarEnd.WALK_BACK},
        {"far_end": FarEnd.RE_ENTER},
        {"exact": True},
    ],
)
def test_options_change_the_rules(changed: dict[str, Any]) -> None:
    """Changing any option changes the rules."""
    assert explain(replace(PULUC, **changed)) != explain(PULUC)


def test_one_warrior() -> None:
    """With one warrior each, the rules use the singular."""
    assert "Each player has 1 warrior in base" in spoken(replace(PULUC, warriors=1))


def test_teams() -> None:
    """For teams, the rules explain turns, whose warriors are whose, helping and leaving."""
    alone, together = keys(AJ_SAYIL), keys(defaults("aj-sayil", 6))
    seats = {"rules.seats", "rules.seats.own", "rules.seats.freed", "rules.seats.left"}
    assert together - alone == {*seats, "rules.helping", "rules.landing.beside"}


def test_teams_without_captives() -> None:
    """With `after-capture=leave` nobody is freed, so the rules of teams don't say who returns."""
    assert "rules.seats.freed" not in keys(replace(RULESETS["aj-tiwil"], seats=6))


def test_pairs_that_could_be_teams() -> None:
    """The rules for two players mention teams only in rulesets that have them."""
    assert {key for key, ruleset in RULESETS.items() if "rules.teams" in keys(ruleset)} == set(
        MOPAN
    )


def test_number_beyond_the_road() -> None:
    """If a number can exceed the length of the road, the rules say where it leads."""
    assert "rules.move.beyond" in keys(replace(PULUC, road=5, casts=Casts.SUM))
    beyond = [key for key, ruleset in RULESETS.items() if "rules.move.beyond" in keys(ruleset)]
    assert beyond == ["sapper"]


def test_score_where_captors_leave() -> None:
    """With `after-capture=leave` the side that killed more wins, and no stack is carried off."""
    mentioned = keys(RULESETS["aj-tiwil"])
    assert "rules.win.kills" in mentioned
    assert not {"rules.win.free", "rules.off.freed", "rules.off.killed"} & mentioned


def test_opening_that_counts() -> None:
    """The rules say whether the higher opening throw is played or only decides who begins."""
    footprints = RULESETS["footprints"]
    assert "rules.opening.counts" in keys(footprints)
    assert "rules.opening.decides" in keys(replace(footprints, casts=Casts.EACH))


def test_fire() -> None:
    """The rules name the spaces with the fire."""
    assert "Space 11 is on fire" in spoken(replace(RULESETS["a-kaakil"], road=21))
    assert "Spaces 10 and 11 are on fire" in spoken(replace(RULESETS["a-kaakil"], road=20))


def test_turning_round_needs_no_exact_number() -> None:
    """If warriors turn round before the enemy base, only reaching a base needs the exact number."""
    bouncing = replace(PULUC, far_end=FarEnd.BOUNCE, exact=True)
    assert "rules.reach.exact-home" in keys(bouncing)
    assert "rules.reach.exact" not in keys(bouncing)


def test_no_captives_where_captors_leave() -> None:
    """With `after-capture=leave` the rules don't mention warriors without captives."""
    for key in RULESETS:
        leaving = replace(RULESETS[key], after_capture=AfterCapture.LEAVE, fire=False)
        text = spoken(leaving)
        assert "without captives" not in text
        assert "carries" not in text


def test_every_ruleset_has_a_line() -> None:
    """Every unchanged ruleset has its line."""
    assert all(len(line(ruleset)) == 1 for ruleset in RULESETS.values())


@pytest.mark.parametrize(("key", "promised"), [("aj-sayil", False), ("puluc", True)])
def test_one_warrior_out_is_one_stack(key: str, promised: bool) -> None:
    """Two numbers may be played with two stacks, unless only one warrior may be out."""
    told = spoken(replace(RULESETS[key], casts=Casts.EACH))
    assert ("with one stack or two" in told) is promised

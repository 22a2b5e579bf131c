"""The rules in words: whole, short, and true of the options that were chosen."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.games.road.rules import line, rules
from bot.texts.catalogue import Catalogue
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset, Unplayable
from engine.road.rulesets import AJ_SAYIL, PULUC, RULESETS
from engine.text import Text
from engine.throws import TABLES

SAY = Catalogue().voice("en")
MESSAGE = 3500
"""The most characters that all of an explanation may have, to be one message of any chat."""

PARAGRAPH = 400
LINE = 140


def explain(ruleset: Ruleset) -> tuple[Text, ...]:
    told = rules(ruleset)
    return (told.heading, *told.paragraphs)


def variants(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Every game of a ruleset, but for the lengths of the road and the crowds."""
    for table, casts, after, far, exact, seats in product(
        TABLES, Casts, AfterCapture, FarEnd, (False, True), (2, 4) if ruleset.teams else (2,)
    ):
        try:
            yield replace(
                ruleset,
                table=table,
                casts=casts,
                after_capture=after,
                far_end=far,
                exact=exact,
                seats=seats,
            )
        except Unplayable:
            continue


def keys(ruleset: Ruleset) -> set[str]:
    return {text.key for text in explain(ruleset)}


@pytest.mark.parametrize("key", RULESETS)
def test_every_explanation_fits_a_message(key: str) -> None:
    """However a game is changed, its rules are one message of short paragraphs."""
    for ruleset in variants(RULESETS[key]):
        paragraphs = [SAY(text) for text in explain(ruleset)]
        assert len("\n".join(paragraphs)) < MESSAGE
        assert max(map(len, paragraphs)) < PARAGRAPH


@pytest.mark.parametrize("key", RULESETS)
def test_title_and_line(key: str) -> None:
    """Every ruleset has a title, which heads its rules, and one short line for a challenge."""
    title, line = (SAY(Text(f"ruleset.{key}.{part}")) for part in ("title", "line"))
    assert SAY(explain(RULESETS[key])[0]) == title
    assert 0 < len(line) < LINE


def test_rulesets_are_told_apart() -> None:
    """No two rulesets have the same rules."""
    assert len({explain(ruleset)[1:] for ruleset in RULESETS.values()}) == len(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_no_paragraph_twice(key: str) -> None:
    """Nothing is told twice."""
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
        {"exact": True},
    ],
)
def test_options_are_told(changed: dict[str, Any]) -> None:
    """Whatever is chosen in place of a default changes what is told."""
    assert explain(replace(PULUC, **changed)) != explain(PULUC)


def test_one_warrior() -> None:
    """A game with one warrior each is told so."""
    (_, aim, *_) = explain(replace(PULUC, warriors=1))
    assert "Every player has 1 warrior," in SAY(aim)


def test_teams() -> None:
    """Where partners play, it is told how they sit, how they help and how they meet."""
    alone, together = keys(AJ_SAYIL), keys(replace(AJ_SAYIL, seats=6))
    assert together - alone == {"rules.seats", "rules.helping", "rules.landing.beside"}


def test_number_beyond_the_road() -> None:
    """Where a number can be larger than the road is long, it is told where it leads."""
    assert "rules.move.beyond" in keys(replace(PULUC, road=5, casts=Casts.SUM))
    assert all("rules.move.beyond" not in keys(ruleset) for ruleset in RULESETS.values())


def test_score_where_captors_leave() -> None:
    """Where captors leave, the side that killed more wins, and nobody ever comes off."""
    told = keys(RULESETS["aj-tiwil"])
    assert "rules.win.kills" in told
    assert not {"rules.win.free", "rules.off.freed", "rules.off.killed"} & told


def test_opening_that_counts() -> None:
    """The higher opening cast is told to be played where it is, with one cast in a turn."""
    footprints = RULESETS["footprints"]
    assert "rules.opening.counts" in keys(footprints)
    assert "rules.opening.decides" in keys(replace(footprints, casts=Casts.EACH))


def test_fire() -> None:
    """The space that burns is named."""
    assert Text("rules.fire", space=11) in explain(replace(RULESETS["a-kaakil"], road=21))


def test_turning_round_needs_no_exact_number() -> None:
    """Where warriors turn round before the base, the exact number is told to be for bases only."""
    bouncing = replace(PULUC, far_end=FarEnd.BOUNCE, exact=True)
    assert "rules.reach.exact-home" in keys(bouncing)
    assert "rules.reach.exact" not in keys(bouncing)


def test_nobody_has_captives_where_captors_leave() -> None:
    """Where captors leave the road, the rules speak of no warrior without captives."""
    for key in RULESETS:
        leaving = replace(RULESETS[key], after_capture=AfterCapture.LEAVE, fire=False)
        told = " ".join(SAY(text) for text in explain(leaving))
        assert "without captives" not in told
        assert "carries" not in told


def test_every_ruleset_knows_what_its_line_tells() -> None:
    """The line about a ruleset is there as long as nothing is changed."""
    assert all(len(line(ruleset)) == 1 for ruleset in RULESETS.values())

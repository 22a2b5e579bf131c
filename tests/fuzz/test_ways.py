"""Every way into the program, with kept inputs and some random ones."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.acts.codec import fits
from bot.acts.named import ACTS
from bot.acts.registry import decode
from tests.fuzz import codes, corpus, run
from tests.fuzz.chance import Chance
from tests.fuzz.run import Tally, attempt, fuzz
from tests.fuzz.way import Effect, Way
from tests.fuzz.ways import WAYS

INPUTS = 112
KEPT = [pytest.param(way, path, id=f"{way}-{path.stem}") for way, path in corpus.kept()]


@pytest.fixture(autouse=True)
def _new_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose the new behaviour of Telegram's library, because the old one raises warnings."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.mark.parametrize(("way", "path"), KEPT)
def test_kept_inputs(way: str, path: Path) -> None:
    """Inputs that were once a problem, or are interesting, aren't one."""
    WAYS[way].check(corpus.read(path))


@pytest.mark.parametrize("way", WAYS)
def test_random_inputs(way: str) -> None:
    """Random inputs, always the same ones, have no effect that they mustn't have.

    Enough of them get past the first check, and enough are refused.
    """
    tally = attempt(WAYS[way], INPUTS, repeatable=True)
    assert tally.error is None, tally.failed
    assert tally.proves, tally


def test_every_button() -> None:
    """The codes are those of all intents that buttons carry, and decode to the same intents."""
    random = Random(1)
    chances = [Chance(random.randbytes(96)) for _ in range(10_000)]
    intents = [codes.built(chance, chance.choice(codes.kinds())) for chance in chances]
    fitting = [intent for intent in intents if fits(intent)]
    assert {type(intent) for intent in fitting} == set(ACTS.values())
    for intent in fitting:
        assert decode(intent.code) == intent


def test_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The smallest input that fails is kept, and reported."""

    def check(value: Any) -> bool:
        assert value < 7
        return value < 5

    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    monkeypatch.setattr(
        run, "WAYS", {"numbers": Way(lambda chance: chance.below(256), check, 1, 4)}
    )
    lines: list[str] = []
    assert not fuzz(["numbers"], 1000, lines.append)
    ((way, path),) = corpus.kept()
    assert (way, corpus.read(path)) == ("numbers", 7)
    assert path.name in lines[0]


def test_the_table() -> None:
    """A way's line has how many inputs were accepted, refused, unhandled, and had effects."""
    even = Way(lambda chance: chance.below(2), lambda value: not value, 1, 4)
    tally = attempt(even, 160, repeatable=True)
    assert 0 < tally.accepted < tally.inputs <= 160
    numbers = [tally.inputs, tally.accepted, tally.inputs - tally.accepted, 0, 0]
    assert run._row("even", [tally]).split() == ["even", *map(str, numbers)]  # noqa: SLF001 - the row is what is printed
    failed = Tally(10, 4, failed=1, error=Effect("a lobby has been closed"))
    assert (failed.refused, failed.unhandled, failed.effects) == (5, 0, 1)


@pytest.mark.parametrize("accepted", [0, 4, 96, 100])
def test_a_way_that_proves_nothing(accepted: int) -> None:
    """A way that accepts or refuses nearly everything proves nothing."""
    assert not Tally(100, accepted).proves
    assert Tally(100, 50).proves

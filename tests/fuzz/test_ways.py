"""Every way into the program, with kept inputs and some random ones."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.fuzz import corpus, run
from tests.fuzz.run import attempt, fuzz
from tests.fuzz.ways import WAYS, Way

INPUTS = 100
KEPT = [pytest.param(way, path, id=f"{way}-{path.stem}") for way, path in corpus.kept()]


@pytest.mark.parametrize(("way", "path"), KEPT)
def test_kept_inputs(way: str, path: Path) -> None:
    """Inputs that were once a problem, or are interesting, aren't one."""
    WAYS[way].check(corpus.read(path))


@pytest.mark.parametrize("way", WAYS)
def test_random_inputs(way: str) -> None:
    """Random inputs, always the same ones, have no effect that they mustn't have."""
    _, value, error = attempt(WAYS[way], INPUTS, repeatable=True)
    assert error is None, value


def test_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The smallest input that fails is kept, and reported."""

    def check(value: Any) -> None:
        assert value < 7

    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    monkeypatch.setattr(run, "WAYS", {"numbers": Way(st.integers(), check)})
    lines: list[str] = []
    assert not fuzz(["numbers"], 1000, lines.append)
    ((way, path),) = corpus.kept()
    assert (way, corpus.read(path)) == ("numbers", 7)
    assert path.name in lines[1]

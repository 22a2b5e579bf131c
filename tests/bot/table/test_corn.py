"""corn-1 is what docs/fair-dice.md promises, and what its checker recomputes."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.table.corn import clean_word, commitment, draw
from engine.throws import KERNELS, Thing, ThrowTable

SEED = bytes(range(32))
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
STATEMENT = "\n".join(["puluc-corn-1", commitment(SEED), "k3f9qd7m2x", HEADER, "maize", ""])
CHECKER = Path(__file__).parents[3] / "docs" / "check_casts.py"


def test_commitment_of_the_vector() -> None:
    """The commitment is the SHA-256 of the seed in lower-case hex."""
    assert commitment(SEED).startswith("630dcd29")
    assert commitment(SEED).endswith("d710dd")


def test_casts_of_the_vector() -> None:
    """The first six casts of the published vector."""
    casts = [KERNELS.write(draw(SEED, STATEMENT, n, KERNELS)) for n in range(6)]
    assert casts == ["0011", "0000", "1001", "1001", "0000", "1110"]


def test_kernels_fall_evenly() -> None:
    """Over many casts each of the sixteen ways to lie comes up about as often."""
    ways = Counter(draw(SEED, STATEMENT, n, KERNELS) for n in range(16_000))
    assert len(ways) == 16
    assert all(850 < count < 1150 for count in ways.values())


def test_dice_skip_the_bytes_that_would_favour_some_faces() -> None:
    """A die never takes a byte from 252 up, so its six faces come up about as often."""
    die = ThrowTable("two", Thing.DIE, 2, (0, 1, 2, 3, 4, 5), {n: n for n in range(11)})
    faces = Counter(face for n in range(6_000) for face in draw(SEED, STATEMENT, n, die))
    assert all(1850 < faces[face] < 2150 for face in range(6))


def test_a_word_is_composed() -> None:
    """A word that was typed as letter and accent is hashed as one character."""
    assert clean_word(" mai\u0301z ") == "ma\u00edz"


@pytest.mark.parametrize("word", ["x" * 33, "a\nb", "a\u202eb"])
def test_a_word_that_cannot_be_hashed_alike_everywhere(word: str) -> None:
    """Long words and control characters are refused."""
    with pytest.raises(ValueError, match="at most 32 characters"):
        clean_word(word)


def test_the_checker_agrees() -> None:
    """The script that imports nothing of ours finds the same casts."""
    arguments = [SEED.hex(), "k3f9qd7m2x", HEADER, "6", "maize", ""]
    run = subprocess.run(
        [sys.executable, str(CHECKER), *arguments], capture_output=True, text=True, check=True
    )
    lines = run.stdout.splitlines()
    assert lines[0] == f"commitment {commitment(SEED)}"
    assert [line.split()[1] for line in lines[1:]] == [
        KERNELS.write(draw(SEED, STATEMENT, n, KERNELS)) for n in range(6)
    ]

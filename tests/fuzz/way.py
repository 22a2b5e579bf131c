"""What a way into the program is, and what can be wrong with what comes in by it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.fuzz.chance import Chance

Json: TypeAlias = Any


class Effect(AssertionError):  # noqa: N818 - describes what has happened
    """Somebody has changed what they have no right to."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in.

    `make` returns an input, which is JSON, from up to `length` bytes. `check` returns whether the
    program accepts an input. It raises Effect, whatever escapes from the program except errors
    that are part of its contract, and AssertionError for anything else that mustn't be. `share` is
    the way's part of a thousand inputs of a long run.
    """

    make: Callable[[Chance], Json]
    check: Callable[[Json], bool]
    share: float
    length: int = 96

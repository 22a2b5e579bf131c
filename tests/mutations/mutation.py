"""Mutations: known faults as data, in `mutations.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LIST: Final = Path(__file__).with_name("mutations.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """A fault: `old`, which occurs once in `file`, becomes `new`, which `breaks` something.

    `near` are the paths of the tests that are most likely to notice, relative to the root like
    `file`.
    """

    name: str
    file: str
    breaks: str
    old: str
    new: str
    near: tuple[str, ...]

    def times_in(self, text: str) -> int:
        """Return how often the text to be replaced occurs, which must be once."""
        return text.count(self.old)

    def applied_to(self, text: str) -> str:
        """Return a file's text with the fault. Raises ValueError unless it can be in one place."""
        if self.times_in(text) != 1:
            raise ValueError(f"{self.name}: {self.file} has this text {self.times_in(text)} times")
        return text.replace(self.old, self.new)


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the list."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["mutation"]
    return tuple(Mutation(**each | {"near": tuple(each["near"])}) for each in listed)

"""A clock that a test sets."""

from dataclasses import dataclass


@dataclass
class Watch:
    """Tells the time that it was set to, in seconds."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

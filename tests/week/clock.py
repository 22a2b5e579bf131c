"""A clock that runs fast, and shows the same time in every process."""

import time
from dataclasses import dataclass
from typing import Self

from typing_extensions import override


@dataclass(frozen=True, slots=True)
class FastClock:
    """Unix seconds: `epoch` at the real time `begun`, and from then on `speed` times as fast."""

    epoch: float
    begun: float
    speed: float

    def __call__(self) -> float:
        """Return the fast time."""
        return self.at(time.time())

    def at(self, real: float) -> float:
        """Return the fast time at a real time."""
        return self.epoch + (real - self.begun) * self.speed

    @override
    def __str__(self) -> str:
        return f"{self.epoch} {self.begun} {self.speed}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse what `str` wrote."""
        return cls(*map(float, text.split()))

"""Decisions made from bytes, from which an input is built.

Hypothesis makes the bytes, those of many inputs at once: asking it for every decision would take
ten times as long as the decisions' effects. Zeros make the simplest decisions, and so do the bytes
that are missing at the end. So Hypothesis can also make an input as small as possible.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

AWKWARD: Final = (
    "\0\t\n\r \"'`\\/.,:;=-_+*@#<>&%$[]{}()|~!?0123456789aAbzZ"
    "\x7f\x85\xa0éßİ٣\u200b\u202e\ufeff\N{ZERO WIDTH JOINER}中\U0001f33d"
)
"""Characters with a meaning somewhere, or that are easily mistaken."""


class Chance:
    """Decisions, in the order of the bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1."""
        count = max(1, ((end - 1).bit_length() + 7) // 8)
        piece = self._data[self._at : self._at + count]
        self._at += count
        return int.from_bytes(piece, "big") % end

    def choice(self, among: Sequence[T]) -> T:
        """Return one of several values; the first one is the simplest."""
        return among[self.below(len(among))]

    def one_in(self, count: int) -> bool:
        """Return whether something happens that happens once in so many times."""
        return self.below(count) == count - 1

    def some(self, make: Callable[["Chance"], T], most: int) -> list[T]:
        """Return up to `most` values."""
        return [make(self) for _ in range(self.below(most + 1))]

    def text(self, most: int = 8, letters: str = AWKWARD) -> str:
        """Return a text of up to `most` characters from `letters`; see `letter`."""
        return "".join(self.some(lambda chance: chance.letter(letters), most))

    def letter(self, letters: str = AWKWARD) -> str:
        """Return one of `letters`; of the awkward ones or, rarely, any that can be sent."""
        if letters is not AWKWARD or not self.one_in(16):
            return self.choice(letters)
        code = self.below(0x110000 - 0x800)
        return chr(code if code < 0xD800 else code + 0x800)  # surrogates can't be sent

    def number(self) -> int:
        """Return a number, often a small one or one next to a limit."""
        if self.one_in(2):
            return self.below(20)
        edge = 1 << self.choice((4, 8, 15, 16, 31, 32, 53, 63, 64, 127))
        return self.choice((edge, -edge)) + self.below(3) - 1

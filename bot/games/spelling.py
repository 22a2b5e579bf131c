"""How people spell what can be chosen, and how what they typed is repeated to them."""

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from engine.text import Text

LONGEST_ECHO = 30
"""Of what somebody typed, as it is repeated to them."""


def plain(word: str) -> str:
    """Return a word without capitals, spaces, hyphens, apostrophes and quotation marks."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def choice(choices: Collection[str], typed: str) -> str | None:
    """Return what was chosen, however it is written; None if it is not among `choices`."""
    return next((each for each in choices if plain(each) == plain(typed)), None)


def nearest(told: Text, choices: Collection[str], typed: str) -> Text:
    """Add to a refusal what was probably meant, if something is near."""
    spelt = {plain(each): each for each in choices}
    near = get_close_matches(plain(typed), spelt, n=1, cutoff=0.7)
    return Text("command.nearest", told=told, choice=spelt[near[0]]) if near else told


def either(choices: Sequence[str]) -> Text | str:
    """Write what can be chosen, one of which is."""
    *first, last = choices
    return Text("command.or", first=", ".join(first), last=last) if first else last


def echo(word: str) -> str:
    """Repeat what somebody typed, but not at length."""
    return word if len(word) <= LONGEST_ECHO else f"{word[:LONGEST_ECHO]}…"

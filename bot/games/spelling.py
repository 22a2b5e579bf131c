"""Matching what users type to choices, and quoting it back to them."""

import unicodedata
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from engine.header import key_of
from engine.text import Text

NAMES: Final[Mapping[str, str]] = {"parchis-spain": "parchis", "parchis": "parchis-twelve"}
"""What people type for rulesets that have other keys in headers.

Those who say Parchís mostly mean the Spanish game, but `parchis` was the key of another one first,
and stored headers never change.
"""

LONGEST_ECHO = 30
"""The maximum length at which the bot quotes what a user typed, in characters."""


@lru_cache(maxsize=1024)
def plain(word: str) -> str:
    """Return a word in lower case, with only its letters and digits."""
    return "".join(filter(str.isalnum, usual(word).casefold()))


def usual(text: str) -> str:
    """Return a text with the usual form of each character, such as `9` for a full-width digit."""
    return unicodedata.normalize("NFKC", text)


def typed_name(header: str) -> str:
    """Return what people type for a ruleset, given its key or the header of a game."""
    key = key_of(header)
    return NAMES.get(key, key)


def choice(choices: Collection[str], typed: str) -> str | None:
    """Return the choice that was typed, in any spelling; None if it is not among `choices`."""
    return next((each for each in choices if plain(each) == plain(typed)), None)


def nearest(refusal: Text, choices: Collection[str], typed: str) -> Text:
    """Add a suggestion to a refusal if one of `choices` is similar to what was typed."""
    spelt = {plain(each): each for each in choices}
    near = get_close_matches(plain(typed), spelt, n=1, cutoff=0.7)
    return Text("command.nearest", told=refusal, choice=spelt[near[0]]) if near else refusal


def echo(word: str) -> str:
    """Return what a user typed, shortened for quoting."""
    return word if len(word) <= LONGEST_ECHO else f"{word[:LONGEST_ECHO]}…"

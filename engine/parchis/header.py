"""Headers of games of Parchís: a ruleset with its options on one line."""

from collections.abc import Mapping
from typing import Final

from engine import header
from engine.header import YES_OR_NO, Option, words_for
from engine.parchis.moves import ARRIVED, CAPTURED
from engine.parchis.ruleset import (
    DUELS,
    End,
    Evict,
    Goal,
    Obstacle,
    Opening,
    OwnStart,
    Ruleset,
    Start,
)
from engine.parchis.rulesets import RULESETS

OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        Option("seats", numbers=range(2, 5), always=True, summary="seats"),
        Option("start", words_for(Start), summary="how the first pieces come out"),
        Option("first-two", YES_OR_NO, summary="bring out the first piece with a two as well"),
        Option("opening", words_for(Opening), summary="who begins"),
        Option("own-start", words_for(OwnStart), summary="what a guest on your start means"),
        Option("evict", words_for(Evict), summary="which of two guests on a start is captured"),
        Option("six", {"12": 12, "7": 7, "6": 6}, summary="what a six counts with nobody at home"),
        Option("mixed", YES_OR_NO, summary="two colours are a barrier, too"),
        Option("barrier", words_for(Obstacle), summary="what a piece does that meets a barrier"),
        Option(
            "again",
            {**YES_OR_NO, "20": CAPTURED, "10": ARRIVED},
            summary="throw again after counting 20 or 10, or one of them",
        ),
        Option("jump", YES_OR_NO, summary="pass barriers of others when counting 10"),
        Option("goal", words_for(Goal), summary="what a number too large for the goal does"),
        Option("last-safe", YES_OR_NO, summary="stop at the entry before the corridor"),
        Option("instruccion", YES_OR_NO, summary="walk to the start with nobody else outside"),
        Option("end", words_for(End), summary="when the game is over"),
        Option("pieces", {"4": 4, "2": 2, "3": 3}, summary="pieces of each seat"),
        Option("colours", {pair: pair for pair in DUELS}, summary="colours of two seats"),
    )
}
"""Every option of Parchís, in the order of headers.

Chat commands, the command line and the JSON for other engines are generated from it.
"""


def ruleset_with(key: str, options: Mapping[str, str]) -> Ruleset:
    """Return the ruleset called `key` with `options` in place of its defaults.

    Raises Corrupt if the ruleset, an option or a value does not exist, Unplayable if the options
    break a limit.
    """
    return header.ruleset_with(RULESETS, OPTIONS, key, options)


def write_header(ruleset: Ruleset) -> str:
    """Return a header, such as `parchis seats=2 six=7`."""
    return header.write(ruleset.key, OPTIONS.values(), ruleset, RULESETS[ruleset.key])


def read_header(text: str) -> Ruleset:
    """Read what `write_header` wrote; raise Corrupt if it is invalid."""
    return header.read(RULESETS, OPTIONS, text)

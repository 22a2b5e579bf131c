"""Headers of road games: a ruleset with its options on one line."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine import header
from engine.game import Corrupt
from engine.header import YES_OR_NO, Option, read_values, read_words, words_for
from engine.road.ruleset import (
    LONGEST_ROAD,
    MOST_SEATS,
    MOST_WARRIORS,
    SHORTEST_ROAD,
    AfterCapture,
    Casts,
    FarEnd,
    Ruleset,
    Unplayable,
)
from engine.road.rulesets import RULESETS
from engine.throws import TABLES

OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        Option(
            "road",
            numbers=range(SHORTEST_ROAD, LONGEST_ROAD + 1),
            always=True,
            summary="spaces on the road",
        ),
        Option(
            "warriors",
            numbers=range(1, MOST_WARRIORS + 1),
            always=True,
            summary="warriors per seat",
        ),
        Option("table", {key: key for key in TABLES}, always=True, summary="throw table"),
        Option("casts", words_for(Casts), always=True, summary="throws in a turn"),
        Option(
            "seats",
            numbers=range(2, MOST_SEATS + 1, 2),
            summary="seats, an even number (more than 2 for teams)",
        ),
        Option("after-capture", words_for(AfterCapture), summary="where a captor goes"),
        Option("far-end", words_for(FarEnd), summary="what a lone warrior does at the enemy base"),
        Option("exact", YES_OR_NO, summary="reach bases by the exact number only"),
    )
}
"""Every option of the road games, in the order of headers.

Chat commands, the command line and the JSON for other engines are generated from it.
"""


def ruleset_with(key: str, options: Mapping[str, str]) -> Ruleset:
    """Return the ruleset called `key` with `options` in place of its defaults.

    Raises Corrupt if the ruleset, an option or a value does not exist, Unplayable if the options
    break a limit.
    """
    if key not in RULESETS:
        raise Corrupt(f"unknown ruleset {key!r}; the rulesets are {', '.join(RULESETS)}")
    # mypy checks all values against the type of the first field, but each option read its own
    return replace(RULESETS[key], **read_values(OPTIONS, options))  # type: ignore[arg-type] # see above


def write_header(ruleset: Ruleset) -> str:
    """Return a header, such as `puluc road=11 warriors=5 table=kernels casts=one`."""
    return header.write(ruleset.key, OPTIONS.values(), ruleset, RULESETS[ruleset.key])


def read_header(text: str) -> Ruleset:
    """Read what `write_header` wrote; raise Corrupt if it is invalid."""
    key, options = read_words(text)
    try:
        ruleset = ruleset_with(key, options)
    except Unplayable as unplayable:
        raise Corrupt(str(unplayable)) from None
    for option in OPTIONS.values():
        if option.always and option.name not in options:
            raise Corrupt(f"the header lacks {option.name}=")
    return ruleset

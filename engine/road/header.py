"""Headers of road games: a ruleset with its options on one line."""

from collections.abc import Mapping
from typing import Final

from engine import header
from engine.header import YES_OR_NO, Option, words_for
from engine.road.ruleset import (
    LONGEST_ROAD,
    MOST_SEATS,
    MOST_WARRIORS,
    SHORTEST_ROAD,
    AfterCapture,
    Casts,
    FarEnd,
    Ruleset,
)
from engine.road.rulesets import RULESETS, defaults
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
    """Return the ruleset called `key` with `options` in place of its defaults for so many seats.

    Raises Corrupt if the ruleset, an option or a value does not exist, Unplayable if the options
    break a limit.
    """
    ruleset = header.ruleset_with(RULESETS, OPTIONS, key, options)
    return header.ruleset_with({key: defaults(key, ruleset.seats)}, OPTIONS, key, options)


def write_header(ruleset: Ruleset) -> str:
    """Return a header, such as `puluc road=11 warriors=5 table=kernels casts=one`."""
    return header.write(ruleset.key, OPTIONS.values(), ruleset, RULESETS[ruleset.key])


def read_header(text: str) -> Ruleset:
    """Read what `write_header` wrote; raise Corrupt if it is invalid."""
    return header.read(RULESETS, OPTIONS, text)

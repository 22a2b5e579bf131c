"""The header of a road game: a ruleset with its options on one line."""

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
        Option("road", numbers=range(SHORTEST_ROAD, LONGEST_ROAD + 1), always=True),
        Option("warriors", numbers=range(1, MOST_WARRIORS + 1), always=True),
        Option("table", {key: key for key in TABLES}, always=True),
        Option("casts", words_for(Casts), always=True),
        Option("seats", numbers=range(2, MOST_SEATS + 1, 2)),
        Option("after-capture", words_for(AfterCapture)),
        Option("far-end", words_for(FarEnd)),
        Option("exact", YES_OR_NO),
    )
}
"""Everything that can be chosen, in the order in which a header tells it.

Commands, the command line and the JSON of other engines are made of this.
"""


def ruleset_with(key: str, options: Mapping[str, str]) -> Ruleset:
    """Return the ruleset called `key` with `options` in place of its defaults.

    Corrupt names a ruleset, an option or a value that does not exist; Unplayable tells which
    limit is broken.
    """
    if key not in RULESETS:
        raise Corrupt(f"no ruleset {key!r}; there are {', '.join(RULESETS)}")
    # mypy takes the values for those of the first field: each was read by its own option
    return replace(RULESETS[key], **read_values(OPTIONS, options))  # type: ignore[arg-type] # see above


def write_header(ruleset: Ruleset) -> str:
    """Write `puluc road=11 warriors=5 table=kernels casts=one`."""
    return header.write(ruleset.key, OPTIONS.values(), ruleset, RULESETS[ruleset.key])


def read_header(text: str) -> Ruleset:
    """Read what `write_header` wrote; Corrupt names what is wrong."""
    key, options = read_words(text)
    try:
        ruleset = ruleset_with(key, options)
    except Unplayable as unplayable:
        raise Corrupt(str(unplayable)) from None
    for option in OPTIONS.values():
        if option.always and option.name not in options:
            raise Corrupt(f"the header does not tell {option.name}")
    return ruleset

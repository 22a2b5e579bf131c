"""The rules of a game in a few short paragraphs, put together from its options.

There is a paragraph for each question that rulesets differ on, so that a game with other options
than its ruleset's own is told as truly as the ruleset itself.
"""

from collections.abc import Iterator

from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset
from engine.road.rulesets import RULESETS
from renderer.text import Text


def changes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Say what is chosen in place of the ruleset's own, but for seats, road and warriors."""
    usual = RULESETS[ruleset.key]
    changed = [
        Text(f"option.{name.replace('_', '-')}.{getattr(ruleset, name)}")
        for name in ("table", "casts", "after_capture", "far_end")
        if getattr(ruleset, name) != getattr(usual, name)
    ]
    exact = (Text("option.exact.yes"),) if ruleset.exact else ()
    return (*changed, *exact)


def explain(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return the title and the whole rules, a text for each paragraph."""
    return (
        Text(f"ruleset.{ruleset.key}.title"),
        *_turn(ruleset),
        *_capture(ruleset),
        *_ends(ruleset),
    )


def _turn(ruleset: Ruleset) -> Iterator[Text]:
    """Who sits where, what is cast, what a number is good for."""
    yield Text("rules.aim", road=ruleset.road, count=ruleset.warriors)
    if ruleset.seats > 2:
        yield Text("rules.seats", seats=ruleset.seats)
    counts = ruleset.opening_counts and ruleset.casts is Casts.ONE
    yield Text("rules.opening.counts" if counts else "rules.opening.decides")
    yield Text(f"rules.table.{ruleset.table}")
    yield Text(f"rules.casts.{ruleset.casts}")
    yield Text("rules.move")
    if max(ruleset.numbers) > ruleset.road:
        yield Text("rules.move.beyond")
    if ruleset.single_file:
        waits = ruleset.far_end is FarEnd.WALK_BACK
        yield Text("rules.single-file.waits" if waits else "rules.single-file")
    if ruleset.seats > 2:
        yield Text("rules.helping")


def _capture(ruleset: Ruleset) -> Iterator[Text]:
    """What happens where somebody stands already."""
    yield Text(f"rules.after-capture.{ruleset.after_capture}")
    if ruleset.fights_back:
        yield Text("rules.fights-back")
    if ruleset.seats > 2 or not ruleset.single_file:  # else nobody ever meets a comrade
        yield Text("rules.landing.beside" if ruleset.sharing else "rules.landing.apart")
    if ruleset.fire_space is not None:
        yield Text("rules.fire", space=ruleset.fire_space)


def _ends(ruleset: Ruleset) -> Iterator[Text]:
    """What happens at the ends of the road, and when the game is over."""
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    if not leaves:
        yield Text("rules.off.freed" if ruleset.spares_comrades else "rules.off.killed")
    yield Text(f"rules.far-end.{ruleset.far_end}")
    yield Text("rules.reach.exact" if ruleset.exact else "rules.reach.over")
    yield Text("rules.win.kills" if leaves else "rules.win.free")

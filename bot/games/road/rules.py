"""The rules of a game in a few short paragraphs, put together from its options.

There is a paragraph for each question that rulesets differ on, so that a game with other options
than its ruleset's own is told as truly as the ruleset itself.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.games.family import Rules
from engine.road.header import OPTIONS
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset
from engine.road.rulesets import RULESETS
from engine.text import Text

EXAMPLE_ROAD: Final = 13
"""Examples are on short roads: not longer than this, however long the ruleset's own is."""

_SIZES: Final = ("road", "warriors", "seats")

_RULES: Final = tuple(option for name, option in OPTIONS.items() if name not in _SIZES)
"""What can be chosen about the rules, rather than about the sizes."""

_TOLD_BY_LINE: Final[Mapping[str, tuple[str, ...]]] = {
    "puluc": ("after_capture",),
    "buul": ("after_capture", "far_end"),
    "boolik": ("after_capture", "far_end"),
    "bul": ("after_capture",),
    "kekchi": ("casts", "after_capture"),
    "footprints": ("table",),
    "aj-sayil": ("casts", "far_end"),
    "aj-tiwil": ("after_capture",),
    "aj-sinaanil": ("casts",),
    "aj-sakalil": ("casts", "after_capture"),
    "a-kaakil": ("casts",),
}
"""The options that the one line about a ruleset speaks of; all where nobody has said which."""


def played(ruleset: Ruleset) -> tuple[Text, ...]:
    """Say what a challenge is to: the game, what was chosen of it, and its line if that is true."""
    title = Text(f"ruleset.{ruleset.key}.title")
    what = Text("offer.what", ruleset=title, road=ruleset.road, count=ruleset.warriors)
    if changed := (*sizes(ruleset), *changes(ruleset)):
        what = Text("offer.but", what=what, changes=changed)
    return (what, *line(ruleset))


def line(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return the one line about a ruleset, if what it says is true of these options."""
    usual = RULESETS[ruleset.key]
    told = _TOLD_BY_LINE.get(ruleset.key) or tuple(option.field for option in _RULES)
    if any(getattr(ruleset, name) != getattr(usual, name) for name in told):
        return ()
    return (Text(f"ruleset.{ruleset.key}.line"),)


def sizes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Say which other road and how many other warriors are chosen."""
    usual = RULESETS[ruleset.key]
    sizes = (
        Text("option.road", road=ruleset.road, usual=usual.road),
        Text("option.warriors", warriors=ruleset.warriors, usual=usual.warriors),
    )
    return tuple(text for text in sizes if len(set(dict(text.args).values())) > 1)


def changes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Say which rules are chosen in place of the ruleset's own."""
    usual = RULESETS[ruleset.key]
    return tuple(
        Text(f"option.{option.name}.{option.write(getattr(ruleset, option.field))}")
        for option in _RULES
        if getattr(ruleset, option.field) != getattr(usual, option.field)
    )


def about_examples(ruleset: Ruleset) -> tuple[Text, ...]:
    """Say on which road the ruleset's examples are, where it has another here."""
    usual = RULESETS[ruleset.key]
    road, warriors = min(usual.road, EXAMPLE_ROAD), usual.warriors
    if (ruleset.road, ruleset.warriors) == (road, warriors):
        return ()
    return (Text("rules.examples", road=road, count=warriors),)


def rules(ruleset: Ruleset) -> Rules:
    """Explain a ruleset; its examples show what is played where its rules are not changed."""
    told = (*_turn(ruleset), *_capture(ruleset), *_ends(ruleset))
    about = None if changes(ruleset) else about_examples(ruleset)
    return Rules(Text(f"ruleset.{ruleset.key}.title"), told, about)


def _turn(ruleset: Ruleset) -> Iterator[Text]:
    """Who sits where, what is cast, what a number is good for."""
    yield Text("rules.aim", road=ruleset.road, count=ruleset.warriors)
    if ruleset.seats > 2:
        yield Text("rules.seats", seats=ruleset.seats)
    counts = ruleset.opening_counts and ruleset.casts is Casts.ONE
    yield Text("rules.opening.counts" if counts else "rules.opening.decides")
    yield Text(f"rules.table.{ruleset.table}")
    yield Text(f"rules.casts.{ruleset.casts}")
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    yield Text("rules.move", stack=Text("rules.stack.alone" if leaves else "rules.stack"))
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
    leaves, far_end = ruleset.after_capture is AfterCapture.LEAVE, ruleset.far_end
    if leaves and far_end is FarEnd.LIBERATE:
        far_end = FarEnd.RECYCLE  # nobody carries anybody
    if not leaves:
        yield Text("rules.off.freed" if ruleset.spares_comrades else "rules.off.killed")
    yield Text(
        f"rules.far-end.{far_end}", who=Text("rules.who.any" if leaves else "rules.who.alone")
    )
    if ruleset.exact and far_end is FarEnd.BOUNCE:
        yield Text("rules.reach.exact-home")
    else:
        yield Text("rules.reach.exact" if ruleset.exact else "rules.reach.over")
    yield Text("rules.win.kills" if leaves else "rules.win.free")

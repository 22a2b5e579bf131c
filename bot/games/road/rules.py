"""The rules of a game in a few labelled sections, assembled from its options.

Each question on which rulesets differ has a sentence of its own, so the rules are also right for
games with changed options.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.games import explaining
from bot.games.explaining import source
from bot.games.family import Rules
from bot.games.road.sizes import size_of
from bot.games.size import Size
from bot.table.table import SMALLEST_GAME
from engine.road.header import OPTIONS
from engine.road.ruleset import MOST_SEATS, AfterCapture, Casts, FarEnd, Ruleset
from engine.road.rulesets import PULUC, RULESETS, defaults
from engine.text import Text

EXAMPLE_ROAD: Final = 13
"""The longest road in examples, which use short roads even if the ruleset's own is longer."""

_SIZES: Final = ("road", "warriors", "seats")

_RULES: Final = tuple(option for name, option in OPTIONS.items() if name not in _SIZES)
"""The options that change rules rather than sizes."""

_OPTIONS_IN_LINE: Final[Mapping[str, tuple[str, ...]]] = {
    "puluc": ("after_capture",),
    "buul": ("after_capture", "far_end"),
    "boolik": ("after_capture", "far_end"),
    "bul": ("after_capture",),
    "kekchi": ("casts", "after_capture"),
    "sapper": ("casts", "far_end"),
    "footprints": ("table",),
    "aj-sayil": ("casts", "far_end"),
    "aj-tiwil": ("after_capture",),
    "aj-sinaanil": ("casts",),
    "aj-sakalil": ("casts", "after_capture"),
    "a-kaakil": ("casts",),
}
"""The options that a ruleset's one-line description depends on; all of them if not listed."""


def played(ruleset: Ruleset) -> tuple[Text, ...]:
    """Describe the game of a challenge: its ruleset, its changed options, and its line if true."""
    title = Text(f"ruleset.{ruleset.key}.title")
    what = Text("offer.what", ruleset=title, road=ruleset.road, count=ruleset.warriors)
    if changed := changes(ruleset):
        what = Text("offer.but", what=what, changes=changed)
    return (what, *line(ruleset))


def line(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return the one-line description of a ruleset if it is true with these options."""
    usual = defaults(ruleset.key, ruleset.seats)
    fields = _OPTIONS_IN_LINE.get(ruleset.key) or tuple(option.field for option in _RULES)
    if any(getattr(ruleset, name) != getattr(usual, name) for name in fields):
        return ()
    return (Text(f"ruleset.{ruleset.key}.line"),)


def title(ruleset: Ruleset) -> Text:
    """Return the name of a ruleset, with the size of the game unless that is the usual one."""
    name, size = Text(f"ruleset.{ruleset.key}.title"), size_of(ruleset)
    return name if size in (None, Size.CLASSIC) else Text(f"choose.{size}", ruleset=name)


def sizes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return texts for a road length and a number of warriors that differ from the defaults."""
    usual = defaults(ruleset.key, ruleset.seats)
    sizes = (
        Text("changed.road", road=ruleset.road, usual=usual.road),
        Text("changed.warriors", count=ruleset.warriors, usual=usual.warriors),
    )
    return tuple(text for text in sizes if len(set(dict(text.args).values())) > 1)


def changes(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return texts for rules that differ from the ruleset's defaults."""
    return explaining.changes(ruleset, defaults(ruleset.key, ruleset.seats), _RULES)


def about_examples(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return a text about the road and warriors of the examples if they differ from the game's."""
    usual = RULESETS[ruleset.key]
    road, warriors = min(usual.road, EXAMPLE_ROAD), usual.warriors
    if (ruleset.road, ruleset.warriors) == (road, warriors):
        return ()
    return (Text("rules.examples", road=road, count=warriors),)


def rules(ruleset: Ruleset) -> Rules:
    """Return the rules of a game; its ruleset's examples apply only if no rule is changed."""
    off = "ends" if ruleset.after_capture is AfterCapture.LEAVE else "off"
    texts = {
        "aim": _aim(ruleset),
        "board": _board(ruleset),
        "turn": _turn(ruleset),
        "capture": _capture(ruleset),
        off: _off(ruleset),
        "teams": _teams(ruleset),
        "special": tuple(_special(ruleset)) or _plain(ruleset),
        "source": source(ruleset.key, (*sizes(ruleset), *changes(ruleset))),
    }
    about = None if changes(ruleset) else about_examples(ruleset)
    return Rules.of(ruleset.key, texts, about)


def _aim(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how to win."""
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    yield Text("rules.win.kills" if leaves else "rules.win.free")


def _board(ruleset: Ruleset) -> Iterator[Text]:
    """Yield the board, how many can play, and who begins."""
    yield Text("rules.board", road=ruleset.road, count=ruleset.warriors)
    if ruleset.teams and ruleset.seats == SMALLEST_GAME:
        yield Text("rules.teams", most=MOST_SEATS)
    counts = ruleset.opening_counts and ruleset.casts is Casts.ONE
    yield Text("rules.opening.counts" if counts else "rules.opening.decides")


def _turn(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what to throw and how to play a number."""
    yield Text(f"rules.table.{ruleset.table}")
    single = ruleset.single_file and ruleset.casts is Casts.EACH
    yield Text("rules.casts.each.single" if single else f"rules.casts.{ruleset.casts}")
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    yield Text("rules.move", stack=Text("rules.stack.alone" if leaves else "rules.stack"))
    yield Text("rules.must.each" if ruleset.casts is Casts.EACH else "rules.must")
    if max(ruleset.numbers) > ruleset.road:
        yield Text("rules.move.beyond")


def _capture(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what happens on an occupied space."""
    yield Text(f"rules.after-capture.{ruleset.after_capture}")
    yield Text("rules.landing.free" if _meets_no_comrade(ruleset) else "rules.landing.apart")


def _off(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how stacks leave the road."""
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    if not leaves:
        comrades = "freed" if ruleset.spares_comrades else "killed"
        yield Text(f"rules.off.{comrades}.{ruleset.after_capture}")
    if _far_end(ruleset) is FarEnd.RECYCLE:
        yield _at_far_end(ruleset)
    if ruleset.exact and ruleset.far_end is FarEnd.BOUNCE:
        yield Text("rules.reach.exact-home")
    elif ruleset.far_end is FarEnd.RE_ENTER:
        yield Text("rules.reach.any" if leaves else "rules.reach.over-captives")
    else:
        yield Text("rules.reach.exact" if ruleset.exact else "rules.reach.over")


def _teams(ruleset: Ruleset) -> Iterator[Text]:
    """Yield how partners play together."""
    if ruleset.seats == SMALLEST_GAME:
        return
    yield Text("rules.seats", seats=ruleset.seats)
    yield Text("rules.seats.own")
    if ruleset.after_capture is not AfterCapture.LEAVE:
        yield Text("rules.seats.freed")
    yield Text("rules.helping")
    yield Text("rules.seats.left")


def _special(ruleset: Ruleset) -> Iterator[Text]:
    """Yield what the simplest form of the game lacks."""
    if ruleset.single_file:
        waits = ruleset.far_end is FarEnd.WALK_BACK
        yield Text("rules.single-file.waits" if waits else "rules.single-file")
    if ruleset.sharing and not _one_stack_a_side(ruleset):
        yield Text("rules.landing.beside")
    if ruleset.fights_back:
        yield Text("rules.fights-back")
    if burning := ruleset.fire_spaces:
        spaces = tuple(Text("rules.fire.space", space=at) for at in burning)
        yield Text("rules.fire", count=len(spaces), spaces=spaces)
    if _far_end(ruleset) is not FarEnd.RECYCLE:
        yield _at_far_end(ruleset)


def _plain(ruleset: Ruleset) -> tuple[Text, ...]:
    """Return the texts for a ruleset without special rules: the simplest form, or close to it."""
    if all(getattr(ruleset, option.field) == getattr(PULUC, option.field) for option in _RULES):
        return (Text("rules.plain"),)
    return line(ruleset)


def _far_end(ruleset: Ruleset) -> FarEnd:
    """Return what happens to a lone warrior at the enemy base.

    Where captors leave at once, no stack has captives, so liberating is the same as recycling.
    """
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    return FarEnd.RECYCLE if leaves and ruleset.far_end is FarEnd.LIBERATE else ruleset.far_end


def _at_far_end(ruleset: Ruleset) -> Text:
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    who = Text("rules.who.any" if leaves else "rules.who.alone")
    return Text(f"rules.far-end.{_far_end(ruleset)}", who=who)


def _one_stack_a_side(ruleset: Ruleset) -> bool:
    return ruleset.single_file and ruleset.seats == 2


def _meets_no_comrade(ruleset: Ruleset) -> bool:
    """Tell whether a stack of a player's own side can never block a move."""
    return ruleset.sharing or _one_stack_a_side(ruleset)

"""What all families' rules of games in words have in common."""

from collections.abc import Iterable, Iterator

from engine.header import Option
from engine.text import Text


def changes(
    ruleset: object, usual: object, options: Iterable[Option], prefix: str = "changed."
) -> tuple[Text, ...]:
    """Return texts for the options of a ruleset that differ from the `usual` one's.

    Their keys are `<name>.<value>` after the prefix.
    """
    return tuple(
        Text(f"{prefix}{option.name}.{option.write(getattr(ruleset, option.field))}")
        for option in options
        if getattr(ruleset, option.field) != getattr(usual, option.field)
    )


def source(key: str, changed: tuple[Text, ...]) -> Iterator[Text]:
    """Yield who recorded a ruleset, and which options of a game differ from it."""
    yield Text(f"ruleset.{key}.source")
    if changed:
        yield Text("rules.changed", changes=changed)

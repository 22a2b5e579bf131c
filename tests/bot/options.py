"""The options of a game in short."""

from bot.table.intents import Options


def options(ruleset: str = "puluc", **chosen: object) -> Options:
    """What somebody chose: `options(road=9, after_capture="open")`."""
    return Options(
        ruleset, tuple((name.replace("_", "-"), str(value)) for name, value in chosen.items())
    )

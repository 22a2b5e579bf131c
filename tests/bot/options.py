"""A short way to write a game's options."""

from bot.table.options import Options


def options(ruleset: str = "puluc", **chosen: object) -> Options:
    """Return options as a player chooses them: `options(road=9, after_capture="open")`."""
    return Options(
        ruleset, tuple((name.replace("_", "-"), str(value)) for name, value in chosen.items())
    )

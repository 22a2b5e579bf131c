"""What the tokens of bots look like, so that one that was set wrongly is recognised."""

import re
from collections.abc import Mapping
from typing import Final

LOOKS: Final[Mapping[str, re.Pattern[str]]] = {
    "TELEGRAM_TOKEN": re.compile(r"\d{6,}:[\w-]{30,}"),
    "DISCORD_TOKEN": re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
}
"""The format of each platform's tokens, by the setting for it."""

_OWNERS: Final = {"TELEGRAM_TOKEN": "Telegram", "DISCORD_TOKEN": "Discord"}


def mistake(name: str, value: str) -> str | None:
    """Return what is wrong with the value of a setting for a token, without the token.

    None if it is a token, and if it can't be told: then only the platform knows.
    """
    if LOOKS[name].fullmatch(value):
        return None
    for found, looks in LOOKS.items():
        if not looks.search(value):
            continue
        if found == name:
            return (
                "must be the token alone: there is something before or after it, such as quotes, "
                "a space or the word Bot; remove that, and keep the token"
            )
        return (
            f"is a token of {_OWNERS[found]}; set {found} to it, and {name} to the one of "
            f"{_OWNERS[name]}, or remove {name}"
        )
    return None


def is_whole(name: str, value: str) -> bool:
    """Return whether a value looks like a whole token."""
    return LOOKS[name].fullmatch(value) is not None

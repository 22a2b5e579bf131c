"""Quiet hours, as people read and choose them."""

from collections.abc import Iterator
from typing import Final

from bot.acts.preferences.preference import OFF, Entered, opening, setting
from bot.table.button import Button
from bot.table.preferences import Preferences, Quiet
from bot.table.request import Reply
from bot.table.zones import clock
from engine.text import Text

OFFERED: Final = (Quiet(22, 8), Quiet(23, 7), Quiet(0, 9))
"""The quiet hours that have a button."""


async def read(entered: Entered) -> Quiet | None:
    """Return the hours that were typed, such as `22-8`; None for `off`."""
    return None if entered.word == OFF else Quiet.read(entered.word)


def told(person: Preferences, _now: int) -> Text:
    """Return the person's quiet hours."""
    return Text("me.quiet.none") if person.quiet is None else _text("me.quiet.hours", person.quiet)


def offered(person: Preferences, _now: int) -> Iterator[Button]:
    """Yield buttons for other quiet hours, and for none."""
    for quiet in OFFERED:
        if quiet != person.quiet:
            yield setting("quiet", str(quiet), _text("me.button.hours", quiet))
    if person.quiet is not None:
        yield setting("quiet", OFF, Text("me.button.never"))


def hint(person: Preferences, now: int) -> Reply:
    """Say that hours without a time zone are in UTC."""
    if person.quiet is None or person.zone:
        return Reply()
    return Reply((Text("me.quiet.utc", time=clock(now, "")),), choices=(opening("zone"),))


def _text(key: str, quiet: Quiet) -> Text:
    return Text(key, start=f"{quiet.start}:00", end=f"{quiet.end}:00")

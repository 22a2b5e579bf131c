"""Vacations, as people type, read and choose them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from bot.acts.preferences.preference import OFF, Entered, Unsure, setting
from bot.table.button import Button, Style
from bot.table.pace import DAY
from bot.table.preferences import Preferences, Vacation
from bot.table.request import Refusal, Reply
from bot.table.vacation import (
    NoVacation,
    ended,
    free_from,
    midnight,
    needs_confirmation,
    planned,
)
from bot.table.zones import moment
from engine.text import Text

OFFERED: Final = (7, 14, 28)
"""The lengths of the vacations that have a button, in days."""

_SURE: Final = "sure:"
"""What comes before the length or date of a vacation that the person has confirmed."""

_DAYS = re.compile(r"([0-9]{1,3})\s*d(?:ays?)?", re.ASCII)


async def read(entered: Entered) -> Vacation | None:
    """Return a vacation of some days or until a date, or the last one, which `off` ends."""
    person, now = entered.person, entered.now
    if entered.word == OFF:
        return ended(person.vacation, now)
    word = entered.word.removeprefix(_SURE)
    if days := _DAYS.fullmatch(word):
        until = now + int(days[1]) * DAY
    else:
        until = midnight(word, person.zone)
    try:
        vacation = planned(person.vacation, until, now)
    except NoVacation as no:
        limit = moment(no.limit, person.zone)
        raise Refusal(Text(f"me.vacation.{no.why}", limit=limit)) from None
    if word == entered.word and needs_confirmation(person.vacation, vacation):
        raise Unsure(_asking(word, vacation, person.zone))
    return vacation


def _asking(word: str, vacation: Vacation, zone: str) -> Reply:
    """Ask whether to begin a vacation."""
    until, free = moment(vacation.until, zone), moment(free_from(vacation), zone)
    value = f"{_SURE}{''.join(word.split())}"
    sure = setting("vacation", value, Text("me.button.sure"), Style.GOOD)
    return Reply((Text("me.vacation.sure", until=until, free=free),), choices=(sure,))


def told(person: Preferences, now: int) -> Text:
    """Return until when the person is away, or when their next vacation can begin."""
    last = person.vacation
    if last is None or now >= (free := free_from(last)):
        return Text("me.vacation.none")
    if last.covers(now):
        return Text("me.vacation.away", until=moment(last.until, person.zone))
    return Text("me.vacation.over", free=moment(free, person.zone))


def offered(person: Preferences, now: int) -> Iterator[Button]:
    """Yield buttons for the vacations that are possible now, and for coming back."""
    for days in OFFERED:
        with suppress(NoVacation):
            planned(person.vacation, now + days * DAY, now)
            yield setting("vacation", f"{days}d", Text("me.button.weeks", count=days // 7))
    if person.vacation is not None and person.vacation.covers(now):
        yield setting("vacation", OFF, Text("me.button.back"), Style.GOOD)

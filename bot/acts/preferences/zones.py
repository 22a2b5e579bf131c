"""Time zones, as people type, read and choose them: by name, offset, city, or the time there."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bot.acts.preferences.abbreviations import city_of, has_summer_time, zones_called
from bot.acts.preferences.cities import Found
from bot.acts.preferences.preference import OFF, Entered, opening, setting
from bot.games.spelling import echo
from bot.table.button import Button
from bot.table.preferences import Preferences
from bot.table.request import Refusal
from bot.table.zones import clock, find_zone, offset_showing, read_offset, write_offset
from bot.work.workshop import Busy
from engine.text import AnyOf, Name, Text

_HOURS: Final = range(-11, 13)
"""The time zones that have a button, as hours ahead of UTC: one for each hour of the day."""

_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.]([0-5][0-9]))?\s*([ap]m)?", re.ASCII)


async def read(entered: Entered) -> str:
    """Return the time zone with the name or offset, or of the city, that was typed."""
    if not entered.value:
        raise Refusal(Text("me.zone.how"), choices=(opening("zone"),))
    if entered.word == OFF:
        return ""
    if zone := read_offset(entered.value):
        return zone
    if zones := zones_called(entered.word, entered.now):
        if len(zones) == 1:
            return zones[0]
        raise _which_clock(zones, Name(echo(entered.value)), entered.now)
    if find_zone(entered.value):
        return entered.value
    try:
        found = await entered.find(entered.value)
    except Busy:
        raise Refusal(Text("me.zone.busy")) from None
    if found.zone or len(found.cities) == 1:
        return found.zone or found.cities[0].zone
    raise _which(found, Name(echo(entered.value)), entered.now)


async def read_clock(entered: Entered) -> str:
    """Return the time zone where it is the time that was typed, such as `21:40` or `9:40 pm`."""
    form = _CLOCK.fullmatch(entered.word)
    if form is None:
        raise ValueError(f"no time: {entered.word!r}")
    hour, minute, half = int(form[1]), int(form[2] or "0"), form[3]
    if not (1 <= hour <= 12 if half else hour < 24):
        raise ValueError(f"no hour: {entered.word!r}")
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return offset_showing(hour * 60 + minute, entered.now)


def told(person: Preferences, now: int) -> Text:
    """Return the person's time zone, and the time there."""
    if not person.zone:
        return Text("me.zone.none", time=clock(now, ""))
    prefix = "UTC" if person.zone.startswith(("+", "-")) else ""
    zone = prefix + person.zone.replace("_", " ")
    return Text("me.zone.set", zone=zone, time=clock(now, person.zone))


def offered(person: Preferences, now: int) -> Iterator[Button]:
    """Yield a button for each hour that it may be where the person is."""
    for zone in (write_offset(60 * hour) for hour in _HOURS):
        if zone != person.zone:
            yield setting("zone", zone, Text("me.button.time", time=clock(now, zone)))


def _which_clock(zones: Sequence[str], name: Name, now: int) -> Refusal:
    """Ask which of the time zones with this abbreviation is meant."""
    choices = [
        setting(
            "zone",
            zone,
            Text(
                "me.button.city" if has_summer_time(zone, now) else "me.button.no-summer-time",
                city=city_of(zone),
                time=clock(now, zone),
            ),
        )
        for zone in zones
    ]
    return Refusal(Text("me.zone.abbreviation", name=name), choices=tuple(choices))


def _which(found: Found, name: Name, now: int) -> Refusal:
    """Ask which city is meant, or say that there is none of this name."""
    if found.cities:
        often = Counter(each.label for each in found.cities)
        labels = {
            each.zone: each.label if often[each.label] == 1 else each.full_label
            for each in found.cities
        }
        choices = (
            setting("zone", zone, Text("me.button.city", city=city, time=clock(now, zone)))
            for zone, city in labels.items()
        )
        return Refusal(Text("me.zone.several", name=name), choices=tuple(choices))
    text = Text("me.zone.unknown", name=name)
    if found.similar:
        text = Text("me.zone.similar", told=text, names=AnyOf(found.similar))
    return Refusal(text, Text("me.zone.else"), choices=(opening("zone"),))

"""A person's preferences as sentences, and the buttons that change them."""

from collections.abc import Iterator
from typing import Final

from bot.table.button import Button, Style
from bot.table.intents import ChangeMe, ShowMe
from bot.table.pace import DAY
from bot.table.people import Platform
from bot.table.preferences import Preferences, Quiet, Reminders
from bot.table.vacation import REST_SECONDS, NoVacation, planned
from bot.table.zones import local, write_offset
from engine.text import Text

TOPICS: Final = ("reminders", "where", "quiet", "zone", "vacation")
"""The preferences, in the order in which they are listed."""

QUIET: Final = (Quiet(22, 8), Quiet(23, 7), Quiet(0, 9))
"""The quiet hours that have a button."""

DAYS: Final = (7, 14, 28)
"""The lengths of the vacations that have a button."""

OFF: Final = "off"

EVERYTHING: Final = Button(Text("me.button.all"), ShowMe())
"""The button that lists all preferences."""

_HOURS: Final = range(-11, 13)
"""The time zones that have a button, as hours ahead of UTC: one for each hour of the day."""


def topics(platform: Platform) -> tuple[str, ...]:
    """Return the preferences that people have on a platform: the web has no private messages."""
    return tuple(name for name in TOPICS if platform is not Platform.WEB or name != "where")


def line(topic: str, person: Preferences, now: int) -> Text:
    """Return what a person has set for a topic; `now` is in Unix seconds."""
    match topic:
        case "reminders":
            return Text(f"me.reminders.{person.reminders}")
        case "where":
            refused = "refused" if person.refused else "private"
            return Text(f"me.where.{refused if person.private else 'channel'}")
        case "quiet":
            return Text("me.quiet.none") if person.quiet is None else hours(person.quiet)
        case "zone":
            if not person.zone:
                return Text("me.zone.none", time=clock(now, ""))
            prefix = "UTC" if person.zone.startswith(("+", "-")) else ""
            zone = prefix + person.zone.replace("_", " ")
            return Text("me.zone.set", zone=zone, time=clock(now, person.zone))
    last = person.vacation
    if last is None or now >= (free := last.until + REST_SECONDS):
        return Text("me.vacation.none")
    if last.covers(now):
        return Text("me.vacation.away", until=moment(last.until, person.zone))
    return Text("me.vacation.over", free=moment(free, person.zone))


def choices(topic: str, person: Preferences, now: int) -> Iterator[Button]:
    """Yield buttons for what else a person can set for a topic."""
    match topic:
        case "reminders":
            for each in Reminders:
                if each is not person.reminders:
                    yield _button(topic, each, Text(f"me.button.{each}"))
        case "where":
            for where, settled in (
                ("channel", not person.private),
                ("private", person.private and not person.refused),
            ):
                if not settled:
                    yield _button(topic, where, Text(f"me.button.{where}"))
        case "quiet":
            for quiet in QUIET:
                if quiet != person.quiet:
                    yield _button(topic, str(quiet), _hours("me.button.hours", quiet))
            if person.quiet is not None:
                yield _button(topic, OFF, Text("me.button.never"))
        case "zone":
            for zone in (write_offset(60 * hour) for hour in _HOURS):
                if zone != person.zone:
                    yield _button(topic, zone, Text("me.button.time", time=clock(now, zone)))
        case "vacation":
            for days in DAYS:
                if _possible(person, days, now):
                    yield _button(topic, f"{days}d", Text("me.button.weeks", count=days // 7))
            if person.vacation is not None and person.vacation.covers(now):
                yield _button(topic, OFF, Text("me.button.back"), Style.GOOD)


def open_topic(topic: str) -> Button:
    """Return the button that shows the choices of a topic."""
    return Button(Text(f"me.button.{topic}"), ShowMe(topic))


def hours(quiet: Quiet) -> Text:
    """Return quiet hours as a sentence."""
    return _hours("me.quiet.hours", quiet)


def clock(at: int, zone: str) -> str:
    """Return the local time of day at `at` (Unix seconds)."""
    return f"{local(at, zone):%H:%M}"


def moment(at: int, zone: str) -> str:
    """Return the local date and time at `at` (Unix seconds)."""
    return f"{local(at, zone):%Y-%m-%d %H:%M}{'' if zone else ' UTC'}"


def _hours(key: str, quiet: Quiet) -> Text:
    return Text(key, start=f"{quiet.start}:00", end=f"{quiet.end}:00")


def _button(topic: str, value: str, text: Text, style: Style = Style.PLAIN) -> Button:
    return Button(text, ChangeMe(((topic, value),)), style)


def _possible(person: Preferences, days: int, now: int) -> bool:
    """Return whether a person can be on vacation for so many days from now on."""
    try:
        planned(person.vacation, now + days * DAY, now)
    except NoVacation:
        return False
    return True

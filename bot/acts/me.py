"""What people set for themselves: reminders, quiet hours, their time zone, and vacations."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Final, TypeAlias

import structlog

from bot.acts import about_me
from bot.acts.about_me import EVERYTHING, OFF, TOPICS, line, open_topic, topics
from bot.acts.cities import Found, find_zones
from bot.acts.tables import Tables, settled
from bot.games.spelling import echo, either
from bot.table.button import Button
from bot.table.due import VACATION, Due
from bot.table.intents import ChangeMe
from bot.table.pace import DAY
from bot.table.people import Platform, User
from bot.table.preferences import Changes, Preferences, Quiet, Reminders, Vacation
from bot.table.request import Refusal, Reply, Request
from bot.table.vacation import NoVacation, ended, midnight, planned
from bot.table.zones import find_zone, offset_showing, read_offset
from bot.work.workshop import Busy
from engine.text import Name, Text

FindZones: TypeAlias = Callable[[str], Awaitable[Found]]
"""Finds time zones like `find_zones`, without blocking the event loop. May raise Busy."""

GRACE_SECONDS: Final = 60
"""When running clocks learn of a vacation whose process dies right after writing it."""

_QUIET = re.compile(r"([0-9]{1,2})(?::00)?\s*-\s*([0-9]{1,2})(?::00)?", re.ASCII)
_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.]([0-5][0-9]))?\s*([ap]m)?", re.ASCII)
_DAYS = re.compile(r"([0-9]{1,3})\s*d(?:ays?)?", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

log = structlog.get_logger()


async def find_in_thread(typed: str) -> Found:
    """Find time zones in a thread, where there are no worker processes."""
    return await asyncio.to_thread(find_zones, typed)


class Me:
    """Shows and changes a person's own preferences."""

    def __init__(self, tables: Tables, find: FindZones) -> None:
        self._tables = tables
        self._store = tables.store
        self._find = find

    async def show(self, request: Request, topic: str) -> Reply:
        """List the actor's preferences or, for a topic, offer its choices."""
        person, now = await self._store.preferences(request.actor.user), int(self._tables.now())
        known = topics(request.actor.user.platform)
        if not topic:
            lines = (*(line(each, person, now) for each in known), Text("me.how"))
            return Reply(lines, choices=tuple(map(open_topic, known)))
        if topic not in TOPICS:  # a forged button, or one from another release
            raise Refusal(Text("press.unknown"))
        if topic not in known:
            raise Refusal(Text("me.where.web"))
        offered = tuple(about_me.choices(topic, person, now))
        return Reply((line(topic, person, now), Text(f"me.{topic}.how")), choices=offered)

    async def change(self, request: Request, changes: Iterable[tuple[str, str]]) -> Reply:
        """Change the actor's preferences, all of them or none. Raises Refusal."""
        user, now = request.actor.user, int(self._tables.now())
        old = person = await self._store.preferences(user)
        changed = Changes()
        for name, value in changes:
            changed.update(await self._read(name, value.strip(), person, user, now))
            person = replace(person, **changed)
        if request.actor.language:
            changed["language"] = request.actor.language
        away = person.vacation != old.vacation
        if away:
            await self._tell_tables(user, now + GRACE_SECONDS)

        async def prefer() -> None:
            await self._store.prefer(user, **changed)

        await settled(prefer)
        if away:
            await self._tell_tables(user, now)
        log.info("preferences.changed", changed=[name for name, _ in changes])
        return _changed(person, {name for name, _ in changes}, now)

    async def _read(
        self, name: str, value: str, person: Preferences, user: User, now: int
    ) -> Changes:
        """Return what a typed or pressed value changes. Raises Refusal if it is wrong."""
        match name, value.casefold():
            case "reminders", ("on" | "less" | "off") as wanted:
                return Changes(reminders=Reminders(wanted))
            case "where", "private" if user.platform is Platform.WEB:
                raise Refusal(Text("me.where.web"))
            case "where", ("channel" | "private") as where:
                return Changes(private=where == "private", refused=False)
            case "quiet", typed:
                return Changes(quiet=_quiet(typed))
            case "zone", "off":
                return Changes(zone="")
            case "zone", _:
                return Changes(zone=await self._zone(value, now))
            case "now", typed:
                return Changes(zone=offset_showing(_minutes(typed), now))
            case "vacation", typed:
                return Changes(vacation=_vacation(typed, person, now))
        raise Refusal(Text("press.unknown"))  # a forged button

    async def _zone(self, typed: str, now: int) -> str:
        """Return the time zone with the name or offset, or of the city, that was typed."""
        if not typed:
            raise Refusal(Text("me.zone.how"), choices=(open_topic("zone"),))
        if zone := read_offset(typed):
            return zone
        if find_zone(typed):
            return typed
        try:
            found = await self._find(typed)
        except Busy:
            raise Refusal(Text("me.zone.busy")) from None
        if found.zone:
            return found.zone
        name = Name(echo(typed))
        if len(found.cities) > 1:
            cities = tuple(
                Button(
                    Text("me.button.city", city=city.label, time=about_me.clock(now, city.zone)),
                    ChangeMe((("zone", city.zone),)),
                )
                for city in found.cities
            )
            raise Refusal(Text("me.zone.several", name=name), choices=cities)
        if found.cities:
            return found.cities[0].zone
        unknown = Text("me.zone.unknown", name=name)
        if found.similar:
            unknown = Text("me.zone.similar", told=unknown, names=either(found.similar))
        raise Refusal(unknown, Text("me.zone.else"), choices=(open_topic("zone"),))

    async def _tell_tables(self, user: User, at: int) -> None:
        """Schedule that the clocks of a person's tables follow their vacation."""
        tables = await self._store.tables_of(user)
        dues = [Due(table.id, VACATION, at) for table in tables]
        await asyncio.gather(*map(self._store.schedule, dues))
        self._tables.wake(dues)


def _changed(person: Preferences, names: set[str], now: int) -> Reply:
    """Return what is now set, with a hint if quiet hours lack a time zone."""
    shown = [each for each in TOPICS if each in names or (each == "zone" and "now" in names)]
    lines = [line(each, person, now) for each in shown]
    if "quiet" in names and person.quiet is not None and not person.zone:
        return Reply(
            (*lines, Text("me.quiet.utc", time=about_me.clock(now, ""))),
            choices=(open_topic("zone"), EVERYTHING),
        )
    return Reply(tuple(lines), choices=(EVERYTHING,))


def _quiet(typed: str) -> Quiet | None:
    """Return the quiet hours that were typed, such as `22-8`; None for `off`."""
    if typed == OFF:
        return None
    span = _QUIET.fullmatch(typed.replace("\N{EN DASH}", "-"))
    start, end = (0, 0) if span is None else (int(hour) for hour in span.groups())
    try:
        return Quiet(start, 0 if end == 24 else end)
    except ValueError:
        raise Refusal(Text("me.quiet.wrong", value=echo(typed))) from None


def _minutes(typed: str) -> int:
    """Return the time of day that was typed, such as `21:40` or `9:40 pm`, in minutes."""
    form = _CLOCK.fullmatch(typed)
    if form is None:
        raise Refusal(Text("me.now.wrong", value=echo(typed)))
    hour, minute, half = int(form[1]), int(form[2] or "0"), form[3]
    if not (1 <= hour <= 12 if half else hour < 24):
        raise Refusal(Text("me.now.wrong", value=echo(typed)))
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + minute


def _vacation(typed: str, person: Preferences, now: int) -> Vacation | None:
    """Return a vacation of so many days or until a date, or the last one, which `off` ends."""
    if typed == OFF:
        return ended(person.vacation, now)
    if days := _DAYS.fullmatch(typed):
        until = now + int(days[1]) * DAY
    else:
        try:
            day = date.fromisoformat(typed if _DATE.fullmatch(typed) else "")
        except ValueError:
            raise Refusal(Text("me.vacation.wrong", value=echo(typed))) from None
        until = midnight(day, person.zone)
    try:
        return planned(person.vacation, until, now)
    except NoVacation as no:
        limit = about_me.moment(no.limit, person.zone)
        raise Refusal(Text(f"me.vacation.{no.why}", limit=limit)) from None
